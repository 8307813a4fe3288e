import FlowMachine

/// The contents of the vault at the beginning and at the end of a launch.
package struct LaunchVault: Sendable, Equatable {
    /// The contents of the vault when the launch began; `nil` if the log begins later.
    package var found: PersistedState?
    /// The values that the launch kept and did not forget, by kind, with the events that kept them.
    package var left: [PersistedValue.Kind: Kept] = [:]
    /// The logouts that are still pending at the end.
    package var owedLogouts: [OwedLogout] = []
    /// One more than the largest number of a request, timer or screen in the log.
    package var next: Int64 = 1

    /// One value in the vault.
    package struct Kept: Sendable, Equatable {
        package let value: PersistedValue
        /// The number of the event that kept the value; `nil` if an earlier launch kept it.
        package let event: Int64?
        /// The time when the value expires, by Adobe's clock; `nil` if the value does not expire.
        package let notAfter: Instant?
    }

    package mutating func note(_ record: LogRecord) {
        if case .app(.launched(let kept)) = record.event.origin {
            found = kept
            next = max(next, kept.first.request)
            left = [:]
            for value in LaunchVault.values(kept) { keep(value, at: nil) }
        }
        for index in record.effects.indices {
            switch record.effects[index] {
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

    /// Forgets the values, because events that are missing from the log may have changed them.
    package mutating func noteGap() { left = [:] }

    private mutating func keep(_ value: PersistedValue, at event: Int64?) {
        var notAfter: Instant?
        switch value {
        case .token(let token): notAfter = token.notAfter
        case .profile(let profile): notAfter = profile.notAfter
        case .code(let code): notAfter = code.notAfter
        case .owedLogouts(let logouts): owedLogouts = logouts
        case .client, .provider, .signedOut: break
        }
        left[value.kind] = Kept(value: value, event: event, notAfter: notAfter)
    }

    /// Returns the values in a vault.
    package static func values(_ kept: PersistedState) -> [PersistedValue] {
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
}
