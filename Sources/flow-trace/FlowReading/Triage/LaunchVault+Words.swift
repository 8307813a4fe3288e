import FlowMachine

extension LaunchVault {
    /// Returns the name of a kept value.
    static func name(_ value: PersistedValue) -> String {
        switch value {
        case .client(let ref): "the client credentials (\(ref.name))"
        case .token(let token): "the access token (\(token.ref.name))"
        case .provider(let provider): "the provider \(provider.mvpd.text)"
        case .profile(let profile): "the profile of \(profile.mvpd.text)"
        case .code(let code): "the code \(code.code.name)"
        case .signedOut: "the mark that the viewer had signed out"
        case .owedLogouts: "the sign-outs that had not reached Adobe yet"
        }
    }
}

extension LaunchVault.Kept {
    /// The value in words.
    var name: String { LaunchVault.name(value) }
}

extension LaunchReport {
    /// Whether the vault was empty when the launch began; false if the log does not show it.
    var foundNothing: Bool { vault.found.map { LaunchVault.values($0).isEmpty } ?? false }

    /// The finding that the vault was empty although the header names an earlier launch; `nil` otherwise.
    ///
    /// The finding is for a launch that is compared with no other: the log of the earlier launch would show what the vault contained.
    var emptyVault: TriageCause? {
        guard let previous = header.previousSupport, foundNothing else { return nil }
        return TriageCause(.compared(.vaultFoundEmpty(after: previous)), words)
    }
}
