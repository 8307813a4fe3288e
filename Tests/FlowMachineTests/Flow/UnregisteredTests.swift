import FlowTestSupport
import Testing

@testable import FlowMachine

/// Phase A when Adobe refuses or cannot be reached: who may retry, and how.
@Suite struct UnregisteredTests {
    private let resource = SecretRef(.resource, 1)

    private func script(_ kept: PersistedState = PersistedState()) -> Script {
        var settings = FlowSettings.box
        settings.policy.attempts = 1
        settings.policy.breakerThreshold = 0
        return Script(settings, kept: kept)
    }

    /// At rest, with or without credentials.
    private func refused(hasClient: Bool) -> Script {
        var script = script(hasClient ? PersistedState(client: SecretRef(.client, 9)) : PersistedState())
        script.reply(.failed(.transport(.unreadable)))
        return script
    }

    @Test(arguments: [false, true])
    func `a failed registration resumes at its step on a request of the viewer or on foreground`(hasClient: Bool) {
        let events: [FlowEvent.Origin] = [
            .user(.signIn(WishID(1))), .user(.otherProvider(WishID(1))), .user(.play(WishID(1), resource: resource, under: .signedIn)),
            .user(.play(WishID(1), resource: resource, under: .temporary(identity: nil))), .app(.foregrounded),
        ]
        for event in events {
            var script = refused(hasClient: hasClient)
            #expect(script.place == "unregistered.refused")
            script.feed(event)
            #expect(script.called == [hasClient ? .token : .register])
            #expect(script.answered.isEmpty)
            #expect(script.place == (hasClient ? "unregistered.gettingToken" : "unregistered.registering"))
            #expect(script.rule == (hasClient ? .`V2-A-08` : .`V2-A-02`))
        }
    }

    @Test(arguments: [
        (CallFailure.transport(.unreadable), true), (.transport(.timedOut), true), (.transport(.connection), true),
        (.status(http: 503), true),
        (.throttled, true), (.refused(http: 503, .named("internal_server_error", .retry)), true),
        (.refused(http: 500, AdobeError(action: .none, status: 500, code: ErrorCode("internal_server_error"))), true),
        (.registrationRefused(ErrorCode("invalid_software_statement") ?? .any), false), (.status(http: 400), false),
        (.status(http: 404), false),
        (.unauthorized(nil), false), (.refused(http: 400, .named("invalid_parameter_service_provider")), false),
    ])
    func `the foreground repeats a registration only if its failure can pass`(failure: CallFailure, isRepeated: Bool) {
        for client in [nil, SecretRef(.client, 9)] {
            var script = script(PersistedState(client: client))
            script.reply(.failed(failure))
            for _ in 0..<3 where script.place != "unregistered.refused" { script.reply(.failed(failure)) }
            #expect(script.place == "unregistered.refused", "\(failure)")
            script.feed(.app(.foregrounded))
            #expect(script.called.isEmpty != isRepeated, "\(failure)")
            if isRepeated { continue }
            #expect(script.rule == .`FM-10`)
            script.user(.signIn(WishID(1)))
            #expect(!script.called.isEmpty, "the viewer may ask again: \(failure)")
        }
    }

    @Test func `too many calls without a token are a temporary failure`() {
        var script = script()
        script.user(.play(WishID(1), resource: resource, under: .signedIn))
        script.reply(.failed(.throttled))
        #expect(script.place == "unregistered.refused")
        #expect(script.rule == .`V2-X-13`)
        #expect(script.answer == .refused(Refusal(reason: .service, options: [.retry, .otherProvider, .cancel])))
    }

    @Test func `a failure may pass if the server failed, asks for another attempt, or gave no answer`() {
        let cases: [(CallFailure, Bool)] = [
            (.refused(http: 500, .named("x", .none)), false), (.refused(http: 403, .named("x", .retry)), true),
            (.refused(http: 403, .named("x", .none)), false), (.transport(.unreadable), true), (.status(http: 404), false),
        ]
        for (failure, mayPass) in cases {
            let problem = Problem(failure)
            #expect(problem.reason == .service, "\(failure)")
            #expect(problem.mayPass == (mayPass || (problem.error?.status ?? 0) >= 500), "\(failure)")
        }
        for status in [499, 500] as [Int64] {
            let error = AdobeError(action: .none, status: status, code: ErrorCode("x"))
            #expect(Problem(.refused(http: status, error)).mayPass == (status == 500))
        }
    }

    @Test func `at rest, a failed token request has no effect`() {
        var script = Script(.bare)
        script.register()
        script.reply(.profiles([]))
        script.feed(.timer(script.model.calls.refreshTimer ?? TimerID(9_999)))
        let token = script.request
        #expect(script.place == "registered.resting")
        #expect(script.called == [.token])
        script.feed(.app(.secretLost(script.model.calls.token?.ref ?? SecretRef(.token, 9_999))))
        script.feed(.reply(token ?? RequestID(9_999), Reply(.failed(.transport(.unreadable)))))
        #expect(script.rule == .`V2-X-13`)
        #expect(script.place == "registered.resting")
    }

    @Test func `a preview or a metadata request retries nothing`() {
        for event in [UserEvent.preview(WishID(1), resources: [resource]), .userMetadata(WishID(1))] {
            var script = refused(hasClient: false)
            script.user(event)
            #expect(script.rule == .`FM-17`)
            #expect(script.place == "unregistered.refused")
            #expect(script.called.isEmpty)
            #expect(script.effects == [.answer(WishID(1), .refused(Refusal(reason: .notSignedIn)))])
        }
    }

    @Test(arguments: [PersistedState(), PersistedState(client: SecretRef(.client, 9))])
    func `a registration in progress is not started again`(kept: PersistedState) {
        var script = script(kept)
        let place = script.place
        script.feed(.app(.foregrounded))
        #expect(script.rule == .`FM-10`)
        #expect(script.place == place)
        #expect(script.effects.isEmpty)
        script.user(.preview(WishID(1), resources: [resource]))
        #expect(script.rule == .`FM-16`)
        #expect(script.place == place)
        #expect(script.effects.isEmpty)
    }

    @Test(arguments: [true, false]) func `a second registration in one launch needs a request of the viewer`(isAsked: Bool) {
        let invalid = Reply.Result.failed(.registrationRefused(ErrorCode("invalid_client") ?? .any))
        var script = script(PersistedState(client: SecretRef(.client, 9)))
        script.reply(invalid)
        #expect(script.rule == .`V2-A-09`)
        #expect(script.called == [.register])
        script.reply(.registered(client: script.ref(.client)))
        script.reply(invalid)
        #expect(script.rule == .`V2-X-09`)
        #expect(script.place == "unregistered.refused")
        script.feed(isAsked ? .user(.signIn(WishID(1))) : .app(.foregrounded))
        #expect(script.called == (isAsked ? [.register] : []))
        #expect(script.place == (isAsked ? "unregistered.registering" : "unregistered.refused"))
        if !isAsked { return }
        script.reply(.registered(client: script.ref(.client)))
        script.reply(invalid)
        #expect(script.rule == .`V2-A-09`)
        #expect(script.called == [.register])
    }
}
