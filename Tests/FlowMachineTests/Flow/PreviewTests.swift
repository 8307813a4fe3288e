import FlowTestSupport
import Testing

@testable import FlowMachine

/// A preview that is asked in parts.
@Suite struct PreviewTests {
    /// A preview of two resources of which Adobe takes one at a time; the first is denied, with a text.
    private func halfDone() -> (script: Script, text: SecretRef, resources: [SecretRef]) {
        var script = Script.signedIn(.regular, .bare)
        let resources = [SecretRef(.resource, 1), SecretRef(.resource, 2)]
        script.user(.preview(WishID(1), resources: resources))
        script.reply(.failed(.refused(http: 403, AdobeError(action: .configuration, status: 403, code: ErrorCode("too_many_resources")))))
        let text = script.ref(.text)
        let denial = AdobeError(action: .none, status: 403, code: ErrorCode("preauthorization_denied_by_mvpd"), text: text)
        script.reply(.decisions([Decision(resource: resources[0], verdict: .deny(denial), source: .mvpd)]))
        return (script, text, resources)
    }

    @Test func `The text of a denial in the first part is kept until the answer hands it out`() {
        var (script, text, resources) = halfDone()
        #expect(script.called == [.preauthorize])
        #expect(!script.effects.contains(.forget(.secret(text))))
        script.reply(.decisions([Decision(resource: resources[1], verdict: .permit(media: nil), source: .mvpd)]))
        #expect(script.answered == [.previewed])
        #expect(!script.effects.contains(.forget(.secret(text))))
    }

    @Test func `It is forgotten when the preview is given up between the parts`() {
        var (script, text, _) = halfDone()
        script.user(.cancel(WishID(1)))
        #expect(script.answered == [.dropped])
        #expect(script.effects.contains(.forget(.secret(text))))
    }
}
