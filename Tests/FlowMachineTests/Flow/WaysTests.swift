import FlowTestSupport
import Testing

@testable import FlowMachine

/// How an attempt ends, and which options the viewer gets.
@Suite struct WaysTests {
    private static let cancelled = WishAnswer.refused(Refusal(reason: .canceled, options: [.retry]))

    @Test(arguments: [Place.choosingProfile, .problem, .partnerProblem, .picking, .confirming, .userAgent, .polling, .codeExpired])
    func `a viewer who cancels may retry`(place: Place) {
        var script = place.script
        script.choose(.cancel)
        #expect(script.place == "registered.resting")
        #expect(script.rule == .`FM-08`)
        #expect(script.effects.contains(.answer(WishID(1), WaysTests.cancelled)))
    }

    @Test func `without a provider to choose, the viewer can only cancel`() {
        var script = Place.configuration.script
        script.reply(.configuration(script.configuration([])))
        #expect(script.place == "basicAuthFallback.problem")
        #expect(script.rule == .`V2-F-20`)
        let problems = script.effects.compactMap { if case .present(_, .problem(let problem)) = $0 { problem } else { nil } }
        #expect(problems == [Problem(reason: .noProviders, options: [.cancel])])
    }

    @Test func `canceling a resumed attempt makes later checks silent again`() {
        var script = resumed()
        script.choose(.cancel)
        #expect(script.place == "registered.resting")
        #expect(!script.model.context.resumesAttempt)
        script.feed(.app(.foregrounded))
        script.reply(.profiles([script.profile(), Profile(mvpd: .other, type: .regular, notAfter: script.instant(in: 99))]))
        #expect(script.place == "registered.resting", "the attempt is silent, so the viewer is not asked")
        #expect(script.presented.isEmpty, "the attempt is silent, so the viewer is not asked")
    }

    @Test func `signing out of a resumed attempt ends it`() {
        var script = resumed()
        script.user(.signOut(WishID(1)))
        #expect(script.place == "loggedOut.resting")
        #expect(!script.model.context.resumesAttempt)
    }

    @Test(arguments: ["invalid_software_statement", nil])
    func `a resumed attempt that gets no new credentials is over`(refusal: String?) throws {
        var script = resumed()
        script.reply(.failed(.unauthorized(nil)))
        script.reply(.failed(.registrationRefused(try #require(ErrorCode("invalid_client")))))
        #expect(script.place == "unregistered.registering")
        script.reply(.failed(refusal.flatMap { ErrorCode($0) }.map { .registrationRefused($0) } ?? .transport(.unreadable)))
        #expect(script.place == "unregistered.refused")
        #expect(!script.model.context.resumesAttempt)
    }

    @Test func `a check that cannot reach the partner framework continues without its status`() {
        var script = Script.signedIn(.appleSSO)
        #expect(script.model.context.partnerStatus != nil)
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        script.reply(.failed(.refused(http: 403, .named("authenticated_profile_missing", .authentication))))
        #expect(script.place == "checking.partnerStatus")
        #expect(script.rule == .`V2-D-14`)
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.place == "checking.profiles")
        #expect(script.rule == .`FM-22`)
        #expect(script.model.context.partnerStatus == nil)
        let statuses = script.effects.compactMap { if case .call(_, let call) = $0 { Optional(call.endpoint.status) } else { nil } }
        #expect(statuses == [nil])
    }

    /// A code of an earlier launch is shown again.
    private func resumed() -> Script {
        let code = PersistedCode(code: SecretRef(.code, 9), notAfter: Instant(milliseconds: 1_767_229_000_000), mvpd: .any)
        var script = Script(.bare, kept: PersistedState(code: code))
        script.register()
        #expect(script.place == "basicAuthFallback.polling")
        #expect(script.rule == .`FM-12`)
        #expect(script.model.context.resumesAttempt)
        return script
    }
}
