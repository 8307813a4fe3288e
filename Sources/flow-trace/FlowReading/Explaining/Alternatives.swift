import FlowMachine

/// The decisions that this build would make with another event, at another time or with another policy. The machine itself computes all of them.
struct Alternatives {
    /// One change of the input, and its consequence.
    struct Branch: Equatable {
        let label: String
        let consequence: Consequence
    }

    /// The actual consequence of the event.
    let taken: Consequence
    /// Other answers or choices that lead to a different consequence.
    let events: [Branch]
    /// Other answers or choices that lead to the same consequence.
    let same: [String]
    /// Other times, settings and earlier events that lead to a different consequence.
    let circumstances: [Branch]
    /// The numbers of the changes that were tried, in words, such as `3 other times (…)`.
    let tried: [String]

    /// Computes the alternatives. `before` is the model before the event of `scene`.
    init(_ scene: Scene, _ before: FlowModel) {
        let machine = FlowReducer(settings: scene.header.settings)
        let words = scene.words
        let event = scene.record.event
        let taken = Consequence(machine.reduce(before, event))
        let possible = PossibleEvents(scene.surroundings, words)
        var events: [Branch] = []
        var same: [String] = []
        for other in possible.instead(of: event.origin, asked: scene.question, shown: scene.outstanding.shown?.presentation) {
            let consequence = Consequence(machine.reduce(before, FlowEvent(time: event.time, origin: other.value)))
            if consequence == taken {
                same.append(other.label)
            } else {
                events.append(Branch(label: other.label, consequence: consequence))
            }
        }
        var circumstances: [Branch] = []
        func compare(_ label: String, _ consequence: Consequence) {
            if consequence != taken { circumstances.append(Branch(label: label, consequence: consequence)) }
        }
        let moments = Moments(scene, before).others
        for moment in moments {
            compare(moment.label, Consequence(machine.reduce(before, FlowEvent(time: moment.value, origin: event.origin))))
        }
        let settings = OtherSettings.of(scene.header.settings)
        for other in settings { compare(other.label, Consequence(FlowReducer(settings: other.value).reduce(before, event))) }
        let courses = OtherCourses.of(scene, words)
        for course in courses { compare(course.label, course.value) }
        self.taken = taken
        self.events = events
        self.same = same
        self.circumstances = circumstances
        tried =
            [
                moments.isEmpty
                    ? ""
                    : "\(words.count(moments.count, "other time")) (before and after the expiry of \(words.joined(moments.map { $0.name })))",
                "\(words.count(settings.count, "setting")) (every policy and every device property, changed at this event only)",
                courses.isEmpty ? "" : words.joined(courses.map { $0.label }),
            ].filter { !$0.isEmpty }
    }
}

extension Alternatives {
    /// Returns the branches grouped by their consequences.
    package static func grouped(_ branches: [Branch]) -> [(labels: [String], consequence: Consequence)] {
        var grouped: [(labels: [String], consequence: Consequence)] = []
        for branch in branches {
            if let index = grouped.firstIndex(where: { $0.consequence == branch.consequence }) {
                grouped[index].labels.append(branch.label)
            } else {
                grouped.append(([branch.label], branch.consequence))
            }
        }
        return grouped
    }
}

/// Decides the entire log again with one change to the events or the settings, and compares the consequence of the last event.
enum OtherCourses {
    /// The highest number of events that are left out, one at a time. They are events of the viewer and the app.
    private static let most = 4

    static func of(_ scene: Scene, _ words: Wording) -> [Possible<Consequence>] {
        if scene.replayed.isEmpty { return [] }
        var courses: [Possible<Consequence>] = []
        let events = scene.replayed + [scene.record.event]
        if let ahead = DeviceClock.ahead(in: scene.all), DeviceClock.isWrong(ahead) {
            let shifted = events.map { FlowEvent(time: $0.time.advanced(by: Interval(milliseconds: -ahead)), origin: $0.origin) }
            courses.append(Possible("with a correct device clock", consequence(shifted, scene)))
        }
        let isWaiting = if case .basicAuthFallback? = scene.before?.state { true } else { false }
        for other in isWaiting ? OtherSettings.ofDeadlines(scene.header.settings) : [] {
            courses.append(Possible("\(other.label) since the launch", consequence(events, scene, other.value)))
        }
        let asked = scene.earlier.filter { if case .user = $0.event.origin { true } else { false } }
        for record in asked.suffix(most) {
            let others = scene.earlier.filter { $0.number != record.number }.map { $0.event } + [scene.record.event]
            courses.append(
                Possible("without event \(record.number) (\(words.sentence(record.event, asked: nil)))", consequence(others, scene)))
        }
        return courses
    }

    private static func consequence(_ events: [FlowEvent], _ scene: Scene, _ settings: FlowSettings? = nil) -> Consequence {
        let reducer = FlowReducer(settings: settings ?? scene.header.settings)
        var engine = FlowEngine(reducer)
        for event in events.dropLast() { engine.apply(event) }
        guard let last = events.last else { return Consequence(rule: "", state: "", step: "", effects: []) }
        return Consequence(reducer.reduce(engine.model, last))
    }
}

/// The times just before or just after a value in the model expires.
struct Moments {
    let others: [Moment]

    /// A time after the expiry of a value that was valid at the event, or before the expiry of a value that had expired.
    struct Moment {
        /// The name of the value that expires at this moment.
        let name: String
        let label: String
        let value: Instant
    }

    init(_ scene: Scene, _ before: FlowModel) {
        let now = scene.record.event.time
        others = Facts(scene, before).terms.map { term in
            let isPast = term.end <= now
            let millisecond = Interval(milliseconds: isPast ? -1 : 1)
            return Moment(
                name: term.name, label: "\(isPast ? "before" : "after") \(term.name) expired",
                value: term.end.advanced(by: millisecond))
        }
    }
}

/// Settings that differ in one policy or one property of the device.
///
/// Each Boolean setting is inverted. Each number is set to its lowest and its highest value, because a decision depends on whether a number is
/// large enough.
enum OtherSettings {
    /// The settings that are not changed.
    ///
    /// No decision depends on them, because they only appear in requests and on screens. The exception is `api`: a different API would change the
    /// entire flow, not one decision.
    static let undecisive = ["api", "serviceProvider", "host", "domainName", "redirectURL", "activationURL", "platform"]

    static func of(_ settings: FlowSettings) -> [Possible<FlowSettings>] { policies(settings) + devices(settings) }

    /// Returns settings with longer limits for a sign-in.
    ///
    /// An earlier event has set the deadline, so a change at the event itself would have no effect.
    static func ofDeadlines(_ settings: FlowSettings) -> [Possible<FlowSettings>] {
        policies(settings).filter { other in
            let policy = other.value.policy
            return policy.userAgentGrace > settings.policy.userAgentGrace || policy.sessionLifetime > settings.policy.sessionLifetime
        }
    }

    private static func policies(_ settings: FlowSettings) -> [Possible<FlowSettings>] {
        var all: [Possible<FlowSettings>] = []
        func set<Value>(_ name: String, _ values: [Value], as word: (Value) -> String, _ assign: (inout Policy, Value) -> Void) {
            for value in values {
                var changed = settings
                assign(&changed.policy, value)
                if changed != settings { all.append(Possible("with the policy \(name) \(word(value))", changed)) }
            }
        }
        func turn(_ name: String, _ assign: (inout Policy, Bool) -> Void) { set(name, [false, true], as: { $0 ? "on" : "off" }, assign) }
        func count(_ name: String, _ values: ClosedRange<Int64>, _ assign: (inout Policy, Int64) -> Void) {
            set(name, Array(values), as: { "\($0)" }, assign)
        }
        func last(_ name: String, _ assign: (inout Policy, Interval) -> Void) {
            set(name, [.seconds(0), .seconds(86_400)], as: { TimeWords.term($0.milliseconds) }, assign)
        }
        turn("promptsInCheck") { $0.promptsInCheck = $1 }
        turn("interruptsInExchange") { $0.interruptsInExchange = $1 }
        turn("opensOwnPickerAfterCancel") { $0.opensOwnPickerAfterCancel = $1 }
        turn("reusesStatusInChoice") { $0.reusesStatusInChoice = $1 }
        turn("signsOutEverywhere") { $0.signsOutEverywhere = $1 }
        turn("signsOutInUserAgent") { $0.signsOutInUserAgent = $1 }
        set("statusWithoutExpiry", Policy.StatusWithoutExpiry.allCases, as: { $0.rawValue }) { $0.statusWithoutExpiry = $1 }
        turn("showsCodeWithUserAgent") { $0.showsCodeWithUserAgent = $1 }
        turn("recognizesEndOfLife") { $0.recognizesEndOfLife = $1 }
        set("profileChoice", Policy.ProfileChoice.allCases, as: { $0.rawValue }) { $0.profileChoice = $1 }
        count("attempts", 1...3) { $0.attempts = $1 }
        // 0 disables the limit; 1 is the strictest limit.
        count("allowanceBurst", 0...1) { $0.allowanceBurst = $1 }
        count("breakerThreshold", 0...1) { $0.breakerThreshold = $1 }
        last("pollInterval") { $0.pollInterval = $1 }
        last("longestPollInterval") { $0.longestPollInterval = $1 }
        last("userAgentGrace") { $0.userAgentGrace = $1 }
        last("sessionLifetime") { $0.sessionLifetime = $1 }
        last("tokenMargin") { $0.tokenMargin = $1 }
        last("configurationAge") { $0.configurationAge = $1 }
        last("requestTimeout") { $0.requestTimeout = $1 }
        last("retryDelay") { $0.retryDelay = $1 }
        last("throttleHold") { $0.throttleHold = $1 }
        last("allowanceInterval") { $0.allowanceInterval = $1 }
        last("breakerPause") { $0.breakerPause = $1 }
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
        other("on a device \(hasFramework ? "without" : "with") a partner framework") { $0.partner = hasFramework ? .absent : .apple }
        let hasTemporary = settings.temporaryAccess != nil
        other("\(hasTemporary ? "without" : "with") temporary access") {
            $0.temporaryAccess = hasTemporary ? nil : MVPDID("TemporaryAccess")
        }
        return all
    }
}
