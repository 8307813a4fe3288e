import FlowEffects

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// A channel: a button that plays it, and the screens of the sign-in, if one is needed.
struct ChannelView: View {
    let flow: Flow
    let channel: String
    /// Starts the stream with a media token, which your server verifies.
    let start: (String) -> Void
    @State private var problem: String?

    var body: some View {
        VStack {
            Button("Watch") { Task { await watch() } }
            if let problem { Text(problem) }
            SignInView(flow: flow)
        }
    }

    private func watch() async {
        do {
            start(try await flow.play(channel).redeem())
        } catch let refusal as FlowRefusal {
            problem = refusal.isCancellation ? nil : refusal.details ?? "This channel cannot be played right now."
        } catch {
            problem = "Please try again."
        }
    }
}
