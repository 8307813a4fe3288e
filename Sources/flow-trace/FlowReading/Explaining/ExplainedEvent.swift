import FlowMachine

/// An event to explain, and the title of its explanation.
package struct ExplainedEvent {
    /// The number of the event.
    package let number: Int64
    /// Sentences about the request that the event explains, or about the requests that were answered at the event.
    package private(set) var title: [String]

    /// Selects the event with the number `number`.
    package init(_ number: Int64, in content: LogContent, _ clock: DisplayedClock) {
        self.number = number
        title = ExplainedEvent.titles(answeredAt: number, content, clock)
    }

    /// Selects the event that best shows how the request with the number `wish` ended; `nil` if the log has no such request.
    package init?(wish: Int64, in content: LogContent, _ clock: DisplayedClock) {
        let report = ExplainedEvent.report(content, clock)
        guard let last = content.records.last, let request = report.requests.first(where: { $0.wish.number == wish }) else { return nil }
        self.init(request, last)
    }

    /// Selects the event that best shows why a request was not fulfilled. If all requests were fulfilled, selects the last event.
    ///
    /// Returns `nil` if the log has no event.
    package init?(in content: LogContent, _ clock: DisplayedClock) {
        guard let last = content.records.last else { return nil }
        let report = ExplainedEvent.report(content, clock)
        let listed = report.unfulfilled + report.troubled
        guard let first = listed.first else {
            self.init(last.number, in: content, clock)
            return
        }
        self.init(first, last)
        if listed.count > 1 {
            let others = listed.count - 1
            title.append("\(others) other \(others == 1 ? "request has" : "requests have") a cause: flow-trace triage LOG lists them all.")
        }
    }

    private init(_ request: TriagedRequest, _ last: LogRecord) {
        number = request.cause?.evidence.last?.event ?? request.answerEvent ?? last.number
        let place = request.event.map { ", event \($0)" } ?? ""
        let cause = request.cause.map { " \($0.text)" } ?? ""
        title = ["\(request.name) (wish \(request.wish.number)\(place)): \(request.ending).\(cause)"]
    }

    private static func report(_ content: LogContent, _ clock: DisplayedClock) -> LaunchReport {
        let reader = LaunchReader(content.header, content.snapshot, clock)
        var damages = content.damages[...]
        for (index, record) in content.records.enumerated() {
            while let damage = damages.first, damage.index <= index {
                reader.noteDamage(damage.lines)
                damages.removeFirst()
            }
            reader.note(record)
        }
        for damage in damages { reader.noteDamage(damage.lines) }
        return reader.report
    }

    /// Returns a sentence for each request that was answered at the event.
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

    /// The highest number of answers of one event that are listed.
    private static let mostAnswers = 100
}

extension FlowEvent {
    /// The number of the request that the viewer or the app made with the event; `nil` if the event made no request.
    fileprivate var opened: WishID? {
        guard case .user(let user) = origin, user.opens else { return nil }
        return user.wish
    }
}
