import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Disturbances that show in several ways, and those whose owner follows from what is well at the same time.
@Suite("Triage: one disturbance, one pattern") struct TriageDisturbanceTests {
    private static let day = 86_400.0

    private static func signedIn(_ provider: String = "Dish") -> PersistedState {
        var kept = PersistedState()
        kept.client = SecretRef(.client, 1)
        kept.provider = RememberedProvider(mvpd: Flows.mvpd(provider))
        kept.profile = Profile(mvpd: Flows.mvpd(provider), type: .regular, notAfter: Script.instant(9e8))
        return kept
    }

    private static func played(at start: Double, _ answer: WishAnswer, keeping kept: PersistedState = signedIn()) -> HandMade {
        var made = HandMade.launched(at: start, keeping: kept)
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
        made.add(start + 2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Sign-ins on pages and with codes

    private static let names = ["Dish", "Cox", "Spectrum", "Verizon"]

    /// A sign-in on a page or with a code, which succeeds or which the viewer leaves.
    private static func signIn(_ number: Int, onPage: Bool, provider: String, fails: Bool) -> HandMade {
        let start = Double(number) * 3600
        var kept = PersistedState()
        kept.provider = RememberedProvider(mvpd: Flows.mvpd(provider))
        var made = HandMade.launched(at: start, keeping: kept)
        if fails {
            let screen: Presentation =
                onPage ? .userAgent(link: SecretRef(.link, 1)) : .code(SecretRef(.code, 1), notAfter: nil)
            made.add(start + 4, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback", [.present(PresentationID(1), screen)])
            made.add(
                start + 60 + Double(number % 37), .user(.chose(PresentationID(1), .cancel)), "FM-04", "registered",
                [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
        } else {
            made.signIn(onPage ? .page : .code, at: start + 4, provider: provider)
        }
        return made
    }

    private static func signIns(_ fails: (_ number: Int, _ onPage: Bool, _ provider: String) -> Bool) -> [LaunchReport] {
        (0..<240).map { number in
            let (onPage, provider) = (number % 2 == 0, names[number / 2 % names.count])
            return HandMade.report(
                signIn(number, onPage: onPage, provider: provider, fails: fails(number, onPage, provider)), device: number,
                system: onPage ? "iOS 28" : "Roku OS 16"
            ) {
                $0.platform = onPage ? .iOS : .other
                $0.activationURL = onPage ? nil : "https://demotv.example/activate"
            }
        }
    }

    @Test func `if neither pages nor codes sign in viewers of any provider at one time, it is Adobe's`() throws {
        let patterns = Triage(Self.signIns { number, _, _ in (80..<140).contains(number) }).patterns.filter { $0.correlation != nil }
        let found = try #require(patterns.first)
        #expect(patterns.count == 1, "\(patterns.map { $0.text })")
        #expect(found.owner == .adobe, "\(found.text)")
        #expect(found.whose.hasSuffix("because viewers of 4 providers have it, on pages and with codes."), "\(found.whose)")
        #expect(found.text.contains("It also shows as: canceled by the viewer at the "), "\(found.text)")
        // Pages that work at the same time leave the page for codes.
        let codes = Triage(Self.signIns { number, onPage, _ in (80..<140).contains(number) && !onPage }).patterns
        #expect(codes.first?.owner == .app && codes.first?.text.contains("so the page probably did not work") == true)
    }

    @Test func `sign-ins with one provider that fail on pages and with codes are one pattern, and the provider's`() throws {
        let reports = Self.signIns { number, onPage, provider in provider == "Cox" && (onPage || number >= 100) }
        let patterns = Triage(reports).patterns.filter { $0.correlation != nil }
        #expect(patterns.count == 1 && patterns.first?.owner == .provider, "\(patterns.map { $0.text })")
        #expect(patterns.first?.advice == "Ask the provider Cox, with the times of some of these launches.")
    }

    @Test func `a version whose code page does not work is a finding beside a provider whose sign-in fails`() throws {
        let reports = (0..<240).map { number -> LaunchReport in
            let (onPage, provider, isNew) = (number % 2 == 0, Self.names[number / 2 % 4], number / 8 % 2 == 0)
            let isDown = provider == "Cox" && (90..<180).contains(number)
            let isWrong = isNew && !onPage && provider != "Cox"
            return HandMade.report(
                Self.signIn(number, onPage: onPage, provider: provider, fails: isDown || isWrong), device: number,
                app: isNew ? "DemoTV/2" : "DemoTV/1", system: onPage ? "iOS 28" : "Roku OS 16"
            ) {
                $0.platform = onPage ? .iOS : .other
                $0.activationURL = onPage ? nil : "https://demotv.example/\(isNew ? "tv/" : "")activate"
            }
        }
        let patterns = Triage(reports).patterns.filter { $0.correlation != nil }
        #expect(Set(patterns.map { $0.owner }) == [.provider, .app], "\(patterns.map { $0.text })")
        #expect(patterns.contains { $0.advice.hasPrefix("Open https://demotv.example/tv/activate") }, "\(patterns.map { $0.advice })")
    }

    /// A provider whose authorizations fail for a time, after which a rule permits everything.
    @Test func `a degradation rule that follows an outage is a finding beside it`() throws {
        let rule = WishAnswer.permitted(
            resource: HandMade.resource, media: MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(9e8)), source: .degradation)
        let reports = (0..<240).map { number -> LaunchReport in
            let isCox = number % 2 == 0
            let answer =
                !isCox || number < 60 ? HandMade.permitted : number < 120 ? HandMade.denied("network_received_error") : rule
            return HandMade.report(
                Self.played(at: Double(number) * 3600, answer, keeping: Self.signedIn(isCox ? "Cox" : "Dish")), device: number % 60,
                launch: number / 60)
        }
        let patterns = Triage(reports).patterns
        #expect(patterns.contains { $0.cause?.id == .denied && $0.correlation != nil }, "\(patterns.map { $0.text })")
        #expect(patterns.contains { $0.text.hasPrefix("Adobe permits plays by a degradation rule") }, "\(patterns.map { $0.text })")
    }

    @Test func `a fault since a time that shows only in the evening names the hours`() throws {
        func reports(_ fails: (_ hour: Int) -> Bool) -> [LaunchReport] {
            (0..<480).map { number in
                let (hour, isCox) = (number % 12 * 2, number / 12 % 2 == 0)
                let isDown = isCox && number >= 240 && fails(hour)
                return HandMade.report(
                    Self.played(
                        at: Double(number) * 7200, isDown ? HandMade.denied("network_received_error") : HandMade.permitted,
                        keeping: Self.signedIn(isCox ? "Cox" : "Dish")), device: number % 60, launch: number / 60)
            }
        }
        let evening = try #require(Triage(reports { (18...22).contains($0) }).patterns.first { $0.correlation != nil })
        #expect(
            evening.text.contains(" each day") || evening.text.contains(" Nearly all begin between 18:00Z and 22:00Z: "), "\(evening.text)")
        let always = try #require(Triage(reports { _ in true }).patterns.first { $0.correlation != nil })
        #expect(!always.text.contains("Nearly all begin"), "\(always.text)")
    }

    // MARK: Versions

    @Test func `a version that alone has no connection since a time must be left, not returned to`() throws {
        let reports = (0..<240).map { number -> LaunchReport in
            let isOld = number % 3 == 0
            let answer = isOld && number >= 120 && number != 180 ? HandMade.unreachable : HandMade.permitted
            return HandMade.report(
                Self.played(at: Double(number) * 3600, isOld && number == 30 ? HandMade.unreachable : answer), device: number,
                app: isOld ? "DemoTV/1" : "DemoTV/2")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.owner == .app, "\(found.text)")
        #expect(found.text.contains("Other versions reach Adobe at the same time."), "\(found.text)")
        #expect(found.advice.hasPrefix("Tell viewers to update, and do not go back to this version."), "\(found.advice)")
    }

    /// Devices that update at different times. With the first launch of the new version, phones lose what they had kept.
    @Test func `an update that loses the vault is recognized by the first launches with it`() throws {
        let reports = (0..<40).flatMap { device in
            (0..<6).map { launch -> LaunchReport in
                let (isPhone, isNew) = (device % 2 == 0, launch >= 3)
                let isLost = isPhone && launch == 3
                let start = Double(launch) * Self.day + Double(device) * 600
                return HandMade.report(
                    Self.played(at: start, HandMade.permitted, keeping: isLost ? PersistedState() : Self.signedIn()), device: device,
                    launch: launch, app: isNew ? "DemoTV/2" : "DemoTV/1", system: isPhone ? "iOS 28" : "tvOS 28"
                ) { $0.platform = isPhone ? .iOS : .tvOS }
            }
        }
        let found = try #require(Triage(reports).patterns.first { $0.cause?.id == .vaultEmptied })
        #expect(found.text.contains("20 of 20 with app update to DemoTV/2 and "), "\(found.text)")
        #expect(found.text.contains(" It is 0 of 20 with app update to DemoTV/2 alone and 0 of 80 with "), "\(found.text)")
    }

    @Test func `a version that requests an integration that Adobe does not have is at fault, not Adobe`() throws {
        let lacking = WishAnswer.refused(
            Refusal(reason: .service, error: AdobeError(action: .none, status: 400, code: ErrorCode("invalid_integration"))))
        func reports(_ isBad: (Int) -> Bool) -> [LaunchReport] {
            (0..<80).map { number in
                HandMade.report(
                    Self.played(at: Double(number) * 3600, isBad(number) ? lacking : HandMade.permitted), device: number,
                    app: number % 2 == 0 ? "DemoTV/2" : "DemoTV/1")
            }
        }
        #expect(Triage(reports { $0 % 2 == 0 }).patterns.first?.owner == .app)
        #expect(Triage(reports { $0 >= 40 }).patterns.first?.owner == .adobe)
    }

    // MARK: Households

    private static func household(_ answer: (_ device: Int, _ launch: Int) -> WishAnswer) -> [LaunchReport] {
        (0..<4).flatMap { device in
            (0..<20).map { launch in
                HandMade.report(
                    played(at: Double(launch) * day + Double(device) * 3600, answer(device, launch)), device: device, launch: launch,
                    system: "Roku OS \(device)")
            }
        }
    }

    @Test func `one device of a household without a connection has a fault of its own, not of the router`() throws {
        let found = try #require(
            Triage(Self.household { $0 == 1 && $1 >= 8 ? HandMade.unreachable : HandMade.permitted }).patterns.first)
        #expect(found.text.contains(LaunchCensus.othersConnect), "\(found.text)")
        #expect(found.advice == LaunchCensus.looksAtDevice && found.whose == LaunchCensus.ownerOfHome, "\(found.text)")
    }

    @Test func `what several devices of a household may no longer watch may be a question of its package`() throws {
        let found = try #require(Triage(Self.household { $1 >= 8 ? HandMade.denied() : HandMade.permitted }).patterns.first)
        #expect(found.whose == "Owner: the TV provider, which can tell whether the household's package changed.", "\(found.text)")
        #expect(found.advice.hasPrefix("Ask the household whether its package changed at this time"), "\(found.advice)")
    }

    // MARK: Rare failures

    @Test func `a few lost connections that come with a version by a weak proof are no finding`() {
        func reports(_ lost: (Int) -> Bool) -> [LaunchReport] {
            (0..<360).map { number in
                HandMade.report(
                    Self.played(at: Double(number) * 3600, lost(number) ? HandMade.unreachable : HandMade.permitted), device: number,
                    app: number % 2 == 0 ? "DemoTV/2" : "DemoTV/1")
            }
        }
        func explained(_ lost: (Int) -> Bool) -> [TriagePattern] { Triage(reports(lost)).patterns.filter { $0.correlation != nil } }
        // 10 of 180 against none: likely by chance once in a thousand times.
        #expect(explained { $0 % 36 == 0 }.isEmpty, "\(explained { $0 % 36 == 0 }.map { $0.text })")
        // 30 of 180 against none.
        #expect(explained { $0 % 12 == 0 }.count == 1)
    }
}
