import FlowExploration
import FlowSimulation
import FlowTestSupport

@testable import FlowMachine
@testable import flow_trace

/// `Specs/matrix.md`: how each state, in each of its steps, was observed to handle each kind of event.
struct Matrix {
    /// A state before the event, an event, and the rules that decided.
    private struct Cell: Hashable {
        let state: String
        let step: String
        let event: String
    }

    private var byScenarios: [Cell: Set<String>] = [:]
    private var byRandom: [Cell: Set<String>] = [:]

    static let sessions = 120
    static let eventsInSession = 300

    init(_ stories: [Story]) {
        for launch in stories.flatMap(\.launches) { note(launch.content.records, in: \.byScenarios) }
        for seed in 0..<Matrix.sessions { note(Matrix.session(seed), in: \.byRandom) }
    }

    private static func session(_ seed: Int) -> [Record] {
        let settings: [FlowSettings] = [.box, .phone, .bare]
        let machine = FlowReducer(settings: settings[seed % 3])
        var generator = EventGenerator(seed: UInt64(seed))
        var model = FlowModel()
        var records: [Record] = []
        for number in 0..<eventsInSession {
            let event = number == 0 ? generator.launch() : generator.next()
            let transition = machine.reduce(model, event)
            model = transition.model
            generator.note(transition.effects)
            records.append(
                Record(
                    number: Int64(number + 1), by: nil, event: event, rule: transition.rule.id, state: model.state.name,
                    step: model.state.step, effects: transition.effects, digest: 0))
        }
        return records
    }

    private mutating func note(_ records: [Record], in table: WritableKeyPath<Matrix, [Cell: Set<String>]>) {
        var before = FlowModel().state.name
        var step = FlowModel().state.step
        var purposes: [TimerID: TimerPurpose] = [:]
        for record in records {
            let event = Matrix.name(record.event.origin, purposes)
            self[keyPath: table][Cell(state: before, step: step, event: event), default: []].insert(record.rule)
            before = record.state
            step = record.step
            for case .arm(let timer, let purpose, _) in record.effects { purposes[timer] = purpose }
        }
    }

    // MARK: Names

    private static func name(_ origin: FlowEvent.Origin, _ purposes: [TimerID: TimerPurpose]) -> String {
        switch origin {
        case .user(.chose(_, let choice)): "chose \(choice.kind.rawValue)"
        case .user(let user): "user \(user.kind.rawValue)"
        case .app(let app): "app \(app.kind.rawValue)"
        case .reply(_, let reply):
            if case .failed(let failure) = reply.result { "failed \(failure.kind.rawValue)" } else { "reply \(reply.result.kind.rawValue)" }
        case .timer(let timer): "timer \(purposes[timer]?.rawValue ?? "unknown")"
        }
    }

    /// Every kind of event, in the order of declaration.
    private static let events: [String] =
        AppEvent.Kind.allCases.map { "app \($0.rawValue)" }
        + UserEvent.Kind.allCases.filter { $0 != .chose }.map { "user \($0.rawValue)" }
        + Choice.Kind.allCases.map { "chose \($0.rawValue)" }
        + Reply.Result.Kind.allCases.filter { $0 != .failed }.map { "reply \($0.rawValue)" }
        + CallFailure.Kind.allCases.map { "failed \($0.rawValue)" }
        + TimerPurpose.allCases.map { "timer \($0.rawValue)" } + ["timer unknown"]

    /// The steps of each state, in the order of declaration.
    private static func steps(of state: FlowState.Name) -> [String] {
        switch state {
        case .unregistered: Unregistered.Step.allCases.map(\.rawValue)
        case .registered: Registered.Step.allCases.map(\.rawValue)
        case .checking: Checking.Step.Name.allCases.map(\.rawValue)
        case .partnerAuth: PartnerAuth.Step.Name.allCases.map(\.rawValue)
        case .basicAuthFallback: BasicAuthFallback.Step.Name.allCases.map(\.rawValue)
        case .deciding: Deciding.Step.allCases.map(\.rawValue)
        case .loggedOut: LoggedOut.Step.Name.allCases.map(\.rawValue)
        }
    }

    // MARK: Text

    var text: String {
        head + FlowState.Name.allCases.map(table).joined(separator: "\n")
    }

    private var head: String {
        """
        # What each state does with each event

        One table a state, one column a step, one row a kind of event: the rules that were seen to decide. Upright, in a
        [scenario](scenarios/README.md); *slanted*, only in \(Matrix.sessions) random sessions of \(Matrix.eventsInSession) events, in which
        many events are late, doubled or misplaced; `·`, never. Made by `SPECS_RECORD=1 swift test --filter Specs`.


        """
    }

    private func table(_ state: FlowState.Name) -> String {
        let steps = Matrix.steps(of: state)
        var text = "## \(state.rawValue)\n\n"
        text += "| event | \(steps.joined(separator: " | ")) |\n"
        text += "|---|" + String(repeating: "---|", count: steps.count) + "\n"
        for event in Matrix.events {
            let cells = steps.map { content(Cell(state: state.rawValue, step: $0, event: event)) }
            text += "| \(event) | \(cells.joined(separator: " | ")) |\n"
        }
        return text
    }

    private func content(_ cell: Cell) -> String {
        let sure = byScenarios[cell] ?? []
        let random = (byRandom[cell] ?? []).subtracting(sure)
        let rules = Rule.allCases.compactMap { rule in
            sure.contains(rule.id) ? rule.id : random.contains(rule.id) ? "*\(rule.id)*" : nil
        }
        return rules.isEmpty ? "·" : rules.joined(separator: " ")
    }

    /// States and steps that occur but are missing in the tables.
    var unlisted: [String] {
        let listed = Set(FlowState.Name.allCases.flatMap { state in Matrix.steps(of: state).map { "\(state.rawValue).\($0)" } })
        let seen = Set((byScenarios.keys.map { $0 } + byRandom.keys).map { "\($0.state).\($0.step)" })
        return seen.subtracting(listed).sorted()
    }
}
