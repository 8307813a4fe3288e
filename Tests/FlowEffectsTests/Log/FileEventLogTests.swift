import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite struct FileEventLogTests {
    let folder = TemporaryFolder()
    let reports = Journal<Int64>()
    let failures = Journal<FileEventLogFailure>()

    private func begin(_ log: any EventLog, _ header: String = "header\n", label: String = "K7Q2") {
        let (reports, failures) = (reports, failures)
        log.begin(Array(header.utf8), label: label) { report in
            switch report {
            case .durable(let number): reports.note(number)
            case .failed(let failure): failures.note(failure)
            }
        }
    }

    private func append(_ log: any EventLog, _ numbers: ClosedRange<Int64>) {
        for number in numbers { log.append(Array("line \(number)\n".utf8), number: number) }
    }

    private func text(_ log: any EventLog, _ index: Int) throws -> String {
        String(decoding: try log.read(log.segments()[index]), as: UTF8.self)
    }

    @Test func `what is appended is read, in files and in memory`() async throws {
        for log in [FileEventLog(folder: folder.path), MemoryEventLog()] as [any EventLog] {
            begin(log)
            append(log, 1...3)
            await log.flush()
            #expect(try text(log, 0) == "header\nline 1\nline 2\nline 3\n")
            await log.close()
            begin(log, "second\n", label: "a/b-c")
            append(log, 1...1)
            await log.close()
            #expect(try log.segments() == ["flow-K7Q2-0001.jsonl", "flow-a_b_c-0002.jsonl"])
            #expect(try text(log, 1) == "second\nline 1\n")
            #expect(throws: FileEventLogFailure.self) { try log.read("flow-K7Q2-0003.jsonl") }
            #expect(throws: FileEventLogFailure.self) { try log.read("../flow-K7Q2-0001.jsonl") }
        }
        #expect(failures.entries.isEmpty)
    }

    @Test func `every policy reports each number, growing, and syncs as it says`() async throws {
        let policies: [(FileEventLog.Sync, Bool)] = [(.every, true), (.group(maxDelay: Interval(milliseconds: 5)), true), (.never, false)]
        for (policy, mustSync) in policies {
            let steps = Journal<String>()
            let calls = SystemCalls(
                write: { file, bytes throws(SystemFailure) in
                    try SystemCalls.system.write(file, bytes)
                    steps.note("write")
                }, sync: { _ in steps.note("sync") })
            let log = FileEventLog(folder: folder.path, sync: policy, calls: calls)
            let durable = Journal<Int64>()
            log.begin([10], label: "x") { report in
                guard case .durable(let number) = report else { return }
                steps.note("report")
                durable.note(number)
            }
            append(log, 1...1)
            await durable.until(1)
            append(log, 2...500)
            await durable.until(500)
            #expect(durable.entries == durable.entries.sorted())
            let first = Array(steps.entries.prefix(mustSync ? 3 : 2))
            #expect(first == (mustSync ? ["write", "sync", "report"] : ["write", "report"]))
            #expect(steps.entries.contains("sync") == mustSync)
            await log.close()
        }
    }

    @Test func `only this user can read it`() async throws {
        let log = FileEventLog(folder: "\(folder.path)/a/b")
        begin(log)
        await log.close()
        #expect(
            try folder.permissions() == ["a": 0o700, "a/b": 0o700, "a/b/flow.lock": 0o600, "a/b/flow-K7Q2-0001.jsonl": 0o600])
    }

    @Test func `a segment that another launch left torn stays as it is`() async throws {
        try folder.write("header\nline 1\nli", to: "flow-OLD-0041.jsonl")
        try folder.write("none of ours", to: "notes.txt")
        let log = FileEventLog(folder: folder.path)
        begin(log)
        append(log, 1...1)
        await log.close()
        #expect(try log.segments() == ["flow-OLD-0041.jsonl", "flow-K7Q2-0042.jsonl"])
        #expect(try text(log, 0) == "header\nline 1\nli")
    }

    @Test func `a second log in the same folder is told so, until the first is closed`() async throws {
        let first = FileEventLog(folder: folder.path)
        begin(first)
        let second = FileEventLog(folder: folder.path)
        begin(second)
        append(second, 1...2)
        await reports.until(2)
        #expect(failures.entries.map(\.reason) == [.alreadyOpen])
        #expect(failures.entries[0].text.hasPrefix("\(folder.path): another flow logs into this folder"))
        await first.close()
        begin(second)
        append(second, 1...1)
        await second.close()
        #expect(try text(second, 1) == "header\nline 1\n")
        #expect(failures.entries.count == 1)
    }

    @Test func `a log that is let go gives its folder free`() throws {
        var first: FileEventLog? = FileEventLog(folder: folder.path)
        if let first { begin(first) }
        first = nil
        begin(FileEventLog(folder: folder.path))
        #expect(failures.entries.isEmpty)
    }

    @Test func `a folder that cannot be made is told once, and nothing waits`() async throws {
        try folder.write("a file", to: "file")
        let log = FileEventLog(folder: "\(folder.path)/file/log")
        begin(log)
        append(log, 1...5)
        await reports.until(5)
        #expect(failures.entries.count == 1)
        #expect(failures.entries[0].text.contains("/file/log: the log's folder cannot be used (mkdir: Not a directory)"))
        await log.close()
    }

    @Test func `a disk that fills up is told once, what was written is left, and nothing waits`() async throws {
        let isFull = Lock(false)
        let log = FileEventLog(folder: folder.path, sync: .every, calls: .failing { isFull.withLock { $0 } })
        begin(log)
        append(log, 1...2)
        await reports.until(2)
        isFull.withLock { $0 = true }
        append(log, 3...3)
        await reports.until(3)
        isFull.withLock { $0 = false }
        append(log, 4...9)
        await reports.until(9)
        await log.close()
        #expect(failures.entries.map(\.reason) == [.writing])
        #expect(failures.entries[0].text.contains("No space left on device"))
        #expect(try text(log, 0) == "header\nline 1\nline 2\nlin")
    }

    @Test func `a log in memory stops at its bound and says so once`() async throws {
        let log = MemoryEventLog(mostBytes: 25, mostSegments: 2)
        begin(log)
        append(log, 1...9)
        #expect(try text(log, 0) == "header\nline 1\nline 2\n")
        #expect(failures.entries.map(\.reason) == [.full])
        #expect(reports.entries == Array(1...9))
        begin(log)
        begin(log)
        #expect(try log.segments() == ["flow-K7Q2-0002.jsonl", "flow-K7Q2-0003.jsonl"])
    }
}
