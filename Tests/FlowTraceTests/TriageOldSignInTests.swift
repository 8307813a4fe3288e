import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Faults that show only in the age of a sign-in, in the length of a wait, or in what the app does after a denial.
@Suite("Triage: old sign-ins, timers, and what follows a denial") struct TriageOldSignInTests {
    private static let day = 86_400.0
    private static func launched(at start: Double, _ provider: String? = nil) -> HandMade {
        var kept = PersistedState()
        kept.profile = provider.map { Profile(mvpd: Flows.mvpd($0), type: .regular, notAfter: Script.instant(9e8)) }
        return HandMade.launched(at: start, keeping: kept)
    }

    private static func played(at start: Double, _ answer: WishAnswer, provider: String = "Dish", taking seconds: Double = 2) -> HandMade {
        var made = launched(at: start, provider)
        let call = HandMade.call(2, .authorize(Flows.mvpd(provider), resource: HandMade.resource, status: nil, identity: nil))
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        made.add(start + 1 + seconds, HandMade.reply(2, .decisions([])), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Old sign-ins

    /// Three launches of each device, ten days apart. Since the second, Cox denies the plays of old sign-ins. Every other viewer of the first
    /// `devices` signs in anew after it.
    private static func moved(devices: Int = 48, deniesNewSignIns: Bool = false) -> [LaunchReport] {
        (0..<48).flatMap { device -> [LaunchReport] in
            let (isCox, isNew) = (device % 2 == 0, device / 2 % 2 == 0 && device < devices)
            return (0..<3).map { launch in
                let start = Double(launch * 10) * day + Double(device) * 600
                let isOld = launch == 1 || launch == 2 && (!isNew || deniesNewSignIns)
                let fails = isCox && isOld || (device + launch) % 9 == 0
                var made = played(at: start, fails ? HandMade.denied() : HandMade.permitted, provider: isCox ? "Cox" : "Dish")
                if launch == 1, isNew {
                    made.add(start + 30, .user(.signOut(WishID(3))), "V2-G-01", "loggedOut", [.forget(.fact(.profile))])
                    made.signIn(.page, at: start + 60, provider: isCox ? "Cox" : "Dish", seconds: 5)
                }
                return HandMade.report(made, device: device, launch: launch)
            }
        }
    }

    @Test func `denials of the viewers who had signed in before a time are the provider's, and no usual denials`() throws {
        let found = try #require(Triage(Self.moved()).patterns.first)
        #expect(
            found.text.contains(
                "36 of 36 (24 devices) with provider Cox from 2026-01-11 00:00:00Z on for viewers who had signed in before, 4 of 36 before, or with a later sign-in, 8 of 72 without."
            ),
            "\(found.text)")
        #expect(found.text.contains(" So a new sign-in probably helps."), "\(found.text)")
        #expect(found.owner == .provider && !found.isUsual)
        // If new sign-ins are denied as well, or if there are only two, their age explains nothing.
        for reports in [Self.moved(deniesNewSignIns: true), Self.moved(devices: 8)] {
            let other = try #require(Triage(reports).patterns.first)
            #expect(!other.text.contains("signed in before"), "\(other.text)")
        }
    }

    // MARK: Timers

    /// Viewers cancel at the code after various times. With the new version, all who are slow cancel after a minute and a half.
    private static func canceled(_ app: (Int) -> String) -> [LaunchReport] {
        (0..<80).map { number in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            var made = launched(at: start)
            let code = Presentation.code(SecretRef(.code, 1), notAfter: Script.instant(9e8))
            made.add(start + 1, .user(.signIn(WishID(1))), "V2-C-08", "basicAuthFallback", [.present(PresentationID(1), code)])
            let waited = isNew ? 90 : 10 + Double(number)
            if isNew || number % 8 == 1 {
                made.add(
                    start + 1 + waited, .user(.chose(PresentationID(1), .cancel)), "FM-04", "basicAuthFallback",
                    [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
            }
            return HandMade.report(made, device: number, app: app(number))
        }
    }

    @Test func `cancellations after exactly the same time are a timer of the version with which they come`() throws {
        let found = try #require(Triage(Self.canceled { $0 % 2 == 0 ? "DemoTV/2" : "DemoTV/1" }).patterns.first)
        #expect(found.text.contains("40 of 40 with app DemoTV/2"), "\(found.text)")
        #expect(
            found.text.contains(
                " 40 of 50 come 90.0 s after the screen appeared, on 40 devices: a timer closes the screen, because no viewer is so exact."),
            "\(found.text)")
        #expect(found.owner == .app)
        #expect(found.advice == "Find the timer in the app that closes this screen, for example that of a screen saver.")
        // Viewers of all versions do it, so no version has such a timer.
        let everywhere = Triage(Self.canceled { $0 / 2 % 2 == 0 ? "DemoTV/2" : "DemoTV/1" }).patterns
        #expect(everywhere.allSatisfy { !$0.text.contains("timer") }, "\(everywhere.map { $0.text })")
    }

    @Test func `delays of viewers who differ are no timer`() {
        var delays = CanceledDelays()
        for number in 0..<20 { delays.note(Int64(20_000 + number * 700), device: number) }
        #expect(delays.timer(onAtLeast: 3) == nil && delays.constant == nil)
        for number in 0..<20 { delays.note(90_000 + Int64(number), device: number % 2) }
        #expect(delays.timer(onAtLeast: 3) == nil, "two devices")
        #expect(delays.timer(onAtLeast: 2)?.count == 20)
        delays.note(200_000, device: 3)
        #expect(delays.timer(onAtLeast: 2) == nil, "less than half")
    }

    // MARK: After a denial

    @Test func `a version that signs viewers out after a denial is the app's, although all sign out sometimes`() throws {
        let reports = (0..<60).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            var made = Self.played(at: start, number % 3 == 0 ? HandMade.permitted : HandMade.denied())
            let follows = isNew && number % 3 != 0
            made.add(start + (follows ? 3.5 : 600), .user(.signOut(WishID(2))), "V2-G-01", "loggedOut")
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first { $0.id == .correlatedObservation })
        #expect(
            found.text.hasPrefix(
                "The app requests a sign-out within 3 s of a denied play, before a viewer can act: 20 of 20 with app DemoTV/2, 0 of 20 without."
            ), "\(found.text)")
        #expect(found.owner == .app)
    }

    @Test func `only at home is said to be no question of the sign-in`() throws {
        let code = "authorization_denied_by_hba_policies"
        let error = AdobeError(action: .authentication, status: 403, code: ErrorCode(code))
        let reports = (0..<6).map { number in
            HandMade.report(
                Self.played(at: Double(number) * 600, .refused(Refusal(reason: .authentication, error: error))), device: number)
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains(" Signing in again does not help: the provider permits it in the viewer's home network only."),
            "\(found.text)")
    }

    // MARK: Properties that are older than the fault

    @Test func `a setting that many launches had before a fault without it is not to blame`() throws {
        func reports(since first: Int) -> [LaunchReport] {
            (0..<96).map { number in
                let (isKids, fails) = (number % 2 == 0, number % 2 == 0 && number >= first)
                var made = Self.launched(at: Double(number) * 3600)
                made.add(
                    Double(number) * 3600 + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding"
                )
                let answer = fails ? HandMade.unreachable : HandMade.permitted
                made.add(Double(number) * 3600 + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
                return HandMade.report(made, device: number) { $0.policy.attempts = isKids ? 2 : 3 }
            }
        }
        let always = try #require(Triage(reports(since: 0)).patterns.first)
        #expect(always.owner == .app, "\(always.text)")
        let later = try #require(Triage(reports(since: 48)).patterns.first)
        #expect(later.text.contains("24 of 24 with policy.attempts 2 (otherwise 3) from 2026-01-03"), "\(later.text)")
        #expect(later.owner != .app && !later.advice.contains("Set policy.attempts back"), "\(later.text)")
    }

    // MARK: Slow calls

    @Test func `the setting that waits for slow answers is not to blame for them`() {
        let reports = (0..<80).map { number -> LaunchReport in
            let (isShort, isSlow) = (number % 2 == 0, number % 4 < 2)
            let fails = isShort && isSlow
            return HandMade.report(
                Self.played(
                    at: Double(number) * 600, fails ? HandMade.unreachable : HandMade.permitted,
                    taking: isSlow && !isShort ? 9 : 1), device: number
            ) { $0.policy.requestTimeout = .seconds(isShort ? 4 : 30) }
        }
        let patterns = Triage(reports).patterns
        #expect(patterns.first?.text.contains("20 of 40 with policy.requestTimeout 4.0 s (otherwise 30.0 s)") == true)
        #expect(patterns.first?.advice == "Set policy.requestTimeout back to 30.0 s, unless the change is intended.")
        let slow = patterns.first { $0.cause?.id == .slow }
        #expect(slow?.owner == .adobe && slow?.correlation == nil, "\(slow?.text ?? "")")
    }

    @Test func `a system that is slow only with an account in Settings is named with the account`() throws {
        let reports = (0..<90).map { number -> LaunchReport in
            let (start, isNew, hasAccount) = (Double(number) * 600, number % 3 == 0, number % 2 == 0)
            var made = Self.launched(at: start, "Dish")
            let status = PartnerStatus(
                permission: .granted, mapping: hasAccount ? PlatformMappingID(number % 4 == 0 ? "dish" : "cox") : nil,
                expiry: Script.instant(9e8))
            made.report(status, at: start + 0.5)
            let asks = Effect.partner(RequestID(5), .status(prompt: false))
            made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-B-05", "checking", [asks])
            made.add(
                start + (isNew && hasAccount ? 20 : 2), HandMade.reply(5, .partner(PartnerAnswer(status: status))), "V2-D-13", "deciding",
                [.answer(WishID(1), HandMade.permitted)])
            return HandMade.report(made, device: number, system: isNew ? "tvOS 27.2" : "tvOS 27.1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains("15 of 15 with system tvOS 27.2 and TV provider in Settings signed in, 0 of 75 without."), "\(found.text)")
        #expect(found.owner == .device)
    }
}
