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
}
