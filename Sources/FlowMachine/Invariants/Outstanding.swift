/// The requests, timers, presentation and wishes that a run waits for, derived from events and effects alone.
package struct Outstanding: Hashable, Sendable {
    /// The requests without an answer, oldest first.
    package private(set) var requests: [Request] = []
    /// The armed timers, oldest first.
    package private(set) var timers: [RunningTimer] = []
    /// The presentation that the viewer sees.
    package private(set) var shown: Shown?
    /// The wishes that the flow has not answered, oldest first.
    package private(set) var wishes: [Open] = []
    private(set) var isLaunched = false
    private var lastTime: Instant?

    /// A request without an answer.
    package struct Request: Hashable, Sendable {
        package let id: RequestID
        package let question: Question
        /// The time limit of the answer; `nil` if the viewer answers, because the viewer has unlimited time.
        package fileprivate(set) var due: Instant?

        /// The endpoint of a request to Adobe; `nil` for a question to the partner framework.
        package var endpoint: Endpoint? { if case .adobe(let endpoint) = question { endpoint } else { nil } }
        package var isForAdobe: Bool { if case .adobe = question { true } else { false } }
        /// Whether the partner framework asks the viewer to choose a provider.
        package var isChoice: Bool { if case .partner(.choice) = question { true } else { false } }
    }

    /// The recipient of a request, and the question to it.
    package enum Question: Hashable, Sendable {
        case adobe(Endpoint)
        case partner(PartnerRequest)
    }

    /// A timer that was armed and has not fired.
    package struct RunningTimer: Hashable, Sendable {
        package let id: TimerID
        package let purpose: TimerPurpose
        package let due: Instant
    }

    /// A presentation that the viewer sees.
    package struct Shown: Hashable, Sendable {
        package let id: PresentationID
        /// The content of the presentation; `nil` if it appeared before the run was followed.
        package let what: Presentation?
    }

    /// A wish that the flow has not answered.
    package struct Open: Hashable, Sendable {
        package let id: WishID
        package let kind: Wish.Kind
    }

    package init() {}

    /// Creates the value for a run that is followed from `model` on. Only two timers are known: the time-out timer and the timer of a hold,
    /// the pause after throttling or failures.
    package init(at model: FlowModel) {
        isLaunched = model.context.isLaunched
        wishes = model.context.wishes.map { Open(id: $0.id, kind: $0.kind) }
        shown = model.context.presented.map { Shown(id: $0, what: nil) }
        for call in model.calls.pending {
            guard case .sent(let id, let due) = call.stage else { continue }
            switch call.question {
            case .adobe(let endpoint), .poll(let endpoint): requests.append(Request(id: id, question: .adobe(endpoint), due: due))
            case .partner(let question): requests.append(Request(id: id, question: .partner(question), due: due))
            }
        }
        if let timer = model.calls.timeoutTimer {
            timers.append(RunningTimer(id: timer, purpose: .timeout, due: Instant(milliseconds: 0)))
        }
        if let hold = model.calls.hold { timers.append(RunningTimer(id: hold.timer, purpose: .hold, due: hold.until)) }
    }

    /// Whether nothing is outstanding.
    var isEmpty: Bool { requests.isEmpty && timers.isEmpty && shown == nil && wishes.isEmpty }

    package func isArmed(_ purpose: TimerPurpose) -> Bool { timers.contains { $0.purpose == purpose } }

    package func request(_ id: RequestID) -> Request? { requests.first { $0.id == id } }

    func awaits(_ wish: WishID) -> Bool { wishes.contains { $0.id == wish } }

    // MARK: Following a run

    /// Updates this value with the next event of the run and its effects.
    /// - Returns: the event and its effects as the judges see them.
    package mutating func step(_ event: FlowEvent, _ effects: [Effect], _ settings: FlowSettings) -> RunStep {
        let before = self
        let isSetBack = lastTime.map { $0 > event.time } ?? false
        lastTime = event.time
        var (answered, fired, opened): (Request?, RunningTimer?, Open?)
        var (judged, isLate) = (event, false)
        switch event.origin {
        case .app(.launched): isLaunched = true
        case .app: break
        case .reply(let id, _):
            answered = take(id)
            if let answered, answered.isForAdobe, let due = answered.due, due <= event.time {
                isLate = true
                judged = FlowEvent(time: event.time, origin: .reply(id, Reply(.failed(.transport(.timedOut)))))
            }
        case .timer(let id): fired = take(id, at: event.time, settings)
        case .user(let user): opened = open(user)
        }
        for index in effects.indices { note(effects[index], at: event.time, settings) }
        return RunStep(
            event: judged, arrived: event, isLate: isLate, effects: effects, answered: answered, fired: fired, opened: opened,
            isLaunch: !before.isLaunched, isSetBack: isSetBack, before: before, after: self)
    }

    private mutating func take(_ id: RequestID) -> Request? {
        requests.firstIndex { $0.id == id }.map { requests.remove(at: $0) }
    }

    private mutating func take(_ id: TimerID, at now: Instant, _ settings: FlowSettings) -> RunningTimer? {
        guard let index = timers.firstIndex(where: { $0.id == id }) else { return nil }
        let timer = timers.remove(at: index)
        if timer.purpose == .timeout {
            // The clock may have been set back, so no outstanding request may wait longer than a request that is sent now.
            let latest = now.advanced(by: settings.policy.requestTimeout)
            for index in requests.indices {
                if let due = requests[index].due, due > latest { requests[index].due = latest }
            }
        }
        return timer
    }

    private mutating func open(_ event: UserEvent) -> Open? {
        guard isLaunched, let id = event.wish, let kind = event.wishKind, !awaits(id) else { return nil }
        let wish = Open(id: id, kind: kind)
        wishes.append(wish)
        return wish
    }

    private mutating func note(_ effect: Effect, at now: Instant, _ settings: FlowSettings) {
        switch effect {
        case .call(let id, let call):
            let due = now.advanced(by: settings.policy.requestTimeout)
            requests.append(Request(id: id, question: .adobe(call.endpoint), due: due))
        case .partner(let id, let question):
            let due = question.isSilent ? now.advanced(by: settings.policy.requestTimeout) : nil
            requests.append(Request(id: id, question: .partner(question), due: due))
        case .cancel(let id): _ = take(id)
        case .arm(let id, let purpose, let due): timers.append(RunningTimer(id: id, purpose: purpose, due: due))
        case .disarm(let id): if let index = timers.firstIndex(where: { $0.id == id }) { timers.remove(at: index) }
        case .present(_, .nothing): shown = nil
        case .present(let id, let what): shown = Shown(id: id, what: what)
        case .answer(let id, _): if let index = wishes.firstIndex(where: { $0.id == id }) { wishes.remove(at: index) }
        case .keep, .forget: return
        }
    }
}

/// One event of a run as a judge sees it: the event, the request or timer that it concerns, its effects, and everything outstanding before
/// and after it.
package struct RunStep: Sendable {
    /// The event. If an answer arrived after its time limit because the device slept, this is a time-out instead (FM-18).
    package let event: FlowEvent
    /// The event as it arrived. Unlike `event`, it is never replaced by a time-out.
    package let arrived: FlowEvent
    /// Whether the event is an answer that arrived after its time limit.
    let isLate: Bool
    package let effects: [Effect]
    /// The request that the event answers; `nil` if the event is no answer to an outstanding request.
    package let answered: Outstanding.Request?
    /// The timer that fired; `nil` if the event is not from an armed timer.
    package let fired: Outstanding.RunningTimer?
    /// The wish that the event opened, whether or not it is answered at once; `nil` if the event opened none.
    package let opened: Outstanding.Open?
    /// Whether this step launched the run.
    package let isLaunch: Bool
    /// Whether the device's clock was set back since the last event.
    let isSetBack: Bool
    package let before: Outstanding
    package let after: Outstanding
    /// The kinds of the event and of its effects.
    let kinds: Kinds

    package var time: Instant { event.time }

    /// Whether a timer fired before its due time by the device's clock. This happens if the clock is set back after the timer was armed.
    var isEarly: Bool { fired.map { $0.due > event.time } ?? false }

    /// Returns whether the event or an effect is of one of the `kinds`.
    func has(_ kinds: Kinds) -> Bool { !self.kinds.isDisjoint(with: kinds) }

    /// Returns the endpoint of the request to Adobe that this step cancels under the id `cancelled`; `nil` for a question to the partner
    /// framework.
    func endpoint(of cancelled: RequestID) -> Endpoint? {
        if let request = before.request(cancelled) { return request.endpoint }
        for case .call(cancelled, let call) in effects { return call.endpoint }
        return nil
    }
}
