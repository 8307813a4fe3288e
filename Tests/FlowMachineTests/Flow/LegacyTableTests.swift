import FlowTestSupport
import Testing

@testable import FlowMachine

/// The viewer's choices and the kinds of failure, and where each leads, in every step of the legacy cookbook.
@Suite struct LegacyTableTests {
    @Test func `legacy: allowed choices take effect, and all others are ignored`() {
        var rows: [String] = []
        let choices: [(String, Choice)] = [
            ("provider", .provider(.any)), ("other", .otherProvider), ("retry", .retry), ("code", .newCode), ("done", .done),
            ("redirect", .redirectReached), ("closed", .userAgentClosed), ("profile", .profile(.any)), ("cancel", .cancel),
        ]
        for place in LegacyPlace.allCases {
            for (name, choice) in choices {
                var script = place.script
                let before = script.place
                script.choose(choice)
                if script.rule == .`FM-04`, script.effects.isEmpty, script.place == before { continue }
                rows.append("\(place) \(name): \(script.legacyOutcome)")
            }
        }
        for row in rows where !Self.choices.contains(row) { Issue.record("new: \(row)") }
        for row in Self.choices where !rows.contains(row) { Issue.record("gone: \(row)") }
    }

    @Test func `legacy: each kind of failure leads to its documented place`() {
        let failures: [(String, CallFailure)] = [
            ("429", .throttled), ("time-out", .transport(.timedOut)), ("garbage", .transport(.unreadable)),
            ("400", .refused(http: 400, .named("internal_error"))), ("410", .refused(http: 410, .named("gone", .authentication))),
        ]
        var rows: [String] = []
        for place in LegacyPlace.allCases {
            for (name, failure) in failures {
                var script = place.script
                guard script.request != nil else { continue }
                script.reply(.failed(failure))
                rows.append("\(place) \(name): \(script.legacyOutcome)")
            }
        }
        for row in rows where !Self.failures.contains(row) { Issue.record("new: \(row)") }
        for row in Self.failures where !rows.contains(row) { Issue.record("gone: \(row)") }
    }

    private static let choices = lines(
        """
        problem other: FM-15 basicAuthFallback.signingOut logout nothing
        problem retry: FM-14 checking.authentication checkAuthentication nothing
        problem cancel: FM-08 registered.resting refused cancelled (retry) nothing
        partnerProblem other: FM-15 basicAuthFallback.configuration configuration nothing
        partnerProblem retry: FM-14 checking.authentication checkAuthentication nothing
        partnerProblem cancel: FM-08 registered.resting refused cancelled (retry) nothing
        picking provider: V1-20 basicAuthFallback.creatingSession keeps provider createCode M nothing
        picking cancel: FM-08 registered.resting refused cancelled (retry) nothing
        noProviders other: FM-15 basicAuthFallback.problem problem noProviders (cancel)
        noProviders retry: FM-14 checking.authentication checkAuthentication nothing
        noProviders cancel: FM-08 registered.resting refused cancelled (retry) nothing
        userAgent redirect: V1-24 basicAuthFallback.polling nothing authenticationToken
        userAgent closed: V1-24 basicAuthFallback.polling nothing authenticationToken
        userAgent cancel: FM-08 registered.resting refused cancelled (retry) nothing forgets code
        polling other: FM-15 basicAuthFallback.picking providerPicker forgets code
        polling code: V1-20 basicAuthFallback.creatingSession createCode M nothing forgets code
        polling cancel: FM-08 registered.resting refused cancelled (retry) nothing forgets code
        waiting other: FM-15 basicAuthFallback.picking providerPicker forgets code
        waiting code: V1-20 basicAuthFallback.creatingSession createCode M nothing forgets code
        waiting cancel: FM-08 registered.resting refused cancelled (retry) nothing forgets code
        codeExpired other: FM-15 basicAuthFallback.picking providerPicker
        codeExpired code: V1-20 basicAuthFallback.creatingSession createCode M nothing
        codeExpired cancel: FM-08 registered.resting refused cancelled (retry) nothing
        codeProblem other: FM-15 basicAuthFallback.picking providerPicker
        codeProblem retry: FM-14 checking.authentication checkAuthentication nothing
        codeProblem cancel: FM-08 registered.resting refused cancelled (retry) nothing
        signOutUserAgent redirect: V1-33 loggedOut.asking logout nothing
        signOutUserAgent closed: V1-33 loggedOut.asking logout nothing
        signOutUserAgent cancel: V1-33 loggedOut.asking logout nothing
        signOutSettings done: V1-31 loggedOut.resting nothing
        signOutSettings cancel: V1-31 loggedOut.resting nothing
        """)

    private static let failures = lines(
        """
        authentication 429: FM-13 checking.problem problem throttled (retry otherProvider cancel)
        authentication time-out: FM-13 checking.problem problem unreachable (retry otherProvider cancel)
        authentication garbage: FM-13 checking.problem problem service (retry otherProvider cancel)
        authentication 400: FM-13 checking.problem problem service (retry otherProvider cancel)
        authentication 410: V1-02 checking.partnerStatus asks status
        partnerStatus 429: FM-22 basicAuthFallback.configuration
        partnerStatus time-out: FM-22 basicAuthFallback.configuration configuration
        partnerStatus garbage: FM-22 basicAuthFallback.configuration configuration
        partnerStatus 400: FM-22 basicAuthFallback.configuration configuration
        partnerStatus 410: FM-22 basicAuthFallback.configuration configuration
        partnerConfiguration 429: FM-13 partnerAuth.problem problem throttled (retry otherProvider cancel)
        partnerConfiguration time-out: FM-13 partnerAuth.problem problem unreachable (retry otherProvider cancel)
        partnerConfiguration garbage: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        partnerConfiguration 400: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        partnerConfiguration 410: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        partnerChoice 429: FM-13 partnerAuth.problem problem throttled (retry otherProvider cancel)
        partnerChoice time-out: FM-13 partnerAuth.problem problem unreachable (retry otherProvider cancel)
        partnerChoice garbage: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        partnerChoice 400: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        partnerChoice 410: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        request 429: FM-13 partnerAuth.problem problem throttled (retry otherProvider cancel)
        request time-out: FM-13 partnerAuth.problem problem unreachable (retry otherProvider cancel)
        request garbage: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        request 400: V1-13 basicAuthFallback.creatingSession createCode M
        request 410: V1-13 basicAuthFallback.creatingSession createCode M
        authenticating 429: FM-13 partnerAuth.problem problem throttled (retry otherProvider cancel)
        authenticating time-out: FM-22 basicAuthFallback.creatingSession createCode M
        authenticating garbage: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        authenticating 400: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        authenticating 410: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        exchange 429: FM-13 partnerAuth.problem problem throttled (retry otherProvider cancel)
        exchange time-out: FM-13 partnerAuth.problem problem unreachable (retry otherProvider cancel)
        exchange garbage: FM-13 partnerAuth.problem problem service (retry otherProvider cancel)
        exchange 400: V1-18 basicAuthFallback.creatingSession createCode M
        exchange 410: V1-18 basicAuthFallback.creatingSession createCode M
        leaving 429: FM-13 basicAuthFallback.problem problem throttled (retry otherProvider cancel)
        leaving time-out: FM-13 basicAuthFallback.problem problem unreachable (retry otherProvider cancel)
        leaving garbage: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        leaving 400: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        leaving 410: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        configuration 429: FM-13 basicAuthFallback.problem problem throttled (retry otherProvider cancel)
        configuration time-out: FM-13 basicAuthFallback.problem problem unreachable (retry otherProvider cancel)
        configuration garbage: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        configuration 400: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        configuration 410: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        creatingCode 429: FM-13 basicAuthFallback.problem problem throttled (retry otherProvider cancel)
        creatingCode time-out: FM-13 basicAuthFallback.problem problem unreachable (retry otherProvider cancel)
        creatingCode garbage: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        creatingCode 400: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        creatingCode 410: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel)
        polling 429: V2-X-10 basicAuthFallback.polling
        polling time-out: V2-X-13 basicAuthFallback.polling
        polling garbage: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel) forgets code
        polling 400: FM-13 basicAuthFallback.problem problem service (retry otherProvider cancel) forgets code
        polling 410: V1-25 basicAuthFallback.codeExpired codeExpired forgets code
        pollingOnce 429: V1-24 registered.resting refused service (retry otherProvider cancel) forgets code
        pollingOnce time-out: V1-24 registered.resting refused unreachable (retry otherProvider cancel) forgets code
        pollingOnce garbage: V1-24 registered.resting refused service (retry otherProvider cancel) forgets code
        pollingOnce 400: V1-24 registered.resting refused service (retry otherProvider cancel) forgets code
        pollingOnce 410: V1-25 basicAuthFallback.codeExpired codeExpired forgets code
        authorizing 429: FM-13 deciding.ready refused service (retry otherProvider cancel)
        authorizing time-out: FM-13 deciding.ready refused unreachable (retry otherProvider cancel)
        authorizing garbage: FM-13 deciding.ready refused service (retry otherProvider cancel)
        authorizing 400: FM-13 deciding.ready refused service (retry otherProvider cancel)
        authorizing 410: V1-26 checking.authentication checkAuthentication
        mediaToken 429: FM-13 deciding.ready refused service (retry otherProvider cancel)
        mediaToken time-out: FM-13 deciding.ready refused unreachable (retry otherProvider cancel)
        mediaToken garbage: FM-13 deciding.ready refused service (retry otherProvider cancel)
        mediaToken 400: FM-13 deciding.ready refused service (retry otherProvider cancel)
        mediaToken 410: V1-26 checking.authentication checkAuthentication
        preauthorizing 429: FM-13 deciding.ready refused service (retry otherProvider cancel)
        preauthorizing time-out: FM-13 deciding.ready refused unreachable (retry otherProvider cancel)
        preauthorizing garbage: FM-13 deciding.ready refused service (retry otherProvider cancel)
        preauthorizing 400: FM-13 deciding.ready refused service (retry otherProvider cancel)
        preauthorizing 410: V1-26 checking.authentication checkAuthentication
        metadata 429: FM-13 deciding.ready refused service (retry otherProvider cancel)
        metadata time-out: FM-13 deciding.ready refused unreachable (retry otherProvider cancel)
        metadata garbage: FM-13 deciding.ready refused service (retry otherProvider cancel)
        metadata 400: FM-13 deciding.ready refused service (retry otherProvider cancel)
        metadata 410: FM-13 deciding.ready refused service (retry otherProvider cancel)
        freePreview 429: FM-13 deciding.ready refused service (retry otherProvider cancel)
        freePreview time-out: FM-13 deciding.ready refused unreachable (retry otherProvider cancel)
        freePreview garbage: FM-13 deciding.ready refused service (retry otherProvider cancel)
        freePreview 400: FM-13 deciding.ready refused service (retry otherProvider cancel)
        freePreview 410: FM-13 deciding.ready refused service (retry otherProvider cancel)
        admitted 429: FM-13 deciding.ready refused service (retry otherProvider cancel)
        admitted time-out: FM-13 deciding.ready refused unreachable (retry otherProvider cancel)
        admitted garbage: FM-13 deciding.ready refused service (retry otherProvider cancel)
        admitted 400: FM-13 deciding.ready refused service (retry otherProvider cancel)
        admitted 410: V1-29 deciding.ready refused temporaryAccess (otherProvider cancel)
        signOutMetadata 429: V1-30 loggedOut.metadata asks status
        signOutMetadata time-out: V1-30 loggedOut.metadata asks status
        signOutMetadata garbage: V1-30 loggedOut.metadata asks status
        signOutMetadata 400: V1-30 loggedOut.metadata asks status
        signOutMetadata 410: V1-30 loggedOut.metadata asks status
        signOut 429: V1-32 loggedOut.resting signedOut owed
        signOut time-out: V1-32 loggedOut.resting signedOut owed
        signOut garbage: V1-32 loggedOut.resting signedOut owed
        signOut 400: V1-32 loggedOut.resting forgets owedLogouts signedOut
        signOut 410: V1-32 loggedOut.resting forgets owedLogouts signedOut
        """)

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map { String($0) } }
}

extension Script {
    /// Rule and place; calls, questions, presentations and answers, with reason and options.
    var legacyOutcome: String {
        var words = [rule.rawValue, place]
        for effect in effects {
            switch effect {
            case .call(_, let call):
                if case .restV1(let endpoint) = call.endpoint {
                    words.append([endpoint.kind.rawValue, endpoint.mvpd?.text].compactMap { $0 }.joined(separator: " "))
                } else {
                    words.append(call.endpoint.kind.rawValue)
                }
            case .partner(_, let question): words.append("asks \(question.kind.rawValue)")
            case .present(_, .problem(let problem)): words.append("problem \(problem.reason.rawValue) (\(joined(problem.options)))")
            case .present(_, let presentation): words.append(presentation.kind.rawValue)
            case .answer(_, .refused(let refusal)): words.append("refused \(refusal.reason.rawValue) (\(joined(refusal.options)))")
            case .answer(_, .signedOut(let owed, _)): words.append(owed ? "signedOut owed" : "signedOut")
            case .answer(_, let answer): words.append(answer.kind.rawValue)
            case .keep(let fact): words.append("keeps \(fact.kind.rawValue)")
            case .forget(.fact(let kind)): words.append("forgets \(kind.rawValue)")
            case .forget, .cancel, .arm, .disarm: continue
            }
        }
        return words.joined(separator: " ")
    }

    private func joined(_ options: [Problem.Option]) -> String { options.map(\.rawValue).joined(separator: " ") }
}
