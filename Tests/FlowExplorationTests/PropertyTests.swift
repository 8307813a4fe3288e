import FlowMachine
import FlowTestSupport
import Testing

@_spi(Testing) @testable import FlowExploration
@testable import FlowSimulation

@Suite struct PropertyTests {
    /// Random events with an invariant that forbids permits, so that a permit is a violation.
    private func eventsToPermit(_ machine: FlowReducer) -> [FlowEvent]? {
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

    @Test func `shrinking keeps only the events that are needed`() throws {
        let machine = FlowReducer(settings: .box)
        let events = try #require(eventsToPermit(machine))
        let shrinker = Shrinker(machine: machine) { { _, _, effects in PropertyTests.permits(effects) } }
        let fewest = shrinker.shrink(events)
        // Launch, registration, play, a sign-in, permit: of more than sixty events no path needs more than fifteen.
        #expect(fewest.count <= 15)
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
            }.1
            #expect(!permits, "event \(index) is not needed")
        }
    }

    @Test func `a violation names its seed, its log and the command that repeats it`() throws {
        let counterexample = Counterexample(
            violation: "answeredOnce", events: [FlowEvent(time: Instant(milliseconds: 0), origin: .app(.launched(PersistedState())))],
            settings: .box)
        let violation = PropertyViolation(
            seed: 7, invariant: .answeredOnce, originalLength: 90, counterexample: counterexample, test: "PolicyTests")
        #expect(violation.text.hasPrefix("seed 7 breaks answeredOnce with 1 events (shrunk from 90):\n{"))
        #expect(violation.text.hasSuffix("\nAgain: FLOW_SEED=7 swift test --filter PolicyTests"))
        var replay = try Replay(counterexample.log)
        #expect(try replay.next()?.number == 1)
    }

    @Test func `a violation's text has its seed, its log and a drawing of the path, in this order`() {
        let origins: [FlowEvent.Origin] = [
            .app(.launched(PersistedState())), .user(.signIn(WishID(1))),
            .reply(RequestID(1), Reply(.registered(client: SecretRef(.client, 1)))),
            .reply(
                RequestID(2),
                Reply(.token(AccessToken(ref: SecretRef(.token, 1), notAfter: Instant(milliseconds: 1_767_247_200_000))))),
            .timer(TimerID(99)), .reply(RequestID(3), Reply(.partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))),
            .reply(RequestID(4), Reply(.failed(.throttled))),
        ]
        let events = origins.enumerated().map { index, origin in
            FlowEvent(time: Instant(milliseconds: 1_767_225_600_000 + Int64(index) * 1300), origin: origin)
        }
        let counterexample = Counterexample(violation: "answeredOnce", events: events, settings: .box)
        let violation = PropertyViolation(
            seed: 7, invariant: .answeredOnce, originalLength: 90, counterexample: counterexample, test: "PolicyTests")
        #expect(
            counterexample.drawing == """
                unregistered.waiting
                  │     0.0  V2-A-02  launched
                unregistered.registering
                  │     1.3  FM-16  signIn
                  │     2.6  V2-A-03  call register: registered
                unregistered.gettingToken
                  │     3.9  V2-A-07  call token: token
                checking.partnerStatus
                  │     5.2  FM-03  timer not armed
                  │     6.5  V2-B-04  partner status: denied
                checking.profiles
                  │     7.8  V2-X-10  call profiles: failed, throttled
                  ✗ answeredOnce is broken; effects: [arm hold, disarm]
                """)
        #expect(
            violation.text == """
                seed 7 breaks answeredOnce with 7 events (shrunk from 90):
                \(String(decoding: counterexample.log, as: UTF8.self))
                \(counterexample.drawing)

                Again: FLOW_SEED=7 swift test --filter PolicyTests
                """)
    }

    @Test func `a run is the same every time`() {
        var first = EventGenerator(seed: 3)
        var second = EventGenerator(seed: 3)
        #expect(first.launch() == second.launch())
        #expect((0..<50).map { _ in first.next() } == (0..<50).map { _ in second.next() })
    }
}
