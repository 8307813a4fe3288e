import FlowTestSupport
import Testing

@testable import FlowMachine

/// Runs random events and returns the events up to the first that breaks an invariant.
func firstViolation(seed: UInt64, settings: FlowSettings, count: Int) -> (broken: [Invariant], events: [FlowEvent])? {
    let machine = FlowMachine(settings: settings)
    var generator = EventGenerator(seed: seed)
    var checker = InvariantChecker(settings: settings)
    var model = FlowModel()
    var events: [FlowEvent] = []
    for index in 0..<count {
        let event = index == 0 ? generator.launch() : generator.next()
        events.append(event)
        let transition = machine.reduce(model, event)
        model = transition.model
        generator.note(transition.effects)
        let broken = checker.check(event, model, transition.effects)
        if !broken.isEmpty { return (broken, events) }
    }
    return nil
}

@Suite struct InvariantTests {
    @Test(arguments: 0..<60) func `no random sequence of events breaks an invariant`(block: Int) {
        for seed in block * 4..<block * 4 + 4 {
            guard let (broken, events) = firstViolation(seed: UInt64(seed), settings: DeterminismTests.settings[seed % 3], count: 400)
            else { continue }
            let log = logText(events, DeterminismTests.settings[seed % 3])
            Issue.record("seed \(seed) breaks \(broken.map { $0.rawValue }) at event \(events.count):\n\(log)")
            return
        }
    }

    private func logText(_ events: [FlowEvent], _ settings: FlowSettings) -> String {
        var recorder = Recorder(header: LogHeader(app: "Test/1", support: "test", settings: settings))
        let lines = events.map { String(decoding: recorder.record($0).line, as: UTF8.self) }
        return lines.suffix(3).joined()
    }

    @Test func `no policy and no kept number makes it trap`() {
        for extreme in [Int64.min, -1, 0, 1, 9_007_199_254_740_991, .max] {
            var settings = FlowSettings.box
            let interval = Interval(milliseconds: extreme)
            settings.policy.allowanceBurst = extreme
            settings.policy.breakerThreshold = extreme
            settings.policy.attempts = extreme
            settings.policy.allowanceInterval = interval
            settings.policy.breakerPause = interval
            settings.policy.pollInterval = interval
            settings.policy.tokenMargin = interval
            settings.policy.configurationAge = interval
            settings.policy.requestTimeout = interval
            settings.policy.retryDelay = interval
            settings.policy.throttleHold = interval
            let machine = FlowMachine(settings: settings)
            for seed in 0..<8 {
                var generator = EventGenerator(seed: UInt64(seed))
                let kept = Kept(first: Numbers(request: extreme, timer: extreme, presentation: extreme))
                var model = machine.reduce(FlowModel(), FlowEvent(time: Instant(milliseconds: extreme), origin: .app(.launched(kept))))
                    .model
                for _ in 0..<200 {
                    let transition = machine.reduce(model, generator.next())
                    model = transition.model
                    generator.note(transition.effects)
                }
                #expect(model.calls.numbers.request > 0)
            }
        }
        #expect(Interval.seconds(.max).milliseconds == 9_007_199_254_740_991)
    }
}
