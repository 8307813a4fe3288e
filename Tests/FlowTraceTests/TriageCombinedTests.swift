import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Causes of which several properties are known only together, and launches that say nothing about others.
@Suite("Triage: properties together, single devices and households") struct TriageCombinedTests {
    private static let day = 86_400.0
    private static func played(at start: Double, _ answer: WishAnswer, provider: String = "Dish") -> HandMade {
        var kept = PersistedState()
        kept.provider = RememberedProvider(mvpd: Flows.mvpd(provider))
        var made = HandMade.launched(at: start, keeping: kept)
        let call = HandMade.call(2, .authorize(Flows.mvpd(provider), resource: HandMade.resource, status: nil, identity: nil))
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        made.add(start + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Properties together

    /// Launches in four time zones, with two providers. One in four plays is denied everywhere, and all with Cox in two of the zones since the middle.
    private static func zones(_ affected: Set<Int64>) -> [LaunchReport] {
        (0..<160).map { number in
            let (zone, isCox, isLate) = ([-8, -7, -6, -5][number % 4] as Int64, number / 4 % 2 == 0, number >= 80)
            let isDenied = number / 8 % 4 == 0 || affected.contains(zone) && isCox && isLate
            return HandMade.report(
                played(at: Double(number) * 3600, isDenied ? HandMade.denied() : HandMade.permitted, provider: isCox ? "Cox" : "Dish"),
                device: number,
                zone: zone)
        }
    }

    @Test func `denials of one provider in neighboring time zones since a time differ from usual denials`() throws {
        let found = try #require(Triage(Self.zones([-8, -7])).patterns.first)
        #expect(
            found.text.contains("20 of 20 with provider Cox and time zone UTC-08:00 to UTC-07:00 from 2026-01-04")
                || found.text.contains("20 of 20 with time zone UTC-08:00 to UTC-07:00 and provider Cox from 2026-01-04"), "\(found.text)")
        #expect(found.owner == .provider && !found.isUsual)
        #expect(found.advice == "Ask the provider Cox what changed at this time.")
        // Zones that are no neighbors are no region.
        let other = try #require(Triage(Self.zones([-8, -6])).patterns.first)
        #expect(!other.text.contains(" to UTC"), "\(other.text)")
    }

    @Test func `a version that fails on one system of phones and tablets has one number for both`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let platform = [FlowSettings.Platform.iOS, .iPadOS, .tvOS][number % 3]
            let (isOld, isNew) = (number / 3 % 2 == 0, number / 6 % 2 == 0)
            let fails = platform != .tvOS && isOld && isNew
            return HandMade.report(
                Self.played(at: Double(number) * 600, fails ? HandMade.unreachable : HandMade.permitted), device: number,
                app: isNew ? "DemoTV/2" : "DemoTV/1", system: "\(platform.rawValue) \(isOld ? "18.7" : "26.1")"
            ) { $0.platform = platform }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("20 of 20 with app DemoTV/2 and system iOS or iPadOS 18, 0 of 100 without"), "\(found.text)")
    }

    // MARK: One device

    @Test func `what one device repeats accuses no version, and a quiet folder names the device`() {
        // One device with the new version is refused in each of its launches, of which no two are alike. Six others are refused once.
        var reports = (0..<60).map { number in
            let answer =
                number % 11 == 0 ? .refused(Refusal(reason: .unreachable)) : number % 7 == 0 ? HandMade.denied() : HandMade.permitted
            return HandMade.report(
                Self.played(at: Double(number) * 3600, answer), device: number, app: number % 2 == 0 ? "DemoTV/2" : "DemoTV/1")
        }
        for launch in 0..<30 {
            reports.append(
                HandMade.report(
                    Self.played(at: Double(launch) * 7000 + 60, .refused(Refusal(reason: .unreachable)), provider: "Cox\(launch)"),
                    device: 99, launch: launch, app: "DemoTV/2"))
        }
        let triage = Triage(reports)
        #expect(triage.patterns.allSatisfy { $0.correlation == nil }, "\(triage.summary)")
        let first = triage.summary.first ?? ""
        #expect(first.contains("One device has 30 of the 44 requests that were not fulfilled, for example in 99/log-"), "\(first)")
    }

    // MARK: Households

    /// Launches of two devices. One of them reports `later` since the middle.
    private static func household(_ later: PartnerStatus) -> [LaunchReport] {
        (0..<24).map { number in
            let (start, isTV) = (Double(number) * day, number % 2 == 0)
            var made = HandMade.launched(at: start)
            let had = PartnerStatus(permission: .granted, mapping: PlatformMappingID("dish"), expiry: Script.instant(9e8))
            made.report(isTV && number >= 12 ? later : had, at: start + 1)
            return HandMade.report(
                made, device: number % 2, launch: number / 2,
                system: isTV ? "tvOS 27.1" : "iOS 27.1")
        }
    }

    @Test func `access that somebody in a household took away is found in each launch since`() throws {
        let found = try #require(Triage(Self.household(PartnerStatus(permission: .denied))).patterns.first)
        #expect(
            found.text.hasPrefix(
                "The app had access to the TV provider in an earlier launch, and does not have it any more: 6 of 6 with device 0 from 2026-01-13"
            ),
            "\(found.text)")
        #expect(found.owner == .viewer)
        #expect(found.advice.hasPrefix("In the device's settings, look at the account of the TV provider"))
        let account = try #require(Triage(Self.household(PartnerStatus(permission: .granted))).patterns.first)
        #expect(account.text.contains("reports none any more: 6 of 6") && account.owner == .viewer, "\(account.text)")
    }

    @Test func `an update of the system alone is the device's, and one of the app is the app's`() {
        func owner(_ app: String, _ system: String) -> FlowCause.Owner? {
            let before = HandMade.report(Self.played(at: 0, HandMade.permitted), device: 1, system: "tvOS 27.1")
            let after = HandMade.report(
                Self.played(at: Self.day, HandMade.permitted), device: 1, launch: 1, app: app, system: system)
            return Triage([before, after]).launches.last?.changes.first { $0.id == .versionChanged }?.owner
        }
        #expect(owner("DemoTV/1", "tvOS 27.2") == .device)
        #expect(owner("DemoTV/2", "tvOS 27.1") == .app)
        #expect(owner("DemoTV/2", "tvOS 27.2") == .app)
    }
}
