import FlowMachine
import Testing

@testable import FlowReading

/// What the summary says first about the launches of many devices.
@Suite("Triage: fleets") struct TriageFleetTests {
    private static let play = UserEvent.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn)

    private static func report(
        _ made: HandMade, _ number: Int, app: String = "DemoTV/1.0", system: String? = nil,
        _ change: (inout FlowSettings) -> Void = { _ in }
    ) -> LaunchReport {
        var settings = Script.settings
        change(&settings)
        return made.report(header: LogHeader(app: app, system: system, support: "\(app) \(number)", settings: settings))
    }

    /// A request that the app canceled `seconds` after it was made, while the viewer saw the code.
    private static func canceled(after seconds: Double) -> HandMade {
        var made = HandMade.launched()
        made.add(
            1, .user(play), "V2-F-06", "basicAuthFallback",
            [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
        made.add(1 + seconds, .user(.cancel(WishID(1))), "FM-05", "registered", [.answer(WishID(1), .dropped)])
        return made
    }

    @Test func `requests that a version's builds cancel after the same time are one cause of that version`() throws {
        let reports = (0..<12).flatMap { number in
            [
                Self.report(Self.canceled(after: 60), number, app: "DemoTV/5.3.0 (530\(number % 2))"),
                Self.report(HandMade.launched(), number, app: "DemoTV/5.2.1 (4711)"),
            ]
        }
        let first = try #require(Triage(reports).summary.first)
        #expect(first.hasPrefix("canceled by the app, always after 60.0 s: 12 of 24 launches: 12 of 12 with app DemoTV/5.3.0, 0 of 12 "))
        #expect(first.contains("The app canceled it after 60.0 s, while the viewer was at the code screen."))
        let irregular = (0..<6).map { Self.report(Self.canceled(after: 50 + Double($0)), $0) }
        #expect(Triage(irregular).summary.first?.hasPrefix("canceled by the app: 6 of 6 launches") == true)
    }

    @Test func `exchanges that bring no sign-in are one cause, named by the account and the system`() throws {
        func exchange(_ error: PartnerError?, _ mapping: String, fails: Bool) -> HandMade {
            var made = HandMade.launched()
            let request = PartnerRequest.authentication(request: SecretRef(.request, 1), interruption: true)
            made.add(1, .user(.signIn(WishID(1))), "FM-10", "partnerAuth", [.partner(RequestID(1), request)])
            let status = PartnerStatus(permission: .granted, mapping: PlatformMappingID(mapping))
            if !fails { return made }
            made.add(2, HandMade.reply(1, .partner(PartnerAnswer(status: status, error: error))), "V2-C-26", "partnerAuth")
            return made
        }
        let reports = (0..<12).flatMap { number in
            ["tvOS 27.0", "tvOS 27.1"].flatMap { system in
                ["One", "Two"].map { account in
                    let fails = system == "tvOS 27.1" && account == "One"
                    let made = exchange(fails && number % 2 == 0 ? .rejected : nil, account, fails: fails)
                    return Self.report(made, number, app: "\(account)/\(system)", system: system) { $0.serviceProvider = "S" }
                }
            }
        }
        let first = try #require(Triage(reports).summary.first)
        #expect(first.hasPrefix("the provider rejected Apple's single sign-on: 12 of 48 launches: 12 of 12 with "))
    }

    @Test func `a viewer's denied access, a change of settings and a fault that was retried do not come first`() throws {
        func failed(_ number: Int, attempts: Int64) -> LaunchReport {
            var made = HandMade.launched()
            let status = PartnerStatus(permission: .denied)
            made.add(1, .user(Self.play), "V2-D-01", "deciding", [.partner(RequestID(9), .status(prompt: false))])
            made.add(1.1, HandMade.reply(9, .partner(PartnerAnswer(status: status))), "V2-D-01", "deciding")
            let call = HandMade.call(
                1, Endpoint.authorize(Flows.mvpd("Dish"), resource: SecretRef(.resource, 1), status: nil, identity: nil))
            made.add(1.2, .user(Self.play), "V2-D-01", "deciding", [call])
            made.add(
                2, HandMade.reply(1, .failed(.transport(.connection))), "V2-D-13", "deciding",
                attempts == 1 ? [.answer(WishID(1), .refused(Refusal(reason: .unreachable)))] : [])
            if attempts > 1 { made.add(3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), .previewed([]))]) }
            return Self.report(made, number) { $0.policy.attempts = attempts }
        }
        let summary = Triage((0..<12).flatMap { [failed($0, attempts: 1), failed($0 + 12, attempts: 3)] }).summary
        let first = try #require(summary.first)
        #expect(
            first.hasPrefix("refused: unreachable: 12 of 24 launches: 12 of 12 with policy.attempts 1 (otherwise 3), 0 of 12 without."),
            "\(first)")
        #expect(!summary.contains { $0.hasPrefix("TV-provider access was denied") })
    }
}

extension TriageFleetTests {
    @Test func `a fault that begins at a time is compared with the first launches of versions`() throws {
        func report(_ number: Int, day: Double, app: String, fails: Bool) -> LaunchReport {
            var made = HandMade()
            let start = day * 86_400
            made.add(start, .app(.launched(PersistedState())), "FM-01", "checking")
            made.add(start + 1, .user(Self.play), "V2-D-01", "deciding")
            made.add(start + 2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), fails ? Self.refused : .previewed([]))])
            return Self.report(made, number, app: app)
        }
        func sentence(_ released: Double) throws -> String {
            // The old version fails from the fourth day on as well, so that the time is what the failures have in common.
            let reports = (0..<24).map { number in
                let day = Double(number) / 4
                let isNew = day >= released && number % 2 == 0
                return report(number, day: day, app: isNew ? "DemoTV/2.0 (1)" : "DemoTV/1.0 (1)", fails: day >= 4)
            }
            return try #require(Triage(reports).summary.first)
        }
        #expect(
            try sentence(3).contains(
                "0 of 16 before. DemoTV/2.0 is first seen at 2026-01-04 00:00:00Z, less than two days before, but 4 launches with another version have it. DemoTV/1.0 (4 of 4) and DemoTV/2.0 (4 of 4) alike, so no version of the app is to blame. Owner"
            ))
        #expect(try sentence(1).contains("before. No version of the app is first seen in the two days before."))
    }

    @Test func `a vault that is empty after an update of the system is the device's`() throws {
        func launch(_ number: Int, _ support: String, after previous: String?, _ system: String, keeps: Bool) -> LaunchReport {
            var kept = PersistedState()
            if keeps { kept.provider = RememberedProvider(mvpd: Flows.mvpd("Dish")) }
            let made = HandMade.launched(at: previous == nil ? 0 : 9, keeping: kept)
            let header = LogHeader(
                app: "DemoTV/1.0", system: system, support: "\(support)\(number)", previousSupport: previous.map { "\($0)\(number)" },
                settings: Script.settings)
            return made.report("\(number)/log-\(support).jsonl", header: header)
        }
        let reports = (0..<12).flatMap { number in
            let isUpdated = number < 6
            return [
                launch(number, "a", after: nil, "tvOS 27.1", keeps: true),
                launch(number, "b", after: "a", isUpdated ? "tvOS 27.2" : "tvOS 27.1", keeps: !isUpdated),
            ]
        }
        let first = try #require(Triage(reports).summary.first)
        #expect(first.contains("6 of 6 with system update to tvOS 27.2"), "\(first)")
        #expect(
            first.contains("Owner: probably the device's system (Apple), not the app, because it comes with system update to tvOS 27.2."))
    }

    @Test func `a resource that the provider permits at home only is the provider's`() {
        let code = ErrorCode("authorization_denied_by_hba_policies")
        for (action, answer) in [
            (
                ErrorAction.none,
                WishAnswer.denied(resource: SecretRef(.resource, 1), error: AdobeError(action: .none, status: 403, code: code))
            ),
            (
                .authentication,
                .refused(Refusal(reason: .authentication, error: AdobeError(action: .authentication, status: 403, code: code)))
            ),
        ] {
            var made = HandMade.launched()
            made.add(1, .user(Self.play), "V2-D-01", "deciding")
            made.add(2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
            let cause = Self.report(made, 1).requests.first?.cause
            #expect(cause?.owner == .provider, "\(action)")
            #expect(cause?.text.hasPrefix("The provider permits it only at the viewer's home") == true, "\(action)")
        }
    }

    private static let refused = WishAnswer.refused(Refusal(reason: .service))
}
