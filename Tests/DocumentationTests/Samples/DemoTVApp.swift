import FlowEffects
import UIKitStandIn

#if !os(tvOS)
    import FlowWebAuthentication
#endif

/// The app: creates its one flow when it becomes active for the first time, and reports to it when it leaves and returns.
struct DemoTVApp: App {
    @Environment(\.scenePhase) private var phase
    @State private var access: TVAccess?
    @State private var notice = "One moment …"

    var body: some Scene {
        WindowGroup {
            VStack {
                if let access { HomeView(flow: access.flow) } else { Text(notice) }
            }
            .task(id: phase) { await phaseChanged() }
        }
    }

    private func phaseChanged() async {
        if let access {
            await sceneChanged(isActive: phase == .active, isInBackground: phase == .background, access.flow)
        } else if phase == .active {
            await launch()
        }
    }

    /// Creates and starts the flow. If that fails, the app tries again when it becomes active the next time.
    private func launch() async {
        do {
            let caches = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            let access = try TVAccess(
                demoApp(on: platform, statement: "the software statement of your app"), caches: caches,
                root: { window?.rootViewController })
            self.access = access
            await access.flow.start()
        } catch let failure as FlowVaultFailure where failure.reason == .locked {
            notice = "Unlock this device, then open the app again."
        } catch {
            notice = "\(error)"  // A wrong setting, or a keychain that cannot be used: the text is for you.
        }
    }

    private var platform: FlowSettings.Platform {
        #if os(tvOS)
            return .tvOS
        #else
            return UIDevice.current.model == "iPad" ? .iPadOS : .iOS
        #endif
    }
}

/// What can be watched and the support screen, with the flow's screens over both.
struct HomeView: View {
    let flow: Flow
    @State private var shown: ShownPresentation?
    @State private var text: String?
    @State private var showsSupport = false

    var body: some View {
        VStack {
            if showsSupport {
                SupportView(flow: flow) { showsSupport = false }
            } else {
                Button("News") { play("news") }
                Button("Movies") { play("movies") }
                Button("Support") { showsSupport = true }
                if let text { Text(text) }
            }
        }
        // While the flow shows a screen, the remote control must reach only that screen.
        .disabled(shown != nil)
        .opacity(shown == nil ? 1 : 0)
        .overlay { SignInView(flow: flow) }
        .task { for await next in flow.presentation { shown = next } }
        #if !os(iOS)
            // Menu on the remote control cancels the flow's screen. Without such a screen it leaves the app, as usual.
            .onExitCommand(perform: exit)
        #endif
        #if !os(tvOS)
            .task { await WebAuthentication(flow, anchor: { window }).run() }
            .onOpenURL { url in Task { await flow.handle(url) } }
        #endif
    }

    /// Plays `channel`: your server verifies the media token and returns the stream for your player.
    private func play(_ channel: String) {
        text = nil
        Task { await watch(channel, with: flow, start: { _ in text = "Playing \(channel)" }, tell: { text = $0 }) }
    }

    private var exit: (@MainActor () -> Void)? {
        guard let shown else { return nil }
        return { Task { await flow.send(shown.cancel) } }
    }
}

/// What a viewer reads out to support.
struct SupportView: View {
    let flow: Flow
    let close: @MainActor () -> Void

    var body: some View {
        VStack {
            Text("Support id: \(flow.supportID)")
            Button("Back") { close() }
        }
    }
}

/// The window over which Apple's screens and the web pages are shown.
@MainActor private var window: UIWindow? {
    UIApplication.shared.connectedScenes.compactMap { ($0 as? UIWindowScene)?.keyWindow }.first
}
