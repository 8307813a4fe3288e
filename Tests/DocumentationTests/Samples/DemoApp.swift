import FlowDevice
import FlowEffects
import FlowURLSession
import FlowVideoSubscriber
import Foundation
import UIKitStandIn

/// The app, as Adobe knows it. `statement` is the software statement that Adobe issued.
func demoApp(on platform: FlowSettings.Platform, statement: String) -> FlowApp {
    FlowApp(
        "DemoTV/1.0", softwareStatement: statement,
        settings: FlowSettings(
            serviceProvider: "REF30",  // the requestor id that Adobe gave you
            host: AdobeHosts.production.restV2,  // staging has a host of its own
            domainName: "example.com",  // one of the domains registered for it
            redirectURL: "demotv://signed-in",  // where a web page returns to the app
            activationURL: "https://example.com/activate",  // where viewers type a code
            platform: platform))
}

/// The app's flow and what it needs. Create it once, at launch.
@MainActor struct TVAccess {
    let flow: Flow

    /// - Parameters:
    ///   - caches: the app's caches folder, `URL.cachesDirectory`.
    ///   - root: returns the root view controller of the app's window.
    init(
        _ app: FlowApp, caches: URL,
        root: @escaping @MainActor @Sendable () -> UIViewController?
    ) throws {
        #if canImport(Darwin)
            let vault = try FlowVault(keychain: "com.example.demotv", for: app)
        #else
            let vault = try FlowVault(folder: caches.appending(path: "vault"), for: app)
        #endif
        flow = try Flow(
            app, vault: vault, log: FileEventLog(folder: caches.appending(path: "flow-logs")),
            ports: FlowPorts(
                transport: URLSessionTransport(),
                partnerFramework: VideoSubscriberFramework(over: root),
                device: DeviceInformation.observed()))
    }
}

/// Starts `channel`, and signs the viewer in first if needed.
@MainActor func watch(
    _ channel: String, with flow: Flow, start: (String) -> Void, tell: (String) -> Void
) async {
    do {
        // The media token, for the server that verifies it before it sends the stream.
        start(try await flow.play(channel).redeem())
    } catch let refusal as FlowRefusal {
        if let text = message(for: refusal) { tell(text) }
    } catch is PermitFailure {
        tell("Please try again.")  // The permit expired before it was redeemed.
    } catch {
        // The task was canceled.
    }
}

/// Reports whether the app is in the foreground; call it at each change of `scenePhase`.
func sceneChanged(isActive: Bool, isInBackground: Bool, _ flow: Flow) async {
    if isActive { await flow.enterForeground() }
    if isInBackground { await flow.enterBackground() }
}

/// What to tell a viewer whose playback did not start; `nil` if they know why.
func message(for refusal: FlowRefusal) -> String? {
    if refusal.isCancellation { return nil }
    return switch refusal.reason {
    case .denied:
        refusal.details ?? "Your TV package does not include this channel."
    case .notSignedIn:
        "Sign in with your TV provider to watch."
    case .authentication:
        "Please sign in with your TV provider again."
    case .temporaryAccess:
        "There is no free preview now. Sign in with your TV provider to watch."
    case .unreachable:
        "Your TV provider cannot be reached. Check the connection and try again."
    case .service:
        "Your TV provider cannot confirm this right now. Try again in a few minutes."
    case .registration:
        "The app cannot sign in. Restart it, and update it if there is an update."
    case .setup:
        "This version of the app cannot sign in. Update it if there is an update."
    case .apiEnded:
        "This version of the app can no longer sign in. Update the app."
    default:
        "This channel cannot be played right now."
    }
}

/// One line for the app's own log: no name, no title, and what Adobe's support needs.
func logLine(for refusal: FlowRefusal, in flow: Flow) -> String {
    "\(refusal), trace \(refusal.trace ?? "none"), support id \(flow.supportID)"
}

/// Reports failures of the log and the vault in the app's own log. The flow continues without them.
@MainActor func report(failuresOf flow: Flow, to log: (String) -> Void) async {
    for await failure in flow.failures() { log(failure.text) }
}
