import FlowMachine
import FlowReading

/// `help rules`: explains how rules are named, or explains one or more rules.
enum RulesTopic {
    /// The letters of the phases in `Specs/rules`, each with its subject.
    static let phases = [
        ("A", "registration: client credentials and access token"), ("B", "is somebody signed in already?"),
        ("C", "partner single sign-on: configuration, provider, SAML exchange"), ("D", "decisions: may a resource be played?"),
        ("E", "logout"), ("F", "basic authentication: a browser or a second screen"),
        ("G", "degradation: a provider has an outage, and Adobe lets viewers in"), ("P", "before the first launch"),
        ("T", "temporary access"), ("X", "every request: tokens, retries, errors, 429"),
    ]

    static var text: String {
        let groups =
            phases.map { ("V2-\($0.0)-nn", $0.1) } + [
                ("V1-nn", "the legacy REST API V1"),
                ("FM-nn", "FlowMachine's own rules, where Adobe's and Apple's documents leave a case open"),
            ]
        return """
            Every event in a log names the rule that decided it, such as V2-C-18. The Rule Reference on
            FlowMachine's documentation site lists all rules with their sources in Adobe's and Apple's documents.

            An id has three parts: the API (V2, or V1 for the legacy one), the phase of Adobe's Apple single sign-on
            cookbook, and a number that is never reused. In drawings V2- is left out.

            \(CommandSyntax.columns(groups))
            "when" and "then" are the text of a rule. They say what the rule is for; whether and why it
            applied to an event is in the log: flow-trace explain --at N LOG.

            A covered rule decides nothing alone: it can apply only where a rule that it is covered with decides. No
            log names it; coverage counts it with those rules.

              flow-trace help rules V2-C-18   one rule; C-18 is enough
              flow-trace help rules V2-C      all rules of a phase
              flow-trace coverage LOG ...     the rules that decided in these logs, and how often

            """
    }

    /// Returns the text of the rule with the id `name`, or of all rules whose ids begin with `name`.
    static func text(of name: String) throws(UsageFailure) -> String {
        let name = name.uppercased()
        if let rule = rule(name) { return text(rule) }
        let rules = rules(beginningWith: name)
        if !rules.isEmpty { return CommandSyntax.columns(rules.map { ($0.id, $0.when + " -> " + $0.then) }, indent: 0) }
        let ids = RuleWords.all.map(\.id)
        throw UsageFailure(
            "there is no rule \"\(name)\" that decides events" + suggestion(for: name, among: ids, else: ": see flow-trace help rules"))
    }

    /// Returns the rules whose ids begin with a name, in upper or lower case, with or without the prefix `V2-`.
    static func rules(beginningWith name: String) -> [RuleWords] {
        for name in [name.uppercased(), "V2-" + name.uppercased()] {
            let prefix = name.hasSuffix("-") ? name : name + "-"
            let rules = RuleWords.all.filter { $0.id.uppercased().hasPrefix(prefix) }
            if !rules.isEmpty { return rules }
        }
        return []
    }

    /// Returns a rule as JSON.
    static func object(_ rule: RuleWords) -> Tree {
        func texts(_ texts: [String]) -> Tree { .list(texts.map { .text($0) }) }
        return .object([
            Tree.Member("id", .text(rule.id)), Tree.Member("when", .text(rule.when)), Tree.Member("then", .text(rule.then)),
            Tree.Member("coveredWith", texts(rule.coveredWith)), Tree.Member("covers", texts(rule.covers.map(\.id))),
            Tree.Member("decidesIn", texts(decides(rule.id))), Tree.Member("documentation", .text(DocumentationAnchor.rule(rule.id))),
        ])
    }

    /// Returns the rule with the id `name`, in upper or lower case, with or without the prefix `V2-`.
    static func rule(_ name: String) -> RuleWords? {
        let names = [name.uppercased(), "V2-" + name.uppercased()]
        return RuleWords.all.first { names.contains($0.id.uppercased()) }
    }

    private static func text(_ rule: RuleWords) -> String {
        var rows = [("when", rule.when), ("then", rule.then)]
        if !rule.coveredWith.isEmpty { rows.append(("covered with", rule.coveredWith.joined(separator: ", "))) }
        let covers = rule.covers.map(\.id)
        if !covers.isEmpty { rows.append(("covers", covers.joined(separator: ", "))) }
        let steps = decides(rule.id)
        if !steps.isEmpty { rows.append(("decides in", steps.joined(separator: ", "))) }
        rows.append(("read at", DocumentationAnchor.rule(rule.id) + " on the documentation site"))
        return "\(rule.id)\n\n" + CommandSyntax.columns(rows) + "\nThis is the text of the rule; no log was read.\n"
    }

    /// Returns the steps in which a rule decides, in the order of the states.
    private static func decides(_ id: String) -> [String] {
        var steps: [String] = []
        for entry in MachineTransitions.entries where entry.rule == id && steps.last != entry.from { steps.append(entry.from) }
        return steps
    }
}
