import FlowEffects

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// The app's screen: its channels and, once for all of them, the screens of the sign-in.
struct ChannelsView: View {
    let flow: Flow
    let start: (String) -> Void

    var body: some View {
        VStack {
            SignInView(flow: flow)
            ChannelView(flow: flow, channel: "news", start: start)
            ChannelView(flow: flow, channel: "movies", start: start)
        }
    }
}

/// A channel: a button that plays it, after a sign-in if one is needed.
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
