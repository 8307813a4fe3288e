// The handling of a lost secret (FM-20).

extension Run {
    /// Abandons the work that depends on `secret`. The flow no longer polls a lost code. A request that would contain the secret fails at
    /// once. A request that is already sent is not sent again, but its answer is used.
    mutating func lost(_ secret: SecretRef, _ state: inout FlowState) -> Next {
        if let catalog = context.catalog, catalog.configuration.ref == secret { context.catalog = nil }
        if case .basicAuthFallback(let fallback) = state {
            // The legacy API's poll asks about the device, so it continues without the code.
            if settings.api == .restV2, let session = fallback.session, session.code == secret {
                return stop(.transport(.secretMissing), in: .basicAuthFallback(.problem), .`FM-20`)
            }
            state = .basicAuthFallback(fallback.withoutScreen(of: secret))
        }
        // A lost code of an earlier launch can no longer be shown.
        if context.keptCode?.code == secret { forgetKeptCode() }
        guard let call = model.calls.abandon(secret, &turn) else { return .stay(.`FM-20`) }
        return state.received(call, .failed(.transport(.secretMissing)), &self)
    }
}

extension Calls {
    /// Ends the call that needs `secret` and has not been sent. A call that has been sent is not sent again.
    /// - Returns: the id of the ended call; `nil` if there is none.
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
    /// Whether the request of this call contains `secret`.
    fileprivate func needs(_ secret: SecretRef) -> Bool {
        switch self {
        case .adobe(let endpoint), .poll(let endpoint): endpoint.secret == secret || endpoint.parameters.identity == secret
        // A question to the partner framework is sent immediately, so it contains its secrets already.
        case .partner: false
        }
    }
}

extension BasicAuthFallback {
    /// Returns the state, changed so that a lost code is not shown again. Otherwise the flow would show the code again if Adobe's clock
    /// shows that the code is still valid (FM-24) or if Adobe answers slowly (V2-F-25).
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

    /// The session with the viewer's code; `nil` if the step has none.
    fileprivate var session: OpenSession? {
        switch step {
        case .configuration(_, let session), .picking(let session): session
        case .restV2(.resumingSession(_, let session, _)): session
        case .userAgent(let code), .polling(let code, _): code.session
        case .creatingSession, .codeExpired, .problem, .restV2(.confirming), .restV2(.lookingAfterExpiry), .restV1(.signingOut): nil
        }
    }
}
