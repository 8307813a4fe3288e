import FlowMachine

/// The part of the machine's behavior that a set of logs covers.
package struct LogCoverage {
    /// The numbers of events and of logs that cover one rule, transition or error code.
    struct Count: Equatable {
        var events = 0
        /// The number of logs that contain the rule, transition or error code.
        var logs = 0
    }

    package private(set) var logs = 0
    private(set) var events = 0
    /// The number of times that each rule decided.
    private(set) var rules: [String: Count] = [:]
    /// For each rule that never decides alone, the number of times that a rule in its `coveredWith` decided.
    private(set) var covered: [String: Count] = [:]
    /// The number of times that each transition from one step to another occurred.
    private(set) var edges: [Edge: Count] = [:]
    /// The number of times that each error code arrived.
    private(set) var codes: [String: Count] = [:]

    package init() {}

    /// Creates the coverage of one log.
    init(_ records: [LogRecord], after snapshot: Snapshot? = nil) {
        self.init()
        logs = 1
        var trail = TransitionTable.Trail(after: snapshot)
        for record in records { note(record, &trail) }
        countCovered()
    }

    /// Creates the coverage of one log from a stream of its records.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot with which the log begins; `nil` if it begins with a launch.
    ///   - next: Returns the next record, or `nil` at the end of the log.
    package init<E: Error>(after snapshot: Snapshot?, _ next: () throws(E) -> LogRecord?) throws(E) {
        self.init()
        logs = 1
        var trail = TransitionTable.Trail(after: snapshot)
        while let record = try next() { note(record, &trail) }
        countCovered()
    }

    private mutating func countCovered() {
        for rule in RuleWords.all where !rule.coveredWith.isEmpty {
            let events = rule.coveredWith.reduce(0) { $0 + (rules[$1]?.events ?? 0) }
            if events > 0 { covered[rule.id] = Count(events: events, logs: 1) }
        }
    }

    private mutating func note(_ record: LogRecord, _ trail: inout TransitionTable.Trail) {
        events += 1
        let entry = trail.entry(record)
        if entry.moves { edges[Edge(entry), default: Count(logs: 1)].events += 1 }
        rules[record.rule, default: Count(logs: 1)].events += 1
        for code in LogCoverage.codes(in: record.event) { codes[code, default: Count(logs: 1)].events += 1 }
    }

    /// Adds the coverage of other logs.
    package mutating func add(_ other: LogCoverage) {
        func sum(_ left: Count, _ right: Count) -> Count { Count(events: left.events + right.events, logs: left.logs + right.logs) }
        logs += other.logs
        events += other.events
        rules.add(other.rules, sum)
        covered.add(other.covered, sum)
        edges.add(other.edges, sum)
        codes.add(other.codes, sum)
    }

    /// The rules that could have decided a transition in these logs, but did not.
    package var missingRules: [String] { countedRules.filter { rules[$0] == nil } }

    /// The rules that these logs could have covered. The rules of the legacy API are included only if one of the logs uses this API.
    package var countedRules: [String] {
        let isLegacy: (String) -> Bool = { $0.hasPrefix("V1-") }
        let hasLegacy = rules.keys.contains(where: isLegacy)
        return Rule.allCases.map { $0.id }.filter { hasLegacy || !isLegacy($0) }
    }

    /// The rules that never decide alone, and that no log covered.
    var missingCovered: [String] {
        RuleWords.all.filter { !$0.coveredWith.isEmpty && covered[$0.id] == nil }.map { $0.id }
    }

    /// The rules in the logs that this build does not know.
    var unknownRules: [String] { rules.keys.filter { Rule(rawValue: $0) == nil }.ordered() }

    /// The documented error codes that did not arrive.
    var missingCodes: [String] { ErrorCodes.all.filter { codes[$0] == nil } }

    /// The error codes that arrived although Adobe does not document them.
    var unknownCodes: [String] { codes.keys.filter { !ErrorCodes.all.contains($0) }.ordered() }

    /// A transition from one step to another.
    struct Edge: Hashable, Comparable {
        let from: String
        let to: String

        init(_ entry: TransitionTable.Entry) { (from, to) = (entry.from, entry.to) }

        static func < (left: Edge, right: Edge) -> Bool { (left.from, left.to) < (right.from, right.to) }
    }

    /// Returns the error codes in an event.
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
