import Testing

@testable import FlowMachine

/// `describe` and `read` list the same fields in the same order, for every value that a log line can contain: each
/// type is a part of one of the three kinds of lines.
@Suite struct RoundTripTests {
    private func check<T: LogObject & Equatable>(_ type: T.Type, seed: UInt64, hasOddTexts: Bool) throws {
        var source = RandomValueSource(seed: seed, hasOddTexts: hasOddTexts)
        let value = try T.read(from: &source)
        var writer = LineWriter()
        let line = writer.line(value)
        let text = Comment(rawValue: String(decoding: line, as: UTF8.self))
        var reader = Reader(line, 0..<line.count - 1, isSealed: true)
        let careful = try T.read(from: &reader)
        try reader.finish()
        #expect(careful == value, text)
        let quick = LineCursor(line).quickValue(type, 0..<line.count - 1)
        if !hasOddTexts || quick != nil { #expect(quick == value, text) }
        #expect(digest(careful) == digest(value), text)
        var again = LineWriter()
        #expect(again.line(careful) == line, text)
    }

    private func digest<T: LogValue>(_ value: T) -> UInt64 {
        var digester = Digester()
        value.describe(to: &digester)
        return digester.digest
    }

    @Test(arguments: [false, true]) func `records read back equal the records written`(hasOddTexts: Bool) throws {
        for seed in 0..<500 as Range<UInt64> {
            try check(LogRecord.self, seed: seed, hasOddTexts: hasOddTexts)
            try check(Snapshot.self, seed: seed, hasOddTexts: hasOddTexts)
            try check(LogHeader.self, seed: seed, hasOddTexts: hasOddTexts)
        }
    }

    /// One changed byte: the quick reader reads the same as the careful reader, or nothing.
    @Test func `the quick reader accepts nothing that the careful reader rejects`() throws {
        var accepted = 0
        for seed in 0..<60 as Range<UInt64> {
            var source = RandomValueSource(seed: seed, hasOddTexts: false)
            let record = try LogRecord.read(from: &source)
            var writer = LineWriter()
            let line = writer.line(record)
            for index in 0..<line.count - 1 - LineWriter.sealLength {
                for byte in [line[index] ^ 1, line[index] ^ 0x10, 0x2C, 0x22, 0x30, 0x7D] where byte != line[index] {
                    var changed = line
                    changed[index] = byte
                    guard let quick = LineCursor(changed).quickValue(LogRecord.self, 0..<line.count - 1) else { continue }
                    accepted += 1
                    var reader = Reader(changed, 0..<line.count - 1, isSealed: true)
                    let careful = try? LogRecord.read(from: &reader)
                    if careful != quick { Issue.record("\(String(decoding: changed, as: UTF8.self))") }
                }
            }
        }
        #expect(accepted > 1000)
    }

    @Test func `a word is found by its bytes and never by other text`() {
        func check<W: Word>(_ type: W.Type) {
            for word in W.allCases {
                let bytes = Array(word.rawValue.utf8) + Array(repeating: 0x22, count: 16)
                bytes.withUnsafeBytes { bytes in
                    guard let base = bytes.baseAddress else { return }
                    for count in 0...word.rawValue.utf8.count {
                        let text = String(word.rawValue.utf8.prefix(count)) ?? ""
                        #expect(W.table.find(base, count) == W(rawValue: text))
                    }
                }
            }
            #expect(Set(W.allCases.map { W.table.code(of: $0) }).count == W.allCases.count)
        }
        check(Rule.self)
        check(Endpoint.Kind.self)
        check(SecretRef.Kind.self)
        check(Registered.Step.self)
    }
}

@Suite struct IdentifierTests {
    @Test func `ids that look alike but differ in their bytes are different`() {
        for (composed, decomposed) in [("caf\u{E9}", "cafe\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}")] {
            #expect(composed == decomposed)
            #expect(MVPDID(composed) != MVPDID(decomposed))
            #expect(PlatformMappingID(composed) != PlatformMappingID(decomposed))
            #expect(MVPDID(composed) == MVPDID(composed))
            #expect(Set([composed, decomposed].compactMap { MVPDID($0) }).count == 2)
            #expect(Set([composed, decomposed].compactMap { PlatformMappingID($0) }).count == 2)
        }
    }
}

@Suite struct NumberTests {
    @Test(arguments: [Int64.min, Int64.max, 1 << 53, -(1 << 53)])
    func `a number outside the log's range is written as the nearest number that the log can contain`(number: Int64) throws {
        let event = FlowEvent(
            time: Instant(milliseconds: 0),
            origin: .reply(RequestID(1), Reply(.failed(.status(http: number)), trace: AnswerTrace(http: number))))
        var recorder = FlowRecorder(header: LogHeader(app: "Test/1", support: "number", settings: .box))
        let line = recorder.record(event).line
        var reader = try LogReader(recorder.headerLine + line)
        let read = try #require(try reader.next())
        let nearest = number < 0 ? -Instant.bound : Instant.bound
        #expect(read.event.origin == .reply(RequestID(1), Reply(.failed(.status(http: nearest)), trace: AnswerTrace(http: nearest))))
    }
}
