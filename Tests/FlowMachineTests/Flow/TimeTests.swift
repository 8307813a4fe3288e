import FlowTestSupport
import Testing

@testable import FlowMachine

/// Timeouts and the allowance, parts of a preview, and facts that are remembered, kept and forgotten on the way.
@Suite struct TimeTests {
    private static let timedOut = Reply.Result.failed(.transport(.timedOut))
    private static let tooMany = Reply.Result.failed(.refused(http: 403, .named("too_many_resources")))

    private func signedIn(_ settings: FlowSettings = .bare, _ change: (inout Policy) -> Void = { _ in }) -> Script {
        var settings = settings
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        settings.policy.allowanceBurst = 0
        change(&settings.policy)
        return .signedIn(.regular, settings)
    }

    private func permits(_ resources: [SecretRef]) -> Reply.Result {
        .decisions(resources.map { AdobeDecision(resource: $0, verdict: .permit(media: nil), source: .mvpd) })
    }

    // MARK: Timeouts

    @Test func `each request has exactly its own timeout, which starts when it is sent`() {
        var script = signedIn { $0.requestTimeout = .seconds(3) }
        script.play(1)
        let (first, timer) = (script.request, script.armed(.timeout))
        #expect(script.whenArmed(.timeout) == script.instant(in: 3))
        script.play(2)
        let second = script.request
        #expect(script.armed(.timeout) == nil, "one timer is enough")
        script.feed(.timer(timer ?? TimerID(9_999)))
        #expect(script.rule == .`FM-18`, "too soon")
        #expect(script.whenArmed(.timeout) == script.instant(in: 1), "too soon")
        #expect(script.answered.isEmpty, "too soon")
        script.fire(.timeout)
        #expect(script.refusal == .unreachable)
        #expect(first.map { script.effects.contains(.cancel($0)) } == true)
        #expect(second.map { script.effects.contains(.cancel($0)) } == false)
        #expect(script.whenArmed(.timeout) == script.instant(in: 1))
        let last = script.armed(.timeout)
        script.reply(.failed(.transport(.unreadable)))
        #expect(script.disarmed == [last], "nothing is out")
    }

    @Test(arguments: [
        (TimeTests.timedOut, Rule.`V2-X-13`), (.failed(.refused(http: 503, .named("internal_server_error", .retry))), .`V2-X-11`),
    ])
    func `a retried call names the cause of its retry`(failure: Reply.Result, rule: Rule) {
        var script = signedIn { $0.attempts = 2 }
        script.play(1)
        script.reply(failure)
        #expect(script.rule == rule)
        script.fire(.retry)
        #expect(script.rule == rule)
        #expect(script.called == [.authorize])
    }

    @Test func `a retry that is due during a hold is sent after it`() {
        var script = signedIn { $0.attempts = 2 }
        script.play(1)
        script.reply(TimeTests.timedOut)
        let retry = script.armed(.retry)
        script.feed(.app(.held(until: script.instant(in: 60))))
        let hold = script.armed(.hold)
        script.feed(.timer(retry ?? TimerID(9_999)))
        #expect(script.rule == .`V2-X-13`)
        #expect(script.called.isEmpty)
        for _ in 0..<60 { script.feed(.app(.backgrounded)) }
        script.feed(.timer(hold ?? TimerID(9_999)))
        #expect(script.called == [.authorize])
    }

    @Test func `a call that no part of the flow awaits is not retried`() {
        var script = signedIn { $0.attempts = 2 }
        script.play(1)
        script.reply(TimeTests.timedOut)
        let retry = script.armed(.retry)
        script.user(.cancel(WishID(1)))
        #expect(retry != nil)
        #expect(script.disarmed.contains(retry))
        #expect(script.model.calls.pending.isEmpty)
    }

    @Test func `a timeout ends a late request but never a viewer's choice`() {
        var script = Place.partnerChoice.script
        script.feed(.timer(script.model.calls.refreshTimer ?? TimerID(9_999)))
        #expect(script.rule == .`V2-A-11`)
        #expect(script.called == [.token])
        let (timer, due) = (script.armed(.timeout), script.whenArmed(.timeout) ?? script.instant(in: 0))
        while script.instant(in: 1) < due { script.feed(.app(.backgrounded)) }
        script.feed(.timer(timer ?? TimerID(9_999)))
        #expect(script.place == "partnerAuth.choosing")
        #expect(script.effects.filter { if case .cancel = $0 { true } else { false } }.count == 1)
        #expect(script.model.calls.pending.contains { if case .partner = $0.question { true } else { false } })
    }

    @Test func `a token that is already expired when it arrives is used for at least one minute`() {
        var settings = FlowSettings.bare
        settings.policy.tokenMargin = .seconds(10)
        var script = Script(settings)
        script.reply(.registered(client: script.ref(.client)))
        let ref = script.ref(.token)
        script.reply(.token(AccessToken(ref: ref, notAfter: script.instant(in: -99))))
        #expect(script.effects.contains(.keep(.token(AccessToken(ref: ref, notAfter: script.instant(in: 60))))))
        #expect(script.whenArmed(.tokenRefresh) == script.instant(in: 50))
    }

    // MARK: The allowance

    @Test func `the allowance is at most a thousand calls`() {
        var script = signedIn {
            $0.allowanceBurst = 5000
            $0.allowanceInterval = .seconds(90_000)
        }
        var calls = 3
        for wish in 1...1100 as ClosedRange<Int64> {
            script.play(wish)
            if script.called.isEmpty { break }
            calls += 1
            script.reply(.failed(.transport(.unreadable)))
        }
        #expect(calls == 1000)
    }

    @Test(arguments: [(0, 1), (1, 1), (2, 2), (86_400_001, 86_400_000)] as [(Int64, Int64)])
    func `one more call is allowed after at most a day and at least a millisecond`(interval: Int64, wait: Int64) {
        var settings = FlowSettings.bare
        settings.policy.allowanceBurst = interval > 2 ? 3 : 1
        settings.policy.allowanceInterval = Interval(milliseconds: interval)
        var script = Script(settings)
        let begin = script.instant(in: 0)
        script.play(1)
        script.play(2)
        script.register()
        script.reply(.profiles([script.profile()]))
        let now = interval > 2 ? begin : script.instant(in: 0)
        #expect(script.called == (interval > 2 ? [] : [.authorize]))
        #expect(script.whenArmed(.hold) == now.advanced(by: Interval(milliseconds: wait)), "\(interval)")
    }

    // MARK: A clock that is set back

    @Test func `a clock that is set back delays no call`() {
        var script = signedIn {
            $0.allowanceBurst = 5
            $0.allowanceInterval = .seconds(10)
        }
        script.setClock(by: -86_400)
        script.play(1)
        #expect(script.called == [.authorize])
        #expect(script.armed(.hold) == nil)
    }

    @Test func `a clock that is set back does not extend a request's timeout`() {
        var script = signedIn { $0.requestTimeout = .seconds(3) }
        script.play(1)
        let timer = script.armed(.timeout)
        script.setClock(by: -86_400)
        script.feed(.timer(timer ?? TimerID(9_999)))
        #expect(script.rule == .`FM-18`)
        #expect(script.whenArmed(.timeout) == script.instant(in: 3))
        let again = script.armed(.timeout)
        for _ in 0..<2 { script.feed(.app(.backgrounded)) }
        script.feed(.timer(again ?? TimerID(9_999)))
        #expect(script.refusal == .unreachable)
    }

    // MARK: Parts

    @Test func `a refused preview asks for five at a time, then for half as many, in ordered parts`() {
        var script = signedIn()
        let resources = (1...7).map { SecretRef(.resource, $0) }
        script.user(.preview(WishID(1), resources: resources))
        script.reply(TimeTests.tooMany)
        #expect(script.calledEndpoint == .preauthorize(.any, resources: Array(resources[..<5]), status: nil))
        script.reply(permits(Array(resources[..<5])))
        #expect(script.calledEndpoint == .preauthorize(.any, resources: Array(resources[5...]), status: nil))
        #expect(script.rule == .`V2-D-07`)
        script.reply(TimeTests.tooMany)
        for part in resources[5...] {
            #expect(script.calledEndpoint == .preauthorize(.any, resources: [part], status: nil))
            script.reply(permits([part]))
        }
        guard case .previewed(let decisions)? = script.answer else {
            Issue.record("no answer")
            return
        }
        #expect(decisions.map(\.resource) == resources)
    }

    @Test func `a part that may not be sent yet is sent as soon as it may`() {
        var script = signedIn()
        let resources = (1...2).map { SecretRef(.resource, $0) }
        script.user(.preview(WishID(1), resources: resources))
        script.reply(TimeTests.tooMany)
        script.feed(.app(.held(until: script.instant(in: 60))))
        let hold = script.armed(.hold)
        script.reply(permits([resources[0]]))
        #expect(script.rule == .`V2-D-07`)
        #expect(script.called.isEmpty)
        #expect(script.answered.isEmpty)
        for _ in 0..<60 { script.feed(.app(.backgrounded)) }
        script.feed(.timer(hold ?? TimerID(9_999)))
        #expect(script.calledEndpoint == .preauthorize(.any, resources: [resources[1]], status: nil))
    }

    @Test func `each part has as many attempts as a whole preview`() {
        var script = signedIn { $0.attempts = 2 }
        let resources = (1...2).map { SecretRef(.resource, $0) }
        script.user(.preview(WishID(1), resources: resources))
        for part in resources {
            script.reply(TimeTests.timedOut)
            script.fire(.retry)
            #expect(script.called == [.preauthorize])
            if part == resources[0] {
                script.reply(TimeTests.tooMany)
                script.reply(TimeTests.timedOut)
                script.fire(.retry)
            }
            script.reply(permits([part]))
        }
        #expect(script.answered == [.previewed])
    }

    @Test func `a temporary denial is retried up to the policy's attempts and then becomes the answer`() {
        var script = signedIn { $0.attempts = 2 }
        let resources = (1...2).map { SecretRef(.resource, $0) }
        let denial = AdobeError.named("network_received_error", .retry)
        script.user(.preview(WishID(1), resources: resources))
        for attempt in 1...2 {
            script.reply(.decisions(resources.map { AdobeDecision(resource: $0, verdict: .deny(denial), source: .mvpd) }))
            #expect(script.rule == (attempt == 1 ? .`V2-D-15` : .`V2-D-08`))
            if attempt == 1 { script.fire(.retry) }
        }
        #expect(script.answered == [.previewed])
    }

    // MARK: Kept facts

    @Test func `eight of the providers that Adobe names are remembered for a sign-out, temporary ones never`() {
        var script = Script(.bare)
        script.register()
        let names = (1...10).compactMap { MVPDID("P\($0)") }
        let temporary = Profile(mvpd: .third, type: .temporary, notAfter: script.instant(in: 99))
        script.reply(.profiles([temporary] + (names + names).map { Profile(mvpd: $0, type: .regular, notAfter: script.instant(in: 99)) }))
        #expect(script.model.context.signedInProviders == Array(names.prefix(8)))
    }

    @Test func `a fact that is already kept is not kept again`() {
        var script = signedIn()
        let profile = script.model.context.keptProfile
        for (notAfter, isKept) in [(profile?.notAfter, false), (profile?.notAfter.advanced(by: .seconds(1)), true)] {
            script.user(.userMetadata(WishID(1)))
            let again = Profile(mvpd: .any, type: .regular, notAfter: notAfter ?? script.instant(in: 9), attributes: profile?.attributes)
            script.reply(.profiles([again]))
            #expect(script.effects.contains(.keep(.profile(again))) == isKept)
            #expect(!script.effects.contains { if case .keep(.provider) = $0 { true } else { false } })
        }
    }

    @Test func `a status is valid until it expires, and the account's provider is known either way`() {
        for (milliseconds, isSent) in [(-1, false), (0, false), (1, true)] as [(Int64, Bool)] {
            var script = Script(.box)
            script.register()
            let end = Instant(milliseconds: script.instant(in: 1).milliseconds + milliseconds)
            let status = PartnerStatus(permission: .granted, mapping: PlatformMappingID("Apple_M"), expiry: end)
            script.partner(status)
            #expect(script.calledEndpoint == .profiles(status: isSent ? status : nil))
            #expect(script.model.context.platformAccount == PlatformMappingID("Apple_M"))
        }
        for (permission, account) in [(Permission.granted, PlatformMappingID("Apple_M")), (.denied, nil)] {
            var script = Script(.box)
            script.register()
            script.partner(script.status(permission))
            script.user(.signOut(WishID(1)))
            let mark = SignedOutMark(account: account, isAccountUnknown: permission == .denied)
            #expect(script.effects.contains(.keep(.signedOut(mark))))
        }
    }

    @Test func `the provider is remembered with its id in the partner framework while that id is known`() {
        let (known, other) = (PlatformMappingID("Apple_K"), PlatformMappingID("Apple_O"))
        for (kept, mapping) in [
            (nil, nil), (RememberedProvider(mvpd: .any, mapping: known), known), (.init(mvpd: .other, mapping: other), nil),
        ]
            as [(RememberedProvider?, PlatformMappingID?)]
        {
            var script = Script(.bare, kept: PersistedState(provider: kept))
            script.register()
            script.reply(.profiles([script.profile()]))
            #expect(script.model.context.provider == RememberedProvider(mvpd: .any, mapping: mapping))
        }
        // A viewer who signed in through the partner framework has the account's id.
        var script = Script(.box)
        script.register()
        script.partner(script.status(.granted, "Apple_S"))
        script.reply(.profiles([script.profile(.appleSSO)]))
        #expect(script.model.context.provider?.mapping == PlatformMappingID("Apple_S"))
    }

    // MARK: The end of each reduction

    @Test func `a secret is forgotten once, however many values refer to it`() throws {
        var script = signedIn()
        script.play(1)
        let (client, token) = (try #require(script.model.calls.client), try #require(script.model.calls.token?.ref))
        script.feed(.timer(script.model.calls.refreshTimer ?? TimerID(9_999)))
        script.feed(.app(.secretLost(client)))
        for secret in [client, token] {
            #expect(script.effects.filter { $0 == .forget(.secret(secret)) }.count == 1)
        }
    }

    @Test func `a fired timer is not disarmed, and a timer no longer needed is`() throws {
        var script = Place.polling.script
        let expiry = try #require(script.model.calls.stateTimers.first)
        script.reply(.profiles([]))
        let poll = try #require(script.armed(.poll))
        var ended = script
        ended.expire(expiry)
        #expect(ended.place == "basicAuthFallback.lookingAfterExpiry")
        #expect(ended.disarmed == [poll])
        #expect(ended.model.calls.stateTimers.isEmpty)
        script.choose(.cancel)
        #expect(Set(script.disarmed) == [poll, expiry])
        #expect(script.model.calls.stateTimers.isEmpty)
    }
}
