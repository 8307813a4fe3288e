import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// What is no failure by itself, and when and to whom failures occur.
@Suite("Triage: observations") struct TriageObservationTests {
    private static let day = 86_400.0

    private static func report(
        _ made: HandMade, _ number: Int, app: String = "DemoTV/1", system: String = "tvOS 27.0", device: Int? = nil, after: String? = nil,
        _ change: (inout FlowSettings) -> Void = { _ in }
    ) -> LaunchReport {
        var settings = Script.settings
        change(&settings)
        return made.report(
            "\(device ?? number)/log-\(number).jsonl",
            header: LogHeader(
                app: app, system: system, support: "\(number)", previousSupport: after, installation: "\(device ?? number)",
                settings: settings))
    }

    private static func observed(_ reports: [LaunchReport]) -> [TriagePattern] {
        Triage(reports).patterns.filter { $0.id == .correlatedObservation }
    }

    // MARK: Observations

    @Test func `accounts that one system reports as expired are Apple's, although nothing fails`() throws {
        let reports = (0..<60).map { number -> LaunchReport in
            let isNew = number % 3 == 0
            var made = HandMade.launched(at: Double(number) * 600)
            made.reportAccount(number % 2 == 0 ? "dish" : "cox", at: Double(number) * 600 + 1, expiresIn: isNew ? -60 : 3600)
            return Self.report(made, number, system: isNew ? "tvOS 27.1" : "tvOS 27.0")
        }
        let found = try #require(Self.observed(reports).first)
        #expect(found.owner == .device)
        #expect(
            found.text.hasPrefix(
                "Apple reports an account whose sign-in with the TV provider has expired: 20 of 20 with system tvOS 27.1, 0 of 40 without."),
            "\(found.text)")
    }

    @Test func `an error of Adobe that no request fails for is found with its account and its first day`() throws {
        let error = AdobeError(action: .none, status: 400, code: ErrorCode("invalid_header_pfs_provider_id_not_determined"))
        let reports = (0..<60).map { number -> LaunchReport in
            let start = Double(number) * Self.day
            let (isDish, isLate) = (number % 2 == 0, number >= 30)
            var made = HandMade.launched(at: start)
            made.reportAccount(isDish ? "dish" : "cox", at: start + 1, expiresIn: 3600)
            if isDish, isLate {
                made.add(start + 2, .app(.foregrounded), "V2-B-06", "checking", [HandMade.call(7, .profiles(status: nil))])
                made.add(start + 3, HandMade.reply(7, .failed(.refused(http: 400, error))), "V2-B-08", "checking")
            }
            return Self.report(made, number)
        }
        let found = try #require(Self.observed(reports).first)
        #expect(found.owner == .adobe)
        #expect(
            found.text.contains("15 of 15 with account dish from 2026-01-31 00:00:00Z on, 0 of 15 before, 0 of 30 without."),
            "\(found.text)")
    }

    /// Two launches of each device: the first has access and an account, and the second reports `later`.
    private static func twice(_ later: (Bool) -> PartnerStatus) -> [LaunchReport] {
        (0..<40).flatMap { device -> [LaunchReport] in
            (0..<2).map { launch in
                let (start, isUpdated) = (Double(device) * 600 + Double(launch) * Self.day, launch == 1 && device % 2 == 0)
                var made = HandMade.launched(at: start)
                let had = PartnerStatus(permission: .granted, mapping: PlatformMappingID("dish"), expiry: Script.instant(9e8))
                made.report(launch == 0 ? had : later(isUpdated), at: start + 1)
                return Self.report(
                    made, device * 2 + launch, system: isUpdated ? "tvOS 27.1" : "tvOS 27.0", device: device,
                    after: launch == 0 ? nil : "\(device * 2)")
            }
        }
    }

    @Test func `an update after which the account or the access is gone is Apple's`() throws {
        let kept = PartnerStatus(permission: .granted, mapping: PlatformMappingID("dish"), expiry: Script.instant(9e8))
        let account = try #require(Self.observed(Self.twice { $0 ? PartnerStatus(permission: .granted) : kept }).first)
        #expect(
            account.text.hasPrefix("Apple reported an account of a TV provider to an earlier launch, and reports none any more: 20 of 20"))
        let access = try #require(Self.observed(Self.twice { $0 ? PartnerStatus(permission: .notDetermined) : kept }).first)
        #expect(
            access.text.hasPrefix("The app had access to the TV provider in an earlier launch, and does not have it any more: 20 of 20"))
        #expect(account.owner == .device && access.owner == .device)
    }

    /// Each second device updates the app, and its first launch with the new version signs in with a code.
    @Test func `a version without access changes the kind of sign-in, unlike viewers who deny it`() throws {
        let reports = (0..<40).flatMap { device -> [LaunchReport] in
            (0..<2).map { launch in
                let (start, isUpdated) = (Double(device) * 600 + Double(launch) * Self.day, launch == 1 && device % 2 == 0)
                var kept = PersistedState()
                if launch == 1 { kept.profile = Profile(mvpd: Flows.mvpd("Dish"), type: .appleSSO, notAfter: Script.instant(9e8)) }
                var made = HandMade.launched(at: start, keeping: kept)
                let had = PartnerStatus(permission: .granted, mapping: PlatformMappingID("dish"), expiry: Script.instant(9e8))
                made.report(isUpdated || device % 8 == 1 ? PartnerStatus(permission: .denied) : had, at: start + 1)
                made.signIn(isUpdated ? .code : .account, at: start + 2)
                return Self.report(
                    made, device * 2 + launch, app: isUpdated ? "DemoTV/2" : "DemoTV/1", device: device,
                    after: launch == 0 ? nil : "\(device * 2)")
            }
        }
        let found = try #require(Self.observed(reports).first)
        #expect(found.owner == .app && found.advice.hasPrefix("Compare the entitlements of this version"), "\(found.text)")
        #expect(
            found.text.contains(" No launch with it has access: Apple reports none in 20 of 20, and in 10 of 60 without."), "\(found.text)")
        #expect(found.text.contains("It also shows as: the kind of sign-in changed from appleSSO to regular"), "\(found.text)")
        #expect(Triage(reports).patterns.count { $0.cause?.id == .methodChanged } == 0, "\(Triage(reports).summary)")
    }

    /// A version that previews six resources, of which Adobe decides five at a time.
    @Test func `previews that Adobe refuses for their length are the app's, and explain the split calls`() throws {
        let resources = (1...6).map { SecretRef(.resource, Int64($0)) }
        let error = AdobeError(action: .configuration, status: 403, code: ErrorCode("too_many_resources"))
        func decided(_ some: ArraySlice<SecretRef>, _ verdict: AdobeDecision.Verdict) -> Reply.Result {
            .decisions(some.map { AdobeDecision(resource: $0, verdict: verdict, source: .mvpd) })
        }
        let reports = (0..<80).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            let asked = isNew ? resources[...] : resources[..<3]
            func ask(_ id: Int64, _ some: ArraySlice<SecretRef>) -> Effect {
                HandMade.call(id, .preauthorize(Flows.mvpd("Dish"), resources: Array(some), status: nil))
            }
            var made = HandMade.launched(at: start)
            made.add(start + 1, .user(.preview(WishID(1), resources: Array(asked))), "V2-D-06", "deciding", [ask(2, asked)])
            if isNew {
                made.add(
                    start + 2, HandMade.reply(2, decided(asked, .deny(error))), "V2-D-07", "deciding",
                    [ask(3, asked.prefix(5))])
                made.add(
                    start + 3, HandMade.reply(3, decided(asked.prefix(5), .permit(media: nil))), "V2-D-07", "deciding",
                    [ask(4, asked.suffix(1))])
            }
            let last: (Int64, ArraySlice<SecretRef>) = isNew ? (4, asked.suffix(1)) : (2, asked)
            made.add(
                start + 4, HandMade.reply(last.0, decided(last.1, .permit(media: nil))), "V2-D-08", "deciding",
                [.answer(WishID(1), .previewed([]))])
            made.add(start + 9, .user(.play(WishID(2), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(start + 10, .timer(TimerID(2)), "V2-D-13", "deciding", [.answer(WishID(2), HandMade.permitted)])
            return Self.report(made, number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let patterns = Triage(reports).patterns
        let found = try #require(patterns.first)
        #expect(found.cause?.id == .fulfilledAfterFailures && found.owner == .app, "\(patterns.map { $0.text })")
        #expect(found.text.contains("too_many_resources: 40 of 80 launches: 40 of 40 with app DemoTV/2"), "\(found.text)")
        #expect(found.text.contains("Launches with it make 3.0 times as many preview calls per launch"), "\(found.text)")
        #expect(found.advice.hasPrefix("Preview at most five resources at a time"), "\(found.advice)")
        #expect(!patterns.contains { $0.id == .callsMultiplied }, "\(patterns.map { $0.text })")
    }

    @Test func `viewers who leave after a preview come with a version`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            var made = HandMade.launched(at: start)
            made.add(
                start + 1, .user(.preview(WishID(1), resources: [HandMade.resource])), "V2-D-06", "deciding")
            made.add(start + 2, .timer(TimerID(1)), "V2-D-08", "deciding", [.answer(WishID(1), .previewed([]))])
            if !isNew {
                made.add(start + 9, .user(.play(WishID(2), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                made.add(start + 10, .timer(TimerID(2)), "V2-D-13", "deciding", [.answer(WishID(2), HandMade.permitted)])
            }
            return Self.report(made, number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Self.observed(reports).first)
        #expect(found.text.hasPrefix("Viewers leave after a preview, without a play: 60 of 60"), "\(found.text)")
    }

    @Test func `a version with which viewers deny access when the system asks is the app's`() throws {
        let reports = (0..<48).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            var made = HandMade.launched(at: start)
            made.report(PartnerStatus(permission: .notDetermined), at: start + 1)
            made.report(PartnerStatus(permission: isNew ? .denied : .granted), at: start + 5, prompt: true)
            return Self.report(made, number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Self.observed(reports).first)
        #expect(found.text.contains("24 of 24 with app DemoTV/2, 0 of 24 without."), "\(found.text)")
        #expect(found.owner == .app)
    }

    @Test func `viewers who are asked to sign in again are named only if nothing else explains it`() throws {
        func reports(_ code: String?) -> [LaunchReport] {
            (0..<80).map { number in
                let (start, isNew, isLater) = (Double(number) * 600, number % 4 == 0, number % 2 == 0)
                var made = HandMade.launched(at: start)
                if isNew { made.signIn(.code, at: start + 1) }
                if isNew, let code {
                    let error = AdobeError(action: .none, status: 403, code: ErrorCode(code))
                    made.add(start + 60, .user(.play(WishID(2), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                    made.add(
                        start + 61, .timer(TimerID(1)), "V2-D-13", "deciding",
                        [.answer(WishID(2), .denied(resource: HandMade.resource, error: error))])
                }
                return Self.report(
                    made, number, app: isNew ? "DemoTV/2" : "DemoTV/1", device: number / 2, after: isLater ? nil : "\(number - 1)")
            }
        }
        // Each device has an earlier launch with the old version.
        let later = reports(nil).reversed().map { $0 }
        #expect(Self.observed(later).allSatisfy { $0.parameters.contains { $0.value == .text("asked-again") } })
        #expect(Self.observed(reports("authorization_denied_by_mvpd").reversed().map { $0 }).isEmpty)
    }

    @Test func `contradicted previews and plays that a degradation rule permits are found`() throws {
        func reports(_ answer: (Bool) -> WishAnswer) -> [LaunchReport] {
            (0..<60).map { number in
                let (start, isLate) = (Double(number) * Self.day, number % 2 == 0 && number >= 30)
                var kept = PersistedState()
                kept.provider = RememberedProvider(mvpd: Flows.mvpd(number % 2 == 0 ? "Cox" : "Dish"))
                var made = HandMade.launched(at: start, keeping: kept)
                let preview = [AdobeDecision(resource: HandMade.resource, verdict: .permit(media: nil), source: .mvpd)]
                made.add(start + 1, .user(.preview(WishID(1), resources: [HandMade.resource])), "V2-D-01", "deciding")
                made.add(start + 2, .timer(TimerID(1)), "V2-D-09", "deciding", [.answer(WishID(1), .previewed(preview))])
                made.add(start + 3, .user(.play(WishID(2), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                made.add(start + 4, .timer(TimerID(2)), "V2-D-13", "deciding", [.answer(WishID(2), answer(isLate))])
                return Self.report(made, number)
            }
        }
        let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(9e8))
        let degraded = try #require(
            Self.observed(reports { $0 ? .permitted(resource: HandMade.resource, media: media, source: .degradation) : HandMade.permitted })
                .first)
        #expect(degraded.owner == .adobe)
        #expect(degraded.text.contains("15 of 15 with") && degraded.text.contains("0 of 15 before, 0 of 30 without"), "\(degraded.text)")
        // The denials themselves come with the same properties, so the summary may name them; the value is there in any case.
        let report = reports { $0 ? HandMade.denied() : HandMade.permitted }
        #expect(report.count { $0.observations.contains(.previewContradicted) } == 15)
    }

    @Test func `a few plays that contradict previews are the provider's if all are of one provider`() throws {
        // Each version and each setting is one more comparison, with which six contradictions would prove too little.
        let reports = (0..<120).map { number -> LaunchReport in
            let start = Double(number) * 600
            var kept = PersistedState()
            kept.provider = RememberedProvider(mvpd: Flows.mvpd(["Cox", "Dish", "Verizon"][number % 3]))
            var made = HandMade.launched(at: start, keeping: kept)
            let preview = [AdobeDecision(resource: HandMade.resource, verdict: .permit(media: nil), source: .mvpd)]
            made.add(start + 1, .user(.preview(WishID(1), resources: [HandMade.resource])), "V2-D-01", "deciding")
            made.add(start + 2, .timer(TimerID(1)), "V2-D-09", "deciding", [.answer(WishID(1), .previewed(preview))])
            made.add(start + 3, .user(.play(WishID(2), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            let answer = number % 18 == 0 && number < 108 ? HandMade.denied() : HandMade.permitted
            made.add(start + 4, .timer(TimerID(2)), "V2-D-13", "deciding", [.answer(WishID(2), answer)])
            return Self.report(made, number, app: "DemoTV/\(number % 10)", system: "tvOS \(number % 11).\(number % 7)") { settings in
                settings.policy.attempts = 1 + Int64(number % 5)
            }
        }
        let found = try #require(Self.observed(reports).first)
        #expect(
            found.text.hasPrefix(
                "A play is denied although a preview in the same launch permitted the resource: 6 of 40 with provider Cox, 0 of 80 without."
            ),
            "\(found.text)")
        #expect(found.owner == .provider)
    }

    @Test func `an integration that is not active stays Adobe's, whatever provider it comes with`() throws {
        #expect(FlowCause.Kind.refused(.setup, .code(try #require(ErrorCode("invalid_integration")))).namesOwner)
        #expect(!FlowCause.Kind.refused(.setup, .code(try #require(ErrorCode("invalid_client")))).namesOwner)
    }

    @Test func `a second app that signs out at its launch is named in a household`() throws {
        let reports = (0..<24).map { number -> LaunchReport in
            let (isKids, isNew) = (number % 2 == 0, number >= 12)
            let start = Double(number) * Self.day
            var made = HandMade.launched(at: start)
            if isKids, isNew { made.add(start + 1.2, .user(.signOut(WishID(1))), "V2-G-01", "loggedOut") }
            return Self.report(made, number, app: isKids ? "Kids/\(isNew ? 2 : 1)" : "Main/1", device: isKids ? 1 : 2)
        }
        let found = try #require(Self.observed(reports).first)
        #expect(found.text.hasPrefix("The app requests a sign-out within 3 s of its launch"))
        #expect(found.text.contains("6 of 6 with app Kids/2, 0 of 18 without."), "\(found.text)")
    }

    @Test func `observations that come with nothing stay quiet`() {
        var random = RandomSource(seed: 2026)
        var fleets = 0
        for _ in 0..<40 {
            let rate = Double.random(in: 0.1...0.8, using: &random)
            let reports = (0..<60).map { number -> LaunchReport in
                let start = Double(number) * 3600 + Double.random(in: 0..<3000, using: &random)
                var made = HandMade.launched(at: start)
                made.reportAccount(
                    ["dish", "cox"].randomElement(using: &random) ?? "dish", at: start + 1,
                    expiresIn: Double.random(in: 0..<1, using: &random) < rate ? -60 : 3600)
                return Self.report(
                    made, number, app: "DemoTV/\(Int.random(in: 1...3, using: &random))",
                    system: "tvOS 26.\(Int.random(in: 0...4, using: &random))")
            }
            if !Self.observed(reports).isEmpty { fleets += 1 }
        }
        #expect(fleets <= 1, "\(fleets) of 40")
    }

    // MARK: When, and to whom

    @Test func `failures in the same minutes of each day are found with these minutes`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let fails = number % 6 == 0
            let start = Double(number / 6) * Self.day + (fails ? 8 * 3600 + Double(number % 7) * 120 : Double(number % 6) * 3 * 3600 + 3600)
            var made = HandMade.launched(at: start)
            made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(
                start + 3, .timer(TimerID(1)), "V2-D-13", "deciding",
                [.answer(WishID(1), fails ? HandMade.unreachable : HandMade.permitted)])
            return Self.report(made, number)
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("between 08:00Z and 08:1"), "\(found.text)")
        #expect(found.text.contains("each day, 0 of 10") || found.text.contains("each day, 1 of 10"), "\(found.text)")
    }

    @Test func `denials on the first day after a sign-in are distinguished from those of older sign-ins`() throws {
        let reports = (0..<40).flatMap { device -> [LaunchReport] in
            // At another hour on each day.
            let start = Double(device) * Self.day * 1.13
            let isLate = device % 2 == 0
            return (0..<3).map { launch in
                let begin = start + Double(launch) * (launch == 2 ? Self.day : 3600)
                var kept = PersistedState()
                kept.provider = RememberedProvider(mvpd: Flows.mvpd(isLate ? "Cox" : "Dish"))
                var made = HandMade.launched(at: begin, keeping: kept)
                if launch == 0 { made.signIn(.code, at: begin + 1, provider: isLate ? "Cox" : "Dish") }
                made.add(begin + 60, .user(.play(WishID(2), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                made.add(
                    begin + 61, .timer(TimerID(1)), "V2-D-13", "deciding",
                    [.answer(WishID(2), isLate && launch < 2 ? HandMade.denied() : HandMade.permitted)])
                return Self.report(
                    made, device * 3 + launch, device: device, after: launch == 0 ? nil : "\(device * 3 + launch - 1)")
            }
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.correlation?.properties.contains { $0.text == "a sign-in less than a day old" } == true, "\(found.text)")
        #expect(found.correlation?.with.text == "40 of 40", "\(found.text)")
    }
}
