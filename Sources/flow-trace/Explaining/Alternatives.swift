import FlowMachine

/// What else would have been decided: the same model given another event, another moment or another policy. Computed by
/// the machine itself, never canned.
struct Alternatives {
    /// Something that would have been otherwise, and what it would have led to.
    struct Branch: Equatable {
        let label: String
        let outcome: Outcome
    }

    /// What was decided.
    let taken: Outcome
    /// Other answers or choices that lead elsewhere.
    let events: [Branch]
    /// Other answers or choices that lead to the same.
    let same: [String]
    /// Other moments and other policies that lead elsewhere.
    let circumstances: [Branch]

    init(_ scene: Scene) {
        let machine = FlowReducer(settings: scene.header.settings)
        let event = scene.record.event
        let taken = Outcome(machine.reduce(scene.before, event))
        let possible = PossibleEvents(scene.surroundings, Words(scene.header))
        var events: [Branch] = []
        var same: [String] = []
        for other in possible.instead(of: event.origin, asked: scene.question, shown: scene.outstanding.shown?.presentation) {
            let outcome = Outcome(machine.reduce(scene.before, FlowEvent(time: event.time, origin: other.value)))
            if outcome == taken { same.append(other.label) } else { events.append(Branch(label: other.label, outcome: outcome)) }
        }
        var circumstances: [Branch] = []
        for moment in Moments(scene).others {
            let outcome = Outcome(machine.reduce(scene.before, FlowEvent(time: moment.value, origin: event.origin)))
            if outcome != taken { circumstances.append(Branch(label: moment.label, outcome: outcome)) }
        }
        for settings in OtherSettings.of(scene.header.settings) {
            let outcome = Outcome(FlowReducer(settings: settings.value).reduce(scene.before, event))
            if outcome != taken { circumstances.append(Branch(label: settings.label, outcome: outcome)) }
        }
        self.taken = taken
        self.events = events
        self.same = same
        self.circumstances = circumstances
    }
}

/// Moments at which something that the model holds would count, or no longer count.
struct Moments {
    let others: [Possible<Instant>]

    init(_ scene: Scene) {
        let now = scene.record.event.time
        let facts = Facts(scene)
        others = facts.terms.map { term in
            let isPast = term.end <= now
            let millisecond = Interval(milliseconds: isPast ? -1 : 1)
            return Possible("\(isPast ? "before" : "after") \(term.name) ended", term.end.advanced(by: millisecond))
        }
    }
}

/// Settings that differ in one thing that decides.
enum OtherSettings {
    static func of(_ settings: FlowSettings) -> [Possible<FlowSettings>] {
        var all: [Possible<FlowSettings>] = []
        func other(_ label: String, _ change: (inout FlowSettings) -> Void) {
            var changed = settings
            change(&changed)
            all.append(Possible(label, changed))
        }
        func turn(_ name: String, _ path: WritableKeyPath<Policy, Bool>) {
            let value = !settings.policy[keyPath: path]
            other("with the policy \(name) \(value ? "on" : "off")") { $0.policy[keyPath: path] = value }
        }
        turn("promptsInCheck", \.promptsInCheck)
        turn("interruptsInExchange", \.interruptsInExchange)
        turn("acceptsStatusWithoutExpiry", \.acceptsStatusWithoutExpiry)
        turn("opensOwnPickerAfterCancel", \.opensOwnPickerAfterCancel)
        turn("reusesStatusInChoice", \.reusesStatusInChoice)
        turn("signsOutEverywhere", \.signsOutEverywhere)
        for choice in Policy.ProfileChoice.allCases where choice != settings.policy.profileChoice {
            other("with the policy profileChoice \(choice.rawValue)") { $0.policy.profileChoice = choice }
        }
        other("on a device \(settings.hasUserAgent ? "without" : "with") a user agent") { $0.hasUserAgent.toggle() }
        other("in an app \(settings.hasPicker ? "without" : "with") a picker of its own") { $0.hasPicker.toggle() }
        if settings.partner == .apple { other("on a device without a partner framework") { $0.partner = .none } }
        return all
    }
}
