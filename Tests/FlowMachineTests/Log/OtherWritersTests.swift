import FlowTestSupport
import Testing

@testable import FlowMachine

/// JSON that another program wrote, and logs that are continued elsewhere.
@Suite struct OtherWritersTests {
    private func name(_ json: String) throws(CodingFailure) -> ResourceName {
        var reader = Reader(strict: Array(json.utf8))
        let name = try ResourceName.read(from: &reader)
        try reader.finish()
        return name
    }

    private func failure(_ json: String) -> CodingFailure? {
        do throws(CodingFailure) {
            _ = try name(json)
            return nil
        } catch {
            return error
        }
    }

    @Test func `every escape and all white space of JSON is read`() throws {
        let json = "\r\n{\n\t\"name\" : \"\\u00e9\\u00C9\\uD83D\\ude00\\u0041\\/\\u0000\" ,\n \"ref\":\"resource#1\"\r}\n"
        let expected = ResourceName(ref: SecretRef(.resource, 1), name: "éÉ😀A/\0")
        #expect(try name(json) == expected)
    }

    @Test func `half a surrogate pair and a broken escape are no text`() {
        for text in [#"\ud83d"#, #"\ude00"#, #"\ud83d\ud83d"#, #"\ud83dx"#, #"\uD83D\u0041"#] {
            #expect(failure(#"{"ref":"resource#1","name":"\#(text)"}"#)?.reason == .notText, "\(text)")
        }
        for text in [#"\u12"#, #"\u12G4"#, #"\u 123"#, #"\x41"#] {
            #expect(failure(#"{"ref":"resource#1","name":"\#(text)"}"#)?.reason == .syntax, "\(text)")
        }
    }

    @Test func `a strict reader names an unknown field, in any order of the fields`() {
        let unknown = CodingFailure.Reason.unknown("nmae")
        #expect(failure(#"{"ref":"resource#1","name":"x","nmae":"y"}"#) == CodingFailure(unknown, column: 31))
        #expect(failure(#"{"nmae":"y","name":"x","ref":"resource#1"}"#) == CodingFailure(unknown, column: 1))
        #expect(failure(#"{"name":"x","ref":"resource#1"}"#) == nil)
    }

    @Test func `a strict reader accepts every value that this build writes, at any depth`() throws {
        for seed in 0..<300 as Range<UInt64> {
            var source = RandomValueSource(seed: seed, hasOddTexts: false)
            let event = try FlowEvent.read(from: &source)
            var writer = JSONWriter()
            writer.write(event)
            // White space before the end makes the reader look for each field with care.
            var reader = Reader(strict: writer.bytes.dropLast() + Array(" }".utf8))
            let read = try FlowEvent.read(from: &reader)
            #expect(read == event, "seed \(seed)")
        }
    }

    private func settings(_ json: [UInt8]) throws(CodingFailure) -> FlowSettings {
        var reader = Reader(strict: json)
        let settings = try FlowSettings.read(from: &reader)
        try reader.finish()
        return settings
    }

    @Test func `settings of another program may leave out each field that has a default, and no other`() throws {
        let needed = [
            #""serviceProvider":"S""#, #""domainName":"d""#, #""redirectURL":"r""#, #""platform":"tvOS""#, #""hasUserAgent":true"#,
        ]
        func json(_ fields: [String]) -> [UInt8] { Array("{\(fields.joined(separator: ","))}".utf8) }
        func read(_ fields: [String]) throws(CodingFailure) -> FlowSettings { try settings(json(fields)) }
        var expected = FlowSettings(serviceProvider: "S", domainName: "d", redirectURL: "r", platform: .tvOS)
        expected.partner = .absent
        expected.hasUserAgent = true
        #expect(try read(needed) == expected)
        #expect(try read(needed + [#""policy":{}"#]) == expected)
        for index in needed.indices {
            var fields = needed
            fields.remove(at: index)
            #expect(throws: CodingFailure.self, "without \(needed[index])") { _ = try read(fields) }
        }
        // A log leaves out nothing that has a default.
        var log = Reader(json(needed))
        #expect(throws: CodingFailure.self) { _ = try FlowSettings.read(from: &log) }
    }

    @Test func `settings of another program have every field of the log's, with the same meaning`() throws {
        for seed in 0..<100 as Range<UInt64> {
            var source = RandomValueSource(seed: seed, hasOddTexts: false)
            var written = try FlowSettings.read(from: &source)
            // What a log does not write of these means what library 0.1.0 and 0.2.0 did; elsewhere it means the default.
            written.policy.userAgentGrace = .seconds(1)
            written.policy.showsCodeWithUserAgent = false
            written.policy.recognizesEndOfLife = true
            var writer = JSONWriter()
            writer.write(written)
            #expect(try settings(writer.bytes) == written, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<3) func `a log continues after any record, and in a new segment, as if it had never stopped`(seed: Int) throws {
        let session = RandomSession(seed: UInt64(seed), settings: [FlowSettings.box, .phone, .bare][seed], count: 30)
        var recorder = FlowRecorder(header: session.header)
        var log = recorder.headerLine
        for event in session.events {
            var replay = try Replay(log)
            while try replay.advance() != nil {}
            #expect(replay.number == recorder.number)
            var other = FlowRecorder(continuing: replay)
            var copy = recorder
            #expect(other.beginSegment(.rotation) == copy.beginSegment(.rotation))
            other = FlowRecorder(continuing: replay)
            let line = recorder.record(event).line
            #expect(other.record(event).line == line)
            log += line
        }
    }
}
