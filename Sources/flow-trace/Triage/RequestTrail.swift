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
    private(set) var previews = PreviewCalls()
    /// Adobe's ids: trace ids of errors, and the request ids of answers that failed. The last three.
    private(set) var quotes: [String] = []
    /// What the viewer did last.
    private(set) var deed: Witness?
    /// The end of a code that nobody used.
    private(set) var codeExpired: Witness?
    /// Whether the flow found during this request that the legacy API has been shut down, or knew it before.
    private(set) var foundEnd = false

    /// How long each party was waited for, and what with, in milliseconds; the viewer's own time and rest left out.
    private(set) var waits: [Wait] = []

    /// How long something was waited for.
    struct Wait: Sendable {
        let party: Timeline.Party
        let what: String
        var milliseconds: Int64

        /// Whether the app waits for its own earlier requests.
        var isOwnQueue: Bool { what == Waiting.ownAllowance }
    }

    /// How long the first code was valid, in milliseconds.
    private(set) var codeLife: Int64?

    /// ` after 5 min`, if that is known.
    var codeLength: String { codeLife.map { " after \(TimeWords.term($0))" } ?? "" }
    /// Whether the code was valid for less time than viewers need.
    var isCodeShort: Bool { codeLife.map { $0 < 10 * 60_000 } ?? false }

    /// The screen on which the viewer did what they did last.
    var deedScreen: Presentation? { deed?.shown }

    init(_ asked: UserEvent, event: Int64?, start: Instant) {
        self.asked = asked
        self.event = event
        self.start = start
    }

    /// The trail of a request that this record's event makes.
    init(_ asked: UserEvent, in record: Record) {
        self.init(asked, event: record.number, start: record.event.time)
        previews.note(record, nil)
    }

    /// Takes note of how the time before an event was spent.
    mutating func note(_ party: Timeline.Party, _ what: String, _ milliseconds: Int64) {
        guard party != .viewer, party != .rest, milliseconds > 0 else { return }
        if let place = waits.firstIndex(where: { $0.party == party && $0.what == what }) {
            waits[place].milliseconds += milliseconds
        } else {
            waits.append(Wait(party: party, what: what, milliseconds: milliseconds))
        }
    }

    /// Takes note of an event while the request is open. `before`: what was asked and shown before the event.
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
        previews.note(record, question)
        if record.rule == Rule.`V1-51`.id { foundEnd = true }
        for case .present(_, .code(_, let end, _)) in record.effects where codeLife == nil {
            codeLife = end.map { $0.milliseconds - record.event.time.milliseconds }
        }
        for case .present(_, .codeExpired) in record.effects where codeExpired == nil { codeExpired = Witness(record, question) }
    }

    private mutating func note(_ reply: Reply, _ question: Question?, _ record: Record, _ words: Words) {
        let witness = Witness(record, question)
        if question?.isPoll == true { polls.note(reply.result, witness) }
        // The partner framework's own screens are no events of the app's.
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

    /// How long after the viewer's last choice `end` is.
    func sinceDeed(_ end: Instant?) -> String {
        TimeWords.length((end ?? start).milliseconds - (deed?.event.time ?? start).milliseconds)
    }

    /// How long it took up to `end`.
    func length(to end: Instant?) -> String { TimeWords.length((end ?? start).milliseconds - start.milliseconds) }
}
