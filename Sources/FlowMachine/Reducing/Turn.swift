/// The values that one reduction uses in addition to the model: the time, the settings, and the effects so far.
struct Turn: Sendable {
    private(set) var now = Instant(milliseconds: 0)
    let shared: SharedSettings
    /// The timer that fired with this event, which need not be disarmed; `nil` for any other event.
    var fired: TimerID?
    private(set) var effects: [Effect] = []

    init(_ shared: SharedSettings) { self.shared = shared }

    /// Begins the next event. Reuses the buffer of the effects.
    mutating func begin(at now: Instant) {
        self.now = now
        fired = nil
        if !effects.isEmpty { effects.removeAll(keepingCapacity: true) }
    }

    var policy: Policy { _read { yield shared.settings.policy } }

    mutating func emit(_ effect: Effect) { effects.append(effect) }
}

/// The values that are the same for every event: the settings, and the rules of the API that the settings name.
final class SharedSettings: Sendable {
    let settings: FlowSettings
    let rules: CommonRules

    init(_ settings: FlowSettings) {
        self.settings = settings
        rules = CommonRules(settings.api)
    }
}
