import Testing

@_spi(Testing) @testable import FlowMachine

/// `Specs/formats`: logs of released versions stay readable, and defects are reported.
@Suite("Specs: the log's format") struct SpecsFormatTests {
    /// The good log, which is written only if it is missing: a released format does not change.
    private func good() throws -> [UInt8] {
        if Golden.isRecording, Golden.recorded(FormatSamples.good) == nil {
            try Golden.write(Golden.File(FormatSamples.good, FormatSamples.sampler(try Story.read())))
        }
        return try #require(Golden.recorded(FormatSamples.good), "\(FormatSamples.good): there is no such file")
    }

    private func read(_ bytes: [UInt8]) -> (records: [LogRecord], failure: LogFailure?) {
        var records: [LogRecord] = []
        do throws(LogFailure) {
            var reader = try LogReader(bytes)
            while let record = try reader.next() { records.append(record) }
            return (records, nil)
        } catch {
            return (records, error)
        }
    }

    @Test func `a log of format 1 is read completely and written again to the same bytes`() throws {
        let bytes = try good()
        let (records, failure) = read(bytes)
        if let failure {
            Issue.record(
                "\(FormatSamples.good):\(failure.line):\(failure.column): \(failure.text). Logs of this format are out there: they must stay readable."
            )
        }
        #expect(records.count > 50)
        var writer = LogWriter(header: try LogReader(bytes).header)
        var written = writer.headerLine
        for record in records { written += writer.line(record) }
        let isSame = written == bytes
        #expect(isSame, "a record is written differently from \(FormatSamples.good)")
    }

    @Test func `the good log contains every kind of event and effect`() throws {
        let records = read(try good()).records
        let events = Set(records.map { $0.event.origin.kind })
        #expect(events.count == FlowEvent.Origin.Kind.allCases.count)
        let effects = Set(records.flatMap { $0.effects.map(\.kind) })
        #expect(effects.count == Effect.Kind.allCases.count)
    }

    @Test func `every defect is located on its line, and the lines before it are read`() throws {
        let lines = Array(FormatSamples.lines(try good()).prefix(FormatSamples.length))
        let whole = read(lines.flatMap(\.self)).records
        #expect(whole.count == FormatSamples.length - 1)
        for defect in FormatSamples.defects {
            let (records, failure) = read(defect.spoil(lines).flatMap(\.self))
            #expect(failure?.line == defect.failure?.line, "\(defect.name): \(failure?.text ?? "read whole")")
            if let failure, let expected = defect.failure {
                #expect(expected.isExpected(failure.reason), "\(defect.name): \(failure.text)")
            }
            let count = defect.failure.map { max(0, $0.line - 2) } ?? whole.count
            let isGood = records == Array(whole.prefix(count))
            #expect(isGood, "\(defect.name): \(records.count) of \(count) records are good")
        }
    }

    @Test func `the damaged logs in Specs are those that the samples define`() throws {
        let bytes = try good()
        let lines = Array(FormatSamples.lines(bytes).prefix(FormatSamples.length))
        let spoilt = FormatSamples.defects.map { Golden.File($0.path, $0.spoil(lines).flatMap(\.self)) }
        let readme = Golden.File("Specs/formats/README.md", text)
        try Golden.check([readme, Golden.File(FormatSamples.good, bytes)] + spoilt, inFolder: "Specs/formats")
    }

    private var text: String {
        var text = """
            # The log's format

            One folder per released format version. `good.jsonl` contains a record of every shape that the scenarios have;
            this build must read it completely and write the same bytes again. The file was written once and is not recorded again: a
            build that cannot read it cannot read the logs of released apps. Its records are separate samples, not a flow, so no
            test replays it; the tests replay the logs of the [scenarios](../scenarios/README.md) instead. Each other file contains the first
            lines of `good.jsonl` with one defect:

            | file | reading ends at line |
            |---|---|

            """
        for defect in FormatSamples.defects {
            text +=
                "| [\(defect.name).jsonl](1/\(defect.name).jsonl) | \(defect.failure.map { String($0.line) } ?? "none: it is read completely") |\n"
        }
        return text
    }
}
