import FlowEffects
import FlowMachine

extension SimulatedViewer {
    /// Acts as the viewer of a flow: follows the habits for each presentation, one after the other, until the flow is shut down. The delays
    /// of the actions are ignored: each is done at once. A viewer who visits Settings comes back after the habit's other actions.
    /// - Parameters:
    ///   - flow: the flow, as the app under test has it.
    ///   - adobe: the server that the flow uses, where the viewer signs in.
    ///   - partner: the partner framework that the flow asks, where the viewer signs in and out in Settings. Without it, a habit that does so
    ///     is a mistake of the test, and traps.
    ///   - unexpected: called with each screen for which the viewer has no habit, so that a test fails instead of waiting forever. By default,
    ///     the first screen of each kind is reported on standard error: "The simulated viewer has no habit for code."
    public func use(
        _ flow: Flow, adobe: SharedAdobe, partner: SharedPartnerFramework? = nil,
        unexpected: (@Sendable (ShownPresentation) -> Void)? = nil
    ) async {
        var viewer = self
        var reported: Set<Presentation.Kind> = []
        for await shown in flow.presentation {
            guard let shown else { continue }
            guard let actions = viewer.actions(on: shown.kind) else {
                if let unexpected { unexpected(shown) } else { SimulatedViewer.report(shown, &reported) }
                continue
            }
            var isAway = false
            for timed in actions {
                adobe.withAdobe { timed.action.requireProvider(of: $0) }
                switch timed.action {
                case .choose(let choice): await flow.send(ViewerChoice(choice, on: shown.id))
                case .signIn(let mvpd): if let code = shown.signInCode { adobe.completeSignIn(code: code, mvpd: mvpd) }
                case .setAccount(let account):
                    guard let partner else {
                        preconditionFailure("The simulated viewer changes the account in Settings: pass `partner`.")
                    }
                    partner.withFramework { $0.account = account }
                case .visitSettings:
                    await flow.enterBackground()
                    isAway = true
                }
            }
            if isAway { await flow.enterForeground() }
        }
    }

    /// Reports a screen without a habit on standard error, the first one of each kind.
    package static func report(_ shown: ShownPresentation, _ reported: inout Set<Presentation.Kind>) {
        guard reported.insert(shown.kind).inserted else { return }
        FlowSimulation.report("The simulated viewer has no habit for \(shown.kind.rawValue).")
    }
}

extension SharedAdobe {
    /// The viewer signs in for the session with this `code`; see `SimulatedAdobe.completeSignIn`. `mvpd` is needed if the session has no provider
    /// yet. One that the server does not have is a mistake of the test, and traps.
    @discardableResult
    public func completeSignIn(code: String, mvpd: String? = nil) -> Bool {
        let time = now()
        return withAdobe { $0.completeSignIn(code: code, mvpd: mvpd, at: time) }
    }

    /// Signs a device in with `mvpd` by a profile of this `type`, as if the viewer had signed in earlier; see `SimulatedAdobe.addProfile`. `device`
    /// is `Flow.deviceIdentifier`.
    public func addProfile(_ mvpd: String, _ type: ProfileType = .regular, device: String) {
        let time = now()
        withAdobe { $0.addProfile(mvpd, type, device: device, at: time) }
    }
}

extension ShownPresentation {
    fileprivate var kind: Presentation.Kind {
        switch self {
        case .providerPicker: .providerPicker
        case .providerConfirmation: .providerConfirmation
        case .profilePicker: .profilePicker
        case .userAgent: .userAgent
        case .code: .code
        case .codeExpired: .codeExpired
        case .signOutUserAgent: .signOutUserAgent
        case .signOutInSettings: .signOutInSettings
        case .problem: .problem
        }
    }

    /// The code on the screen, or at the end of the link that is open.
    fileprivate var signInCode: String? {
        switch self {
        case .code(let code): code.text
        case .userAgent(let page): page.url.lastPathComponent
        case .providerPicker, .providerConfirmation, .profilePicker, .codeExpired, .signOutUserAgent, .signOutInSettings,
            .problem:
            nil
        }
    }
}
