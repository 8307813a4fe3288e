import FlowTestSupport
import Testing

@testable import FlowMachine

/// A preview that is requested in parts.
@Suite struct PreviewTests {
    /// A preview of two resources of which Adobe accepts one at a time; the first is denied, with a text.
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

    @Test func `the text of a denial in the first part is kept until the answer delivers it`() {
        var (script, text, resources) = halfDone()
        #expect(script.called == [.preauthorize])
        #expect(!script.effects.contains(.forget(.secret(text))))
        script.reply(.decisions([Decision(resource: resources[1], verdict: .permit(media: nil), source: .mvpd)]))
        #expect(script.answered == [.previewed])
        #expect(!script.effects.contains(.forget(.secret(text))))
    }

    @Test func `the text of a denial is forgotten if the preview is canceled between its parts`() {
        var (script, text, _) = halfDone()
        script.user(.cancel(WishID(1)))
        #expect(script.answered == [.dropped])
        #expect(script.effects.contains(.forget(.secret(text))))
    }

    @Test func `two previews of one resource: a denial received meanwhile overrides the earlier permit`() {
        let resource = SecretRef(.resource, 1)
        var script = Script.signedIn(.regular, .bare)
        script.user(.preview(WishID(1), resources: [resource]))
        let first = script.request
        script.user(.preview(WishID(2), resources: [resource]))
        script.permit(resource, media: false)
        #expect(script.answered == [.previewed])
        let denial = Decision(resource: resource, verdict: .deny(.named("preauthorization_denied_by_mvpd")), source: .mvpd)
        script.feed(.reply(first ?? RequestID(0), Reply(.decisions([denial]))))
        #expect(script.answer == .previewed([denial]))
    }

    @Test func `permits beyond the limit are delivered, but without their attributes, which nothing would forget`() {
        var script = Script.signedIn(.regular, .bare)
        let resources = (1...64).map { SecretRef(.resource, $0) }
        script.user(.preview(WishID(1), resources: resources))
        script.reply(.decisions(resources.map { Decision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }))
        let one = SecretRef(.resource, 100)
        script.user(.preview(WishID(2), resources: [one]))
        let attributes = script.ref(.attributes)
        script.reply(.decisions([Decision(resource: one, verdict: .permit(media: nil), source: .mvpd, attributes: attributes)]))
        #expect(script.answer == .previewed([Decision(resource: one, verdict: .permit(media: nil), source: .mvpd)]))
        #expect(script.effects.contains(.forget(.secret(attributes))))
    }
}
