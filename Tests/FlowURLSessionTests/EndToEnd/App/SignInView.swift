import FlowEffects
import FlowMachine

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
                switch shown.content {
                case .nothing: EmptyView()
                case .providerPicker(let providers):
                    ForEach(providers, id: \.mvpd) { button($0.displayName, .provider($0.mvpd), shown) }
                case .providerConfirmation(let last):
                    button("Sign in with \(last.displayName)", .provider(last.mvpd), shown)
                    button("Another provider", .otherProvider, shown)
                case .profilePicker(let profiles):
                    ForEach(profiles, id: \.provider) { button($0.displayName ?? $0.provider.text, .profile($0.provider), shown) }
                case .code(let code):
                    Text("Go to \(code.activationURL ?? "our website") and type \(code.text)")
                    if code.isSlow { Text("It takes longer than usual until a sign-in shows here.") }
                    button("New code", .newCode, shown)
                    button("Another provider", .otherProvider, shown)
                case .codeExpired:
                    button("New code", .newCode, shown)
                    button("Another provider", .otherProvider, shown)
                case .userAgent(let url), .signOutUserAgent(let url):
                    Text(url)  // Where there is a web browser: open it there; send .redirectReached or .userAgentClosed.
                case .signOutInSettings(let path):
                    Text("Sign out in \(path.joined(separator: " → ")) too")
                    button("Done", .done, shown)
                case .problem(let problem):
                    Text(problem.details ?? "That did not work")
                    if problem.options.contains(.retry) { button("Try again", .retry, shown) }
                    if problem.options.contains(.otherProvider) { button("Another provider", .otherProvider, shown) }
                }
                if shown.content != .nothing { button("Cancel", .cancel, shown) }
            }
        }
        .task { for await next in flow.presentation.values { shown = next } }
    }

    private func button(_ title: String, _ choice: Choice, _ shown: ShownPresentation) -> some View {
        Button(title) { Task { await flow.send(choice, for: shown) } }
    }
}
