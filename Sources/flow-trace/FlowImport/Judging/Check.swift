import FlowMachine

/// A check of captured traffic against one of Adobe's rules.
struct Check: Sendable {
    /// The rule's id in Specs/rules.
    let rule: String
    /// The rule's demand, in one sentence.
    let demand: String
    /// The traffic that a capture must contain so that it can show whether the app keeps the rule.
    let needs: String
    let judge: @Sendable (Track) -> Outcome

    init(_ rule: String, _ demand: String, needs: String, _ judge: @escaping @Sendable (Track) -> Outcome) {
        self.rule = rule
        self.demand = demand
        self.needs = needs
        self.judge = judge
    }

    /// The level of the rule: how binding it is.
    var level: RuleLevel {
        if Check.recommended.contains(rule) { return .should }
        return Check.inferred.contains(rule) ? .inferred : Check.forbidding.contains(rule) ? .never : .must
    }

    /// The ids of the rules of the level `should`. The next two lists are those of `never` and `inferred`; all other rules have the level `must`.
    private static let recommended: Set<String> = ["V2-C-04a", "V2-B-13", "V2-X-13", "V2-D-13"]
    private static let forbidding: Set<String> = ["V2-B-11", "V2-D-04", "V2-D-09"]
    private static let inferred: Set<String> = ["V2-B-14", "V2-F-19", "V2-E-09"]

    /// All checks, in the order of the phases.
    static let all: [Check] = registration + requests + pace + repetition + signIn + partner + decisions + playback + signOut + legacy
}

/// A level that says how binding a rule is, in the words of Specs/rules.
package enum RuleLevel: String, Sendable {
    case must, never, should
    /// The rule is an interpretation where Adobe's documents are silent or contradict each other. A finding is only a remark.
    case inferred

    /// Whether an app must keep the rule. Breaking any other rule is only a remark.
    package var isBinding: Bool { self != .inferred }
}

/// The result of a check for one track.
struct Outcome {
    /// The number of places where the rule could have been broken; 0 if the capture cannot show the rule.
    var occasions = 0
    /// The observations that break the rule.
    var faults: [Fault] = []

    /// One way in which the rule is broken, with the requests that show it.
    struct Fault {
        let text: String
        let evidence: [Observed]
        /// The requests to other hosts that also show the fault.
        var others: [Exchange] = []
    }

    init(occasions: Int = 0) { self.occasions = occasions }

    /// Creates an outcome with one fault about all requests in `evidence`; without a fault if `evidence` is empty.
    init(_ occasions: Int, _ evidence: [Observed], _ text: (Int) -> String) {
        self.occasions = occasions
        if !evidence.isEmpty { add(text(evidence.count), evidence) }
    }

    mutating func add(_ text: String, _ evidence: [Observed], others: [Exchange] = []) {
        var seen: Set<Int> = []
        faults.append(Fault(text: text, evidence: evidence.filter { seen.insert($0.number).inserted }, others: others))
    }
}

/// Returns a count with its noun, for example `1 request` or `2 requests`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns a duration, for example `0.4 s`, `12 s` or `3 min`. The value is rounded down, so that a duration below a limit does not look like the
/// limit.
func length(_ milliseconds: Int64) -> String {
    let value = max(milliseconds, 0)
    if value < 10_000 { return "\(value / 1000).\(value % 1000 / 100) s" }
    return value < 120_000 ? "\(value / 1000) s" : "\(value / 60_000) min"
}
