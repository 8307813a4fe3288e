import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// What launches with a cause have in common: the page for codes, a kind of device, the time of day at which they begin, or an account.
@Suite("Triage: what launches have in common names who can act") struct TriageCommonGroundTests {
    private static let day = 86_400.0

    private static func launched(at start: Double, provider: String? = nil) -> HandMade {
        var kept = PersistedState()
        kept.provider = provider.map { RememberedProvider(mvpd: Flows.mvpd($0)) }
        return HandMade.launched(at: start, keeping: kept)
    }

    /// A launch that shows a code, which the viewer completes or leaves.
    private static func code(at start: Double, provider: String, isCompleted: Bool, leftAfter seconds: Double = 90) -> HandMade {
        var made = launched(at: start, provider: provider)
        if isCompleted {
            made.signIn(.code, at: start + 4, provider: provider)
        } else {
            let shown = Effect.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))
            made.add(start + 4, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback", [shown])
            made.add(
                start + 4 + seconds, .user(.chose(PresentationID(1), .cancel)), "FM-04", "registered",
                [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
        }
        return made
    }

    private static let providers = ["Dish", "Cox", "Spectrum", "Verizon"]

    // MARK: The page for codes

    @Test func `if no provider's viewers complete codes at some time, the page for codes is named`() throws {
        func reports(_ named: [String]) -> [LaunchReport] {
            (0..<120).map { number in
                HandMade.report(
                    Self.code(
                        at: Double(number) * 3600, provider: named[number % named.count], isCompleted: !(40..<60).contains(number),
                        leftAfter: Double(60 + number % 37)),
                    device: number, app: number % 2 == 0 ? "DemoTV/1" : "DemoTV/2"
                ) { $0.activationURL = "https://demotv.example/activate" }
            }
        }
        let found = try #require(Triage(reports(Self.providers)).patterns.first)
        #expect(found.owner == .app, "\(found.text)")
        #expect(found.text.contains("so the page probably did not work."), "\(found.text)")
        #expect(
            found.whose.hasSuffix(
                "because viewers of 4 providers have only the page https://demotv.example/activate in common, on which they enter the code."
            ),
            "\(found.whose)")
        #expect(found.advice.hasPrefix("Open https://demotv.example/activate, enter a code there as a viewer would"), "\(found.advice)")
        #expect(
            found.text.contains("DemoTV/1 (10 of 40) and DemoTV/2 (10 of 40) alike, so no version of the app is to blame"), "\(found.text)")
        #expect(found.text.contains("providers Cox, Dish, Spectrum and Verizon alike"), "\(found.text)")
        // The page of one provider may be the reason if only its viewers were there.
        let one = try #require(Triage(reports(["Dish"])).patterns.first)
        #expect(one.owner != .app, "\(one.text)")
    }

    // MARK: Kinds of devices

    /// A launch that shows the provider picker with these providers.
    private static func picker(_ names: [String], at start: Double, isClosed: Bool) -> HandMade {
        var made = launched(at: start)
        let list = names.map { AdobeConfiguration.Provider(mvpd: Flows.mvpd($0)) }
        let configuration = AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: list)
        made.add(start + 1, .user(.signIn(WishID(1))), "V2-F-06", "partnerAuth", [HandMade.call(2, .configuration)])
        made.add(
            start + 2, HandMade.reply(2, .configuration(configuration)), "V2-C-02", "basicAuthFallback",
            [.present(PresentationID(1), .providerPicker(configuration: SecretRef(.configuration, 1)))])
        if isClosed {
            made.add(
                start + 9 + start.truncatingRemainder(dividingBy: 23), .user(.chose(PresentationID(1), .cancel)), "FM-04", "registered",
                [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
        } else {
            made.signIn(.code, at: start + 12, provider: "Cox")
        }
        return made
    }

    @Test func `a provider that is gone on some systems explains why viewers there close the picker`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let (isRoku, isLate) = (number % 2 == 0, number >= 60)
            let isGone = isRoku && isLate
            return HandMade.report(
                Self.picker(isGone ? ["Cox"] : ["Cox", "Frontier"], at: Double(number) * 3600, isClosed: isGone && number % 4 == 0),
                device: number, app: number % 6 < 3 ? "DemoTV/1" : "DemoTV/2", system: isRoku ? "Roku OS 16.1" : "tvOS 28"
            ) { $0.platform = isRoku ? .other : .tvOS }
        }
        let patterns = Triage(reports).patterns
        let found = try #require(patterns.first)
        #expect(found.id == .providersGone, "\(patterns.map { $0.text })")
        #expect(
            found.text.hasPrefix("Frontier is in Adobe's configuration on Roku in all 30 launches that fetched it until "), "\(found.text)")
        #expect(found.text.contains(", and in none of the 30 since "), "\(found.text)")
        #expect(found.text.contains(" On other systems it contains it as before. DemoTV/1 (20) and DemoTV/2 (10) alike."), "\(found.text)")
        #expect(
            found.text.contains("viewers closed the provider picker without a choice in 15 of these 30 launches, and in 0 of 30 before."),
            "\(found.text)")
        #expect(!patterns.contains { $0.cause?.words == LaunchCensus.closedPicker }, "\(patterns.map { $0.text })")
        // A provider that a kind of device never had is not gone there.
        let never = (0..<120).map { number -> LaunchReport in
            let isRoku = number % 2 == 0
            return HandMade.report(
                Self.picker(isRoku ? ["Cox"] : ["Cox", "Frontier"], at: Double(number) * 3600, isClosed: false), device: number,
                system: isRoku ? "Roku OS 16.1" : "tvOS 28")
        }
        #expect(!Triage(never).patterns.contains { $0.id == .providersGone })
    }

    @Test func `systems are named once, each with its versions`() {
        #expect(CorrelatedLaunches.systems(["tvOS 28.1", "Roku OS 16", "tvOS 28", "Chrome"]) == "Chrome, Roku OS 16 and tvOS 28/28.1")
        #expect(CorrelatedLaunches.systems(["iOS 1", "iOS 2", "iOS 3", "iOS 4", "iOS 5"]) == "iOS 1/2/3/4 and others")
    }

    // MARK: Test devices

    @Test func `devices that begin at the same time each day are test devices, not viewers`() throws {
        func reports(minutes: Double) -> [LaunchReport] {
            let tests = (0..<6).flatMap { device in
                (0..<10).map { launch -> LaunchReport in
                    let start = Double(launch) * Self.day + 33_000 + Double(device) * 60 + Double(launch * 7 % 10) * minutes * 60
                    return HandMade.report(
                        Self.code(at: start, provider: "Dish", isCompleted: false, leftAfter: 20), device: device, launch: launch)
                }
            }
            return tests
                + (0..<80).map { number in
                    HandMade.report(
                        Self.code(at: Double(number) * 10_000, provider: "Dish", isCompleted: number % 20 != 0), device: 100 + number)
                }
        }
        let found = try #require(Triage(reports(minutes: 0)).patterns.first)
        #expect(found.text.contains("with launches at the same time each day"), "\(found.text)")
        #expect(found.whose == "Owner: nobody, if these are test devices.", "\(found.whose)")
        #expect(found.advice.hasPrefix("Find out whose devices these are."), "\(found.advice)")
        #expect(!Triage(reports(minutes: 90)).patterns.contains { $0.text.contains("at the same time each day") })
    }

    // MARK: Accounts

    @Test func `sign-ins of a household that end on all devices at once suggest a new password`() throws {
        let patterns = Triage(Fleet.signedOut(ends: [5, 9])).patterns
        let found = try #require(patterns.first)
        #expect(found.id == .accountSignedOut && found.owner == .viewer, "\(patterns.map { $0.text })")
        #expect(
            found.text.hasPrefix(
                "Sign-ins with Dish ended before their stated expiry (authorization_denied_by_session_invalidated) on all 4 devices at once, twice: between 2026-01-05 03:00Z and 2026-01-06 00:00Z and between 2026-01-09 03:00Z and 2026-01-10 00:00Z."
            ), "\(found.text)")
        #expect(!patterns.contains { $0.cause?.id == .signInEnded }, "\(patterns.map { $0.text })")
        // Half of the devices, or one device each day, are no end of the account.
        #expect(!Triage(Fleet.signedOut(ends: [5], onDevices: 0..<2)).patterns.contains { $0.id == .accountSignedOut })
        #expect(!Triage(Fleet.signedOut(ends: [3], delay: 2)).patterns.contains { $0.id == .accountSignedOut })
        #expect(!Triage(Fleet.signedOut(ends: [3, 5, 7, 9])).patterns.contains { $0.id == .accountSignedOut })
    }

    @Test func `a household's launches that each begin as a new installation suggest a browser that deletes data`() throws {
        let found = try #require(Triage(Fleet.vaultNotKept()).patterns.first)
        #expect(found.id == .vaultNotKept && found.owner == .viewer, "\(found.text)")
        #expect(
            found.text.hasPrefix(
                "12 launches with Chrome 179 from 2026-01-04 00:00Z on begin with an empty vault, each as a new installation, so somebody must sign in each time. No two of them overlap: they are probably of one device, which keeps nothing. The household's other devices keep their sign-ins: since then, 0 of 32 launches begin so, 0 of 30 with DemoTV/2. So neither DemoTV/2 nor the provider is to blame."
            ), "\(found.text)")
        #expect(found.advice.hasPrefix("Look at the browser's settings"), "\(found.advice)")
        let onTV = Triage(Fleet.vaultNotKept(system: "Roku OS 15")).patterns.first { $0.id == .vaultNotKept }
        #expect(onTV?.advice == "Look at this device: is its storage full, or does it reset its apps?")
    }

    @Test func `new installations of several households or devices are no device that keeps nothing`() {
        func isFound(_ reports: [LaunchReport]) -> Bool { Triage(reports).patterns.contains { $0.id == .vaultNotKept } }
        #expect(!isFound(Fleet.vaultNotKept { $0 == 7 ? "Cox" : "Dish" }), "two providers")
        #expect(!isFound(Fleet.vaultNotKept(hours: 0.5)), "visits that overlap")
        #expect(!isFound(Fleet.vaultNotKept(forgetful: 2)), "other devices lose their values, too")
        #expect(!isFound(Fleet.vaultNotKept(launch: 1)), "installations of which earlier logs are missing")
        let visits = Fleet.vaultNotKept().filter { $0.header.previousSupport == nil && $0.header.system == "Chrome 179" }
        #expect(!isFound(visits), "no device that comes back")
        let others = (0..<4).map { HandMade.report(HandMade.launched(at: Double($0) * Self.day), device: 60 + $0, system: "Roku OS 15") }
        #expect(!isFound(Fleet.vaultNotKept() + others), "new devices with another system, too")
    }

    // MARK: Quiet folders

    /// Launches with two providers. The viewers of one have an account in Settings, except for some; those without one see a code in half of the launches.
    private static func screens(asking: Int) -> [LaunchReport] {
        (0..<160).map { number in
            let (isCox, start) = (number % 2 == 0, Double(number) * 3600)
            let hasAccount = !isCox && number % 8 != 1
            var kept = PersistedState()
            kept.profile = Profile(mvpd: Flows.mvpd(isCox ? "Cox" : "Dish"), type: .regular, notAfter: Script.instant(9e8))
            var made = HandMade.launched(at: start, keeping: kept)
            if hasAccount { made.reportAccount("dish", at: start + 1, expiresIn: 9e6) }
            if !hasAccount, number / 16 % (isCox ? asking : 2) == 0 { made.signIn(.code, at: start + 2, provider: isCox ? "Cox" : "Dish") }
            return HandMade.report(made, device: number)
        }
    }

    @Test func `a quiet folder says that one provider's viewers see more screens only for lack of an account`() {
        func sentence(asking: Int) -> String? {
            var counts = SignInScreens()
            for report in Self.screens(asking: asking) { counts.add(report) }
            return counts.sentence
        }
        #expect(
            sentence(asking: 2)
                == "With provider Cox, 40 of 80 launches ask for a page or a code, with the others 10 of 80. That is no fault: Apple reports an account of the TV provider in 0 of its launches, in 60 of the others, and such viewers are signed in again without a screen. Without an account, it is as frequent: 40 of 80 and 10 of 20."
        )
        #expect(sentence(asking: 1) == nil, "viewers of one provider are asked more often, even without an account")
    }
}
