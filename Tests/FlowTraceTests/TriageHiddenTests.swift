import FlowMachine
import Testing

@testable import FlowReading

/// Faults that no single launch shows as what they are.
@Suite("Triage: hidden faults") struct TriageHiddenTests {
    private static let code = SecretRef(.code, 1)

    private static func report(
        _ made: HandMade, _ number: Int = 0, app: String = "DemoTV/1.0", settings: FlowSettings = Script.settings
    ) -> LaunchReport {
        made.report(
            "\(app.filter { $0 != "/" })-\(number)/log.jsonl", header: LogHeader(app: app, support: "\(app) \(number)", settings: settings))
    }

    // MARK: The foreground

    /// An app that goes to the background at event 2; then these events happen.
    private static func background(_ events: [FlowEvent.Origin], before: [FlowEvent.Origin] = []) -> LaunchReport {
        var made = HandMade.launched()
        for (index, event) in (before + [.app(.backgrounded)] + events).enumerated() {
            let effects: [Effect] =
                if case .user(.signIn) = event { [.present(PresentationID(1), .code(code, notAfter: nil))] } else { [] }
            made.add(Double(index + 1) * 10, event, "FM-11", "basicAuthFallback", effects)
        }
        return report(made)
    }

    private static let signIn = FlowEvent.Origin.user(.signIn(WishID(1)))
    private static let play = FlowEvent.Origin.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))

    @Test func `a sign-in in an app that never reports the foreground is the app's, not the viewer's`() throws {
        let report = Self.background([Self.signIn])
        let cause = try #require(report.requests.first?.cause)
        #expect(cause.id == .foregroundUnreported)
        #expect(cause.owner == .app)
        #expect(
            cause.text.hasPrefix(
                "The app does not report the foreground: it reported the background at event 2 and requested \"sign in\" at event 3 without"
            ),
            "\(cause.text)")
        #expect(cause.evidence.map(\.event) == [2, 3])
        #expect(report.findings.isEmpty, "the request reports it")
    }

    @Test func `an app that reports the foreground once, and what happens in the background, is no finding`() {
        func ids(_ report: LaunchReport) -> [FlowCause.ID] {
            report.findings.map(\.id) + report.requests.compactMap(\.cause?.id)
        }
        #expect(!ids(Self.background([Self.signIn, .app(.foregrounded)])).contains(.foregroundUnreported))
        #expect(!ids(Self.background([Self.signIn], before: [.app(.backgrounded), .app(.foregrounded)])).contains(.foregroundUnreported))
        #expect(ids(Self.background([], before: [Self.signIn])) == [.endedInBackground])
        let byItself: [UserEvent] = [
            .preview(WishID(1), resources: [SecretRef(.resource, 1)]), .userMetadata(WishID(1)), .cancel(WishID(1)),
            .chose(PresentationID(1), .userAgentClosed), .chose(PresentationID(1), .redirectReached), .chose(PresentationID(1), .cancel),
        ]
        for event in byItself { #expect(!ids(Self.background([.user(event)])).contains(.foregroundUnreported), "\(event)") }
        for choice in [Choice.retry, .newCode, .provider(Flows.mvpd("Dish"))] {
            #expect(ids(Self.background([.user(.chose(PresentationID(1), choice))])) == [.foregroundUnreported], "\(choice)")
        }
    }

    @Test func `a play alone may be that of a picture in picture`() throws {
        let cause = try #require(Self.background([Self.play]).requests.first?.cause)
        #expect(cause.id == .foregroundUnreported)
        #expect(
            cause.text.hasPrefix("Probably the app does not report the foreground: it reported the background at event 2 and requested"))
        let both = try #require(Self.background([Self.play, .user(.chose(PresentationID(1), .retry))]).requests.first?.cause)
        #expect(both.text.hasPrefix("The app does not"))
        #expect(both.evidence.map(\.event) == [2, 4])
    }

    @Test func `a code that expires after that is the app's, too, also if the viewer cancels`() throws {
        var made = HandMade.launched()
        made.add(1, Self.signIn, "V2-F-06", "basicAuthFallback", [.present(PresentationID(1), .code(Self.code, notAfter: nil))])
        made.add(2, .app(.backgrounded), "FM-11", "basicAuthFallback")
        made.add(60, .user(.chose(PresentationID(1), .newCode)), "V2-F-06", "basicAuthFallback")
        made.add(1860, .timer(TimerID(1)), "V2-F-15", "basicAuthFallback", [.present(PresentationID(2), .codeExpired)])
        made.add(
            1870, .user(.chose(PresentationID(2), .cancel)), "V2-F-20", "registered",
            [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
        let cause = try #require(Self.report(made).requests.first?.cause)
        #expect(cause.id == .foregroundUnreported)
        #expect(cause.owner == .app)
    }

    @Test func `where events are missing, one of them may have reported the foreground`() {
        let reader = LaunchReader(HandMade.header, nil)
        var made = HandMade.launched()
        made.add(1, .app(.backgrounded), "FM-11", "checking")
        made.add(2, Self.signIn, "FM-11", "checking")
        for record in made.records.dropLast() { reader.note(record) }
        reader.noteDamage(DamagedLines(lines: 4...4, failure: LogFailure(.noChecksum, line: 4, column: 1), damage: nil))
        reader.note(made.records[2])
        reader.endSegment("log.jsonl")
        #expect(!reader.report.requests.contains { $0.cause?.id == .foregroundUnreported })
    }

    @Test func `a version that never reports the foreground is named`() throws {
        let reports = (0..<12).flatMap { number in
            ["DemoTV/1", "DemoTV/2"].map { app in
                var made = HandMade.launched()
                made.add(1, .app(.backgrounded), "FM-11", "checking")
                if app == "DemoTV/1" { made.add(2, .app(.foregrounded), "FM-11", "checking") }
                made.add(3, Self.signIn, "V2-F-06", "basicAuthFallback", [.present(PresentationID(1), .code(Self.code, notAfter: nil))])
                made.add(9, .app(.backgrounded), "FM-11", "basicAuthFallback")
                return Self.report(made, number, app: app)
            }
        }
        let first = try #require(Triage(reports).patterns.first)
        #expect(first.cause?.id == .foregroundUnreported)
        #expect(first.owner == .app)
        #expect(first.text.contains("12 of 12 with app DemoTV/2, 0 of 12 without. Owner: the app."), "\(first.text)")
    }

    // MARK: A page without a redirect

    @Test func `a page that never leads back is found with its setting, however each viewer left it`() throws {
        let triage = Triage(Fleet.redirects())
        let pattern = try #require(triage.patterns.first)
        #expect(pattern.id == .correlatedCause)
        #expect(pattern.cause?.id == .redirectMissing)
        #expect(pattern.owner == .app)
        #expect(pattern.correlation?.properties.map(\.name) == ["redirectURL"])
        #expect(
            pattern.text.contains(
                "12 of 12 with redirectURL https://wrong.example.com (otherwise https://right.example.com), 0 of 12 without. Owner: probably the app, not the viewer, because it comes with redirectURL"
            ),
            "\(pattern.text)")
        #expect(pattern.text.contains("the provider's page was closed without a redirect: 3)"))
        let variants = pattern.parameters.first { $0.name == "variants" }
        #expect(variants?.value == .texts(["canceled-by-viewer", "unanswered-at-screen", "ended-in-background", "page-closed"]))
        #expect(!triage.patterns.contains { $0.cause?.id == .pageClosed }, "its variants say nothing more")
    }

    @Test func `one variant, and pages that every setting has, are no family`() {
        let one = Triage(Fleet.redirects(variants: 1)).patterns
        #expect(one.first?.cause?.id == .pageClosed)
        #expect(!(one + Triage(Fleet.redirects(failing: 12)).patterns).contains { $0.cause?.id == .redirectMissing })
    }

    // MARK: Sign-ins after an expiry

    @Test func `new sign-ins after an expiry are in the summary with dates, also if all was fulfilled`() throws {
        let triage = Triage(Fleet.showing(.signedInAgain))
        #expect(triage.launches.allSatisfy { $0.report.unfulfilled.isEmpty })
        let sentence = try #require(triage.summary.first)
        #expect(
            sentence.hasPrefix(
                "4 sign-ins expired before a launch or while the app ran, on 4 dates from 2026-01-01 to 2026-01-04. 4 viewers had to sign in again."
            ),
            "\(sentence)")
        let lines = Triage(Fleet.showing(.signedInAgain) + Fleet.showing(.correlatedCause)).lines(Look(utc: true), of: 28)
        let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(
            text.contains(
                "Kept sign-ins that had expired Dish: 4, on 4 dates from 2026-01-01 to 2026-01-04. 4 viewers had to sign in again."))
    }

    @Test func `sign-ins that expire at one time of day are reported with their dates`() throws {
        let sentence = try #require(Triage(Fleet.showing(.fixedTimeOfExpiry)).summary.first)
        #expect(
            sentence.hasPrefix("4 of 4 kept sign-ins expired at 00:00:00Z, on 4 dates from 2026-01-01 to 2026-01-10, no matter when they"),
            "\(sentence)")
    }

    @Test func `a sign-in that was renewed without the viewer, and few viewers, are not reported`() {
        let few = Fleet.showing(.signedInAgain).prefix(2)
        #expect(!Triage(few).patterns.contains { $0.id == .signedInAgain })
        let silent = (0..<4).map { number in
            var kept = PersistedState()
            kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .appleSSO, notAfter: Script.instant(Double(number) * 5000))
            var made = HandMade.launched(at: 90_000, keeping: kept)
            let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .appleSSO, notAfter: Script.instant(900_000))
            made.add(90_001, HandMade.reply(1, .profiles([profile])), "V2-C-26", "deciding", [.keep(.profile(profile))])
            return Self.report(made, number)
        }
        #expect(!Triage(silent).patterns.contains { $0.id == .signedInAgain })
    }
}

/// What a single launch alone seems to show, and what is behind it.
@Suite("Triage: settings and accounts behind a failure") struct TriageBehindTests {
    private static let wish = WishID(1)
    private static let refused = Effect.answer(wish, .refused(Refusal(reason: .canceled)))

    private static func report(_ settings: FlowSettings = Script.settings, _ more: (inout HandMade) -> Void) -> LaunchReport {
        var made = HandMade.launched()
        more(&made)
        return made.report("log.jsonl", header: LogHeader(app: "DemoTV/1.0", support: "A", settings: settings))
    }

    /// A code that expires after two minutes; `end`: when, as Adobe states it.
    private static func expired(_ end: Instant?, lifetime: Interval = .seconds(120)) -> LaunchReport {
        var settings = Script.settings
        settings.policy.sessionLifetime = lifetime
        return report(settings) { made in
            made.add(0.5, .user(.signIn(wish)), "V2-F-05", "basicAuthFallback", [HandMade.call(1, .configuration)])
            made.add(
                1, .reply(RequestID(1), Reply(.done)), "V2-F-06", "basicAuthFallback",
                [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: end))])
            made.add(121, .timer(TimerID(1)), "V2-F-15", "basicAuthFallback", [.present(PresentationID(2), .codeExpired)])
            made.add(125, .user(.chose(PresentationID(2), .cancel)), "V2-F-20", "registered", [refused])
        }
    }

    @Test func `a code that the app's policy gave up early is the app's, one that Adobe limits is Adobe's`() throws {
        let given = try #require(Self.expired(nil).requests.first?.cause)
        #expect(given.id == .codeGivenUp)
        #expect(given.owner == .app)
        #expect(given.text.contains("after 2 min") && given.text.contains("sessionLifetime decided"), "\(given.text)")
        let stated = try #require(Self.expired(Script.instant(121)).requests.first?.cause)
        #expect(stated.id == .codeExpired)
        #expect(stated.owner == .adobe)
        let long = try #require(Self.expired(nil, lifetime: .seconds(1800)).requests.first?.cause)
        #expect(long.id == .codeExpired, "half an hour is long enough")
        #expect(long.owner == .viewer)
    }

    /// A user agent whose page leads back at event 3; `choice`: how the viewer left it.
    private static func left(_ choice: Choice, grace: Interval, plays: Bool = false) -> LaunchReport {
        var settings = Script.settings
        settings.policy.userAgentGrace = grace
        return report(settings) { made in
            made.add(
                1, .user(.signIn(wish)), "V2-F-04", "basicAuthFallback",
                [.present(PresentationID(1), .userAgent(link: SecretRef(.link, 1)))])
            made.add(60, .user(.chose(PresentationID(1), choice)), "V2-F-10", "basicAuthFallback")
            if plays {
                made.add(60.1, .user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn)), "FM-16", "basicAuthFallback")
            }
            made.add(60.3, .reply(RequestID(9), Reply(.profiles([]))), "V2-F-20", "registered", [refused])
        }
    }

    @Test func `a page that led back is no cancellation: the flow stopped waiting for the provider`() throws {
        let cause = try #require(Self.left(.redirectReached, grace: .seconds(0)).requests.first?.cause)
        #expect(cause.id == .redirectUnconfirmed)
        #expect(cause.owner == .app)
        #expect(cause.evidence.map(\.event) == [3, 4])
        #expect(try #require(Self.left(.redirectReached, grace: .seconds(15)).requests.first?.cause).owner == .provider)
        #expect(Self.left(.userAgentClosed, grace: .seconds(0)).requests.first?.cause?.id == .pageClosed)
        #expect(Self.left(.cancel, grace: .seconds(0)).requests.first?.cause?.id == .canceledByViewer)
        #expect(Self.left(.redirectReached, grace: .seconds(15), plays: true).requests.first?.cause?.id == .redirectUnconfirmed)
    }

    /// A sign-out that asks the viewer to sign out in Settings, which the viewer closes; then these events happen.
    private static func signedOut(_ after: [FlowEvent.Origin]) -> [FlowCause.ID] {
        report { made in
            made.add(
                1, .user(.signOut(wish)), "V2-E-05", "loggedOut",
                [.answer(wish, .signedOut(owed: false, settings: true)), .present(PresentationID(1), .signOutInSettings)])
            for (index, event) in after.enumerated() { made.add(Double(index) + 5, event, "V2-E-05", "loggedOut") }
        }.findings.map(\.id)
    }

    @Test func `a viewer who closes the request to sign out in Settings stays signed in on the device`() {
        let closes = FlowEvent.Origin.user(.chose(PresentationID(1), .done))
        #expect(Self.signedOut([closes]) == [.accountLeftOnDevice])
        #expect(Self.signedOut([]).isEmpty, "it is still shown")
        #expect(Self.signedOut([.app(.backgrounded), .app(.foregrounded), closes]).isEmpty, "the viewer may have been in Settings")
        #expect(Self.signedOut([closes, .app(.backgrounded)]).isEmpty, "the viewer may go there now")
        #expect(Self.signedOut([.user(.chose(PresentationID(9), .done))]).isEmpty, "another screen")
    }

    @Test func `once one version says that the API has ended, other versions' failures count as that`() throws {
        func launch(_ number: Int, _ api: FlowSettings.API, isNew: Bool, fails: Bool) -> LaunchReport {
            var settings = Script.settings
            settings.api = api
            var made = HandMade.launched()
            made.add(1, .user(.signIn(Self.wish)), "V1-10", "checking", [HandMade.call(1, .configuration)])
            let failure = Reply(.failed(.status(http: 403)))
            let problem = Problem(reason: isNew ? .apiEnded : .service, options: [.cancel])
            made.add(
                2, .reply(RequestID(1), fails ? failure : Reply(.profiles([]))), "V1-50", "checking",
                fails
                    ? [.present(PresentationID(1), .problem(problem))]
                    : [.answer(Self.wish, .signedOut(owed: false, settings: false))])
            if fails { made.add(3, .user(.chose(PresentationID(1), .cancel)), "FM-16", "registered", [Self.refused]) }
            return made.report(
                "\(number)/log.jsonl", header: LogHeader(app: isNew ? "DemoTV/2" : "DemoTV/1", support: "\(number)", settings: settings))
        }
        let reports = (0..<40).map { number in
            launch(number, number % 4 < 2 ? .restV1 : .restV2, isNew: number % 4 == 0, fails: number % 4 < 2)
        }
        let patterns = Triage(reports).patterns
        let ended = try #require(patterns.first)
        #expect(ended.cause?.id == .apiEnded)
        #expect(ended.text.contains("20 of 20 with api restV1, 0 of 20 without"), "\(ended.text)")
        #expect(ended.text.contains("Versions that do not recognize it report something else"), "\(ended.text)")
        #expect(!patterns.contains { $0.cause?.id == .canceledAtProblem })
    }
}
