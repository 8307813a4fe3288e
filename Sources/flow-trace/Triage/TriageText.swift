import FlowMachine

/// Launches' reports as text: one in full, several as a table with counts.
struct TriageText {
    private let look: Look
    private var lines: [Line] = []

    private init(_ look: Look) { self.look = look }

    // MARK: One launch

    /// One launch in full.
    static func lines(_ report: LaunchReport, _ look: Look) -> [String] {
        var text = TriageText(look)
        text.heading(report)
        let told = report.unfulfilled + report.troubled
        if told.isEmpty {
            text.paragraph(TriageText.allWell(report))
        } else {
            for (place, request) in told.enumerated() {
                if place > 0 { text.blank() }
                text.request(request, report)
            }
            let rest = report.requests.count - report.unfulfilled.count
            text.blank()
            text.paragraph("Fulfilled: \(rest) of \(report.requests.count) requests.")
        }
        return text.lines.map { $0.text(colour: look.colour) }
    }

    private static func allWell(_ report: LaunchReport) -> String {
        switch report.requests.count {
        case 0: "Nothing was asked for, and nothing went wrong."
        case 1: "All is well: the one request, \(report.requests[0].name), was fulfilled."
        case let count: "All is well: all \(count) requests were fulfilled."
        }
    }

    private mutating func heading(_ report: LaunchReport) {
        let system = report.header.system.map { ", \($0)" } ?? ""
        paragraph("\(report.header.app), library \(report.header.library)\(system), support id \(report.header.support)", .bold)
        let length = TimeWords.length(report.end.milliseconds - report.start.milliseconds)
        paragraph(
            "\(TimeWords.utc(report.start)) to \(TimeWords.utc(report.end)), \(length), \(report.events) events; \(TriageText.clock(report))"
        )
        if let damage = report.damage { paragraph("The log is \(damage).", .alarm) }
        blank()
    }

    static func clock(_ report: LaunchReport) -> String {
        guard let ahead = report.clockAhead else { return "no answer told Adobe's clock" }
        // An answer takes a while, and its date is in whole seconds.
        if abs(ahead) < 60_000 { return "the device's clock was right" }
        return "the device's clock was \(TimeWords.term(abs(ahead))) \(ahead < 0 ? "behind" : "ahead of") Adobe's"
    }

    private mutating func request(_ request: TriagedRequest, _ report: LaunchReport) {
        let place = request.event.map { ", event \($0)" } ?? ", before this log"
        let answer = request.answerEvent.map { " at event \($0)" } ?? ""
        paragraph("\(request.name) (\(TimeWords.utc(request.time))\(place)): \(request.outcome.words)\(answer)", .alarm)
        guard let cause = request.cause else { return }
        entry("cause", cause.text)
        entry("whose", cause.owner.words)
        entry("do", cause.advice)
        for quote in cause.quotes { entry("quote", "\(quote), support id \(report.header.support)") }
        if cause.quotes.isEmpty, cause.owner == .adobe { entry("quote", "support id \(report.header.support)") }
        entry("see", see(cause.events, report.file))
    }

    private func see(_ events: [Int64], _ file: String) -> String {
        let numbers = events.map(String.init).joined(separator: ", ")
        let last = events.last.map { " --at \($0)" } ?? ""
        return "event\(events.count == 1 ? "" : "s") \(numbers): flow-trace explain\(last) \(Logs.shellWord(file))"
    }

    // MARK: Several launches

    /// A line for each launch, then the counts.
    static func table(_ reports: [LaunchReport], _ look: Look) -> [String] {
        var text = TriageText(look)
        let widest = reports.reduce(0) { max($0, DisplayedWidth.of($1.header.support)) }
        for report in reports {
            let provider = report.provider.map { ", \($0)" } ?? ""
            text.row(
                ["\(TimeWords.utc(report.start))", padded(report.header.support, to: widest)],
                "\(report.header.app)\(provider): \(TriageText.outcome(report))", report.unfulfilled.isEmpty ? .plain : .alarm)
        }
        text.counts("Outcomes", reports.flatMap { $0.requests.map { $0.outcome.words } })
        text.counts("Causes", reports.flatMap { ($0.unfulfilled + $0.troubled).compactMap { $0.cause?.kind } })
        text.counts("Whose", reports.flatMap { ($0.unfulfilled + $0.troubled).compactMap { $0.cause?.owner.words } })
        text.counts(
            "Providers of unfulfilled requests", reports.flatMap { report in report.unfulfilled.map { _ in report.provider ?? "none" } })
        text.counts("Apps of unfulfilled requests", reports.flatMap { report in report.unfulfilled.map { _ in report.header.app } })
        text.counts("Error codes", reports.flatMap { $0.unfulfilled.compactMap(\.code) })
        text.counts("Clocks", reports.map(TriageText.clock).filter { $0 != "the device's clock was right" })
        text.blank()
        text.paragraph("One of them in full: flow-trace triage LOG")
        return text.lines.map { $0.text(colour: look.colour) }
    }

    private static func outcome(_ report: LaunchReport) -> String {
        let damage = report.damage.map { "the log is \($0); " } ?? ""
        guard let first = report.unfulfilled.first else {
            if report.requests.isEmpty { return damage + "nothing asked for" }
            return damage + (report.troubled.isEmpty ? "all is well" : "all fulfilled, with trouble on the way")
        }
        let more = report.unfulfilled.count > 1 ? ", and \(report.unfulfilled.count - 1) more" : ""
        return "\(damage)\(first.name): \(first.outcome.words)\(more)"
    }

    private mutating func counts(_ title: String, _ values: [String]) {
        if values.isEmpty { return }
        blank()
        paragraph(title, .bold)
        var counts: [String: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let width = String(sorted.first?.value ?? 0).count
        for (value, count) in sorted { row(["", padded(String(count), to: width, right: true)], value, .plain) }
    }

    // MARK: Lines

    private mutating func blank() { lines.append(Line(look.glyphs)) }

    private mutating func paragraph(_ text: String, _ style: Style = .plain) {
        let indent = text.prefix { $0 == " " }.count
        for part in wrapped(String(text.dropFirst(indent)), to: look.width - indent, ascii: look.glyphs.isASCII) {
            var line = Line(look.glyphs)
            line.put(part, at: indent, style)
            lines.append(line)
        }
    }

    /// Short columns, and a text behind them that is wrapped below itself.
    private mutating func row(_ columns: [String], _ text: String, _ style: Style) {
        let head = columns.map { $0 + "  " }.joined()
        let start = DisplayedWidth.of(head)
        for (place, part) in wrapped(text, to: max(look.width - start, 20), ascii: look.glyphs.isASCII).enumerated() {
            var line = Line(look.glyphs)
            if place == 0 { line.put(head, at: 0, .dim) }
            line.put(part, at: start, style)
            lines.append(line)
        }
    }

    private mutating func entry(_ label: String, _ text: String) {
        for (place, part) in wrapped(text, to: look.width - 10, ascii: look.glyphs.isASCII).enumerated() {
            var line = Line(look.glyphs)
            if place == 0 { line.put(label, at: 2, .dim) }
            line.put(part, at: 10)
            lines.append(line)
        }
    }
}
