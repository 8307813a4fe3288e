import FlowMachine
import Testing

@testable import FlowReading

/// How viewers sign in, and how long it takes, if every sign-in succeeds.
@Suite("Triage: ways and lengths of sign-ins") struct TriageSignInTests {
    private static let day = 86_400.0

    private static func report(
        _ number: Int, _ way: CompletedSignIn.Way, app: String, system: String = "tvOS 26.1", provider: String = "Dish",
        seconds: Double = 20, otherProvider: Bool = false, device: Int? = nil
    ) -> LaunchReport {
        let start = Double(number) * 600
        var made = HandMade.launched(at: start)
        made.signIn(way, at: start + 1, provider: provider, seconds: seconds, otherProvider: otherProvider)
        var settings = Script.settings
        settings.platform = system.hasPrefix("tvOS") ? .tvOS : .iOS
        return made.report(
            "\(device ?? number)/log-\(number).jsonl",
            header: LogHeader(app: app, system: system, support: "\(number)", installation: "\(device ?? number)", settings: settings))
    }

    private static func ways(_ reports: [LaunchReport]) -> [TriagePattern] {
        Triage(reports).patterns.filter { $0.id == .signInWayChanged }
    }

    // MARK: Ways

    @Test func `a version whose sign-ins request another provider is named, with the screens that it costs`() throws {
        let reports = (0..<32).map { number in
            let isNew = number % 2 == 1
            return Self.report(
                number, isNew ? .code : .account, app: isNew ? "DemoTV/2" : "DemoTV/1", seconds: isNew ? 90 : 5, otherProvider: isNew)
        }
        let found = try #require(Self.ways(reports).first)
        #expect(found.owner == .app && Self.ways(reports).count == 1)
        #expect(
            found.text.hasPrefix(
                "Sign-ins that request another provider, although they succeed: 16 of 16 with app DemoTV/2, 0 of 16 without."))
        #expect(
            found.text.contains("With it, 16 of 16 need a page or a code, otherwise 0 of 16. Half of them take up to 90 s, otherwise 5 s."))
        #expect(found.evidence.map(\.role) == [.good, .bad])
    }

    @Test func `a system with which sign-ins no longer go through Apple is Apple's`() throws {
        let reports = (0..<40).map { number in
            let isNew = number % 2 == 1
            return Self.report(number, isNew ? .page : .account, app: "DemoTV/\(number / 2 % 2)", system: isNew ? "iOS 26.2" : "iOS 26.1")
        }
        let found = try #require(Self.ways(reports).first)
        #expect(found.owner == .device)
        #expect(found.text.contains("need a page or a code, although they succeed: 20 of 20 with system iOS 26.2, 0 of 20 without."))
        #expect(found.text.contains("Owner: the device's system (Apple)."))
    }

    @Test func `a provider without single sign-on is no change, and neither are two platforms`() {
        let reports = (0..<80).map { number in
            let isTV = number % 2 == 1
            return Self.report(
                number, number % 4 == 0 ? .account : isTV ? .code : .page, app: "DemoTV/1", system: isTV ? "tvOS 26.1" : "iOS 26.1",
                provider: number % 4 == 0 ? "Dish" : "Cox", seconds: isTV ? 90 : 20)
        }
        #expect(Self.ways(reports).isEmpty)
    }

    @Test func `sign-ins that one device repeats are one sign-in when chance is judged`() {
        // One device of the new version signs in ten times; three others have the old version.
        let reports = (0..<40).map { number in
            let isNew = number % 4 == 0
            return Self.report(number, .code, app: isNew ? "DemoTV/2" : "DemoTV/1", otherProvider: isNew, device: number % 4)
        }
        #expect(Self.ways(reports).isEmpty)
    }

    // MARK: Lengths

    @Test func `a provider with which sign-ins take longer than others of the same way is named`() throws {
        let reports = (0..<80).map { number in
            let isSlow = number % 5 == 0
            return Self.report(
                number, .page, app: "DemoTV/1", system: "iOS 26.1", provider: isSlow ? "Cox" : "Dish",
                seconds: (isSlow ? 90 : 30) + Double(number % 7))
        }
        let found = try #require(Self.ways(reports).first { $0.text.contains("take longer") })
        #expect(found.owner == .provider)
        #expect(found.text.contains("16 of 16 with provider Cox, 0 of 64 without"))
    }

    @Test func `if only the mixture of platforms changes, the summary says that each takes as long as before`() throws {
        let reports = (0..<80).map { number in
            let (isNew, isTV) = (number >= 40, number >= 40 ? number % 5 > 0 : number % 5 == 0)
            return Self.report(
                number, isTV ? .code : .page, app: isNew ? "DemoTV/10" : "DemoTV/9", system: isTV ? "tvOS 26.1" : "iOS 26.1",
                seconds: (isTV ? 90 : 30) + Double(number % 7))
        }
        // Without a cause, there is no summary at all.
        var denied = HandMade()
        denied.add(0, .app(.launched(PersistedState())), "FM-01", "checking")
        let resource = SecretRef(.resource, 1)
        denied.add(1, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-10", "deciding")
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
        denied.add(2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), .denied(resource: resource, error: error))])
        let one = denied.report("denied/log.jsonl", header: LogHeader(app: "DemoTV/9", support: "denied", settings: Script.settings))
        let triage = Triage(reports + [one])
        #expect(Self.ways(reports).isEmpty)
        let first = try #require(triage.summary.first)
        #expect(first.contains("Sign-ins take as long with DemoTV/10 as with DemoTV/9"), "\(first)")
        #expect(first.contains("But 32 of 40 sign-ins with DemoTV/10 use a code on a second screen, 8 of 40 with DemoTV/9"), "\(first)")
    }

    @Test func `a few sign-ins on the second screen that took longer by chance accuse no version`() {
        let lengths: [Double] = [60, 41, 90, 38, 120, 55, 42, 71, 58, 39, 130, 88, 61, 44, 97, 66]
        let reports = lengths.enumerated().map { number, seconds in
            Self.report(number, .code, app: number % 2 == 0 ? "DemoTV/2" : "DemoTV/1", seconds: seconds)
        }
        #expect(Triage(reports).patterns.allSatisfy { $0.id != .slowVersion && $0.id != .signInWayChanged }, "\(Triage(reports).summary)")
    }

    // MARK: Which sign-ins are read

    @Test func `a profile that is found without a screen or a request is no sign-in`() {
        var made = HandMade.launched()
        let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e6))
        made.add(1, HandMade.reply(1, .profiles([profile])), "V2-B-09", "deciding", [.keep(.profile(profile))])
        made.add(2, .user(.signIn(WishID(1))), "V2-B-10", "deciding", [.answer(WishID(1), .signedIn(.profile(profile)))])
        #expect(made.report().signIns.isEmpty)
    }

    @Test func `a sign-in after a canceled one begins with its own request`() {
        var made = HandMade.launched()
        made.add(
            1, .user(.signIn(WishID(7))), "V2-F-06", "basicAuthFallback",
            [.present(PresentationID(9), .code(SecretRef(.code, 1), notAfter: nil))])
        made.add(
            31, .user(.chose(PresentationID(9), .cancel)), "V2-F-20", "registered",
            [.answer(WishID(7), .refused(Refusal(reason: .canceled)))])
        made.signIn(.page, at: 100, seconds: 25)
        #expect(made.report().signIns.map(\.way) == [.page])
        #expect(made.report().signIns.map(\.took) == [25_000])
    }
}
