import FlowMachine

/// The findings about a log's damages: the first ones one by one, then how many more there are.
package struct DamageFindings {
    private let name: String
    private var effort = BitRepair.Effort()
    private var count = 0

    /// - Parameter name: the name of the log.
    package init(_ name: String) { self.name = name }

    /// The finding about the next damage of the log `bytes`; `nil` if it is not listed.
    package mutating func next(_ lines: DamagedLines, in bytes: [UInt8]) -> TriageCause? {
        count += 1
        return count <= DamageReport.most ? TriageCause.damage(lines, in: bytes, name, &effort) : nil
    }

    /// The finding about the damages that are not listed, if there are any.
    package var rest: TriageCause? { count > DamageReport.most ? TriageCause.moreDamages(count - DamageReport.most, name) : nil }
}

// What is wrong with a log itself.
extension TriageCause {
    /// The damages that are not reported one by one.
    fileprivate static func moreDamages(_ count: Int, _ name: String) -> TriageCause {
        TriageCause(
            kind: .logDamaged, text: "\(grouped(count)) later damages are not listed.", owner: .device,
            advice: "Nothing: flow-trace has read the lines before and after the damage.", isAboutLog: true,
            complaint: "\(name): \(grouped(count)) later damages are not listed.")
    }

    /// Lines of the log `bytes`, whose name is `name`, that cannot be trusted.
    fileprivate static func damage(
        _ lines: DamagedLines, in bytes: [UInt8], _ name: String, _ effort: inout BitRepair.Effort
    ) -> TriageCause {
        let report = DamageReport(lines, in: bytes, &effort)
        if lines.failure.reason == .torn {
            return TriageCause(
                kind: .lastLineIncomplete,
                text: (["The app ended while it wrote line \(lines.failure.line): probably it crashed or was killed."]
                    + report.explanation)
                    .joined(separator: " "),
                owner: .app, advice: "Look for a crash report of that time.", isAboutLog: true,
                complaint: FlowReading.complaint(lines.failure, in: name))
        }
        let text = "\(capitalized(lines.text)) cannot be trusted: \(lines.failure.text)."
        return TriageCause(
            kind: .logDamaged, text: ([text] + report.explanation).joined(separator: " "), owner: .device,
            advice: report.repair == nil
                ? "Nothing: flow-trace has read the lines before and after the damage."
                : "Write the repaired log: flow-trace verify --repair-to repaired.jsonl \(shellWord(name))",
            isAboutLog: true, complaint: "\(name):\(lines.failure.line):\(lines.failure.column): \(lines.failure.text).")
    }

    /// The first event that this build decides differently.
    package static func difference(_ divergence: Divergence, _ header: LogHeader, _ name: String) -> TriageCause {
        let words = Wording(header)
        let event = divergence.thisBuild.event
        let rules = divergence.recorded.map {
            $0.rule == divergence.thisBuild.rule ? "" : ", by rule \($0.rule) instead of \(divergence.thisBuild.rule)"
        }
        return TriageCause(
            kind: .decidedDifferently,
            text: "The library that wrote it (\(header.library)) made a different decision than this build (\(LogHeader.library)) at event "
                + "\(divergence.thisBuild.number)\(rules ?? ""). The rest is reported as recorded.",
            owner: .library, advice: "Compare the two: flow-trace verify --all \(shellWord(name))",
            evidence: [
                Evidence(event: divergence.thisBuild.number, time: event.time, text: words.sentence(event, asked: nil))
            ], isAboutLog: true,
            complaint: "\(name):\(divergence.line): this build decides event \(divergence.thisBuild.number) differently.")
    }
}
