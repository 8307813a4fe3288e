import FlowSimulation

@testable import FlowMachine
@testable import FlowReading
@testable import flow_trace

/// `Specs/formats/1`: the log's format as written, and the defects that reading must find.
enum FormatSamples {
    static let folder = "Specs/formats/1"
    static let good = "\(folder)/good.jsonl"

    /// A log that is read completely: a record of every shape in the scenarios. It shows the format, not a flow: the records
    /// come from several scenarios and were renumbered, so it cannot be replayed.
    static func sampler(_ stories: [Story]) -> [UInt8] {
        var shapes: Set<String> = []
        var records: [LogRecord] = []
        for story in stories {
            for record in story.records where !shape(record).isSubset(of: shapes) {
                shapes.formUnion(shape(record))
                let number = Int64(records.count + 1)
                records.append(
                    LogRecord(
                        number: number, by: record.by.map { min($0, number - 1) }, event: record.event, rule: record.rule,
                        state: record.state, step: record.step, effects: record.effects, digest: record.digest))
            }
        }
        let header = LogHeader(
            app: "DemoTV/1.0", support: "4711", settings: .appleTV, names: [ResourceName(ref: SecretRef(.resource, 1), name: "news")])
        return LogBytes.of(records, header: header)
    }

    /// The fields that a record has, and their kinds.
    private static func shape(_ record: LogRecord) -> Set<String> {
        let words: Set = ["kind", "permission", "type", "purpose", "reason", "action", "source", "missing"]
        return Set(
            Tree(record).leaves.map { leaf in
                var path = leaf.path
                while let open = path.firstIndex(of: "["), let close = path[open...].firstIndex(of: "]") {
                    path.removeSubrange(open...close)
                }
                let name = path.split(separator: ".").last.map(String.init) ?? ""
                return words.contains(name) ? "\(path) \(leaf.text)" : path
            })
    }

    /// A defect of a log, and the failure that reading must report.
    struct Defect: Sendable {
        let name: String
        /// Damages the lines of a good log.
        let spoil: @Sendable ([[UInt8]]) -> [[UInt8]]
        /// The line at which reading ends and the reason; `nil` if the whole log is read.
        let failure: (line: Int, isExpected: @Sendable (LogFailure.Reason) -> Bool)?

        var path: String { "\(FormatSamples.folder)/\(name).jsonl" }
    }

    /// The number of lines of the good log that are damaged.
    static let length = 8

    static let defects: [Defect] = [
        Defect(
            name: "torn", spoil: { $0.dropLast() + [Array($0[7].dropLast(40))] },
            failure: (8, { $0 == .torn })),
        Defect(
            name: "flipped-bit", spoil: { lines in changed(lines, 4) { $0[$0.count / 2] ^= 1 } },
            failure: (5, { if case .checksum = $0 { true } else { false } })),
        Defect(
            name: "lost-line", spoil: { Array($0[..<4] + $0[5...]) },
            failure: (5, { if case .checksum = $0 { true } else { false } })),
        Defect(
            name: "doubled-line", spoil: { Array($0[...4] + $0[4...]) },
            failure: (6, { if case .checksum = $0 { true } else { false } })),
        Defect(
            name: "lost-event", spoil: { sealed(Array($0[..<4] + $0[5...])) },
            failure: (5, { $0 == .number(expected: 4, found: 5) })),
        Defect(
            name: "no-checksum", spoil: { lines in changed(lines, 3) { $0 = Array($0.dropLast(19)) + Array("}\n".utf8) } },
            failure: (4, { $0 == .noChecksum })),
        Defect(
            name: "doubled-key", spoil: { sealed(replaced($0, 3, #""rule":"#, #""rule":"FM-01","rule":"#)) },
            failure: (4, { content($0) == .doubled("rule") })),
        Defect(
            name: "missing-key", spoil: { sealed(replaced($0, 3, #""rule":"#, #""rulings":"#)) },
            failure: (4, { content($0) == .missing("rule") })),
        Defect(
            name: "unknown-event", spoil: { sealed(replaced($0, 2, #""origin":{"kind":""#, #""origin":{"kind":"tele"#)) },
            failure: (3, { if case .unknown(let word)? = content($0) { word.hasPrefix("tele") } else { false } })),
        Defect(
            name: "later-format", spoil: { sealed(replaced($0, 0, #""format":1"#, #""format":2"#)) },
            failure: (1, { $0 == .format(2) })),
        Defect(name: "empty", spoil: { _ in [] }, failure: (1, { $0 == .empty })),
        Defect(
            name: "unknown-field",
            spoil: {
                sealed(replaced(replaced($0, 3, #""rule":"#, #""mood":{"of":["the",2]},"rule":"#), 0, #""app":"#, #""new":null,"app":"#))
            },
            failure: nil),
    ]

    // MARK: Damaging

    private static func content(_ reason: LogFailure.Reason) -> CodingFailure.Reason? {
        if case .content(let failure) = reason { failure.reason } else { nil }
    }

    static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: true).map { Array($0) + [0x0A] }
    }

    private static func changed(_ lines: [[UInt8]], _ index: Int, _ change: (inout [UInt8]) -> Void) -> [[UInt8]] {
        var lines = lines
        change(&lines[index])
        return lines
    }

    static func replaced(_ lines: [[UInt8]], _ index: Int, _ old: String, _ new: String) -> [[UInt8]] {
        changed(lines, index) { line in
            line = Array(String(decoding: line, as: UTF8.self).replacing(old, with: new, maxReplacements: 1).utf8)
        }
    }

    /// The same contents with matching checksums.
    static func sealed(_ lines: [[UInt8]]) -> [[UInt8]] {
        var checksum: UInt32 = 0
        return lines.map { line in
            let content = line.dropLast(LineWriter.sealLength + 1)
            checksum = Checksum.extend(checksum, Array(content), 0..<content.count)
            return content + Array(",\"crc\":\"\(hex32(checksum))\"}\n".utf8)
        }
    }
}
