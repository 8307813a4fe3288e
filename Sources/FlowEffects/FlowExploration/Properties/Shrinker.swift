import FlowMachine
import FlowSimulation

/// Reduces many events to a few simple events that still lead to the same result, such as a broken invariant.
///
/// The shrinker first leaves out long runs of events, then shorter runs, then single events, and finally makes each event simpler. If an event is
/// left out, later requests and timers get different numbers. Therefore the shrinker remembers the request of a reply by its place, for example "the
/// last but one authorize". If the events then do not lead to the result, the shrinker tries the reply with its original number.
struct Shrinker {
    let machine: FlowReducer
    /// Starts to observe a run. The returned closure is called after each event and returns whether the result is reached.
    let watch: () -> (FlowEvent, FlowModel, [Effect]) -> Bool

    /// Creates a shrinker for events that break `invariant`.
    init(machine: FlowReducer, invariant: Invariant) {
        self.init(machine: machine) {
            var checker = InvariantChecker(settings: machine.settings)
            return { checker.check($0, $1, $2).contains(invariant) }
        }
    }

    init(machine: FlowReducer, watch: @escaping () -> (FlowEvent, FlowModel, [Effect]) -> Bool) {
        self.machine = machine
        self.watch = watch
    }

    private static let mostRounds = 8

    /// Returns the reduced events, of which the last event leads to the result. Returns `events` if `events` do not lead to the result.
    func shrink(_ events: [FlowEvent]) -> [FlowEvent] {
        guard var fewest = shortest(steps(of: events)) else { return events }
        for _ in 0..<Shrinker.mostRounds {
            let before = fewest
            fewest = simplify(leaveOut(fewest))
            if fewest == before { break }
        }
        return fewest
    }

    /// An event, and the request, timer or presentation that the event answers, by its place and not by its number.
    private struct Step {
        var event: FlowEvent
        var target: EffectHistory.Target?
    }

    private func steps(of events: [FlowEvent]) -> [Step] {
        var history = EffectHistory()
        var model = FlowModel()
        return events.map { event in
            let step = Step(event: event, target: history.target(of: event.origin))
            let transition = machine.reduce(model, event)
            model = transition.model
            history.note(transition.effects)
            return step
        }
    }

    /// Runs the steps. Returns the events up to the event that leads to the result; `nil` if no event does.
    private func shortest(_ steps: [Step]) -> [FlowEvent]? {
        var history = EffectHistory()
        let isIt = watch()
        var model = FlowModel()
        var events: [FlowEvent] = []
        for step in steps {
            let event = FlowEvent(time: step.event.time, origin: history.resolve(step.event.origin, step.target))
            events.append(event)
            let transition = machine.reduce(model, event)
            model = transition.model
            history.note(transition.effects)
            if isIt(event, model, transition.effects) { return events }
        }
        return nil
    }

    private func leaveOut(_ events: [FlowEvent]) -> [FlowEvent] {
        var fewest = events
        var length = max(events.count / 2, 1)
        while true {
            var start = 0
            while start < fewest.count {
                var steps = steps(of: fewest)
                steps.removeSubrange(start..<min(start + length, steps.count))
                // Tries the remaining events with requests by place, and then with requests by their original number.
                let asBefore = steps.map { Step(event: $0.event) }
                if let fewer = shortest(steps) ?? shortest(asBefore), fewer.count < fewest.count { fewest = fewer } else { start += length }
            }
            if length == 1 { return fewest }
            length /= 2
        }
    }

    private func simplify(_ events: [FlowEvent]) -> [FlowEvent] {
        var simplest = events
        var index = 0
        while index < simplest.count {
            for simpler in simplest[index].simpler(after: index > 0 ? simplest[index - 1].time : nil) {
                guard simpler != simplest[index] else { continue }
                var steps = steps(of: simplest)
                steps[index].event = simpler
                if let found = shortest(steps), found.count <= simplest.count { simplest = found }
                if index >= simplest.count { break }
            }
            index += 1
        }
        return simplest
    }
}

/// The requests, timers and presentations of a run so far, in order. The history makes it possible to use an event of one run in another run, in
/// which the same request has a different number.
struct EffectHistory {
    /// The place of the request, timer or presentation that an event answers. `back` is the number of later requests, timers or presentations of the
    /// same kind.
    struct Target {
        let kind: Kind
        let back: Int
    }

    enum Kind: Hashable {
        case call(Endpoint.Kind)
        case partnerStatus, partnerChoice, partnerAuthentication
        case timer(TimerPurpose)
        case presentation(Presentation.Kind)
    }

    private var requests: [(kind: Kind, id: RequestID)] = []
    private var timers: [(kind: Kind, id: TimerID)] = []
    private var presentations: [(kind: Kind, id: PresentationID)] = []

    mutating func note(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .call(let id, let call): requests.append((.call(call.endpoint.kind), id))
            case .partner(let id, .status): requests.append((.partnerStatus, id))
            case .partner(let id, .choice): requests.append((.partnerChoice, id))
            case .partner(let id, .authentication): requests.append((.partnerAuthentication, id))
            case .present(let id, let presentation):
                if presentation != .nothing { presentations.append((.presentation(presentation.kind), id)) }
            case .arm(let id, let purpose, _): timers.append((.timer(purpose), id))
            case .cancel, .answer, .disarm, .keep, .forget: continue
            }
        }
    }

    func target(of origin: FlowEvent.Origin) -> Target? {
        switch origin {
        case .reply(let id, _): target(id, requests)
        case .timer(let id): target(id, timers)
        case .user(.chose(let id, _)): target(id, presentations)
        case .user, .app: nil
        }
    }

    private func target<ID: Equatable>(_ id: ID, _ list: [(kind: Kind, id: ID)]) -> Target? {
        guard let index = list.lastIndex(where: { $0.id == id }) else { return nil }
        let kind = list[index].kind
        return Target(kind: kind, back: list[(index + 1)...].count { $0.kind == kind })
    }

    func resolve(_ origin: FlowEvent.Origin, _ target: Target?) -> FlowEvent.Origin {
        guard let target else { return origin }
        switch origin {
        case .reply(let id, let reply): return .reply(resolve(target, requests) ?? id, reply)
        case .timer(let id): return .timer(resolve(target, timers) ?? id)
        case .user(.chose(let id, let choice)): return .user(.chose(resolve(target, presentations) ?? id, choice))
        case .user, .app: return origin
        }
    }

    private func resolve<ID>(_ target: Target, _ list: [(kind: Kind, id: ID)]) -> ID? {
        var back = target.back
        for entry in list.reversed() where entry.kind == target.kind {
            if back == 0 { return entry.id }
            back -= 1
        }
        return nil
    }
}
