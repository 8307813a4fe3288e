import FlowEffects

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// Shows the flow's presentation, and reports the viewer's choices.
struct SignInView: View {
    let flow: Flow
    @State private var shown: ShownPresentation?

    var body: some View {
        VStack {
            if let shown {
                switch shown {
                case .providerPicker(let picker):
                    ForEach(picker.providers) { button($0.displayName, picker.choice(of: $0)) }
                case .providerConfirmation(let last):
                    button("Sign in with \(last.provider.displayName)", last.confirm)
                    button("Another provider", last.otherProvider)
                case .profilePicker(let picker):
                    ForEach(picker.profiles) { button($0.displayName ?? $0.mvpd.text, picker.choice(of: $0)) }
                case .code(let code):
                    Text("Go to \(code.activationURL?.absoluteString ?? "our website") and type \(code.text)")
                    if code.isSlow { Text("Your sign-in may take longer than usual to appear here.") }
                    button("New code", code.newCode)
                    button("Another provider", code.otherProvider)
                case .codeExpired(let code):
                    button("New code", code.newCode)
                    button("Another provider", code.otherProvider)
                case .userAgent, .signOutUserAgent:
                    Text("Continue on the web page.")  // WebAuthentication opens it.
                case .signOutInSettings(let settings):
                    Text("Sign out in \(settings.path.joined(separator: " → ")) too")
                    button("Done", settings.done)
                case .problem(let problem):
                    Text(problem.details ?? "That did not work")
                    if problem.options.contains(.retry) { button("Try again", problem.choice(of: .retry)) }
                    if problem.options.contains(.otherProvider) { button("Another provider", problem.choice(of: .otherProvider)) }
                }
                button("Cancel", shown.cancel)
            }
        }
        .task { for await next in flow.presentation { shown = next } }
    }

    private func button(_ title: String, _ choice: ViewerChoice) -> some View {
        Button(title) { Task { await flow.send(choice) } }
    }
}
