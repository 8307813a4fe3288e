/// Judges the options of refusals and problems, using only events and effects. A problem or a refusal with its options is an *offer*; an
/// option must not lead back to the same offer.
///
/// An attempt begins when an option is taken: the viewer chooses it in a problem, or the app repeats a refused wish. If no request fails and
/// the viewer is not asked anything, the answers alone decide, so the same offer would return forever. These attempts are not judged:
///
/// - An attempt in which the viewer is asked something, because the result depends on the viewer.
/// - An attempt during or after a failed request, because the failure may be temporary.
/// - A repeated wish that was refused because too many wishes were open, or because the viewer canceled.
package struct OfferJudge: Hashable, Sendable {
    /// The last refusal of each kind of wish; at most 16.
    private var refused: [Refused] = []
    /// The attempt in progress; `nil` if there is none or it is not judged.
    private var taken: Taken?
    /// Whether a request has failed and the work that needed the request may still continue. A wish that joins this work may be refused
    /// because of that failure.
    private var hasFailed = false

    private struct Refused: Hashable, Sendable {
        let kind: Wish.Kind
        let refusal: Refusal
    }

    /// An attempt, with the offer and the option with which the attempt began.
    private struct Taken: Hashable, Sendable {
        let offer: Offer
        let option: Problem.Option
    }

    private indirect enum Offer: Hashable, Sendable {
        /// The refusal that offered the option, and the viewer's new wish, which follows the option.
        case wish(WishID, Wish.Kind, Refusal)
        case problem(Problem)
    }

    private static let mostRefusals = 16

    package init() {}

    /// Returns whether a step with `step` as its kinds concerns the judge. Any step may end an attempt, or the work after a failure.
    func isConcerned(by step: RunStep.Kinds) -> Bool {
        taken != nil || hasFailed || !step.isDisjoint(with: [.anyAnswer, .user, .answer])
    }

    /// Returns whether the step leads back to the offer whose option the viewer took.
    package mutating func isBroken(by step: RunStep) -> Bool {
        take(step)
        if hasFailed, !step.after.asksAdobe { hasFailed = false }
        guard step.has([.present, .cancel, .partner, .answer]) else { return false }
        var isBroken = false
        for effect in step.effects {
            switch effect {
            case .present(_, .nothing): continue
            case .present(_, .problem(let problem)):
                if let taken, taken.offer == .problem(problem), problem.options.contains(taken.option) { isBroken = true }
                taken = nil
            // The flow asks the viewer something, or a request got no answer, so the attempt is not judged any further.
            case .present, .cancel: taken = nil
            case .partner(_, let question): if !question.isSilent { taken = nil }
            case .answer(let wish, let answer): if let kind = step.kind(of: wish), isBack(wish, kind, answer) { isBroken = true }
            case .call, .arm, .disarm, .keep, .forget: continue
            }
        }
        return isBroken
    }

    private mutating func take(_ step: RunStep) {
        switch step.event.origin {
        case .user(.chose(let id, let choice)):
            taken = nil
            guard let shown = step.before.shown, shown.id == id, case .problem(let problem) = shown.what else { return }
            let option: Problem.Option? = choice == .retry ? .retry : choice == .otherProvider ? .otherProvider : nil
            taken = option.map { Taken(offer: .problem(problem), option: $0) }
        case .user(let user):
            taken = nil
            guard !hasFailed, let wish = user.wish, let kind = user.wishKind else { return }
            if let again = refused.first(where: { $0.kind == kind && $0.refusal.options.contains(.retry) }) {
                taken = Taken(offer: .wish(wish, kind, again.refusal), option: .retry)
            } else if kind == .otherProvider, let other = refused.first(where: { $0.refusal.options.contains(.otherProvider) }) {
                taken = Taken(offer: .wish(wish, kind, other.refusal), option: .otherProvider)
            }
        case .reply(_, let reply):
            let isReadable = step.answered.map { reply.result.isReadable(from: $0.endpoint) } ?? false
            if !isReadable || reply.result.hasFailure { (taken, hasFailed) = (nil, true) }
        // A timer ends a wait after a failure, and an event of the app changes the conditions, so the attempt is not judged any further.
        case .timer, .app: taken = nil
        }
    }

    private mutating func isBack(_ wish: WishID, _ kind: Wish.Kind, _ answer: WishAnswer) -> Bool {
        refused.removeAll { $0.kind == kind }
        guard case .refused(let refusal) = answer else { return false }
        if refused.count == OfferJudge.mostRefusals { refused.removeFirst() }
        refused.append(Refused(kind: kind, refusal: refusal))
        guard let taken, refusal.reason != .tooManyWishes, refusal.reason != .canceled else { return false }
        return taken.offer == .wish(wish, kind, refusal) && refusal.options.contains(taken.option)
    }
}

extension Reply.Result {
    /// Returns whether `endpoint` can give an answer of this kind; if `endpoint` is `nil`, whether the partner framework can. The flow
    /// treats any other answer as unreadable.
    fileprivate func isReadable(from endpoint: Endpoint?) -> Bool {
        guard (endpoint?.descriptor.reply ?? .partner) == kind else { return false }
        guard case .session(let session) = self else { return true }
        switch session {
        case .unsupported: return false
        case .partnerProfile: return endpoint?.kind == .partnerSession
        case .authorize, .authenticate, .resume, .retry: return true
        }
    }

    /// Whether the answer reports a failure that may be temporary. The failure may be that of the whole call, of a single decision, or of
    /// the partner framework.
    fileprivate var hasFailure: Bool {
        if case .partner(let answer) = self { return answer.error != nil }
        return failure != nil || !errors.isEmpty
    }
}

extension Outstanding {
    /// Whether a request to Adobe is outstanding or will be sent again.
    fileprivate var asksAdobe: Bool { requests.contains { $0.isForAdobe } || isArmed(.retry) || isArmed(.hold) }
}
