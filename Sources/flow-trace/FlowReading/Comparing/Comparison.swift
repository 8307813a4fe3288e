import FlowMachine

/// Two logs side by side.
package struct Comparison {
    /// The relation between the two sides of a row.
    enum Mark: String {
        case same = "="
        case onlyLeft = "<"
        case onlyRight = ">"
        case changed = "!"
        /// This build's decision differs only because of an earlier difference or because events are missing.
        case notCompared = "~"
    }

    /// The part of a row that belongs to one log.
    struct Side: Equatable {
        /// The indices of the events in the log.
        let events: Range<Int>
        /// The number of events in the repeated group; 0 if nothing repeats.
        let period: Int
    }

    /// One row of the comparison.
    struct Row {
        var mark: Mark
        let left: Side?
        let right: Side?
        /// The differences between the two events, field by field.
        var fields: [DifferenceEntry] = []
        /// The differences between the decisions, and between the numbers of repetitions.
        var entries: [DifferenceEntry] = []
        /// Whether the two sides differ only in the number of repetitions.
        var isOnlyCount = false
    }

    /// Whether the right side contains this build's decisions about the events of the left log.
    let isAgainstBuild: Bool
    package let left: ComparedLog
    let right: ComparedLog
    let words: (left: Wording, right: Wording)
    private(set) var rows: [Row] = []
    /// Whether some corresponding rows may not have been found, because the logs are long and have little in common.
    private(set) var isBounded = false

    /// Compares two logs, after aligning their rows.
    package init(_ left: ComparedLog, _ right: ComparedLog, _ clock: DisplayedClock = .utc) {
        isAgainstBuild = false
        self.left = left
        self.right = right
        words = (Wording(left.header, clock), Wording(right.header, clock))
        var correspondence = Correspondence(left.header, right.header)
        let alignment = Alignment(left.rows.map { $0.key }, right.rows.map { $0.key })
        isBounded = alignment.isBounded
        var next = (0, 0)
        for match in alignment.matches + [Alignment.Match(left: left.rows.count, right: right.rows.count)] {
            fill(next.0..<match.left, next.1..<match.right, &correspondence)
            if match.left < left.rows.count { rows.append(pair(match.left, match.right, &correspondence)) }
            next = (match.left + 1, match.right + 1)
        }
    }

    /// Compares a log with this build's decisions about the same events.
    package init(
        _ recorded: ComparedLog, _ thisBuild: ComparedLog, _ verdicts: [Redecision.Verdict], _ clock: DisplayedClock = .utc
    ) {
        isAgainstBuild = true
        left = recorded
        right = thisBuild
        words = (Wording(recorded.header, clock), Wording(thisBuild.header, clock))
        for (place, verdict) in verdicts.enumerated() {
            let side = Side(events: place..<place + 1, period: 0)
            let entries =
                verdict == .agrees ? [] : DecisionEntries(recorded: left.records[place], thisBuild: right.records[place], words.left).list
            let mark: Mark =
                switch verdict {
                case .agrees: .same
                case .differs: .changed
                case .notCompared: .notCompared
                }
            rows.append(Row(mark: mark, left: side, right: side, entries: entries))
        }
    }

    /// The index of the first row that differs in more than the number of repetitions, or else of the first row that differs at all; `nil` if none
    /// differs.
    package var firstDifference: Int? {
        rows.firstIndex { $0.mark != .same && $0.mark != .notCompared && !$0.isOnlyCount } ?? rows.firstIndex { $0.mark != .same }
    }

    func count(_ mark: Mark) -> Int { rows.count { $0.mark == mark } }

    /// Adds the rows between two matches. Rows whose events have the same subject are put beside each other.
    private mutating func fill(_ lefts: Range<Int>, _ rights: Range<Int>, _ correspondence: inout Correspondence) {
        let alignment = Alignment(lefts.map { left.rows[$0].looseKey }, rights.map { right.rows[$0].looseKey })
        isBounded = isBounded || alignment.isBounded
        var next = (lefts.lowerBound, rights.lowerBound)
        let end = Alignment.Match(left: lefts.count, right: rights.count)
        for match in alignment.matches + [end] {
            let place = (lefts.lowerBound + match.left, rights.lowerBound + match.right)
            for row in next.0..<place.0 { rows.append(Row(mark: .onlyLeft, left: side(left, row), right: nil)) }
            for row in next.1..<place.1 { rows.append(Row(mark: .onlyRight, left: nil, right: side(right, row))) }
            if match == end { return }
            rows.append(pair(place.0, place.1, &correspondence))
            next = (place.0 + 1, place.1 + 1)
        }
    }

    private func side(_ log: ComparedLog, _ row: Int) -> Side { Side(events: log.rows[row].events, period: log.rows[row].period) }

    /// Compares two rows that correspond to each other.
    private func pair(_ leftRow: Int, _ rightRow: Int, _ correspondence: inout Correspondence) -> Row {
        let (one, other) = (left.rows[leftRow], right.rows[rightRow])
        var row = Row(mark: .same, left: side(left, leftRow), right: side(right, rightRow))
        if one.period == 0, other.period == 0 {
            (row.fields, row.entries) = compare(one.events.lowerBound, other.events.lowerBound, &correspondence)
        } else if one.repetitions != other.repetitions {
            // The repeated events were compared where they occurred first.
            row.entries = [DifferenceEntry(what: "repeated", left: "\(one.repetitions) times", right: "\(other.repetitions) times")]
            row.isOnlyCount = one.key == other.key
        }
        let isSame = one.key == other.key && row.fields.isEmpty && row.entries.isEmpty
        row.mark = isSame ? .same : .changed
        return row
    }

    /// Returns the differences between two events and between the decisions about them.
    private func compare(_ leftPlace: Int, _ rightPlace: Int, _ correspondence: inout Correspondence)
        -> (fields: [DifferenceEntry], decision: [DifferenceEntry])
    {
        let (one, other) = (left.records[leftPlace], right.records[rightPlace])
        let times = (one.event.time, other.event.time)
        let fields = correspondence.differences(one.event.origin, at: times.0, other.event.origin, at: times.1).map {
            DifferenceEntry(what: Comparison.field($0.what), left: $0.left, right: $0.right, isWorded: $0.isWorded)
        }
        var entries: [DifferenceEntry] = []
        if one.rule != other.rule { entries.append(DifferenceEntry(what: "rule", left: one.rule, right: other.rule, part: .rule)) }
        let states = ("\(one.state).\(one.step)", "\(other.state).\(other.step)")
        if states.0 != states.1 { entries.append(DifferenceEntry(what: "state", left: states.0, right: states.1, part: .state)) }
        let kinds = (left.kinds[leftPlace], right.kinds[rightPlace])
        let places = (kinds.0.indices.filter { kinds.0[$0] != nil }, kinds.1.indices.filter { kinds.1[$0] != nil })
        for pair in EffectPairs(places.0.map { kinds.0[$0] }, places.1.map { kinds.1[$0] }).pairs {
            let effects = (pair.left.map { one.effects[places.0[$0]] }, pair.right.map { other.effects[places.1[$0]] })
            let isOneKind = pair.left.flatMap { kinds.0[places.0[$0]] } == pair.right.flatMap { kinds.1[places.1[$0]] }
            entries += compare(effects.0, at: times.0, effects.1, at: times.1, isOneKind: isOneKind, &correspondence)
        }
        return (fields, entries)
    }

    /// Returns the differences between an effect and its counterpart: both effects in words, then the fields that the words do not show.
    private func compare(
        _ one: Effect?, at time: Instant, _ other: Effect?, at otherTime: Instant, isOneKind: Bool,
        _ correspondence: inout Correspondence
    ) -> [DifferenceEntry] {
        let effect = DifferenceEntry(
            what: "effect", left: one.map { words.left.effect($0, at: time) }, right: other.map { words.right.effect($0, at: otherTime) },
            part: .effect)
        guard let one, let other, isOneKind else { return [effect] }
        let isWait = if case .arm(_, let purpose, _) = one { !purpose.followsKeptDeadline } else { false }
        let fields = correspondence.differences(one, at: time, other, at: otherTime, isWait: isWait)
        if fields.isEmpty { return [] }
        // A timer differs only in its time, which the words show.
        if case .arm = one { return [effect] }
        return [effect] + fields.filter { !$0.isShown(by: effect.texts.left, effect.texts.right) }
    }

    /// Returns the path of an event's field without the prefix that all events of one origin share.
    static func field(_ path: String) -> String {
        if let provider = NamedProviders.words(path) { return provider }
        for prefix in ["reply.result.", "app.", "user.", "reply."] where path.hasPrefix(prefix) {
            return String(path.dropFirst(prefix.count))
        }
        return path
    }
}

extension DifferenceEntry {
    /// Returns whether `left` and `right`, the words that are printed above this entry, already contain the entry's values.
    func isShown(by left: String, _ right: String) -> Bool {
        if left == right { return false }
        func isShown(_ value: String?, _ words: String) -> Bool {
            value?.parts(between: ", ").contains { words.contains(text: $0) } ?? true
        }
        return isWorded || (isShown(self.left, left) && isShown(self.right, right))
    }
}
