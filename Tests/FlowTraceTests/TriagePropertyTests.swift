import FlowMachine
import Testing

@testable import FlowReading

/// Properties that explain a cause, beside versions, providers and systems.
@Suite("Triage: properties that explain a cause") struct TriagePropertyTests {
    private static let day = 86_400.0

    private static func launched(at start: Double, _ provider: String = "Dish") -> HandMade {
        var kept = PersistedState()
        kept.provider = RememberedProvider(mvpd: Flows.mvpd(provider))
        return HandMade.launched(at: start, keeping: kept)
    }

    private static func denied(_ resource: SecretRef = HandMade.resource) -> WishAnswer {
        .denied(resource: resource, error: AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd")))
    }

    /// A launch with a play. If `answer` is a refusal, all calls of the play failed with `failure`.
    private static func played(
        at start: Double, _ answer: WishAnswer, provider: String = "Dish", failure: CallFailure? = nil
    ) -> HandMade {
        var made = launched(at: start, provider)
        let call = HandMade.call(2, .authorize(Flows.mvpd(provider), resource: HandMade.resource, status: nil, identity: nil))
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        if let failure { made.add(start + 2, HandMade.reply(2, .failed(failure)), "V2-X-01", "deciding", [call]) }
        made.add(start + 3, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    // MARK: Settings

    @Test func `a time limit that only one version has is named instead of the version, with what it does`() throws {
        // The new version is refused only with the provider that answers slowly.
        let reports = (0..<80).map { number -> LaunchReport in
            let (isNew, isSlow) = (number % 2 == 0, number % 4 < 2)
            let fails = isNew && isSlow
            return HandMade.report(
                Self.played(
                    at: Double(number) * Self.day, fails ? HandMade.unreachable : HandMade.permitted, provider: isSlow ? "Cox" : "Dish",
                    failure: nil),
                device: number, app: isNew ? "DemoTV/2" : "DemoTV/1"
            ) { $0.policy.requestTimeout = .seconds(isNew ? 5 : 30) }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains(
                "with policy.requestTimeout 5.0 s (otherwise 30.0 s; only app DemoTV/2 has it) and provider Cox, 0 of 60 without"),
            "\(found.text)")
        #expect(found.text.contains("The app stops waiting after this time, so an answer that comes later is lost."))
        #expect(found.owner == .app)
    }

    // MARK: Clocks

    /// Launches of one device. The clock of some is more than a year behind.
    private static func setBack(_ behind: Set<Int>) -> [LaunchReport] {
        (0..<14).map { number in
            let isBehind = behind.contains(number)
            let start = Double(number) * day + (isBehind ? 0 : 400 * day)
            return HandMade.report(
                played(at: start, isBehind ? HandMade.unreachable : HandMade.permitted, failure: isBehind ? .transport(.connection) : nil),
                device: 1, launch: number)
        }
    }

    @Test func `launches with a clock that was set back are the device's, although calls fail`() throws {
        let reports = Self.setBack([5, 6, 7, 8, 11, 12, 13])
        let triage = Triage(reports)
        let found = try #require(triage.patterns.first)
        #expect(found.text.contains("7 of 7 with a clock behind that of earlier launches, 0 of 7 without."), "\(found.text)")
        #expect(found.text.contains("With a wrong date, a device takes the certificates of all servers for invalid"))
        #expect(found.owner == .device)
        let overlaps = try #require(triage.patterns.first { $0.cause?.id == .launchesOverlap })
        // A launch is compared with the latest end of all earlier launches, not only with the previous launch.
        #expect(overlaps.text.contains("7 of 13 launches that have an earlier one"), "\(overlaps.text)")
    }

    // MARK: Households

    @Test func `the time since which the launches of three devices fail is found`() throws {
        let reports = (0..<24).map { number -> LaunchReport in
            let fails = number >= 12
            return HandMade.report(
                Self.played(
                    at: Double(number) * Self.day, fails ? HandMade.unreachable : HandMade.permitted,
                    failure: fails ? .transport(.connection) : nil
                ),
                device: number % 3, launch: number / 3, system: "tvOS \(26 + number % 3)")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("12 of 12 from 2026-01-13 00:00:00Z on, 0 of 12 before."), "\(found.text)")
        #expect(found.owner == .network)
    }

    @Test func `what distinguishes one of three devices from the others explains nothing`() {
        let reports = (0..<24).map { number -> LaunchReport in
            let fails = number % 3 == 0
            return HandMade.report(
                Self.played(
                    at: Double(number) * Self.day, fails ? HandMade.unreachable : HandMade.permitted,
                    failure: fails ? .transport(.connection) : nil
                ),
                device: number % 3, launch: number / 3, system: fails ? "tvOS 26.2" : "iOS 26.1")
        }
        #expect(Triage(reports).patterns.allSatisfy { $0.correlation == nil }, "\(Triage(reports).summary)")
    }

    // MARK: Denials

    @Test func `a resource that one version names differently is found by its place in the preview`() throws {
        let resources = (1...4).map { SecretRef(.resource, Int64($0)) }
        let reports = (0..<40).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * Self.day, number % 2 == 0)
            var made = Self.launched(at: start)
            made.add(start + 1, .user(.preview(WishID(1), resources: resources)), "V2-D-01", "deciding")
            made.add(start + 2, .user(.play(WishID(2), resource: resources[1], under: .signedIn)), "V2-D-10", "deciding")
            made.add(
                start + 3, .timer(TimerID(1)), "V2-D-13", "deciding",
                [.answer(WishID(2), isNew ? Self.denied(resources[1]) : HandMade.permitted)])
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(
            found.text.contains("In 20 of 20 of these launches with a preview, a denied resource is at place 2 of the preview."),
            "\(found.text)")
    }

    @Test func `denials on phones and tablets alone are named so, although the systems have different names`() throws {
        let reports = (0..<120).map { number -> LaunchReport in
            let (platform, isCox) = ([FlowSettings.Platform.iOS, .iPadOS, .tvOS][number % 3], number % 2 == 0)
            let isDenied = isCox && platform != .tvOS && number >= 60
            return HandMade.report(
                Self.played(at: Double(number) * Self.day, isDenied ? Self.denied() : HandMade.permitted, provider: isCox ? "Cox" : "Dish"),
                device: number, system: "\(platform.rawValue) 26.1"
            ) { $0.platform = platform }
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        #expect(found.correlation?.properties.contains { $0.text == "platform iOS or iPadOS" } == true, "\(found.text)")
        #expect(found.correlation?.with.text == "20 of 20")
    }

    @Test func `parental controls at one provider are usual, and follow what is not`() {
        let code = ErrorCode("authorization_denied_by_parental_controls")
        let reports = (0..<80).map { number -> LaunchReport in
            let isBlocked = number % 4 == 0
            let answer: WishAnswer =
                isBlocked
                ? .denied(resource: HandMade.resource, error: AdobeError(action: .none, status: 403, code: code))
                : number % 4 == 1 ? HandMade.unreachable : HandMade.permitted
            return HandMade.report(
                Self.played(
                    at: Double(number % 40) * Self.day, answer, provider: isBlocked ? "Cox" : "Dish",
                    failure: nil), device: number, app: number % 4 == 1 ? "DemoTV/2" : "DemoTV/1")
        }
        let patterns = Triage(reports).patterns
        #expect(patterns.first?.cause?.id == .refusedUnreachable)
        #expect(patterns.first { $0.isUsual }?.text.contains("That is usual: providers differ in their parental controls.") == true)
    }

    /// Launches of one device, five each day. A play is half an hour later than its launch: at 8:30, 12:30, 16:30, 23:30 and 0:30. `isBlocked` decides by the
    /// place in the day.
    private static func household(_ isBlocked: (_ place: Int) -> Bool) -> [LaunchReport] {
        let code = ErrorCode("authorization_denied_by_parental_controls")
        let blocked = WishAnswer.denied(resource: HandMade.resource, error: AdobeError(action: .none, status: 403, code: code))
        return (0..<80).map { number in
            let hours: Double = [8, 12, 16, 23, 24][number % 5]
            let start: Double = Double(number / 5) * day + hours * 3600
            var made = launched(at: start)
            made.add(start + 1800, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(
                start + 1803, .timer(TimerID(1)), "V2-D-13", "deciding",
                [.answer(WishID(1), isBlocked(number % 5) ? blocked : HandMade.permitted)])
            return HandMade.report(made, device: 1, launch: number)
        }
    }

    @Test func `denials of some hours are named by the hours of the plays, also around midnight`() throws {
        let nights = try #require(Triage(Self.household { $0 >= 3 }).patterns.first)
        #expect(nights.text.contains("32 of 32 between 23:30Z and 00:30Z each day, 0 of 48 at other times."), "\(nights.text)")
        #expect(nights.text.contains("Parental controls at a provider may depend on the hour of the day."))
        let days = try #require(Triage(Self.household { $0 <= 2 }).patterns.first)
        #expect(!days.text.contains("each day"), "eight hours are no period: \(days.text)")
        let afternoons = try #require(Triage(Self.household { $0 == 1 || $0 == 2 }).patterns.first)
        #expect(afternoons.text.contains("32 of 32 between 12:30Z and 16:30Z each day"), "\(afternoons.text)")
    }
}
