import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Causes that come and go, that pause, or that have two reasons.
@Suite("Triage: periods, pauses and second reasons") struct TriagePeriodTests {
    private static let hour = 3600.0

    private static func played(at start: Double, _ answer: WishAnswer, provider: String = "Dish") -> HandMade {
        var kept = PersistedState()
        kept.profile = Profile(mvpd: Flows.mvpd(provider), type: .regular, notAfter: Script.instant(9e8))
        var made = HandMade.launched(at: start, keeping: kept)
        let call = HandMade.call(2, .authorize(Flows.mvpd(provider), resource: HandMade.resource, status: nil, identity: nil))
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        if case .refused = answer { made.add(start + 2, HandMade.reply(2, .failed(.transport(.connection))), "V2-X-01", "deciding") }
        made.add(start + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Periods

    @Test func `a fault that comes and goes is reported with its periods, and one that lasts without`() throws {
        func reports(_ fails: (Int) -> Bool) -> [LaunchReport] {
            (0..<240).map { number in
                let isOld = number % 2 == 0
                return HandMade.report(
                    Self.played(at: Double(number) * Self.hour, isOld && fails(number) ? HandMade.unreachable : HandMade.permitted),
                    device: number, app: isOld ? "DemoTV/1" : "DemoTV/2")
            }
        }
        let twice = try #require(Triage(reports { (60..<70).contains($0) || (150..<160).contains($0) }).patterns.first)
        #expect(
            twice.text.contains(
                " They are in 2 periods: 2026-01-03 12:00Z to 2026-01-03 20:00Z (5 of 5), 2026-01-07 06:00Z to 2026-01-07 14:00Z (5 of 5); otherwise 0 of 110."
            ), "\(twice.text)")
        let lasting = try #require(Triage(reports { $0 >= 150 }).patterns.first)
        #expect(!lasting.text.contains("periods") && !lasting.text.contains("before and after"), "\(lasting.text)")
    }

    @Test func `periods need launches without the finding around them, and must be short`() {
        func periods(_ pattern: String) -> Int {
            FaultPeriods(
                pattern.enumerated().map { (start: Script.instant(Double($0.offset) * 2 * Self.hour), isAffected: $0.element == "x") }
            ).periods.count
        }
        #expect(periods("........xxx........") == 1)
        #expect(periods("....xx.x.......xxx.......") == 2)
        #expect(periods("....xxxxxxxxxxxx............") == 0, "longer than half a day")
        #expect(periods("....xxx..xxx.......") == 0, "not half a day between them")
        #expect(periods("...........xxx") == 0, "perhaps not over")
        #expect(periods("....x...........xxx......") == 0, "one launch is no period")
        #expect(periods("") == 0 && periods("xxx") == 0)
    }

    // MARK: Pauses

    @Test func `denials that pause for some days are usual ones, and no version is to blame for their return`() throws {
        func reports(pausing: Bool) -> [LaunchReport] {
            (0..<240).map { number in
                let isFree = pausing && (80..<150).contains(number)
                return HandMade.report(
                    Self.played(at: Double(number) * Self.hour, number % 3 == 0 && !isFree ? HandMade.denied() : HandMade.permitted),
                    device: number, app: number >= 150 && number % 2 == 0 ? "DemoTV/2" : "DemoTV/1")
            }
        }
        let found = try #require(Triage(reports(pausing: true)).patterns.first)
        #expect(
            found.text.contains(
                "57 of 169 except between 2026-01-04 06:00:00Z and 2026-01-07 06:00:00Z, 0 of 71 in that time."), "\(found.text)")
        #expect(found.text.contains("No version of the app is suspect."))
        #expect(found.text.contains("Owner: nobody if that time was planned, otherwise the TV provider."), "\(found.text)")
        #expect(Triage(reports(pausing: false)).patterns.allSatisfy { !$0.text.contains("except between") })
    }

    // MARK: Second reasons

    @Test func `a second reason is found among the launches that the first one does not explain`() throws {
        let reports = (0..<240).map { number -> LaunchReport in
            let (provider, isNew) = (["Dish", "Cox", "DTV"][number % 3], number % 2 == 0)
            let (isFirst, isSecond) = (provider == "Cox" && number >= 120, provider == "DTV" && isNew && number % 5 != 0)
            return HandMade.report(
                Self.played(
                    at: Double(number) * Self.hour, isFirst || isSecond ? HandMade.denied() : HandMade.permitted, provider: provider),
                device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let texts = Triage(reports).patterns.filter { $0.cause?.id == .denied }.map { $0.text }
        #expect(texts.count == 2)
        #expect(texts.contains { $0.contains("with provider Cox from 2026-01-06") }, "\(texts)")
        #expect(texts.contains { $0.contains("32 of 40 with app DemoTV/2 and provider DTV, 0 of 160 without.") }, "\(texts)")
    }

    @Test func `an observation has a second reason, too`() {
        let reports = (0..<180).map { number -> LaunchReport in
            let (start, isUpdated, isNew, isDish) = (Double(number) * 600, number % 3 == 0, number % 2 == 0, number % 4 < 2)
            var made = HandMade.launched(at: start)
            let isExpired = isUpdated || isNew && isDish
            made.reportAccount(isDish ? "dish" : "cox", at: start + 1, expiresIn: isExpired ? -60 : 3600)
            return HandMade.report(
                made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1", system: isUpdated ? "tvOS 27.1" : "tvOS 27.0")
        }
        let texts = Triage(reports).patterns.filter { $0.id == .correlatedObservation }.map { $0.text }
        #expect(texts.count == 2, "\(texts)")
        #expect(texts.contains { $0.contains("60 of 60 with system tvOS 27.1") }, "\(texts)")
        #expect(texts.contains { $0.contains("30 of 30 with app DemoTV/2 and account dish, 0 of 90 without.") }, "\(texts)")
    }

    @Test func `viewers whose account the app does not use are found with the setting that says so`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let (start, isNew, isDTV) = (Double(number) * 600, number % 2 == 0, number % 4 < 2)
            var made = HandMade.launched(at: start)
            made.report(
                PartnerStatus(permission: .granted, mapping: PlatformMappingID(isDTV ? "directv" : "cox"), expiry: nil), at: start + 1)
            let isAsked = isNew && isDTV && number % 3 != 0
            made.signIn(isAsked ? .code : .account, at: start + 2, provider: isDTV ? "DTV" : "Cox")
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1") {
                $0.policy.statusWithoutExpiry = isNew ? .never : .untilRefused
            }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.hasPrefix(
                "Viewers with an account of a TV provider in Settings are asked for a page or a code: 20 of 30 with policy.statusWithoutExpiry never (otherwise untilRefused; only app DemoTV/2 has it) and provider DTV, 0 of 90 without."
            ), "\(found.text)")
        #expect(
            found.owner == .app && found.advice == "Set policy.statusWithoutExpiry back to untilRefused, unless the change is intended.")
    }

    @Test func `a setting that is too short by a factor of a thousand is not rounded away`() {
        #expect(ComparedHeaders.length(15) == "15 ms")
        #expect(ComparedHeaders.length(15_000) == "15.0 s")
        #expect(ComparedHeaders.length(4_250) == "4,250 ms")
    }
}
