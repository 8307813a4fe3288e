import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite struct FileEventLogTests {
    let folder = TemporaryFolder()
    let reports = Journal<Int64>()
    let failures = Journal<EventLogFailure>()

    let resumed = Journal<Bool>()
    let recovered = Journal<LogRecovery>()

    private func begin(_ log: any EventLog, _ header: String = "header\n", label: String = "K7Q2", at now: Int64 = 1_000_000) {
        let (reports, failures, resumed, recovered) = (reports, failures, resumed, recovered)
        log.begin(Array(header.utf8), label: label, at: Instant(milliseconds: now)) { report in
            switch report {
            case .durable(let number): reports.note(number)
            case .failed(let failure): failures.note(failure)
            case .resumed: resumed.note(true)
            case .recovered(let recovery): recovered.note(recovery)
            }
        }
    }

    private func append(_ log: any EventLog, _ numbers: ClosedRange<Int64>, waits: LogWait = .policy) {
        for number in numbers { log.append(Array("line \(number)\n".utf8), number: number, waits: waits) }
    }

    private func text(_ log: any EventLog, _ index: Int) throws -> String {
        String(decoding: try log.read(log.segments()[index]), as: UTF8.self)
    }

    @Test func `appended records are read back from files and from memory`() async throws {
        for log in [FileEventLog(folder: folder.url()), MemoryEventLog()] as [any EventLog] {
            let first = SealedLines.four
            begin(log, first[0])
            for number in 1...3 { log.append(Array(first[number].utf8), number: Int64(number), waits: .policy) }
            await log.flush()
            #expect(try text(log, 0) == first.joined())
            await log.close()
            begin(log, "second\n", label: "a/b-c")
            append(log, 1...1)
            await log.close()
            #expect(try log.segments() == ["flow-K7Q2-0001.jsonl", "flow-a_b_c-0002.jsonl"])
            #expect(try text(log, 0) == first.joined())
            #expect(try text(log, 1) == "second\nline 1\n")
            #expect(throws: EventLogFailure.self) { try log.read("flow-K7Q2-0003.jsonl") }
            #expect(throws: EventLogFailure.self) { try log.read("../flow-K7Q2-0001.jsonl") }
        }
        #expect(failures.entries.isEmpty)
        #expect(recovered.entries.isEmpty)
    }

    @Test func `every sync policy reports each number in ascending order and syncs as documented`() async throws {
        let policies: [(FileEventLog.Sync, Bool)] = [(.every, true), (.group(maxDelay: .milliseconds(5)), true), (.never, false)]
        for (policy, mustSync) in policies {
            let disk = SimulatedDisk()
            let log = FileEventLog(folder: "log", sync: policy, disk: disk)
            let durable = Journal<Int64>()
            let unsynced = Journal<Int64>()
            log.begin([10], label: "x", at: Instant(milliseconds: 0)) { report in
                guard case .durable(let number) = report else { return }
                if disk.syncs == 0 { unsynced.note(number) }
                durable.note(number)
            }
            append(log, 1...1)
            await durable.until(1)
            append(log, 2...500)
            await durable.until(500)
            #expect(durable.entries == durable.entries.sorted())
            #expect(unsynced.entries.isEmpty == mustSync)
            #expect((disk.syncs > 0) == mustSync)
            append(log, 501...501, waits: .disk)
            await durable.until(501)
            #expect(disk.syncs > 0)
            await log.close()
        }
    }

    @Test func `a log that never syncs releases an ordinary record at once, without a sync or write of its own`() async throws {
        let disk = SimulatedDisk()
        let log = FileEventLog(folder: "log", sync: .never, disk: disk)
        begin(log)
        await log.flush()
        let before = disk.syncs
        for number: Int64 in 1...100 { #expect(log.append([10], number: number, waits: .policy)) }
        await log.flush()
        #expect(disk.syncs == before)
        await log.close()
        #expect(disk.syncs == before)
    }

    @Test(arguments: [LogWait.system, .disk])
    func `a log that never syncs lets a record, and those after it, wait for the system or the disk`(waits: LogWait) async {
        let disk = SimulatedDisk()
        let log = FileEventLog(folder: "log", sync: .never, disk: disk)
        begin(log)
        await log.flush()
        let before = disk.syncs
        #expect(log.append([10], number: 1, waits: .policy))
        #expect(!log.append([10], number: 2, waits: waits))
        // If the second record is not written yet, the third waits with it.
        let isReleased = log.append([10], number: 3, waits: .policy)
        await reports.until(isReleased ? 2 : 3)
        #expect(disk.syncs - before == (waits == .disk ? 1 : 0))
        #expect(log.append([10], number: 4, waits: .policy))
        await log.close()
    }

    @Test func `one sync serves many appenders, and an urgent record or a full group causes it at once`() async throws {
        let disk = SimulatedDisk()
        let log = FileEventLog(folder: "log", sync: .group(maxDelay: .milliseconds(3_600_000)), disk: disk)
        begin(log)
        await log.flush()
        let before = disk.syncs
        append(log, 1...14)
        append(log, 15...15, waits: .disk)
        await reports.until(15)
        #expect(disk.syncs - before == 1)
        await log.flush()
        append(log, 16...31)
        await reports.until(31)
        #expect(disk.syncs - before == 2)
        await log.close()
    }

    @Test func `only the current user can read the log`() async throws {
        let log = FileEventLog(folder: folder.url("a/b"))
        begin(log)
        await log.close()
        #expect(
            try folder.permissions() == ["a": 0o700, "a/b": 0o700, "a/b/flow.lock": 0o600, "a/b/flow-K7Q2-0001.jsonl": 0o600])
    }

    @Test func `an earlier launch's torn end is moved aside, and other files are left alone`() async throws {
        try folder.write("header\nline 1\nli", to: "flow-OLD-0041.jsonl")
        try folder.write("", to: "flow-OLD-0040.jsonl")
        try folder.write("none of ours", to: "notes.txt")
        let log = FileEventLog(folder: folder.url())
        begin(log)
        append(log, 1...1)
        await log.close()
        // No line in it is a log line, so all of it is moved aside.
        #expect(try log.segments() == ["flow-OLD-0040.jsonl", "flow-K7Q2-0041.jsonl"])
        #expect(recovered.entries.map(\.tornFile) == ["flow-OLD-0041.jsonl.torn"])
        #expect(recovered.entries.map(\.tornBytes) == [16])
        #expect(try folder.permissions().keys.contains("notes.txt"))
    }

    @Test func `a second log in the same folder is refused until the first is closed`() async throws {
        let first = FileEventLog(folder: folder.url())
        begin(first, label: "FIRST")
        await first.flush()
        let second = FileEventLog(folder: folder.url())
        begin(second)
        append(second, 1...2)
        await reports.until(2)
        #expect(failures.entries.map(\.reason) == [.alreadyOpen])
        #expect(failures.entries[0].text.hasPrefix("\(folder.path): another flow uses this log (process "))
        #expect(failures.entries[0].text.contains("support id FIRST)"))
        await first.close()
        begin(second)
        append(second, 1...1)
        await second.close()
        #expect(try text(second, second.segments().count - 1) == "header\nline 1\n")
        #expect(failures.entries.count == 1)
    }

    @Test func `a released log frees its folder`() async throws {
        var first: FileEventLog? = FileEventLog(folder: folder.url())
        if let first {
            begin(first)
            await first.flush()
        }
        first = nil
        let second = FileEventLog(folder: folder.url())
        begin(second)
        await second.flush()
        #expect(failures.entries.isEmpty)
    }

    @Test func `a folder that cannot be created is reported once, and nothing waits`() async throws {
        try folder.write("a file", to: "file")
        let log = FileEventLog(folder: folder.url("file/log"))
        begin(log)
        append(log, 1...5)
        await reports.until(5)
        #expect(failures.entries.count == 1)
        #expect(failures.entries[0].text.contains("/file/log: the log cannot be opened (mkdir: Not a directory)"))
        await log.close()
    }

    @Test func `a full disk is reported once; logging resumes when there is room, and the gap is recorded`() async throws {
        let disk = SimulatedDisk()
        let log = FileEventLog(folder: "log", disk: disk)
        begin(log)
        append(log, 1...2)
        await reports.until(2)
        disk.faults.room = 3
        append(log, 3...3)
        await reports.until(3)
        try #require(failures.entries.map(\.reason) == [.writing])
        #expect(failures.entries[0].text.contains("No space left on device"))
        #expect(failures.entries[0].code == SystemFailure.full)
        // At once, then after 1 s, 2 s and so on; a clock that is set back restarts the pause.
        var now: Int64 = 1_000_000
        for (pause, isDue) in [(0, true), (999, false), (1, true), (1999, false), (1, true), (-5000, false), (3999, false), (1, true)] {
            now += Int64(pause)
            let reason = log.reasonForSegment(at: Instant(milliseconds: now))
            #expect(reason == (isDue ? .gap(from: 3, .writing) : nil), "at \(now)")
            guard let reason else { continue }
            log.beginSegment(Array("snapshot\n".utf8), reason, at: Instant(milliseconds: now))
            #expect(log.reasonForSegment(at: Instant(milliseconds: now + 9_000_000)) == nil, "one is being tried")
            await log.flush()
            // The pause starts at the next event.
            _ = log.reasonForSegment(at: Instant(milliseconds: now))
        }
        disk.faults.room = nil
        append(log, 4...4)
        await reports.until(4)
        now += 3_600_000
        let reason = try #require(log.reasonForSegment(at: Instant(milliseconds: now)))
        #expect(reason == .gap(from: 3, .writing))
        log.beginSegment(Array("snapshot\n".utf8), reason, at: Instant(milliseconds: now))
        append(log, 5...5)
        await log.flush()
        #expect(log.reasonForSegment(at: Instant(milliseconds: now)) == nil)
        await log.close()
        #expect(failures.entries.count == 1)
        #expect(resumed.entries == [true])
        #expect(try text(log, log.segments().count - 1) == "snapshot\nline 5\n")
    }

    @Test func `after a failed sync the segment is abandoned, and its unsynced records are reported missing`() async throws {
        let disk = SimulatedDisk()
        let log = FileEventLog(folder: "log", disk: disk)
        begin(log)
        append(log, 1...1)
        await reports.until(1)
        disk.faults.failingSyncs = 1
        append(log, 2...2)
        await reports.until(2)
        #expect(failures.entries.map(\.reason) == [.syncing])
        let reason = try #require(log.reasonForSegment(at: Instant(milliseconds: 0)))
        #expect(reason == .gap(from: 2, .syncing))
        log.beginSegment(Array("snapshot\n".utf8), reason, at: Instant(milliseconds: 0))
        append(log, 3...3)
        await log.close()
        #expect(try text(log, log.segments().count - 1) == "snapshot\nline 3\n")
    }

    @Test func `records written but not synced when a segment is abandoned are reported missing`() async throws {
        let disk = SimulatedDisk()
        let log = FileEventLog(folder: "log", sync: .never, disk: disk)
        begin(log)
        log.append(Array("line 1\n".utf8), number: 1, waits: .disk)
        await log.flush()
        append(log, 2...3)
        await log.flush()
        disk.faults.room = 0
        append(log, 4...4)
        await log.flush()
        #expect(failures.entries.map(\.reason) == [.writing])
        #expect(log.reasonForSegment(at: Instant(milliseconds: 0)) == .gap(from: 2, .writing))
    }

    @Test func `a read-only, denied or vanished folder is reported with its cause; nothing waits`() async throws {
        let faults: [(@Sendable (SimulatedDisk) -> Void, EventLogFailure.Reason, Int32)] = [
            ({ $0.faults.isReadOnly = true }, .writing, SystemFailure.readOnly),
            ({ $0.faults.deniesAccess = true }, .writing, SystemFailure.denied),
            ({ $0.vanish("a") }, .writing, SystemFailure.missing),
        ]
        for (index, (fault, reason, code)) in faults.enumerated() {
            let disk = SimulatedDisk()
            let log = FileEventLog(folder: "a/log", disk: disk)
            begin(log)
            await log.flush()
            fault(disk)
            append(log, 1...9)
            await log.flush()
            #expect(failures.entries.count == index + 1)
            #expect(failures.entries.last?.reason == reason)
            #expect(failures.entries.last?.code == code)
            disk.faults = SimulatedDisk.Faults()
            let next = try #require(log.reasonForSegment(at: Instant(milliseconds: 0)))
            log.beginSegment(Array("snapshot\n".utf8), next, at: Instant(milliseconds: 0))
            await log.close()
            #expect(resumed.entries.count == index + 1)
        }
    }

    @Test func `a full segment is followed by another, and old segments are deleted`() async throws {
        let disk = SimulatedDisk()
        let keeping = LogRetention(age: .seconds(1), bytes: 60)
        let log = FileEventLog(folder: "log", sync: .never, segmentBytes: 20, keeping: keeping, disk: disk)
        begin(log, at: 0)
        for number: Int64 in 1...12 {
            if let reason = log.reasonForSegment(at: Instant(milliseconds: number)) {
                #expect(reason == .rotation)
                log.beginSegment(Array("again\n".utf8), reason, at: Instant(milliseconds: number))
            }
            append(log, number...number)
        }
        await log.close()
        let left = try log.segments()
        #expect(left == left.sorted())
        #expect(left.last == "flow-K7Q2-0006.jsonl")
        #expect(left.count == 3)
        #expect(try text(log, 2) == "again\nline 11\nline 12\n")
        disk.now = Instant(milliseconds: 5000)
        try disk.put(Array("foreign".utf8), at: "log/flow.txt")
        #expect(try disk.names(in: "log").contains { $0.hasSuffix(".torn") } == false)
        try disk.put([0], at: "log/flow-OLD-0002.jsonl.torn")
        disk.now = Instant(milliseconds: 0)
        try disk.put([0], at: "log/flow-OLD-0001.jsonl.torn")
        let again = FileEventLog(folder: "log", keeping: keeping, disk: disk)
        begin(again, at: 6001)
        await again.close()
        #expect(try again.segments().count == 1)
        #expect(try disk.names(in: "log").contains("flow.txt"))
        #expect(try !disk.names(in: "log").contains("flow-OLD-0001.jsonl.torn"))
        try await again.erase()
        #expect(try disk.names(in: "log") == ["flow.txt"])
    }

    @Test func `a log in memory starts another segment when one is full and drops the oldest`() async throws {
        let log = MemoryEventLog(maximumBytes: 42, maximumSegments: 2)
        begin(log)
        for number: Int64 in 1...9 {
            if let reason = log.reasonForSegment(at: Instant(milliseconds: 0)) {
                log.beginSegment(Array("again\n".utf8), reason, at: Instant(milliseconds: 0))
            }
            #expect(log.append(Array("line \(number)\n".utf8), number: number, waits: .disk), "no record waits for memory")
        }
        #expect(failures.entries.isEmpty)
        #expect(reports.entries.isEmpty)
        #expect(try log.segments().count == 2)
        #expect(try text(log, 1) == "again\nline 9\n")
        try await log.erase()
        #expect(try log.segments().isEmpty)
    }
}
