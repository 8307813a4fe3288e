import Dispatch
import FlowMachine
import FlowSimulation
import Foundation

// fleet-corpus [--devices N] [--launches N] [--days N] [--seed N] [--quiet] FOLDER
//   Writes the logs of simulated devices to FOLDER, a tar archive for each day on which they are received. With --quiet nothing is planted.
//   Among them are launches in two segments, some received on two days, uploads that arrive twice, and damaged, incomplete and foreign files.

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(2)
}

struct Options {
    var devices = 20_000
    var launches = 5
    var days = 7
    var seed: UInt64 = 1
    var planted = Planted()
    var folder = ""

    init(_ words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--devices": devices = Options.number(word, rest.popFirst())
            case "--launches": launches = Options.number(word, rest.popFirst())
            case "--days": days = Options.number(word, rest.popFirst())
            case "--seed": seed = UInt64(Options.number(word, rest.popFirst()))
            case "--quiet": planted = .nothing
            case _ where word.hasPrefix("-") || !folder.isEmpty:
                fail("usage: fleet-corpus [--devices N] [--launches N] [--days N] [--seed N] [--quiet] FOLDER")
            case _: folder = word
            }
        }
        if folder.isEmpty { fail("name the folder for the corpus") }
    }

    private static func number(_ option: String, _ text: String?) -> Int {
        guard let text, let number = Int(text), (1...10_000_000).contains(number) else { fail("\(option) needs a number of at least 1") }
        return number
    }
}

/// The archives, one per day received, each file written as it arrives.
struct Uploads {
    private var archives: [Int64: Archive] = [:]
    private let folder: String
    private var random: RandomSource
    private(set) var files = 0
    private(set) var bytes = 0

    init(_ folder: String, seed: UInt64) {
        self.folder = folder
        random = RandomSource(seed: seed &+ 99)
    }

    mutating func add(_ launch: Device.Launch) throws {
        for (index, segment) in launch.segments.enumerated() {
            let number = String(index + 1)
            let name = "flow-\(launch.support)-\(String(repeating: "0", count: 4 - number.count))\(number).jsonl"
            // Every third second segment arrives a day late.
            let isLate = index > 0 && random.once(in: 3)
            let received = launch.received + (isLate ? 86_400_000 : 0)
            try write(name, spoiled(segment), received)
            if random.once(in: 200) { try write(name, segment, received + 60_000) }
        }
    }

    private mutating func spoiled(_ segment: [UInt8]) -> [UInt8] {
        var bytes = segment
        if random.once(in: 4000) { bytes[bytes.count * 2 / 3] ^= 4 }
        if random.once(in: 4000) { bytes.removeLast(bytes.count / 5) }
        if random.once(in: 20_000) { bytes = Array("<html>503 Service Unavailable</html>\n".utf8) }
        return bytes
    }

    private mutating func write(_ name: String, _ content: [UInt8], _ received: Int64) throws {
        let day = received / 86_400_000
        if archives[day] == nil {
            let date = ISO8601DateFormatter.string(
                from: Date(timeIntervalSince1970: Double(day) * 86_400), timeZone: .gmt, formatOptions: [.withFullDate])
            guard let archive = Archive("\(folder)/\(date).tar") else { fail("\(folder)/\(date).tar cannot be written") }
            archives[day] = archive
        }
        archives[day]?.add(name, content, at: received / 1000)
        files += 1
        bytes += content.count
    }

    func close() throws { for archive in archives.values { try archive.close() } }
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
try FileManager.default.createDirectory(atPath: options.folder, withIntermediateDirectories: true)
var uploads = Uploads(options.folder, seed: options.seed)
let round = 256
for first in stride(from: 0, to: options.devices, by: round) {
    let numbers = first..<min(first + round, options.devices)
    nonisolated(unsafe) var made = [[Device.Launch]](repeating: [], count: numbers.count)
    let lock = NSLock()
    DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
        var device = Device(numbers.lowerBound + index, seed: options.seed &* 0x1000_0001, options.planted)
        let launches = device.launches(options.launches, days: options.days)
        lock.withLock { made[index] = launches }
    }
    for launch in made.joined() { try uploads.add(launch) }
}
try uploads.close()
print("\(options.devices * options.launches) launches of \(options.devices) devices, \(uploads.files) files, \(uploads.bytes) bytes")
