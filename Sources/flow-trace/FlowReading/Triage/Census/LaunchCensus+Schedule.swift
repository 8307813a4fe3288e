import FlowMachine

// The schedules of a household, such as a router that lets a device rest at night before school.
extension LaunchCensus {
    /// The clock of the household, if all its logs have the same offset from UTC and the reader did not choose another clock; otherwise the reader's clock.
    private var clockOfHousehold: DisplayedClock {
        guard clock == .utc else { return clock }
        let zones = Set(launchesOfFew.flatMap { $0.properties.filter { $0.name == "time zone" } })
        return zones.count == 1 ? zones.first?.zoneMinutes.map { DisplayedClock(offset: Int64($0) * 60) } ?? clock : clock
    }

    /// Returns the hours of the day in which all affected launches are, at most half a day; if the others in these hours are earlier or on other days of the
    /// week, only the hours since then and on these days. Returns `nil` if there are no such hours, if the affected launches are on fewer than three
    /// days, or if too few other launches are at other times.
    ///
    /// - Parameter cause: The number of the cause by whose times the launches are compared; `nil` if the start of a launch decides.
    func schedule(
        of affected: CorrelationFinder.Units, within units: CorrelationFinder.Units, among index: UnitIndex,
        _ mask: CorrelationFinder.Units, by cause: Int?
    ) -> CorrelationFinder.Time? {
        let clock = clockOfHousehold
        let all = index.byStart.filter { units.contains($0) }.compactMap { number in
            index.all[number].launches.first.map { (launch: $0, isAffected: affected.contains(number), number: number) }
        }
        let times = all.filter { $0.isAffected }.map { $0.launch.time(of: cause) }
        guard times.count >= CorrelationFinder.fewest, Set(times.map { TimeWords.date($0, clock) }).count >= 3,
            let first = times.min(),
            let hours = CorrelationFinder.Daily.shortest(of: times.count, times, clock, shorterThan: CorrelationFinder.Daily.halfDay)
        else { return nil }
        var period = CorrelationFinder.Daily(times: hours.times, clock: clock, cause: cause)
        var choices = period.choices
        func others() -> [Instant] { all.filter { !$0.isAffected && period.contains($0.launch) }.map { $0.launch.time(of: cause) } }
        if others().contains(where: { $0 < first }) {
            period.since = first
            choices *= Double(times.count)
        }
        let run = LaunchCensus.weekdays(Set(times.map { period.weekday($0) }), without: others().map { period.weekday($0) })
        if let run {
            period.weekdays = run
            choices *= 35
        }
        guard all.count(where: { !period.contains($0.launch) }) >= CorrelationFinder.fewest else { return nil }
        var within = CorrelationFinder.Units(index.all.count)
        for number in index.all.indices where mask.contains(number) && index.all[number].launches.first.map(period.contains) ?? false {
            within.insert(number)
        }
        let since = period.since.map { ", from \(TimeWords.date($0, clock)) on" } ?? ""
        let (from, to) = (TimeWords.minuteOfDay(hours.from, clock), TimeWords.minuteOfDay(hours.to, clock))
        let days = run.flatMap { run in
            run.first.flatMap { one in run.last.map { (LaunchCensus.weekdayNames[one], LaunchCensus.weekdayNames[$0]) } }
        }
        let words = days.map { $0 == $1 ? " each \($0)" : " from \($0) to \($1)" } ?? " each day"
        return CorrelationFinder.Time("between \(from) and \(to)\(words)\(since)", within, .daily(period), choices: choices)
    }

    static let weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// Returns the shortest run of at most five weekdays with all of `days`; `nil` if one of `others` is in it, or if fewer than two are outside of it.
    private static func weekdays(_ days: Set<Int>, without others: [Int]) -> [Int]? {
        guard others.count >= 2 else { return nil }
        for length in 1...5 {
            for first in 0..<7 {
                let run = (0..<length).map { (first + $0) % 7 }
                if days.isSubset(of: run) { return others.contains { run.contains($0) } ? nil : run }
            }
        }
        return nil
    }
}
