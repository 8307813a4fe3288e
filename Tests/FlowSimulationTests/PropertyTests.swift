import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowSimulation

@Suite struct PropertyTests {
    /// Random events that end with something permitted, as if that were forbidden.
    private func eventsToPermit(_ machine: FlowMachine) -> [FlowEvent]? {
        for seed in 1...200 as ClosedRange<UInt64> {
            var generator = EventGenerator(seed: seed)
            var model = FlowModel()
            var events: [FlowEvent] = []
            for index in 0..<600 {
                events.append(index == 0 ? generator.launch() : generator.next())
                let transition = machine.reduce(model, events[index])
                model = transition.model
                generator.note(transition.effects)
                if events.count > 60, PropertyTests.permits(transition.effects) { return events }
            }
        }
        return nil
    }

    private static func permits(_ effects: [Effect]) -> Bool {
        effects.contains { if case .answer(_, .permitted) = $0 { true } else { false } }
    }

    @Test func `shrinking finds the few events that it takes`() throws {
        let machine = FlowMachine(settings: .box)
        let events = try #require(eventsToPermit(machine))
        let shrinker = Shrinker(machine: machine) { { _, _, effects in PropertyTests.permits(effects) } }
        let fewest = shrinker.shrink(events)
        // Launch with credentials and token or as temporary access, play, profiles or status, permit: never more than nine.
        #expect(fewest.count <= 9)
        let last = fewest.reduce(into: (FlowModel(), [Effect]())) { run, event in
            let transition = machine.reduce(run.0, event)
            run = (transition.model, transition.effects)
        }
        #expect(PropertyTests.permits(last.1))
        for index in fewest.indices {
            var fewer = fewest
            fewer.remove(at: index)
            let permits = fewer.reduce(into: (FlowModel(), false)) { run, event in
                let transition = machine.reduce(run.0, event)
                run = (transition.model, run.1 || PropertyTests.permits(transition.effects))
            }
            #expect(!permits.1, "event \(index) is not needed")
        }
    }

    @Test func `a violation names its seed, its log and how to run it again`() throws {
        let counterexample = Counterexample(
            broken: "answeredOnce", events: [FlowEvent(time: Instant(milliseconds: 0), origin: .app(.launched(Kept())))], settings: .box)
        let violation = PropertyViolation(
            seed: 7, invariant: .answeredOnce, shrunkFrom: 90, counterexample: counterexample, test: "PolicyTests")
        #expect(violation.text.hasPrefix("seed 7 breaks answeredOnce with 1 events (shrunk from 90):\n{"))
        #expect(violation.text.hasSuffix("\nAgain: FLOW_SEED=7 swift test --filter PolicyTests"))
        var replay = try Replay(counterexample.log)
        #expect(try replay.next()?.number == 1)
    }

    @Test func `a run is the same each time`() {
        var first = EventGenerator(seed: 3)
        var second = EventGenerator(seed: 3)
        #expect(first.launch() == second.launch())
        #expect((0..<50).map { _ in first.next() } == (0..<50).map { _ in second.next() })
    }
}
