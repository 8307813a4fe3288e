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

    @Test(arguments: 0..<3) func `a log continues after any record, and in a new segment, as if it had never stopped`(seed: Int) throws {
        let session = RandomSession(seed: UInt64(seed), settings: [FlowSettings.box, .phone, .bare][seed], count: 30)
        var recorder = Recorder(header: session.header)
        var log = recorder.headerLine
        for event in session.events {
            var replay = try Replay(log)
            while try replay.advance() != nil {}
            #expect(replay.number == recorder.number)
            var other = Recorder(continuing: replay)
            var copy = recorder
            #expect(other.beginSegment(.rotation) == copy.beginSegment(.rotation))
            other = Recorder(continuing: replay)
            let line = recorder.record(event).line
            #expect(other.record(event).line == line)
            log += line
        }
    }
}
