import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Faults that concern several systems, devices or launches, and are one fault.
@Suite("Triage: what belongs together") struct TriageJoinedTests {
    private static let day = 86_400.0

    private static func played(at start: Double, kept provider: String? = "Dish", _ answer: WishAnswer) -> HandMade {
        var kept = PersistedState()
        kept.profile = provider.map { Profile(mvpd: Flows.mvpd($0), type: .regular, notAfter: Script.instant(9e8)) }
        kept.client = provider == nil ? nil : SecretRef(.client, 1)
        var made = HandMade.launched(at: start, keeping: kept)
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
        made.add(start + 2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    @Test func `old systems of two makers that fail since the same time point to Adobe`() throws {
        let systems = ["Fire OS 6", "Roku OS 11", "Fire OS 8", "Roku OS 15", "Fire OS 7", "Roku OS 14", "tvOS 26", "tvOS 27"]
        func reports(_ begins: [Int]) -> [LaunchReport] {
            (0..<320).map { number in
                let system = number % systems.count
                let fails = system < 2 && number >= begins[system]
                return HandMade.report(
                    Self.played(at: Double(number) * 1800, fails ? HandMade.unreachable : HandMade.permitted), device: number,
                    system: systems[system]
                ) { $0.platform = system > 5 ? .tvOS : .other }
            }
        }
        let patterns = Triage(reports([160, 160])).patterns.filter { $0.correlation != nil }
        let found = try #require(patterns.first)
        #expect(patterns.count == 1, "\(patterns.map { $0.text })")
        #expect(found.text.contains(" Likewise 20 of 20 "), "\(found.text)")
        #expect(
            found.whose == "Owner: probably Adobe, because systems of several makers have it since the same time.",
            "\(found.text)")
        #expect(found.owner == .adobe && found.advice.hasPrefix("Ask Adobe's support what changed at this time for these systems"))
        let apart = Triage(reports([50, 200])).patterns.filter { $0.correlation != nil }
        #expect(apart.count == 2 && apart.allSatisfy { $0.owner == .device }, "\(apart.map { $0.text })")
    }

    @Test func `a household of which some devices have a new provider must sign in again on the others`() throws {
        func reports(_ isChanged: Bool) -> [LaunchReport] {
            (0..<4).flatMap { device in
                (0..<16).map { launch -> LaunchReport in
                    let isNew = isChanged && device < 2 && launch >= 8
                    let isDenied = launch >= 8 && !isNew
                    let start = Double(launch) * Self.day + Double(device) * 3600
                    return HandMade.report(
                        Self.played(at: start, kept: isNew ? "YouTubeTV" : "Cox", isDenied ? HandMade.denied() : HandMade.permitted),
                        device: device, launch: launch)
                }
            }
        }
        let found = try #require(Triage(reports(true)).patterns.first)
        #expect(found.text.contains("the household has probably changed its provider."), "\(found.text)")
        #expect(found.whose == "Owner: the viewer, not the TV provider.", "\(found.text)")
        #expect(found.advice == "On each device that is denied, sign out and sign in with YouTubeTV.")
        let same = try #require(Triage(reports(false)).patterns.first)
        #expect(same.owner == .provider, "\(same.text)")
    }

    /// Each browser is used every third or every tenth day in turn.
    @Test func `Safari deletes what a page has stored after seven days without a visit`() throws {
        let reports = (0..<40).flatMap { device -> [LaunchReport] in
            let isSafari = device % 2 == 0
            var (start, reports) = (Double(device) * 60, [LaunchReport]())
            for launch in 0..<6 {
                let isLate = launch % 2 == 1 && device % 4 < 2
                if launch > 0 { start += (isLate ? 10 : 3) * Self.day }
                let isEmpty = isSafari && isLate
                let made = Self.played(at: start, kept: isEmpty ? nil : "Dish", HandMade.permitted)
                reports.append(
                    HandMade.report(made, device: device, launch: launch, system: isSafari ? "Safari 27" : "Chrome 141") {
                        $0.platform = .other
                    })
            }
            return reports
        }
        let found = try #require(Triage(reports).patterns.first { $0.cause?.id == .vaultEmptied })
        #expect(found.text.contains("30 of 30 (10 devices) with system Safari"), "\(found.text)")
        #expect(found.text.contains(" and last launch more than 7 days before, 0 of "), "\(found.text)")
        #expect(found.whose == "Owner: the app.", "\(found.text)")
        #expect(found.owner == .app && found.advice.hasPrefix("Keep the vault where Safari does not delete it"), "\(found.text)")
    }

    @Test func `a system that closes the provider's page at the app's return explains the closed pages`() throws {
        let reports = (0..<80).map { number -> LaunchReport in
            let (isNew, leaves) = (number % 2 == 0, number % 4 < 2)
            let start = Double(number) * Self.day
            var made = HandMade.launched(at: start)
            let page = Effect.present(PresentationID(1), .userAgent(link: SecretRef(.code, 1)))
            made.add(start + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback", [page])
            if leaves {
                made.add(start + 20, .app(.backgrounded), "FM-02", "basicAuthFallback")
                made.add(start + 40, .app(.foregrounded), "FM-03", "basicAuthFallback")
            }
            let isClosed = isNew && leaves
            if isClosed {
                made.add(
                    start + 40.1, .user(.chose(PresentationID(1), .userAgentClosed)), "V2-F-08", "registered",
                    [.present(PresentationID(1), .nothing), .answer(WishID(1), .dropped)])
            } else {
                let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e8))
                made.add(
                    start + 60, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
                    [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
            }
            let system = number % 8 < 4 ? "iOS" : "iPadOS"
            return HandMade.report(made, device: number, system: "\(system) \(isNew ? "27.6" : "27.5")") {
                $0.platform = number % 8 < 4 ? .iOS : .iPadOS
            }
        }
        let patterns = Triage(reports).patterns.filter { $0.correlation != nil }
        let found = try #require(patterns.first)
        #expect(patterns.count == 1, "\(patterns.map { $0.text })")
        #expect(
            found.text.hasPrefix(
                "The provider's page closes within 0.5 s of the app's return to the foreground, before a viewer can act: 20 of 40 with system iOS or iPadOS 27.6, 0 of 40 without."
            ), "\(found.text)")
        #expect(found.owner == .device && found.advice.hasPrefix("Report it to Apple"), "\(found.text)")
    }
}
