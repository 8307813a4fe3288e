import FlowEffects
import FlowMachine

extension SimulatedViewer {
    /// Acts as the viewer of a flow. Follows the habits for each presentation, one after the other, until the flow is shut down.
    ///
    /// The viewer performs each action at once and ignores its delay. A viewer who visits Settings returns after the habit's other actions.
    /// - Parameters:
    ///   - flow: the flow of the app under test.
    ///   - adobe: the server that the flow uses. The viewer signs in there.
    ///   - partner: the partner framework that the flow uses. The viewer signs in and out there in Settings. Traps if it is `nil` and a
    ///     habit changes the account in Settings, because that is a mistake in the test.
    ///   - unexpected: called with each screen for which the viewer has no habit, so that a test can fail instead of waiting forever. By
    ///     default, the first screen of each kind is reported on standard error: "The simulated viewer has no habit for code."
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

    /// Reports on standard error that the viewer has no habit for a screen. Only the first screen of each kind is reported.
    package static func report(_ shown: ShownPresentation, _ reported: inout Set<Presentation.Kind>) {
        guard reported.insert(shown.kind).inserted else { return }
        FlowSimulation.report("The simulated viewer has no habit for \(shown.kind.rawValue).")
    }
}

extension SharedAdobe {
    /// Signs the viewer in for the session with this `code`, as `SimulatedAdobe.completeSignIn` does. If the session has no provider yet,
    /// pass `mvpd`. Traps if the server has no such provider, because that is a mistake in the test.
    /// - Parameters:
    ///   - code: the session's code.
    ///   - mvpd: the provider's id; `nil` for the provider of the session.
    /// - Returns: whether the viewer is signed in.
    @discardableResult
    public func completeSignIn(code: String, mvpd: String? = nil) -> Bool {
        let time = now()
        return withAdobe { $0.completeSignIn(code: code, mvpd: mvpd, at: time) }
    }

    /// Gives a device a profile, as `SimulatedAdobe.addProfile` does, as if the viewer had signed in earlier.
    /// - Parameters:
    ///   - mvpd: the provider's id.
    ///   - type: the type of the profile.
    ///   - device: the device's identifier, `Flow.deviceIdentifier`.
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

    /// The code that the screen shows, or the code at the end of the link that the user agent has opened.
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
