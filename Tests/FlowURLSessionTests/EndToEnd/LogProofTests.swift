import FlowEffects
import FlowTestSupport
import Testing

@testable import FlowMachine
@testable import flow_trace

/// The uses of the log of an evening over real sockets.
@Suite struct LogProofTests {
    private static let evening = Task {
        let evening = try Evening()
        let flow = try evening.household.launch()
        async let watching: Void = evening.viewer.watch(flow)
        try await evening.firstLaunch(flow)
        await flow.shutDown()
        await watching
        // As support would get it: from the file, after the app has ended.
        let log = FileEventLog(folder: evening.household.logFolder)
        let name = try #require(try log.segments().first)
        return LogSegment(name: name, bytes: try log.read(name))
    }

    @Test func `this build decides every event of the log as recorded, down to the digest`() async throws {
        let bytes = try await Self.evening.value.bytes
        var replay = try Replay(bytes)
        var count: Int64 = 0
        while let record = try replay.next() {
            count += 1
            #expect(record.number == count)
        }
        #expect(!replay.skipsDigests)
        #expect(count > 30)
        #expect(replay.line == Int(count) + 1)
        #expect(replay.model.state.name == "deciding")
    }

    @Test func `flow-trace verifies, draws and steps through the log`() async throws {
        let segment = try await Self.evening.value
        let folder = TemporaryFolder()
        try folder.write(String(decoding: segment.bytes, as: UTF8.self), to: segment.name)
        let path = "\(folder.path)/\(segment.name)"
        let expected: [([String], [String])] = [
            (["verify", path], ["verified"]),
            (["render", path], ["/sessions/sso/Apple", "saml#", "permit", "sign out in Settings", "code#", "deny"]),
            (["render", "--as", "states", path], ["partnerAuth", "basicAuthFallback"]),
            (["render", "--as", "timeline", path], []),
            (["replay", path], ["V2-C-30", "V2-E-05"]),
        ]
        for (words, parts) in expected {
            var output = ""
            var errors = ""
            let console = Console(
                columns: nil, usesColor: false, invocation: "flow-trace", write: { output += $0 }, complain: { errors += $0 + "\n" })
            let code = Tool.run(words, console)
            let missing = parts.filter { !output.contains($0) }
            #expect(code == .fine, "\(words): \(missing)\n\(errors)\(output)")
            #expect(errors.isEmpty, "\(words): \(missing)\n\(errors)\(output)")
            #expect(missing.isEmpty, "\(words): \(missing)\n\(errors)\(output)")
            #expect(!output.isEmpty, "\(words): \(missing)\n\(errors)\(output)")
        }
    }

    /// Reading ends at the first damage, so the reader reads up to a line once, for all the bytes of that line.
    @Test func `a flipped bit in any byte is reported with its line`() async throws {
        let bytes = try await Self.evening.value.bytes
        var atLine = LineCursor(bytes)
        var position = 0
        var line = 1
        while true {
            var next = atLine
            guard let range = try next.next() else { break }
            for index in position...range.upperBound {
                var reader = atLine
                reader.bytes[index] ^= 1 << UInt8(index % 8)
                // The newline at the end of a line belongs to it: without it, the next line continues the line.
                do throws(LogFailure) {
                    _ = try reader.next()
                    Issue.record("bit \(index % 8) of byte \(index) in line \(line): not reported")
                } catch {
                    if error.line != line { Issue.record("byte \(index) in line \(line): \(error)") }
                }
            }
            position = range.upperBound + 1
            line += 1
            atLine = next
        }
        #expect(position == bytes.count)
        #expect(line > 30)
    }

    @Test func `the tools' reader reports a flipped bit in each line`() async throws {
        let bytes = try await Self.evening.value.bytes
        var starts = [0]
        for index in bytes.indices where bytes[index] == 0x0A { starts.append(index + 1) }
        for (index, start) in starts.dropLast().enumerated() {
            var flipped = bytes
            flipped[(start + starts[index + 1]) / 2] ^= 0x04
            let failure = #expect(throws: LogFailure.self) {
                var reader = try LogReader(flipped)
                while try reader.next() != nil {}
            }
            #expect(failure?.line == index + 1)
        }
    }
}
