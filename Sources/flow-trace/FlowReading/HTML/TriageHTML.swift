import FlowMachine

/// The findings in launches as HTML that needs no script. The values are the same as in the text and JSON of a triage.
struct TriageHTML {
    private var html = HTML()
    private let clock: DisplayedClock
    /// Whether each launch names its files, because there are several launches.
    private let isNamed: Bool
    /// The causes whose owner follows from the pattern of all launches, with this owner. A single launch would suggest a different owner.
    private let revisedOwners: [FlowCause.Kind: FlowCause.Owner]

    private init(_ counts: TriageCounts, isNamed: Bool) {
        clock = counts.clock
        self.isNamed = isNamed
        revisedOwners = isNamed ? counts.conclusions.revisedOwners : [:]
    }

    /// Returns the HTML of the launches. If there are several launches, their common patterns are above them.
    static func text(_ launches: [Triage.Launch], _ counts: TriageCounts) -> String {
        var text = TriageHTML(counts, isNamed: launches.count > 1)
        if launches.count > 1 { text.common(counts) }
        // The viewer puts the filter of the launches here.
        if launches.count > Triage.mostInFull { text.html.line("div", "filter", "") }
        for launch in launches {
            let isFolded = launches.count > Triage.mostInFull
            let style = isFolded && launch.report.follows == nil ? "launch first" : "launch"
            text.html.open(isFolded ? "details" : "article", style, HTML.attribute("data-provider", launch.report.provider))
            if isFolded { text.summary(launch) }
            text.launch(launch.report, launch.changes)
            text.html.close(isFolded ? "details" : "article")
        }
        return text.html.text
    }

    // MARK: One launch

    private mutating func launch(_ report: LaunchReport, _ changes: [TriageCause]) {
        heading(report)
        let findings = report.findings + changes
        html.line(
            "p", "verdict \(report.mood(changes))", TriageText.end(report, isWell: findings.isEmpty))
        for finding in findings where !finding.kind.isCircumstance { self.finding(finding, report) }
        for group in RequestGroup.groups(report.unfulfilled + report.troubled) { request(group, report) }
        // A circumstance does not explain a failure by itself, so circumstances are below the failures.
        for finding in findings where finding.kind.isCircumstance { self.finding(finding, report, "finding circumstance") }
    }

    private mutating func heading(_ report: LaunchReport) {
        html.open("header")
        html.line("h2", "", report.header.app)
        html.open("p", "facts")
        html.add(TriageText.writer(report) + ", support id ")
        html.element("b", "copy", report.header.support)
        html.close("p")
        html.line("p", "facts", TriageText.span(report))
        if let sentence = report.header.derivationSentence { html.line("p", "facts", sentence) }
        if let sentence = TriageText.continuity(report) { html.line("p", "facts", sentence) }
        if isNamed {
            html.open("p", "facts files")
            for (index, segment) in report.segments.enumerated() {
                html.add(index == 0 ? "" : ", ")
                html.element("a", "event", segment.file, [("href", "#launch"), ("data-file", segment.file)])
            }
            html.close("p")
        }
        html.close("header")
    }

    private mutating func finding(_ finding: TriageCause, _ report: LaunchReport, _ style: String = "finding") {
        html.open("section", style, [("data-cause", finding.id.rawValue), ("data-finding", finding.kind.counted.words)])
        html.line("h3", "", capitalized(finding.kind.words))
        cause(finding, report)
        html.close("section")
    }

    private mutating func request(_ group: RequestGroup, _ report: LaunchReport) {
        let request = group.first
        html.open(
            "section", "finding",
            [("data-cause", request.cause?.id.rawValue ?? "")] + HTML.attribute("data-finding", request.cause?.kind.counted.words)
                + HTML.attribute("data-family", request.cause?.cause.family(of: request.asked, report.header.settings)?.words))
        html.line("h3", "", "\(request.name): \(request.ending)")
        html.open("p", "facts")
        html.add("Requested \(TimeWords.second(request.time, report.words.clock)), ")
        if let event = request.event { link(event, report) } else { html.add("before this log") }
        if let answer = request.answerEvent {
            html.add("; answered at ")
            link(answer, report)
        }
        html.close("p")
        if let cause = request.cause { self.cause(cause, report) }
        if let code = request.code, let place = request.documentation {
            html.line("p", "facts", "\(code) is documented at \(place), below the root of the documentation site.")
        }
        if let point = request.pointOfNoReturn?.sentences(answeredAt: request.answerEvent), !point.isEmpty {
            html.line("p", "facts", point)
        }
        if let others = group.others {
            html.open("p")
            html.element("b", "", "Again: ")
            html.add(others)
            html.close("p")
        }
        html.close("section")
    }

    private mutating func cause(_ cause: TriageCause, _ report: LaunchReport) {
        let sentences = cause.sentences
        html.line("p", "cause", sentences.text)
        html.open("dl")
        entry("Who can act", "owner", TriageText.owner(of: cause, revisedOwners))
        entry("What to do", "advice", sentences.advice)
        for quote in report.quotes(of: cause) { entry("Quote", "quote copy", quote) }
        html.close("dl")
        let evidence = cause.evidence
        if evidence.isEmpty { return }
        html.open("ol", "evidence", [("aria-label", "Evidence")])
        for one in evidence {
            html.open("li")
            link(one.event, report)
            html.element("span", "time", one.time.map { TimeWords.timeOfDay($0, report.words.clock) } ?? "not in log")
            html.element("span", "text", one.text)
            html.close("li")
        }
        html.close("ol")
    }

    private mutating func entry(_ name: String, _ style: String, _ text: String) {
        html.element("dt", "", name)
        html.line("dd", style, text)
    }

    private mutating func link(_ event: Int64, _ report: LaunchReport) {
        html.element("a", "event", "event \(event)", [("href", "#event=\(event)"), ("data-file", report.file(of: event))])
    }

    // MARK: Several launches

    private mutating func summary(_ launch: Triage.Launch) {
        html.open("summary", launch.report.mood(launch.changes))
        let report = launch.report
        html.element("span", "time", report.events == 0 ? "no events" : TimeWords.second(report.start, report.words.clock))
        html.element("span", "support", report.header.support)
        html.element("span", "text", TriageText.outline(report, launch.changes))
        html.close("summary")
    }

    private mutating func common(_ counts: TriageCounts) {
        html.open("section", "common")
        html.line(
            "h2", "",
            "\(grouped(counts.launches)) launches, \(grouped(counts.requests)) requests, \(grouped(counts.unfulfilled)) not fulfilled")
        let summary = TriageSummary(counts)
        if !summary.conclusion.isEmpty {
            html.open("div", "conclusion")
            for sentence in summary.conclusion { html.line("p", "", sentence) }
            html.close("div")
        }
        self.patterns(summary.explained, summary.conclusion.isEmpty ? "patterns" : "patterns usual", counts)
        if !summary.background.isEmpty {
            html.line("p", "facts", TriageSummary.backgroundTitle)
            self.patterns(summary.background, "patterns usual", counts)
        }
        if counts.launches > Triage.mostInFull {
            for table in counts.shownTables { self.table(table.table, table.rows, counts) }
            for (title, rows) in TriageText.lists(counts) where !rows.isEmpty {
                html.line("h3", "", title)
                list(rows)
            }
        }
        html.close("section")
    }

    private mutating func patterns(_ patterns: [TriagePattern], _ style: String, _ counts: TriageCounts) {
        if patterns.isEmpty { return }
        html.open("ol", style)
        for pattern in patterns { self.pattern(pattern, isFolded: counts.launches > Triage.mostInFull) }
        html.close("ol")
    }

    private mutating func pattern(_ pattern: TriagePattern, isFolded: Bool) {
        html.open(
            "li", pattern.isUsual ? "usual" : "",
            [("data-pattern", pattern.id.rawValue)] + HTML.attribute("data-finding", pattern.cause?.words))
        // The owner and the example stand on lines of their own, so that the owner is found at a glance.
        html.open("p")
        let (words, what) = (pattern.cause?.words ?? "", pattern.what)
        let isNamed = !words.isEmpty && what.hasPrefix(words)
        if isNamed { html.element("b", "", words) }
        html.add(isNamed ? String(what.dropFirst(words.count)) : what)
        html.close("p")
        if !pattern.whose.isEmpty { html.line("p", "owner", pattern.whose) }
        if !pattern.advice.isEmpty { html.line("p", "advice", pattern.advice) }
        if !pattern.example.isEmpty { html.line("p", "example", "For example \(pattern.example)") }
        sightings(pattern)
        // The viewer puts the buttons of the pattern here.
        if isFolded && pattern.cause != nil || pattern.evidence.contains(where: { $0.role == .good }) { html.line("p", "actions", "") }
        html.close("li")
    }

    /// Links to the logs that show a pattern; a log that is one of two roles has one link.
    private mutating func sightings(_ pattern: TriagePattern) {
        var files: Set<String> = []
        let shown = pattern.evidence.filter { files.insert($0.file).inserted }
        if shown.isEmpty { return }
        html.open("p", "sightings facts")
        for (index, sighting) in shown.enumerated() {
            html.add(index == 0 ? "" : ", ")
            let address = sighting.event.map { "#event=\($0)" } ?? "#launch"
            html.element(
                "a", "event", TriageHTML.words(sighting),
                [("href", address), ("data-file", sighting.file), ("data-role", sighting.role.rawValue), ("title", sighting.file)])
        }
        html.close("p")
    }

    private static func words(_ sighting: TriagePattern.Sighting) -> String {
        let file = sighting.file.split(separator: "/").last.map { String($0) } ?? sighting.file
        let place = sighting.event.map { "event \($0) of \(file)" } ?? file
        return switch sighting.role {
        case .first: "first: \(place)"
        case .last: "last: \(place)"
        case .good: "a launch without it: \(file)"
        case .bad: "a launch with it: \(place)"
        }
    }

    private mutating func list(_ rows: [String]) {
        html.open("ul")
        for row in rows { html.line("li", "", row) }
        html.close("ul")
    }

    private mutating func table(_ table: TriageCounts.Table, _ rows: [TriageCounts.Row], _ counts: TriageCounts) {
        html.open("table")
        let note = table == .owners ? TriageText.noteOnOwners(counts) : nil
        html.line("caption", "", [table.title(counts.clock), note].compactMap { $0 }.joined(separator: ". "))
        html.open("tr")
        for head in ["times", "of \(grouped(counts.launches)) launches", ""] { html.element("th", "", head, [("scope", "col")]) }
        html.close("tr")
        for row in rows {
            html.open("tr")
            html.element("td", "", String(row.times))
            html.element("td", "", String(row.launches))
            html.element("td", "", row.item.words)
            html.close("tr")
        }
        html.close("table")
    }
}

extension LaunchReport {
    /// Returns the style of the launch: `trouble` if a request was not fulfilled, `well` if there is no finding, and otherwise `noted`.
    fileprivate func mood(_ changes: [TriageCause]) -> String {
        if !unfulfilled.isEmpty { return "trouble" }
        return troubled.isEmpty && findings.isEmpty && changes.isEmpty ? "well" : "noted"
    }
}
