/// Judges whether the flow sends the same request again and again, as a repetition or as a new call, using only events and effects.
///
/// Every request follows from an act of the viewer or the app, or from a timer other than that of a retry, a hold or a timeout. Until the
/// next of these, one wish justifies a few sendings of the same request: its retries, and one more round after a check of the sign-in.
struct LoopJudge: Hashable, Sendable {
    private var sent: [Counted] = []

    private struct Counted: Hashable, Sendable {
        let endpoint: Endpoint
        var count: Int
    }

    /// Two rounds of 3 attempts, each with the 2 more that a refused and a lost token explain.
    private static let mostPerWish = 10

    /// The steps that concern the judge.
    static var concerns: RunStep.Kinds { [.anyApp, .user, .timer, .call, .answer] }

    /// Whether the event led to a request that has been sent too often since something new happened.
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

    /// A wish that has been answered takes along what it explains: the bound for the others is smaller now, and so is what counts for them.
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
