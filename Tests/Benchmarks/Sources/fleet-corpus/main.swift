import Dispatch
import FlowMachine
import FlowSimulation
import FlowSummary
import Foundation

// fleet-corpus [--devices N] [--launches N] [--days N] [--seed N] [--one-in N] [--quiet] FOLDER
//   Writes what simulated devices upload: to FOLDER/logs their logs, a tar archive for each day on which they are received, and to
//   FOLDER/summaries a summary of each launch. With --one-in, the logs that the sample leaves out are in FOLDER/left-out. With --quiet
//   nothing is planted.
//   Among the logs are launches in two segments, some received on two days, uploads that arrive twice, and damaged, incomplete and
//   foreign files.

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(2)
}

struct Options {
    var devices = 20_000
    var launches = 5
    var days = 7
    var seed: UInt64 = 1
    var oneIn = 1
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
            case "--one-in": oneIn = Options.number(word, rest.popFirst())
            case "--quiet": planted = .nothing
            case _ where word.hasPrefix("-") || !folder.isEmpty:
                fail("usage: fleet-corpus [--devices N] [--launches N] [--days N] [--seed N] [--one-in N] [--quiet] FOLDER")
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

/// The archives and the summaries, one file per day received, each written as it arrives.
struct Uploads {
    private var archives: [String: Archive] = [:]
    private var summaries: [String: [UInt8]] = [:]
    private let folder: String
    private var random: RandomSource
    private(set) var files = 0
    private(set) var bytes = 0

    init(_ folder: String, seed: UInt64) {
        self.folder = folder
        random = RandomSource(seed: seed &+ 99)
    }

    mutating func add(_ launch: Device.Launch) throws {
        if let summary = launch.summary { summaries["\(date(launch.received)).ndjson", default: []] += summary.json + [0x0A] }
        // A log of which the device could make no summary is uploaded, as one with a fault is.
        let place = launch.summary.map { $0.uploadedLog == nil } ?? false ? "left-out" : "logs"
        for (index, segment) in launch.segments.enumerated() {
            let number = String(index + 1)
            let name = "flow-\(launch.support)-\(String(repeating: "0", count: 4 - number.count))\(number).jsonl"
            // Every third second segment arrives a day late.
            let isLate = index > 0 && random.once(in: 3)
            let received = launch.received + (isLate ? 86_400_000 : 0)
            try write(place, name, spoiled(segment), received)
            if random.once(in: 200) { try write(place, name, segment, received + 60_000) }
        }
    }

    private mutating func spoiled(_ segment: [UInt8]) -> [UInt8] {
        var bytes = segment
        if random.once(in: 4000) { bytes[bytes.count * 2 / 3] ^= 4 }
        if random.once(in: 4000) { bytes.removeLast(bytes.count / 5) }
        if random.once(in: 20_000) { bytes = Array("<html>503 Service Unavailable</html>\n".utf8) }
        return bytes
    }

    private mutating func write(_ place: String, _ name: String, _ content: [UInt8], _ received: Int64) throws {
        let path = "\(folder)/\(place)/\(date(received)).tar"
        if archives[path] == nil {
            guard let archive = Archive(path) else { fail("\(path) cannot be written") }
            archives[path] = archive
        }
        archives[path]?.add(name, content, at: received / 1000)
        files += 1
        bytes += content.count
    }

    private func date(_ received: Int64) -> String {
        ISO8601DateFormatter.string(
            from: Date(timeIntervalSince1970: Double(received / 1000)), timeZone: .gmt, formatOptions: [.withFullDate])
    }

    func close() throws {
        for archive in archives.values { try archive.close() }
        for (name, lines) in summaries { try Data(lines).write(to: URL(filePath: "\(folder)/summaries/\(name)")) }
    }
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
for place in ["logs", "left-out", "summaries"] {
    try FileManager.default.createDirectory(atPath: "\(options.folder)/\(place)", withIntermediateDirectories: true)
}
var uploads = Uploads(options.folder, seed: options.seed)
let round = 256
for first in stride(from: 0, to: options.devices, by: round) {
    let numbers = first..<min(first + round, options.devices)
    nonisolated(unsafe) var made = [[Device.Launch]](repeating: [], count: numbers.count)
    let lock = NSLock()
    DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
        var device = Device(
            numbers.lowerBound + index, seed: options.seed &* 0x1000_0001, options.planted, LogSampling(oneIn: Int64(options.oneIn)))
        let launches = device.launches(options.launches, days: options.days)
        lock.withLock { made[index] = launches }
    }
    for launch in made.joined() { try uploads.add(launch) }
}
try uploads.close()
print("\(options.devices * options.launches) launches of \(options.devices) devices, \(uploads.files) files, \(uploads.bytes) bytes")
