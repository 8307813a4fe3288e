import DemoTVCore
import FlowEffects

#if canImport(SwiftUI)
    import SwiftUI
#else
    import SwiftUIStandIn
#endif

/// The whole app: what can be watched, the sign-in over it, and the support screen.
public struct DemoTVView: View {
    let demo: DemoTV
    let openSettings: @MainActor () -> Void
    let upload: SupportView.Upload
    @State private var showsSupport = false

    /// The app's only view.
    /// - Parameters:
    ///   - demo: what the app knows and does.
    ///   - openSettings: opens the TV provider page of the system's settings.
    ///   - upload: sends a segment of the log to the app's server.
    public init(_ demo: DemoTV, openSettings: @escaping @MainActor () -> Void, upload: @escaping SupportView.Upload) {
        self.demo = demo
        self.openSettings = openSettings
        self.upload = upload
    }

    public var body: some View {
        VStack {
            if let screen = demo.screen {
                SignInScreenView(screen: screen, openSettings: openSettings) { demo.session.send($0) }
            } else if showsSupport {
                SupportView(demo.session, upload: upload) { showsSupport = false }
            } else {
                switch demo.playback {
                case .idle: ChannelList(demo: demo) { showsSupport = true }
                case .asking(let channel): Text("\(channel.title) …")
                case .playing(let channel, let stream): PlayerView(title: channel.title, stream: stream) { demo.stop() }
                case .refused(let channel, let refusal): RefusalView(demo: demo, channel: channel, refusal: refusal)
                }
            }
        }
        .task { await demo.start() }
    }
}

/// What can be watched, and who is signed in.
struct ChannelList: View {
    let demo: DemoTV
    let showSupport: @MainActor () -> Void

    var body: some View {
        List {
            Section("Channels") {
                ForEach(demo.channels) { channel in
                    Button(demo.locked.contains(channel.id) ? "🔒 \(channel.title)" : channel.title) { demo.play(channel) }
                }
            }
            Section(demo.account) {
                if demo.isSignedIn {
                    Button(localized("Sign out")) { Task { await demo.signOut() } }
                } else {
                    Button(localized("Sign in")) { Task { await demo.signIn() } }
                }
                if let notice = demo.notice { Text(notice).font(.footnote) }
            }
            Section(localized("Help")) { Button(localized("Support")) { showSupport() } }
        }
    }
}

/// Where a real app shows its player with `stream`.
struct PlayerView: View {
    let title: String
    let stream: String
    let stop: @MainActor () -> Void

    var body: some View {
        VStack(spacing: 24) {
            Text(localized("Playing %@", title)).font(.title)
            Text(stream).font(.footnote)
            Button(localized("Stop")) { stop() }
        }
    }
}

/// Why a channel does not play, in the provider's words where it has some.
struct RefusalView: View {
    let demo: DemoTV
    let channel: Channel
    let refusal: RefusalText

    var body: some View {
        VStack(spacing: 24) {
            Text(refusal.title).font(.title)
            if let details = refusal.details { Text(details) }
            if refusal.options.contains(.retry) { Button(localized("Try again")) { answer(.retry) } }
            if refusal.options.contains(.otherProvider) { Button(localized("Another provider")) { answer(.otherProvider) } }
            Button(localized("Back")) { answer(.cancel) }
            if let reference = refusal.reference { Text(reference).font(.footnote) }
        }
    }

    private func answer(_ option: Problem.Option) { Task { await demo.answer(option, about: channel) } }
}
