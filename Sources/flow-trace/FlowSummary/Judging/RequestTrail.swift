import FlowMachine

/// What happened between a request of the app or the viewer and its answer, as far as it can explain the answer. Grows by counts, not by events.
package struct RequestTrail: Sendable {
    /// The request of the app.
    package let asked: UserEvent
    /// The event that asked; `nil` if it lies before the log.
    package let event: Int64?
    package let start: Instant
    package private(set) var polls = Polls()
    package private(set) var failures = FailedCalls()
    package private(set) var previews = PreviewCalls()
    /// Adobe's ids: trace ids of errors, and the request ids of answers that failed. The last three.
    package private(set) var ids: [AdobesID] = []
    /// The last act of the viewer.
    package private(set) var lastAct: Witness?
    /// What the viewer chose last on a screen. Other requests of the app are no choice.
    package private(set) var lastChoice: (choice: Choice, witness: Witness)?
    /// The end of a code that nobody used.
    package private(set) var codeExpired: Witness?
    /// Whether the flow found during this request that the legacy API has been shut down, or knew it before.
    package private(set) var foundEnd = false
    /// The last damaged lines after the request.
    package private(set) var damage: Damage?
    /// The missing events in which the request was answered.
    package private(set) var answeredIn: ClosedRange<Int64>?

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

    /// The screen before the event that ended the request; `nil` if the same event made it.
    private(set) var shown: Presentation?

    /// How long the first code was valid, in milliseconds.
    package private(set) var codeLife: Int64?

    /// Whether a code was shown whose lifetime Adobe did not state.
    private var showsCodeWithoutEnd = false

    /// The code, if nobody used it.
    /// - Parameter policy: the app's policy, which says how long a code is valid if Adobe does not.
    package func unusedCode(_ policy: Policy) -> FlowCause.UnusedCode {
        let isPolicys = codeLife == nil && showsCodeWithoutEnd
        return FlowCause.UnusedCode(
            life: isPolicys ? policy.sessionLifetime.milliseconds : codeLife, isLifePolicys: isPolicys, polls: polls.count)
    }

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
        previews.note(PreviewCalls.Note(record, nil, EffectKinds(of: record.effects)))
    }

    /// Takes note of what the viewer saw before the event that ends it.
    package mutating func noteEnd(_ shown: Presentation?) { self.shown = shown }

    /// Takes note of damaged lines.
    package mutating func note(_ damage: Damage) { self.damage = damage }

    /// Takes note that the request was answered in one of these events, which are not in the log.
    package mutating func noteAnswered(in missing: ClosedRange<Int64>) { answeredIn = missing }

    /// Whether polls or failures after the damage show that the request was still open then.
    package func isOpen(after damage: Damage) -> Bool {
        [polls.last, failures.witnesses.last].contains { $0.map { $0.number > damage.event } ?? false }
    }

    /// Takes note of what was waited for before an event, not of the viewer's time and of rest.
    package mutating func note(_ wait: Wait) {
        if let place = waits.firstIndex(where: { $0.awaited == wait.awaited }) {
            waits[place].milliseconds += wait.milliseconds
        } else if waits.count < RequestTrail.mostWaits {
            waits.append(wait)
        }
    }

    /// An event as every open request takes note of it. What it says is found out once: a log can have 64 open requests.
    package struct Note {
        package let time: Instant
        package let origin: Origin
        /// Whether the answer is one to a poll.
        package let isPoll: Bool
        /// Whether the partner framework answered with an error.
        package let isPartnersError: Bool
        /// The event as evidence, with the screen on which the viewer did it.
        package let witness: Witness
        /// The request whose time runs out at the event.
        package let timedOut: Question?
        /// Why the answer failed, if it did.
        package let failure: FailureKind?
        /// Whether the failed answer was Adobe's, if the log tells.
        package let isAdobes: Bool?
        package let trace: String?
        /// Adobe's id of the failed answer, if it is not the trace id.
        package let request: String?
        /// The host of the call that the event answers or gives up.
        package let host: AdobeHost?
        /// How long that call took, in milliseconds, if it was answered.
        package let took: Int64?
        /// The end of the code that the event shows; `nil` if it shows none.
        package let code: Instant??
        package let showsExpiredCode: Bool
        /// Whether the flow found that the legacy API has been shut down.
        package let foundEnd: Bool
        package let previews: PreviewCalls.Note

        /// The origin of the event.
        package enum Origin {
            case user, reply, codeExpiry, otherTimer, app

            fileprivate init(_ event: FlowEvent, _ question: Question?) {
                switch event.origin {
                case .user: self = .user
                case .reply: self = .reply
                case .timer: if case .timer(.codeExpiry)? = question { self = .codeExpiry } else { self = .otherTimer }
                case .app: self = .app
                }
            }
        }

        /// `before`: the requests and the screen before the event. `nil` for an event that requests need not take note of.
        package init?(
            _ record: LogRecord, _ question: Question?, _ effects: EffectKinds, timedOut: Question?, before: QuestionHistory,
            isAdobes: Bool?
        ) {
            origin = Origin(record.event, question)
            foundEnd = record.rule == Rule.`V1-51`.id
            switch origin {
            case .user, .reply, .codeExpiry: break
            case .otherTimer, .app:
                guard timedOut != nil || foundEnd || !effects.isDisjoint(with: [.call, .present]) else { return nil }
            }
            self.isAdobes = isAdobes
            time = record.event.time
            isPoll = question?.isPoll == true
            witness = Witness(record, question, shown: origin == .user ? before.shown?.presentation : nil)
            self.timedOut = timedOut
            failure = record.failure.map { FailureKind($0) }
            trace = record.trace
            if case .reply(_, let reply) = record.event.origin {
                if case .partner(let answer) = reply.result { isPartnersError = answer.error != nil } else { isPartnersError = false }
                request = failure == nil ? nil : reply.trace?.request.flatMap { [trace] id in id.text == trace ? nil : id.text }
            } else {
                (isPartnersError, request) = (false, nil)
            }
            if case .call(let call)? = timedOut ?? question { host = AdobeHost(call.endpoint) } else { host = nil }
            took = before.since(record.event).map { record.event.time.milliseconds - $0.milliseconds }
            var (code, showsExpiredCode): (Instant??, Bool) = (nil, false)
            if effects.contains(.present) {
                for case .present(_, let presentation) in record.effects {
                    if case .code(_, let end, _) = presentation { code = .some(end) }
                    if case .codeExpired = presentation { showsExpiredCode = true }
                }
            }
            (self.code, self.showsExpiredCode) = (code, showsExpiredCode)
            previews = PreviewCalls.Note(record, question, effects)
        }
    }

    /// Takes note of an event while the request is open.
    package mutating func note(_ note: Note) {
        switch note.origin {
        case .user:
            lastAct = note.witness
            if case .event(let event, _, _) = note.witness.testimony, case .user(.chose(_, let choice)) = event.origin {
                lastChoice = (choice, note.witness)
            }
        case .reply: noteReply(note)
        case .codeExpiry: codeExpired = note.witness
        case .otherTimer, .app: break
        }
        if let request = note.timedOut {
            if request.isPoll { polls.noteLost(note.witness) }
            failures.note(.transport(.timedOut), note.witness, host: note.host)
        }
        previews.note(note.previews)
        if note.foundEnd { foundEnd = true }
        if case .some(nil) = note.code { showsCodeWithoutEnd = true }
        if codeLife == nil, let end = note.code { codeLife = end.map { $0.milliseconds - note.time.milliseconds } }
        if note.showsExpiredCode, codeExpired == nil { codeExpired = note.witness }
    }

    private mutating func noteReply(_ note: Note) {
        if note.isPoll { polls.note(note.failure, note.witness) }
        // The partner framework's own screens are no events of the app's.
        if note.isPartnersError { lastAct = note.witness }
        if let trace = note.trace { quote(.trace(trace)) }
        guard let failure = note.failure else {
            if let host = note.host { failures.noteAnswer(host) }
            return
        }
        if let id = note.request { quote(.request(id)) }
        failures.note(failure, note.witness, isAdobes: note.isAdobes, host: note.host, took: note.took)
    }

    private mutating func quote(_ id: AdobesID) {
        ids.append(id)
        if ids.count > 3 { ids.removeFirst() }
    }

    /// How long after `witness` `end` is, in milliseconds.
    package func length(from witness: Witness, to end: Instant?) -> Int64 {
        (end ?? start).milliseconds - (witness.time ?? start).milliseconds
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
