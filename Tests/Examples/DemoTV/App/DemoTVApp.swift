// The app itself, for an Xcode project of yours: see the README beside this folder. No target of the package compiles this file.
import DemoTVCore
import DemoTVViews
import FlowEffects
import SwiftUI

#if os(iOS)
    import FlowWebAuthentication
#endif

@main struct DemoTVApp: App {
    @Environment(\.scenePhase) private var phase
    @State private var demo: Result<DemoTV, any Error>?

    var body: some Scene {
        WindowGroup {
            Group {
                switch demo {
                case .success(let demo):
                    DemoTVView(demo, openSettings: openProviderSettings, upload: upload)
                        .onOpenURL { url in Task { await demo.session.flow.handle(url) } }
                        #if os(iOS)
                            .task { await WebAuthentication(demo.session.flow, anchor: { window }).run() }
                        #endif
                case .failure(let error): Text("\(error)")
                case nil: ProgressView()
                }
            }
            .onChange(of: phase, initial: true) { _, phase in changed(to: phase) }
        }
    }

    private func changed(to phase: ScenePhase) {
        switch (phase, demo) {
        case (.active, .success(let demo)): Task { await demo.session.flow.enterForeground() }
        // A device that has not been unlocked since it started has no keychain yet: the next time works.
        case (.active, _): launch()
        case (.background, .success(let demo)): Task { await demo.session.flow.enterBackground() }
        case _: break
        }
    }

    private func launch() {
        demo = Result {
            let flow = try makeDeviceFlow(statement: "the software statement of your app", root: { window?.rootViewController })
            // Your server checks the token with Adobe's Media Token Verifier, and returns the stream.
            return DemoTV(flow) { token, channel in "https://example.com/stream/\(channel.resource)" }
        }
    }

    @Sendable private func upload(supportID: String, segment: LogSegment) async throws {
        guard let url = URL(string: "https://example.com/support/\(supportID)/\(segment.name)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        _ = try await URLSession.shared.upload(for: request, from: Data(segment.bytes))
    }
}

@MainActor private var window: UIWindow? {
    UIApplication.shared.connectedScenes.compactMap { ($0 as? UIWindowScene)?.keyWindow }.first
}
