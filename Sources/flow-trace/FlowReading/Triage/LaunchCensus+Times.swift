import FlowMachine

// The times that are compared as properties of a cause.
extension LaunchCensus {
    /// Returns the units that begin at `start` or later; `nil` if all units do.
    func later(than start: Instant, among index: UnitIndex, _ mask: CorrelationFinder.Units) -> CorrelationFinder.Time? {
        let time = from(start, among: index, mask)
        return time.units.count < mask.count ? time : nil
    }

    private func from(
        _ start: Instant, among index: UnitIndex, _ mask: CorrelationFinder.Units, choices: Double = 1
    ) -> CorrelationFinder.Time {
        var later = CorrelationFinder.Units(index.all.count)
        for number in index.byStart.reversed() {
            guard index.all[number].start >= start else { break }
            if mask.contains(number) { later.insert(number) }
        }
        return CorrelationFinder.Time("from \(TimeWords.second(start, clock)) on", later, from: start, to: nil, choices: choices)
    }

    /// Returns the time since which units are affected. Among `units`, this time separates the affected units best from the unaffected units that
    /// begin earlier. Returns `nil` if no time separates them, or if there are too few units of either kind.
    func change(
        of affected: CorrelationFinder.Units, within units: CorrelationFinder.Units, among index: UnitIndex,
        _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        let hits = affected.common(units)
        let others = units.count - hits
        guard hits >= CorrelationFinder.fewest, others >= LaunchCensus.fewestBefore else { return nil }
        var (before, othersBefore) = (0, 0)
        var best: (start: Instant, gain: Double)?
        for number in index.byStart where units.contains(number) {
            guard affected.contains(number) else {
                othersBefore += 1
                continue
            }
            let gain = Double(othersBefore) / Double(others) - Double(before) / Double(hits)
            if othersBefore >= LaunchCensus.fewestBefore, gain > best?.gain ?? 0 { best = (index.all[number].start, gain) }
            before += 1
        }
        return best.map { from($0.start, among: index, mask, choices: Double(hits)) }
    }

    /// The fewest unaffected units before a change.
    private static let fewestBefore = 3

    /// The longest time, in milliseconds, in which several devices that fail together form a burst: three hours.
    private static let longestBurst: Int64 = 10_800_000

    /// Returns the period of at most three hours in which the most affected units begin, with all units that begin in it. Returns `nil` if fewer than
    /// five affected units begin in this period, or if at least a quarter of all units do.
    func burst(
        of affected: CorrelationFinder.Units, among index: UnitIndex, _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        let starts = index.byStart.filter { affected.contains($0) }.map { index.all[$0].start.milliseconds }
        var (first, best) = (0, 0..<0)
        for last in starts.indices {
            while starts[last] - starts[first] > LaunchCensus.longestBurst { first += 1 }
            if last + 1 - first > best.count { best = first..<last + 1 }
        }
        guard best.count >= CorrelationFinder.fewest, let start = starts[best].first, let end = starts[best].last else { return nil }
        var within = CorrelationFinder.Units(index.all.count)
        for number in index.byStart where mask.contains(number) && (start...end).contains(index.all[number].start.milliseconds) {
            within.insert(number)
        }
        guard within.count * 4 < mask.count else { return nil }
        let (from, to) = (Instant(milliseconds: start), Instant(milliseconds: end))
        // The shorter the time in which the folder's launches begin, the fewer periods there are from which this one was chosen.
        return CorrelationFinder.Time(
            "between \(TimeWords.second(from, clock)) and \(TimeWords.second(to, clock))", within, from: from, to: to,
            choices: Double(index.span / LaunchCensus.longestBurst) + 1)
    }

    /// Returns the hours of the day in which at least nine of ten affected units begin, with all units that begin in these hours. Returns `nil` if
    /// the affected units begin on fewer than three days, if the period lasts three hours or more, or if at least a quarter of all units begin in it.
    func daily(
        of affected: CorrelationFinder.Units, among index: UnitIndex, _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        func timeOfDay(_ start: Instant) -> Int64 { DisplayedClock.inDay(clock.shown(at: start)) }
        let starts = index.byStart.filter { affected.contains($0) && mask.contains($0) }.map { index.all[$0].start }
            .ordered { (timeOfDay($0), $0) < (timeOfDay($1), $1) }
        // The shortest period with nine of ten affected units.
        let needed = max(CorrelationFinder.fewest, (starts.count * 9 + 9) / 10)
        guard Set(starts.map { TimeWords.date($0, clock) }).count >= LaunchCensus.fewestBefore, starts.count >= needed else { return nil }
        var best: (from: Instant, to: Instant, length: Int64)?
        for first in 0...(starts.count - needed) {
            let (from, to) = (starts[first], starts[first + needed - 1])
            let length = timeOfDay(to) - timeOfDay(from)
            if length < best?.length ?? LaunchCensus.longestBurst { best = (from, to, length) }
        }
        guard let best else { return nil }
        let period = CorrelationFinder.Daily(times: timeOfDay(best.from)...timeOfDay(best.to), clock: clock)
        var within = CorrelationFinder.Units(index.all.count)
        for number in index.all.indices where mask.contains(number) && period.contains(index.all[number].start) { within.insert(number) }
        guard within.count * 4 < mask.count else { return nil }
        return CorrelationFinder.Time(
            "between \(TimeWords.minuteOfDay(best.from, clock)) and \(TimeWords.minuteOfDay(best.to, clock)) each day", within,
            daily: period, choices: Double(86_400_000 / max(600_000, best.length)))
    }
}
