import AuthenticationServices
import FlowDevice
import FlowEffects
import FlowMachine
import FlowVideoSubscriber
import FlowWebAuthentication
import UIKitStandIn
import VideoSubscriberAccount

/// Apple's single sign-on, with its screens over whatever the app shows.
@MainActor func partnerFramework(
    over root: UIViewController
) -> VideoSubscriberFramework {
    VideoSubscriberFramework(over: { [weak root] in root })
}

/// Opens the page of the system's settings where viewers leave their TV provider.
@MainActor func openProviderSettings() async -> Bool {
    guard let url = VideoSubscriberFramework.settingsURL else { return false }
    return await UIApplication.shared.open(url)
}

/// The ports of an app, with this device and its current connection.
@MainActor func ports(
    transport: any HTTPTransport, partnerFramework: (any PartnerFramework)?
) -> FlowPorts {
    let device = DeviceInformation.current(
        applicationID: "REF30", userAgent: "DemoTV/1.0")
    let connections = ConnectionObserver()
    return FlowPorts(
        transport: transport, partnerFramework: partnerFramework,
        device: { connections.connected(device) })
}

/// Shows the flow's web pages over `window`, until the flow is shut down.
@MainActor func serveUserAgent(
    for flow: Flow, over window: ASPresentationAnchor
) async {
    await WebAuthentication(flow, anchor: { [weak window] in window }).run()
}

/// Permission to play `channel`, once. Signs the viewer in if needed.
/// - Returns: the media token, for the server that verifies it.
func mediaToken(for channel: String, from flow: Flow) async throws -> String {
    let permit = try await flow.play(channel)
    return try permit.redeem()
}

/// The same without a sign-in, while temporary access lasts.
func trialToken(for channel: String, from flow: Flow) async throws -> String {
    try await flow.play(channel, under: .temporary).redeem()
}

/// Signs the viewer out.
/// - Returns: whether the sign-out reached Adobe.
func leave(_ flow: Flow) async throws -> Bool {
    try await flow.signOut() == .complete
}
