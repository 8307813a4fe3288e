/// Judges the answer to a playback after an Adobe error, using only events and effects. The same error must lead to the same answer,
/// whether it is Adobe's whole answer or part of a decision, and only an error without a remedy may be a denial.
package struct MeaningJudge: Hashable, Sendable {
    private var plays: [Play] = []
    /// The errors so far with their answers to the app, newest last; at most 16.
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
        /// The access of the playback. A playback that asks for no sign-in is refused differently when the sign-in ends, so only answers
        /// under the same access are compared.
        let access: PlayAccess
        /// The reason of the refusal; `nil` if the resource was denied.
        let reason: Refusal.Reason?
        let options: [Problem.Option]

        func isSameError(as other: Told) -> Bool {
            action == other.action && status == other.status && code == other.code && access == other.access
        }
    }

    private static let most = 16

    package init() {}

    /// The kinds of steps that can change this judge or break its invariant. An error matters only if an answer follows in the same step.
    static var concerns: RunStep.Kinds { [.user, .answer] }

    /// Creates a judge that begins in the middle of a run, at `model`.
    init(at model: FlowModel) {
        for wish in model.context.wishes {
            guard case .play(let resource, let access) = wish.kind else { continue }
            plays.append(Play(wish: wish.id, resource: resource, access: access))
        }
    }

    /// Returns whether the step answers an error differently from an earlier step, or denies a resource because of an error that has a
    /// remedy.
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

    /// Stores a new playback, or reads the error in a reply.
    /// - Returns: the error, and the resource whose decision was requested.
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
    /// The resource that the app wants to play; `nil` if the request does not ask Adobe for a decision about one resource.
    fileprivate var decidedResource: SecretRef? {
        switch self {
        case .authorize(_, let resource, _, _), .restV1(.authorize(let resource, _)), .restV1(.mediaToken(let resource)): resource
        case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession,
            .createPartnerProfile, .preauthorize, .logout, .restV1:
            nil
        }
    }
}
