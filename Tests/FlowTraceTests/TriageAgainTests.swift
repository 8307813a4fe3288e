import FlowMachine
import FlowSimulation
import Testing

@testable import FlowReading

/// Viewers who must sign in again although no request failed.
@Suite struct TriageAgainTests {
    private static let resource = SecretRef(.resource, 1)
    private static let play = FlowEvent.Origin.user(.play(WishID(1), resource: resource, under: .signedIn))
    private static let code = [Effect.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: Script.instant(90_000)))]

    private static func profile(until end: Double, _ type: ProfileType = .regular) -> Profile {
        Profile(mvpd: Flows.mvpd("Dish"), type: type, notAfter: Script.instant(end))
    }

    /// A launch that found this sign-in in the vault.
    private static func launched(_ profile: Profile, at start: Double = 0) -> HandMade {
        var kept = PersistedState()
        kept.profile = profile
        return HandMade.launched(at: start, keeping: kept, [HandMade.call(1, .profiles(status: nil))])
    }

    private static func report(
        _ made: HandMade, _ number: Int = 0, app: String = "DemoTV/1.0", system: String? = nil, platform: FlowSettings.Platform = .tvOS
    ) -> LaunchReport {
        var settings = Script.settings
        settings.platform = platform
        return made.report(
            "\(app)/\(number)/log.jsonl", header: LogHeader(app: app, system: system, support: "\(app) \(number)", settings: settings))
    }

    // MARK: A sign-in that ends early

    /// A play that Adobe answers with this code; then the viewer is shown where to sign in, after these events.
    private static func rejected(_ code: String, of profile: Profile, before: [FlowEvent.Origin] = []) -> [FlowCause.ID] {
        report(rejected(code, of: profile, before: before)).findings.map(\.id)
    }

    private static func rejected(_ code: String, of profile: Profile, before: [FlowEvent.Origin] = [], at start: Double = 0) -> HandMade {
        var made = launched(profile, at: start)
        made.add(start + 1, HandMade.reply(1, .profiles([profile])), "V2-B-09", "deciding")
        for event in before { made.add(start + 1.5, event, "V2-E-05", "deciding") }
        let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: resource, status: nil, identity: nil))
        made.add(start + 2, play, "V2-D-10", "deciding", [call])
        let error = AdobeError(action: .authentication, status: 403, code: ErrorCode(code))
        let denied = Reply.Result.decisions([AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)])
        made.add(start + 3, HandMade.reply(2, denied), "V2-D-14", "checking", [HandMade.call(3, .profiles(status: nil))])
        made.add(start + 4, HandMade.reply(3, .profiles([])), "V2-F-01", "basicAuthFallback", self.code)
        return made
    }

    @Test func `a sign-in that the provider rejects before its expiry is a cause, although nothing failed`() throws {
        let report = Self.report(Self.rejected("identity_not_recognized_by_mvpd", of: Self.profile(until: 80_000)))
        let cause = try #require(report.findings.first)
        #expect(cause.id == .signInEnded)
        #expect(cause.kind.words == "a sign-in ended before its stated expiry (identity_not_recognized_by_mvpd)")
        #expect(cause.owner == .provider)
        #expect(cause.evidence.map(\.event) == [4, 5])
        #expect(cause.cause.decisive?.number == 4, "the event that ended the sign-in, not the one that shows the code")
        let home = Self.report(Self.rejected("authorization_denied_by_hba_policies", of: Self.profile(until: 80_000)))
        #expect(home.findings.first?.text.contains("in the home network only") == true)
    }

    @Test func `a sign-in that expires, that the viewer ends, or that a client lacks did not end early`() {
        #expect(Self.rejected("x", of: Self.profile(until: 200)).isEmpty, "clocks differ by minutes")
        #expect(Self.rejected("x", of: Self.profile(until: 80_000), before: [.user(.signOut(WishID(2)))]).isEmpty)
        var again = Self.launched(Self.profile(until: 80_000))
        again.add(
            1, HandMade.reply(1, .registered(client: SecretRef(.client, 1))), "V2-A-03", "registered",
            [.keep(.client(SecretRef(.client, 1)))])
        again.add(2, HandMade.reply(1, .profiles([])), "V2-F-01", "basicAuthFallback", Self.code)
        #expect(Self.report(again).findings.isEmpty)
    }

    @Test(arguments: [ProfileType.regular, .appleSSO])
    func `a sign-in that Adobe no longer has is a cause, unless the account on the device may have changed`(type: ProfileType) {
        let profile = Self.profile(until: 80_000, type)
        var made = Self.launched(profile)
        made.add(1, HandMade.reply(1, .profiles([])), "V2-F-01", "basicAuthFallback", Self.code)
        #expect(Self.report(made).findings.map(\.id) == (type == .regular ? [.signInEnded] : []))
    }

    @Test func `a cause of a release is compared with the versions of all who have it`() throws {
        let reports = (0..<24).map { number -> LaunchReport in
            let day = Double(number) / 4
            let fails = day >= 4
            let profile = Self.profile(until: 8e6)
            var made =
                fails
                ? Self.rejected("identity_not_recognized_by_mvpd", of: profile, at: day * 86_400) : Self.launched(profile, at: day * 86_400)
            if !fails { made.add(day * 86_400 + 1, HandMade.reply(1, .profiles([profile])), "V2-B-09", "deciding") }
            return Self.report(made, number, app: day >= 3 && number % 2 == 0 ? "DemoTV/2.0" : "DemoTV/1.0")
        }
        let first = try #require(Triage(reports).summary.first)
        #expect(
            first.contains(
                "DemoTV/2.0 is first seen at 2026-01-04 00:00:00Z, less than two days before, but 4 launches with another version have it."
            ),
            "\(first)")
    }

    // MARK: Sign-outs

    private static func returned(after seconds: Double, tapped: Bool = false) -> HandMade {
        var made = launched(profile(until: 80_000))
        made.add(10, .app(.backgrounded), "FM-10", "deciding")
        made.add(3610, .app(.foregrounded), "FM-10", "deciding")
        if tapped { made.add(3610.5, .user(.chose(PresentationID(1), .cancel)), "FM-16", "deciding") }
        made.add(
            3610 + seconds, .user(.signOut(WishID(1))), "V2-E-01", "loggedOut",
            [.answer(WishID(1), .signedOut(owed: false, settings: false))])
        return made
    }

    @Test func `a sign-out right after the return from the background is the app's, a later one is not`()
        throws
    {
        let cause = try #require(Self.report(Self.returned(after: 1.1)).findings.first)
        #expect(cause.id == .signedOutAtReturn)
        #expect(cause.owner == .app)
        #expect(cause.text.contains("1.1 s after it returned from the background, where it had been for 60 min"), "\(cause.text)")
        #expect(Self.report(Self.returned(after: 2.5)).findings.isEmpty)
        #expect(Self.report(Self.returned(after: 1.5, tapped: true)).findings.isEmpty)
    }

    @Test func `sign-outs of one version and one system are named with both, and with the time since when`() throws {
        let reports = (0..<60).map { number -> LaunchReport in
            let isNew = number % 3 > 0
            let system = number % 2 == 0 ? "iOS 18.\(number % 5)" : "iOS 26.1"
            let fails = isNew && number % 2 == 0 && number >= 20
            return Self.report(
                Self.returned(after: fails ? 1 : 9), number, app: isNew ? "DemoTV/2.0" : "DemoTV/1.0", system: system,
                platform: .iOS)
        }
        let first = try #require(Triage(reports).summary.first)
        #expect(first.contains("with app DemoTV/2.0 and system iOS 18, 0 of"), "\(first)")
    }

    // MARK: Sign-ins that expire

    @Test func `sign-ins of one evening that expire together are no fault`() throws {
        let reports = (0..<12).map { number -> LaunchReport in
            let end = 4000 + Double(number) * 600
            var made = Self.launched(Self.profile(until: end))
            made.add(
                1, HandMade.reply(1, .profiles([Self.profile(until: end)])), "V2-B-09", "deciding",
                [.keep(.profile(Self.profile(until: end))), .arm(TimerID(1), .profileExpiry, at: Script.instant(end))])
            made.add(end + 1, .timer(TimerID(1)), "V2-B-16", "checking", [HandMade.call(2, .profiles(status: nil))])
            made.add(end + 2, HandMade.reply(2, .profiles([])), "V2-F-01", "basicAuthFallback", Self.code)
            made.add(
                end + 60, HandMade.reply(3, .profiles([Self.profile(until: 9e6)])), "V2-F-14", "deciding",
                [.keep(.profile(Self.profile(until: 9e6)))])
            return Self.report(made, number)
        }
        #expect(reports.allSatisfy { $0.findings.map(\.id) == [.signInExpired] })
        let pattern = try #require(Triage(reports).patterns.first)
        #expect(pattern.id == .signedInAgain)
        #expect(pattern.text.contains("12 viewers had to sign in again. 12 of them expired within 110 min"), "\(pattern.text)")
        // If all sign-ins have one lifetime, their ends are no fault of the provider.
        var expiries = Expiries(.utc)
        for report in reports.prefix(4) { expiries.add(report, isFirst: true) }
        let due = try #require(expiries.signedInAgain((length: 2_592_000_000, count: 73)))
        #expect(
            due.text.contains(" All 73 sign-ins in the logs were granted for 30 d, so these ended when they were due. Owner: nobody."),
            "\(due.text)")
        #expect(expiries.signedInAgain(nil)?.text.contains("Owner: the TV provider, which sets how long a sign-in is valid.") == true)
        // A degradation rule signs viewers in for a short time, so the lifetime of the others says nothing.
        let degraded = Profile(mvpd: Flows.mvpd("Dish"), type: .degraded, notAfter: Script.instant(1))
        expiries.add(Self.report(Self.launched(degraded, at: 100), 99), isFirst: true)
        #expect(expiries.signedInAgain((length: 2_592_000_000, count: 73))?.text.contains("were granted for") == false)
        #expect(pattern.text.contains("Nothing is wrong."))
    }

    @Test func `a third property is named if it tells all exceptions`() throws {
        typealias Property = Correlation.Property
        func units(_ isIn: (Int) -> Bool) -> CorrelationFinder.Units {
            var units = CorrelationFinder.Units(120)
            for unit in 0..<120 where isIn(unit) { units.insert(unit) }
            return units
        }
        let finder = CorrelationFinder(
            total: 120,
            [
                Property(name: "app", value: "A/2"): units { $0 % 2 == 0 }, Property(name: "vault", value: "empty"): units { $0 % 3 == 0 },
                Property(name: "platform", value: "iOS"): units { $0 % 5 < 3 },
            ])
        let found = try #require(finder.correlation(units { $0 % 6 == 0 && $0 % 5 < 3 }, times: [], of: 4))
        #expect(found.text == "12 of 12 with app A/2 and vault empty and platform iOS, 0 of 108 without")
    }

    // MARK: Who comes back

    @Test func `viewers who come back long after their sign-in expired differ from those who expire daily`() throws {
        func sentence(_ absent: Double, every spacing: Double) -> String {
            var expiries = Expiries(.utc)
            for number in 0..<20 {
                let start = 8e6 + Double(number) * spacing
                var made = Self.launched(Self.profile(until: start - absent * 86_400), at: start)
                made.add(start + 1, HandMade.reply(2, .profiles([])), "V2-F-01", "basicAuthFallback", Self.code)
                made.add(
                    start + 60, HandMade.reply(3, .profiles([Self.profile(until: 9e8)])), "V2-F-14", "deciding",
                    [.keep(.profile(Self.profile(until: 9e8)))])
                expiries.add(Self.report(made, number), isFirst: true)
            }
            return expiries.signedInAgain(nil)?.text ?? ""
        }
        let back = sentence(20, every: 3600)
        #expect(
            back.contains(
                " 20 of them were found in launches from 2026-04-03 to 2026-04-04, half of them 20 d or more after the expiry: viewers came back after a long time without the app."
            ), "\(back)")
        #expect(!sentence(1, every: 3600).contains("came back"))
        #expect(!sentence(20, every: 200_000).contains("came back"))
    }
}
