import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// What the circumstances of a pattern say about its owner: the other devices of a household, the system's maker, the API, and other flows of the app.
@Suite("Triage: the circumstances decide who can act") struct TriageCircumstanceTests {
    private static let day = 86_400.0

    private static func launched(at start: Double, signedIn: Bool = true) -> HandMade {
        var kept = PersistedState()
        if signedIn { kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e8)) }
        return HandMade.launched(at: start, keeping: kept)
    }

    private static func played(
        at start: Double, _ answer: WishAnswer, signedIn: Bool = true, under access: PlayAccess = .signedIn
    ) -> HandMade {
        var made = launched(at: start, signedIn: signedIn)
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: access)), "V2-D-10", "deciding")
        made.add(start + 2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Limits of a household

    @Test func `sign-ins that end once other devices have signed in show a limit of the provider`() throws {
        let reports = Fleet.showing(.signInLimit)
        let patterns = Triage(reports).patterns
        let found = try #require(patterns.first)
        #expect(found.id == .signInLimit && found.owner == .viewer)
        #expect(
            found.text.hasPrefix(
                "Sign-ins end before their stated expiry once at least two other devices of the household have signed in after them: "),
            "\(found.text)")
        #expect(found.text.contains(", 0 of "), "\(found.text)")
        #expect(found.text.contains("So the provider probably keeps only 2 devices of an account signed in."), "\(found.text)")
        #expect(!patterns.contains { $0.cause?.id == .signInEnded }, "one fault is one pattern: \(patterns.map { $0.text })")
        // With a few devices more, these are several households, whose devices say nothing of each other.
        let strangers = (90..<97).map { HandMade.report(Self.played(at: Double($0) * Self.day, HandMade.permitted), device: $0) }
        #expect(!Triage(reports + strangers).patterns.contains { $0.id == .signInLimit })
    }

    // MARK: Makers and APIs

    @Test(arguments: [
        ("tvOS 26", " (Apple)", "Apple"), ("Fire OS 8.1.6", " (Amazon)", "Amazon"), ("Roku OS 15", " (Roku)", "Roku"),
        ("HyperOS 1", "", "the system's maker"),
    ])
    func `a fault of a system is reported to its maker`(system: String, maker: String, reported: String) throws {
        let reports = (0..<40).map { number -> LaunchReport in
            let isNew = number % 2 == 0
            var made = Self.launched(at: Double(number) * Self.day)
            if isNew { made.add(Double(number) * Self.day + 1, .app(.vaultFailed), "FM-01", "checking") }
            return HandMade.report(made, device: number, system: isNew ? system : "Other 1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.whose == "Owner: the device's system\(maker).", "\(found.text)")
        #expect(found.advice.hasPrefix("Report it to \(reported), "), "\(found.advice)")
    }

    @Test func `if only REST API V1 cannot be reached from a time on, it has ended, and the network is fine`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let isLegacy = number % 3 == 0
            let answer = isLegacy && number >= 60 ? HandMade.unreachable : HandMade.permitted
            return HandMade.report(
                Self.played(at: Double(number) * Self.day / 4, answer), device: number, app: number % 2 == 0 ? "DemoTV/4.1" : "DemoTV/4.2"
            ) { $0.api = isLegacy ? .restV1 : .restV2 }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("20 of 20 with api restV1 from 2026-01-16 00:00:00Z on"), "\(found.text)")
        #expect(found.text.contains("so Adobe has probably shut down REST API V1."), "\(found.text)")
        #expect(found.owner == .app, "\(found.text)")
        #expect(found.advice.hasPrefix("Publish a version of the app that uses REST API V2"), "\(found.advice)")
    }

    // MARK: The app's own calls

    @Test func `a version that asks only for signed-in viewers gets advice on how to ask all of them`() throws {
        let reports = (0..<40).map { number -> LaunchReport in
            let isNew = number % 2 == 0
            let refused = WishAnswer.refused(Refusal(reason: .notSignedIn))
            return HandMade.report(
                Self.played(
                    at: Double(number) * Self.day, isNew ? refused : HandMade.permitted, signedIn: false,
                    under: isNew ? .ifSignedIn : .signedIn), device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.owner == .app, "\(found.text)")
        #expect(found.advice.hasPrefix("Find out why the app requests these plays with ifSignedIn."), "\(found.advice)")
    }

    @Test func `requests that the app cancels while another flow is throttled lead to the other flow`() throws {
        let reports = (0..<40).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * Self.day, number % 2 == 0)
            var made = Self.launched(at: start)
            if isNew {
                made.add(
                    start + 1, .app(.held(until: Script.instant(start + 60))), "V2-X-10", "deciding",
                    [.arm(TimerID(7), .hold, at: Script.instant(start + 60))])
            }
            made.add(start + 2, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            let end = start + 12 + Double(number % 7)
            made.add(
                end, .user(.cancel(WishID(1))), "FM-05", "deciding", [.answer(WishID(1), isNew ? .dropped : HandMade.permitted)])
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains(" 20 of the 20 requests had waited because Adobe throttled another flow in the same app"), "\(found.text)")
        #expect(found.advice.hasPrefix("Find out what the app's other flows on this host request"), "\(found.advice)")
    }

    // MARK: What is compared

    @Test func `a fault at fixed hours tells since when it exists`() throws {
        let reports = (0..<200).map { number -> LaunchReport in
            // Half of the launches are at 4:00, the others in the afternoon.
            let (isNight, isLater) = (number % 2 == 0, number >= 2)
            let hour: Double = isNight ? 4 : 14
            let minute = Double(number % 16)
            let start = Double(number / 2) * Self.day + hour * 3600 + minute * 60
            return HandMade.report(
                Self.played(
                    at: start, isNight && isLater && number % 10 != 6 ? HandMade.denied("network_received_error") : HandMade.permitted),
                device: number)
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains(" each day, "), "\(found.text)")
        #expect(
            found.text.contains(" First seen at 2026-01-02 04:02:00Z."),
            "\(found.text)")
    }

    @Test func `devices that cannot sign in through Apple are not compared with those that can`() {
        let reports = (0..<60).map { number -> LaunchReport in
            let isApples = number % 2 == 0
            var made = Self.launched(at: Double(number) * Self.day, signedIn: false)
            made.signIn(isApples && number % 10 != 0 ? .account : .code, at: Double(number) * Self.day + 1)
            return HandMade.report(made, device: number, system: isApples ? "tvOS 26" : "Roku OS 15") {
                $0.platform = isApples ? .tvOS : .other
                $0.partner = isApples ? .apple : .absent
            }
        }
        #expect(!Triage(reports).patterns.contains { $0.id == .signInWayChanged }, "\(Triage(reports).summary)")
    }

    /// New devices on which fewer viewers complete a sign-in, most of them with the new version.
    @Test func `sign-ins are completed as often on each system, although a new mixture lowers the sum`() throws {
        let reports = (0..<240).map { number -> LaunchReport in
            let isNew = number >= 100
            let isRoku = number % 10 < (isNew ? 7 : 2)
            let start = Double(number) * 3600
            var made = Self.launched(at: start, signedIn: false)
            if number / 10 % 2 == 0 || !isRoku {
                made.signIn(.code, at: start + 1)
            } else {
                made.add(
                    start + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback",
                    [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
                made.add(start + 40 + Double(number), .user(.cancel(WishID(1))), "FM-05", "registered", [.answer(WishID(1), .dropped)])
            }
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1", system: isRoku ? "Roku OS 15" : "tvOS 26") {
                $0.platform = isRoku ? .other : .tvOS
            }
        }
        var counts = SignInCompletion()
        for report in reports { counts.add(report) }
        #expect(
            counts.sentence
                == "On a page or with a code, viewers complete sign-ins as often with DemoTV/2 as with DemoTV/1: 49 of 98 and 10 of 20 on Roku; 42 of 42 and 80 of 80 on tvOS. On all systems together it is 91 of 140 and 90 of 100, because their mixture changed: 98 of 140 and 20 of 100 are on Roku."
        )
        // A version that fails on one system is no question of the mixture.
        var worse = SignInCompletion()
        for (number, report) in reports.enumerated() where number < 100 || number / 10 % 2 == 1 { worse.add(report) }
        #expect(worse.sentence == nil)
    }

    // MARK: Signs of one fault

    /// A version that asks for a sign-in at each launch. Every second viewer leaves the screen.
    @Test func `a version that asks for a sign-in at its launch explains the canceled sign-ins`() throws {
        let reports = (0..<80).map { number -> LaunchReport in
            let (isNew, isCanceled, start) = (number % 2 == 0, number % 4 == 0, Double(number) * Self.day)
            var made = Self.launched(at: start, signedIn: false)
            let asked = start + (isNew ? 0.3 : 4)
            if isCanceled {
                let shown = Effect.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))
                made.add(asked, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback", [shown])
                made.add(asked + 5 + Double(number % 9), .user(.cancel(WishID(1))), "FM-05", "registered", [.answer(WishID(1), .dropped)])
            } else {
                made.signIn(.code, at: asked)
            }
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let patterns = Triage(reports).patterns
        let found = try #require(patterns.first)
        #expect(
            found.text.hasPrefix("The app requests a sign-in within 1 s of its launch, before a viewer can act: 40 of 40"), "\(found.text)")
        #expect(found.text.contains("It also shows as: canceled by the app (20 launches)."), "\(found.text)")
        #expect(found.owner == .app && found.advice.hasPrefix("Find out why the app requests a sign-in when it is launched."))
        #expect(!patterns.contains { $0.correlation != nil && $0.cause?.id == .canceledByApp }, "\(patterns.map { $0.text })")
    }

    /// A household whose network blocks Adobe since the tenth day, and whose phone has a new version then. Only the phone shows what was kept.
    @Test func `a household without a connection since a time is one fault of its network, whatever the version`() throws {
        let reports = (0..<4).flatMap { device in
            (0..<20).map { launch -> LaunchReport in
                let start = Double(launch) * Self.day + Double(device) * 3600
                let isBlocked = launch >= 10
                var made = Self.launched(at: start)
                let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: HandMade.resource, status: nil, identity: nil))
                made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
                let result: Reply.Result = isBlocked ? .failed(.transport(.connection)) : .decisions([])
                let reason: Refusal.Reason = device == 0 ? .service : .unreachable
                made.add(
                    start + 2, HandMade.reply(2, result), "V2-X-01", "deciding",
                    [.answer(WishID(1), isBlocked ? .refused(Refusal(reason: reason)) : HandMade.permitted)])
                return HandMade.report(made, device: device, launch: launch, app: device == 0 && isBlocked ? "DemoTV/2" : "DemoTV/1")
            }
        }
        let patterns = Triage(reports).patterns.filter { $0.correlation != nil }
        #expect(patterns.count == 1, "\(patterns.map { $0.text })")
        let found = try #require(patterns.first)
        #expect(found.owner == .network, "\(found.text)")
        #expect(found.text.contains("40 of 40 from 2026-01-11 00:00:00Z on, 0 of 40 before"), "\(found.text)")
        #expect(found.advice.hasPrefix("Look at the home's router"), "\(found.advice)")
    }

    // MARK: The time of the sign-in

    /// Each device signs in again on its own day. Sign-ins since the 20th day are worth nothing.
    @Test func `new sign-ins that permit nothing are distinguished from older ones`() throws {
        let reports = (0..<40).flatMap { device -> [LaunchReport] in
            let renewed = device % 2 == 0 ? Double(device) : nil
            return (0..<8).map { launch -> LaunchReport in
                let time = Double(launch * 5) * Self.day + Double(device) * 60
                let isNew = renewed.map { time >= $0 * Self.day } ?? false
                let (isFirstNew, day) = (isNew && time - (renewed ?? 0) * Self.day < 5 * Self.day, renewed ?? 0)
                var kept = PersistedState()
                let until = isNew && !isFirstNew ? 9e8 + day : 9e8
                kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(until))
                var made = HandMade.launched(at: time, keeping: kept)
                if isFirstNew {
                    let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e8 + day))
                    made.add(time + 1, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding", [.keep(.profile(profile))])
                }
                made.add(time + 10, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                let isDenied = isNew && day >= 20
                made.add(
                    time + 11, .timer(TimerID(1)), "V2-D-13", "deciding",
                    [.answer(WishID(1), isDenied ? HandMade.denied() : HandMade.permitted)])
                return HandMade.report(made, device: device, launch: launch, app: launch < 4 ? "DemoTV/1" : "DemoTV/2")
            }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains(" for viewers who signed in from 2026-01-21 "), "\(found.text)")
        #expect(found.text.contains(", 0 of ") && found.text.contains(" with an earlier sign-in"), "\(found.text)")
        #expect(found.text.contains("do not tell viewers to sign out."), "\(found.text)")
    }

    /// Each device is used every fifth day. At the 20th day, all sign-ins are gone, and the viewers sign in again.
    @Test func `sign-ins of several providers that are gone at one time were ended by Adobe`() throws {
        func reports(_ provider: (Int) -> String) -> [LaunchReport] {
            (0..<40).flatMap { device in
                (0..<8).map { launch -> LaunchReport in
                    let time = Double(launch * 5) * Self.day + Double(device) * 60
                    let mvpd = Flows.mvpd(provider(device))
                    var kept = PersistedState()
                    kept.profile = Profile(mvpd: mvpd, type: .regular, notAfter: Script.instant(launch > 4 ? 9e8 + 1 : 9e8))
                    var made = HandMade.launched(at: time, keeping: kept, [HandMade.call(1, .profiles(status: nil))])
                    if launch == 4 {
                        made.add(
                            time + 1, HandMade.reply(1, .profiles([])), "V2-F-01", "basicAuthFallback",
                            [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
                        let profile = Profile(mvpd: mvpd, type: .regular, notAfter: Script.instant(9e8 + 1))
                        made.add(time + 60, HandMade.reply(2, .profiles([profile])), "V2-F-13", "deciding", [.keep(.profile(profile))])
                    }
                    return HandMade.report(made, device: device, launch: launch)
                }
            }
        }
        let found = try #require(Triage(reports { ["Dish", "Cox", "Verizon"][$0 % 3] }).patterns.first { $0.cause?.id == .signInEnded })
        #expect(found.text.contains("40 of 40"), "\(found.text)")
        #expect(
            found.whose == "Owner: probably Adobe, not the TV provider, because viewers of 3 providers have it.", "\(found.text)")
        #expect(found.advice == "Ask Adobe's support whether it ended sign-ins then.")
        let one = try #require(Triage(reports { _ in "Dish" }).patterns.first)
        #expect(one.owner == .provider, "\(one.text)")
    }

    // MARK: Temporary access and remote settings

    @Test func `temporary access that was used before is refused until it is reset`() throws {
        let reports = (0..<60).flatMap { device -> [LaunchReport] in
            let isBack = device % 2 == 0
            return (isBack ? [0, 1] : [1]).map { weekend -> LaunchReport in
                let start = Double(weekend) * 14 * Self.day + Double(device) * 60
                let refused = WishAnswer.refused(
                    Refusal(
                        reason: .temporaryAccess,
                        error: AdobeError(action: .none, status: 403, code: ErrorCode("temporary_access_duration_limit_exceeded"))))
                let made = Self.played(
                    at: start, weekend == 1 && isBack ? refused : HandMade.permitted, signedIn: false, under: .temporary(identity: nil))
                return HandMade.report(made, device: device, launch: isBack ? weekend : 0) { $0.temporaryAccess = Flows.mvpd("Temp") }
            }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("30 of 30 with temporary access used in an earlier launch"), "\(found.text)")
        #expect(found.whose == "Owner: the administrator of temporary access in Adobe's dashboard.", "\(found.text)")
        #expect(found.advice.hasPrefix("Reset the temporary access in Adobe's dashboard"), "\(found.advice)")
    }

    @Test func `a setting that some launches of several versions have is said to be in some launches of them`() throws {
        let reports = (0..<80).map { number -> LaunchReport in
            let hasSetting = number % 2 == 0
            return HandMade.report(
                Self.played(at: Double(number) * Self.day, hasSetting ? HandMade.unreachable : HandMade.permitted), device: number,
                app: number % 4 < 2 ? "DemoTV/1" : "DemoTV/2"
            ) { $0.policy.requestTimeout = .seconds(hasSetting ? 3 : 30) }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains(
                "40 of 40 with policy.requestTimeout 3.0 s (otherwise 30.0 s; in some launches of DemoTV/1 and DemoTV/2), 0 of 40 without."),
            "\(found.text)")
    }

    // MARK: Quiet folders

    @Test func `a day of the week with far more plays is named, if they fail as often`() {
        func sentence(_ isDenied: (_ day: Int, _ number: Int) -> Bool) -> String {
            var plays = PlayBalance()
            for day in 0..<28 {
                // The 4th of January 2026 is a Sunday.
                for number in 0..<(day % 7 == 3 ? 30 : 4) {
                    plays.add(
                        HandMade.report(
                            Self.played(
                                at: Double(day) * Self.day + Double(number) * 600,
                                isDenied(day, number) ? HandMade.denied() : HandMade.permitted),
                            device: number, launch: day, app: day < 14 ? "DemoTV/1" : "DemoTV/2"))
                }
            }
            return plays.sentence(.utc) ?? ""
        }
        let quiet = sentence { ($0 + $1) % 8 == 0 }
        #expect(
            quiet.hasSuffix(
                " On Sundays there are 30 plays a day, 4 on other days, and they are denied or refused as often: 14 of 120 and 12 of 96."),
            "\(quiet)")
        #expect(!sentence { day, number in day % 7 == 3 && number % 3 == 0 }.contains("Sundays"))
    }
}
