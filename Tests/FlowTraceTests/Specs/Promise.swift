@testable import FlowMachine

/// A promise about a documented course of events.
struct Promise: Sendable {
    let scenario: String
    let text: String
    /// Whether it is kept; false if its premise never occurred.
    let holds: @Sendable (Course) -> Bool

    init(_ scenario: String, _ text: String, _ holds: @escaping @Sendable (Course) -> Bool) {
        self.scenario = scenario
        self.text = text
        self.holds = holds
    }

    /// The documented course of events that the scenario follows.
    var course: String { scenario == "denied-second-screen" ? "permission-denied-second-screen" : scenario }

    static let all = partnerSignOn + otherScreens + decisions

    private static let partnerSignOn: [Promise] = [
        Promise("happy-apple-sso", "no `POST sessions` was made") { $0.calls(.createSession, .resumeSession).isEmpty && !$0.calls.isEmpty },
        Promise("happy-apple-sso", "every decision carried a granted partner status with a provider and a future expiry") { course in
            let decisions = course.calls(.preauthorize, .authorize)
            return decisions.count == 2 && decisions.allSatisfy { isValid($0.endpoint.status, at: $0.time) }
        },
        Promise("happy-apple-sso", "the SAML response was sent to Adobe once, with an equally valid status") { course in
            let sent = course.calls(.createPartnerProfile)
            return sent.count == 1 && sent.allSatisfy { isValid($0.endpoint.status, at: $0.time) }
        },
        Promise("unsupported-provider-preselected", "the app's own picker was not shown") { course in
            !course.shown.isEmpty && !course.shown.contains { $0.presentation.kind == .providerPicker }
        },
        Promise("unsupported-provider-preselected", "the session was requested with the provider chosen in Apple's picker") { course in
            course.calls(.createSession).map { $0.endpoint.mvpd?.text } == ["Dish"]
        },
        Promise("server-fallback-configuration", "the code that Adobe sent instead of Apple's sign-on was used: no second session") {
            course in
            guard case .session(.authenticate(let open))? = course.calls(.partnerSession).first?.result else { return false }
            return course.calls(.createSession, .resumeSession).isEmpty && !course.polls.isEmpty
                && course.polls.allSatisfy { $0.code == open.code }
        },
        Promise("server-fallback-configuration", "Apple's sign-on was not tried again") { course in
            course.calls(.partnerSession).count == 1 && course.questions.filter(isForSAML).isEmpty
        },
        Promise("degraded", "the partner framework was not asked for SAML") {
            !$0.questions.isEmpty && $0.questions.filter(isForSAML).isEmpty
        },
        Promise("degraded", "no code was polled, and the playback was permitted") { course in
            course.polls.isEmpty && course.calls(.authorize).count == 1 && answers(course) == [.signedIn, .permitted]
        },
        Promise("apple-logout", "no user agent was opened: the viewer was asked to use Settings") { course in
            course.shown.map(\.presentation.kind).filter { $0 != .nothing } == [.signOutInSettings]
        },
        Promise("apple-logout", "profile and provider were forgotten, and no status was sent afterward") { course in
            let forgotten = course.effects.filter { $0 == .forget(.fact(.profile)) || $0 == .forget(.fact(.provider)) }
            let later = course.calls { if case .user(.signOut) = $0.event.origin { true } else { false } }
            return forgotten.count == 2 && later?.map(\.endpoint.kind) == [.logout]
        },
        Promise("apple-logout", "the partner status and preauthorized permits were kept until the sign-out, and not afterward") {
            course in
            let models = course.models
            let signOut = models.firstIndex { if case .user(.signOut) = $0.record.event.origin { true } else { false } }
            guard let signOut, signOut > 0, models.count == course.records.count else { return false }
            let before = models[signOut - 1].model
            return before.context.partnerStatus != nil && !permits(before).isEmpty
                && models[signOut...].allSatisfy { $0.model.context.partnerStatus == nil && permits($0.model).isEmpty }
        },
    ]

    private static let otherScreens: [Promise] = [
        Promise("denied-second-screen", "at least 3 s passed between an answer and the next poll") { course in
            let polls = course.polls.map(\.sent)
            return polls.count > 2
                && zip(polls, polls.dropFirst()).allSatisfy { earlier, later in
                    later.time.since(earlier.reply?.event.time ?? earlier.time) >= 3000
                }
        },
        Promise("denied-second-screen", "only the last poll found a profile: polling stopped there") { course in
            let found = course.polls.map { if case .profiles(let profiles)? = $0.sent.result { !profiles.isEmpty } else { false } }
            return found.count > 2 && found.last == true && !found.dropLast().contains(true)
        },
        Promise("denied-second-screen", "no call carried a partner status") { course in
            !course.calls.isEmpty && course.calls.allSatisfy { $0.endpoint.status == nil }
        },
        Promise("poll-until-expiry", "no call contained a code after its expiry") { course in
            let codes = shownCodes(course)
            return codes.count == 2
                && course.polls.allSatisfy { poll in
                    guard case .code(_, let end?, _)? = codes.first(where: { $0.code == poll.code })?.presentation else { return false }
                    return poll.sent.time < end
                }
        },
        Promise("new-code-replaces-old", "the old code was not polled after the viewer requested a new one") { course in
            let later = course.calls { if case .user(.chose(_, .newCode)) = $0.event.origin { true } else { false } }
            guard let later, let old = shownCodes(course).first?.code else { return false }
            let polled = later.compactMap { if case .profileForCode(let code) = $0.endpoint { code } else { nil } }
            return !polled.isEmpty && !polled.contains(old)
        },
    ]

    private static let decisions: [Promise] = [
        Promise(
            "token-expired-midflight", "after the 401: one token request, no registration, then the same call with the new token"
        ) {
            course in
            let later = course.calls { record in
                if case .reply(_, let reply) = record.event.origin, case .failed(.unauthorized) = reply.result { true } else { false }
            }
            let sent = course.calls(.authorize)
            return later?.map(\.endpoint.kind) == [.token, .authorize] && sent.count == 2 && sent[0].endpoint == sent[1].endpoint
                && sent[0].call.token != sent[1].call.token
        },
        Promise("throttle-then-ok", "after the 429, nothing was sent for at least a second; its page was not read as JSON") { course in
            guard let index = course.calls.firstIndex(where: { $0.result == .failed(.throttled) }), index + 1 < course.calls.count,
                let throttled = course.calls[index].reply
            else { return false }
            return course.calls[index + 1].time.since(throttled.event.time) >= 1000
        },
        Promise("authorize-retry-bounded", "at most three attempts per wish, each after a longer wait than the previous one") { course in
            let wishes = course.records.filter { if case .user(.play) = $0.event.origin { true } else { false } }
            guard wishes.count == 2 else { return false }
            let first = course.calls(.authorize).filter { $0.event.number < wishes[1].number }
            let waits = zip(first, first.dropFirst()).map { $1.time.since($0.reply?.event.time ?? $0.time) }
            return first.count == 3 && waits[0] > 0 && waits[1] > waits[0]
        },
    ]

    // MARK: Promises that no log shows

    /// A promise about a course that no log shows, with the name of the test that proves it.
    static let elsewhere = [
        (
            scenario: "happy-apple-sso", text: "the SAML response is percent-encoded exactly once in the form that is sent",
            test: "a SAML response is normalized, Base64-encoded and percent-encoded once, as the vectors say"
        )
    ]

    // MARK: Words

    private static func isValid(_ status: PartnerStatus?, at time: Instant) -> Bool {
        guard let status, let expiry = status.expiry else { return false }
        return status.permission == .granted && status.mapping != nil && time < expiry
    }

    private static func permits(_ model: FlowModel) -> [AdobeDecision] {
        if case .deciding(let state) = model.state { state.permits } else { [] }
    }

    private static func isForSAML(_ question: PartnerRequest) -> Bool {
        if case .authentication = question { true } else { false }
    }

    private static func answers(_ course: Course) -> [WishAnswer.Kind] {
        course.effects.compactMap { if case .answer(_, let answer) = $0 { answer.kind } else { nil } }
    }

    private static func shownCodes(_ course: Course) -> [(code: SecretRef, presentation: Presentation)] {
        course.shown.compactMap { if case .code(let code, _, _) = $0.presentation { (code, $0.presentation) } else { nil } }
    }
}
