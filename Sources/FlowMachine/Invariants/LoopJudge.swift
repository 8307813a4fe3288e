/// Judges whether the flow sends the same request endlessly, as a repetition or as a new call, using only events and effects.
///
/// New work begins with an act of the viewer or the app, or with a timer other than that of a retry, a hold (a pause after throttling or
/// failures) or a time-out. Until new work begins, each open wish permits a limited number of sendings of the same request: its attempts,
/// and as many again after a check of the sign-in.
struct LoopJudge: Hashable, Sendable {
    private var sent: [Counted] = []

    private struct Counted: Hashable, Sendable {
        let endpoint: Endpoint
        var count: Int
    }

    /// The number of sendings that one open wish permits: 3 attempts and 2 repetitions (after a refused token and after a lost token), and
    /// as many again after a check of the sign-in.
    private static let mostPerWish = 10

    /// The kinds of steps that can change this judge or break its invariant.
    static var concerns: RunStep.Kinds { [.anyApp, .user, .timer, .call, .answer] }

    /// Returns whether the step sends a request more often than the open wishes permit.
    mutating func isBroken(by step: RunStep) -> Bool {
        switch step.event.origin {
        case .user, .app: sent = []
        case .timer: if let purpose = step.fired?.purpose, purpose != .retry, purpose != .hold, purpose != .timeout { sent = [] }
        case .reply: break
        }
        defer { forgetWhatWishesExplained(step.before.wishes.count + (step.opened == nil ? 0 : 1) - step.after.wishes.count) }
        guard step.has(.call) else { return false }
        let most = LoopJudge.mostPerWish * max(step.before.wishes.count + (step.opened == nil ? 0 : 1), 1)
        var isBroken = false
        for case .call(_, let call) in step.effects where count(call.endpoint) > most { isBroken = true }
        return isBroken
    }

    /// Subtracts the sendings that the `answered` wishes permitted, because these wishes are no longer open.
    private mutating func forgetWhatWishesExplained(_ answered: Int) {
        guard answered > 0 else { return }
        for index in sent.indices { sent[index].count -= LoopJudge.mostPerWish * answered }
        sent.removeAll { $0.count <= 0 }
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
