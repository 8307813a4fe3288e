import FlowMachine
import Testing

@testable import FlowReading
@testable import FlowSummary

/// A launch in which the viewer asks for something, step by step, one second apart.
private struct Launch {
    private(set) var made = HandMade()
    private var time = 0.0
    private var timer: Int64 = 0

    static let resource = SecretRef(.resource, 1)
    static let dish = Flows.mvpd("Dish")
    static let decides = Endpoint.authorize(dish, resource: resource, status: nil, identity: nil)
    static let code = SecretRef(.code, 1)

    init(_ kept: PersistedState = PersistedState()) { add(.app(.launched(kept))) }

    /// Adds an event one second after the one before, or after the given number of seconds.
    mutating func add(_ origin: FlowEvent.Origin, _ effects: [Effect] = [], after seconds: Double = 1, rule: String = "V2-X-01") {
        time += made.records.isEmpty ? 0 : seconds
        made.add(time, origin, rule, "deciding", effects)
    }

    /// A playback that makes this call; its request and its wish have this number.
    mutating func play(_ wish: Int64 = 1, _ endpoint: Endpoint = decides, under access: PlayAccess = .signedIn) {
        add(.user(.play(WishID(wish), resource: Launch.resource, under: access)), [HandMade.call(wish, endpoint)])
    }

    mutating func fail(
        _ request: Int64 = 1, _ failure: CallFailure, _ effects: [Effect] = [], trace: String? = nil, after seconds: Double = 1
    ) {
        let trace = trace.flatMap { TraceID($0) }.map { AnswerTrace(request: $0) }
        add(.reply(RequestID(request), Reply(.failed(failure), trace: trace ?? AnswerTrace())), effects, after: seconds)
    }

    mutating func answer(_ wish: Int64 = 1, _ answer: WishAnswer, after seconds: Double = 1) {
        add(.app(.foregrounded), [.answer(WishID(wish), answer)], after: seconds)
    }

    /// A code that expires after `seconds`, and polls with these outcomes; `nil` is a poll without an answer.
    mutating func poll(_ outcomes: [Reply.Result?], codeAfter seconds: Double = 1800) {
        add(.user(.signIn(WishID(1))))
        add(
            .user(.chose(PresentationID(9), .provider(Launch.dish))),
            [.present(PresentationID(1), .code(Launch.code, notAfter: Script.instant(time + 1 + seconds)))])
        for (index, outcome) in outcomes.enumerated() {
            let id = Int64(100 + index)
            add(
                .timer(TimerID(id)),
                [HandMade.call(id, .profileForCode(Launch.code)), .arm(TimerID(900 + id), .timeout, at: Script.instant(0))])
            if let outcome { add(HandMade.reply(id, outcome)) } else { add(.timer(TimerID(900 + id)), [.cancel(RequestID(id))]) }
        }
    }

    /// The cause of the request with this number.
    func cause(_ wish: Int64 = 1, settings: FlowSettings = Script.settings) -> TriageCause? {
        report(settings: settings).requests.first { $0.wish == WishID(wish) }?.cause
    }

    func report(settings: FlowSettings = Script.settings) -> LaunchReport {
        made.report(header: LogHeader(app: "DemoTV/1.0", support: "4711", settings: settings))
    }
}

private func refused(_ reason: Refusal.Reason, _ code: String? = nil, status: Int64? = nil) -> WishAnswer {
    let error = code.flatMap { ErrorCode($0) }.map { AdobeError(action: .none, status: 403, code: $0) }
    return .refused(Refusal(reason: reason, error: error, status: status))
}

private func error(_ code: String?, trace: String? = nil) -> AdobeError {
    AdobeError(action: .none, status: 403, code: code.flatMap { ErrorCode($0) }, trace: trace.flatMap { TraceID($0) })
}

private func profile(_ mvpd: String, days: Double = 30) -> Profile {
    Profile(mvpd: Flows.mvpd(mvpd), type: .regular, notAfter: Script.instant(86_400 * days))
}

/// Which cause triage finds for a request, decided from values.
@Suite struct TriageDecisionTests {
    // MARK: Denied

    private func denied(
        _ code: String?, mvpd: String = "Dish", by endpoint: Endpoint? = nil, _ before: (inout Launch) -> Void = { _ in }
    ) -> TriageCause? {
        var launch = Launch(PersistedState(profile: profile("Dish")))
        before(&launch)
        launch.play(9, endpoint ?? .authorize(Flows.mvpd(mvpd), resource: Launch.resource, status: nil, identity: nil))
        let decision = AdobeDecision(resource: Launch.resource, verdict: .deny(error(code)), source: .mvpd)
        launch.add(HandMade.reply(9, .decisions([decision])), [.answer(WishID(9), .denied(resource: Launch.resource, error: error(code)))])
        return launch.cause(9)
    }

    @Test func `the family of a denial's code says who denied it`() {
        let owners: [(code: String?, owner: FlowCause.Owner)] = [
            ("authorization_denied_by_mvpd", .provider), ("some_new_denial_by_mvpd", .provider),
            ("authorization_denied_by_parental_controls", .viewer), ("denied_by_degradation_rule", .adobe), ("unknown_code", .adobe),
            (nil, .adobe),
        ]
        for (code, owner) in owners { #expect(denied(code)?.owner == owner, "\(code ?? "no code")") }
        // REST API V1 has no codes: status 403 is the provider's denial.
        #expect(denied(nil, by: .restV1(.authorize(resource: Launch.resource)))?.owner == .provider)
        #expect(denied("denied_by_degradation_rule")?.advice == "Ask the administrator who set the rule in Adobe's dashboard.")
        #expect(denied("x")?.subject == FlowCause.Subject(mvpd: Launch.dish, resource: Launch.resource))
    }

    @Test func `a denial by one of several sign-ins is the app's to prevent, until another sign-in is kept`() {
        func several(_ count: Int) -> (inout Launch) -> Void {
            {
                let profiles = ["Dish", "Cox", "Other"].prefix(count).map { profile($0) }
                $0.add(.app(.foregrounded), [HandMade.call(1, .profiles(status: nil))])
                $0.add(HandMade.reply(1, .profiles(profiles)), [.keep(.profile(profiles[0]))])
            }
        }
        let one = denied("x_by_mvpd", several(2))
        #expect(one?.kind == .denied(FlowCause.ReportedError(error("x_by_mvpd")), .byOneOfSeveralSignIns))
        #expect(one?.owner == .app)
        #expect(denied("x_by_mvpd", several(3))?.text.contains("sign-ins with Dish and Cox and Other, and the flow chose Dish") == true)
        #expect(denied("x_by_mvpd", several(1))?.owner == .provider)
        let later = denied("x_by_mvpd") {
            several(2)(&$0)
            $0.add(.app(.foregrounded), [.keep(.profile(profile("Dish")))])
        }
        #expect(later?.owner == .provider, "the viewer has signed in since")
    }

    @Test func `a change of provider explains the new provider's denials, and only those`() {
        let changes: (inout Launch) -> Void = { $0.add(.app(.foregrounded), [.keep(.profile(profile("Cox")))]) }
        let new = denied("x_by_mvpd", mvpd: "Cox", changes)
        #expect(new?.kind == .denied(FlowCause.ReportedError(error("x_by_mvpd")), .afterChangeOfProvider))
        #expect(denied("x_by_mvpd", mvpd: "Dish", changes)?.owner == .provider)
        let same: (inout Launch) -> Void = { $0.add(.app(.foregrounded), [.keep(.profile(profile("Dish")))]) }
        #expect(denied("x_by_mvpd", mvpd: "Dish", same)?.owner == .provider, "the same provider again")
    }

    @Test func `a sign-in with another provider that was not finished is mentioned with its evidence`() {
        func other(_ answer: WishAnswer) -> (inout Launch) -> Void {
            {
                $0.add(
                    .user(.otherProvider(WishID(1))),
                    [.present(PresentationID(1), .providerPicker(configuration: SecretRef(.configuration, 1)))])
                $0.add(.user(.chose(PresentationID(1), .cancel)), [.answer(WishID(1), answer)])
            }
        }
        let unfinished = denied("x_by_mvpd", other(refused(.canceled)))
        #expect(
            unfinished?.text.hasSuffix(
                "The viewer started a sign-in with another provider at event 2 but did not finish it, so Dish decided.")
                == true)
        #expect(unfinished?.evidence.map(\.event) == [3, 5], "where the viewer canceled, and the denial")
        let finished = denied("x_by_mvpd", other(.signedIn(.profile(profile("Dish")))))
        #expect(finished?.evidence.map(\.event) == [5])
    }

    @Test func `a denial whose call is not in the log blames none of several sign-ins`() {
        var launch = Launch()
        launch.add(.app(.foregrounded), [HandMade.call(1, .profiles(status: nil))])
        launch.add(HandMade.reply(1, .profiles([profile("Dish"), profile("Cox")])), [.keep(.profile(profile("Dish")))])
        launch.add(.user(.play(WishID(1), resource: Launch.resource, under: .signedIn)))
        launch.add(HandMade.reply(7, .decisions([])), [.answer(WishID(1), .denied(resource: Launch.resource, error: error("x_by_mvpd")))])
        #expect(launch.cause()?.owner == .provider)
    }

    // MARK: Refused

    private func refusal(_ answer: WishAnswer, _ failures: [CallFailure] = [], settings: FlowSettings = Script.settings) -> TriageCause? {
        var launch = Launch()
        launch.play()
        for failure in failures { launch.fail(1, failure, [HandMade.call(1, Launch.decides)]) }
        launch.answer(1, answer)
        return launch.cause(settings: settings)
    }

    @Test func `a refusal's code is that of the answer, or else of the last failed call, or else the status`() {
        let kinds: [(WishAnswer, [CallFailure], FlowCause.ReportedError?)] = [
            (refused(.service, "a"), [.refused(http: 403, error("b"))], ErrorCode("a").map { .code($0) }),
            (refused(.service), [.refused(http: 403, error("b")), .refused(http: 500, error(nil))], ErrorCode("b").map { .code($0) }),
            (refused(.service, status: 500), [.status(http: 500)], .status(500)), (refused(.service), [], nil),
        ]
        for (answer, failures, error) in kinds { #expect(refusal(answer, failures)?.kind == .refused(.service, error), "\(answer)") }
    }

    @Test func `what the failed calls have in common decides who is responsible for a refusal`() {
        let reachable = refusal(refused(.unreachable), [.transport(.connection)])
        #expect(reachable?.text == "Adobe could not be reached: no connection.")
        #expect(reachable?.owner == .network)
        #expect(reachable?.advice == "Check the device's connection.")
        let between = refusal(refused(.unreachable), [.transport(.unreadable)])
        #expect(between?.text == "Another server answered in place of Adobe: an unreadable answer.")
        #expect(refusal(refused(.service), [.status(http: 403)])?.kind == .otherServer)
        #expect(refusal(refused(.service), [.status(http: 403), .throttled])?.kind == .refused(.service, nil), "half is not most")
        #expect(refusal(refused(.service, "invalid_parameter_value"))?.owner == .app)
        #expect(refusal(refused(.setup))?.owner == .app)
        #expect(refusal(refused(.service, "x"))?.owner == .adobe)
        #expect(refusal(refused(.registration), [.unauthorized(nil), .unauthorized(nil)])?.kind == .ownTokensRefused)
        #expect(refusal(refused(.registration), ErrorCode("x").map { [.registrationRefused($0)] } ?? [])?.owner == .app)
        #expect(refusal(refused(.tooManyWishes))?.owner == .app)
        #expect(refusal(refused(.signedOut))?.owner == .viewer)
        #expect(refusal(refused(.noDecision))?.owner == .adobe)
        #expect(refusal(refused(.authentication))?.owner == .adobe)
    }

    private func preview(_ kept: PersistedState, _ before: (inout Launch) -> Void = { _ in }) -> TriageCause? {
        var launch = Launch(kept)
        before(&launch)
        launch.add(.user(.preview(WishID(1), resources: [Launch.resource])), [.answer(WishID(1), refused(.notSignedIn))])
        return launch.cause()
    }

    @Test func `a silent request says whether the kept sign-in was not checked, has expired, or was left`() {
        let kept = PersistedState(profile: profile("Dish"))
        let fails: (inout Launch) -> Void = { launch in
            launch.add(.app(.foregrounded), [HandMade.call(1, .profiles(status: nil))])
            launch.fail(1, .status(http: 500))
        }
        let unchecked = preview(kept, fails)
        #expect(unchecked?.kind == .keptSignInUnchecked)
        #expect(unchecked?.evidence.map(\.event) == [3, 4])
        let answered = preview(kept) {
            fails(&$0)
            $0.add(.reply(RequestID(1), Reply(.profiles([]), serverTime: Script.instant(3))))
        }
        #expect(answered?.kind == .nobodySignedIn, "Adobe has answered since")
        let undated = preview(kept) {
            fails(&$0)
            $0.add(HandMade.reply(2, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted)))))
        }
        #expect(undated?.kind == .keptSignInUnchecked, "an answer of the partner framework is none of Adobe's")
        let ended = Profile(mvpd: Launch.dish, type: .regular, notAfter: Script.instant(2))
        #expect(preview(PersistedState(profile: ended), fails)?.kind == .nobodySignedIn, "it ended meanwhile")
        let expired = Profile(mvpd: Launch.dish, type: .regular, notAfter: Script.instant(0))
        #expect(preview(PersistedState(profile: expired))?.kind == .keptSignInExpiredBefore, "it ended at the launch")
        #expect(preview(PersistedState(profile: expired)) { $0.add(.user(.signOut(WishID(7)))) }?.kind == .signedOutBefore)
        #expect(preview(PersistedState())?.kind == .nobodySignedIn)
    }

    @Test func `a sign-out explains that no viewer is signed in until a viewer signs in`() {
        let marked = preview(PersistedState(signedOut: SignedOutMark()))
        #expect(marked?.kind == .signedOutBefore)
        #expect(marked?.evidence.first?.text == "the vault recorded that the viewer had signed out before this launch")
        let out: (inout Launch) -> Void = {
            $0.add(.user(.signOut(WishID(7))))
            $0.answer(7, .signedOut(owed: false))
        }
        let signedOut = preview(PersistedState(), out)
        #expect(signedOut?.evidence.map(\.event) == [3, 4], "the answer to the sign-out, and the refusal")
        let again = preview(PersistedState()) {
            out(&$0)
            $0.add(.app(.foregrounded), [.keep(.profile(profile("Dish")))])
        }
        #expect(again?.kind == .nobodySignedIn)
    }

    @Test func `a segment that begins after a sign-out knows of it`() throws {
        var flow = Flows.partner()
        flow.user(80, .signOut(WishID(3)))
        flow.reply(81, .logouts([]))
        var recorder = FlowRecorder(header: flow.header)
        for record in flow.records { _ = recorder.record(record.event, by: record.by) }
        let bytes = recorder.beginSegment(.rotation)
        let snapshot = try #require(try LogReader(bytes).snapshot)
        var made = HandMade()
        made.add(
            90, .user(.preview(WishID(9), resources: [Launch.resource])), "FM-17", "loggedOut",
            [.answer(WishID(9), refused(.notSignedIn))])
        let report = made.report(after: snapshot)
        #expect(report.requests.map(\.cause?.kind) == [.signedOutBefore])
        #expect(report.findings.map(\.kind) == [.beginsInTheMiddle])
        let reader = LaunchReader(HandMade.header, nil)
        reader.beginSegment(snapshot)
        #expect(reader.report.findings.isEmpty, "its earlier segments were read")
    }

    @Test func `temporary access that is used up names what used it, at most six playbacks`() {
        var settings = Script.settings
        settings.temporaryAccess = Flows.mvpd("TempPass")
        func usedUp(_ times: Int, source: AdobeDecision.Source = .temppass) -> TriageCause? {
            var launch = Launch()
            for wish in Int64(2)..<Int64(2 + times) {
                launch.play(wish, under: .temporary(identity: nil))
                let media = MediaToken(ref: SecretRef(.media, wish), notAfter: Script.instant(600))
                launch.answer(wish, .permitted(resource: Launch.resource, media: media, source: source))
            }
            launch.play(1, under: .temporary(identity: nil))
            launch.answer(1, refused(.temporaryAccess))
            return launch.cause(settings: settings)
        }
        #expect(usedUp(0)?.owner == .adobe)
        #expect(usedUp(1)?.owner == .app)
        #expect(usedUp(1)?.evidence.map(\.event) == [2, 5])
        #expect(usedUp(8)?.evidence.map(\.event) == [6, 8, 10, 12, 14, 16, 19], "the last six, and the refusal")
        #expect(usedUp(3, source: .mvpd)?.owner == .adobe, "playbacks by the provider use nothing up")
    }

    // MARK: Canceled

    private func canceled(_ screen: Presentation?, _ failures: [CallFailure] = [], by choice: Choice? = .cancel) -> TriageCause? {
        var launch = Launch()
        launch.play()
        for failure in failures { launch.fail(1, failure, [HandMade.call(1, Launch.decides)]) }
        if let screen { launch.add(.app(.foregrounded), [.present(PresentationID(1), screen)]) }
        if let choice {
            launch.add(.user(.chose(PresentationID(1), choice)), [.answer(WishID(1), refused(.canceled))])
        } else {
            launch.answer(1, refused(.canceled))
        }
        return launch.cause()
    }

    private func problem(_ reason: Problem.Reason) -> Presentation { .problem(Problem(reason: reason, options: [.cancel])) }

    @Test func `a canceled request is explained by the screen at which the viewer canceled it`() {
        #expect(canceled(nil, by: nil)?.kind == .refused(.canceled, nil))
        #expect(canceled(.codeExpired)?.kind == .codeExpired)
        #expect(canceled(.providerConfirmation(Launch.dish))?.kind == .canceledByViewer(at: .providerConfirmation))
        #expect(canceled(.providerConfirmation(Launch.dish), [.throttled])?.owner == .viewer, "no problem was shown")
        let atProblem = canceled(problem(.service), [.status(http: 500), .throttled, .throttled])
        #expect(atProblem?.kind == .canceledAtProblem(.throttled), "the most common failure")
        #expect(atProblem?.evidence.map(\.event) == [3, 4, 5, 7], "in order, each once")
        #expect(canceled(problem(.noProviders))?.kind == .canceledByViewer(at: .problem), "nothing had failed")
        #expect(canceled(problem(.apiEnded), [.status(http: 410)])?.kind == .apiEnded)
        #expect(canceled(.userAgent(link: SecretRef(.link, 1)), by: .userAgentClosed)?.kind == .pageClosed)
    }

    @Test func `the partner framework's own screen is what the viewer did last`() {
        var launch = Launch()
        launch.add(.user(.signIn(WishID(1))), [.partner(RequestID(1), .choice(configuration: SecretRef(.configuration, 1)))])
        let answer = PartnerAnswer(status: PartnerStatus(permission: .granted), error: .canceled)
        launch.add(HandMade.reply(1, .partner(answer)), [.answer(WishID(1), refused(.canceled))])
        #expect(launch.cause()?.kind == .canceledByViewer(at: nil))
        #expect(launch.cause()?.text.hasPrefix("The viewer canceled: ") == true)
    }

    @Test func `a request that the app canceled names the longest wait`() {
        var launch = Launch()
        launch.add(.user(.play(WishID(1), resource: Launch.resource, under: .signedIn)), [.partner(RequestID(1), .status(prompt: false))])
        launch.add(
            HandMade.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted)))), [HandMade.call(2, Launch.decides)],
            after: 2)
        launch.add(.user(.cancel(WishID(1))), [.answer(WishID(1), .dropped)], after: 5)
        #expect(launch.cause()?.kind == .canceledByApp(waitedFor: .adobe))
        #expect(launch.cause()?.text == "The app canceled it after 7.0 s. It had waited 5.0 s for Adobe Pass (decision).")
    }

    // MARK: Polls and codes

    @Test func `polls explain a request if at least half of them failed, and there were at least two`() {
        func kind(_ outcomes: [Reply.Result?]) -> FlowCause.Kind? {
            var launch = Launch()
            launch.poll(outcomes)
            launch.add(.user(.cancel(WishID(1))), [.present(PresentationID(1), .nothing), .answer(WishID(1), refused(.canceled))])
            return launch.cause()?.kind
        }
        let found = Reply.Result.profiles([])
        #expect(kind([.failed(.throttled), found]) == .pollsFailed)
        #expect(kind([nil, found]) == .pollsFailed, "no answer in time")
        #expect(kind([.failed(.throttled), found, found]) != .pollsFailed)
        #expect(kind([.failed(.throttled)]) != .pollsFailed)
        #expect(kind([nil, found, found]) != .pollsFailed, "a lost poll is a poll")
    }

    @Test func `the evidence of failed polls is in the order of the log`() {
        var launch = Launch()
        launch.poll([.failed(.throttled), .failed(.throttled)])
        launch.answer(1, refused(.canceled))
        #expect(launch.cause()?.evidence.map(\.event) == [3, 5, 7, 8], "the viewer's choice, the first and the last poll, the end")
    }

    @Test func `who is responsible for failed polls depends on how most of them failed`() {
        func polls(_ failures: [CallFailure]) -> Polls {
            var polls = Polls()
            for failure in failures { polls.note(FailureKind(failure), Witness(HandMade.story[0], nil)) }
            return polls
        }
        let lost = polls([.transport(.connection), .transport(.timedOut), .throttled])
        #expect(lost.owner == .network)
        #expect(lost.advice == "Check the device's connection.")
        #expect(lost.trouble == "Of 3 polls for the sign-in, 1 answered with 429 (throttled), 2 without an answer.")
        let even = polls([.transport(.connection), .throttled])
        #expect(even.owner == .adobe)
        #expect(even.advice == "Ask Adobe's support why this address is throttled.")
        let failed = polls([.throttled, .status(http: 500)])
        #expect(failed.advice == "Ask Adobe's support, and quote the lines below.")
        #expect(failed.witnesses.count == 1, "the first poll is the last")
        var two = polls([.throttled])
        two.note(nil, Witness(HandMade.story[1], nil))
        #expect(two.witnesses.map(\.number) == [1, 2])
    }

    @Test func `a code that nobody used is Adobe's if it was valid for less than ten minutes`() {
        func expired(_ seconds: Double, cancels: Bool, timer: Bool = true, renewed: Bool = false) -> TriageCause? {
            var launch = Launch()
            launch.poll([.profiles([])], codeAfter: seconds)
            if renewed {
                launch.add(.app(.foregrounded), [.present(PresentationID(2), .code(SecretRef(.code, 2), notAfter: Script.instant(9999)))])
            }
            if timer { launch.add(.app(.foregrounded), [.arm(TimerID(5), .codeExpiry, at: Script.instant(9))]) }
            launch.add(timer ? .timer(TimerID(5)) : .app(.foregrounded), [.present(PresentationID(3), .codeExpired)])
            if cancels { launch.add(.user(.chose(PresentationID(3), .cancel)), [.answer(WishID(1), refused(.canceled))]) }
            return launch.cause()
        }
        for cancels in [true, false] {
            for timer in [true, false] {
                let long = expired(600, cancels: cancels, timer: timer)
                #expect(long?.kind == .codeExpired)
                #expect(long?.owner == .viewer)
                #expect(
                    long?.text.hasPrefix("The code expired after 10 min, and nobody had signed in with it: 1 poll found nothing.") == true)
                let short = expired(599, cancels: cancels, timer: timer)
                #expect(short?.owner == .adobe)
                #expect(short?.advice.hasPrefix("Adobe's configuration sets how long a code is valid") == true)
            }
        }
        #expect(expired(599, cancels: true, renewed: true)?.owner == .adobe, "the first code decides")
    }

    @Test func `the timer that ended a code is the evidence, and the screen only if there is no timer`() {
        var launch = Launch()
        launch.poll([])
        launch.add(.app(.foregrounded), [.arm(TimerID(5), .codeExpiry, at: Script.instant(9))])
        launch.add(.timer(TimerID(5)))
        launch.add(.app(.foregrounded), [.present(PresentationID(3), .codeExpired)])
        #expect(launch.cause()?.evidence.map(\.event) == [5])
    }

    // MARK: Never answered

    private func unanswered(_ failures: [CallFailure] = [], _ screen: Presentation? = nil, backgrounded: Bool = false, later: Double = 60)
        -> TriageCause?
    {
        var launch = Launch()
        launch.play()
        for failure in failures { launch.fail(1, failure, [HandMade.call(1, Launch.decides)]) }
        if let screen { launch.add(.app(.foregrounded), [.present(PresentationID(1), screen)]) }
        launch.add(.app(backgrounded ? .backgrounded : .foregrounded), after: later)
        return launch.cause()
    }

    @Test func `a request without an answer is explained by what was shown and by what had failed`() {
        let lost = CallFailure.transport(.connection)
        #expect(unanswered()?.kind == .unanswered)
        #expect(unanswered([lost])?.kind == .unansweredAfterFailures)
        #expect(unanswered([lost])?.owner == .network)
        #expect(unanswered([], .providerConfirmation(Launch.dish))?.kind == .unansweredAtScreen)
        #expect(unanswered([lost], .providerConfirmation(Launch.dish))?.kind == .unansweredAtScreen)
        #expect(unanswered([lost], problem(.unreachable))?.kind == .problemUnanswered)
        #expect(unanswered([], problem(.noProviders))?.kind == .unansweredAtScreen)
        #expect(unanswered([lost], problem(.apiEnded))?.kind == .apiEnded)
        #expect(unanswered([], backgrounded: true)?.kind == .endedInBackground)
        #expect(unanswered([], problem(.noProviders), backgrounded: true, later: 1)?.kind == .endedInBackground)
        #expect(unanswered([lost], problem(.unreachable), backgrounded: true, later: 1)?.kind == .problemUnanswered)
        #expect(unanswered([], problem(.noProviders), later: 1.999)?.kind == .endedAtScreen)
        #expect(unanswered([], problem(.noProviders), later: 2)?.kind == .unansweredAtScreen)
        var polled = Launch()
        polled.poll([.failed(.throttled), .failed(.throttled)])
        #expect(polled.cause()?.kind == .pollsFailed)
        #expect(polled.report().requests.map(\.outcome) == [.unanswered])
    }

    @Test func `a request timeout is a call without an answer`() {
        var launch = Launch()
        launch.play()
        launch.add(
            .app(.foregrounded),
            [.arm(TimerID(1), .timeout, at: Script.instant(9)), .arm(TimerID(2), .tokenRefresh, at: Script.instant(9))])
        launch.add(.timer(TimerID(1)), [.cancel(RequestID(1))])
        launch.answer(1, refused(.unreachable))
        #expect(launch.cause()?.text == "Adobe could not be reached: no answer in time.")
        var other = Launch()
        other.play()
        other.add(.app(.foregrounded), [.arm(TimerID(2), .tokenRefresh, at: Script.instant(9))])
        other.add(.timer(TimerID(2)), [.cancel(RequestID(1))])
        other.answer(1, refused(.unreachable))
        #expect(other.cause()?.text == "Adobe could not be reached.", "another timer's event is no timeout")
    }

    // MARK: Signed out

    @Test func `a sign-out that did not reach Adobe says why, and whether the API has ended`() {
        func signOut(_ failures: [CallFailure], rule: String = "V2-E-11") -> TriageCause? {
            var launch = Launch()
            launch.add(.user(.signOut(WishID(1))), [HandMade.call(1, .logout(Launch.dish))])
            for failure in failures { launch.fail(1, failure, [HandMade.call(1, .logout(Launch.dish))]) }
            launch.add(.app(.foregrounded), [.answer(WishID(1), .signedOut(owed: true))], rule: rule)
            return launch.cause()
        }
        let lost = signOut([.transport(.connection)])
        #expect(lost?.kind == .signOutNotReached)
        #expect(lost?.advice == "The flow sends the sign-out again at the next launch, sign-in or playback.")
        #expect(signOut([.status(http: 403)])?.advice.hasPrefix("Another server answers in place of Adobe") == true)
        var ended = Launch()
        ended.add(.user(.signOut(WishID(1))), [HandMade.call(1, .restV1(.logout))])
        ended.add(HandMade.reply(1, .failed(.status(http: 410))), rule: Rule.`V1-51`.id)
        ended.answer(1, .signedOut(owed: true))
        #expect(ended.cause()?.kind == .apiEnded)
    }

    @Test func `a pending sign-out is a finding of the launch, unless a request reports it or it was forgotten`() {
        func findings(_ more: (inout Launch) -> Void) -> [TriageCause] {
            var launch = Launch(PersistedState(owedLogouts: [.mvpd(Launch.dish)]))
            more(&launch)
            return launch.report().findings.filter { $0.kind == .signOutPending }
        }
        let untried = findings { _ in }
        #expect(untried.map(\.owner) == [.network])
        #expect(untried.first?.text.hasSuffix("had not reached Adobe yet: Dish.") == true)
        let refusedByAdobe = findings {
            $0.add(.app(.foregrounded), [HandMade.call(1, .logout(Launch.dish)), HandMade.call(2, .configuration)])
            $0.fail(1, .throttled)
            $0.fail(2, .transport(.connection))
            $0.add(HandMade.reply(2, .configuration(Flows.configuration)))
        }
        #expect(refusedByAdobe.map(\.owner) == [.adobe], "only the failed logouts count")
        #expect(refusedByAdobe.first?.text.hasSuffix("Tried in this launch: 429, throttled, although Adobe answered 1 other call.") == true)
        #expect(findings { $0.add(.app(.foregrounded), [.forget(.fact(.owedLogouts))]) }.isEmpty)
        #expect(
            findings {
                $0.add(.user(.signOut(WishID(1))))
                $0.answer(1, .signedOut(owed: true))
            }.isEmpty)
    }

    // MARK: Slow

    private func slow(_ first: [Effect], _ steps: [(seconds: Double, origin: FlowEvent.Origin, effects: [Effect])]) -> TriageCause? {
        var launch = Launch()
        launch.add(.user(.play(WishID(1), resource: Launch.resource, under: .signedIn)), first)
        for step in steps { launch.add(step.origin, step.effects, after: step.seconds) }
        let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(600))
        launch.add(.app(.foregrounded), [.answer(WishID(1), .permitted(resource: Launch.resource, media: media, source: .mvpd))], after: 0)
        return launch.cause()
    }

    @Test func `eight seconds that did not wait for the viewer are slow`() {
        let asks = HandMade.call(1, Launch.decides)
        let permit = HandMade.reply(1, .decisions([AdobeDecision(resource: Launch.resource, verdict: .permit(media: nil), source: .mvpd)]))
        #expect(slow([asks], [(7.999, permit, [])]) == nil)
        #expect(slow([asks], [(8, permit, [])])?.owner == .adobe)
        let code = Effect.present(PresentationID(1), .code(Launch.code, notAfter: nil))
        #expect(slow([asks, code], [(60, permit, [.present(PresentationID(1), .nothing)])]) == nil, "the viewer's time")
    }

    @Test func `the longest wait decides who is responsible for a slow answer`() {
        let status = Effect.partner(RequestID(1), .status(prompt: false))
        let answered = HandMade.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted))))
        let partner = slow([status], [(9, answered, [HandMade.call(2, Launch.decides)]), (2, .app(.foregrounded), [])])
        #expect(partner?.kind == .slow(.partnerStatus, behindOthers: false))
        #expect(partner?.owner == .device)
        #expect(partner?.advice == "Check the device's TV provider settings.")
        let retry = Effect.arm(TimerID(1), .retry, at: Script.instant(9))
        let network = slow(
            [HandMade.call(1, Launch.decides)],
            [(1, HandMade.reply(1, .failed(.transport(.connection))), [retry]), (9, .timer(TimerID(1)), [])])
        #expect(network?.owner == .network)
        #expect(network?.advice == "Check the device's connection.")
        let hold = Effect.arm(TimerID(1), .hold, at: Script.instant(9))
        let other = slow([], [(1, .app(.held(until: Script.instant(20))), [hold]), (9, .timer(TimerID(1)), [])])
        #expect(other?.kind == .slow(.otherFlow, behindOthers: false))
        #expect(other?.owner == .app)
        #expect(other?.advice.hasPrefix("Find out what the app's other flows on this host request") == true)
    }

    @Test func `a request behind others of the app waits for Adobe, too`() {
        let hold = Effect.arm(TimerID(1), .hold, at: Script.instant(9))
        let own = slow([hold], [(4, .timer(TimerID(1)), [HandMade.call(1, Launch.decides)]), (5, .app(.foregrounded), [])])
        #expect(own?.kind == .slow(.ownAllowance, behindOthers: true))
        #expect(own?.text.contains("9.0 s Held (behind other requests of the app, ") == true)
    }

    @Test func `time in which polls failed is reported of the polls, not as a wait`() {
        var launch = Launch()
        launch.poll([.failed(.throttled), .profiles([]), .profiles([])])
        launch.add(.timer(TimerID(200)), [HandMade.call(200, .profileForCode(Launch.code))])
        launch.add(HandMade.reply(200, .failed(.throttled)), after: 1)
        launch.add(.timer(TimerID(201)), [HandMade.call(201, .profileForCode(Launch.code))], after: 20)
        launch.add(
            HandMade.reply(201, .profiles([profile("Dish")])),
            [.present(PresentationID(1), .nothing), .answer(WishID(1), .signedIn(.profile(profile("Dish"))))])
        #expect(launch.cause()?.kind == .fulfilledAfterFailures(.throttled))
        #expect(launch.cause()?.text.contains("429, throttled, 2 times") == true)
    }

    // MARK: Previews

    private func previewed(_ sizes: [Int], answered: [Int], asked: UserEvent) -> PreviewCalls.Split? {
        let resources = (1...64).map { SecretRef(.resource, Int64($0)) }
        var calls = PreviewCalls()
        var made = HandMade()
        func note(_ record: LogRecord, _ question: Question?) -> PreviewCalls.Note {
            PreviewCalls.Note(record, question, EffectKinds(of: record.effects))
        }
        for (index, size) in sizes.enumerated() {
            let call = Call(token: nil, endpoint: .preauthorize(Launch.dish, resources: Array(resources.prefix(size)), status: nil))
            made.add(
                0, .app(.foregrounded), "V2-D-06", "deciding", [.call(RequestID(Int64(index)), call), HandMade.call(99, .configuration)])
            calls.note(note(made.records[made.records.count - 1], nil))
            guard answered.contains(index) else { continue }
            made.add(0, HandMade.reply(Int64(index), .decisions([])), "V2-D-07", "deciding")
            calls.note(note(made.records[made.records.count - 1], .call(call)))
        }
        return calls.split(asked)
    }

    @Test func `a preview is split if Adobe accepted fewer resources per call than were requested`() {
        let preview = UserEvent.preview(WishID(1), resources: (1...64).map { SecretRef(.resource, $0) })
        let split = previewed([64, 32, 32], answered: [1, 2], asked: preview)
        #expect(split?.text.hasPrefix("One preview of 64 resources took 3 calls") == true)
        #expect(previewed([64, 32, 16], answered: [1, 2], asked: preview)?.accepted == 32)
        #expect(previewed([64], answered: [0], asked: preview) == nil, "accepted at once")
        #expect(previewed([64, 32], answered: [], asked: preview) == nil, "nothing was accepted")
        let play = UserEvent.play(WishID(1), resource: Launch.resource, under: .signedIn)
        #expect(previewed([64, 32], answered: [1], asked: play)?.text.hasPrefix("Meanwhile, previews took 2 calls") == true)
        let decision = Call(token: nil, endpoint: Launch.decides)
        var made = HandMade()
        made.add(0, .app(.foregrounded), "V2-D-06", "deciding", [.call(RequestID(1), decision)])
        var calls = PreviewCalls()
        calls.note(PreviewCalls.Note(made.records[0], nil, []))
        #expect(calls.split(preview) == nil)
    }

    @Test func `a split preview is no queue behind others`() {
        let resources = (1...4).map { SecretRef(.resource, Int64($0)) }
        func call(_ id: Int64, _ count: Int) -> Effect {
            HandMade.call(id, .preauthorize(Launch.dish, resources: Array(resources.prefix(count)), status: nil))
        }
        var launch = Launch()
        launch.add(.user(.preview(WishID(1), resources: resources)), [call(1, 4)])
        launch.fail(1, .refused(http: 403, error("too_many_resources")), [call(2, 2)])
        launch.add(HandMade.reply(2, .decisions([])), [.arm(TimerID(1), .hold, at: Script.instant(20))])
        launch.add(.timer(TimerID(1)), after: 10)
        launch.answer(1, .previewed([]), after: 0)
        #expect(launch.cause()?.kind == .splitPreview)
        #expect(launch.cause()?.text.contains("behind other requests") == false)
    }

    // MARK: Failed calls

    @Test func `failed calls keep the last code, the last six events and sixteen kinds`() {
        var failed = FailedCalls()
        for index in 0..<20 {
            failed.note(.status(http: Int64(500 + index)), Witness(HandMade.story[index % 10], nil))
        }
        #expect(failed.witnesses.map(\.number) == [5, 6, 7, 8, 9, 10])
        #expect(failed.text.hasSuffix("; 515, server error; 4 more in other ways"))
        var coded = FailedCalls()
        coded.note(.refused(http: 403, ErrorCode("a")), Witness(HandMade.story[0], nil))
        coded.note(.throttled, Witness(HandMade.story[0], nil))
        #expect(coded.code == ErrorCode("a"))
        #expect(coded.commonest != nil)
    }

    @Test func `the network is responsible only if most calls had no answer of Adobe`() {
        func failed(_ failures: [FailureKind], isAdobes: Bool? = nil) -> FailedCalls {
            var failed = FailedCalls()
            for failure in failures { failed.note(failure, Witness(HandMade.story[0], nil), isAdobes: isAdobes) }
            return failed
        }
        #expect(failed([.transport(.connection)]).owner == .network)
        #expect(failed([.transport(.connection), .throttled]).owner == .adobe)
        #expect(failed([.transport(.connection), .transport(.connection), .throttled]).owner == .network)
        #expect(failed([.status(http: 403), .throttled]).isInBetween == false)
        #expect(failed([.status(http: 403), .status(http: 403), .throttled]).isInBetween)
        #expect(failed([.status(http: 403)], isAdobes: true).isInBetween == false)
        #expect(failed([.status(http: 503)], isAdobes: false).isInBetween)
        #expect(failed([.throttled, .throttled]).text == "429, throttled, 2 times")
    }

    @Test func `each id is quoted with the support id, which alone is quoted if only Adobe can act`() {
        func quotes(_ finding: FlowCause.Finding, _ ids: [AdobesID]) -> [String] {
            Launch().report().quotes(of: TriageCause(FlowCause(finding, ids: ids), Wording(HandMade.header)))
        }
        let expired = FlowCause.Finding.canceled(.pageClosed(event: 1, waited: 0))
        #expect(expired.owner == .provider)
        #expect(
            quotes(expired, [.trace("a"), .request("b")]) == [
                "Adobe's trace id a, support id 4711", "Adobe-Request-Id b, support id 4711",
            ])
        #expect(quotes(.refused(.ownTokensRefused(FailedCalls())), []) == ["support id 4711"])
        #expect(quotes(.refused(.nobodySignedIn), []) == [])
    }

    @Test func `the last three ids of Adobe are quoted, each once`() {
        var launch = Launch()
        launch.play()
        for index in 1...4 { launch.fail(1, .refused(http: 403, error("x", trace: "t\(index)")), [HandMade.call(1, Launch.decides)]) }
        launch.answer(1, refused(.service, "x"))
        #expect(launch.cause()?.quotes == ["Adobe's trace id t2", "Adobe's trace id t3", "Adobe's trace id t4"])
        var same = Launch()
        same.play()
        same.fail(1, .status(http: 500), trace: "r1")
        same.answer(1, refused(.service))
        #expect(same.cause()?.quotes == ["Adobe's trace id r1"], "the request's id stands for the missing trace id")
        var both = Launch()
        both.play()
        both.fail(1, .refused(http: 403, error("x", trace: "t1")), trace: "r1")
        both.answer(1, refused(.service))
        #expect(both.cause()?.quotes == ["Adobe's trace id t1", "Adobe-Request-Id r1"])
    }
}

/// What a launch's report says beside its requests.
@Suite struct LaunchReportTests {
    @Test func `the first answer with Adobe's time decides how wrong the clock was`() {
        var launch = Launch()
        launch.add(.app(.foregrounded), [HandMade.call(1, .configuration), HandMade.call(2, .configuration)])
        for (id, server) in [(Int64(1), -3598.0), (2, 3.0)] {
            launch.add(.reply(RequestID(id), Reply(.configuration(Flows.configuration), serverTime: Script.instant(server))))
        }
        #expect(launch.report().clockAhead == 3_600_000)
    }

    @Test func `the end is the latest time, whatever the clock did`() {
        var launch = Launch()
        launch.add(.app(.foregrounded), after: 100)
        launch.add(.app(.foregrounded), after: -50)
        #expect(launch.report().end == Script.instant(100))
    }

    @Test func `a sign-in that expired at the launch is reported with its time of day`() {
        let kept = Profile(mvpd: Launch.dish, type: .regular, notAfter: Script.instant(0))
        let findings = Launch(PersistedState(profile: kept)).report().findings
        #expect(findings.map(\.kind) == [.keptSignInExpired])
        #expect(findings[0].expiry(by: .utc)?.words == "00:00:00Z")
        let later = Profile(mvpd: Launch.dish, type: .regular, notAfter: Script.instant(0.001))
        #expect(Launch(PersistedState(profile: later)).report().findings.isEmpty)
    }

    @Test func `a sign-in on the second screen takes from the first code to the profile`() {
        let found = HandMade.reply(1, .profiles([profile("Dish")]))
        func waits(_ more: (inout Launch) -> Void) -> [Int64] {
            var launch = Launch()
            launch.add(
                .user(.signIn(WishID(1))),
                [.present(PresentationID(1), .code(Launch.code, notAfter: nil)), HandMade.call(1, .profileForCode(Launch.code))])
            more(&launch)
            return launch.report().codeWaits
        }
        #expect(waits { $0.add(found) } == [1000])
        #expect(
            waits {
                $0.add(.app(.foregrounded), [.present(PresentationID(2), .code(SecretRef(.code, 2), notAfter: nil))])
                $0.add(found)
            } == [2000], "a second code continues the first")
        #expect(
            waits {
                $0.add(found)
                $0.add(found)
            } == [1000], "a profile that is found again is no other sign-in")
        #expect(
            waits {
                $0.add(.app(.foregrounded), [.present(PresentationID(1), .nothing)])
                $0.answer(1, refused(.canceled))
                $0.add(found)
            } == [], "the viewer gave up")
        #expect(
            waits {
                $0.add(.user(.preview(WishID(2), resources: [Launch.resource])), [.answer(WishID(2), .previewed([]))])
                $0.add(found)
            } == [2000], "an answer to another request, while the code is shown")
    }

    @Test func `the provider is the one that the viewer chose or signed in with last`() {
        #expect(Launch(PersistedState(provider: RememberedProvider(mvpd: Launch.dish))).report().provider == "Dish")
        #expect(Launch(PersistedState(provider: RememberedProvider(mvpd: Launch.dish), profile: profile("Cox"))).report().provider == "Cox")
        var chosen = Launch(PersistedState(profile: profile("Cox")))
        chosen.add(.app(.foregrounded), [.keep(.provider(RememberedProvider(mvpd: Launch.dish)))])
        #expect(chosen.report().provider == "Dish")
        #expect(chosen.report().profile?.mvpd == Flows.mvpd("Cox"))
        chosen.add(.app(.foregrounded), [.keep(.profile(profile("Dish")))])
        #expect(chosen.report().findings.map(\.kind) == [.providerChanged])
        chosen.add(.app(.foregrounded), [.keep(.profile(profile("Dish")))])
        #expect(chosen.report().findings.map(\.evidence).map { $0.map(\.event) } == [[3]], "the same provider again is no change")
    }

    @Test func `a request's code is Adobe's in the answer, or that of the last failed call of a refused request`() {
        func code(_ answer: WishAnswer) -> String? {
            var launch = Launch()
            launch.play()
            launch.fail(1, .refused(http: 403, error("b")))
            launch.answer(1, answer)
            return launch.report().requests.first?.code
        }
        #expect(code(refused(.service)) == "b")
        #expect(code(refused(.service, "a")) == "a")
        #expect(code(.dropped) == nil)
        #expect(code(.denied(resource: Launch.resource, error: error("d"))) == "d")
    }

    @Test func `a wish that is asked again while it is open is one request`() {
        var launch = Launch()
        launch.play()
        launch.play()
        launch.answer(1, .dropped)
        #expect(launch.report().requests.map(\.event) == [2])
    }

    @Test func `the last four lost secrets and failures of the vault are evidence`() {
        var launch = Launch()
        for number in Int64(1)...6 {
            launch.add(.app(.secretLost(SecretRef(.token, number))))
            launch.add(.app(.vaultFailed))
        }
        let findings = launch.report().findings
        #expect(findings.map(\.kind) == [.vaultFailed, .secretLost])
        #expect(findings.map { $0.evidence.map(\.event) } == [[7, 9, 11, 13], [6, 8, 10, 12]])
    }

    @Test func `a launch in the same log begins in the foreground`() {
        var launch = Launch()
        launch.add(.app(.backgrounded))
        #expect(launch.report().endsInBackground)
        launch.add(.app(.launched(PersistedState())))
        #expect(!launch.report().endsInBackground)
    }

    @Test func `a gap makes unknown what the launch left in the vault`() throws {
        var flow = Flows.partner()
        var recorder = FlowRecorder(header: flow.header)
        for record in flow.records { _ = recorder.record(record.event, by: record.by) }
        let snapshot = try #require(try LogReader(recorder.beginSegment(.gap(from: 3, .writing))).snapshot)
        flow = Flows.partner()
        let reader = LaunchReader(flow.header, nil)
        for record in flow.records { reader.note(record) }
        #expect(!reader.report.vault.left.isEmpty)
        reader.beginSegment(snapshot)
        #expect(reader.report.vault.left.isEmpty)
        #expect(reader.report.findings.map(\.kind) == [.eventsMissing])
    }

    @Test(arguments: [0, 1]) func `a request that is answered in a gap differs from one that still waits after it`(keptAfter: Int) throws {
        let flow = Flows.partner()
        let answered = try #require(flow.records.firstIndex { $0.effects.contains { if case .answer = $0 { true } else { false } } })
        var recorder = FlowRecorder(header: flow.header)
        for record in flow.records[..<(answered + keptAfter)] { _ = recorder.record(record.event, by: record.by) }
        let snapshot = try #require(try LogReader(recorder.beginSegment(.gap(from: Int64(answered), .writing))).snapshot)
        let reader = LaunchReader(flow.header, nil)
        for record in flow.records[..<(answered - 1)] { reader.note(record) }
        reader.beginSegment(snapshot)
        #expect((reader.report.requests.first?.cause?.id == .answerMissing) == (keptAfter == 1))
    }
}

/// What many launches have in common.
@Suite struct TriageCountsTests {
    private func report(_ name: String, app: String = "DemoTV/1.0", waits: [Double] = [], failures: Int = 0, slow: Bool = false)
        -> LaunchReport
    {
        var launch = Launch()
        for (index, wait) in waits.enumerated() {
            let id = Int64(index + 1)
            launch.add(
                .user(.signIn(WishID(id))),
                [.present(PresentationID(id), .code(Launch.code, notAfter: nil)), HandMade.call(id, .profileForCode(Launch.code))])
            launch.add(
                HandMade.reply(id, .profiles([profile("Dish")])),
                [.present(PresentationID(id), .nothing), .answer(WishID(id), .signedIn(.profile(profile("Dish"))))], after: wait)
        }
        for index in 0..<failures {
            launch.play(Int64(100 + index))
            launch.answer(Int64(100 + index), refused(.service, "x"))
        }
        if slow {
            launch.play(200)
            let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(600))
            launch.answer(200, .permitted(resource: Launch.resource, media: media, source: .mvpd), after: 20)
        }
        return launch.made.report(name, header: LogHeader(app: app, system: "tvOS 26", support: name, settings: Script.settings))
    }

    @Test func `causes are counted by request and by launch, those of late requests, too`() {
        var counts = TriageCounts()
        counts.add(report("a", failures: 2), [])
        counts.add(report("b", failures: 1, slow: true), [])
        let tables = Dictionary(uniqueKeysWithValues: counts.tables.map { ($0.table, $0.rows) })
        func rows(_ table: TriageCounts.Table) -> [String] {
            tables[table, default: []].map { "\($0.item.words) \($0.times) \($0.launches)" }
        }
        #expect(rows(.causes) == ["refused: service (x) 3 2", "slow: Adobe Pass, decision 1 1"])
        #expect(rows(.owners) == ["Adobe 4 2"])
        #expect(rows(.outcomes) == ["refused 3 2", "permitted 1 1"])
        #expect(rows(.codes) == ["x 3 2"])
        #expect(rows(.systems) == ["tvOS 26 3 2"])
        #expect(rows(.providers) == ["none 3 2"])
    }

    @Test func `rows that are equally frequent are in the order of their names`() {
        var counts = TriageCounts()
        for app in ["B/1", "A/1", "C/1"] { counts.add(report(app, app: app, failures: 1), []) }
        let rows = counts.tables.first { $0.table == .apps }?.rows.map(\.item.words)
        #expect(rows == ["A/1", "B/1", "C/1"].map { "\($0), library \(LogHeader.library)" })
    }

    @Test func `half of the sign-ins and nine of ten are within the printed times`() {
        var counts = TriageCounts()
        counts.add(report("a", waits: [10, 90, 20, 80, 30, 70, 40, 60, 50, 100]), [])
        #expect(counts.signIns == ["DemoTV/1.0: 10, half within 60 s, nine of ten within 100 s"])
        #expect(counts.medians.map(\.milliseconds) == [60_000])
    }

    @Test func `apps with different settings are named, at most four of them, and twenty settings`() {
        var counts = TriageCounts()
        for index in 0..<6 {
            var settings = Script.settings
            settings.serviceProvider = index == 5 ? "OTHER" : "REF30"
            settings.domainName = "\(index)"
            counts.add(LaunchReader(LogHeader(app: "A/\(index)", support: "\(index)", settings: settings), nil).report, [])
        }
        #expect(counts.settingLines.contains("serviceProvider: REF30 in 5 launches (A/0, A/1, A/2, A/3, …); OTHER in 1 launch (A/5)"))
        #expect(!counts.settingLines.contains { $0.hasSuffix(" more") })
        var two = TriageCounts()
        for platform in [FlowSettings.Platform.iOS, .tvOS] {
            var settings = Script.settings
            settings.platform = platform
            two.add(LaunchReader(LogHeader(app: "A/1", support: "1", settings: settings), nil).report, [])
        }
        #expect(two.settingLines == ["platform: iOS in 1 launch (A/1); tvOS in 1 launch (A/1)"])
        var other = FlowSettings.other(serviceProvider: "B", domainName: "b", redirectURL: "b", activationURL: "b", hasUserAgent: true)
        other.activationURL = nil
        (other.host, other.hasPicker, other.temporaryAccess, other.api) = ("b.example.com", false, Launch.dish, .restV1)
        (other.policy.promptsInCheck, other.policy.interruptsInExchange, other.policy.signsOutEverywhere) = (false, false, false)
        (other.policy.opensOwnPickerAfterCancel, other.policy.reusesStatusInChoice, other.policy.attempts) = (false, true, 2)
        (other.policy.pollInterval, other.policy.tokenMargin, other.policy.requestTimeout) = (.seconds(9), .seconds(9), .seconds(9))
        (other.policy.breakerThreshold, other.policy.allowanceBurst, other.policy.sessionLifetime) = (9, 9, .seconds(90))
        two.add(LaunchReader(LogHeader(app: "B/1", support: "2", settings: other), nil).report, [])
        #expect(two.differentSettings.count == 23)
        #expect(two.settingLines.count == 21)
        #expect(two.settingLines.last == "and 3 more")
    }
}
