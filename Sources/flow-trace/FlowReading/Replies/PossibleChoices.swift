import FlowMachine

extension Presentation {
    /// What a viewer can do with this screen, canceling last.
    /// - Parameters:
    ///   - providers: the providers that are tried in a picker.
    ///   - mostProfiles: how many profiles are tried.
    package func choices(among providers: [MVPDID], mostProfiles: Int = .max) -> [Choice] {
        switch self {
        case .nothing: []
        case .providerPicker: providers.map { .provider($0) } + [.cancel]
        case .providerConfirmation(let mvpd): [.provider(mvpd), .otherProvider, .cancel]
        case .profilePicker(let profiles): profiles.prefix(mostProfiles).map { .profile($0.mvpd) } + [.cancel]
        case .userAgent, .signOutUserAgent, .legacySignOut: [.redirectReached, .userAgentClosed, .cancel]
        case .code, .codeExpired: [.newCode, .otherProvider, .cancel]
        case .signOutInSettings: [.done, .cancel]
        case .problem(let problem): problem.options.map { $0.choice }
        }
    }
}

extension Problem.Option {
    /// The choice of this option.
    package var choice: Choice {
        switch self {
        case .retry: .retry
        case .otherProvider: .otherProvider
        case .cancel: .cancel
        }
    }
}
