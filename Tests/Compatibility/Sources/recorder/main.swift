import Foundation

// recorder FOLDER [RANDOM SIMULATED]: writes the logs of that many seeds into FOLDER (default: 10000 and 1000) and prints
// what it wrote.
let words = CommandLine.arguments.dropFirst()
let counts = words.dropFirst().compactMap { Int($0) }
guard let path = words.first, counts.count == words.count - 1, counts.isEmpty || counts.count == 2 else {
    FileHandle.standardError.write(Data("usage: recorder FOLDER [RANDOM SIMULATED]\n".utf8))
    exit(2)
}
do {
    var library = try LogLibrary(folder: URL(fileURLWithPath: path, isDirectory: true))
    for seed in 1...UInt64(counts.first ?? 10_000) { try library.add(RandomLog(seed: seed)) }
    for seed in 1...UInt64(counts.last ?? 1_000) { try library.addSession(seed: seed) }
    print(library.text)
} catch {
    FileHandle.standardError.write(Data("recorder: \(error)\n".utf8))
    exit(1)
}
