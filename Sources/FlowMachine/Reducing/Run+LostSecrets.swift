// The handling of a lost secret (FM-20).

extension Run {
    /// Abandons the work that depends on `secret`: a code is no longer polled, and a request that would contain the secret fails at once. A
    /// request that is on its way contains the secret already, so its answer is used, but the request is not sent again.
    mutating func lost(_ secret: SecretRef, _ state: inout FlowState) -> Next {
        if let catalog = context.catalog, catalog.configuration.ref == secret { context.catalog = nil }
        if case .basicAuthFallback(let fallback) = state {
            // The legacy API's poll asks about the device, so it continues without the code.
            if settings.api == .restV2, let session = fallback.session, session.code == secret {
                return stop(.transport(.secretMissing), in: .basicAuthFallback(.problem), .`FM-20`)
            }
            state = .basicAuthFallback(fallback.withoutScreen(of: secret))
        }
        // A code of an earlier launch that is not in use yet can no longer be shown.
        if context.keptCode?.code == secret { forgetKeptCode() }
        guard let call = model.calls.abandon(secret, &turn) else { return .stay(.`FM-20`) }
        return state.received(call, .failed(.transport(.secretMissing)), &self)
    }
}

extension Calls {
    /// Ends the call that needs `secret` and is not on its way.
    /// - Returns: the id of the call; `nil` if there is none.
    fileprivate mutating func abandon(_ secret: SecretRef, _ turn: inout Turn) -> CallID? {
        for index in pending.indices where !pending[index].isForToken && pending[index].question.needs(secret) {
            switch pending[index].stage {
            case .sent, .doubted: pending[index].isLast = true
            case .queued: return pending.remove(at: index).id
            case .backingOff(let timer), .failing(let timer):
                turn.emit(.disarm(timer))
                return pending.remove(at: index).id
            }
        }
        return nil
    }
}

extension PendingCall.Question {
    /// Whether the request of this call contains this secret.
    fileprivate func needs(_ secret: SecretRef) -> Bool {
        switch self {
        case .adobe(let endpoint), .poll(let endpoint): endpoint.secret == secret || endpoint.parameters.identity == secret
        // A question to the partner framework is sent as soon as it is asked, so it contains its secrets already.
        case .partner: false
        }
    }
}

extension BasicAuthFallback {
    /// Returns the state, changed so that a lost code is not shown again, even if Adobe's clock shows that the code is still valid (FM-24)
    /// or Adobe answers slowly (V2-F-25).
    fileprivate func withoutScreen(of secret: SecretRef) -> BasicAuthFallback {
        switch step {
        case .restV2(.lookingAfterExpiry(let call, let mvpd, let session?)) where session.code == secret || session.link == secret:
            return BasicAuthFallback(.restV2(.lookingAfterExpiry(call, mvpd: mvpd, nil)))
        case .polling(var code, let poll) where code.session.code == secret:
            code.isLost = true
            return BasicAuthFallback(.polling(code, poll))
        case .configuration, .picking, .creatingSession, .userAgent, .polling, .codeExpired, .problem, .restV2(.confirming),
            .restV2(.resumingSession), .restV2(.lookingAfterExpiry), .restV1(.signingOut):
            return self
        }
    }

    /// The session whose code the viewer uses.
    fileprivate var session: OpenSession? {
        switch step {
        case .configuration(_, let session), .picking(let session): session
        case .restV2(.resumingSession(_, let session, _)): session
        case .userAgent(let code), .polling(let code, _): code.session
        case .creatingSession, .codeExpired, .problem, .restV2(.confirming), .restV2(.lookingAfterExpiry), .restV1(.signingOut): nil
        }
    }
}
