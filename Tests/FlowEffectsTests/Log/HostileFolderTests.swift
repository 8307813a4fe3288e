import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

/// A log's folder in which another user, a restored backup or a curious person has put things.
@Suite struct HostileFolderTests {
    let folder = TemporaryFolder()
    let outside = TemporaryFolder()
    let failures = Journal<EventLogFailure>()

    private var victim: String { "\(outside.path)/victim.txt" }
    private let secret = "what the user wrote\n"

    init() throws { try outside.write(secret, to: "victim.txt") }

    /// Writes one launch's log of one record to the folder.
    private func launch(_ log: FileEventLog? = nil) async -> FileEventLog {
        let log = log ?? FileEventLog(folder: folder.url())
        let failures = failures
        log.begin(Array(SealedLines.four[0].utf8), label: "K7Q2", at: Instant(milliseconds: 1_000_000)) { report in
            if case .failed(let failure) = report { failures.note(failure) }
        }
        log.append(Array(SealedLines.four[1].utf8), number: 1, waits: .policy)
        await log.close()
        return log
    }

    private func victimText() throws -> String { try String(contentsOfFile: victim, encoding: .utf8) }

    @Test(arguments: [true, false])
    func `a lock file that is a link is refused, and the file it leads to is neither changed nor created`(exists: Bool) async throws {
        let target = exists ? victim : "\(outside.path)/new.txt"
        folder.link("flow.lock", to: target)
        _ = await launch()
        #expect(failures.entries.map(\.reason) == [.unavailable])
        #expect(failures.entries.first?.place == "\(folder.path)/flow.lock")
        #expect(failures.entries.first?.cause == "open: it is a link")
        #expect(try victimText() == secret)
        #expect(try outside.contents().keys.sorted() == ["victim.txt"])
    }

    @Test func `a lock file with a second name or that is a pipe is refused at once`() async throws {
        folder.hardLink("flow.lock", to: victim)
        _ = await launch()
        #expect(failures.entries.last?.cause == "open: the file has a second name")
        #expect(try victimText() == secret)
        try FileManager.default.removeItem(atPath: "\(folder.path)/flow.lock")
        folder.pipe("flow.lock")
        _ = await launch()
        #expect(failures.entries.last?.cause == "open: it is not a regular file")
        #expect(failures.entries.count == 2)
    }

    @Test func `a link with a segment's name is left alone, and the file it leads to keeps its torn end`() async throws {
        let foreign = SealedLines.four.joined() + "a torn end"
        try outside.write(foreign, to: "victim.txt")
        folder.link("flow-a-0007.jsonl", to: victim)
        let log = await launch()
        #expect(failures.entries.isEmpty)
        #expect(try victimText() == foreign)
        #expect(try log.segments() == ["flow-K7Q2-0008.jsonl"])
        #expect(throws: EventLogFailure.self) { try log.read("flow-a-0007.jsonl") }
        #expect(try FileEventLog.recover(folder: folder.url()).isEmpty)
    }

    @Test func `a pipe, a folder or a file with two names in place of a segment is left alone and blocks nothing`() async throws {
        folder.pipe("flow-a-0003.jsonl")
        folder.folder("flow-a-0004.jsonl")
        try outside.write(SealedLines.four[0] + "torn", to: "victim.txt")
        folder.hardLink("flow-a-0005.jsonl", to: victim)
        let log = await launch()
        #expect(failures.entries.isEmpty)
        #expect(try log.segments() == ["flow-K7Q2-0006.jsonl"])
        #expect(throws: EventLogFailure.self) { try log.read("flow-a-0003.jsonl") }
        #expect(try victimText() == SealedLines.four[0] + "torn")
        // Only the folder is left: the log's files, and what had the names of such, are removed.
        try await log.erase()
        #expect(try folder.permissions().keys.sorted() == ["flow-a-0004.jsonl"])
        #expect(try victimText() == SealedLines.four[0] + "torn")
    }

    @Test(arguments: [
        ("flow-a-9223372036854775807.jsonl", "flow-K7Q2-0042.jsonl"), ("flow-a-9223372036854775806.jsonl", "flow-K7Q2-0042.jsonl"),
        ("flow-a-999999999.jsonl", "flow-K7Q2-0042.jsonl"), ("flow-a-999999998.jsonl", "flow-K7Q2-999999999.jsonl"),
        ("flow-a-1000000000.jsonl", "flow-K7Q2-0042.jsonl"), ("flow-a-+50.jsonl", "flow-K7Q2-0042.jsonl"),
        ("flow-.jsonl", "flow-K7Q2-0042.jsonl"), ("flow-a-٥٠.jsonl", "flow-K7Q2-0042.jsonl"),
    ])
    func `no number in a file's name keeps a launch from logging`(planted: String, next: String) async throws {
        try folder.write(SealedLines.four[0], to: "flow-a-0041.jsonl")
        try folder.write(SealedLines.four.joined(), to: planted)
        let log = await launch()
        #expect(failures.entries.isEmpty)
        #expect(try log.segments().contains(next))
        #expect(try log.read(next).isEmpty == false)
        _ = await launch()
        #expect(failures.entries.isEmpty)
    }

    @Test func `the torn end of the last launch is found although another file has the highest number`() async throws {
        try folder.write(SealedLines.four[0] + "torn", to: "flow-a-0041.jsonl")
        try folder.write(SealedLines.four[0], to: "flow-a-999999999.jsonl")
        let log = await launch()
        #expect(try log.read("flow-a-0041.jsonl") == Array(SealedLines.four[0].utf8))
    }

    @Test(arguments: ["flow-a-0041.jsonl.torn", "flow-a-0041.jsonl.torn.new"])
    func `a folder in place of a torn end leaves the torn end where it is, and the launch logs`(planted: String) async throws {
        try folder.write(SealedLines.four[0] + "torn", to: "flow-a-0041.jsonl")
        folder.folder(planted)
        let log = await launch()
        #expect(failures.entries.isEmpty)
        #expect(try log.segments() == ["flow-a-0041.jsonl", "flow-K7Q2-0042.jsonl"])
        #expect(try log.read("flow-a-0041.jsonl") == Array((SealedLines.four[0] + "torn").utf8))
    }

    @Test func `a folder that others can write to is closed to them, and other permissions stay`() async throws {
        for (before, after) in [(0o777, UInt32(0o755)), (0o770, 0o750), (0o720, 0o700), (0o755, 0o755), (0o700, 0o700)] {
            try folder.setPermissions(before, of: ".")
            _ = await launch()
            #expect(try SystemDisk().status(folder.path).permissions == after)
        }
        #expect(failures.entries.isEmpty)
        try folder.setPermissions(0o775, of: ".")
        #expect(try FileEventLog(folder: folder.url()).segments().count == 5)
    }

    @Test func `a link in place of the folder is refused, and a link above it is followed`() async throws {
        outside.folder("logs")
        folder.link("logs", to: "\(outside.path)/logs")
        _ = await launch(FileEventLog(folder: folder.url("logs")))
        #expect(failures.entries.map(\.cause) == ["open: it is a link"])
        #expect(try outside.contents().keys.sorted() == ["victim.txt"])
        let log = await launch(FileEventLog(folder: folder.url("logs/inner")))
        #expect(failures.entries.count == 1)
        #expect(try log.segments().count == 1)
    }

    @Test(.enabled(if: TemporaryFolder.isRoot, "only root can give a file to another user"))
    func `a folder or lock file of another user is refused, and another user's segment is left alone`() async throws {
        try folder.write(SealedLines.four[0] + "torn", to: "flow-a-0007.jsonl")
        folder.giveAway("flow-a-0007.jsonl")
        let log = await launch()
        #expect(try log.segments() == ["flow-K7Q2-0008.jsonl"])
        #expect(try folder.contents()["flow-a-0007.jsonl"] == Data((SealedLines.four[0] + "torn").utf8))
        folder.giveAway("flow.lock")
        _ = await launch()
        #expect(failures.entries.map(\.cause) == ["open: it belongs to another user"])
        #expect(failures.entries.last?.place == "\(folder.path)/flow.lock")
        let before = try folder.contents()
        folder.giveAway("")
        _ = await launch()
        #expect(failures.entries.count == 2)
        #expect(failures.entries.last?.place == folder.path)
        #expect(failures.entries.last?.cause == "open: it belongs to another user")
        #expect(try folder.contents() == before)
    }

    @Test func `the folder is protected before its first segment is created; if it cannot be, there is no log`() async throws {
        struct Refused: Error {}
        let disk = SimulatedDisk()
        let names = Journal<[String]>()
        let log = FileEventLog(folder: "log", disk: disk, protect: { names.note(try disk.names(in: $0)) })
        _ = await launch(log)
        #expect(names.entries == [["flow.lock"]])
        #expect(failures.entries.isEmpty)
        _ = await launch(FileEventLog(folder: "log", disk: disk, protect: { _ in throw Refused() }))
        #expect(failures.entries.map(\.reason) == [.unavailable])
        #expect(failures.entries.first?.text.contains("excluded from backups and encrypted") == true)
        #expect(try disk.names(in: "log") == ["flow-K7Q2-0001.jsonl", "flow.lock"])
    }

    @Test(arguments: 0..<24)
    func `whatever is in the folder, a log neither traps nor waits nor touches a file elsewhere`(seed: UInt64) async throws {
        var random = RandomSource(seed: seed)
        try outside.write(SealedLines.four[0] + "torn", to: "log.jsonl")
        let elsewhere = try outside.contents()
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            try folder.plant(LogNames.random(using: &random), beside: outside, SealedLines.four, using: &random)
        }
        if Bool.random(using: &random) { try folder.setPermissions(0o777, of: ".") }
        for _ in 0..<3 {
            let log = await launch(FileEventLog(folder: folder.url(), keeping: LogRetention(bytes: 4000)))
            for name in try log.segments() { _ = try? log.read(name) }
        }
        _ = try? FileEventLog.recover(folder: folder.url())
        try? await FileEventLog(folder: folder.url()).erase()
        #expect(try outside.contents() == elsewhere)
        #expect(failures.entries.allSatisfy { !$0.text.isEmpty })
    }
}

/// Names as a log's folder contains them, and nearly such.
private enum LogNames {
    static func random(using random: inout RandomSource) -> String {
        if Int.random(in: 0..<6, using: &random) == 0 {
            return ["flow.lock", "flow.lock.new", "notes.txt", "flow-.jsonl", "flow--1.jsonl", "-", "flow-a-1.jsonl.torn"]
                .randomElement(using: &random) ?? "x"
        }
        let numbers = [
            "0001", "1", "0", "-1", "+7", "0x10", "999999998", "999999999", "1000000000", "9223372036854775807", "9223372036854775808",
            String(repeating: "9", count: 60), "1e3", "٣", "",
        ]
        let ending = [".jsonl", ".jsonl", ".jsonl", ".jsonl.torn", ".jsonl.torn.new", ".json"].randomElement(using: &random) ?? ""
        let label = ["a", "K7Q2", "a-b", ""].randomElement(using: &random) ?? ""
        return "flow-\(label)-\(numbers.randomElement(using: &random) ?? "")\(ending)"
    }
}

extension TemporaryFolder {
    /// Puts something of a random kind at `name`: a file, a folder, a pipe, or a link to something in `outside`.
    func plant(_ name: String, beside outside: TemporaryFolder, _ lines: [String], using random: inout RandomSource) throws {
        if FileManager.default.fileExists(atPath: "\(path)/\(name)") { return }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: pipe(name)
        case 1: folder(name)
        case 2: link(name, to: "\(outside.path)/victim.txt")
        case 3: link(name, to: "\(outside.path)/log.jsonl")
        case 4: link(name, to: "\(outside.path)/new.txt")
        case 5: link(name, to: ["/dev/zero", "/", ".", name].randomElement(using: &random) ?? "/")
        case 6: hardLink(name, to: "\(outside.path)/log.jsonl")
        case _:
            let text = lines.prefix(Int.random(in: 0...lines.count, using: &random)).joined()
            try write(text + (Bool.random(using: &random) ? "torn \u{0}" : ""), to: name)
            try setPermissions(0o600, of: name)
        }
    }
}
