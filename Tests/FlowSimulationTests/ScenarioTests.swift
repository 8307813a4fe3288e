import FlowEffects
import FlowMachine
import FlowStories
import Testing

@testable import FlowSimulation

@Suite("The scenarios")
struct ScenarioTests {
    /// Every scenario's world, run once for all tests.
    static let worlds = Scenario.all.map { ($0, $0.run()) }

    @Test func `each scenario has its own name and writes the same logs each time`() {
        #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
        for (scenario, world) in ScenarioTests.worlds { #expect(world.segments == scenario.run().segments, "\(scenario.name)") }
    }

    @Test func `each scenario comes to rest, with every wish answered once`() {
        // These end while the viewer is asked for a choice, or end a process with an open request.
        let waiting = ["picker-left-open", "phone-sign-out-owed", "relaunch-with-code", "relaunch-on-phone", "clock-ahead-with-code"]
        for (scenario, world) in ScenarioTests.worlds {
            let name = scenario.name
            #expect(Set(world.answers.map(\.wish)).count == world.answers.count, "\(name)")
            if waiting.contains(name) { continue }
            #expect(["registered", "deciding", "loggedOut", "unregistered"].contains(world.model.state.name), "\(name)")
            #expect(Set(world.answers.map(\.wish)) == Set(world.wishes), "\(name)")
        }
    }

    @Test func `each scenario's log replays identically and breaks no invariant`() throws {
        for (scenario, world) in ScenarioTests.worlds {
            for segment in world.segments {
                var replay = try Replay(segment)
                var checker = InvariantChecker(settings: world.settings)
                var count = 0
                while let record = try replay.next() {
                    count += 1
                    let broken = checker.check(record.event, replay.model, record.effects)
                    if !broken.isEmpty { Issue.record("\(scenario.name) event \(record.number): \(broken.map(\.rawValue))") }
                }
                if count == 0 { Issue.record("\(scenario.name): a launch without an event") }
            }
        }
    }

    @Test func `an event names the earlier event whose effect caused it`() throws {
        for (scenario, world) in ScenarioTests.worlds {
            for segment in world.segments {
                var replay = try Replay(segment)
                var opened: Set<WishID> = []
                while let record = try replay.next() {
                    let isAnswer: Bool
                    switch record.event.origin {
                    case .reply, .timer: isAnswer = true
                    case .user(.chose): isAnswer = true
                    case .user(.cancel(let wish)): isAnswer = opened.contains(wish)
                    case .user(let user):
                        isAnswer = false
                        // Before the launch, no request is open.
                        if let wish = user.wish, record.rule != "FM-01" { opened.insert(wish) }
                    case .app: isAnswer = false
                    }
                    let named = record.by.map { $0 < record.number } ?? false
                    if named != isAnswer { Issue.record("\(scenario.name) event \(record.number): by \(record.by ?? 0)") }
                }
            }
        }
    }

    @Test func `no log contains a secret, a resource's name or a provider's words`() {
        for (scenario, world) in ScenarioTests.worlds {
            var secrets = [
                "REF30\",\"mvpd", "resource1", "premium", "Your package", "simulated-user", "simulated.software", "<saml", "decisions/",
                SimulatedWorld.deviceIdentifier,
            ]
            secrets +=
                world.adobe.tokens.map(\.text) + world.adobe.sessions.map(\.code) + world.adobe.clients.flatMap { [$0.id, $0.secret] }
            let log = String(decoding: world.segments.flatMap { $0 }, as: UTF8.self)
            for secret in secrets where log.contains(secret) { Issue.record("\(scenario.name) contains \(secret)") }
        }
    }

    @Test func `the facts kept for the next launch name only secrets that exist`() {
        for (scenario, world) in ScenarioTests.worlds {
            for kind in PersistedValue.Kind.allCases {
                guard let ref = world.vault.fact(kind)?.secret, world.vault.secret(ref) == nil else { continue }
                Issue.record("\(scenario.name): \(ref.name) is gone")
            }
        }
    }
}
