/// Judges the permits that the flow hands out for playback, using only events and effects. The judge ignores the permits in the model.
///
/// A permit is Adobe's answer to *authorize* (with the legacy API to *tokens/media*, which follows *authorize*) that permits a resource.
/// The flow may hand out a permit only for an open playback of its resource, under the access with which the request was made.
package struct PermitJudge: Hashable, Sendable {
    /// The outstanding requests whose answers the flow must not use, because a new access has replaced the access of the request.
    private var ended: [RequestID] = []
    private var permits: [Permit] = []
    /// The playbacks that the flow has not answered.
    private var plays: [Play] = []

    private struct Permit: Hashable, Sendable {
        let media: MediaToken?
        let resource: SecretRef
        /// The provider of the permit; `nil` with the legacy API, whose answers name no provider.
        let mvpd: MVPDID?
        /// The source and the attributes of the decision; `nil` if the decision has no media token, or arrived before the judge began.
        var content: Content?
    }

    private struct Content: Hashable, Sendable {
        let source: AdobeDecision.Source
        let attributes: SecretRef?
    }

    private struct Play: Hashable, Sendable {
        let wish: WishID
        let resource: SecretRef
        let isTemporary: Bool
    }

    package init() {}

    /// The kinds of steps that can change this judge or break its invariants.
    static var concerns: RunStep.Kinds { [.user, .adobesAnswer, .call, .cancel, .keep, .answer] }

    /// Creates a judge that begins in the middle of a run and assumes that everything before `model` was correct.
    init(at model: FlowModel) {
        for wish in model.context.wishes {
            guard case .play(let resource, let access) = wish.kind else { continue }
            plays.append(Play(wish: wish.id, resource: resource, isTemporary: access.isTemporary))
            permits.append(Permit(media: nil, resource: resource, mvpd: nil))
        }
    }

    // MARK: Events

    package mutating func take(_ step: RunStep) {
        switch step.event.origin {
        case .user(.play(let wish, let resource, let access)):
            if plays.contains(where: { $0.wish == wish }) { return }
            plays.append(Play(wish: wish, resource: resource, isTemporary: access.isTemporary))
        case .reply(let request, let reply):
            guard let endpoint = step.answered?.endpoint else { return }
            if let index = ended.firstIndex(of: request) {
                ended.remove(at: index)
                return
            }
            take(reply.result, to: endpoint)
        case .user, .app, .timer: return
        }
    }

    private mutating func take(_ result: Reply.Result, to endpoint: Endpoint) {
        guard case .decisions(let decisions) = result else { return }
        switch endpoint {
        case .authorize(let mvpd, let resource, _, _): addTokens(decisions, of: resource, by: mvpd)
        case .restV1(.authorize(let resource, _)):
            for decision in decisions where decision.resource == resource && decision.verdict == .permit(media: nil) {
                permits.append(Permit(media: nil, resource: resource, mvpd: nil))
            }
        case .restV1(.mediaToken(let resource)): addTokens(decisions, of: resource, by: nil)
        case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession,
            .createPartnerProfile, .preauthorize, .logout, .restV1:
            return
        }
    }

    private mutating func addTokens(_ decisions: [AdobeDecision], of resource: SecretRef, by mvpd: MVPDID?) {
        for decision in decisions where decision.resource == resource {
            // If the same answer also denies the resource, there is no permit.
            guard case .permit(let media?) = decision.verdict, decisions.decision(about: resource)?.error == nil else { continue }
            let content = Content(source: decision.source, attributes: decision.attributes)
            permits.append(Permit(media: media, resource: resource, mvpd: mvpd, content: content))
        }
    }

    // MARK: Effects

    /// Returns the invariants that the step's effects broke. A media token must not be requested without an authorization. A playback must
    /// not be permitted without a permit, or with the permit of a provider whose logout is pending.
    /// - Parameter owed: the logouts that Adobe has not answered.
    package mutating func judge(_ step: RunStep, owed: [OwedLogout], _ settings: FlowSettings) -> [Invariant] {
        var broken: [Invariant] = []
        guard step.has([.call, .cancel, .keep, .answer]) else { return [] }
        for effect in step.effects {
            switch effect {
            case .call(_, let call):
                // The legacy API signs out everyone on the device.
                if call.endpoint == .restV1(.logout) { endAccess(step) { _ in true } }
                if !mayAsk(call.endpoint) { broken.append(.playedOnlyWhenPermitted) }
            case .cancel(let id): if !ended.isEmpty { ended.removeAll { $0 == id } }
            // The flow must use only permits of the current provider. Temporary access is independent of the provider.
            case .keep(.provider(let provider)) where settings.api == .restV2:
                endAccess(step) { $0 != provider.mvpd && $0 != settings.temporaryAccess }
            case .answer(let wish, .permitted(let resource, let media, let source, let attributes)):
                let content = Content(source: source, attributes: attributes)
                broken += judge(wish, resource, media, content, owed, settings)
                plays.removeAll { $0.wish == wish }
            case .answer(let wish, _): plays.removeAll { $0.wish == wish }
            case .partner, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
        permits.removeAll { permit in !plays.contains { $0.resource == permit.resource } }
        return broken
    }

    /// Ends the access of the providers for which `isOver` returns true. Their permits, and the answers to their outstanding requests, must
    /// not be used.
    private mutating func endAccess(_ step: RunStep, _ isOver: (MVPDID?) -> Bool) {
        permits.removeAll { isOver($0.mvpd) && $0.media != nil }
        for request in step.before.requests where !ended.contains(request.id) {
            switch request.question {
            case .adobe(.authorize(let mvpd, _, _, _)): if isOver(mvpd) { ended.append(request.id) }
            case .adobe(.restV1(.authorize)), .adobe(.restV1(.mediaToken)): if isOver(nil) { ended.append(request.id) }
            case .adobe, .partner: continue
            }
        }
    }

    /// Whether the request is allowed. With the legacy API, the flow requests a media token only for a resource that Adobe has authorized.
    private func mayAsk(_ endpoint: Endpoint) -> Bool {
        guard case .restV1(.mediaToken(let resource)) = endpoint else { return true }
        return permits.contains { $0.resource == resource && $0.media == nil }
    }

    private mutating func judge(
        _ wish: WishID, _ resource: SecretRef, _ media: MediaToken, _ content: Content, _ owed: [OwedLogout], _ settings: FlowSettings
    ) -> [Invariant] {
        guard let play = plays.first(where: { $0.wish == wish }), play.resource == resource,
            let index = permits.firstIndex(where: { $0.media == media && $0.resource == resource })
        else { return [.playedOnlyWhenPermitted] }
        let permit = permits.remove(at: index)
        if let decided = permit.content, decided != content { return [.playedOnlyWhenPermitted] }
        if settings.api == .restV1 {
            if play.isTemporary { return [] }
            // The legacy API signs in the device, not a provider, so this playback must wait for every pending logout.
            return content.source == .temppass ? [.playedOnlyWhenPermitted] : owed.isEmpty ? [] : [.signOutEndsAccess]
        }
        if play.isTemporary != (permit.mvpd == settings.temporaryAccess) { return [.playedOnlyWhenPermitted] }
        return permit.mvpd.map { owed.contains(.mvpd($0)) } ?? false ? [.signOutEndsAccess] : []
    }
}

extension PlayAccess {
    fileprivate var isTemporary: Bool { if case .temporary = self { true } else { false } }
}
