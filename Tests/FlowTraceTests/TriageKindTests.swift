import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import FlowSummary
@testable import flow_trace

/// What triage counts and groups is decided by types, not by what is printed.
@Suite struct TriageKindTests {
    private let folder = TemporaryFolder()
    private let resource = SecretRef(.resource, 1)

    private func error(_ code: String?, trace: String? = nil, action: ErrorAction = .none) -> AdobeError {
        AdobeError(action: action, status: 403, code: code.flatMap { ErrorCode($0) }, trace: trace.flatMap { TraceID($0) })
    }

    @Test func `calls that failed alike are counted together, whatever else their answers contain`() {
        var failed = FailedCalls()
        let record = HandMade.story[0]
        let failures: [CallFailure] = [
            .refused(http: 403, error("a", trace: "t1")), .refused(http: 403, error("a", trace: "t2", action: .retry)),
            .refused(http: 403, error("b")), .refused(http: 500, error("a")), .refused(http: 403, error(nil)), .unauthorized(nil),
            .unauthorized(error("c")), .transport(.timedOut),
        ]
        for failure in failures { failed.note(FailureKind(failure), Witness(record, nil)) }
        #expect(failed.text == "403, a, 2 times; 403, b; 500, a; 403, refused; 401, token refused, 2 times; no answer in time")
        #expect(failed.commonest == .refused(http: 403, ErrorCode("a")))
        #expect(failed.code == ErrorCode("a"), "the last code of an answer that reports an error")
        #expect(!failed.isEmpty && FailedCalls().isEmpty)
    }

    /// A kind of every cause, with every detail that tells two kinds apart.
    static var samples: [FlowCause.Kind] {
        let errors: [FlowCause.ReportedError?] = [nil, ErrorCode("x").map { .code($0) }, .status(403)]
        var kinds: [FlowCause.Kind] = [
            .endedInBackground, .endedAtScreen, .problemUnanswered, .unansweredAtScreen, .unansweredAfterFailures, .unanswered,
            .shutDown, .pageClosed, .codeExpired, .pollsFailed, .nobodySignedIn, .keptSignInUnchecked, .keptSignInExpiredBefore,
            .signedOutBefore, .temporaryAccessNotSetUp, .ownTokensRefused, .otherServer, .apiEnded, .signOutNotReached, .splitPreview,
            .keptSignInExpired, .signInExpired, .signedOutAtReturn, .signInEnded(nil), .signInEnded(ErrorCode("x")),
            .registrationRejected(nil), .registrationRejected(ErrorCode("x")), .playNeverAsks,
            .providerChanged, .clockWrong(isBehind: true), .clockWrong(isBehind: false), .vaultFailed, .accessDenied,
            .secretLost, .foregroundUnreported, .redirectMissing, .redirectUnconfirmed, .codeGivenUp, .accountLeftOnDevice, .signOutPending,
            .launchesOverlap, .vaultEmptied(afterFailures: true),
            .vaultEmptied(afterFailures: false),
            .signedInAfterAll, .endedInForeground, .methodChanged(from: .regular, to: .appleSSO), .configurationChanged, .settingsChanged,
            .versionChanged, .clockSet, .eventsMissing, .beginsInTheMiddle, .logDamaged, .lastLineIncomplete, .decidedDifferently,
            .slow(.throttled, behindOthers: false), .slow(.ownAllowance, behindOthers: false), .slow(.ownAllowance, behindOthers: true),
            .canceledByViewer(at: nil), .canceledByViewer(at: .code), .canceledAtProblem(.throttled), .canceledAtProblem(.unauthorized),
            .requestLoop, .permittedAgain, .tokensReplacedEarly, .codeUnused, .previewFlood, .answerMayBeDamaged, .answerMissing,
            .vaultShared,
            .fulfilledAfterFailures(.throttled), .fulfilledAfterFailures(.transport(.timedOut)),
            .singleSignOnRejected(.byProvider(nil)), .singleSignOnRejected(.byProvider(.rejected)), .singleSignOnRejected(.byAdobe(nil)),
            .singleSignOnRejected(.byAdobe(.throttled)), .singleSignOnRejected(.declined(.configurationFallback)),
            .singleSignOnRejected(.declined(.partnerStatusFallback)), .singleSignOnRejected(.declined(.missingParametersFallback)),
            .singleSignOnRejected(.declined(.other)),
        ]
        kinds += (AwaitedParty.allCases + [nil]).map { .canceledByApp(waitedFor: $0) }
        kinds += PersistedValue.Kind.allCases.map { .missing($0) }
        kinds += Refusal.Reason.allCases.flatMap { reason in errors.map { .refused(reason, $0) } }
        for denial in [FlowCause.Denial.alone, .afterChangeOfProvider, .byOneOfSeveralSignIns] {
            kinds += errors.compactMap(\.self).map { .denied($0, denial) }
        }
        return kinds
    }

    @Test func `causes of different kinds have different names`() {
        let kinds = Self.samples
        #expect(Set(kinds).count == kinds.count)
        #expect(Set(kinds.map(\.words)).count == kinds.count)
    }

    @Test func `a cause's parameters are what its kind, its subject and its time say`() throws {
        func parameters(
            _ kind: FlowCause.Kind, _ subject: FlowCause.Subject? = nil, _ expiry: TimeOfDay? = nil
        ) -> [String] {
            TriageCause.parameters(of: kind, subject, expiry).map { "\($0.name)=\($0.value)" }
        }
        let code = try #require(ErrorCode("x"))
        #expect(
            parameters(.denied(.code(code), .alone), FlowCause.Subject(mvpd: Flows.mvpd("Dish"), resource: resource))
                == ["code=x", "provider=Dish", "resource=resource#1"])
        #expect(parameters(.denied(.status(403), .afterChangeOfProvider)) == ["status=403"])
        #expect(parameters(.refused(.service, .code(code))) == ["code=x"])
        #expect(parameters(.refused(.service, nil)) == [])
        #expect(parameters(.canceledByApp(waitedFor: .adobe)) == ["waitedFor=adobe"])
        #expect(parameters(.canceledByViewer(at: .providerPicker)) == ["screen=providerPicker"])
        #expect(parameters(.canceledAtProblem(.throttled)) == ["failure=429, throttled"])
        #expect(parameters(.slow(.answer(.decision), behindOthers: false)) == ["waitedFor=adobe", "for=decision"])
        #expect(parameters(.slow(.answer(.other), behindOthers: false)) == ["waitedFor=adobe"])
        #expect(parameters(.missing(.client)) == ["value=client"])
        #expect(parameters(.methodChanged(from: .regular, to: .appleSSO)) == ["from=regular", "to=appleSSO"])
        #expect(parameters(.keptSignInExpired, nil, TimeOfDay(Script.instant(3600))) == ["time=01:00:00Z"])
    }

    @Test func `two durations are the same where they are written alike`() {
        var durations = Array(stride(from: Int64(0), to: 200_000, by: 37)) + [119_949, 119_950, 119_999, 120_000, 120_999]
        durations += stride(from: Int64(7_100_000), to: 7_300_000, by: 977)
        durations += stride(from: Int64(172_000_000), to: 180_000_000, by: 91_111)
        var known: [Int64: String] = [:]
        for duration in durations {
            let text = TimeWords.length(duration)
            #expect(TimeWords.length(TimeWords.rounded(duration)) == text, "\(duration)")
            #expect(TimeWords.rounded(-duration) == -TimeWords.rounded(duration))
            known[TimeWords.rounded(duration)] = text
        }
        #expect(Set(known.values).count == known.count)
    }

    /// A playback whose calls failed with a status and no error; `earlier` and `last`: whether the answers carry an id of Adobe.
    private func refused(_ http: Int64, earlier: Bool, last: Bool) throws -> String {
        let authorize = Endpoint.authorize(Flows.mvpd("Dish"), resource: resource, status: nil, identity: nil)
        func reply(_ id: Int64, _ result: Reply.Result, _ hasID: Bool) -> FlowEvent.Origin {
            .reply(RequestID(id), Reply(result, trace: AnswerTrace(request: hasID ? TraceID("1f") : nil)))
        }
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        made.add(
            1, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-10", "deciding", [HandMade.call(1, authorize)])
        let permit = AdobeDecision(resource: resource, verdict: .permit(media: nil), source: .mvpd)
        let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(600))
        made.add(
            2, reply(1, .decisions([permit]), earlier), "V2-D-11", "deciding",
            [.answer(WishID(1), .permitted(resource: resource, media: media, source: .mvpd))])
        made.add(
            3, .user(.play(WishID(2), resource: resource, under: .signedIn)), "V2-D-10", "deciding", [HandMade.call(2, authorize)])
        made.add(
            4, reply(2, .failed(.status(http: http)), last), "V2-X-11", "deciding",
            [.answer(WishID(2), .refused(Refusal(reason: .service, status: http)))])
        return flat(Run([try folder.write(LogBytes.of(made.records), "\(http)-\(earlier)-\(last).jsonl")]).output)
    }

    @Test func `a page without an error is Adobe's or another server's by the id that Adobe's answers carry`() throws {
        let other = try refused(503, earlier: true, last: false)
        #expect(other.contains("Another server answered in place of Adobe (HTTP 503): 503, server error."))
        #expect(other.contains("owner the network"))
        let adobes = try refused(403, earlier: true, last: true)
        #expect(adobes.contains("Adobe's service failed (HTTP 403)"))
        #expect(adobes.contains("owner Adobe"))
        // Where the log does not tell, a failing host is Adobe's, and any other page is another server's.
        #expect(try refused(503, earlier: false, last: false).contains("owner Adobe"))
        #expect(try refused(403, earlier: false, last: false).contains("owner the network"))
    }

    @Test func `denials of different playbacks are reported apart`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        for wish in Int64(1)...8 {
            let played = SecretRef(.resource, wish % 2 + 1)
            let asks = Endpoint.authorize(Flows.mvpd("Dish"), resource: played, status: nil, identity: nil)
            let verdict = AdobeDecision.Verdict.deny(error("x"))
            made.add(
                Double(wish) * 60, .user(.play(WishID(wish), resource: played, under: .signedIn)), "V2-D-10", "deciding",
                [HandMade.call(wish, asks)])
            made.add(
                Double(wish) * 60 + 1, HandMade.reply(wish, .decisions([AdobeDecision(resource: played, verdict: verdict, source: .mvpd)])),
                "V2-D-13", "deciding", [.answer(WishID(wish), .denied(resource: played, error: error("x")))])
        }
        let output = flat(Run([try folder.write(LogBytes.of(made.records), "log.jsonl")]).output)
        #expect(output.components(separatedBy: "4 times in all").count == 3)
    }

    @Test func `kept sign-ins that expired at one time of day are one finding, on whatever days`() throws {
        for day in 0..<4 {
            let expiry = Script.instant(Double(day) * 86_400 + 8 * 3600 + Double(day) / 10)
            let kept = PersistedState(profile: Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: expiry))
            var made = HandMade()
            made.add(Double(day) * 86_400 + 9 * 3600, .app(.launched(kept)), "V2-A-02", "registered")
            let header = LogHeader(app: "DemoTV/1.0", support: "viewer-\(day)", settings: Script.settings)
            _ = try folder.write(LogBytes.of(made.records, header: header), "viewer-\(day).jsonl")
        }
        let output = flat(Run([folder.path]).output)
        #expect(
            output.contains(
                "4 of 4 kept sign-ins expired at 08:00:00Z, on 4 dates from 2026-01-01 to 2026-01-04, no matter when they started"))
        #expect(output.contains("launched with a profile that had expired at 08:00:00Z"))
        #expect(!output.contains("the kept sign-in had expired: 4 of 4 launches"), "common findings explain nothing")
    }

    @Test func `of settings that differ between apps, those of the second screen are named first`() throws {
        for index in 0..<16 {
            var settings = Script.settings
            settings.hasPicker = index < 8
            settings.policy.longestPollInterval = .seconds(index < 8 ? 30 : 90)
            var made = HandMade()
            let code = SecretRef(.code, 1)
            let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(90_000))
            made.add(0, .app(.launched(PersistedState())), "V2-A-02", "basicAuthFallback")
            made.add(
                1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback",
                [.present(PresentationID(1), .code(code, notAfter: Script.instant(1800))), HandMade.call(1, .profileForCode(code))])
            made.add(
                index >= 8 ? 91 : 31, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
                [.present(PresentationID(1), .nothing), .answer(WishID(1), .signedIn(.profile(profile)))])
            let header = LogHeader(app: index >= 8 ? "DemoTV/2.0" : "DemoTV/1.0", support: "viewer-\(index)", settings: settings)
            _ = try folder.write(LogBytes.of(made.records, header: header), "viewer-\(index).jsonl")
        }
        let output = flat(Run([folder.path]).output)
        #expect(output.contains("Settings that differ: policy.longestPollInterval: "))
        #expect(output.contains("; hasPicker: "))
        let paths = Set(Tree(FlowSettings.complete).leaves.map(\.path))
        #expect(DifferentSetting.ofSignIns.isSubset(of: paths))
    }
}

extension FlowSettings {
    /// Settings that a header writes in full.
    fileprivate static var complete: FlowSettings {
        var settings = Script.settings
        settings.policy.longestPollInterval = .seconds(90)
        settings.policy.userAgentGrace = .seconds(1)
        settings.policy.sessionLifetime = .seconds(90)
        return settings
    }
}
