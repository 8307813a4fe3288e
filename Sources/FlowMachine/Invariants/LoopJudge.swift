/// Judges whether the flow sends the same request again and again, as a repetition or as a new call, using only events and effects.
///
/// Everything that is sent follows from an act of the viewer or the app, or from an instant that was awaited. In between, one wish explains
/// a few sendings of the same request: its repetitions, and one more round after a check of the sign-in.
struct LoopJudge: Hashable, Sendable {
    private var sent: [Counted] = []
    private var wishes: [WishID] = []
    /// The timers after which the same may be asked anew.
    private var renewals: [TimerID] = []

    private struct Counted: Hashable, Sendable {
        let endpoint: Endpoint
        var count: Int
    }

    /// Two rounds of 3 attempts, each with the 2 more that a refused and a lost token explain.
    private static let mostPerWish = 10

    /// Whether the event led to a request that has been sent too often since something new happened.
    mutating func isBroken(by event: FlowEvent, _ effects: [Effect]) -> Bool {
        switch event.origin {
        case .user(let user):
            sent = []
            if let wish = user.wish, user.wishKind != nil, !wishes.contains(wish) { wishes.append(wish) }
        case .app: sent = []
        case .timer(let timer):
            if renewals.contains(timer) { sent = [] }
            renewals.removeAll { $0 == timer }
        case .reply: break
        }
        let most = LoopJudge.mostPerWish * max(wishes.count, 1)
        var isBroken = false
        for effect in effects {
            switch effect {
            case .call(_, let call): if count(call.endpoint) > most { isBroken = true }
            case .arm(let timer, let purpose, _): if purpose != .retry, purpose != .hold, purpose != .timeout { renewals.append(timer) }
            case .disarm(let timer): renewals.removeAll { $0 == timer }
            case .answer(let wish, _): wishes.removeAll { $0 == wish }
            case .partner, .cancel, .present, .keep, .forget: continue
            }
        }
        return isBroken
    }

    private mutating func count(_ endpoint: Endpoint) -> Int {
        guard let index = sent.firstIndex(where: { $0.endpoint == endpoint }) else {
            sent.append(Counted(endpoint: endpoint, count: 1))
            return 1
        }
        sent[index].count += 1
        return sent[index].count
    }
}
