import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Whether a version is to blame, and what is no fault although viewers complain.
@Suite("Triage: versions that are to blame, and those that are not") struct TriageVersionTests {
    private static let day = 86_400.0

    private static func launched(at start: Double, _ profile: Profile? = nil) -> HandMade {
        var kept = PersistedState()
        kept.profile = profile
        return HandMade.launched(at: start, keeping: kept)
    }

    // MARK: The app's own time limit

    /// Plays that are withdrawn. Since a day, the new version withdraws some of them after `limit` seconds; viewers of both leave now and then.
    private static func withdrawn(limit: Double) -> [LaunchReport] {
        (0..<200).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 3600, number >= 80 && number % 2 == 0)
            var made = launched(at: start)
            let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: HandMade.resource, status: nil, identity: nil))
            made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
            let after = isNew && number % 3 == 0 ? limit : number % 19 == 0 ? 0.5 + Double(number) / 100 : nil
            if let after {
                made.add(start + 1 + after, .user(.cancel(WishID(1))), "FM-12", "deciding", [.answer(WishID(1), .dropped)])
            } else {
                made.add(start + 3, HandMade.reply(2, .decisions([])), "V2-D-13", "deciding", [.answer(WishID(1), HandMade.permitted)])
            }
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
        }
    }

    @Test func `requests that a version withdraws after the same time are its own time limit`() throws {
        let found = try #require(Triage(Self.withdrawn(limit: 4)).patterns.first)
        #expect(found.text.contains("with app DemoTV/2, "), "\(found.text)")
        #expect(
            found.text.contains(" 20 of 30 come 4.0 s after the request, on 20 devices: the app has a time limit of its own."),
            "\(found.text)")
        #expect(found.owner == .app && found.advice.hasPrefix("Find the time limit in the app"))
        #expect(!found.text.contains("alike"), "\(found.text)")
    }

    @Test func `a time limit of a version on devices with codes is not the fault of the page for codes`() throws {
        let reports = (0..<180).map { number -> LaunchReport in
            let (isTV, isNew, start) = (number % 2 == 0, number % 3 == 0, Double(number) * 600)
            var made = HandMade.launched(at: start)
            let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: HandMade.resource, status: nil, identity: nil))
            made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
            if isTV, isNew {
                made.add(start + 4, .user(.cancel(WishID(1))), "FM-12", "deciding", [.answer(WishID(1), .dropped)])
            } else {
                made.add(start + 3, HandMade.reply(2, .decisions([])), "V2-D-13", "deciding", [.answer(WishID(1), HandMade.permitted)])
            }
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1") {
                $0.hasUserAgent = !isTV
                $0.activationURL = isTV ? "https://demo.example/activate" : nil
            }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("canceled by the app, always after 3.0 s"), "\(found.text)")
        #expect(found.text.contains(": 30 of 30 with app DemoTV/2 and hasUserAgent no, 0 of 150 without."), "\(found.text)")
        #expect(found.advice.hasPrefix("Find the time limit in the app"), "\(found.advice)")
    }

    @Test func `the provider with most launches of a fault is named beside what they all have in common`() throws {
        let reports = (0..<360).map { number -> LaunchReport in
            let (isTV, isNew, isCox, round) = (number % 2 == 0, number % 3 == 0, number / 6 % 2 == 0, number / 12)
            let (start, isLost) = (Double(number) * 600, isTV && isNew && (isCox ? round % 5 != 0 : round % 9 == 0))
            var made = Self.launched(
                at: start, Profile(mvpd: Flows.mvpd(isCox ? "Cox" : "Dish"), type: .regular, notAfter: Script.instant(9e8)))
            made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(
                start + 2, .timer(TimerID(1)), "V2-D-13", "deciding",
                [.answer(WishID(1), isLost ? HandMade.unreachable : HandMade.permitted)])
            return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1") { $0.hasUserAgent = !isTV }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("with app DemoTV/2 and hasUserAgent no, 0 of 300 without."), "\(found.text)")
        #expect(found.text.contains(" Most are with provider Cox: 24 of 30, otherwise 4 of 30."), "\(found.text)")
        let alike = try #require(Triage(Self.withdrawn(limit: 4)).patterns.first)
        #expect(!alike.text.contains("Most are"), "\(alike.text)")
    }

    @Test func `versions are alike only if chance explains their difference`() {
        func isChance(_ hit: Int, _ with: Int, _ hits: Int, _ total: Int) -> Bool {
            Correlation.Count(affected: hit, all: with).isLike(Correlation.Count(affected: hits, all: total))
        }
        #expect(isChance(11, 28, 21, 46) && isChance(10, 18, 21, 46))
        #expect(!isChance(29, 83, 33, 152) && !isChance(4, 69, 33, 152))
    }

    @Test func `an integration that is off at Adobe is no fault of the app that meets it`() {
        let code = ErrorCode("invalid_integration")
        #expect(FlowCause.Kind.canceledAtProblem(.refused(http: 400, code)).namesOwner)
        #expect(!FlowCause.Kind.canceledAtProblem(.refused(http: 400, ErrorCode("other"))).namesOwner)
        #expect(!Correlation.Property(name: "serviceProvider", value: "KIDS").isApps)
        #expect(Correlation.Property(name: "activationURL", value: "https://a.example").isApps)
    }

    // MARK: Acts of viewers

    @Test func `a few viewers who close the picker on some days blame no version`() {
        let reports = (0..<120).map { number -> LaunchReport in
            var made = Self.launched(at: Double(number) * 3600)
            let start = Double(number) * 3600
            made.add(
                start + 1, .user(.signIn(WishID(1))), "V2-C-02", "partnerAuth",
                [.present(PresentationID(1), .providerPicker(configuration: SecretRef(.configuration, 1)))])
            if number >= 80, number % 6 == 0 {
                made.add(
                    start + 9, .user(.chose(PresentationID(1), .cancel)), "FM-04", "partnerAuth",
                    [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
            }
            return HandMade.report(made, device: number % 30, launch: number / 30, app: number >= 60 ? "DemoTV/2" : "DemoTV/1")
        }
        #expect(Triage(reports).patterns.allSatisfy { $0.correlation == nil }, "\(Triage(reports).patterns.map { $0.text })")
    }
}
