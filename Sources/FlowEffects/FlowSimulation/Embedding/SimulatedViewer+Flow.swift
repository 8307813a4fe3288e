import FlowEffects
import FlowMachine

extension SimulatedViewer {
    /// Acts as the viewer of a flow: follows the habits for each presentation, one after the other, until the flow is shut down. The delays
    /// of the actions are ignored: each is done at once.
    /// - Parameters:
    ///   - flow: the flow, as the app under test has it.
    ///   - adobe: the server that the flow uses, where the viewer signs in.
    ///   - partner: the partner framework that the flow asks, where the viewer signs in and out in Settings.
    public func use(_ flow: Flow, adobe: SharedAdobe, partner: SharedPartnerFramework? = nil) async {
        var viewer = self
        for await shown in flow.presentation {
            guard let shown else { continue }
            for timed in viewer.actions(on: shown.kind) {
                adobe.withAdobe { timed.action.requireProvider(of: $0) }
                switch timed.action {
                case .choose(let choice): await flow.send(ViewerChoice(choice, on: shown.id))
                case .signIn(let mvpd): if let code = shown.signInCode { adobe.completeSignIn(code: code, mvpd: mvpd) }
                case .setAccount(let account): partner?.withFramework { $0.account = account }
                case .visitSettings:
                    await flow.enterBackground()
                    await flow.enterForeground()
                }
            }
        }
    }
}

extension SharedAdobe {
    /// The viewer signs in for the session with this code; see `SimulatedAdobe.completeSignIn`.
    @discardableResult
    public func completeSignIn(code: String, mvpd: String? = nil) -> Bool {
        let time = now()
        return withAdobe { $0.completeSignIn(code: code, mvpd: mvpd, at: time) }
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
