import FlowMachine
import Testing

@testable import FlowReading

/// What launches tried, how often, and since when.
@Suite("Triage: launches that could have shown a finding") struct TriageDenominatorTests {
    private static let day = 86_400.0
    private static let resource = SecretRef(.resource, 1)

    private static func launched(at start: Double = 0, _ provider: String? = nil) -> HandMade {
        var kept = PersistedState()
        kept.provider = provider.map { RememberedProvider(mvpd: Flows.mvpd($0)) }
        return HandMade.launched(at: start, keeping: kept)
    }

    private static func report(
        _ made: HandMade, _ number: Int, app: String = "DemoTV/1", system: String? = nil, _ change: (inout FlowSettings) -> Void = { _ in }
    ) -> LaunchReport {
        var settings = Script.settings
        change(&settings)
        return made.report("\(number)/log.jsonl", header: LogHeader(app: app, system: system, support: "\(number)", settings: settings))
    }

    // MARK: Codes

    /// A sign-in with a code, which the viewer completes or cancels.
    private static func code(at start: Double, completes: Bool) -> HandMade {
        var made = launched(at: start)
        made.add(
            start + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback",
            [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
        let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e6))
        if completes {
            made.add(
                start + 30, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
                [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
        } else {
            made.add(
                start + 90, .user(.chose(PresentationID(1), .cancel)), "V2-F-20", "registered",
                [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
        }
        return made
    }

    @Test func `only launches that showed a code are compared if nobody signs in with a code`() throws {
        let reports = (0..<60).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            return Self.report(
                number < 24 ? Self.code(at: start, completes: !isNew) : Self.launched(at: start), number,
                app: isNew ? "DemoTV/2" : "DemoTV/1", system: "tvOS 27.\(number / 2 % 2)")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("12 of 24 launches that showed a code: 12 of 12 with app DemoTV/2, 0 of 12 without."), "\(found.text)")
        #expect(found.text.contains("tvOS 27.0/27.1 alike."), "\(found.text)")
        #expect(found.owner == .app)
        #expect(found.whose == "Owner: probably the app, not the viewer, because it comes with app DemoTV/2.")
    }

    /// A sign-in on the provider's page.
    private static func page(at start: Double) -> HandMade {
        var made = launched(at: start)
        made.add(
            start + 1, .user(.signIn(WishID(1))), "V2-F-04", "basicAuthFallback",
            [.present(PresentationID(1), .userAgent(link: SecretRef(.link, 1)))])
        let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e6))
        made.add(
            start + 30, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
            [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
        return made
    }

    /// Launches of televisions, which show codes, and of phones, which show pages, or codes if their settings say so.
    private static func screens(_ showsCode: (_ isNew: Bool) -> Bool) -> [LaunchReport] {
        (0..<90).map { number in
            let (start, isNew, isPhone) = (Double(number) * 600, number % 2 == 0, number % 3 != 0)
            let isCode = !isPhone || showsCode(isNew)
            return report(
                isCode ? code(at: start, completes: !isPhone) : page(at: start), number, app: isNew ? "DemoTV/2" : "DemoTV/1"
            ) { ($0.platform, $0.hasUserAgent) = (isPhone ? .iOS : .tvOS, !isCode) }
        }
    }

    @Test func `a setting that shows a code on phones explains why viewers cancel there`() throws {
        let found = try #require(Triage(Self.screens { $0 }).patterns.first)
        #expect(
            found.text.contains(
                "30 of 60 launches that showed the provider's page or a code, on platforms that showed both: 30 of 30 with hasUserAgent no, which are those with app DemoTV/2, 0 of 30 without."
            ), "\(found.text)")
        #expect(found.text.contains("The flow cannot open the provider's page, so it shows a code for a second screen."))
        #expect(found.owner == .app)
    }

    @Test func `codes that phones have always shown are compared among codes`() throws {
        let found = try #require(Triage(Self.screens { _ in true }).patterns.first)
        #expect(found.text.contains("60 of 90 launches: 60 of 60 with platform iOS"), "\(found.text)")
        #expect(found.owner == .viewer)
    }

    // MARK: Times

    private static func played(at start: Double, _ provider: String, isDenied: Bool) -> HandMade {
        var made = launched(at: start, provider)
        made.add(start + 1, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-01", "deciding")
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
        let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(start + 400))
        let answer =
            isDenied ? WishAnswer.denied(resource: resource, error: error) : .permitted(resource: resource, media: media, source: .mvpd)
        made.add(start + 2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    private static func denials(_ isDenied: (Int) -> Bool) -> [LaunchReport] {
        (0..<80).map { number in
            report(
                played(at: Double(number) * 3600, number % 4 == 0 ? "Dish" : "Cox", isDenied: isDenied(number)), number,
                app: number % 8 < 4 ? "DemoTV/1" : "DemoTV/2")
        }
    }

    @Test func `a provider that denies since some time is named with the time, and with the launches before`() throws {
        let found = try #require(Triage(Self.denials { $0 % 4 == 0 && $0 >= 40 || $0 % 20 == 5 }).patterns.first)
        #expect(found.text.contains("10 of 10 with provider Dish from 2026-01-02 16:00:00Z on"), "\(found.text)")
        #expect(found.text.contains(", 0 of 10 before, 4 of 60 without."), "\(found.text)")
        #expect(
            found.text.contains("DemoTV/1 (5 of 5) and DemoTV/2 (5 of 5) alike, so no version of the app is to blame."), "\(found.text)")
        #expect(!found.text.contains("That is usual"))
        #expect(found.evidence.first { $0.role == .bad }?.file == "40/log.jsonl")
        #expect(found.example.hasPrefix("40/log.jsonl: "))
    }

    @Test func `a provider that denies now and then is usual`() throws {
        let found = try #require(Triage(Self.denials { $0 % 8 == 0 || $0 % 20 == 4 }).patterns.first)
        #expect(found.correlation?.properties.map(\.name) == ["provider"], "\(found.text)")
        #expect(found.text.contains("That is usual: each provider sells other packages. Owner: the TV provider."), "\(found.text)")
    }

    // MARK: Tokens

    private static func tokens(every seconds: Double, _ count: Int, refused: Bool = false) -> HandMade {
        var made = launched()
        for number in 0..<count {
            let now = 1 + Double(number) * seconds
            if refused, number > 0 { made.add(now - 0.5, HandMade.reply(2, .failed(.unauthorized(nil))), "V2-A-12", "checking") }
            let token = AccessToken(ref: SecretRef(.token, Int64(number + 1)), notAfter: Script.instant(now + 21_600))
            made.add(
                now, .reply(RequestID(1), Reply(.token(token), serverTime: Script.instant(now))), "V2-A-05", "checking",
                [.keep(.token(token))])
        }
        return made
    }

    @Test func `tokens that are replaced long before their expiry are a finding of the app's`() throws {
        let finding = try #require(Self.report(Self.tokens(every: 180, 6), 1).findings.first)
        #expect(finding.id == .tokensReplacedEarly && finding.owner == .app)
        #expect(finding.text.hasPrefix("The flow requested 5 access tokens within 15 min, about one every 3 min"), "\(finding.text)")
        #expect(finding.advice.contains("policy.tokenMargin"))
        #expect(Self.report(Self.tokens(every: 180, 4), 1).findings.isEmpty, "few")
        #expect(Self.report(Self.tokens(every: 20_000, 9), 1).findings.isEmpty, "near their expiry")
        #expect(Self.report(Self.tokens(every: 180, 9, refused: true), 1).findings.isEmpty, "Adobe refused them")
    }

    // MARK: Quiet folders

    @Test func `a quiet folder tells new devices and expired sign-ins by version`() throws {
        let reports = (0..<24).map { number in
            Self.report(
                Self.launched(at: Double(number) * 60, number < 6 ? nil : "Dish"), number, app: number < 12 ? "DemoTV/2" : "DemoTV/1")
        }
        var counts = TriageCounts()
        for report in reports { counts.add(report, nil) }
        #expect(
            counts.balance.sentence(.utc)
                == "6 of 24 devices were new and began with an empty vault (6 with DemoTV/2). No sign-in was lost before its expiry.")
    }

    @Test func `a quiet folder tells the week in which most of the new devices began`() {
        func sentence(_ week: Double) -> String? {
            var counts = TriageCounts()
            for number in 0..<60 {
                let start = number < 20 ? Double(number) * 86_400 : 10 * 86_400 + Double(number - 20) * week
                counts.add(Self.report(Self.launched(at: start, number % 20 == 0 ? "Dish" : nil), number), nil)
            }
            return counts.balance.sentence(.utc)
        }
        #expect(
            sentence(3600)?.contains(
                " 46 of them began from 2026-01-06 to 2026-01-13: with more new viewers, more sign-ins are begun, and more are left unfinished."
            ) == true, "\(sentence(3600) ?? "")")
        #expect(sentence(40_000)?.contains("began from") == false, "\(sentence(40_000) ?? "")")
    }
}
