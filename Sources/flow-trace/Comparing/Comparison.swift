import FlowMachine

/// Two logs beside each other.
struct Comparison {
    /// How a row's two sides relate.
    enum Mark: String {
        case same = "="
        case onlyLeft = "<"
        case onlyRight = ">"
        case changed = "!"
        /// What this build decides follows only from a difference before it.
        case notCompared = "~"
    }

    /// What one log has in a row.
    struct Side: Equatable {
        /// The places of the events in the log.
        let events: Range<Int>
        /// How many events are repeated; 0 if it is one event.
        let period: Int
    }

    /// One row.
    struct Row {
        let mark: Mark
        let left: Side?
        let right: Side?
        /// What differs, if both logs have the row.
        let entries: [DifferenceEntry]
        /// Whether all that differs is how often something was repeated.
        var isOnlyCount = false
    }

    let left: ComparedLog
    let right: ComparedLog
    private(set) var rows: [Row] = []
    /// Whether more rows may belong together than were found, because the logs are big and unlike each other.
    private(set) var isBounded = false

    /// Two logs, aligned.
    init(_ left: ComparedLog, _ right: ComparedLog) {
        self.left = left
        self.right = right
        var correspondence = Correspondence(left.header, right.header)
        let alignment = Alignment(left.rows.map(\.key), right.rows.map(\.key))
        isBounded = alignment.isBounded
        var next = (0, 0)
        for match in alignment.matches + [Alignment.Match(left: left.rows.count, right: right.rows.count)] {
            fill(next.0..<match.left, next.1..<match.right, &correspondence)
            if match.left < left.rows.count { rows.append(pair(match.left, match.right, &correspondence)) }
            next = (match.left + 1, match.right + 1)
        }
    }

    /// A log and what this build decides about each of its events.
    init(_ recorded: ComparedLog, _ thisBuild: ComparedLog, _ verdicts: [Redecision.Verdict]) {
        left = recorded
        right = thisBuild
        let words = Words(recorded.header)
        for (place, verdict) in verdicts.enumerated() {
            let side = Side(events: place..<place + 1, period: 0)
            let entries =
                verdict == .agrees ? [] : DecisionEntries(recorded: left.records[place], thisBuild: right.records[place], words).list
            let mark: Mark =
                switch verdict {
                case .agrees: .same
                case .differs: .changed
                case .notCompared: .notCompared
                }
            rows.append(Row(mark: mark, left: side, right: side, entries: entries))
        }
    }

    /// The first row that differs: one that differs in more than a count, if there is one.
    var firstDifference: Int? {
        rows.firstIndex { $0.mark != .same && !$0.isOnlyCount } ?? rows.firstIndex { $0.mark != .same }
    }

    func count(_ mark: Mark) -> Int { rows.count { $0.mark == mark } }

    /// Rows between two that tell the same: those that ask the same are put beside each other.
    private mutating func fill(_ lefts: Range<Int>, _ rights: Range<Int>, _ correspondence: inout Correspondence) {
        let alignment = Alignment(lefts.map { left.rows[$0].looseKey }, rights.map { right.rows[$0].looseKey })
        isBounded = isBounded || alignment.isBounded
        var next = (lefts.lowerBound, rights.lowerBound)
        let end = Alignment.Match(left: lefts.count, right: rights.count)
        for match in alignment.matches + [end] {
            let place = (lefts.lowerBound + match.left, rights.lowerBound + match.right)
            for row in next.0..<place.0 { rows.append(Row(mark: .onlyLeft, left: side(left, row), right: nil, entries: [])) }
            for row in next.1..<place.1 { rows.append(Row(mark: .onlyRight, left: nil, right: side(right, row), entries: [])) }
            if match == end { return }
            rows.append(pair(place.0, place.1, &correspondence))
            next = (place.0 + 1, place.1 + 1)
        }
    }

    private func side(_ log: ComparedLog, _ row: Int) -> Side { Side(events: log.rows[row].events, period: log.rows[row].period) }

    /// Two rows that belong together.
    private func pair(_ leftRow: Int, _ rightRow: Int, _ correspondence: inout Correspondence) -> Row {
        let (one, other) = (left.rows[leftRow], right.rows[rightRow])
        var entries: [DifferenceEntry] = []
        if one.repetitions != other.repetitions {
            entries.append(DifferenceEntry(what: "repeated", left: "\(one.repetitions) times", right: "\(other.repetitions) times"))
        }
        let isOnlyCount = one.key == other.key && !entries.isEmpty
        // What is repeated was compared when it occurred first.
        if one.period == 0, other.period == 0 { entries = compare(one.events.lowerBound, other.events.lowerBound, &correspondence) }
        let mark: Mark = entries.isEmpty && one.key == other.key ? .same : .changed
        return Row(mark: mark, left: side(left, leftRow), right: side(right, rightRow), entries: entries, isOnlyCount: isOnlyCount)
    }

    /// What differs between two events and what was decided about them.
    private func compare(_ leftPlace: Int, _ rightPlace: Int, _ correspondence: inout Correspondence) -> [DifferenceEntry] {
        let (one, other) = (left.records[leftPlace], right.records[rightPlace])
        let times = (one.event.time, other.event.time)
        var entries = correspondence.differences(one.event.origin, at: times.0, other.event.origin, at: times.1).map {
            DifferenceEntry(what: Comparison.field($0.what), left: $0.left, right: $0.right)
        }
        if one.rule != other.rule { entries.append(DifferenceEntry(what: "rule", left: one.rule, right: other.rule)) }
        let states = ("\(one.state).\(one.step)", "\(other.state).\(other.step)")
        if states.0 != states.1 { entries.append(DifferenceEntry(what: "state", left: states.0, right: states.1)) }
        let words = (Words(left.header), Words(right.header))
        for pair in EffectPairs(left.sorts[leftPlace], right.sorts[rightPlace]).pairs {
            let effects = (pair.left.map { one.effects[$0] }, pair.right.map { other.effects[$0] })
            var differs = true
            if let first = effects.0, let second = effects.1, let places = pair.both,
                left.sorts[leftPlace][places.0] == right.sorts[rightPlace][places.1]
            {
                let isWait = if case .arm(_, let purpose, _) = first { !purpose.followsKeptDeadline } else { false }
                differs = !correspondence.differences(first, at: times.0, second, at: times.1, isWait: isWait).isEmpty
            }
            if !differs { continue }
            let texts = (
                effects.0.map { words.0.effect($0, at: times.0) } ?? "nothing",
                effects.1.map { words.1.effect($0, at: times.1) } ?? "nothing"
            )
            entries.append(DifferenceEntry(what: "effect", left: texts.0, right: texts.1))
        }
        return entries
    }

    /// A field of the event as the log calls it, without what all events have.
    private static func field(_ path: String) -> String {
        for prefix in ["reply.result.", "app.", "user.", "reply."] where path.hasPrefix(prefix) {
            return String(path.dropFirst(prefix.count))
        }
        return path
    }
}

extension EffectPairs.Pair {
    /// Both places, if both sides have something.
    var both: (Int, Int)? {
        if let left, let right { (left, right) } else { nil }
    }
}
