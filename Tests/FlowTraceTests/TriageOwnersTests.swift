import FlowMachine
import Testing

@testable import FlowReading

/// Who is named for a cause that only the comparison of launches shows, or that another fact makes understandable.
@Suite struct TriageOwnersTests {
    private static let day = 86_400.0

    private static func report(
        _ made: HandMade, _ number: Int, app: String = "DemoTV/1.0", system: String? = nil, utcOffset: Int64? = nil,
        installation: String? = nil,
        _ change: (inout FlowSettings) -> Void = { _ in }
    ) -> LaunchReport {
        var settings = Script.settings
        change(&settings)
        return made.report(
            "\(number)/log.jsonl",
            header: LogHeader(
                app: app, system: system, support: "\(app) \(number)", installation: installation, utcOffsetMinutes: utcOffset,
                settings: settings))
    }

    private static func launched(_ start: Double, _ profile: Profile? = nil) -> HandMade {
        var kept = PersistedState()
        kept.profile = profile
        return HandMade.launched(at: start, keeping: kept, [HandMade.call(1, .register)])
    }

    /// A launch with a play that is answered at once.
    private static func played(
        _ start: Double, _ answer: WishAnswer, under access: PlayAccess = .signedIn, calls: [Reply.Result] = []
    ) -> HandMade {
        var made = launched(start)
        made.add(
            start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: access)), "V2-D-10", "deciding",
            [HandMade.call(2, .register)])
        for result in calls { made.add(start + 2, HandMade.reply(2, result), "V2-X-01", "deciding", [HandMade.call(2, .register)]) }
        made.add(start + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Two APIs

    @Test func `denials that two APIs report differently come with no API`() {
        let reports = (0..<60).map { number -> LaunchReport in
            let (isLegacy, isDenied) = (number % 2 == 0, number % 6 < 2)
            let answer = isDenied ? HandMade.denied(isLegacy ? nil : "authorization_denied_by_mvpd") : HandMade.permitted
            return Self.report(Self.played(Double(number) * Self.day, answer), number, app: isLegacy ? "DemoTV/1.0" : "DemoTV/2.0") {
                $0.api = isLegacy ? .restV1 : .restV2
            }
        }
        #expect(Triage(reports).patterns.allSatisfy { $0.correlation == nil }, "\(Triage(reports).summary)")
        #expect(Triage(reports).summary.first?.hasPrefix("No failure comes with a version, a setting,") == true)
    }

    @Test func `a denial that comes with a version among the launches of its API is found`() throws {
        let reports = (0..<60).map { number -> LaunchReport in
            let isLegacy = number % 2 == 0
            let isDenied = number % 4 == 1
            let app = isLegacy ? "DemoTV/1.0" : isDenied ? "DemoTV/2.1" : "DemoTV/2.0"
            let answer = isDenied ? HandMade.denied("authorization_denied_by_mvpd") : HandMade.permitted
            return Self.report(Self.played(Double(number) * Self.day, answer), number, app: app) { $0.api = isLegacy ? .restV1 : .restV2 }
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.correlation?.properties.map(\.text) == ["app DemoTV/2.1"])
        #expect(found.correlation?.with.text == "15 of 15" && found.correlation?.others.text == "0 of 15")
    }

    @Test func `a denial by a degradation rule stays Adobe's, whatever it comes with`() throws {
        let reports = (0..<60).map { number -> LaunchReport in
            let isNew = number % 2 == 0
            let answer = isNew ? HandMade.denied("authorization_denied_by_degradation_rule") : HandMade.permitted
            return Self.report(Self.played(Double(number) * Self.day, answer), number, app: isNew ? "DemoTV/2.0" : "DemoTV/1.0")
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.owner == .adobe)
        #expect(found.text.contains("Owner: Adobe."))
    }

    // MARK: The device's system

    @Test func `a cause that comes with a version of the system, whatever the provider, is the system's`() throws {
        let reports = (0..<40).map { number -> LaunchReport in
            let isNew = number % 2 == 0
            return Self.report(
                Self.played(
                    Double(number) * Self.day, isNew ? HandMade.unreachable : HandMade.permitted,
                    calls: isNew ? [.failed(.transport(.connection))] : []),
                number, system: isNew ? "tvOS 26.2" : "tvOS 26.1")
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.owner == .device)
        #expect(
            found.text.contains("Owner: probably the device's system (Apple), not the network, because it comes with system tvOS 26.2."))
    }

    @Test func `a cause that comes with a time zone for an hour names both`() throws {
        let reports = (0..<80).map { number -> LaunchReport in
            let (isMountain, fails) = (number % 4 == 0, number % 4 == 0 && (20..<60).contains(number))
            return Self.report(
                Self.played(
                    Double(number) * 100, fails ? HandMade.unreachable : HandMade.permitted,
                    calls: fails ? [.failed(.transport(.connection))] : []),
                number, utcOffset: isMountain ? -420 : -300)
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.owner == .network)
        #expect(found.text.contains("with time zone UTC-07:00"), "\(found.text)")
        #expect(
            found.text.contains("All are between 2026-01-01 00:33Z and 2026-01-01 01:33Z: 10 of 10 then, 0 of 10 before and after."),
            "\(found.text)")
    }

    // MARK: A setting

    @Test func `of a single device, launches with a setting are compared with those without`() throws {
        let reports = (0..<20).map { number -> LaunchReport in
            let isNew = number >= 9
            return Self.report(
                Self.played(
                    Double(number) * Self.day,
                    isNew && number % 4 != 0 ? .refused(Refusal(reason: .authentication)) : HandMade.permitted),
                number, installation: "one"
            ) { $0.policy.statusWithoutExpiry = isNew ? .never : .untilRefused }
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.owner == .app)
        #expect(
            found.text.contains("9 of 11 with policy.statusWithoutExpiry never (otherwise untilRefused), 0 of 9 without"), "\(found.text)")
    }

    @Test func `a setting that prevents retries does not make the other value suspect`() throws {
        let reports = (0..<60).map { number -> LaunchReport in
            let (isFlagged, fails) = (number % 2 == 0, number % 6 < 2)
            let calls: [Reply.Result] = fails ? [.failed(.transport(.connection))] : []
            let answer: WishAnswer = fails && isFlagged ? HandMade.unreachable : HandMade.permitted
            return Self.report(Self.played(Double(number) * Self.day, answer, calls: calls), number) {
                $0.policy.breakerPause = isFlagged ? .seconds(600) : .seconds(10)
            }
        }
        let found = Triage(reports).patterns.filter { $0.correlation != nil }
        #expect(
            found.map { $0.correlation?.properties.map(\.text) ?? [] } == [["policy.breakerPause 10 min"]], "\(Triage(reports).summary)")
    }

    // MARK: Requests that never ask

    @Test func `plays that one version requests only for a signed-in viewer are its fault`() throws {
        let reports = (0..<40).map { number -> LaunchReport in
            let isNew = number % 2 == 0
            let isSignedIn = number % 4 < 2
            return Self.report(
                Self.played(
                    Double(number) * Self.day, isSignedIn || !isNew ? HandMade.permitted : .refused(Refusal(reason: .notSignedIn)),
                    under: isNew ? .ifSignedIn : .signedIn),
                number, app: isNew ? "DemoTV/7.4.0" : "DemoTV/7.3.6")
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.cause?.id == .playNeverAsks && found.owner == .app)
        #expect(found.text.contains("10 of 20 with app DemoTV/7.4.0, 0 of 20 without"), "\(found.text)")
    }

    // MARK: A registration that Adobe rejects

    private static func unregistered(valid: Double = 80_000) throws -> LaunchReport {
        let code = try #require(ErrorCode("invalid_client"))
        let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(valid))
        var made = launched(0, profile)
        made.add(
            1, HandMade.reply(1, .failed(.registrationRefused(code))), "V2-A-09", "unregistered",
            [.forget(.fact(.client)), .forget(.fact(.profile)), HandMade.call(2, .register)])
        made.add(
            2, HandMade.reply(2, .registered(client: SecretRef(.client, 2))), "V2-A-03", "registered",
            [.keep(.client(SecretRef(.client, 2)))])
        made.add(
            3, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-B-10", "basicAuthFallback",
            [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: Script.instant(90_000)))])
        return report(made, 1)
    }

    @Test func `a sign-in that ends because Adobe rejects the registration is a cause, and Adobe's`() throws {
        let cause = try #require(try Self.unregistered().findings.first { $0.id == .registrationRejected })
        #expect(cause.owner == .adobe)
        #expect(
            cause.text.hasPrefix("Adobe no longer accepted the registration of this device (invalid_client). A new registration has no"))
        #expect(cause.evidence.map(\.event) == [2, 4])
        #expect(try Self.unregistered(valid: 200).findings.allSatisfy { $0.id != .registrationRejected }, "the sign-in had expired anyway")
    }

    // MARK: A sign-out that comes first

    @Test func `a sign-in that waits for a sign-out says so`() throws {
        var made = Self.launched(0)
        let logout = HandMade.call(2, .logout(Flows.mvpd("Dish")))
        made.add(1, .user(.signIn(WishID(1))), "V2-E-09", "loggedOut", [logout])
        made.add(
            2, HandMade.reply(2, .failed(.status(http: 503))), "V2-X-01", "loggedOut",
            [.answer(WishID(1), .refused(Refusal(reason: .unreachable)))])
        let cause = try #require(Self.report(made, 1).requests.first?.cause)
        #expect(cause.text.hasPrefix("The sign-out before it must reach Adobe first"), "\(cause.text)")
    }
}
