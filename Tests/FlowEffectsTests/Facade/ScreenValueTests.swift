import FlowEffects
import FlowMachine
import Foundation
import Testing

/// What an app's previews and tests write: this file imports nothing with `@testable`.
@Suite struct ScreenValueTests {
    private static func screens() throws -> [ShownPresentation] {
        let provider = ProviderDirectory.Entry(mvpd: try #require(MVPDID("SmallCo")), displayName: "Small Company")
        let profile = ProfileOption(mvpd: provider.mvpd, displayName: "Small Company", expiry: Date(timeIntervalSince1970: 0.001))
        let page = try #require(URL(string: "https://example.com/activate"))
        return [
            .providerPicker(ShownPicker([provider])), .providerConfirmation(ShownConfirmation(provider)),
            .profilePicker(ShownProfilePicker([profile])), .userAgent(ShownPage(url: page)),
            .code(ShownCode("AB12CD", activationURL: page)), .codeExpired(ShownExpiredCode()),
            .signOutUserAgent(ShownPage(url: page)), .signOutInSettings(ShownSettingsPrompt(path: ["Settings", "TV Provider"])),
            .problem(ShownProblem(.unreachable, details: "Try later")),
        ]
    }

    @Test func `every screen can be created by an app, prints its name only, and can be canceled`() throws {
        let screens = try Self.screens()
        #expect(
            screens.map { "\($0)" } == [
                "providerPicker", "providerConfirmation", "profilePicker", "userAgent", "code", "codeExpired", "signOutUserAgent",
                "signOutInSettings", "problem",
            ])
        #expect(screens.allSatisfy { $0.id == .preview && $0.cancel.screen == .preview })
    }

    @Test func `two screens with different ids are different items of a sheet`() {
        #expect(ShownPresentation.codeExpired(ShownExpiredCode(id: PresentationID(1))).id == PresentationID(1))
        #expect(ShownExpiredCode(id: PresentationID(1)) != ShownExpiredCode(id: PresentationID(2)))
    }

    @Test func `viewers, refusals and previews can be created by an app`() {
        let viewer = SignedInViewer(mvpd: MVPDID("SmallCo"), displayName: "Small Company")
        #expect(FlowStatus.signedIn(viewer) == .signedIn(viewer))
        #expect(FlowRefusal(.denied, details: "Ask for the Gold package.").details == "Ask for the Gold package.")
        let previews = [
            PreviewedResource("a", .permitted(attributes: nil)), PreviewedResource("b", .denied(.init(code: "code"))),
            PreviewedResource("c", .unanswered),
        ]
        #expect(previews.map(\.isPermitted) == [true, false, false])
        #expect(previews.map(\.id) == ["a", "b", "c"])
        #expect(FlowStatus.signedIn(viewer).viewer == viewer)
        #expect(FlowStatus.signedOut.viewer == nil)
    }

    @Test func `a permit and an exported log can be created by an app's tests`() throws {
        let permit = Permit("channel", token: "token")
        #expect(permit.resource == "channel")
        #expect(try permit.redeem() == "token")
        #expect(throws: PermitFailure.alreadyRedeemed) { try permit.redeem() }
        #expect(throws: PermitFailure.expired) { try Permit("channel", token: "token", expiry: .distantPast).redeem() }
        let export = LogExport(supportID: "K7Q2", segments: [LogSegment(name: "flow-K7Q2-0001.jsonl", bytes: [0x0A])])
        #expect(export.segments.count == 1)
    }
}
