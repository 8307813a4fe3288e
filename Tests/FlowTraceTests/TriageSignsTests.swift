import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Further signs of a fault, and what is compared with it.
@Suite("Triage: the signs of one fault") struct TriageSignsTests {
    private static let (hour, day) = (3600.0, 86_400.0)

    private static func launched(at start: Double, provider: String) -> HandMade {
        var kept = PersistedState()
        kept.provider = RememberedProvider(mvpd: Flows.mvpd(provider))
        return HandMade.launched(at: start, keeping: kept)
    }

    /// A sign-in, with a code or on the provider's page, which the viewer completes or leaves.
    private static func signIn(at start: Double, provider: String, onPage: Bool, isCompleted: Bool) -> HandMade {
        var made = launched(at: start, provider: provider)
        if isCompleted {
            made.signIn(onPage ? .page : .code, at: start + 4, provider: provider)
            return made
        }
        let link = SecretRef(.code, 1)
        let screen = Effect.present(PresentationID(1), onPage ? .userAgent(link: link) : .code(link, notAfter: nil))
        made.add(start + 4, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback", [screen])
        made.add(
            start + 200, .user(.chose(PresentationID(1), .cancel)), "FM-04", "registered",
            [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
        return made
    }

    // MARK: Sign-ins of one provider

    /// Codes of one provider that fail since a time, and some pages that fail since then.
    private static func failing(pages: (_ number: Int, _ provider: String) -> Bool) -> [LaunchReport] {
        let names = ["Cox", "Dish", "Spectrum", "Verizon"]
        let codes = (0..<160).map { number in
            let name = names[number % 4]
            return HandMade.report(
                signIn(at: Double(number) * hour, provider: name, onPage: false, isCompleted: name != "Cox" || number < 60),
                device: number)
        }
        let pages = (0..<40).map { number in
            let (name, start) = (names[number % 4], Double(number) * 4 * hour)
            return HandMade.report(
                signIn(at: start + 60, provider: name, onPage: true, isCompleted: number < 28 || !pages(number, name)),
                device: 200 + number, system: "iOS 26.0")
        }
        return codes + pages
    }

    @Test func `a few pages that fail with the codes of the same provider are a sign of the same fault`() throws {
        let joined = Triage(Self.failing { $1 == "Cox" }).patterns
        let found = try #require(joined.first)
        #expect(found.text.contains("with provider Cox from "), "\(found.text)")
        #expect(found.text.contains("It also shows as: canceled by the viewer at the provider's page (3 launches)."), "\(found.text)")
        #expect(joined.count == 1, "\(joined.map { $0.text })")
        // Pages of another provider, a page of another one among them, or a single page prove nothing.
        let others: [(Int, String) -> Bool] = [{ $1 == "Dish" }, { $1 == "Cox" || $0 == 29 }, { number, _ in number == 36 }]
        for pages in others {
            let apart = Triage(Self.failing(pages: pages)).patterns
            #expect(apart.count == 2 && apart.first?.text.contains("It also shows as") == false, "\(apart.map { $0.text })")
        }
    }

    @Test func `a launch in the page says which pattern counts its cause together with others`() {
        let made = Self.signIn(at: 0, provider: "Cox", onPage: false, isCompleted: false)
        #expect(
            Triage([HandMade.report(made, device: 1)]).html.contains("data-family=\"the code was shown, and nobody signed in with it\""))
    }

    @Test func `systems that make no difference are named, without one of which a few launches differ by chance`() throws {
        func text(completedOnFire count: Int) throws -> String {
            var fires = 0
            let reports = (0..<240).map { number in
                let (fails, isFire) = (number % 4 == 0 && number >= 60, number % 20 == 0 && number < 160)
                if fails && isFire { fires += 1 }
                let isCompleted = !fails || isFire && fires > 5 - count
                return HandMade.report(
                    Self.signIn(
                        at: Double(number) * Self.hour, provider: fails || number % 4 == 0 ? "Cox" : "Dish", onPage: false,
                        isCompleted: isCompleted),
                    device: number, app: isFire ? "DemoTV/1" : number % 8 == 0 ? "DemoTV/2" : "DemoTV/3",
                    system: isFire ? "Fire OS 8" : number % 8 == 0 ? "Roku OS 21" : "Roku OS 22")
            }
            return try #require(Triage(reports).patterns.first).text
        }
        let one = try text(completedOnFire: 1)
        #expect(one.contains("44 of 45 with provider Cox from ") && one.contains(" Roku OS 21/22 alike."), "\(one)")
        #expect(!one.contains("so no version of the app is to blame"), "a version may be to blame: \(one)")
        let all = try text(completedOnFire: 4)
        #expect(!all.contains("alike"), "\(all)")
    }

    // MARK: Single sign-on that Adobe declines

    /// Launches with an account. Half of them ask Adobe for Apple's single sign-on, which Adobe declines since a time.
    @Test func `declined single sign-on is compared with launches that asked for it`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let (start, asks, isLate) = (Double(number) * Self.hour, number % 2 == 0, number >= 60)
            var made = Self.launched(at: start, provider: "Dish")
            made.reportAccount("dish", at: start + 1, expiresIn: 9e6)
            if asks {
                let status = PartnerStatus(permission: .granted, mapping: PlatformMappingID("dish"), expiry: Script.instant(start + 9e6))
                made.add(
                    start + 2, .user(.signIn(WishID(1))), "V2-C-09", "partnerAuth",
                    [HandMade.call(1, .partnerSession(status: status))])
                if isLate {
                    let session = OpenSession(
                        code: SecretRef(.code, 1), notAfter: nil, link: nil, mvpd: Flows.mvpd("Dish"), reason: .configurationFallback)
                    made.add(
                        start + 3, HandMade.reply(1, .session(.authenticate(session))), "V2-C-18", "basicAuthFallback",
                        [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
                }
                let profile = Profile(
                    mvpd: Flows.mvpd("Dish"), type: isLate ? .regular : .appleSSO, notAfter: Script.instant(start + 9e6))
                made.add(
                    start + 30, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
                    [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
            }
            return HandMade.report(made, device: number, app: number % 4 < 2 ? "DemoTV/1" : "DemoTV/2")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains(
                "30 of 60 launches that asked Adobe for Apple's single sign-on: 30 of 30 from 2026-01-03 12:00:00Z on, 0 of 30 before."),
            "\(found.text)")
        #expect(found.text.contains("DemoTV/1 (15 of 15) and DemoTV/2 (15 of 15) alike"), "\(found.text)")
        // That these viewers see a code is the same fault, not one of the provider's.
        #expect(!Triage(reports).patterns.contains { $0.owner == .provider }, "\(Triage(reports).patterns.map { $0.text })")
    }

    // MARK: Advice

    /// Launches that preview in vain, with one call or several, and play.
    @Test func `if a version makes more calls and is refused, the advice is to find out why`() throws {
        let reports = (0..<80).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            var made = HandMade.launched(at: start)
            for row in Int64(1)...(isNew ? 6 : 1) {
                let resources = [SecretRef(.resource, row)]
                made.add(
                    start + Double(row), .user(.preview(WishID(row), resources: resources)), "V2-D-06", "deciding",
                    [HandMade.call(row, .preauthorize(Flows.mvpd("Dish"), resources: resources, status: nil))])
                made.add(
                    start + Double(row) + 0.5, HandMade.reply(row, .decisions([])), "V2-D-08", "deciding",
                    [.answer(WishID(row), .previewed([]))])
            }
            made.add(start + 20, .user(.play(WishID(8), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            let refused = WishAnswer.refused(Refusal(reason: .service))
            made.add(
                start + 21, HandMade.reply(8, .failed(.throttled)), "V2-D-13", "deciding",
                [.answer(WishID(8), isNew ? refused : HandMade.permitted)])
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.owner == .app && found.cause?.id == .refusedService, "\(found.text)")
        #expect(found.advice.hasPrefix("Find out why the app makes so many preview calls: "), "\(found.advice)")
    }

    @Test func `calls that have no answer with one system are reported to its maker`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * Self.hour, number % 3 == 0)
            var made = HandMade.launched(at: start)
            let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: HandMade.resource, status: nil, identity: nil))
            made.add(start + 2, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
            let result: Reply.Result = isNew ? .failed(.transport(.connection)) : .decisions([])
            let answer = isNew && number % 2 == 0 ? HandMade.unreachable : HandMade.permitted
            made.add(start + 3, HandMade.reply(2, result), "V2-X-01", "deciding", [.answer(WishID(1), answer)])
            return HandMade.report(made, device: number, system: isNew ? "Fire OS 9.1" : "Fire OS 9.0")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.id == .correlatedObservation && found.whose.contains("(Amazon)"), "\(found.text)")
        #expect(found.advice.hasPrefix("Report it to Amazon"), "\(found.advice)")
    }

    /// A version that fails on Apple's devices only, where the setting `partner` is another one.
    @Test func `what only devices of one kind have is no setting to set back`() throws {
        let refused = WishAnswer.refused(Refusal(reason: .service))
        let reports = (0..<160).map { number -> LaunchReport in
            let (start, isApple, isNew) = (Double(number) * Self.hour, number % 2 == 0, number % 4 < 2)
            var made = HandMade.launched(at: start)
            made.add(start + 2, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(
                start + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), isApple && isNew ? refused : HandMade.permitted)])
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1") {
                $0.partner = isApple ? .apple : .absent
                $0.platform = isApple ? (number % 8 < 4 ? .tvOS : .iOS) : .other
            }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.correlation?.properties.contains { $0.name == "partner" } == true, "\(found.text)")
        #expect(!found.advice.hasPrefix("Set "), "\(found.advice)")
    }

    // MARK: Later signs

    /// All plays are refused since a time. Later, calls of the same devices are repeated, on one system only.
    @Test func `requests that are fulfilled after failures may be a later sign of what makes others fail`() throws {
        let reports = (0..<200).map { number -> LaunchReport in
            let (start, isTV) = (Double(number) * Self.hour, number % 2 == 0)
            var made = HandMade.launched(at: start)
            let refused = WishAnswer.refused(Refusal(reason: .service))
            made.add(start + 2, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(
                start + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), number >= 60 ? refused : HandMade.permitted)])
            let call = HandMade.call(2, .profiles(status: nil))
            made.add(start + 4, .user(.signIn(WishID(2))), "V2-B-05", "checking", [call])
            if isTV, number >= 120 { made.add(start + 5, HandMade.reply(2, .failed(.throttled)), "V2-X-01", "checking", [call]) }
            let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(start + 9e6))
            made.add(
                start + 6, HandMade.reply(2, .profiles([profile])), "V2-F-13", "deciding",
                [.keep(.profile(profile)), .answer(WishID(2), .signedIn(.profile(profile)))])
            return HandMade.report(made, device: number, system: isTV ? "tvOS 26" : "Roku OS 15")
        }
        let patterns = Triage(reports).patterns
        let found = try #require(patterns.first { $0.cause?.id == .refusedService })
        #expect(found.text.contains("It also shows as: fulfilled, after calls had failed: 429, throttled (40 launches)."), "\(found.text)")
        #expect(!patterns.contains { $0.cause?.id == .fulfilledAfterFailures }, "\(patterns.map { $0.text })")
    }

    @Test func `a launch with another cause is not compared with the one that has the cause`() throws {
        let reports = (0..<80).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * Self.hour, number >= 40)
            let answer = isNew ? WishAnswer.refused(Refusal(reason: .service)) : number == 39 ? HandMade.denied() : HandMade.permitted
            var made = HandMade.launched(at: start)
            made.add(start + 2, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(start + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.evidence.first { $0.role == .good }?.file == "38/log-0.jsonl", "\(found.evidence)")
    }

    // MARK: The background

    @Test func `sign-ins that expired stand below a cause that something explains`() throws {
        func again(_ reports: [LaunchReport]) throws -> TriagePattern {
            try #require(Triage(reports).patterns.first { $0.id == .signedInAgain })
        }
        #expect(try !again(Fleet.showing(.signedInAgain)).isBackground)
        #expect(try again(Fleet.showing(.signedInAgain) + Fleet.showing(.correlatedCause)).isBackground)
    }
}
