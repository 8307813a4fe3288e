/// Judges the answer to a playback after an error, using only events and effects: an error means the same whether it is the
/// whole answer or the decision in it, and only an error without a remedy is a denial.
package struct MeaningJudge: Hashable, Sendable {
    private var plays: [Play] = []
    /// The answers after an error, newest last.
    private var told: [Told] = []

    private struct Play: Hashable, Sendable {
        let wish: WishID
        let resource: SecretRef
        let access: PlayAccess
    }

    private struct Told: Hashable, Sendable {
        let action: ErrorAction
        let status: Int64
        let code: ErrorCode?
        /// A playback that asks for no sign-in is refused otherwise when the sign-in ends.
        let access: PlayAccess
        /// `nil`: the resource is denied.
        let reason: Refusal.Reason?
        let options: [Problem.Option]

        func isSameError(as other: Told) -> Bool {
            action == other.action && status == other.status && code == other.code && access == other.access
        }
    }

    private static let most = 16

    package init() {}

    /// The steps that concern the judge: an error matters only with the answer that follows from it.
    static var concerns: RunStep.Kinds { [.user, .answer] }

    /// A judge that begins in the middle of a run.
    init(at model: FlowModel) {
        for wish in model.context.wishes {
            guard case .play(let resource, let access) = wish.kind else { continue }
            plays.append(Play(wish: wish.id, resource: resource, access: access))
        }
    }

    /// Whether the event's answer gives an error another meaning than before, or denies because of an error that has a remedy.
    package mutating func isBroken(by step: RunStep) -> Bool {
        let failed = take(step)
        guard step.has(.answer) else { return false }
        var isBroken = false
        for effect in step.effects {
            switch effect {
            case .answer(let wish, let answer):
                guard let index = plays.firstIndex(where: { $0.wish == wish }) else { continue }
                let play = plays.remove(at: index)
                if case .denied(_, let error) = answer, error.action != .none { isBroken = true }
                if let (error, resource) = failed, resource == play.resource, contradicts(error, answer, play) { isBroken = true }
            case .call, .partner, .cancel, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
        return isBroken
    }

    /// - Returns: the error that the event brought, and the resource whose decision was requested.
    private mutating func take(_ step: RunStep) -> (AdobeError, SecretRef)? {
        switch step.event.origin {
        case .user(.play(let wish, let resource, let access)):
            if plays.contains(where: { $0.wish == wish }) { return nil }
            plays.append(Play(wish: wish, resource: resource, access: access))
        case .reply(_, let reply):
            guard let resource = step.answered?.endpoint?.decidedResource else { return nil }
            if case .failed(.refused(_, let error)) = reply.result { return (error, resource) }
            if case .decisions(let decisions) = reply.result, decisions.count == 1, decisions[0].resource == resource,
                let error = decisions[0].error
            {
                return (error, resource)
            }
        case .user, .app, .timer: break
        }
        return nil
    }

    private mutating func contradicts(_ error: AdobeError, _ answer: WishAnswer, _ play: Play) -> Bool {
        let now: Told
        switch answer {
        case .denied: now = tell(error, play, nil, [])
        case .refused(let refusal): now = tell(error, play, refusal.reason, refusal.options)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .dropped: return false
        }
        if let before = told.first(where: { $0.isSameError(as: now) }) { return before != now }
        if told.count == MeaningJudge.most { told.removeFirst() }
        told.append(now)
        return false
    }

    private func tell(_ error: AdobeError, _ play: Play, _ reason: Refusal.Reason?, _ options: [Problem.Option]) -> Told {
        Told(action: error.action, status: error.status, code: error.code, access: play.access, reason: reason, options: options)
    }
}

extension Endpoint {
    /// The resource that is to be played, if this asks for its decision.
    fileprivate var decidedResource: SecretRef? {
        switch self {
        case .authorize(_, let resource, _, _), .restV1(.authorize(let resource, _)), .restV1(.mediaToken(let resource)): resource
        case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession,
            .createPartnerProfile, .preauthorize, .logout, .restV1:
            nil
        }
    }
}
