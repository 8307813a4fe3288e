import FlowMachine
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// A log that grows while it is watched: more is written once the tool has printed the existing lines.
@Suite struct WatchTests {
    private let folder = TemporaryFolder()

    /// Watches `operand`; when the output first contains a step's text, runs its action.
    private func watch(_ words: [String], columns: Int? = nil, _ steps: [(after: String, act: () throws -> Void)]) -> (
        code: ExitCode, output: String, errors: String
    ) {
        var (output, errors) = ("", "")
        var steps = steps[...]
        func check() {
            while let step = steps.first, (output + errors).contains(step.after) {
                steps.removeFirst()
                do { try step.act() } catch { Issue.record(error) }
            }
        }
        let console = Console(
            columns: columns, usesColor: false, invocation: "flow-trace",
            write: {
                output += $0
                check()
            },
            complain: {
                errors += $0 + "\n"
                check()
            })
        let code = Tool.run(["watch", "--until-idle", "1"] + words, console)
        #expect(steps.isEmpty, "not reached: \(steps.map(\.after))")
        return (code, output, errors)
    }

    private func append(_ bytes: some Sequence<UInt8>, to path: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    /// The number at the start of each event line.
    private func numbers(_ output: String) -> [Int] {
        lines(output).compactMap { Int($0.prefix(5).trimmingCharacters(in: .whitespaces)) }
    }

    @Test func `watch prints events as they are written and waits for the rest of an incomplete line`() throws {
        let flow = Flows.partner()
        let middle = flow.bytes.count / 2
        let (first, last) = (flow.bytes[..<middle], flow.bytes[middle...])
        let half = try folder.write(Array(first), "flow.jsonl")
        let seen = first.count { $0 == 0x0A } - 1
        let run = watch([half], [("\n    \(seen) ", { try append(last, to: half) })])
        #expect(numbers(run.output) == Array(1...flow.records.count))
        #expect(run.code == .fine)
        #expect(run.errors.isEmpty)
        let unfinished = try folder.write(Array(first), "unfinished.jsonl")
        #expect(watch([unfinished], []).errors == "\(unfinished): the last line is not finished yet\n")
    }

    @Test func `a file that is truncated or replaced is reported and read from its start`() throws {
        let (long, short) = (Flows.partner(), Flows.registered())
        let path = try folder.write(long.bytes, "flow.jsonl")
        let run = watch(
            [path],
            [
                ("\n   \(long.records.count) ", { _ = try folder.write(short.bytes, "flow.jsonl") }),
                (
                    "was truncated",
                    {
                        let other = try folder.write(long.bytes, "other")
                        rename(other, path)
                    }
                ),
            ])
        #expect(run.errors.contains("\(path): was truncated; reading it from its beginning\n"))
        #expect(run.errors.contains("\(path): was replaced by another file; reading it from its beginning\n"))
        #expect(numbers(run.output) == Array(1...long.records.count) + Array(1...short.records.count) + Array(1...long.records.count))
    }

    @Test func `in a folder, watch follows the newest segment and then the next`() throws {
        let flow = Flows.partner()
        var recorder = FlowRecorder(header: flow.header)
        var segments = [recorder.headerLine]
        for record in flow.records {
            if record.number == 6 { segments.append(recorder.beginSegment(.rotation)) }
            segments[segments.count - 1] += recorder.record(record.event, by: record.by).line
        }
        let first = segments[0]
        let second = segments[1]
        _ = try folder.write(Flows.secondScreen().bytes, "flow-4711-1.jsonl")
        _ = try folder.write(first, "flow-4711-2.jsonl")
        let run = watch([folder.path], [("\n    5 ", { _ = try folder.write(second, "flow-4711-10.jsonl") })])
        #expect(numbers(run.output) == Array(1...flow.records.count))
        #expect(run.output.contains("continues the previous segment, which ends with event 5"))
        #expect(run.code == .fine)
    }

    @Test func `on a terminal, repeated polls share one line with a count, and no other event is hidden`() throws {
        let flow = Flows.secondScreen()
        let path = try folder.write(flow.bytes, "flow.jsonl")
        let run = watch([path], columns: 100, [])
        let screen = shown(run.output)
        #expect(screen.contains { $0.contains("× 18, 5.0 s apart: 17 nothing yet, 1 429 throttled") })
        #expect(screen.count < flow.records.count)
        #expect(screen.allSatisfy { DisplayedWidth.of($0) <= 100 })
        let ranges = screen.compactMap { $0.contains("; events ") ? $0.split(separator: " ").compactMap { Int($0) }.suffix(2) : nil }
        let counted = ranges.flatMap { Array(($0.first ?? 1)...($0.last ?? 0)) }
        let alone = screen.compactMap { Int($0.prefix(5).trimmingCharacters(in: .whitespaces)) }
        #expect((alone + counted).sorted() == Array(1...flow.records.count), "each event is there once")
    }

    /// The final contents of a terminal.
    private func shown(_ output: String) -> [String] {
        var screen: [String] = []
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = String(line)
            while line.hasPrefix(WatchTable.rewind) {
                line.removeFirst(WatchTable.rewind.count)
                screen.removeLast()
            }
            screen.append(line)
        }
        return screen
    }

    @Test func `damage is reported once, and later events are printed after a mark`() throws {
        let flow = Flows.partner()
        var bytes = flow.bytes
        bytes[bytes.indices.filter { bytes[$0] == 0x0A }[5] + 40] ^= 1
        let path = try folder.write(bytes, "flow.jsonl")
        let run = watch([path], [])
        #expect(run.code == .logFails)
        #expect(run.errors.hasPrefix("\(path):7:"))
        #expect(run.output.contains("┊ ! line 7 is damaged: event 6 is missing"))
        #expect(numbers(run.output) == Array(1...5) + Array(7...flow.records.count))
    }

    @Test func `a missing file and a file that is not a log are reported`() throws {
        let missing = folder.path + "/missing.jsonl"
        #expect(watch([missing], []).code == .unreadable)
        let none = try folder.write(Array("hello\nworld\n".utf8), "none.jsonl")
        let run = watch([none], [])
        #expect(run.code == .logFails)
        #expect(run.errors.hasPrefix("\(none):1:"))
    }
}
