import FlowEffects

/// The app's screen, as text. Shows each screen of the flow, and picks the viewer's provider.
public struct TextScreen: Sendable {
    let provider: String
    let show: @Sendable (String) -> Void

    public init(provider: String, show: @escaping @Sendable (String) -> Void) {
        self.provider = provider
        self.show = show
    }

    /// Shows every screen until the flow is shut down.
    public func follow(_ flow: Flow) async {
        for await shown in flow.presentation {
            if let shown { await answer(shown, flow) }
        }
    }

    private func answer(_ shown: ShownPresentation, _ flow: Flow) async {
        switch shown {
        case .providerPicker(let picker):
            let entry = picker.providers.first { $0.mvpd.text == provider }
            await flow.send(entry.map { picker.choice(of: $0) } ?? picker.cancel)
        case .providerConfirmation(let last):
            await flow.send(last.confirm)
        case .code(let code):
            show("Type the code \(code.text) on your phone.")
        case .codeExpired(let code):
            await flow.send(code.newCode)
        case .problem(let problem):
            show(problem.details ?? "That did not work.")
            await flow.send(problem.cancel)
        case .profilePicker, .userAgent, .signOutUserAgent, .signOutInSettings:
            // The flow never shows these screens on this device.
            await flow.send(shown.cancel)
        }
    }
}
