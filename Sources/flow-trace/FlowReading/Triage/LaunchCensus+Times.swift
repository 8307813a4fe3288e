import FlowMachine

// The times that are compared as properties of a cause.
extension LaunchCensus {
    /// Returns the units that begin at `start` or later; `nil` if all units do.
    func later(than start: Instant, among units: [Unit]) -> CorrelationFinder.Time? {
        var later = CorrelationFinder.Units(units.count)
        for (index, unit) in units.enumerated() where unit.start >= start { later.insert(index) }
        return later.count < units.count ? CorrelationFinder.Time("from \(TimeWords.second(start, clock)) on", later) : nil
    }

    /// The longest time, in milliseconds, in which several devices that fail together form a burst: three hours.
    private static let longestBurst: Int64 = 10_800_000

    /// Returns the units that begin in the same hours as most affected units; `nil` if fewer than five affected units begin close together, or if
    /// a quarter of all units or more do.
    func burst(of affected: CorrelationFinder.Units, among units: [Unit]) -> CorrelationFinder.Time? {
        let starts = units.indices.filter { affected.contains($0) }.map { units[$0].start.milliseconds }.ordered(by: <)
        var (first, best) = (0, 0..<0)
        for last in starts.indices {
            while starts[last] - starts[first] > LaunchCensus.longestBurst { first += 1 }
            if last + 1 - first > best.count { best = first..<last + 1 }
        }
        guard best.count >= CorrelationFinder.fewest, let start = starts[best].first, let end = starts[best].last else { return nil }
        var within = CorrelationFinder.Units(units.count)
        for (index, unit) in units.enumerated() where (start...end).contains(unit.start.milliseconds) { within.insert(index) }
        guard within.count * 4 < units.count else { return nil }
        let span = (units.lazy.map { $0.start.milliseconds }.max() ?? end) - (units.lazy.map { $0.start.milliseconds }.min() ?? start)
        let (from, to) = (Instant(milliseconds: start), Instant(milliseconds: end))
        return CorrelationFinder.Time(
            "between \(TimeWords.second(from, clock)) and \(TimeWords.second(to, clock))", within,
            choices: Double(span / LaunchCensus.longestBurst) + 1)
    }
}
