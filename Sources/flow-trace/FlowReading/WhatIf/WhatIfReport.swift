import FlowMachine

/// The comparison of a recording with an edited run: the outcome of each request in both, and the events that are simulated.
package struct WhatIfReport {
    /// A request, with its outcome in the recording and in the edited run.
    package struct Request: Equatable {
        package let name: String
        /// The outcome in the recording; `nil` if the recording does not have the request.
        package let recorded: End?
        /// The outcome in the edited run; `nil` if the edits removed the request.
        package let edited: End?
    }

    /// The outcome of a request.
    package struct End: Equatable {
        package let outcome: RequestOutcome
        /// The number of the event that answers the request; `nil` if none does.
        package let event: Int64?
        /// Whether the event that answers the request is simulated.
        package let isSimulated: Bool
        /// The outcome as part of a sentence.
        package let words: String
    }

    /// The edits in words.
    package let edits: [String]
    package let requests: [Request]
    /// The numbers of the simulated events of the edited run.
    package let simulated: [Int64]
    /// The numbers of the recorded events that do not happen.
    package let left: [Int64]
    private let signedInAt: Int64?
    private let run: EditedRun
    private let content: LogContent
    private let name: String
    private let words: Wording

    package init(_ name: String, _ content: LogContent, _ run: EditedRun, edits: [String], _ clock: DisplayedClock = .utc) {
        self.init(name, content, run, SteppedLog.Origins(run, after: SteppedLog.Origins(content)), edits: edits, clock)
    }

    /// Compares a recording with the run after several edits.
    ///
    /// - Parameters:
    ///   - name: The name of the log.
    ///   - content: The recording.
    ///   - run: The run with the last of the edits.
    ///   - origins: The origins of the run's events, over all edits.
    ///   - edits: The edits in words.
    ///   - clock: The clock for times in texts.
    init(
        _ name: String, _ content: LogContent, _ run: EditedRun, _ origins: SteppedLog.Origins, edits: [String], _ clock: DisplayedClock
    ) {
        self.name = name
        self.content = content
        self.run = run
        self.edits = edits
        words = Wording(content.header, clock)
        let simulated = origins.simulated
        self.simulated = simulated.ordered()
        signedInAt = origins.signedInAt
        let happened = Set(origins.recorded.values).union(origins.changed)
        left = content.records.map { $0.number }.filter { !happened.contains($0) }
        let before = WhatIfReport.requests(content.records, content)
        let after = WhatIfReport.requests(run.records, content)
        func recorded(_ request: TriagedRequest) -> End {
            End(outcome: request.outcome, event: request.answerEvent, isSimulated: false, words: request.ending)
        }
        // From this event on, the run waits for an answer that the recording does not show.
        let untold = (run.untold + run.waitsLonger).min()
        func edited(_ request: TriagedRequest) -> End {
            if let untold, request.answerEvent ?? Int64.max > untold,
                request.outcome == .unanswered || request.outcome != before.first(where: { $0.wish == request.wish })?.outcome
            {
                return End(outcome: .unanswered, event: nil, isSimulated: false, words: "still waiting: the log cannot tell")
            }
            return End(
                outcome: request.outcome, event: request.answerEvent,
                isSimulated: request.answerEvent.map { simulated.contains($0) } ?? false, words: request.ending)
        }
        var requests = before.map { request in
            Request(
                name: request.name, recorded: recorded(request), edited: after.first { $0.wish == request.wish }.map { edited($0) })
        }
        for request in after where !before.contains(where: { $0.wish == request.wish }) {
            requests.append(Request(name: request.name, recorded: nil, edited: edited(request)))
        }
        self.requests = requests
    }

    private static func requests(_ records: [LogRecord], _ content: LogContent) -> [TriagedRequest] {
        let reader = LaunchReader(content.header, content.snapshot)
        for record in records { reader.note(record) }
        return reader.report.requests
    }

    // MARK: As text

    package func lines(_ look: Look, showsAll: Bool) -> [String] {
        var page = Page(look)
        page.paragraph("What if: \(edits.joined(separator: "; "))", .bold)
        page.blank()
        let column = min(40, look.width / 3)
        let width = (look.width - column - 2) / 2
        page.row([
            .fixed("request", at: 2, .dim), .fixed("recorded", at: column, .dim), .fixed("with the edits", at: column + width + 2, .dim),
        ])
        for request in requests {
            let isSame = request.recorded?.outcome == request.edited?.outcome
            page.row([
                .wrapped(request.name, at: 2, width: column - 4), .wrapped(WhatIfReport.text(request.recorded), at: column, width: width),
                .wrapped(WhatIfReport.text(request.edited), at: column + width + 2, width: width, isSame ? .plain : .alarm),
            ])
        }
        if requests.isEmpty { page.paragraph("There are no requests.", at: 2) }
        page.blank()
        for sentence in sentences { page.paragraph(sentence) }
        var table = KeyTable()
        let left = ComparedLog(name, content.header, content.records, &table)
        let right = ComparedLog("with the edits", content.header, run.records, &table)
        let comparison = Comparison(left, right, words.clock)
        page.blank()
        page.add(ComparisonText(comparison, ComparisonText.Names(left: "recorded", right: "edited"), showsAll: showsAll, look).text())
        return page.lines
    }

    private static func text(_ end: End?) -> String {
        guard let end else { return "not requested" }
        return end.words + (end.event.map { " at event \($0)" } ?? "") + (end.isSimulated ? ", simulated" : "")
    }

    private var sentences: [String] {
        var sentences: [String] = []
        if !left.isEmpty { sentences.append("Recorded events that do not happen: \(WhatIfReport.ranges(left)).") }
        if !simulated.isEmpty {
            sentences.append(
                "Simulated, because the recording does not tell: event\(simulated.count == 1 ? "" : "s") \(WhatIfReport.ranges(simulated)) of the edited run. Answers are what was "
                    + "recorded last for the same question, or simulated; viewers do nothing.")
        }
        if !run.untold.isEmpty {
            sentences.append(
                "The log cannot tell what Adobe would have answered to the poll of event\(run.untold.count == 1 ? "" : "s") \(WhatIfReport.ranges(run.untold)) of the edited run: "
                    + "whether the viewer had signed in by then is not recorded.")
        }
        if !run.waitsLonger.isEmpty { sentences.append(longerWait) }
        if let event = signedInAt {
            sentences.append(
                "A simulated poll finds the viewer signed in, because Adobe told so later in the recording, at event \(event).")
        }
        if run.isBounded { sentences.append("The edited run was ended after an hour or 500 simulated events.") }
        if run.records == content.records { sentences.append("The edits change nothing.") }
        return sentences
    }

    /// The sentence about requests for whose answers the edited run waits longer than the recorded flow did.
    private var longerWait: String {
        let numbers = run.waitsLonger
        let isOne = numbers.count == 1
        let requests = "\(isOne ? "answer to the request of event" : "answers to the requests of events") \(WhatIfReport.ranges(numbers))"
        return
            "The edited run waits longer for the \(requests) than the recorded flow did. \(isOne ? "That answer is" : "Those answers are") "
            + "not in the log: from event \(numbers.min() ?? 0) on, the log cannot tell what would have happened."
    }

    /// Returns numbers in words, with consecutive numbers as ranges: `3, 5 to 9`.
    static func ranges(_ numbers: [Int64]) -> String {
        var ranges: [ClosedRange<Int64>] = []
        for number in numbers.ordered() {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { range in
            switch range.count {
            case 1: "\(range.lowerBound)"
            case 2: "\(range.lowerBound), \(range.upperBound)"
            case _: "\(range.lowerBound) to \(range.upperBound)"
            }
        }.joined(separator: ", ")
    }

    // MARK: As JSON

    package var object: Tree {
        func end(_ end: End?) -> Tree {
            guard let end else { return .null }
            return .object([
                Tree.Member("outcome", .text(end.outcome.rawValue)), Tree.Member("event", end.event.map { .number($0) } ?? .null),
                Tree.Member("simulated", .truth(end.isSimulated)), Tree.Member("text", .text(end.words)),
            ])
        }
        let rows = requests.map { request in
            Tree.object([
                Tree.Member("name", .text(request.name)), Tree.Member("recorded", end(request.recorded)),
                Tree.Member("edited", end(request.edited)),
            ])
        }
        return .object([
            Tree.Member("file", .text(name)), Tree.Member("edits", .list(edits.map { .text($0) })), Tree.Member("requests", .list(rows)),
            Tree.Member("left", .list(left.map { .number($0) })), Tree.Member("simulated", .list(simulated.map { .number($0) })),
            Tree.Member("untold", .list(run.untold.map { .number($0) })),
            Tree.Member("waitsLonger", .list(run.waitsLonger.map { .number($0) })), Tree.Member("bounded", .truth(run.isBounded)),
        ])
    }

    /// The members of the object that `what-if --json` prints.
    package static let shape = JSONShape(
        "An edited run",
        [
            .init("file", "the log"), .init("edits", "a list of texts: what was changed"),
            .init("requests", "a list: how each request ends", .objects([requestShape])),
            .init("left", "the numbers of recorded events that do not happen"),
            .init("simulated", "the numbers of events of the edited run that the recording does not tell"),
            .init("untold", "the numbers of events of the edited run whose polls nothing answers, because the log cannot tell"),
            .init(
                "waitsLonger",
                "the numbers of events of the edited run whose requests wait longer than recorded: the log cannot tell the answers"),
            .init("bounded", "whether the run was ended after an hour or 500 simulated events"),
        ])

    private static let requestShape = JSONShape(
        "A request",
        [
            .init("name", "what was requested"), .init("recorded", "how it ended; null if it is not recorded", .objects([endShape])),
            .init("edited", "how it ends with the edits; null if they take it away", .objects([endShape])),
        ])

    private static let endShape = JSONShape(
        "The end of a request",
        [
            .init("outcome", "a word, as triage --json has it"), .init("event", "the event that answers it; null if none does"),
            .init("simulated", "whether that event is simulated"), .init("text", "how it ends, in words"),
        ])
}

extension LogEdit {
    /// Returns the edit in words, as part of a sentence.
    package func text(_ content: LogContent, _ clock: DisplayedClock = .utc) -> String {
        let words = Wording(content.header, clock)
        func question(_ number: Int64) -> Question? {
            var history = QuestionHistory()
            for record in content.records {
                if record.number == number { return history.question(record.event) }
                history.note(record)
            }
            return nil
        }
        func name(_ number: Int64) -> String {
            guard let record = content.records.first(where: { $0.number == number }) else { return "event \(number)" }
            return "event \(number) (\(words.sentence(record.event, asked: question(number))))"
        }
        func said(_ origin: FlowEvent.Origin, _ question: Question?) -> String {
            words.sentence(FlowEvent(time: content.records.first?.event.time ?? Instant(milliseconds: 0), origin: origin), asked: question)
        }
        switch self {
        case .without(let event), .skip(let event): return "without \(name(event))"
        case .move(let event, let by):
            return "\(name(event)) \(TimeWords.length(abs(by))) \(by < 0 ? "earlier" : "later")"
        case .change(let event, let origin):
            return "instead of \(name(event)): \(said(origin, question(event)))"
        case .insert(let origin, let event, let by):
            return "\(by == 0 ? "right" : TimeWords.length(by)) after event \(event): \(said(origin, nil))"
        case .settings(let settings):
            let changes = ComparedHeaders.settings(content.header, content.header.asWrittenNow(with: settings))
            return changes.isEmpty
                ? "the same settings" : changes.map { "\($0.what) \($0.texts.right) instead of \($0.texts.left)" }.joined(separator: "; ")
        case .rightClock: return "with a correct device clock"
        }
    }
}
