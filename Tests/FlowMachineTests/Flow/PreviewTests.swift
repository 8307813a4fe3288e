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
        script.reply(.decisions([AdobeDecision(resource: resources[0], verdict: .deny(denial), source: .mvpd)]))
        return (script, text, resources)
    }

    @Test func `the text of a denial in the first part is kept until the answer delivers it`() {
        var (script, text, resources) = halfDone()
        #expect(script.called == [.preauthorize])
        #expect(!script.effects.contains(.forget(.secret(text))))
        script.reply(.decisions([AdobeDecision(resource: resources[1], verdict: .permit(media: nil), source: .mvpd)]))
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
        let denial = AdobeDecision(resource: resource, verdict: .deny(.named("preauthorization_denied_by_mvpd")), source: .mvpd)
        script.feed(.reply(first ?? RequestID(0), Reply(.decisions([denial]))))
        #expect(script.answer == .previewed([denial]))
    }

    @Test(arguments: [false, true])
    func `a preview that waited for the status asks Adobe nothing if another was permitted meanwhile`(isForMore: Bool) {
        let (resource, other) = (SecretRef(.resource, 1), SecretRef(.resource, 2))
        var script = Script.signedIn(.appleSSO)
        script.feed(.app(.foregrounded))
        script.user(.preview(WishID(1), resources: [resource]))
        let first = script.request ?? RequestID(0)
        script.user(.preview(WishID(2), resources: isForMore ? [resource, other] : [resource]))
        let second = script.request ?? RequestID(0)
        let status = Reply(.partner(PartnerAnswer(status: script.status())))
        script.feed(.reply(first, status))
        script.permit(resource, media: false)
        #expect(script.answered == [.previewed])
        script.feed(.reply(second, status))
        if isForMore {
            #expect(script.rule == .`V2-D-03`)
            #expect(script.calledEndpoint?.parameters.resources == [other])
        } else {
            #expect(script.outcome == "V2-D-09 deciding.ready previewed")
            #expect(script.called == [])
        }
    }

    @Test func `permits beyond the limit are delivered, but without their attributes, which nothing would forget`() {
        var script = Script.signedIn(.regular, .bare)
        let resources = (1...64).map { SecretRef(.resource, $0) }
        script.user(.preview(WishID(1), resources: resources))
        script.reply(.decisions(resources.map { AdobeDecision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }))
        let one = SecretRef(.resource, 100)
        script.user(.preview(WishID(2), resources: [one]))
        let attributes = script.ref(.attributes)
        script.reply(.decisions([AdobeDecision(resource: one, verdict: .permit(media: nil), source: .mvpd, attributes: attributes)]))
        #expect(script.answer == .previewed([AdobeDecision(resource: one, verdict: .permit(media: nil), source: .mvpd)]))
        #expect(script.effects.contains(.forget(.secret(attributes))))
    }

    @Test func `a permit with a media token is not kept for later previews`() {
        let resource = SecretRef(.resource, 1)
        var script = Script.signedIn(.regular, .bare)
        script.user(.preview(WishID(1), resources: [resource]))
        script.permit(resource, media: true)
        #expect(script.answered == [.previewed])
        script.user(.preview(WishID(2), resources: [resource]))
        #expect(script.called == [.preauthorize])
    }

    // MARK: Parts

    private static let tooMany = Reply.Result.failed(
        .refused(http: 403, AdobeError(action: .configuration, status: 403, code: ErrorCode("too_many_resources"))))

    /// Lets Adobe answer a preview of `count` resources, of which it accepts `limit` at a time.
    /// - Returns: how many requests that takes.
    private func preview(_ count: Int64, limit: Int, _ script: inout Script) -> Int {
        let resources = (1...count).map { SecretRef(.resource, $0) }
        script.user(.preview(WishID(count), resources: resources))
        var requests = 0
        while case .preauthorize(_, let asked, _)? = script.calledEndpoint {
            requests += 1
            if asked.count > limit {
                script.reply(Self.tooMany)
            } else {
                script.reply(
                    .decisions(
                        asked.map { AdobeDecision(resource: $0, verdict: .deny(.named("preauthorization_denied_by_mvpd")), source: .mvpd) })
                )
            }
        }
        if case .previewed(let decisions)? = script.answer {
            #expect(decisions.map(\.resource) == resources)
        } else {
            Issue.record("no answer")
        }
        return requests
    }

    @Test func `after one refusal a long preview asks for five at a time, and later previews begin so`() {
        var settings = FlowSettings.bare
        settings.policy.allowanceBurst = 0
        var script = Script.signedIn(.regular, settings)
        #expect(preview(64, limit: 5, &script) == 1 + 13)
        #expect(preview(6, limit: 5, &script) == 2)
        #expect(preview(5, limit: 5, &script) == 1)
        // A smaller number is learned, too.
        #expect(preview(10, limit: 2, &script) == 1 + 5)
        #expect(preview(4, limit: 2, &script) == 2)
    }

    @Test func `a provider that accepts all resources gets them in one request`() {
        var script = Script.signedIn(.regular, .bare)
        #expect(preview(64, limit: 64, &script) == 1)
    }

    @Test func `another provider is asked for all resources again`() {
        var settings = FlowSettings.bare
        settings.policy.allowanceBurst = 0
        var script = Script.signedIn(.regular, settings)
        #expect(preview(6, limit: 5, &script) == 3)
        script.user(.otherProvider(WishID(99)))
        script.reply(.session(.authorize(ServerAuthorization(reason: .authenticated, mvpd: .other))))
        #expect(script.place == "deciding.ready")
        #expect(preview(6, limit: 6, &script) == 1)
    }
}
