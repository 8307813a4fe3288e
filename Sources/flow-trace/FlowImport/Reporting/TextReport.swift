import FlowMachine
import FlowReading

extension Verdict {
    /// The maximum number of entries that the text of a finding lists.
    private static let listed = 6

    /// Returns the verdict as text for people.
    package func text(_ name: String, _ look: Look) -> String {
        let ascii = look.glyphs.isASCII
        var lines = [Printable.text(name, ascii: ascii)]
        add(summary, indent: 2, look, to: &lines)
        lines.append("")
        for sentence in coverage.sentences(look.clock) { add(sentence, indent: 2, look, to: &lines) }
        for cause in causes { add(cause, "cause", look, to: &lines) }
        for finding in findings { add(finding, nil, look, to: &lines) }
        let kept = shown.filter { !$0.isBroken }
        if !kept.isEmpty {
            lines.append("")
            let rules = kept.map { "\($0.rule) (\($0.occasions))" }.joined(separator: ", ")
            add("Kept, with the number of places in which the capture shows it: \(rules).", indent: 0, look, to: &lines)
        }
        if !hidden.isEmpty {
            lines += ["", "What this capture cannot show, because it would need:"]
            for rule in hidden {
                let texts = wrapped(rule.needs, to: look.width - 12, ascii: ascii)
                for (index, text) in texts.enumerated() { lines.append("  " + padded(index == 0 ? rule.rule : "", to: 9) + " " + text) }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The result in one sentence.
    package var summary: String {
        let broken = shown.filter { $0.isBroken && $0.level.isBinding }.count
        let remarks = shown.filter { $0.isBroken && !$0.level.isBinding }.count
        var text = broken == 0 ? "No rule is broken" : broken == 1 ? "1 rule is broken" : "\(broken) rules are broken"
        text += " of the \(shown.count) that this capture shows; \(hidden.count) cannot be judged by it."
        return remarks == 0 ? text : text + " \(counted(remarks, "remark")) about what Adobe's documents leave open."
    }

    private func add(_ text: String, indent: Int, _ look: Look, to lines: inout [String]) {
        let blanks = String(repeating: " ", count: indent)
        lines += wrapped(text, to: look.width - indent, ascii: look.glyphs.isASCII).map { blanks + $0 }
    }

    private func add(_ finding: Finding, _ head: String?, _ look: Look, to lines: inout [String]) {
        let head = head ?? "\(finding.rule ?? "") \(finding.level?.rawValue ?? "")"
        lines.append("")
        let texts = wrapped("\(head): \(finding.text)", to: look.width, ascii: look.glyphs.isASCII)
        lines += texts.enumerated().map { $0 == 0 ? $1 : "  " + $1 }
        for (index, text) in wrapped(finding.demand, to: look.width - 12, ascii: look.glyphs.isASCII).enumerated() {
            lines.append("  " + padded(index > 0 ? "" : finding.rule == nil ? "advice" : "rule", to: 9) + " " + text)
        }
        let shown = finding.evidence.prefix(finding.evidence.count > Verdict.listed + 1 ? Verdict.listed : Verdict.listed + 1)
        let titles = shown.map { Printable.text($0.title, ascii: look.glyphs.isASCII) }
        let digits = shown.reduce(0) { max($0, "\($1.entry)".count) }
        let widest = min(titles.reduce(0) { max($0, DisplayedWidth.of($1)) }, 56)
        for (index, (evidence, title)) in zip(shown, titles).enumerated() {
            let head =
                "  " + padded(index == 0 ? "entry" : "", to: 9) + " " + padded("\(evidence.entry)", to: digits, right: true) + "  "
                + TimeWords.clock(evidence.sent, look.clock) + "  "
            let answer = Printable.text(evidence.answer, ascii: look.glyphs.isASCII)
            let row = head + padded(title, to: widest) + "  " + answer
            if DisplayedWidth.of(row) <= look.width {
                lines.append(row)
                continue
            }
            // The answer has a line of its own and is never cut, because readers search for the answer's error code.
            let indent = DisplayedWidth.of(head)
            lines.append(head + cut(title, to: look.width - indent, look.glyphs))
            add(answer, indent: indent + 2, look, to: &lines)
        }
        if shown.count < finding.evidence.count { lines.append("            and \(finding.evidence.count - shown.count) more") }
    }
}

extension Verdict.Coverage {
    /// Returns the contents of the capture in sentences.
    func sentences(_ clock: DisplayedClock) -> [String] {
        var parts: [String] = []
        if registration > 0 { parts.append("\(registration) registration") }
        if v2 > 0 { parts.append("\(v2) REST API V2") }
        if v1 > 0 { parts.append("\(v1) REST API V1") }
        if pages > 0 { parts.append("\(pages) pages and second screens") }
        if accessEnabler > 0 { parts.append("\(accessEnabler) of the AccessEnabler SDK, which no rule here is about") }
        var sentences = [
            "\(counted(entries, "entry", "entries")): \(adobe) to Adobe Pass" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
                + ", \(others) to other hosts" + (unreadable.isEmpty ? "" : ", \(unreadable.count) that cannot be read") + "."
        ]
        if let first, let last {
            sentences.append(
                "\(TimeWords.second(first, clock)) to \(TimeWords.second(last, clock)), \(length(last.milliseconds - first.milliseconds)), \(counted(devices, "device"))."
            )
        }
        if isCut { sentences.append("The file ends in the middle of an entry: what follows is missing.") }
        if wasReordered { sentences.append("The entries are not in the order of their times: they were sorted.") }
        if let example = unreadable.first {
            sentences.append("The first entry that cannot be read is \(example): not JSON, or without a method, a URL or a time.")
        }
        if let example = bodies.first {
            sentences.append(
                "\(counted(bodies.count, "answer")) cannot be read, so rules about \(bodies.count == 1 ? "it" : "them") are not judged; entry \(example.entry): \(example.reason)."
            )
        }
        if alike > 0 {
            sentences.append(
                "\(counted(alike, "request")) to other hosts look like Adobe Pass: name a host with --host to judge them, too.")
        }
        return sentences
    }
}
