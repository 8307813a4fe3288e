import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite struct ShownPresentationTests {
    @Test(arguments: [
        (FlowSettings.Platform.tvOS, ["Settings", "Accounts", "TV Provider"]), (.iOS, ["Settings", "TV Provider"]),
        (.iPadOS, ["Settings", "TV Provider"]),
    ])
    func `the sign-out screen shows the path in Settings of the viewer's device`(platform: FlowSettings.Platform, path: [String]) {
        var settings = FlowSettings.box
        settings.platform = platform
        let shown = ShownPresentation(
            PresentationID(1), .signOutInSettings, in: FlowVault.inMemory(), settings: settings, hosts: .production)
        #expect(shown == .signOutInSettings(ShownSettingsPrompt(path: path, id: PresentationID(1))))
    }
}
