/// What one reduction has at hand: the time, the settings, and the effects so far.
struct Turn {
    let now: Instant
    let shared: SharedSettings
    /// The timer whose event this is: it needs no disarming.
    var fired: TimerID?
    var effects: [Effect] = []

    init(now: Instant, shared: SharedSettings) {
        self.now = now
        self.shared = shared
    }

    var settings: FlowSettings { shared.settings }
    var policy: Policy { shared.settings.policy }

    mutating func emit(_ effect: Effect) { effects.append(effect) }
}

/// Where an event leads: the next state, and the rule that says so.
struct Next {
    var state: FlowState
    let rule: Rule

    init(_ state: FlowState, _ rule: Rule) {
        self.state = state
        self.rule = rule
    }
}
