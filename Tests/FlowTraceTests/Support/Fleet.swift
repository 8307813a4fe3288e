import FlowMachine
import FlowSimulation

@testable import FlowReading

/// Launches that show one pattern each.
enum Fleet {
    /// The launches that show each pattern, and may show others.
    static func showing(_ id: TriagePattern.ID) -> [LaunchReport] {
        switch id {
        case .requestStorm: storm
        case .providersGone: withoutProvider
        case .lifetimeChanged: shorterTokens
        case .fixedTimeOfExpiry: expiries
        case .signedInAgain: signedInAgain
        case .callsMultiplied: manyPolls
        case .slowVersion: slowVersion
        case .signInWayChanged: otherWay
        case .correlatedObservation: expiredAccounts
        case .correlatedCause: badVersion
        case .recurringCause: Array(badVersion.prefix(2))
        case .sharedVault: sharedVault
        case .concurrentPlays: concurrentPlays
        case .signInLimit: signInLimit
        case .accountSignedOut: accountSignedOut
        case .vaultNotKept: vaultNotKept()
        }
    }

    /// All of them, each device in a folder of its own.
    static var all: [LaunchReport] { TriagePattern.ID.allCases.filter { $0 != .recurringCause }.flatMap { showing($0) } }

    private static let day = 86_400.0

    private static func report(
        _ made: HandMade, _ device: String, app: String = "DemoTV/1.0", system: String? = nil, installation: String? = nil,
        _ change: (inout FlowSettings) -> Void = { _ in }
    ) -> LaunchReport {
        var settings = Script.settings
        change(&settings)
        return made.report(
            "\(device)/log.jsonl",
            header: LogHeader(app: app, system: system, support: device, installation: installation, settings: settings))
    }

    /// One app repeats a denied play, another one's play fails meanwhile.
    private static var storm: [LaunchReport] {
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
        func plays(_ count: Int) -> HandMade {
            var made = HandMade.launched()
            for number in 0..<count {
                let (wish, resource) = (WishID(Int64(number + 1)), SecretRef(.resource, 1))
                let time = 1 + Double(number) / 2
                made.add(time, .user(.play(wish, resource: resource, under: .signedIn)), "V2-D-01", "deciding")
                made.add(time + 0.2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(wish, .denied(resource: resource, error: error))])
            }
            return made
        }
        return [report(plays(6), "storm", app: "Loop/1.0"), report(plays(1), "storm-victim", app: "Other/1.0")]
    }

    /// Adobe's configuration names Dish until the third day.
    private static var withoutProvider: [LaunchReport] {
        [0.0, 1, 2, 5, 6, 7].map { number in
            let names = number < 3 ? ["Dish", "Cox"] : ["Cox"]
            var made = HandMade.launched(at: number * day)
            let providers = names.map { AdobeConfiguration.Provider(mvpd: Flows.mvpd($0)) }
            let configuration = AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: providers)
            made.add(number * day + 1, HandMade.reply(1, .configuration(configuration)), "V2-C-02", "partnerAuth")
            return report(made, "gone-\(Int(number))") { $0.serviceProvider = "GONE" }
        }
    }

    /// Access tokens are valid for six hours until the second day, and then for ten minutes.
    private static var shorterTokens: [LaunchReport] {
        [0.0, 1, 5, 6].map { number in
            var made = HandMade.launched(at: number * day)
            let now = number * day + 1
            let token = AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(now + (number < 3 ? 21_600 : 600)))
            made.add(
                now, .reply(RequestID(1), Reply(.token(token), serverTime: Script.instant(now))), "V2-A-05", "checking",
                [.keep(.token(token))])
            return report(made, "token-\(Int(number))") { $0.serviceProvider = "TOKEN" }
        }
    }

    /// Sign-ins with Dish are valid for 30 days until the second day, and then for six hours.
    static var shorterSignIns: [LaunchReport] {
        [0.0, 1, 5, 6].map { number in
            var made = HandMade.launched(at: number * day)
            let now = number * day + 2
            let profile = Profile(
                mvpd: Flows.mvpd("Dish"), type: .appleSSO, notAfter: Script.instant(now + (number < 3 ? 30 * day : 21_600)))
            made.add(now - 1, .user(.signIn(WishID(1))), "V2-F-06", "checking", [HandMade.call(1, .profileForCode(SecretRef(.code, 1)))])
            made.add(
                now, .reply(RequestID(1), Reply(.profiles([profile]), serverTime: Script.instant(now))), "V2-F-13", "deciding",
                [.keep(.profile(profile))])
            return report(made, "profile-\(Int(number))")
        }
    }

    /// A sign-in on the provider's page that ends in one of four ways.
    private static func page(_ variant: Int) -> HandMade {
        var made = HandMade.launched()
        made.add(
            1, .user(.signIn(WishID(1))), "V2-F-04", "basicAuthFallback",
            [.present(PresentationID(1), .userAgent(link: SecretRef(.link, 1)))])
        let canceled = WishAnswer.refused(Refusal(reason: .canceled))
        switch variant {
        case 0:
            made.add(20, .user(.chose(PresentationID(1), .userAgentClosed)), "V2-F-22", "basicAuthFallback")
            made.add(21, .timer(TimerID(1)), "V2-F-22", "registered", [.answer(WishID(1), canceled)])
        case 1: made.add(20, .user(.chose(PresentationID(1), .cancel)), "V2-F-20", "registered", [.answer(WishID(1), canceled)])
        case 2: made.add(20, .app(.backgrounded), "FM-11", "basicAuthFallback")
        case _: made.add(20, HandMade.reply(1, .profiles([])), "V2-F-14", "basicAuthFallback")
        }
        return made
    }

    /// Devices with a wrong redirect URL, of which each ends in another way, and devices with a right one. `failing`: how many of the latter
    /// end like that, too.
    static func redirects(variants: Int = 4, failing: Int = 0) -> [LaunchReport] {
        (0..<24).map { number in
            let isWrong = number % 2 == 0
            let made = isWrong || number / 2 < failing ? page(number / 2 % variants) : HandMade.launched()
            return report(made, "page-\(number)") {
                $0 = .iPhone
                $0.redirectURL = isWrong ? "https://wrong.example.com" : "https://right.example.com"
            }
        }
    }

    /// Sign-ins that expired at midnight, each some days and an hour before the launch.
    private static var expiries: [LaunchReport] {
        (0..<4).map { number in
            var kept = PersistedState()
            let end = Double(number * number) * day
            kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(end))
            return report(HandMade.launched(at: end + 3600, keeping: kept), "expired-\(number)")
        }
    }

    /// Sign-ins that expired at different times of day; each viewer signed in again in the next launch.
    private static var signedInAgain: [LaunchReport] {
        (0..<4).map { number in
            var kept = PersistedState()
            let end = Double(number) * (day + 5000)
            kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(end))
            var made = HandMade.launched(at: end + 3600, keeping: kept)
            made.add(end + 3601, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback")
            made.add(
                end + 3602, .app(.foregrounded), "V2-F-06", "basicAuthFallback",
                [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
            let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(end + 30 * day))
            made.add(
                end + 3622, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
                [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
            return report(made, "again-\(number)")
        }
    }

    /// Sign-ins on the second screen that take 20 s with one version, and 60 s with the next.
    private static var slowVersion: [LaunchReport] {
        (0..<16).map { number in
            let isSlow = number % 2 == 1
            var made = HandMade.launched()
            made.add(1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback")
            made.add(
                2, .app(.foregrounded), "V2-F-06", "basicAuthFallback",
                [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
            let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(40 * day))
            made.add(2 + (isSlow ? 60 : 20), HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding", [.keep(.profile(profile))])
            return report(made, "slow-\(number)", app: isSlow ? "SlowTV/2.0" : "SlowTV/1.0") {
                if isSlow { $0.policy.pollInterval = .seconds(30) }
            }
        }
    }

    /// A version whose sign-ins request another provider, and therefore need a code.
    private static var otherWay: [LaunchReport] {
        (0..<32).map { number in
            let isNew = number % 2 == 1
            var made = HandMade.launched(at: Double(number))
            made.signIn(isNew ? .code : .account, at: Double(number) + 1, otherProvider: isNew)
            return report(made, "way-\(number)", app: isNew ? "WayTV/2.0" : "WayTV/1.0")
        }
    }

    /// Launches in which a version of the system reports accounts that had expired.
    private static var expiredAccounts: [LaunchReport] {
        (0..<32).map { number in
            let isNew = number % 2 == 1
            var made = HandMade.launched(at: Double(number))
            made.reportAccount("dish", at: Double(number) + 1, expiresIn: isNew ? -60 : 3600)
            return report(made, "expired-\(number)", app: "ExpiryTV/1.0", system: isNew ? "tvOS 27.1" : "tvOS 27.0")
        }
    }

    /// A version that polls eight times as often while a code is shown.
    private static var manyPolls: [LaunchReport] {
        (0..<24).map { number in
            let isFast = number % 2 == 0
            var made = HandMade.launched(at: Double(number))
            let call = HandMade.call(1, .profileForCode(SecretRef(.code, 1)))
            made.add(
                Double(number) + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback",
                [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil)), call])
            for poll in 0..<(isFast ? 16 : 2) {
                made.add(
                    Double(number) + 2 + Double(poll), HandMade.reply(1, .profiles([])), "V2-F-14", "basicAuthFallback", [call])
            }
            return report(made, "polls-\(number)", app: isFast ? "PollTV/2.0" : "PollTV/1.0")
        }
    }

    /// A version that cancels each request after a minute.
    private static var badVersion: [LaunchReport] {
        (0..<24).map { number in
            let isBad = number % 2 == 0
            var made = HandMade.launched(at: Double(number))
            if isBad {
                made.add(Double(number) + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback")
                made.add(Double(number) + 61, .user(.cancel(WishID(1))), "FM-05", "registered", [.answer(WishID(1), .dropped)])
            }
            return report(made, "bad-\(number)", app: isBad ? "DemoTV/5.3.0" : "DemoTV/5.2.1")
        }
    }

    /// Two apps of one installation.
    private static var sharedVault: [LaunchReport] {
        ["News/1.0", "Sports/1.0"].map { report(HandMade.launched(), "shared-\($0.prefix(4))", app: $0, installation: "i") }
    }

    /// Three devices of a household. Every second evening all of them play, and the third is denied.
    private static var concurrentPlays: [LaunchReport] {
        (0..<16).flatMap { evening in
            (0..<3).map { device in
                let (isThird, isTogether) = (device == 2, evening % 2 == 0)
                let minutes = isThird && !isTogether ? 180 : Double(device)
                let start = Double(evening) * day + minutes * 60
                var made = HandMade.launched(at: start)
                made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                made.add(
                    start + 2, .timer(TimerID(1)), "V2-D-13", "deciding",
                    [.answer(WishID(1), isThird && isTogether ? HandMade.denied() : HandMade.permitted)])
                made.add(start + 3600, .app(.backgrounded), "FM-02", "deciding")
                return HandMade.report(made, device: device, launch: evening)
            }
        }
    }

    /// Three devices of a household in turn. The provider keeps two of them signed in, so each third launch needs a new sign-in, and has it at once.
    private static var signInLimit: [LaunchReport] {
        let resource = HandMade.resource
        // The launches in their order: a device that is used twice in a row keeps its sign-in.
        let devices = (0..<40).map { $0 % 8 < 4 ? $0 % 3 : ($0 / 2) % 3 }
        var signedIn: [Int: (order: Int, until: Double)] = [:]
        var (signIns, launches) = (0, [0, 0, 0])
        return devices.enumerated().map { number, device in
            let start = Double(number) * day
            var kept = PersistedState()
            let last = signedIn[device]
            kept.profile = last.map { Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant($0.until)) }
            var made = HandMade.launched(at: start, keeping: kept)
            // The two devices that signed in last are signed in.
            let isKept = last.map { one in signedIn.values.count { $0.order > one.order } < 2 } ?? false
            if !isKept {
                if let profile = kept.profile { made.endSignIn(profile, at: start + 1) }
                signIns += 1
                made.signIn(.code, at: start + 10)
                signedIn[device] = (signIns, start + 10 + 9e6)
            }
            made.add(start + 60, .user(.play(WishID(2), resource: resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(start + 61, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(2), HandMade.permitted)])
            defer { launches[device] += 1 }
            return HandMade.report(made, device: 10 + device, launch: launches[device])
        }
    }

    /// The daily launches of a household: three devices that keep their sign-in, and one on which each launch is a new installation that keeps nothing.
    ///
    /// - Parameters:
    ///   - provider: The provider of each visit of the device that keeps nothing.
    ///   - hours: The hours between these visits.
    ///   - forgetful: How many of the other devices begin with an empty vault, too.
    ///   - system: The system of the device that keeps nothing.
    ///   - launch: The number of the installation's launch that each of these visits is. The logs of the launches before are missing.
    static func vaultNotKept(
        provider: (Int) -> String = { _ in "Dish" }, hours: Double = 24, forgetful: Int = 0, system: String = "Chrome 179", launch: Int = 0
    ) -> [LaunchReport] {
        let visits = (0..<12).map { visit in
            let start = 3 * day + Double(visit) * hours * 3600
            var made = HandMade.launched(at: start)
            made.signIn(.code, at: start + 10, provider: provider(visit))
            made.add(start + 3600, .app(.backgrounded), "FM-02", "deciding")
            return HandMade.report(made, device: 40 + visit, launch: launch, app: "DemoTV/2", system: system)
        }
        return visits
            + (0..<3).flatMap { device in
                (0..<14).map { launch in
                    var kept = PersistedState()
                    if device >= forgetful {
                        kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e8))
                    }
                    let made = HandMade.launched(at: Double(launch) * day + Double(device) * 3600, keeping: kept)
                    return HandMade.report(
                        made, device: 30 + device, launch: launch, app: launch < 4 ? "DemoTV/1" : "DemoTV/2",
                        system: device == 2 ? "Chrome 179" : "tvOS 26.0")
                }
            }
    }

    /// Four devices of a household with long sign-ins. On the fifth day, all of them have ended; each device signs in again.
    private static var accountSignedOut: [LaunchReport] { signedOut(ends: [5]) }

    /// Launches of four devices of a household, each once a day, whose sign-ins end before the launches of these days.
    /// The days are later by `delay` from device to device.
    static func signedOut(ends: [Int], onDevices devices: Range<Int> = 0..<4, delay: Int = 0) -> [LaunchReport] {
        (0..<4).flatMap { device in
            (0..<14).map { launch in
                let start = Double(launch) * day + Double(device) * 3600
                var kept = PersistedState()
                kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e8))
                var made = HandMade.launched(at: start, keeping: kept)
                if let profile = kept.profile, ends.contains(launch - delay * device), devices.contains(device) {
                    made.endSignIn(profile, at: start + 1)
                    made.signIn(.code, at: start + 10)
                }
                made.add(start + 60, .user(.play(WishID(2), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                made.add(start + 61, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(2), HandMade.permitted)])
                return HandMade.report(
                    made, device: 20 + device, launch: launch, app: launch < 5 + device ? "DemoTV/1" : "DemoTV/2")
            }
        }
    }
}
