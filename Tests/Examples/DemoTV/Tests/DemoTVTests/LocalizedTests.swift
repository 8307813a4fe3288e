import FlowEffects
import Foundation
import Testing

@testable import DemoTVCore

@Suite("The texts for the viewer") struct LocalizedTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized

    /// The texts that the code asks for.
    private func keys() throws -> Set<String> {
        var keys: Set<String> = []
        for folder in ["DemoTVCore", "DemoTVViews"] {
            let path = Self.sources.appending(path: folder)
            for file in try FileManager.default.contentsOfDirectory(atPath: path.path) where file.hasSuffix(".swift") {
                let text = try String(contentsOf: path.appending(path: file), encoding: .utf8)
                for match in text.matches(of: /localized\("([^"]*)"/) { keys.insert(String(match.output.1)) }
            }
        }
        return keys
    }

    @Test func `the string catalog has each text of the app in German, and no other`() throws {
        let keys = try keys()
        #expect(keys.count > 50)
        #expect(Set(StringCatalog.app.strings.keys) == keys)
        for key in keys {
            let german = try #require(StringCatalog.app.text(key, in: "de"), "\(key)")
            #expect(!german.isEmpty && german.components(separatedBy: "%@").count == key.components(separatedBy: "%@").count, "\(key)")
        }
    }

    @Test func `a screen is in the viewer's language, and in English where the catalog has no other`() throws {
        let provider = ProviderDirectory.Entry(
            mvpd: try #require(MVPDID("SmallCo")), displayName: "Small %@ Co", logoURL: nil, isTemporary: false)
        let shown = ShownPresentation.providerConfirmation(ShownConfirmation(provider))
        for (language, title, button) in [
            ("de", "Mit Small %@ Co anmelden?", "Anderer Anbieter"), ("en", "Sign in with Small %@ Co?", "Another provider"),
            ("fr", "Sign in with Small %@ Co?", "Another provider"),
        ] {
            try Language.$chosen.withValue(language) {
                let screen = try #require(SignInScreen(shown))
                #expect(screen.title == title)
                #expect(screen.buttons.contains { $0.title == button })
            }
        }
    }

    @Test(arguments: FlowRefusal.Reason.allCases) func `each reason has a German headline, unless the viewer knows it`(
        reason: FlowRefusal.Reason
    ) {
        let refusal = FlowRefusal(reason)
        let (german, english) = (
            Language.$chosen.withValue("de") { RefusalText(refusal)?.title },
            Language.$chosen.withValue("en") { RefusalText(refusal)?.title }
        )
        #expect((german == nil) == refusal.isCancellation)
        if !refusal.isCancellation { #expect(german != english) }
    }
}
