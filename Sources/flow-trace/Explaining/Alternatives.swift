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

/// Settings that differ in one thing: every policy and everything about the device, each switch turned, and each number at its
/// least and at its most, since what is decided by a number is decided by whether it is large enough.
enum OtherSettings {
    /// Nothing is decided by these: they are only passed on or shown. Under another API it would have been another flow from
    /// its beginning, not another decision.
    static let undecisive = ["api", "serviceProvider", "host", "domainName", "redirectURL", "activationURL", "platform"]

    static func of(_ settings: FlowSettings) -> [Possible<FlowSettings>] { policies(settings) + devices(settings) }

    private static func policies(_ settings: FlowSettings) -> [Possible<FlowSettings>] {
        let policy = settings.policy
        var all: [Possible<FlowSettings>] = []
        func set<Value: Equatable>(_ name: String, _ path: WritableKeyPath<Policy, Value>, _ values: [Value], _ word: (Value) -> String) {
            for value in values where value != policy[keyPath: path] {
                var changed = settings
                changed.policy[keyPath: path] = value
                all.append(Possible("with the policy \(name) \(word(value))", changed))
            }
        }
        func turn(_ name: String, _ path: WritableKeyPath<Policy, Bool>) { set(name, path, [false, true]) { $0 ? "on" : "off" } }
        func count(_ name: String, _ path: WritableKeyPath<Policy, Int64>, _ values: ClosedRange<Int64>) {
            set(name, path, Array(values)) { "\($0)" }
        }
        func last(_ name: String, _ path: WritableKeyPath<Policy, Interval>) {
            set(name, path, [.seconds(0), .seconds(86_400)]) { TimeWords.term($0.milliseconds) }
        }
        turn("promptsInCheck", \.promptsInCheck)
        turn("interruptsInExchange", \.interruptsInExchange)
        turn("acceptsStatusWithoutExpiry", \.acceptsStatusWithoutExpiry)
        turn("opensOwnPickerAfterCancel", \.opensOwnPickerAfterCancel)
        turn("reusesStatusInChoice", \.reusesStatusInChoice)
        turn("signsOutEverywhere", \.signsOutEverywhere)
        turn("signsOutInUserAgent", \.signsOutInUserAgent)
        set("profileChoice", \.profileChoice, Policy.ProfileChoice.allCases) { $0.rawValue }
        count("attempts", \.attempts, 1...3)
        // 0 is without; 1 is the strictest.
        count("allowanceBurst", \.allowanceBurst, 0...1)
        count("breakerThreshold", \.breakerThreshold, 0...1)
        last("pollInterval", \.pollInterval)
        last("longestPollInterval", \.longestPollInterval)
        last("userAgentGrace", \.userAgentGrace)
        last("sessionLifetime", \.sessionLifetime)
        last("tokenMargin", \.tokenMargin)
        last("configurationAge", \.configurationAge)
        last("requestTimeout", \.requestTimeout)
        last("retryDelay", \.retryDelay)
        last("throttleHold", \.throttleHold)
        last("allowanceInterval", \.allowanceInterval)
        last("breakerPause", \.breakerPause)
        return all
    }

    private static func devices(_ settings: FlowSettings) -> [Possible<FlowSettings>] {
        var all: [Possible<FlowSettings>] = []
        func other(_ label: String, _ change: (inout FlowSettings) -> Void) {
            var changed = settings
            change(&changed)
            all.append(Possible(label, changed))
        }
        other("on a device \(settings.hasUserAgent ? "without" : "with") a user agent") { $0.hasUserAgent.toggle() }
        other("in an app \(settings.hasPicker ? "without" : "with") a picker of its own") { $0.hasPicker.toggle() }
        let hasFramework = settings.partner == .apple
        other("on a device \(hasFramework ? "without" : "with") a partner framework") { $0.partner = hasFramework ? .none : .apple }
        let hasTemporary = settings.temporaryAccess != nil
        other("\(hasTemporary ? "without" : "with") temporary access") {
            $0.temporaryAccess = hasTemporary ? nil : MVPDID("TemporaryAccess")
        }
        return all
    }
}
