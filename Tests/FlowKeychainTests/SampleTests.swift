import FlowDevice
import FlowEffects
import FlowTestSupport
import FlowURLSession
import FlowVideoSubscriber
import Foundation
import Security
import Testing
import UIKitStandIn

/// Creates the app's flow. Create it once, at launch, and keep it.
@MainActor func makeFlow(statement: String, caches: URL, window: UIWindow) throws -> Flow {
    let settings = FlowSettings.tvOS(
        serviceProvider: "REF30", domainName: "example.com", redirectURL: "demotv://signed-in",
        activationURL: "https://example.com/activate")
    let app = FlowApp("DemoTV/1.0", softwareStatement: statement, settings: settings)
    return try Flow(
        app, vault: FlowVault(keychain: "com.example.demotv", for: app),
        log: FileEventLog(folder: caches.appending(path: "flow-logs")),
        ports: FlowPorts(
            transport: URLSessionTransport(),
            partnerFramework: VideoSubscriberFramework(over: { [weak window] in window?.rootViewController }),
            device: DeviceInformation.observed()))
}

/// The media token, for the server that verifies it before it sends the stream. Signs the viewer in first if needed.
func mediaToken(for channel: String, from flow: Flow) async throws -> String {
    try await flow.play(channel).redeem()
}

/// The vault of the current tvOS user only. Adobe sees each user as a separate device.
func openVault(for app: FlowApp) throws -> FlowVault {
    try FlowVault(keychain: "com.example.demotv", for: app, sharing: .currentUser)
}

@Suite("What the keychain code of README and articles does") struct SampleTests {
    @Test func `the article's vault belongs to the current user alone`() throws {
        let keychain = StandInKeychain()
        try StandInKeychain.$current.withValue(keychain) {
            _ = try openVault(for: .test(.box))
        }
        #expect(keychain.items.map(\.account) == ["owner.json"])
        #expect(keychain.items.allSatisfy { !$0.isUserIndependent })
    }
}
