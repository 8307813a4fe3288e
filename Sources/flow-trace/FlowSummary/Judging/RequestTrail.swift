import FlowMachine

/// What happened between a request of the app or the viewer and its answer, as far as it can explain the answer. Grows by counts, not by events.
package struct RequestTrail: Sendable {
    /// What was asked for.
    package let asked: UserEvent
    /// The event that asked; `nil` if it lies before the log.
    package let event: Int64?
    package let start: Instant
    package private(set) var polls = Polls()
    package private(set) var failures = FailedCalls()
    package private(set) var previews = PreviewCalls()
    /// Adobe's ids: trace ids of errors, and the request ids of answers that failed. The last three.
    package private(set) var ids: [AdobesID] = []
    /// What the viewer did last.
    package private(set) var lastAct: Witness?
    /// The end of a code that nobody used.
    package private(set) var codeExpired: Witness?
    /// Whether the flow found during this request that the legacy API has been shut down, or knew it before.
    package private(set) var foundEnd = false
    /// The last damaged lines after the request.
    package private(set) var damage: Damage?

    /// How long each party was waited for, and what with, in milliseconds; the viewer's own time and rest left out.
    package private(set) var waits: [Wait] = []

    /// The most things that were waited for. No honest request waits for as many.
    private static let mostWaits = 16

    /// Damaged lines after the request.
    package struct Damage: Sendable {
        package let lines: String
        /// The last event before them.
        package let event: Int64
        package let time: Instant
    }

    /// How long something was waited for.
    package struct Wait: Sendable {
        package let awaited: Awaited
        package var milliseconds: Int64
    }

    /// What the viewer saw before the last event that was noted.
    package private(set) var shown: Presentation?

    /// How long the first code was valid, in milliseconds.
    package private(set) var codeLife: Int64?

    /// The code, if nobody used it.
    package var unusedCode: FlowCause.UnusedCode { FlowCause.UnusedCode(life: codeLife, polls: polls.count) }

    /// The screen on which the viewer did what they did last.
    package var lastActScreen: Presentation? { lastAct?.shown }

    package init(_ asked: UserEvent, event: Int64?, start: Instant) {
        self.asked = asked
        self.event = event
        self.start = start
    }

    /// The trail of a request that this record's event makes.
    package init(_ asked: UserEvent, in record: LogRecord) {
        self.init(asked, event: record.number, start: record.event.time)
        previews.note(PreviewCalls.Note(record, nil))
    }

    /// Takes note of damaged lines.
    package mutating func note(_ damage: Damage) { self.damage = damage }

    /// Whether polls or failures after the damage show that the request was still open then.
    package func isOpen(after damage: Damage) -> Bool {
        [polls.last, failures.witnesses.last].contains { $0.map { $0.number > damage.event } ?? false }
    }

    /// Takes note of how the time before an event was spent.
    package mutating func note(_ awaited: Awaited, _ milliseconds: Int64) {
        guard awaited.party != .viewer, awaited.party != .rest, milliseconds > 0 else { return }
        if let place = waits.firstIndex(where: { $0.awaited == awaited }) {
            waits[place].milliseconds += milliseconds
        } else if waits.count < RequestTrail.mostWaits {
            waits.append(Wait(awaited: awaited, milliseconds: milliseconds))
        }
    }

    /// An event as every open request takes note of it: what its effects say is found out once.
    package struct Note {
        package let record: LogRecord
        package let question: Question?
        package let shown: Presentation?
        /// The event as evidence, with the screen on which the viewer did it.
        package let witness: Witness
        /// The request whose time runs out at the event.
        package let timedOut: Question?
        /// Why the answer failed, if it did.
        package let failure: FailureKind?
        /// Whether the failed answer was Adobe's, if the log tells.
        package let isAdobes: Bool?
        package let trace: String?
        /// The host of the call that the event answers or gives up.
        package let host: AdobeHost?
        /// How long that call took, in milliseconds, if it was answered.
        package let took: Int64?
        /// The end of the code that the event shows; `nil` if it shows none.
        package let code: Instant??
        package let showsExpiredCode: Bool
        package let previews: PreviewCalls.Note

        /// `before`: what was asked and shown before the event.
        package init(_ record: LogRecord, _ question: Question?, timedOut: Question?, before: QuestionHistory, isAdobes: Bool?) {
            self.isAdobes = isAdobes
            self.record = record
            self.question = question
            shown = before.shown?.presentation
            if case .user = record.event.origin {
                witness = Witness(record, question, shown: shown)
            } else {
                witness = Witness(record, question)
            }
            self.timedOut = timedOut
            failure = record.failure.map { FailureKind($0) }
            trace = record.trace
            if case .call(let call)? = timedOut ?? question { host = AdobeHost(call.endpoint) } else { host = nil }
            took = before.since(record.event).map { record.event.time.milliseconds - $0.milliseconds }
            var (code, showsExpiredCode): (Instant??, Bool) = (nil, false)
            for case .present(_, let presentation) in record.effects {
                if case .code(_, let end, _) = presentation { code = .some(end) }
                if case .codeExpired = presentation { showsExpiredCode = true }
            }
            (self.code, self.showsExpiredCode) = (code, showsExpiredCode)
            previews = PreviewCalls.Note(record, question)
        }
    }

    /// Takes note of an event while the request is open.
    package mutating func note(_ note: Note) {
        let (record, question) = (note.record, note.question)
        shown = note.shown
        switch record.event.origin {
        case .user: lastAct = note.witness
        case .reply(_, let reply): self.note(reply, note)
        case .timer:
            if case .timer(.codeExpiry)? = question { codeExpired = note.witness }
            if let request = note.timedOut {
                if request.isPoll { polls.noteLost(note.witness) }
                failures.note(.transport(.timedOut), note.witness, host: note.host)
            }
        case .app: break
        }
        previews.note(note.previews)
        if record.rule == Rule.`V1-51`.id { foundEnd = true }
        if codeLife == nil, let end = note.code { codeLife = end.map { $0.milliseconds - record.event.time.milliseconds } }
        if note.showsExpiredCode, codeExpired == nil { codeExpired = note.witness }
    }

    private mutating func note(_ reply: Reply, _ note: Note) {
        let (question, witness) = (note.question, note.witness)
        if question?.isPoll == true { polls.note(reply.result, witness) }
        // The partner framework's own screens are no events of the app's.
        if case .partner(let answer) = reply.result, answer.error != nil { lastAct = witness }
        if let trace = note.trace { quote(.trace(trace)) }
        guard let failure = note.failure else {
            if let host = note.host { failures.noteAnswer(host) }
            return
        }
        if let id = reply.trace?.request, note.trace != id.text { quote(.request(id.text)) }
        failures.note(failure, witness, isAdobes: note.isAdobes, host: note.host, took: note.took)
    }

    private mutating func quote(_ id: AdobesID) {
        ids.append(id)
        if ids.count > 3 { ids.removeFirst() }
    }

    /// How long after the viewer's last choice `end` is, in milliseconds.
    package func sinceLastAct(_ end: Instant?) -> Int64 {
        (end ?? start).milliseconds - (lastAct?.time ?? start).milliseconds
    }

    /// How long it took up to `end`, in milliseconds.
    package func length(to end: Instant?) -> Int64 { (end ?? start).milliseconds - start.milliseconds }

    /// The request, if it is in the log.
    package var opening: [Witness] { event.map { [Witness($0, start, .request(asked))] } ?? [] }
}

extension LogRecord {
    /// Why the event's answer failed; `nil` for any other event.
    package var failure: CallFailure? {
        if case .reply(_, let reply) = event.origin, case .failed(let failure) = reply.result { failure } else { nil }
    }
}
