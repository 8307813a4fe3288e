import FlowSimulation
import FlowTestSupport
import Testing

@_spi(Testing) @testable import FlowMachine

/// A shared log does not contain the installation's id, and is otherwise the same.
@Suite struct SharedLogTests {
    private static let installation = "0f9d3a5c7e1b42d68a90c3e5f7182b4d"

    /// Two segments of one launch.
    private func segments(_ installation: String? = SharedLogTests.installation) -> [[UInt8]] {
        let session = RandomSession(seed: 3, settings: .box, count: 60)
        let header = LogHeader(
            app: "Test/1", support: "NOW", previousSupport: "BEFORE", installation: installation, utcOffsetMinutes: -300, settings: .box)
        var recorder = FlowRecorder(header: header)
        var first = recorder.headerLine
        for event in session.events[..<30] { first += recorder.record(event).line }
        var second = recorder.beginSegment(.rotation)
        for event in session.events[30...] { second += recorder.record(event).line }
        return [first, second]
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func checked(_ bytes: [UInt8]) throws -> (header: LogHeader, snapshot: Snapshot?, last: String, records: [LogRecord]) {
        var replay = try Replay(bytes)
        var records: [LogRecord] = []
        while let record = try replay.next() { records.append(record) }
        return (replay.header, replay.snapshot, replay.checksum, records)
    }

    @Test func `the header carries the new fields in every segment, and reads them back`() throws {
        for segment in segments() {
            let header = try LogReader(segment).header
            #expect(header.previousSupport == "BEFORE")
            #expect(header.installation == Self.installation)
            #expect(header.utcOffsetMinutes == -300)
        }
        let plain = LogWriter(header: LogHeader(app: "Test/1", support: "NOW", settings: .box)).headerLine
        for name in ["previousSupport", "installation", "utcOffsetMinutes"] { #expect(!text(plain).contains(name)) }
    }

    @Test func `sharing removes only the id, and every segment still verifies and continues the one before`() throws {
        let (own, without) = (segments(), segments(nil))
        var shared = SharedLog()
        let result = [shared.segment(own[0]), shared.segment(own[1])]
        #expect(result == without, "as if the app had logged no id")
        let (first, second) = (try checked(result[0]), try checked(result[1]))
        #expect(first.header.installation == nil)
        #expect(first.header.previousSupport == "BEFORE")
        #expect(second.snapshot?.follows == first.last)
        #expect(first.records.count + second.records.count == 60)
        for segment in result { #expect(!text(segment).contains(Self.installation)) }
    }

    @Test func `a log without an id is shared unchanged, twice shared is once shared`() {
        for segment in segments(nil) {
            var shared = SharedLog()
            #expect(shared.segment(segment) == segment)
        }
        var (once, twice) = (SharedLog(), SharedLog())
        for segment in segments() {
            let first = once.segment(segment)
            #expect(twice.segment(first) == first)
        }
    }

    @Test func `a damaged log is damaged in the same lines after sharing, and can be repaired in the same way`() throws {
        let own = segments()[0]
        let header = try #require(own.firstIndex(of: 0x0A))
        for offset in [header + 200, header + 3000, own.count - 40] {
            var damaged = own
            damaged[offset] ^= 1
            var shared = SharedLog()
            let result = shared.segment(damaged)
            let (before, after) = (LogSurvey(damaged), LogSurvey(result))
            #expect(before.damages.map(\.lines) == after.damages.map(\.lines))
            #expect(before.wholeLines == after.wholeLines)
            let damage = try #require(after.damages.first)
            let moved = offset - (own.count - result.count)
            #expect(BitRepair.candidates(in: result, damage).contains { $0.offset == moved && $0.bit == 1 }, "\(offset)")
        }
    }

    @Test func `wherever the header is damaged, the id does not leave the app`() throws {
        let end = try #require(segments()[0].firstIndex(of: 0x0A))
        let own = Array(segments()[0][...end])
        let digits = Array(Self.installation.utf8)
        for offset in 0..<end {
            for bit in [1, 4, 32, 64] as [UInt8] {
                var damaged = own
                damaged[offset] ^= bit
                var shared = SharedLog()
                let line = shared.segment(damaged)
                // Not even half of it.
                for start in [0, 16] {
                    let half = Array(digits[start..<start + 16])
                    #expect(!text(line).contains(text(half)), "byte \(offset), bit \(bit)")
                }
            }
        }
    }

    @Test func `a header that another program wrote, with spaces and in another order, loses its id, too`() throws {
        let plain = text(segments(nil)[0]).split(separator: "\n").first.map(String.init) ?? ""
        let content = plain.dropLast(LineWriter.sealLength)
        for field in [#" "installation" : "ABC" ,"#, #""installation":"a\"b","#] {
            let changed = Array("{\(field)\(content.dropFirst())".utf8)
            var line = changed + LineWriter.seal(Checksum.extend(0, changed, 0..<changed.count))
            line.append(0x0A)
            #expect(try LogReader(line).header.installation != nil)
            var shared = SharedLog()
            let result = shared.segment(line)
            #expect(try LogReader(result).header.installation == nil)
        }
    }

    @Test func `any bytes can be shared`() {
        let own = segments()[1]
        for cut in stride(from: 0, to: own.count, by: 97) {
            var shared = SharedLog()
            _ = shared.segment(Array(own[..<cut]))
            _ = shared.segment(Array(own[cut...]))
        }
        var shared = SharedLog()
        for text in ["", "\n", "\n\n", "{", "\"installation\"", "\"installation\":\"", "\"installation\":\"\\"] {
            _ = shared.segment(Array(text.utf8))
        }
    }
}
