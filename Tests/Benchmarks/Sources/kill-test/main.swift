import Foundation

// kill-test [--kills N] [--seed N]: a child process runs a flow whose effects wait for its log, and is killed at random
// moments. After each kill: the log recovers, no acknowledged record is lost, every record is decided again to the same
// digest, and the vault contains what the records say.

let words = Array(CommandLine.arguments.dropFirst())
func number(_ name: String, _ usual: Int) -> Int {
    guard let place = words.firstIndex(of: name), place + 1 < words.count, let value = Int(words[place + 1]) else { return usual }
    return value
}

if words.first == "child", words.count == 3 {
    try await Child(folder: words[1], label: words[2]).run()
} else {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kill-test-\(UUID().uuidString)").path
    var parent = Parent(folder: folder, seed: UInt64(number("--seed", 1)))
    let start = Date()
    do {
        for _ in 0..<number("--kills", 1000) { try parent.kill() }
        print("\(parent.figures); the run took \(Int(Date().timeIntervalSince(start))) s")
        try? FileManager.default.removeItem(atPath: folder)
    } catch {
        print("after \(parent.kills) kills: \(error); the files are in \(folder)")
        exit(1)
    }
}
