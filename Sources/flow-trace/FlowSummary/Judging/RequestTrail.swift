import FlowMachine

/// The events between a request of the app or the viewer and its answer, as far as they can explain the answer. The trail stores counts and a few
/// events, so its size does not grow with the log.
package struct RequestTrail: Sendable {
    /// The event with the request.
    package let asked: UserEvent
    /// The number of the event with the request; `nil` if the log begins later.
    package let event: Int64?
    package let start: Instant
    package private(set) var polls = Polls()
    package private(set) var failures = FailedCalls()
    package private(set) var previews = PreviewCalls()
    /// The last three ids that Adobe assigned: trace ids of errors, and request ids of failed answers.
    package private(set) var ids: [AdobesID] = []
    /// The last act of the viewer, and the last choice, after the request. They are stored when the request ends.
    private var acts = ViewerActs()
    /// The event at which a code expired unused.
    package private(set) var codeExpired: Witness?
    /// Whether the flow found during this request, or knew before, that Adobe has shut down the legacy API.
    package private(set) var foundEnd = false
    /// The last damaged lines after the request.
    package private(set) var damage: Damage?
    /// The missing events in which the request was answered.
    package private(set) var answeredIn: ClosedRange<Int64>?

    /// The time that the flow waited for each party and for each reason, in milliseconds. Waits for the viewer, and times in which no work was under
    /// way, are left out.
    package private(set) var waits: [Wait] = []

    /// The maximum number of different waits. No normal request has as many.
    private static let mostWaits = 16

    /// Damaged lines after the request.
    package struct Damage: Sendable {
        package let lines: String
        /// The number of the last event before the damaged lines.
        package let event: Int64
        package let time: Instant
    }

    /// The time that the flow waited for one party for one reason.
    package struct Wait: Sendable {
        package let awaited: Awaited
        package var milliseconds: Int64
    }

    /// The screen before the event that ended the request; `nil` if that event also made the request.
    private(set) var shown: QuestionHistory.Shown?

    /// The lifetime of the first code, in milliseconds; `nil` if Adobe did not state it.
    package private(set) var codeLife: Int64?

    /// Whether a code was shown whose lifetime Adobe did not state.
    private var showsCodeWithoutEnd = false

    /// Returns the description of a code that nobody used.
    ///
    /// - Parameter policy: The app's policy, which decides how long a code is valid if Adobe does not state it.
    package func unusedCode(_ policy: Policy) -> FlowCause.UnusedCode {
        let isPolicys = codeLife == nil && showsCodeWithoutEnd
        return FlowCause.UnusedCode(
            life: isPolicys ? policy.sessionLifetime.milliseconds : codeLife, isLifePolicys: isPolicys, polls: polls.count)
    }

    /// The last act of the viewer.
    package var lastAct: Witness? { acts.last }
    /// The viewer's last choice on a screen. Other requests of the app are not choices.
    package var lastChoice: (choice: Choice, witness: Witness)? { acts.lastChoice }
    /// The screen on which the viewer acted last.
    package var lastActScreen: Presentation? { lastAct?.shown }

    package init(_ asked: UserEvent, event: Int64?, start: Instant) {
        self.asked = asked
        self.event = event
        self.start = start
    }

    /// Creates the trail of a request that is made in the event of `record`.
    package init(_ asked: UserEvent, in record: borrowing LogRecord) {
        self.init(asked, event: record.number, start: record.event.time)
        previews.note(PreviewCalls.Note(record, nil, EffectKinds(of: record.effects)))
    }

    /// Records the screen before the event that ends the request.
    package mutating func noteEnd(_ shown: QuestionHistory.Shown?) { self.shown = shown }

    /// Records what the viewer did after the request. `acts` contains earlier acts, too.
    package mutating func note(_ acts: ViewerActs) { self.acts = acts.after(event) }

    /// Records damaged lines.
    package mutating func note(_ damage: Damage) { self.damage = damage }

    /// Records that the request was answered in one of the events `missing` from the log.
    package mutating func noteAnswered(in missing: ClosedRange<Int64>) { answeredIn = missing }

    /// Returns whether polls or failures after the damage show that the request was still open.
    package func isOpen(after damage: Damage) -> Bool {
        [polls.last, failures.witnesses.last].contains { $0.map { $0.number > damage.event } ?? false }
    }

    /// Adds a wait before an event. The caller leaves out waits for the viewer, and times in which no work is under way.
    package mutating func note(_ wait: Wait) {
        if let place = waits.firstIndex(where: { $0.awaited == wait.awaited }) {
            waits[place].milliseconds += wait.milliseconds
        } else if waits.count < RequestTrail.mostWaits {
            if waits.isEmpty { waits.reserveCapacity(4) }
            waits.append(wait)
        }
    }

    /// The properties of an event that an open request needs. They are computed once per event, because a log can have 64 open requests.
    package struct Note {
        package let time: Instant
        package let origin: Origin
        /// Whether the event is the answer to a poll.
        package let isPoll: Bool
        /// Whether the partner framework answered with an error.
        package let isPartnersError: Bool
        /// The event as evidence, with the screen on which the viewer acted.
        package let witness: Witness
        /// The viewer's choice on a screen; `nil` if the event is none.
        package let choice: Choice?
        /// The request that times out at the event; `nil` if there is none.
        package let timedOut: Question?
        /// The reason why the answer failed; `nil` if it did not.
        package let failure: FailureKind?
        /// Whether the failed answer was Adobe's; `nil` if the log does not show it.
        package let isAdobes: Bool?
        package let trace: String?
        /// Adobe's id of the request whose answer failed, unless it equals `trace`.
        package let request: String?
        /// The host of the call that the event answers or abandons.
        package let host: AdobeHost?
        /// The time that the call took, in milliseconds; `nil` if the event is not its answer.
        package let took: Int64?
        /// The expiry of the code that the event shows, if Adobe stated it. The outer optional is `nil` if the event shows no code.
        package let code: Instant??
        package let showsExpiredCode: Bool
        /// Whether the flow found that the legacy API has been shut down.
        package let foundEnd: Bool
        package let previews: PreviewCalls.Note

        /// Whether the open requests need nothing but the viewer's act, which is stored once for all of them.
        package var isOnlyAct: Bool {
            origin == .user && timedOut == nil && !foundEnd && code == nil && !showsExpiredCode && previews.isEmpty
        }

        /// The origin of the event.
        package enum Origin {
            case user, reply, codeExpiry, otherTimer, app

            /// Returns the origin of `event`. It is no initializer, because callers would copy the event for it.
            static func of(_ event: FlowEvent, _ question: Question?) -> Origin {
                switch event.origin {
                case .user: .user
                case .reply: .reply
                case .timer: if case .timer(.codeExpiry)? = question { .codeExpiry } else { .otherTimer }
                case .app: .app
                }
            }
        }

        /// Returns whether an open request needs the event.
        static func isNeeded(_ record: LogRecord, _ origin: Origin, _ effects: EffectKinds, timedOut: Question?) -> Bool {
            switch origin {
            case .user, .reply, .codeExpiry: true
            case .otherTimer, .app:
                timedOut != nil || effects.contains(.call) || effects.contains(.present) || record.rule == Rule.`V1-51`.id
            }
        }

        /// Computes the properties of an event.
        ///
        /// - Parameters:
        ///   - shown: The screen before the event.
        ///   - asked: The time when the request that the event answers was sent.
        init(
            _ record: borrowing LogRecord, _ origin: Origin, _ question: Question?, _ effects: EffectKinds, timedOut: Question?,
            shown: QuestionHistory.Shown?, asked: Instant?, isAdobes: Bool?
        ) {
            self.origin = origin
            foundEnd = record.rule == Rule.`V1-51`.id
            self.isAdobes = isAdobes
            time = record.event.time
            isPoll = question?.isPoll == true
            witness = Witness(record, question, shown: origin == .user ? shown?.presentation : nil)
            self.timedOut = timedOut
            var (choice, failure, trace, request): (Choice?, FailureKind?, String?, String?) = (nil, nil, nil, nil)
            var isPartnersError = false
            switch record.event.origin {
            case .user(.chose(_, let chosen)): choice = chosen
            case .reply(_, let reply):
                if case .partner(let answer) = reply.result { isPartnersError = answer.error != nil }
                trace = record.trace
                if let reason = record.failure {
                    failure = FailureKind(reason)
                    request = reply.trace?.request.flatMap { [trace] id in id.text == trace ? nil : id.text }
                }
            case .user, .app, .timer: break
            }
            (self.choice, self.failure, self.trace, self.request) = (choice, failure, trace, request)
            self.isPartnersError = isPartnersError
            if case .call(let call)? = timedOut ?? question { host = AdobeHost(call.endpoint) } else { host = nil }
            took = asked.map { record.event.time.milliseconds - $0.milliseconds }
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

    /// Adds an event while the request is open.
    package mutating func note(_ note: Note) {
        switch note.origin {
        case .reply: noteReply(note)
        case .codeExpiry: codeExpired = note.witness
        case .user, .otherTimer, .app: break
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

    /// Records the circumstances of the launch, which may explain why calls failed.
    package mutating func note(_ conditions: CallConditions) {
        if !failures.isEmpty { failures = failures.under(conditions) }
    }

    private mutating func noteReply(_ note: Note) {
        if note.isPoll { polls.note(note.failure, note.witness) }
        if let trace = note.trace { quote(.trace(trace)) }
        guard let failure = note.failure else {
            if let host = note.host { failures.noteAnswer(host) }
            return
        }
        if let id = note.request { quote(.request(id)) }
        failures.note(failure, note.witness, isAdobes: note.isAdobes, host: note.host, took: note.took)
    }

    private mutating func quote(_ id: AdobesID) {
        if ids.isEmpty { ids.reserveCapacity(4) }
        ids.append(id)
        if ids.count > 3 { ids.removeFirst() }
    }

    /// Returns the time from `witness` to `end`, in milliseconds.
    package func length(from witness: Witness, to end: Instant?) -> Int64 {
        (end ?? start).milliseconds - (witness.time ?? start).milliseconds
    }

    /// Returns the time from the request to `end`, in milliseconds.
    package func length(to end: Instant?) -> Int64 { (end ?? start).milliseconds - start.milliseconds }

    /// The request as evidence; empty if the log begins later.
    package var opening: [Witness] { event.map { [Witness($0, start, .request(asked))] } ?? [] }
}

extension LogRecord {
    /// The reason why the event's answer failed as a whole; `nil` for any other event.
    package var failure: CallFailure? {
        guard case .reply(_, let reply) = event.origin else { return nil }
        return switch reply.result {
        case .failed(let failure): failure
        case .decisions(let decisions): decisions.failure
        case _: nil
        }
    }
}
