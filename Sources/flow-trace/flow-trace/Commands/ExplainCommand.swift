import FlowMachine
import FlowReading

/// `explain`: why was this decided, and what would have changed it?
enum ExplainCommand {
    static let syntax = CommandSyntax(
        name: "explain",
        summary: "Explain what was decided at an event, by which rule and why, and what would have changed it.",
        operands: "LOG ...",
        examples: [
            Example("explain app.jsonl", "Why could this viewer not play?"),
            Example("explain --at 9 app.jsonl", "Why was this decided at event 9?"),
        ],
        options: [
            Option(
                "--at", "N|TIME",
                "Explain event N, or the first at or after a time. Default: the event that best shows why the first unfulfilled request failed; if there is none, the last event."
            ),
            Option("--wish", "N", "Explain the result of the request with the number N."),
            .pastDamage, .json(per: "log"), .width, .ascii, .utc, .timeZone,
        ],
        notes: [
            "Facts from the log are printed as such. The text of rules, the state before the event and the\n"
                + "alternatives are not in the log, and are marked. Alternatives are computed, not looked\n"
                + "up: this build gets the same model with another answer, choice, time or setting, and\n"
                + "the whole log with a correct clock or without one event. Everything that was tried is listed.",
            "After a difference between the log and this build, only facts from the log are printed.",
            "A TIME is 18:10 or 18:10:05 (in UTC without --time-zone), 2026-11-22T18:10:05Z, or +90s, +5min, +2h after the first event.",
            "With several logs, each explanation is printed below the name of its log.",
            "With --json, one object per log:\n\(ExplanationJSON.fields)",
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let place = try arguments.place("--at")
        let wish = try arguments.number("--wish", in: 0...Int64.max)
        if place != nil, wish != nil { throw UsageFailure("--at and --wish were both given: use only one of them") }
        let look = try Look(arguments, console)
        let clock = look.clock(json: arguments.has("--json"))
        var isFirst = true
        return try Logs.forEach(arguments, console) { file, listing in
            let content: LogContent
            do throws(LogFailure) {
                content = try LogContent(file.bytes, pastDamage: arguments.has("--past-damage"))
            } catch {
                console.complain(complaint(error, in: file.name))
                return .logFails
            }
            let verification = Verification(file.bytes)
            for line in verification.complaints(file.name, look) { console.complain(line) }
            let subject: Subject
            do throws(PlaceFailure) {
                subject = try self.subject(content, place: place, wish: wish, look.clock, clock)
            } catch {
                let isBehind = content.failure != nil && !arguments.has("--past-damage")
                let advice = isBehind ? "; use --past-damage to read the lines after the damage" : ""
                console.complain(Printable.text("\(file.name): \(error.text)\(advice)", ascii: false))
                return content.records.isEmpty ? verification.exitCode.and(.logFails) : verification.exitCode.and(.usage)
            }
            guard let scene = Scene(subject.event, content, file.bytes, clock) else { return verification.exitCode.and(.usage) }
            if arguments.has("--json") {
                console.write(ExplanationJSON.object(file.name, subject.title, scene).json + "\n")
                return verification.exitCode
            }
            look.note(content.header, of: file.name, console)
            if !isFirst { console.write("\n") }
            isFirst = false
            // Whole, however long: its end alone is often that of the others.
            let name = listing.count > 1 ? [Printable.text(file.name, ascii: look.glyphs.isASCII), ""] : []
            let title = subject.title.flatMap { wrapped($0, to: look.width, ascii: look.glyphs.isASCII) }
            let lines = name + title + (title.isEmpty ? [] : [""]) + Explanation.lines(scene, look)
            console.write(lines.joined(separator: "\n") + "\n")
            return verification.exitCode
        }
    }

    // MARK: What is explained

    /// An event, and the text above its explanation.
    private struct Subject {
        let event: Int64
        var title: [String] = []
    }

    /// - Parameters:
    ///   - given: The clock by which a place is read.
    ///   - clock: The clock of the text.
    private static func subject(
        _ content: LogContent, place: EventPlace?, wish: Int64?, _ given: DisplayedClock, _ clock: DisplayedClock
    ) throws(PlaceFailure) -> Subject {
        let given = given.of(content.header)
        guard let last = content.records.last else { throw PlaceFailure(PlaceFailure.span(content.records, given)) }
        if let place {
            let number = try place.number(in: content.records, by: given)
            return Subject(event: number, title: titles(answeredAt: number, content, clock))
        }
        var reader = LaunchReader(content.header, content.snapshot, clock)
        for record in content.records { reader.note(record) }
        let report = reader.report
        if let wish {
            guard let request = report.requests.first(where: { $0.wish.number == wish }) else {
                throw PlaceFailure("there is no request with the number \(wish): \(PlaceFailure.span(content.records, given))")
            }
            return subject(request, last)
        }
        let listed = report.unfulfilled + report.troubled
        guard let first = listed.first else { return Subject(event: last.number, title: titles(answeredAt: last.number, content, clock)) }
        var subject = subject(first, last)
        if listed.count > 1 {
            let others = listed.count - 1
            subject.title.append(
                "\(others) other \(others == 1 ? "request has" : "requests have") a cause: flow-trace triage LOG lists them all.")
        }
        return subject
    }

    /// The event that best shows why a request was not fulfilled.
    private static func subject(_ request: TriagedRequest, _ last: LogRecord) -> Subject {
        let event = request.cause?.evidence.last?.event ?? request.answerEvent ?? last.number
        let place = request.event.map { ", event \($0)" } ?? ""
        let cause = request.cause.map { " \($0.text)" } ?? ""
        return Subject(event: event, title: ["\(request.name) (wish \(request.wish.number)\(place)): \(request.outcome.words).\(cause)"])
    }

    /// The requests that were answered at the event.
    private static func titles(answeredAt number: Int64, _ content: LogContent, _ clock: DisplayedClock) -> [String] {
        let words = Wording(content.header, clock)
        guard let record = content.records.first(where: { $0.number == number }) else { return [] }
        var openings: [WishID: LogRecord] = [:]
        for record in content.records { if let wish = record.event.opened, openings[wish] == nil { openings[wish] = record } }
        var answers: [(WishID, WishAnswer)] = []
        for case .answer(let wish, let answer) in record.effects { answers.append((wish, answer)) }
        let listed = answers.prefix(mostAnswers).map { id, answer in
            var what = "wish \(id.number)"
            if let opening = openings[id], case .user(let user) = opening.event.origin {
                what = "\(words.user(user).main) (wish \(id.number), event \(opening.number))"
            }
            return "\(what): \(words.answer(answer, at: record.event.time).sentence)"
        }
        return listed + (answers.count > listed.count ? ["\(grouped(answers.count - listed.count)) more requests were answered."] : [])
    }

    /// The most answers of one event that are listed.
    private static let mostAnswers = 100
}

extension FlowEvent {
    /// The request that the event made, if it made one.
    var opened: WishID? {
        guard case .user(let user) = origin, user.opens else { return nil }
        return user.wish
    }
}
