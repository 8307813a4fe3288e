import FlowMachine

/// One way in which traffic can break one of Adobe's rules.
struct Check: Sendable {
    /// The rule's id in Specs/rules.
    let rule: String
    /// What the rule demands, in one sentence.
    let demand: String
    /// What a capture must contain so that the rule can be judged.
    let needs: String
    let judge: @Sendable (Track) -> Outcome

    init(_ rule: String, _ demand: String, needs: String, _ judge: @escaping @Sendable (Track) -> Outcome) {
        self.rule = rule
        self.demand = demand
        self.needs = needs
        self.judge = judge
    }

    /// How binding the rule is.
    var level: RuleLevel {
        if Check.recommended.contains(rule) { return .should }
        return Check.inferred.contains(rule) ? .inferred : Check.forbidding.contains(rule) ? .never : .must
    }

    /// The rules that do not say "must".
    private static let recommended: Set<String> = ["V2-C-04a", "V2-B-13", "V2-X-13", "V2-D-13"]
    private static let forbidding: Set<String> = ["V2-B-11", "V2-D-04", "V2-D-09"]
    private static let inferred: Set<String> = ["V2-B-14", "V2-F-19", "V2-E-09"]

    /// All checks, in the order of the phases.
    static let all: [Check] = registration + requests + pace + repetition + signIn + partner + decisions + playback + signOut + legacy
}

/// How binding a rule is, in the words of Specs/rules.
package enum RuleLevel: String, Sendable {
    case must, never, should
    /// An interpretation where Adobe's documents are silent or contradict each other: a finding is a remark.
    case inferred

    /// Whether an app that breaks the rule is wrong.
    package var isBinding: Bool { self != .inferred }
}

/// What a check found in a track.
struct Outcome {
    /// The number of places in which the rule could have been broken; 0 if the capture cannot show it.
    var occasions = 0
    /// The observations that break the rule.
    var faults: [Fault] = []

    /// One way in which it is broken, with the requests that show it.
    struct Fault {
        let text: String
        let evidence: [Observed]
        /// Requests to other hosts that show it, too.
        var others: [Exchange] = []
    }

    init(occasions: Int = 0) { self.occasions = occasions }

    /// One fault about all of the requests, if there are any.
    init(_ occasions: Int, _ evidence: [Observed], _ text: (Int) -> String) {
        self.occasions = occasions
        if !evidence.isEmpty { add(text(evidence.count), evidence) }
    }

    mutating func add(_ text: String, _ evidence: [Observed], others: [Exchange] = []) {
        var seen: Set<Int> = []
        faults.append(Fault(text: text, evidence: evidence.filter { seen.insert($0.number).inserted }, others: others))
    }
}

/// `1 request`, `2 requests`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// `0.4 s`, `12 s`, `3 min`: cut, not rounded up, so that a length below a bound does not look like it.
func length(_ milliseconds: Int64) -> String {
    let value = max(milliseconds, 0)
    if value < 10_000 { return "\(value / 1000).\(value % 1000 / 100) s" }
    return value < 120_000 ? "\(value / 1000) s" : "\(value / 60_000) min"
}
