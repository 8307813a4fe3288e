import FlowMachine

/// What a set of logs took of all that the machine can do.
struct LogCoverage {
    private(set) var logs = 0
    private(set) var events = 0
    /// How often each rule decided.
    private(set) var rules: [String: Int] = [:]
    private(set) var transitions = TransitionTable()
    /// How often each error code came.
    private(set) var codes: [String: Int] = [:]

    /// Takes the events of a log.
    mutating func add(_ records: [Record], after snapshot: Snapshot? = nil) {
        logs += 1
        events += records.count
        transitions.add(records, after: snapshot)
        for record in records {
            rules[record.rule, default: 0] += 1
            for code in LogCoverage.codes(in: record.event) { codes[code, default: 0] += 1 }
        }
    }

    /// The rules that a transition decides and that none did.
    var missingRules: [String] { countedRules.filter { rules[$0] == nil } }

    /// The rules that these logs could have taken: those of the legacy API count where one of them speaks it.
    var countedRules: [String] {
        let isLegacy: (String) -> Bool = { $0.hasPrefix("V1-") }
        let hasLegacy = rules.keys.contains(where: isLegacy)
        return Rule.allCases.map(\.id).filter { hasLegacy || !isLegacy($0) }
    }

    /// The rules of Specs that hold with others, none of which decided.
    var missingCovered: [String] {
        RuleWords.all.filter { !$0.coveredWith.isEmpty && $0.coveredWith.allSatisfy { rules[$0] == nil } }.map(\.id)
    }

    /// The rules that this build does not know.
    var unknownRules: [String] { rules.keys.filter { Rule(rawValue: $0) == nil }.sorted() }

    /// The documented error codes that did not come.
    var missingCodes: [String] { ErrorCodes.all.filter { codes[$0] == nil } }

    /// The error codes that came and are not documented.
    var unknownCodes: [String] { codes.keys.filter { !ErrorCodes.all.contains($0) }.sorted() }

    /// A way from a step to a step.
    struct Way: Hashable, Comparable {
        let from: String
        let to: String

        static func < (left: Way, right: Way) -> Bool { (left.from, left.to) < (right.from, right.to) }
    }

    /// The ways from step to step, by how often they were taken.
    static func ways(_ table: TransitionTable) -> [Way: Int] {
        var ways: [Way: Int] = [:]
        for (entry, count) in table.counts where entry.moves { ways[Way(from: entry.from, to: entry.to), default: 0] += count }
        return ways
    }

    /// The error codes that an event brought.
    private static func codes(in event: FlowEvent) -> [String] {
        guard case .reply(_, let reply) = event.origin else { return [] }
        switch reply.result {
        case .failed(.unauthorized(let error)): return [error?.code?.text].compactMap { $0 }
        case .failed(.refused(_, let error)): return [error.code?.text].compactMap { $0 }
        case .failed(.registrationRefused(let code)): return [code.text]
        case .decisions(let decisions):
            return decisions.compactMap { if case .deny(let error) = $0.verdict { error.code?.text } else { nil } }
        case .registered, .token, .configuration, .profiles, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata,
            .done, .failed:
            return []
        }
    }
}
