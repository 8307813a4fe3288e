import FlowMachine

/// The periods in which launches have a finding, if it comes and goes: an outage, or a test of some hours.
struct FaultPeriods {
    struct Period {
        let first: Instant
        var last: Instant
        /// The number of launches with the finding.
        var affected: Int
        /// The number of launches that could have had it.
        var all: Int
    }

    private(set) var periods: [Period] = []
    /// The number of launches outside of the periods. None of them has the finding.
    private var outside = 0

    /// The shortest time between two periods, and the longest period, in milliseconds.
    private static let halfDay = CorrelationFinder.Daily.halfDay
    /// The shortest period, in milliseconds: a minute, so that both ends are printed.
    private static let shortest: Int64 = 60_000
    private static let most = 4
    /// The fewest launches with the finding in each period, and without it between two.
    private static let fewest = 3

    /// Finds the periods. `launches` could have had the finding. Creates none if the finding may occur at any time, or is not over.
    init(_ launches: [(start: Instant, isAffected: Bool)]) {
        var found: [Period] = []
        var since: (affected: Instant, others: Int)?
        for one in launches.ordered(by: { ($0.start, $0.isAffected ? 0 : 1) < ($1.start, $1.isAffected ? 0 : 1) }) {
            guard one.isAffected else {
                since?.others += 1
                continue
            }
            let gap = since.map { one.start.milliseconds - $0.affected.milliseconds } ?? 0
            if let others = since?.others, let last = found.indices.last,
                gap < FaultPeriods.halfDay || others < FaultPeriods.fewest
            {
                found[last].last = one.start
                found[last].affected += 1
                found[last].all += others + 1
            } else {
                found.append(Period(first: one.start, last: one.start, affected: 1, all: 1))
            }
            since = (one.start, 0)
        }
        outside = launches.count - found.reduce(0) { $0 + $1.all }
        let isClear = found.allSatisfy { period in
            period.affected >= FaultPeriods.fewest && period.affected * 2 >= period.all
                && (FaultPeriods.shortest...FaultPeriods.halfDay).contains(period.last.milliseconds - period.first.milliseconds)
        }
        // Many launches after the last period show that it is over.
        guard isClear, found.count <= FaultPeriods.most, since?.others ?? 0 >= FaultPeriods.fewest,
            outside * 2 >= launches.count - outside
        else { return }
        periods = found
    }

    /// Returns the periods as a sentence; empty if there are none.
    func sentence(_ clock: DisplayedClock) -> String {
        guard let first = periods.first else { return "" }
        func words(_ period: Period) -> String {
            "\(TimeWords.minute(period.first, clock)) to \(TimeWords.minute(period.last, clock))"
        }
        if periods.count == 1 {
            return
                " All are between \(TimeWords.minute(first.first, clock)) and \(TimeWords.minute(first.last, clock)): \(first.affected) of \(first.all) then, 0 of \(outside) before and after."
        }
        let all = periods.map { "\(words($0)) (\($0.affected) of \($0.all))" }
        return " They are in \(periods.count) periods: \(all.joined(separator: ", ")); otherwise 0 of \(outside)."
    }
}
