/// Judges the end of a launch, using only events and effects: a shutdown leaves nothing outstanding, and no effect follows it.
struct ShutdownJudge {
    private var hasLaunched = false
    /// Whether the flow was shut down.
    private(set) var isOver = false
    private var requests: [RequestID] = []
    private var timers: [TimerID] = []
    private var wishes: [WishID] = []
    private var presented: PresentationID?

    /// A judge of a whole run.
    init() {}

    /// A judge that begins in the middle of a run. It does not know which timers are armed.
    init(at model: FlowModel) {
        hasLaunched = model.context.isLaunched
        isOver = model.context.isShutDown
        wishes = model.context.wishes.map { $0.id }
        presented = model.context.presented
        for call in model.calls.pending { if case .sent(let request, _) = call.stage { requests.append(request) } }
    }

    /// Takes the next event and its effects. Returns whether they break the invariant.
    mutating func isBroken(by event: FlowEvent, _ effects: [Effect]) -> Bool {
        if isOver { return !effects.isEmpty }
        note(event)
        for effect in effects { note(effect) }
        return isOver && !(requests.isEmpty && timers.isEmpty && wishes.isEmpty && presented == nil)
    }

    private mutating func note(_ event: FlowEvent) {
        switch event.origin {
        case .app(.launched): hasLaunched = true
        case .app(.shutDown): isOver = hasLaunched
        case .app(.foregrounded), .app(.backgrounded), .app(.held), .app(.secretLost), .app(.vaultFailed): return
        case .reply(let request, _): requests.removeAll { $0 == request }
        case .timer(let timer): timers.removeAll { $0 == timer }
        case .user(let user):
            guard hasLaunched, let wish = user.wish, user.kind != .cancel, !wishes.contains(wish) else { return }
            wishes.append(wish)
        }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .call(let request, _), .partner(let request, _): requests.append(request)
        case .cancel(let request): requests.removeAll { $0 == request }
        case .arm(let timer, _, _): timers.append(timer)
        case .disarm(let timer): timers.removeAll { $0 == timer }
        case .present(_, .nothing): presented = nil
        case .present(let id, _): presented = id
        case .answer(let wish, _): wishes.removeAll { $0 == wish }
        case .keep, .forget: return
        }
    }
}
