import FlowMachine

/// The findings about the damage in a log: one finding for each of the first damaged places, then one with the number of all other places.
package struct DamageFindings {
    private let name: String
    private let words: Wording
    private var effort = BitRepair.Effort()
    private var count = 0

    /// Creates the findings for a log.
    ///
    /// - Parameters:
    ///   - name: The name of the log.
    ///   - header: The header of the log.
    ///   - clock: The clock for times in texts.
    package init(_ name: String, _ header: LogHeader, _ clock: DisplayedClock = .utc) {
        self.name = name
        words = Wording(header, clock)
    }

    /// Returns the finding about the next damage in `bytes`; `nil` if the damage is only counted.
    package mutating func next(_ lines: DamagedLines, in bytes: [UInt8]) -> TriageCause? {
        count += 1
        return count <= DamageReport.most ? TriageCause.damage(lines, in: bytes, name, words, &effort) : nil
    }

    /// The finding about the damaged places that were only counted; `nil` if there are none.
    package var rest: TriageCause? { count > DamageReport.most ? TriageCause.moreDamages(count - DamageReport.most, name, words) : nil }
}

// Findings about a log itself.
extension TriageCause {
    /// Returns the finding about the damaged places that were only counted.
    fileprivate static func moreDamages(_ count: Int, _ name: String, _ words: Wording) -> TriageCause {
        let text = "\(grouped(count)) later damages are not listed."
        return TriageCause(.log(.logDamaged(FlowCause.LogFault(text: text, advice: skipped, complaint: "\(name): \(text)"))), words)
    }

    private static let skipped = "Nothing: flow-trace has read the lines before and after the damage."

    /// Returns the finding about damaged lines in the log `bytes` with the name `name`.
    fileprivate static func damage(
        _ lines: DamagedLines, in bytes: [UInt8], _ name: String, _ words: Wording, _ effort: inout BitRepair.Effort
    ) -> TriageCause {
        let report = DamageReport(lines, in: bytes, &effort)
        func fault(_ text: String, advice: String, complaint: String) -> FlowCause.LogFault {
            FlowCause.LogFault(text: ([text] + report.explanation).joined(separator: " "), advice: advice, complaint: complaint)
        }
        if lines.failure.reason == .torn {
            return TriageCause(
                .log(
                    .lastLineIncomplete(
                        fault(
                            "The app ended while it wrote line \(lines.failure.line): probably it crashed or was killed.",
                            advice: "Look for a crash report of that time.", complaint: FlowReading.complaint(lines.failure, in: name)))),
                words)
        }
        return TriageCause(
            .log(
                .logDamaged(
                    fault(
                        "\(capitalized(lines.text)) cannot be trusted: \(lines.failure.text).",
                        advice: report.repair == nil
                            ? skipped : "Write the repaired log: flow-trace verify --repair-to repaired.jsonl \(shellWord(name))",
                        complaint: "\(name):\(lines.failure.line):\(lines.failure.column): \(lines.failure.text)."))), words)
    }

    /// Returns the finding about the first event that this build decides differently.
    ///
    /// - Parameters:
    ///   - divergence: The difference at that event.
    ///   - header: The header of the log.
    ///   - name: The name of the log.
    ///   - clock: The clock for times in texts.
    package static func difference(
        _ divergence: Divergence, _ header: LogHeader, _ name: String, _ clock: DisplayedClock = .utc
    ) -> TriageCause {
        let (number, event) = (divergence.thisBuild.number, divergence.thisBuild.event)
        let rules = divergence.recorded.map {
            $0.rule == divergence.thisBuild.rule ? "" : ", by rule \($0.rule) instead of \(divergence.thisBuild.rule)"
        }
        let fault = FlowCause.LogFault(
            text: "The library that wrote it (\(header.library)) made a different decision than this build (\(LogHeader.library)) at event "
                + "\(number)\(rules ?? ""). The rest is reported as recorded.",
            advice: "Compare the two: flow-trace verify --all \(shellWord(name))",
            complaint: "\(name):\(divergence.line): this build decides event \(number) differently.")
        let witness = Witness(number, event.time, .event(event, asked: nil, shown: nil))
        return TriageCause(.log(.decidedDifferently(fault)), Wording(header, clock), [witness])
    }
}
