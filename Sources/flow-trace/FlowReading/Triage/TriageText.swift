import FlowMachine

/// Reports on launches as text: few launches in full, many as a table with counts.
package struct TriageText {
    private var page: Page
    /// The causes whose owner follows from the pattern of all launches, with this owner. A single launch would suggest a different owner.
    private let revisedOwners: [FlowCause.Kind: FlowCause.Owner]

    private init(_ look: Look, revisedOwners: [FlowCause.Kind: FlowCause.Owner] = [:]) {
        page = Page(look)
        self.revisedOwners = revisedOwners
    }

    // MARK: One launch

    /// Returns the report on one launch in full.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - changes: The differences from the previous launch.
    ///   - look: The width and the glyphs.
    ///   - isNamed: Whether the names of the log's files are above the report.
    ///   - revisedOwners: The causes whose owner follows from the pattern of all launches, with this owner.
    package static func lines(
        _ report: LaunchReport, _ changes: [TriageCause], _ look: Look, isNamed: Bool,
        revisedOwners: [FlowCause.Kind: FlowCause.Owner] = [:]
    ) -> [String] {
        var text = TriageText(look, revisedOwners: revisedOwners)
        if isNamed { text.page.paragraph(report.segments.map({ $0.file }).joined(separator: ", "), .dim) }
        text.heading(report)
        let findings = report.findings + changes
        text.findings(findings.filter { !$0.kind.isCircumstance }, report)
        for group in RequestGroup.groups(report.unfulfilled + report.troubled) {
            text.page.blank()
            text.request(group, report)
        }
        if report.unsearched > 0 {
            text.page.blank()
            text.page.paragraph(
                "Many requests failed: after which event one could no longer be fulfilled "
                    + "was looked for only for the first \(LaunchReport.mostSearched).")
        }
        // A circumstance does not explain a failure by itself, so circumstances are below the failures.
        text.findings(findings.filter { $0.kind.isCircumstance }, report)
        text.page.blank()
        text.page.paragraph(TriageText.end(report, isWell: report.findings.isEmpty && changes.isEmpty))
        return text.page.lines
    }

    /// Returns sentences about logs that are copies of others; empty if there are none.
    package static func copies(_ counts: TriageCounts, _ look: Look) -> [String] {
        let sentences = counts.copies.sentences
        if sentences.isEmpty { return [] }
        var page = Page(look)
        for sentence in sentences { page.paragraph(sentence) }
        page.blank()
        return page.lines
    }

    private mutating func findings(_ findings: [TriageCause], _ report: LaunchReport) {
        for finding in findings {
            page.blank()
            page.paragraph(capitalized(finding.kind.words), .alarm)
            cause(finding, report)
        }
    }

    /// Returns the last sentence of a report: the number of fulfilled requests.
    static func end(_ report: LaunchReport, isWell: Bool) -> String {
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
        page.paragraph("\(report.header.app), \(TriageText.writer(report)), support id \(report.header.support)", .bold)
        page.paragraph(TriageText.span(report))
        if let sentence = report.header.derivationSentence { page.paragraph(sentence, .alarm) }
        if let sentence = TriageText.continuity(report) { page.paragraph(sentence, .dim) }
    }

    /// Returns a sentence that names the previous launch and says how it was recognized.
    ///
    /// Returns `nil` if there is no previous launch, or if both launches have one support id.
    static func continuity(_ report: LaunchReport) -> String? {
        guard let (support, continuity) = report.follows, support != report.header.support else { return nil }
        return continuity.sentence(support)
    }

    /// Returns the library and the system that wrote the log.
    static func writer(_ report: LaunchReport) -> String {
        "library \(report.header.library)" + (report.header.system.map { ", \($0)" } ?? "")
    }

    /// Returns the time, the length, the number of events and the clock of a launch, in words.
    static func span(_ report: LaunchReport) -> String {
        let length = TimeWords.length(report.end.milliseconds - report.start.milliseconds)
        let events = "\(report.events) event\(report.events == 1 ? "" : "s")"
        if report.events == 0 { return events }
        return
            "\(TimeWords.second(report.start, report.words.clock)) to \(TimeWords.second(report.end, report.words.clock)), \(length), \(events); \(clock(report))"
    }

    private static func clock(_ report: LaunchReport) -> String {
        report.clockAhead.map(DeviceClock.sentence) ?? "no answer reported Adobe's time"
    }

    private mutating func request(_ group: RequestGroup, _ report: LaunchReport) {
        let request = group.first
        let place = request.event.map { ", event \($0)" } ?? ", before this log"
        let answer = request.answerEvent.map { " at event \($0)" } ?? ""
        page.paragraph(
            "\(request.name) (\(TimeWords.second(request.time, report.words.clock))\(place)): \(request.ending)\(answer)", .alarm)
        if let cause = request.cause { self.cause(cause, report) }
        if let point = request.pointOfNoReturn?.sentences(answeredAt: request.answerEvent), !point.isEmpty { entry("too late", point) }
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
        entry("owner", TriageText.owner(of: cause, revisedOwners))
        entry("advice", sentences.advice)
        for quote in report.quotes(of: cause) { entry("quote", quote) }
        if let event = cause.cause.decisive?.number {
            let option = report.damageOption(for: event)
            entry("more", "flow-trace explain --at \(event) \(option)\(shellWord(report.file(of: event)))")
        }
    }

    /// Returns the owner of a cause in words.
    ///
    /// - Parameters:
    ///   - cause: The cause.
    ///   - revised: The causes whose owner follows from the pattern of all launches, with this owner.
    static func owner(of cause: TriageCause, _ revised: [FlowCause.Kind: FlowCause.Owner]) -> String {
        guard let owner = revised[cause.kind.counted], owner != cause.owner else { return cause.owner.words }
        return "probably \(owner.words), by the pattern of all launches; alone it points to \(cause.owner.words)"
    }

    // MARK: Many launches

    /// Returns the lines of a launch in a table of many launches.
    package static func row(_ report: LaunchReport, _ changes: [TriageCause], _ look: Look) -> [String] {
        var text = TriageText(look)
        let isWell = !report.hasUnfulfilled && report.findings.isEmpty && changes.isEmpty
        let start = TimeWords.second(report.start, report.words.clock)
        text.row(
            [report.events == 0 ? padded("no events", to: start.count) : start, padded(report.header.support, to: 12)],
            "\(outline(report, changes)) (\(shortened(report.file)))",
            isWell ? .plain : .alarm)
        return text.page.lines
    }

    /// Returns the last two components of a path. Devices often have files with the same name in different folders.
    private static func shortened(_ path: String) -> String {
        path.utf8.split(separator: 0x2F).suffix(2).map { String(Substring($0)) }.joined(separator: "/")
    }

    /// Returns a launch in one line.
    static func outline(_ report: LaunchReport, _ changes: [TriageCause]) -> String {
        let who = [report.header.app, report.header.system, report.provider].compactMap { $0 }.joined(separator: ", ")
        let others = (report.findings + changes).map { finding in
            guard let profile = finding.expiredProfile else { return finding.kind.words }
            return "\(finding.kind.words) at \(TimeWords.second(profile.notAfter, report.words.clock))"
        }
        return "\(who): \(outcome(report))" + others.map { "; \($0)" }.joined()
    }

    private static func outcome(_ report: LaunchReport) -> String {
        let unfulfilled = report.unfulfilled
        guard let first = unfulfilled.first else {
            if report.requests.isEmpty { return "no requests" }
            return report.troubled.isEmpty ? "all fulfilled" : "all fulfilled, but with problems"
        }
        let more = unfulfilled.count > 1 ? ", and \(unfulfilled.count - 1) more" : ""
        return "\(first.name): \(first.cause?.kind.words ?? first.outcome.words)\(more)"
    }

    /// Returns the main patterns of several launches; empty if there are none.
    package static func summary(_ counts: TriageCounts, _ look: Look) -> [String] {
        let summary = TriageSummary(counts)
        if summary.explained.isEmpty { return [] }
        var text = TriageText(look)
        text.page.paragraph("Summary", .bold)
        let bullet = look.glyphs.isASCII ? " -" : " •"
        for (place, sentence) in summary.conclusion.enumerated() { text.row([place == 0 ? bullet : "  "], sentence, .plain) }
        for pattern in summary.explained {
            text.row([bullet], pattern.what, .plain)
            if !pattern.whose.isEmpty { text.row(["  "], pattern.whose, .bold) }
            // Causes that nothing distinguishes are advised on for each launch.
            if pattern.id != .recurringCause, !pattern.isUsual, !pattern.advice.isEmpty {
                text.row(["  "], "Advice: \(pattern.advice)", .plain)
            }
            if !pattern.example.isEmpty { text.row(["  "], "For example \(pattern.example)", .dim) }
        }
        if !summary.background.isEmpty {
            text.page.blank()
            text.page.paragraph(TriageSummary.backgroundTitle, .dim)
            for pattern in summary.background { text.row([bullet], pattern.text, .dim) }
        }
        text.page.blank()
        return text.page.lines
    }

    /// Returns the tables of counts. `areAbove` says that the lines of the launches are above them, not below.
    package static func lines(_ counts: TriageCounts, _ look: Look, areAbove: Bool = false) -> [String] {
        var text = TriageText(look)
        text.page.paragraph(
            "\(grouped(counts.launches)) launches, \(counted(counts.requests, "request")), \(grouped(counts.unfulfilled)) not fulfilled",
            .bold)
        for table in counts.shownTables {
            text.page.blank()
            text.page.line(table.table.title(counts.clock), at: 2, .bold)
            let widest = (max(5, String(table.rows.first?.times ?? 0).count), max(8, String(counts.launches).count))
            text.row(["", padded("times", to: widest.0, right: true), padded("launches", to: widest.1, right: true)], "", .dim)
            if table.table == .owners, let note = noteOnOwners(counts) { text.row(["", ""], note, .dim) }
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
        for (title, rows) in lists(counts) { text.list(title, rows) }
        text.page.blank()
        text.page.paragraph(
            "Every launch \(areAbove ? "above" : "below") is compared with the previous one of the same device\(counts.guesses). --full prints every launch in full, --json one object per launch."
        )
        text.page.blank()
        return text.page.lines
    }

    /// Returns the sentence that the table of owners needs if the summary names other owners; `nil` if it names none.
    static func noteOnOwners(_ counts: TriageCounts) -> String? {
        counts.conclusions.revisedOwners.isEmpty ? nil : "The summary names another owner where the launches together show one."
    }

    /// Returns the lists that follow the tables, each with its title.
    static func lists(_ counts: TriageCounts) -> [(title: String, rows: [String])] {
        [
            ("Calls to Adobe without a usable answer, whether or not a retry helped", counts.failedCalls),
            ("Resources denied in previews", counts.deniedPreviews),
            ("Kept sign-ins that had expired", counts.expiredSignIns),
            ("How long what Adobe granted was valid", counts.lifetimeLines),
            ("Sign-ins on the second screen, from the code to the profile", counts.signIns),
            ("Sign-ins, from the request to the profile", SignInLengths(counts.census.signIns).lines),
            ("Settings that differ between launches", counts.settingLines),
        ]
    }

    private mutating func list(_ title: String, _ rows: [String]) {
        if rows.isEmpty { return }
        page.blank()
        page.line(title, at: 2, .bold)
        for row in rows { self.row([""], row, .plain) }
    }

    // MARK: Rows

    /// Adds a line with short columns, followed by a text that is wrapped within its own column.
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
