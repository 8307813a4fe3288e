import FlowMachine

/// What happened between a request of the app or the viewer and its answer, as far as it can explain the answer. Grows by counts, not by events.
struct RequestTrail: Sendable {
    /// The request.
    let asked: UserEvent
    /// The event that made the request; `nil` if it is before the log.
    let event: Int64?
    let start: Instant
    private(set) var polls = Polls()
    private(set) var failures = FailedCalls()
    /// Adobe's ids: trace ids of errors, and the request ids of answers that failed. The last three.
    private(set) var quotes: [String] = []
    /// The viewer's last action.
    private(set) var deed: Witness?
    /// The expiry of a code that was never used.
    private(set) var codeExpired: Witness?

    /// How long the flow waited for each party, and for what, in milliseconds; without the viewer's own time and idle time.
    private(set) var waits: [Wait] = []

    /// How long the flow waited for something.
    struct Wait: Sendable {
        let party: Timeline.Party
        let what: String
        var milliseconds: Int64

        /// Whether the app waits for its own earlier requests.
        var isOwnQueue: Bool { what == Waiting.ownAllowance }
    }

    /// The screen of the viewer's last action.
    var deedScreen: Presentation? { deed?.shown }

    init(_ asked: UserEvent, event: Int64?, start: Instant) {
        self.asked = asked
        self.event = event
        self.start = start
    }

    /// Notes how the time before an event was spent.
    mutating func note(_ party: Timeline.Party, _ what: String, _ milliseconds: Int64) {
        guard party != .viewer, party != .rest, milliseconds > 0 else { return }
        if let place = waits.firstIndex(where: { $0.party == party && $0.what == what }) {
            waits[place].milliseconds += milliseconds
        } else {
            waits.append(Wait(party: party, what: what, milliseconds: milliseconds))
        }
    }

    /// Notes an event while the request is open. `before`: the requests and the screen before the event.
    mutating func note(_ record: Record, _ question: Question?, before: Outstanding, _ words: Words) {
        switch record.event.origin {
        case .user: deed = Witness(record, question, shown: before.shown?.presentation)
        case .reply(_, let reply): note(reply, question, record, words)
        case .timer:
            if case .timer(.codeExpiry)? = question { codeExpired = Witness(record, question) }
            if case .timer(.timeout)? = question, let given = before.givenUp(by: record) {
                let witness = Witness(record, question)
                if given.isPoll { polls.noteLost(witness) }
                failures.note("no answer in time", isLost: true, witness)
            }
        case .app: break
        }
        for case .present(_, .codeExpired) in record.effects where codeExpired == nil { codeExpired = Witness(record, question) }
    }

    private mutating func note(_ reply: Reply, _ question: Question?, _ record: Record, _ words: Words) {
        let witness = Witness(record, question)
        if question?.isPoll == true { polls.note(reply.result, witness) }
        // The partner framework's own screens are not events of the app.
        if case .partner(let answer) = reply.result, answer.error != nil { deed = witness }
        if let trace = record.trace { quote("Adobe's trace id \(trace)") }
        guard case .failed(let failure) = reply.result else { return }
        if let id = reply.trace?.request, record.trace != id.text { quote("Adobe-Request-Id \(id.text)") }
        let isLost = if case .transport = failure { true } else { false }
        failures.note(Label.sentence(words.failure(failure).main), isLost: isLost, witness, failure)
    }

    private mutating func quote(_ text: String) {
        quotes.append(text)
        if quotes.count > 3 { quotes.removeFirst() }
    }

    /// The time from the viewer's last choice to `end`.
    func sinceDeed(_ end: Instant?) -> String {
        TimeWords.length((end ?? start).milliseconds - (deed?.event.time ?? start).milliseconds)
    }

    /// The time from the request to `end`.
    func length(to end: Instant?) -> String { TimeWords.length((end ?? start).milliseconds - start.milliseconds) }
}
