import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// The hours at which a household's device fails, and what long waits for Apple or Adobe show.
@Suite("Triage: schedules and waits") struct TriageScheduleTests {
    private static let day = 86_400.0

    private static func played(at start: Double, _ answer: WishAnswer) -> HandMade {
        var made = HandMade.launched(at: start)
        let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: HandMade.resource, status: nil, identity: nil))
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        if case .refused = answer { made.add(start + 2, HandMade.reply(2, .failed(.transport(.connection))), "V2-X-01", "deciding") }
        made.add(start + 2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Schedules

    /// Three weeks of a household in UTC-05:00 with two devices that play each evening. Since the second week, `fails` tells on which days of the week (from
    /// Sunday, which is 0) the first one has no connection from 21:00 on.
    private static func evenings(_ fails: (Int) -> Bool, zone: Int64? = -5) -> [LaunchReport] {
        let launches: [(device: Int, hour: Double)] = [(0, 14), (0, 21.4), (1, 21.5)]
        var reports: [LaunchReport] = []
        for day in 0..<21 {
            // The first day is Sunday, January 4.
            let midnight = Double(day + 3) * Self.day + 18_000
            for (number, launch) in launches.enumerated() {
                let hour = launch.hour + (number == 1 ? 0.1 * Double(day % 3) : 0)
                let isOff = day >= 7 && number == 1 && fails(day % 7)
                let made = played(at: midnight + hour * 3600, isOff ? HandMade.unreachable : HandMade.permitted)
                reports.append(HandMade.report(made, device: launch.device, launch: day * 2 + number % 2, zone: zone))
            }
        }
        return reports
    }

    @Test func `hours and days at which one device of a household has no connection are named by its own clock`() throws {
        let found = try #require(Triage(Self.evenings { $0 < 5 }).patterns.first)
        #expect(
            found.text.contains(
                "10 of 10 with device 0 between 21:24-05:00 and 21:36-05:00 from Sunday to Thursday, from 2026-01-11 on, 0 of 32 at other times, 0 of 21 without."
            ), "\(found.text)")
        #expect(found.text.contains(" A home router or parental controls can bar a device from the internet at such hours."))
        #expect(found.owner == .network)
        #expect(found.advice == "Look for a schedule in the home's router, and in parental controls of the device.")
        let all = try #require(Triage(Self.evenings { _ in true }).patterns.first)
        #expect(all.text.contains("14 of 14 with device 0 between 21:24-05:00 and 21:36-05:00 each day, from 2026-01-11 on"), "\(all.text)")
        let utc = try #require(Triage(Self.evenings({ _ in true }, zone: nil)).patterns.first)
        #expect(utc.text.contains("between 02:24Z and 02:36Z each day, from 2026-01-12 on"), "\(utc.text)")
    }

    @Test func `hours around midnight belong to the day on which they begin`() {
        let clock = DisplayedClock(offset: -18_000)
        let period = CorrelationFinder.Daily(times: 75_600_000...108_000_000, clock: clock, cause: nil)
        // 2026-01-01 was a Thursday. At 03:00 in this zone, the night of Wednesday is not over.
        #expect(period.weekday(Script.instant(5 * 3600 + 3 * 3600)) == 3)
        #expect(period.weekday(Script.instant(5 * 3600 + 22 * 3600)) == 4)
        let friday = Script.instant(5 * 3600 + 27 * 3600)
        #expect(period.weekday(friday) == 4)
        #expect(period.contains(Self.launch(friday)))
        var weekend = period
        weekend.weekdays = [5, 6]
        #expect(!weekend.contains(Self.launch(friday)))
        weekend.weekdays = nil
        weekend.since = Script.instant(2 * Self.day)
        #expect(!weekend.contains(Self.launch(friday)))
    }

    private static func launch(_ start: Instant) -> LaunchCensus.Launch {
        LaunchCensus.Launch(
            start: start, permitted: nil, failures: [:], tried: [], hasAccess: nil, signIn: nil, lastSignIn: nil, deniedPlaces: [])
    }

    // MARK: Waits

    /// Launches that ask Apple for the account. With one system, every second waits for it: some viewers get through, some leave, and some see the log end.
    private static func waits(_ seconds: Double, inBackground: Bool = false) -> [LaunchReport] {
        (0..<90).map { number in
            let (start, isSlow) = (Double(number) * 600, number % 3 == 0 && number % 2 == 0)
            var made = HandMade.launched(at: start)
            made.add(
                start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-B-05", "checking",
                [.partner(RequestID(5), .status(prompt: false))])
            if isSlow, inBackground { made.add(start + 2, .app(.backgrounded), "FM-02", "checking") }
            let isLeft = isSlow && number % 4 == 0
            made.add(
                start + (isSlow ? seconds : 2), HandMade.reply(5, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted)))),
                "V2-D-13", "deciding", isLeft ? [] : [.answer(WishID(1), HandMade.permitted)])
            if isLeft { made.add(start + seconds + 1, .app(.shutDown), "FM-09", "deciding") }
            return HandMade.report(made, device: number, system: number % 3 == 0 ? "tvOS 27.2" : "tvOS 27.1")
        }
    }

    @Test func `a long wait for Apple is one pattern, whatever the viewers do`() throws {
        let patterns = Triage(Self.waits(20)).patterns
        let found = try #require(patterns.first)
        #expect(
            found.text.hasPrefix(
                "Apple (partner status) takes 8 s or longer to answer, or does not answer: 15 of 30 with system tvOS 27.2, 0 of 60 without."
            ),
            "\(found.text)")
        #expect(
            found.text.contains(
                " It also shows as: no answer before the log ends (8 launches); slow: Apple, partner status (7 launches)."))
        #expect(found.owner == .device && found.advice.hasPrefix("Report it to Apple"))
        #expect(!patterns.contains { $0.cause?.id == .slow || $0.cause?.id == .shutDown })
    }

    @Test func `a call that the app gives up after a short time is not slow`() {
        func reports(timeout: Double) -> [LaunchReport] {
            (0..<60).map { number in
                let (start, isDish) = (Double(number) * 600, number % 2 == 0)
                var made = HandMade.launched(at: start)
                let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: HandMade.resource, status: nil, identity: nil))
                made.add(
                    start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding",
                    [call, .arm(TimerID(3), .timeout, at: Script.instant(start + 1 + timeout))])
                if isDish {
                    made.add(
                        start + 1 + timeout, .timer(TimerID(3)), "V2-X-01", "deciding",
                        [.cancel(RequestID(2)), .answer(WishID(1), HandMade.unreachable)])
                } else {
                    made.add(start + 2, HandMade.reply(2, .decisions([])), "V2-D-13", "deciding", [.answer(WishID(1), HandMade.permitted)])
                }
                return HandMade.report(made, device: number)
            }
        }
        func slow(_ reports: [LaunchReport]) -> Int {
            reports.count { $0.observations.contains(.slowAnswer(.answer(.decision))) }
        }
        #expect(slow(reports(timeout: 2.5)) == 0)
        #expect(slow(reports(timeout: 30)) == 30)
    }

    @Test func `a wait that is short, or in the background, is no fault of Apple`() {
        for reports in [Self.waits(6), Self.waits(20, inBackground: true)] {
            #expect(!Triage(reports).patterns.contains { $0.text.contains("takes 8 s or longer") })
        }
    }
}
