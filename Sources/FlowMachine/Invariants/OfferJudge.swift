/// Judges the options of refusals and problems, using only events and effects: an option must not lead back to the same offer.
///
/// An attempt begins when the viewer takes an option: a choice in a problem, or the same wish again after its refusal. It is judged while
/// nothing fails and no viewer is asked anything: then only answers decide, and if the same offer returns, the same answers would lead back to
/// it forever. A failure may pass, so another attempt after one is never judged, nor is a wish that was refused because too many are open or
/// because the viewer canceled, perhaps just before the wish.
package struct OfferJudge: Hashable, Sendable {
    /// The last refusal of each kind of wish.
    private var refused: [Refused] = []
    private var taken: Taken?
    /// Whether a request failed and the work that it was for may continue: a wish that joins this work may be refused for that failure.
    private var hasFailed = false

    private struct Refused: Hashable, Sendable {
        let kind: Wish.Kind
        let refusal: Refusal
    }

    /// An attempt that an option began.
    private struct Taken: Hashable, Sendable {
        let offer: Offer
        let option: Problem.Option
    }

    private indirect enum Offer: Hashable, Sendable {
        /// The wish that was made again, or in place of another one, and the refusal that offered it.
        case wish(WishID, Wish.Kind, Refusal)
        case problem(Problem)
    }

    private static let mostRefusals = 16

    package init() {}

    /// Whether the step concerns the judge. An attempt, and the work after a failure, may end with any step.
    func isConcerned(by step: RunStep.Kinds) -> Bool {
        taken != nil || hasFailed || !step.isDisjoint(with: [.anyAnswer, .user, .answer])
    }

    /// Whether the event led back to an offer that the viewer has just taken.
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
            // The viewer is asked something, or a request got no answer.
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
        // A timer ends a wait after a failure, and an app event changes the conditions.
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
    /// Whether `endpoint` may give this answer, or the partner framework if `endpoint` is `nil`. Any other answer cannot be read.
    fileprivate func isReadable(from endpoint: Endpoint?) -> Bool {
        guard (endpoint?.descriptor.reply ?? .partner) == kind else { return false }
        guard case .session(let session) = self else { return true }
        switch session {
        case .unsupported: return false
        case .partnerProfile: return endpoint?.kind == .partnerSession
        case .authorize, .authenticate, .resume, .retry: return true
        }
    }

    /// Whether something went wrong that may pass: the whole call, one of its decisions, or the partner framework.
    fileprivate var hasFailure: Bool {
        if case .partner(let answer) = self { return answer.error != nil }
        return failure != nil || !errors.isEmpty
    }
}

extension Outstanding {
    /// Whether a request to Adobe is outstanding, or waits to be sent again.
    fileprivate var asksAdobe: Bool { requests.contains { $0.isForAdobe } || isArmed(.retry) || isArmed(.hold) }
}
