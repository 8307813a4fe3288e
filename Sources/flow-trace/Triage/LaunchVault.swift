import FlowMachine

/// What a launch found in the vault, and what it left there.
struct LaunchVault: Sendable, Equatable {
    /// What was kept when it began; `nil` if its beginning is not in the log.
    var found: PersistedState?
    /// What it kept and did not forget, by what kind of thing it is, with the event that kept it.
    var left: [PersistedValue.Kind: Kept] = [:]
    /// The sign-outs that Adobe is still to be told of at its end.
    var owedLogouts: [OwedLogout] = []
    /// One more than the largest number of a request, timer or screen.
    var next: Int64 = 1

    /// One thing that is in the vault.
    struct Kept: Sendable, Equatable {
        let name: String
        /// The event that kept it; `nil` if it was kept before the launch.
        let event: Int64?
        /// When it ends, by Adobe's clock; `nil` if it does not.
        let notAfter: Instant?
    }

    mutating func note(_ record: Record) {
        if case .app(.launched(let kept)) = record.event.origin {
            found = kept
            next = max(next, kept.first.request)
            left = [:]
            for value in LaunchVault.values(kept) { keep(value, at: nil) }
        }
        for effect in record.effects {
            switch effect {
            case .keep(let value): keep(value, at: record.number)
            case .forget(.fact(let kind)):
                left[kind] = nil
                if kind == .owedLogouts { owedLogouts = [] }
            case .call(let id, _), .partner(let id, _): next = max(next, id.number + 1)
            case .arm(let id, _, _): next = max(next, id.number + 1)
            case .present(let id, _): next = max(next, id.number + 1)
            case .forget, .answer, .cancel, .disarm: break
            }
        }
    }

    /// What was kept while events were missing is not known.
    mutating func noteGap() { left = [:] }

    private mutating func keep(_ value: PersistedValue, at event: Int64?) {
        var notAfter: Instant?
        switch value {
        case .token(let token): notAfter = token.notAfter
        case .profile(let profile): notAfter = profile.notAfter
        case .code(let code): notAfter = code.notAfter
        case .owedLogouts(let logouts): owedLogouts = logouts
        case .client, .provider, .signedOut: break
        }
        left[value.kind] = Kept(name: LaunchVault.name(value), event: event, notAfter: notAfter)
    }

    /// What a vault holds, a value each.
    static func values(_ kept: PersistedState) -> [PersistedValue] {
        var values: [PersistedValue] = []
        if let client = kept.client { values.append(.client(client)) }
        if let token = kept.token { values.append(.token(token)) }
        if let provider = kept.provider { values.append(.provider(provider)) }
        if let profile = kept.profile { values.append(.profile(profile)) }
        if let code = kept.code { values.append(.code(code)) }
        if let mark = kept.signedOut { values.append(.signedOut(mark)) }
        if !kept.owedLogouts.isEmpty { values.append(.owedLogouts(kept.owedLogouts)) }
        return values
    }

    /// What a kept thing is called.
    static func name(_ value: PersistedValue) -> String {
        switch value {
        case .client(let ref): "the client credentials (\(ref.name))"
        case .token(let token): "the access token (\(token.ref.name))"
        case .provider(let provider): "the provider \(provider.mvpd.text)"
        case .profile(let profile): "the profile of \(profile.mvpd.text)"
        case .code(let code): "the code \(code.code.name)"
        case .signedOut: "that the viewer signed out"
        case .owedLogouts: "the sign-outs that Adobe is still to be told of"
        }
    }
}
