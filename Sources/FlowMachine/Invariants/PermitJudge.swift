/// Judges what may be handed out for playback, using only events and effects: the model's own list of permits is ignored.
///
/// A permit is Adobe's answer to *authorize* (under the legacy API to *tokens/media*, which follows it) about the requested resource. It
/// may be handed out for an open playback of that resource, under the access of the request.
package struct PermitJudge: Hashable, Sendable {
    /// The outstanding requests to Adobe.
    private var out: [Sent] = []
    private var permits: [Permit] = []
    /// The playbacks that the app awaits.
    private var plays: [Play] = []

    private struct Sent: Hashable, Sendable {
        let id: RequestID
        let endpoint: Endpoint
    }

    private struct Permit: Hashable, Sendable {
        let media: MediaToken?
        let resource: SecretRef
        /// The legacy API names no provider.
        let mvpd: MVPDID?
    }

    private struct Play: Hashable, Sendable {
        let wish: WishID
        let resource: SecretRef
        let isTemporary: Bool
    }

    package init() {}

    /// A judge that begins in the middle of a run: everything before `model` is assumed to be correct.
    init(at model: FlowModel) {
        for call in model.calls.pending {
            guard case .sent(let request, _) = call.stage, case .adobe(let endpoint) = call.question else { continue }
            out.append(Sent(id: request, endpoint: endpoint))
        }
        for wish in model.context.wishes {
            guard case .play(let resource, let access) = wish.kind else { continue }
            plays.append(Play(wish: wish.id, resource: resource, isTemporary: access.isTemporary))
            permits.append(Permit(media: nil, resource: resource, mvpd: nil))
        }
    }

    // MARK: Events

    package mutating func take(_ event: FlowEvent) {
        switch event.origin {
        case .user(.play(let wish, let resource, let access)):
            if plays.contains(where: { $0.wish == wish }) { return }
            plays.append(Play(wish: wish, resource: resource, isTemporary: access.isTemporary))
        case .reply(let request, let reply):
            guard let index = out.firstIndex(where: { $0.id == request }) else { return }
            take(reply.result, to: out.remove(at: index).endpoint)
        case .user, .app, .timer: return
        }
    }

    private mutating func take(_ result: Reply.Result, to endpoint: Endpoint) {
        switch (endpoint, result) {
        case (.authorize(let mvpd, let resource, _, _), .decisions(let decisions)):
            addTokens(decisions, of: resource, by: mvpd)
        case (.restV1(.authorize(let resource, _)), .decisions(let decisions)):
            for decision in decisions where decision.resource == resource && decision.verdict == .permit(media: nil) {
                permits.append(Permit(media: nil, resource: resource, mvpd: nil))
            }
        case (.restV1(.mediaToken(let resource)), .decisions(let decisions)):
            addTokens(decisions, of: resource, by: nil)
        case _: return
        }
    }

    private mutating func addTokens(_ decisions: [Decision], of resource: SecretRef, by mvpd: MVPDID?) {
        for decision in decisions where decision.resource == resource {
            if case .permit(let media?) = decision.verdict { permits.append(Permit(media: media, resource: resource, mvpd: mvpd)) }
        }
    }

    // MARK: Effects

    /// Whether these effects are wrong: a media token was requested without an authorization, or a playback was answered without a permit.
    package mutating func isBroken(by effects: [Effect], _ settings: FlowSettings) -> Bool {
        var isBroken = false
        for effect in effects {
            switch effect {
            case .call(let id, let call):
                if !mayAsk(call.endpoint) { isBroken = true }
                out.append(Sent(id: id, endpoint: call.endpoint))
            case .cancel(let id): out.removeAll { $0.id == id }
            case .answer(let wish, .permitted(let resource, let media, _, _)):
                if !mayPlay(wish, resource, media, settings) { isBroken = true }
                plays.removeAll { $0.wish == wish }
            case .answer(let wish, _): plays.removeAll { $0.wish == wish }
            case .partner, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
        permits.removeAll { permit in !plays.contains { $0.resource == permit.resource } }
        return isBroken
    }

    /// Under the legacy API a media token is requested only for a resource that was authorized before.
    private func mayAsk(_ endpoint: Endpoint) -> Bool {
        guard case .restV1(.mediaToken(let resource)) = endpoint else { return true }
        return permits.contains { $0.resource == resource && $0.media == nil }
    }

    private mutating func mayPlay(_ wish: WishID, _ resource: SecretRef, _ media: MediaToken, _ settings: FlowSettings) -> Bool {
        guard let play = plays.first(where: { $0.wish == wish }), play.resource == resource,
            let index = permits.firstIndex(where: { $0.media == media && $0.resource == resource })
        else { return false }
        let mvpd = permits.remove(at: index).mvpd
        if settings.api == .restV1 { return true }
        return play.isTemporary ? mvpd == settings.temporaryAccess : mvpd != settings.temporaryAccess
    }
}

extension PlayAccess {
    fileprivate var isTemporary: Bool { if case .temporary = self { true } else { false } }
}
