import FlowMachine

/// What happened between a request of the app or the viewer and its answer, as far as it can explain the answer. Grows by counts, not by events.
struct RequestTrail: Sendable {
    /// What was asked for.
    let asked: UserEvent
    /// The event that asked; `nil` if it lies before the log.
    let event: Int64?
    let start: Instant
    private(set) var polls = Polls()
    private(set) var failures = FailedCalls()
    /// Adobe's ids: trace ids of errors, and the request ids of answers that failed. The last three.
    private(set) var quotes: [String] = []
    /// What the viewer did last, and on which screen.
    private(set) var deed: Evidence?
    /// The screen on which they did it.
    private(set) var deedScreen: Presentation?
    /// The end of a code that nobody used.
    private(set) var codeExpired: Evidence?
    /// Until when everything was held back because Adobe throttled.
    private(set) var holds = 0

    init(_ asked: UserEvent, event: Int64?, start: Instant) {
        self.asked = asked
        self.event = event
        self.start = start
    }

    /// Takes note of an event while the request is open. `before`: what was asked and shown before the event.
    mutating func note(_ record: Record, _ question: Question?, before: Outstanding, _ words: Words) {
        let sentence = words.sentence(record.event, asked: question)
        let evidence = Evidence(event: record.number, time: record.event.time, text: sentence)
        switch record.event.origin {
        case .user(let user):
            deedScreen = before.shown?.presentation
            let screen = deedScreen.map { " at the screen \"\(words.presentation($0, at: record.event.time).main)\"" } ?? ""
            deed = Evidence(event: record.number, time: record.event.time, text: "\(words.user(user).main)\(screen)")
        case .reply(_, let reply):
            note(reply, question, record, evidence, words)
        case .timer:
            if case .timer(.codeExpiry)? = question { codeExpired = evidence }
            if case .timer(.timeout)? = question, let given = before.givenUp(by: record) {
                if given.isPoll { polls.noteLost(evidence) }
                failures.note("no answer in time", isLost: true, evidence)
            }
        case .app: break
        }
        for case .present(_, .codeExpired) in record.effects where codeExpired == nil { codeExpired = evidence }
        for case .arm(_, .hold, _) in record.effects { holds += 1 }
    }

    private mutating func note(_ reply: Reply, _ question: Question?, _ record: Record, _ evidence: Evidence, _ words: Words) {
        if question?.isPoll == true { polls.note(reply.result, evidence) }
        // The partner framework's own screens are no events of the app's.
        if case .partner(let answer) = reply.result, answer.error != nil {
            deed = evidence
            deedScreen = nil
        }
        if let trace = record.trace { quote("Adobe's trace id \(trace)") }
        guard case .failed(let failure) = reply.result else { return }
        if let id = reply.trace?.request, record.trace != id.text { quote("Adobe-Request-Id \(id.text)") }
        let isLost = if case .transport = failure { true } else { false }
        failures.note(Label.sentence(words.failure(failure).main), isLost: isLost, evidence)
    }

    private mutating func quote(_ text: String) {
        quotes.append(text)
        if quotes.count > 3 { quotes.removeFirst() }
    }

    /// How long it took up to `end`.
    func length(to end: Instant) -> String { TimeWords.length(end.milliseconds - start.milliseconds) }
}
