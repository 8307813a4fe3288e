import FlowMachine

extension Presentation {
    /// Returns the choices of the viewer on this screen, with `.cancel` last.
    ///
    /// - Parameters:
    ///   - providers: The providers among which the viewer chooses in a picker.
    ///   - mostProfiles: The highest number of profiles among which the viewer chooses.
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
    /// The choice that the viewer makes by selecting this option.
    package var choice: Choice {
        switch self {
        case .retry: .retry
        case .otherProvider: .otherProvider
        case .cancel: .cancel
        }
    }
}
