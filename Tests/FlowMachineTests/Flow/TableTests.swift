import FlowTestSupport
import Testing

@testable import FlowMachine

/// Every choice and every kind of failure in every step; a combination that is in no table must change nothing.
@Suite struct TableTests {
    @Test func `the viewer's choices take effect only in the states that offer them`() {
        let choices: [(String, Choice)] = [
            ("provider", .provider(.any)), ("another", .provider(.other)), ("profile", .profile(.any)), ("other", .otherProvider),
            ("retry", .retry), ("code", .newCode), ("done", .done), ("redirect", .redirectReached), ("closed", .userAgentClosed),
            ("cancel", .cancel),
        ]
        var rows: [String] = []
        for place in Place.allCases {
            for (name, choice) in choices {
                var script = place.script
                let before = script.model
                script.choose(choice)
                if script.rule == .`FM-04` {
                    if script.model != before || !script.effects.isEmpty { rows.append("\(place) \(name): is not ignored") }
                } else {
                    rows.append("\(place) \(name): \(script.outcome)")
                }
            }
        }
        #expect(rows.filter { !Self.choices.contains($0) } == [])
        #expect(Self.choices.filter { !rows.contains($0) } == [])
    }

    @Test func `each kind of failure leads to its documented place`() {
        let failures: [(String, CallFailure)] = [
            ("401", .unauthorized(nil)), ("429", .throttled), ("time-out", .transport(.timedOut)), ("garbage", .transport(.unreadable)),
            ("status", .refused(http: 400, .named("invalid_header_pfs_permission_access_not_granted"))),
            ("provider", .refused(http: 400, .named("invalid_integration"))),
            ("session", .refused(http: 410, .named("invalid_authentication_session"))),
            ("authentication", .refused(http: 403, .named("authenticated_profile_missing", .authentication))),
            ("other", .refused(http: 400, .named("internal_error"))),
        ]
        var rows: [String] = []
        for place in Place.allCases {
            for (name, failure) in failures {
                var script = place.script
                guard script.request != nil else { continue }
                script.reply(.failed(failure))
                rows.append("\(place) \(name): \(script.outcome)")
            }
        }
        #expect(rows.filter { !Self.failures.contains($0) } == [])
        #expect(Self.failures.filter { !rows.contains($0) } == [])
    }

    private static let choices = lines(
        """
        choosingProfile profile: V2-B-09 deciding.ready signedIn nothing
        choosingProfile cancel: FM-08 registered.resting refused nothing
        problem other: FM-15 basicAuthFallback.creatingSession createSession nothing
        problem retry: FM-14 checking.profiles profiles nothing
        problem cancel: FM-08 registered.resting refused nothing
        partnerProblem other: FM-15 basicAuthFallback.configuration configuration nothing
        partnerProblem retry: FM-14 checking.partnerStatus asks status nothing
        partnerProblem cancel: FM-08 registered.resting refused nothing
        picking provider: V2-F-02 basicAuthFallback.creatingSession createSession nothing
        picking cancel: FM-08 registered.resting refused nothing
        confirming provider: V2-F-02 basicAuthFallback.creatingSession createSession nothing
        confirming other: FM-15 basicAuthFallback.configuration configuration nothing
        confirming cancel: FM-08 registered.resting refused nothing
        userAgent redirect: V2-F-05 basicAuthFallback.polling nothing profileForCode
        userAgent closed: V2-F-22 basicAuthFallback.polling nothing profileForCode
        userAgent cancel: FM-08 registered.resting refused nothing forgets code
        polling other: FM-15 basicAuthFallback.creatingSession createSession nothing forgets code
        polling code: V2-F-16 basicAuthFallback.creatingSession createSession nothing forgets code
        polling cancel: FM-08 registered.resting refused nothing forgets code
        codeExpired other: FM-15 basicAuthFallback.creatingSession createSession nothing
        codeExpired code: V2-F-16 basicAuthFallback.creatingSession createSession nothing
        codeExpired cancel: FM-08 registered.resting refused nothing
        fallbackProblem other: FM-15 basicAuthFallback.creatingSession createSession nothing
        fallbackProblem retry: FM-14 checking.profiles profiles nothing
        fallbackProblem cancel: FM-08 registered.resting refused nothing
        signOutUserAgent redirect: V2-E-04 loggedOut.resting signedOut nothing
        signOutUserAgent closed: V2-E-04 loggedOut.resting signedOut nothing
        signOutUserAgent cancel: V2-E-04 loggedOut.resting signedOut nothing
        signOutSettings done: V2-E-05 loggedOut.resting nothing
        signOutSettings cancel: V2-E-05 loggedOut.resting nothing
        """)

    private static let failures = lines(
        """
        checking 401: V2-X-08 checking.profiles forgets token token
        checking 429: V2-B-14 checking.problem problem throttled
        checking time-out: V2-B-14 checking.problem problem unreachable
        checking garbage: V2-B-14 checking.problem problem service
        checking status: V2-B-14 checking.problem problem service
        checking provider: V2-B-14 checking.problem problem provider
        checking session: V2-B-14 checking.problem problem service
        checking authentication: V2-B-10 basicAuthFallback.creatingSession createSession
        checking other: V2-B-14 checking.problem problem service
        partnerConfiguration 401: V2-X-08 partnerAuth.configuration forgets token token
        partnerConfiguration 429: FM-13 partnerAuth.problem problem throttled
        partnerConfiguration time-out: FM-13 partnerAuth.problem problem unreachable
        partnerConfiguration garbage: FM-13 partnerAuth.problem problem service
        partnerConfiguration status: FM-13 partnerAuth.problem problem service
        partnerConfiguration provider: FM-13 partnerAuth.problem problem provider
        partnerConfiguration session: FM-13 partnerAuth.problem problem service
        partnerConfiguration authentication: FM-13 partnerAuth.problem problem service
        partnerConfiguration other: FM-13 partnerAuth.problem problem service
        partnerChoice 401: V2-X-08 partnerAuth.choosing asks choice
        partnerChoice 429: FM-13 partnerAuth.problem problem throttled
        partnerChoice time-out: FM-13 partnerAuth.problem problem unreachable
        partnerChoice garbage: FM-13 partnerAuth.problem problem service
        partnerChoice status: V2-C-33 basicAuthFallback.picking providerPicker
        partnerChoice provider: V2-C-33 basicAuthFallback.configuration configuration
        partnerChoice session: V2-C-33 basicAuthFallback.picking providerPicker
        partnerChoice authentication: V2-C-33 basicAuthFallback.picking providerPicker
        partnerChoice other: V2-C-33 basicAuthFallback.picking providerPicker
        partnerSession 401: V2-X-08 partnerAuth.session forgets token token
        partnerSession 429: FM-13 partnerAuth.problem problem throttled
        partnerSession time-out: FM-13 partnerAuth.problem problem unreachable
        partnerSession garbage: FM-13 partnerAuth.problem problem service
        partnerSession status: V2-X-20 partnerAuth.choosing asks choice
        partnerSession provider: V2-C-16 basicAuthFallback.configuration configuration
        partnerSession session: V2-C-16 basicAuthFallback.creatingSession createSession
        partnerSession authentication: V2-C-16 basicAuthFallback.creatingSession createSession
        partnerSession other: V2-C-16 basicAuthFallback.creatingSession createSession
        partnerExchange 401: V2-X-08 partnerAuth.authenticating asks authentication
        partnerExchange 429: FM-13 partnerAuth.problem problem throttled
        partnerExchange time-out: FM-22 basicAuthFallback.creatingSession createSession
        partnerExchange garbage: FM-13 partnerAuth.problem problem service
        partnerExchange status: V2-X-20 partnerAuth.choosing asks choice
        partnerExchange provider: V2-C-33 basicAuthFallback.configuration configuration
        partnerExchange session: V2-C-33 basicAuthFallback.creatingSession createSession
        partnerExchange authentication: V2-C-33 basicAuthFallback.creatingSession createSession
        partnerExchange other: V2-C-33 basicAuthFallback.creatingSession createSession
        partnerProfile 401: V2-X-08 partnerAuth.profile forgets token token
        partnerProfile 429: FM-13 partnerAuth.problem problem throttled
        partnerProfile time-out: FM-13 partnerAuth.problem problem unreachable
        partnerProfile garbage: FM-13 partnerAuth.problem problem service
        partnerProfile status: V2-X-20 partnerAuth.choosing asks choice
        partnerProfile provider: V2-C-33 basicAuthFallback.configuration configuration
        partnerProfile session: V2-C-33 basicAuthFallback.creatingSession createSession
        partnerProfile authentication: V2-C-33 basicAuthFallback.creatingSession createSession
        partnerProfile other: V2-C-33 basicAuthFallback.creatingSession createSession
        configuration 401: V2-X-08 basicAuthFallback.configuration forgets token token
        configuration 429: FM-13 basicAuthFallback.problem problem throttled
        configuration time-out: FM-13 basicAuthFallback.problem problem unreachable
        configuration garbage: FM-13 basicAuthFallback.problem problem service
        configuration status: FM-13 basicAuthFallback.problem problem service
        configuration provider: FM-13 basicAuthFallback.problem problem provider
        configuration session: FM-13 basicAuthFallback.problem problem service
        configuration authentication: FM-13 basicAuthFallback.problem problem service
        configuration other: FM-13 basicAuthFallback.problem problem service
        creatingSession 401: V2-X-08 basicAuthFallback.creatingSession forgets token token
        creatingSession 429: FM-13 basicAuthFallback.problem problem throttled
        creatingSession time-out: FM-13 basicAuthFallback.problem problem unreachable
        creatingSession garbage: FM-13 basicAuthFallback.problem problem service
        creatingSession status: FM-13 basicAuthFallback.problem problem service
        creatingSession provider: FM-13 basicAuthFallback.problem forgets provider problem provider
        creatingSession session: FM-13 basicAuthFallback.problem problem service
        creatingSession authentication: FM-13 basicAuthFallback.problem problem service
        creatingSession other: FM-13 basicAuthFallback.problem problem service
        resumingSession 401: V2-X-08 basicAuthFallback.resumingSession forgets token token
        resumingSession 429: FM-13 basicAuthFallback.problem problem throttled
        resumingSession time-out: FM-13 basicAuthFallback.problem problem unreachable
        resumingSession garbage: FM-13 basicAuthFallback.problem problem service
        resumingSession status: FM-13 basicAuthFallback.problem problem service
        resumingSession provider: FM-13 basicAuthFallback.problem forgets provider problem provider
        resumingSession session: V2-F-15 basicAuthFallback.codeExpired codeExpired
        resumingSession authentication: FM-13 basicAuthFallback.problem problem service
        resumingSession other: FM-13 basicAuthFallback.problem problem service
        polling 401: V2-X-08 basicAuthFallback.polling forgets token token
        polling 429: V2-X-10 basicAuthFallback.polling
        polling time-out: V2-X-13 basicAuthFallback.polling
        polling garbage: FM-13 basicAuthFallback.problem problem service forgets code
        polling status: FM-13 basicAuthFallback.problem problem service forgets code
        polling provider: FM-13 basicAuthFallback.problem problem provider forgets code
        polling session: V2-F-15 basicAuthFallback.lookingAfterExpiry profile nothing forgets code
        polling authentication: FM-13 basicAuthFallback.problem problem service forgets code
        polling other: FM-13 basicAuthFallback.problem problem service forgets code
        pollingOnce 401: V2-X-08 basicAuthFallback.polling forgets token token
        pollingOnce 429: V2-F-22 registered.resting refused forgets code
        pollingOnce time-out: V2-F-22 registered.resting refused forgets code
        pollingOnce garbage: V2-F-22 registered.resting refused forgets code
        pollingOnce status: V2-F-22 registered.resting refused forgets code
        pollingOnce provider: V2-F-22 registered.resting refused forgets code
        pollingOnce session: V2-F-15 basicAuthFallback.lookingAfterExpiry profile forgets code
        pollingOnce authentication: V2-F-22 registered.resting refused forgets code
        pollingOnce other: V2-F-22 registered.resting refused forgets code
        authorizing 401: V2-X-08 deciding.authorizing forgets token token
        authorizing 429: FM-13 deciding.ready refused
        authorizing time-out: FM-13 deciding.ready refused
        authorizing garbage: FM-13 deciding.ready refused
        authorizing status: V2-D-05 checking.profiles profile
        authorizing provider: FM-13 deciding.ready forgets provider refused
        authorizing session: FM-13 deciding.ready refused
        authorizing authentication: V2-D-14 checking.profiles profile
        authorizing other: FM-13 deciding.ready refused
        preauthorizing 401: V2-X-08 deciding.preauthorizing forgets token token
        preauthorizing 429: FM-13 deciding.ready refused
        preauthorizing time-out: FM-13 deciding.ready refused
        preauthorizing garbage: FM-13 deciding.ready refused
        preauthorizing status: V2-D-05 checking.profiles profile
        preauthorizing provider: FM-13 deciding.ready forgets provider refused
        preauthorizing session: FM-13 deciding.ready refused
        preauthorizing authentication: V2-D-14 checking.profiles profile
        preauthorizing other: FM-13 deciding.ready refused
        metadata 401: V2-X-08 deciding.metadata forgets token token
        metadata 429: FM-26 deciding.ready userMetadata
        metadata time-out: FM-26 deciding.ready userMetadata
        metadata garbage: FM-13 deciding.ready refused
        metadata status: V2-D-05 checking.profiles profile
        metadata provider: FM-13 deciding.ready forgets provider refused
        metadata session: FM-13 deciding.ready refused
        metadata authentication: V2-D-14 checking.profiles profile
        metadata other: FM-13 deciding.ready refused
        temporary 401: V2-X-08 deciding.authorizing forgets token token
        temporary 429: FM-13 deciding.ready refused
        temporary time-out: FM-13 deciding.ready refused
        temporary garbage: FM-13 deciding.ready refused
        temporary status: FM-13 deciding.ready refused
        temporary provider: FM-13 deciding.ready refused
        temporary session: FM-13 deciding.ready refused
        temporary authentication: V2-T-04 deciding.ready refused
        temporary other: FM-13 deciding.ready refused
        signingOut 401: V2-X-08 loggedOut.asking forgets token token
        signingOut 429: V2-E-07 loggedOut.resting signedOut
        signingOut time-out: V2-E-07 loggedOut.resting signedOut
        signingOut garbage: V2-E-07 loggedOut.resting signedOut
        signingOut status: V2-E-07 loggedOut.resting forgets owedLogouts signedOut
        signingOut provider: V2-E-07 loggedOut.resting forgets owedLogouts signedOut
        signingOut session: V2-E-07 loggedOut.resting forgets owedLogouts signedOut
        signingOut authentication: V2-E-07 loggedOut.resting forgets owedLogouts signedOut
        signingOut other: V2-E-07 loggedOut.resting forgets owedLogouts signedOut
        """)

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }
}

extension Script {
    /// Rule and place; calls, questions, presentations and answers.
    var outcome: String {
        var words = [rule.rawValue, place]
        for effect in effects {
            switch effect {
            case .call(_, let call): words.append(call.endpoint.kind.rawValue)
            case .partner(_, let question): words.append("asks \(question.kind.rawValue)")
            case .present(_, .problem(let problem)): words.append("problem \(problem.reason.rawValue)")
            case .present(_, let presentation): words.append(presentation.kind.rawValue)
            case .answer(_, let answer): words.append(answer.kind.rawValue)
            case .forget(.fact(let kind)): words.append("forgets \(kind.rawValue)")
            case .keep, .forget, .cancel, .arm, .disarm: continue
            }
        }
        return words.joined(separator: " ")
    }
}
