@_spi(Testing) import FlowExploration
import FlowMachine

@testable import FlowReading
@testable import flow_trace

/// A random path through the flow: mostly possible events, sometimes late, duplicate or misplaced ones. The same
/// for the same seed on every machine.
struct Walk {
    private let machine: FlowReducer
    private var generator: EventGenerator
    private var model = FlowModel()
    private var timers: [TimerID: TimerPurpose] = [:]
    /// The transitions of the walk.
    private(set) var table = TransitionTable()

    init(seed: UInt64, settings: FlowSettings) {
        machine = FlowReducer(settings: settings)
        generator = EventGenerator(seed: seed)
    }

    /// Walks this many events, starting with a launch.
    mutating func run(_ count: Int) {
        feed(generator.launch())
        for _ in 0..<count { feed(generator.next()) }
    }

    private mutating func feed(_ event: FlowEvent) {
        let place = TransitionTable.place(model)
        let transition = machine.reduce(model, event)
        model = transition.model
        table.add(
            .init(
                from: place, event: EventKind(event, asked: asked(event)).words, rule: transition.rule.id, to: TransitionTable.place(model))
        )
        generator.note(transition.effects)
        for case .arm(let id, let purpose, _) in transition.effects { timers[id] = purpose }
    }

    private func asked(_ event: FlowEvent) -> Question? {
        guard case .timer(let id) = event.origin else { return nil }
        return timers[id].map { .timer($0) }
    }
}
