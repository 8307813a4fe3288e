import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Faults with several signs: what belongs together, what does no harm, and what comes last.
@Suite("Triage: one fault with several signs") struct TriageFaultTests {
    private static let day = 86_400.0
    private static let hour = 3600.0

    private static func launched(at start: Double, kept provider: String = "Dish") -> HandMade {
        var kept = PersistedState()
        kept.profile = Profile(mvpd: Flows.mvpd(provider), type: .regular, notAfter: Script.instant(9e8))
        var made = HandMade()
        made.add(start, .app(.launched(kept)), "FM-01", "checking")
        return made
    }

    /// A play that is asked for 10 s after the launch. `lost`: the call after which nothing comes back.
    private static func played(
        at start: Double, _ answer: WishAnswer, lost: Bool = false, seconds: Double = 1, provider: String = "Dish"
    ) -> HandMade {
        var made = launched(at: start, kept: provider)
        let call = HandMade.call(2, .authorize(Flows.mvpd(provider), resource: HandMade.resource, status: nil, identity: nil))
        made.add(start + 10, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        let result: Reply.Result = lost ? .failed(.transport(.connection)) : .decisions([])
        made.add(start + 10 + seconds, HandMade.reply(2, result), lost ? "V2-X-01" : "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    private static func refused(_ code: String) -> WishAnswer {
        .refused(Refusal(reason: .service, error: AdobeError(action: .none, status: 403, code: ErrorCode(code))))
    }

    // MARK: Calls without an answer

    @Test func `calls without an answer in one region for some days are one fault of the network, with its end`() throws {
        let reports = (0..<240).map { number -> LaunchReport in
            let (isMountain, isDown) = (number % 4 == 0, (80..<140).contains(number))
            let fails = isMountain && isDown
            // Some requests fail, others are only late.
            let made = Self.played(
                at: Double(number) * 2 * Self.hour, fails && number % 8 == 0 ? HandMade.unreachable : HandMade.permitted, lost: fails,
                seconds: fails && number % 8 == 0 ? 30 : 1)
            return HandMade.report(
                made, device: number, app: number > 100 ? "DemoTV/2" : "DemoTV/1", zone: isMountain ? -7 : -5)
        }
        let patterns = Triage(reports).patterns
        let found = try #require(patterns.first)
        #expect(patterns.count { $0.id == .correlatedObservation } == 1, "a slow answer is a part of it: \(patterns.map { $0.text })")
        #expect(
            found.text.hasPrefix(
                "Calls to Adobe have no answer (no connection, or no answer in time): 15 of 15 with time zone UTC-07:00 between 2026-01-07 16:00:00Z and 2026-01-12 08:00:00Z, 0 of 45 at other times, 0 of 180 without."
            ), "\(found.text)")
        #expect(found.text.contains("It also shows as: refused: unreachable (8 launches)"), "\(found.text)")
        #expect(found.owner == .network && found.advice.hasPrefix("Ask the network operator"))
    }

    // MARK: Hours of the day

    @Test func `a provider that answers slowly in the evenings is named with its hours, and with its other errors`() throws {
        let reports = (0..<400).map { number -> LaunchReport in
            let (isCox, hour) = (number % 2 == 0, [1, 2, 3, 4, 9, 13, 18, 22][number / 2 % 8])
            let isSlow = isCox && hour <= 4 && number >= 160
            let start = Double(number / 16) * Self.day + Double(hour) * Self.hour + Double(number) * 7
            let answer = isSlow && number % 5 == 0 ? Self.refused("maximum_execution_time_exceeded") : HandMade.permitted
            return HandMade.report(
                Self.played(at: start, answer, seconds: isSlow ? 12 : 1, provider: isCox ? "Cox" : "Dish"), device: number,
                app: number % 3 == 0 ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(!Triage(reports).patterns.contains { $0.id == .correlatedObservation }, "slow answers are the same fault")
        #expect(found.text.contains(" each day from 2026-01-11 "), "\(found.text)")
        #expect(found.text.contains("provider Cox between 01:"), "\(found.text)")
        #expect(found.text.contains("refused: service (maximum_execution_time_exceeded)"), "\(found.text)")
        #expect(found.owner == .provider)
        #expect(found.advice == "Ask the provider Cox, with the times of some of these launches.")
        #expect(!found.text.contains("because it comes with kept provider Cox and time"), "\(found.text)")
    }

    // MARK: The page for codes

    @Test func `codes that nobody completes on one page since a time are those who run the page, not the viewers'`() throws {
        let reports = (0..<160).map { number -> LaunchReport in
            let isNew = number % 2 == 0
            let start = Double(number) * Self.hour
            var made = HandMade()
            made.add(start, .app(.launched(PersistedState())), "FM-01", "checking")
            if isNew, number >= 60 {
                let code = SecretRef(.code, 1)
                made.add(
                    start + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback",
                    [.present(PresentationID(1), .code(code, notAfter: Script.instant(start + 1800)))])
                made.add(start + 1801, .timer(TimerID(1)), "V2-F-15", "basicAuthFallback", [.present(PresentationID(2), .codeExpired)])
                made.add(
                    start + 1860, .user(.chose(PresentationID(2), .cancel)), "V2-F-20", "deciding",
                    [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
            } else {
                made.signIn(.code, at: start + 1)
            }
            return HandMade.report(made, device: number, app: number % 3 == 0 ? "DemoTV/2" : "DemoTV/1") {
                $0.activationURL = isNew ? "https://demo.example/tv" : "https://demo.example/activate"
            }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains("with activationURL https://demo.example/tv (otherwise https://demo.example/activate) from "),
            "\(found.text)")
        #expect(found.text.contains("Owner: probably the app, not the viewer, because it comes with activationURL"), "\(found.text)")
        #expect(found.owner == .app)
        #expect(
            found.advice
                == "Open https://demo.example/tv, enter a code there as a viewer would, and ask those who run the page what changed at this time."
        )
    }

    // MARK: The background

    @Test func `what nothing explains follows what a version explains, in a part of its own, unless most launches have it`() throws {
        func reports(_ share: Int) -> [LaunchReport] {
            (0..<120).map { number in
                let isNew = number % 2 == 0
                let answer = isNew ? HandMade.unreachable : number % 20 < share ? HandMade.denied() : HandMade.permitted
                return HandMade.report(
                    Self.played(at: Double(number) * Self.hour, answer, lost: isNew), device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
            }
        }
        let triage = Triage(reports(8))
        let background = triage.patterns.filter { $0.isBackground }
        #expect(triage.patterns.first?.isBackground == false && background.map { $0.cause?.id } == [.denied], "\(triage.summary)")
        let lines = triage.lines(Look(utc: true), of: 120)
        let title = try #require(lines.firstIndex(of: TriageSummary.backgroundTitle))
        #expect(lines[(title + 1)...].first { $0.contains("denied: ") } != nil)
        #expect(!lines[..<title].contains { $0.contains("denied: ") })
        // A cause of most launches is no background, although no version explains it.
        let most = Triage((0..<40).map { HandMade.report(Self.played(at: Double($0), HandMade.denied()), device: $0) })
        #expect(most.patterns.allSatisfy { !$0.isBackground }, "\(most.summary)")
        // Few launches have no background.
        #expect(Triage(reports(8).prefix(19)).patterns.allSatisfy { !$0.isBackground || $0.isUsual })
    }
}
