import FlowMachine
import FlowReading

/// The verdicts on captures in SARIF 2.1.0, which code hosts show as annotations.
package enum SARIFReport {
    /// Returns one SARIF log with one run of this version of the tool.
    package static func text(_ verdicts: [(name: String, verdict: Verdict)]) -> String {
        let rules = Check.all
        let causes = Tree.object([
            Tree.Member("id", .text(cause)), Tree.Member("shortDescription", message("What the answers say, whatever the app does.")),
            Tree.Member("defaultConfiguration", .object([Tree.Member("level", .text("warning"))])),
        ])
        let driver = Tree.object([
            Tree.Member("name", .text("flow-trace")), Tree.Member("version", .text(LogHeader.library)),
            Tree.Member("rules", .list(rules.map(rule) + [causes])),
        ])
        let run = Tree.object([
            Tree.Member("tool", .object([Tree.Member("driver", driver)])),
            Tree.Member("columnKind", .text("utf16CodeUnits")),
            Tree.Member(
                "results",
                .list(
                    verdicts.flatMap { name, verdict in
                        (verdict.causes + verdict.findings).map { result($0, name, rules) }
                    })),
        ])
        return Tree.object([
            Tree.Member("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json")), Tree.Member("version", .text("2.1.0")),
            Tree.Member("runs", .list([run])),
        ]).json
    }

    private static let cause = "cause"

    private static func message(_ text: String) -> Tree { .object([Tree.Member("text", .text(text))]) }

    private static func rule(_ check: Check) -> Tree {
        .object([
            Tree.Member("id", .text(check.rule)), Tree.Member("shortDescription", message(check.demand)),
            Tree.Member("defaultConfiguration", .object([Tree.Member("level", .text(check.level.sarif))])),
        ])
    }

    private static func result(_ finding: Verdict.Finding, _ name: String, _ rules: [Check]) -> Tree {
        let index = rules.firstIndex { $0.rule == finding.rule } ?? rules.count
        let places = finding.evidence.prefix(20).map { evidence in
            Tree.object([
                Tree.Member(
                    "physicalLocation",
                    .object([
                        Tree.Member("artifactLocation", .object([Tree.Member("uri", .text(uri(name)))])),
                        Tree.Member("region", .object([Tree.Member("startLine", .number(Int64(evidence.line)))])),
                    ])),
                Tree.Member(
                    "message",
                    message("Entry \(evidence.entry), \(TimeWords.second(evidence.sent, .utc)): \(evidence.title), \(evidence.answer)")),
            ])
        }
        return .object([
            Tree.Member("ruleId", .text(finding.rule ?? cause)), Tree.Member("ruleIndex", .number(Int64(index))),
            Tree.Member("level", .text(finding.level?.sarif ?? "warning")),
            Tree.Member("message", message("\(finding.text) \(finding.demand)")),
            Tree.Member("locations", .list(Array(places.prefix(1)))),
            Tree.Member("relatedLocations", .list(Array(places.dropFirst()))),
        ])
    }

    /// Returns a path as a URI reference. A character that a URI cannot contain is percent-encoded.
    private static func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: bytes.append(byte)
            case _: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RuleLevel {
    fileprivate var sarif: String {
        switch self {
        case .must, .never: "error"
        case .should: "warning"
        case .inferred: "note"
        }
    }
}
