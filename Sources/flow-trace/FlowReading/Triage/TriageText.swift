import FlowMachine

/// Reports on launches as text: a few in full, many as a table with counts.
package struct TriageText {
    private var page: Page

    private init(_ look: Look) { page = Page(look) }

    // MARK: One launch

    /// One launch in full. `changes`: the differences from the previous launch. `isNamed`: the file's name is printed above it.
    package static func lines(_ report: LaunchReport, _ changes: [TriageCause], _ look: Look, isNamed: Bool) -> [String] {
        var text = TriageText(look)
        if isNamed { text.page.paragraph(report.segments.map({ $0.file }).joined(separator: ", "), .dim) }
        text.heading(report)
        let findings = report.findings + changes
        text.findings(findings.filter { !$0.kind.isCircumstance }, report)
        for group in RequestGroup.groups(report.unfulfilled + report.troubled) {
            text.page.blank()
            text.request(group, report)
        }
        // What alone explains no failure does not stand above one.
        text.findings(findings.filter { $0.kind.isCircumstance }, report)
        text.page.blank()
        text.page.paragraph(TriageText.end(report, isWell: report.findings.isEmpty && changes.isEmpty))
        return text.page.lines
    }

    private mutating func findings(_ findings: [TriageCause], _ report: LaunchReport) {
        for finding in findings {
            page.blank()
            page.paragraph(capitalized(finding.kind.words), .alarm)
            cause(finding, report)
        }
    }

    private static func end(_ report: LaunchReport, isWell: Bool) -> String {
        let isFulfilled = report.unfulfilled.isEmpty && report.troubled.isEmpty
        let count = report.requests.count
        if isFulfilled, isWell {
            switch count {
            case 0: return "There were no requests, and nothing went wrong."
            case 1: return "All is well: the one request, \(report.requests[0].name), was fulfilled."
            case 2: return "All is well: both requests were fulfilled."
            case _: return "All is well: all \(count) requests were fulfilled."
            }
        }
        if count == 0 { return "There were no requests." }
        if count == 1 { return "The one request was \(report.unfulfilled.isEmpty ? "" : "not ")fulfilled." }
        let more = report.leftOut > 0 ? " \(grouped(report.leftOut)) later requests are not listed." : ""
        return "\(count - report.unfulfilled.count) of \(count) requests fulfilled.\(more)"
    }

    private mutating func heading(_ report: LaunchReport) {
        let system = report.header.system.map { ", \($0)" } ?? ""
        page.paragraph("\(report.header.app), library \(report.header.library)\(system), support id \(report.header.support)", .bold)
        let length = TimeWords.length(report.end.milliseconds - report.start.milliseconds)
        let events = "\(report.events) event\(report.events == 1 ? "" : "s")"
        if report.events == 0 { return page.paragraph(events) }
        page.paragraph(
            "\(TimeWords.second(report.start, report.words.clock)) to \(TimeWords.second(report.end, report.words.clock)), \(length), \(events); \(TriageText.clock(report))"
        )
    }

    private static func clock(_ report: LaunchReport) -> String {
        report.clockAhead.map(DeviceClock.sentence) ?? "no answer reported Adobe's time"
    }

    private mutating func request(_ group: RequestGroup, _ report: LaunchReport) {
        let request = group.first
        let place = request.event.map { ", event \($0)" } ?? ", before this log"
        let answer = request.answerEvent.map { " at event \($0)" } ?? ""
        page.paragraph(
            "\(request.name) (\(TimeWords.second(request.time, report.words.clock))\(place)): \(request.outcome.words)\(answer)", .alarm)
        if let cause = request.cause { self.cause(cause, report) }
        if let others = group.others { entry("again", others) }
    }

    private mutating func cause(_ cause: TriageCause, _ report: LaunchReport) {
        let (sentences, evidence) = (cause.sentences, cause.evidence)
        entry("cause", sentences.text)
        let widest = String(evidence.last?.event ?? 0).count
        for (place, evidence) in evidence.enumerated() {
            let time = evidence.time.map { TimeWords.timeOfDay($0, report.words.clock) } ?? "not in log"
            entry(place == 0 ? "evidence" : "", evidence.text, after: "event \(padded(String(evidence.event), to: widest))  \(time)  ")
        }
        entry("owner", cause.owner.words)
        entry("advice", sentences.advice)
        for quote in report.quotes(of: cause) { entry("quote", quote) }
        if let last = evidence.last {
            let option = report.damageOption(for: last.event)
            entry("more", "flow-trace explain --at \(last.event) \(option)\(shellWord(report.file(of: last.event)))")
        }
    }

    // MARK: Many launches

    /// The line of a launch in a table of many.
    package static func row(_ report: LaunchReport, _ changes: [TriageCause], _ look: Look) -> [String] {
        var text = TriageText(look)
        let who = [report.header.app, report.header.system, report.provider].compactMap { $0 }.joined(separator: ", ")
        let others = (report.findings + changes).map { finding in finding.kind.words + (finding.expiry.map { " at \($0.words)" } ?? "") }
        let isWell = report.unfulfilled.isEmpty && others.isEmpty
        // Devices often have files of one name, each in a folder of its own.
        let file = report.file.split(separator: "/").suffix(2).joined(separator: "/")
        let start = TimeWords.second(report.start, report.words.clock)
        text.row(
            [report.events == 0 ? padded("no events", to: start.count) : start, padded(report.header.support, to: 12)],
            "\(who): \(outcome(report))" + others.map { "; \($0)" }.joined() + " (\(file))",
            isWell ? .plain : .alarm)
        return text.page.lines
    }

    private static func outcome(_ report: LaunchReport) -> String {
        guard let first = report.unfulfilled.first else {
            if report.requests.isEmpty { return "no requests" }
            return report.troubled.isEmpty ? "all fulfilled" : "all fulfilled, but with problems"
        }
        let more = report.unfulfilled.count > 1 ? ", and \(report.unfulfilled.count - 1) more" : ""
        return "\(first.name): \(first.cause?.kind.words ?? first.outcome.words)\(more)"
    }

    /// The main findings of several launches; empty if there are none.
    package static func summary(_ counts: TriageCounts, _ look: Look) -> [String] {
        let sentences = TriageSummary.sentences(counts)
        if sentences.isEmpty { return [] }
        var text = TriageText(look)
        text.page.paragraph("Summary", .bold)
        for sentence in sentences { text.row([look.glyphs.isASCII ? " -" : " •"], sentence, .plain) }
        text.page.blank()
        return text.page.lines
    }

    /// The counts; `areAbove`: the launches stand above them, not below.
    package static func lines(_ counts: TriageCounts, _ look: Look, areAbove: Bool = false) -> [String] {
        var text = TriageText(look)
        text.page.paragraph(
            "\(grouped(counts.launches)) launches, \(counted(counts.requests, "request")), \(grouped(counts.unfulfilled)) not fulfilled",
            .bold)
        for table in counts.tables where !table.rows.isEmpty {
            text.page.blank()
            text.page.line(table.table.title(counts.clock), at: 2, .bold)
            let widest = (max(5, String(table.rows.first?.times ?? 0).count), max(8, String(counts.launches).count))
            text.row(["", padded("times", to: widest.0, right: true), padded("launches", to: widest.1, right: true)], "", .dim)
            for row in table.rows {
                text.row(
                    [
                        "", padded(String(row.times), to: widest.0, right: true), padded(String(row.launches), to: widest.1, right: true),
                    ], row.item.words, .plain)
                if let example = row.example {
                    let column = 2 + widest.0 + 2 + widest.1 + 2 + 2
                    text.page.row([.wrapped("for example \(example)", at: column, width: max(look.width - column, 20), .dim)])
                }
            }
        }
        text.list("Calls to Adobe without a usable answer, whether or not a retry helped", counts.failedCalls)
        text.list("Resources denied in previews", counts.deniedPreviews)
        text.list("Kept sign-ins that had expired", counts.expiredSignIns)
        text.list("How long what Adobe granted was valid", counts.lifetimeLines)
        text.list("Sign-ins on the second screen, from the code to the profile", counts.signIns)
        text.list("Settings that differ between launches", counts.settingLines)
        text.page.blank()
        text.page.paragraph(
            "Every launch \(areAbove ? "above" : "below") is compared with the previous one of the same device. --full prints every launch in full, --json one object per launch."
        )
        text.page.blank()
        return text.page.lines
    }

    private mutating func list(_ title: String, _ rows: [String]) {
        if rows.isEmpty { return }
        page.blank()
        page.line(title, at: 2, .bold)
        for row in rows { self.row([""], row, .plain) }
    }

    // MARK: Rows

    /// Short columns, followed by a text that is wrapped within its own column.
    private mutating func row(_ columns: [String], _ text: String, _ style: Style) {
        let head = columns.map { $0 + "  " }.joined()
        let start = DisplayedWidth.of(head)
        page.row([.fixed(head, at: 0, .dim), .wrapped(text, at: start, width: max(page.look.width - start, 20), style)])
    }

    private mutating func entry(_ label: String, _ text: String, after head: String = "") {
        let start = 12 + DisplayedWidth.of(head)
        page.row([.fixed(label, at: 2, .dim), .fixed(head, at: 12), .wrapped(text, at: start, width: page.look.width - start)])
    }
}
