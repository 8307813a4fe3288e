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
        return CorrelationFinder.Time("from \(TimeWords.second(start, clock)) on", later, .from(start), choices: choices)
    }

    /// Returns the time since which units are affected. Among `units`, this time separates the affected units best from the unaffected units that
    /// begin earlier. Returns `nil` if no time separates them, or if there are too few units of either kind.
    func change(
        of affected: CorrelationFinder.Units, within units: CorrelationFinder.Units, among index: UnitIndex,
        _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        guard let (hits, others) = LaunchCensus.counts(of: affected, within: units) else { return nil }
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

    /// Returns the period of more than a day in which at least half of the units are affected. Among `units`, this period separates the affected units best from
    /// those that begin before and after it. Returns `nil` if too few unaffected units begin before or after it.
    func period(
        of affected: CorrelationFinder.Units, within units: CorrelationFinder.Units, among index: UnitIndex,
        _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        guard let (hits, others) = LaunchCensus.counts(of: affected, within: units) else { return nil }
        let all = index.byStart.filter { units.contains($0) }
        // The part of the launches in which the shares of the affected ones exceed those of the others by most.
        var (gain, first): (Double, Int) = (0, 0)
        var best: (gain: Double, part: ClosedRange<Int>)?
        for (place, number) in all.enumerated() {
            let isAffected = affected.contains(number)
            if gain <= 0 { (gain, first) = (0, place) }
            gain += isAffected ? 1 / Double(hits) : -1 / Double(others)
            if isAffected, gain > best?.gain ?? 0 { best = (gain, first...place) }
        }
        guard let part = best?.part else { return nil }
        guard all[part].count(where: { affected.contains($0) }) * 2 >= part.count else { return nil }
        func isQuiet(_ rest: ArraySlice<Int>) -> Bool { rest.count { !affected.contains($0) } >= LaunchCensus.fewestBefore }
        let (start, end) = (index.all[all[part.lowerBound]].start, index.all[all[part.upperBound]].start)
        guard isQuiet(all[..<part.lowerBound]), isQuiet(all[(part.upperBound + 1)...]),
            end.milliseconds - start.milliseconds > CorrelationFinder.Daily.day
        else { return nil }
        var within = CorrelationFinder.Units(index.all.count)
        for number in index.byStart where mask.contains(number) && index.all[number].start >= start && index.all[number].start <= end {
            within.insert(number)
        }
        return CorrelationFinder.Time(
            "between \(TimeWords.second(start, clock)) and \(TimeWords.second(end, clock))", within, .between(start, end),
            choices: Double(hits * max(1, hits - 1)) / 2)
    }

    /// Returns the time since which units are affected whose viewers had signed in before it, as after a provider has moved its accounts. Returns `nil`
    /// if no time separates them from the other `units`, or if there are too few of either kind.
    func endOfSignIns(
        of affected: CorrelationFinder.Units, within units: CorrelationFinder.Units, among index: UnitIndex,
        _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        guard let (hits, others) = LaunchCensus.counts(of: affected, within: units) else { return nil }
        // The sign-in of a unit is older than each time between it and the start of the unit.
        var (open, openHits) = (0, 0)
        var signIns = index.bySignIn.filter { units.contains($0.number) }[...]
        var best: (start: Instant, gain: Double)?
        for number in index.byStart where units.contains(number) {
            let (start, isHit) = (index.all[number].start, affected.contains(number))
            while let next = signIns.first, next.signIn.isBefore(start) {
                signIns.removeFirst()
                open += 1
                if affected.contains(next.number) { openHits += 1 }
            }
            let gain = Double(openHits) / Double(hits) - Double(open - openHits) / Double(others)
            if isHit, openHits >= CorrelationFinder.fewest, gain > best?.gain ?? 0 { best = (start, gain) }
            guard index.all[number].signIn?.isBefore(start) ?? false else { continue }
            open -= 1
            if isHit { openHits -= 1 }
        }
        guard let start = best?.start else { return nil }
        var (within, laterOthers) = (CorrelationFinder.Units(index.all.count), 0)
        for number in index.byStart where mask.contains(number) && index.all[number].start >= start {
            guard let signIn = index.all[number].signIn else { continue }
            if signIn.isBefore(start) {
                within.insert(number)
            } else if signIn.isLogged, units.contains(number), !affected.contains(number) {
                laterOthers += 1
            }
        }
        // Without later sign-ins, the time alone says as much.
        guard laterOthers >= LaunchCensus.fewestBefore else { return nil }
        // This is the second kind of times that is tried, so there are twice as many choices.
        return CorrelationFinder.Time(
            "from \(TimeWords.second(start, clock)) on for viewers who had signed in before", within, .signedInBefore(start),
            choices: 2 * Double(hits))
    }

    /// Returns the time since which viewers sign in with whom units are affected, as if a provider grants sign-ins without rights. Older sign-ins are not
    /// affected. Returns `nil` if no time separates them, or if there are too few of either kind.
    func beginningOfSignIns(
        of affected: CorrelationFinder.Units, within units: CorrelationFinder.Units, among index: UnitIndex,
        _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        guard let (hits, others) = LaunchCensus.counts(of: affected, within: units) else { return nil }
        var (later, laterHits) = (0, 0)
        var best: (start: Instant, gain: Double)?
        for (number, time) in index.byLastSignIn.reversed() where units.contains(number) {
            later += 1
            guard affected.contains(number) else { continue }
            laterHits += 1
            let gain = Double(laterHits) / Double(hits) - Double(later - laterHits) / Double(others)
            if laterHits >= CorrelationFinder.fewest, gain > best?.gain ?? 0 { best = (time, gain) }
        }
        guard let start = best?.start else { return nil }
        var (within, laterOthers) = (CorrelationFinder.Units(index.all.count), 0)
        for number in index.byStart where mask.contains(number) {
            let unit = index.all[number]
            if unit.lastSignIn?.isSince(start) ?? false {
                within.insert(number)
            } else if unit.start >= start, unit.lastSignIn?.isBefore(start) ?? false, units.contains(number), !affected.contains(number) {
                laterOthers += 1
            }
        }
        // Without later launches with an older sign-in, the time alone says as much.
        guard laterOthers >= LaunchCensus.fewestBefore else { return nil }
        // This is the third kind of times that is tried, so there are three times as many choices.
        return CorrelationFinder.Time(
            "for viewers who signed in from \(TimeWords.second(start, clock)) on", within, .signedInSince(start), choices: 3 * Double(hits))
    }

    /// Returns the times before and after the longest run of unaffected units, as when a provider opens its channels to everybody for some days. Returns `nil` if
    /// the run is short, if another one is half as long, or if too few units are affected before or after it.
    func pause(
        of affected: CorrelationFinder.Units, among index: UnitIndex, _ mask: CorrelationFinder.Units
    ) -> CorrelationFinder.Time? {
        let hits = affected.count
        var (run, before): ([Int], Int) = ([], 0)
        var (longest, last): ([Int], Int?) = ([], nil)
        var others = 0
        var best: (from: Instant, to: Instant)?
        for number in index.byStart where mask.contains(number) {
            guard affected.contains(number) else {
                run.append(number)
                continue
            }
            let isBetween = before >= CorrelationFinder.fewest && hits - before >= CorrelationFinder.fewest
            if isBetween, run.count > longest.count, let last {
                others = longest.count
                (longest, best) = (run, (index.all[last].start, index.all[number].start))
            } else {
                others = max(others, run.count)
            }
            (run, last) = ([], number)
            before += 1
        }
        // Denials that come in bursts have many such runs.
        guard let best, longest.count >= 2 * max(CorrelationFinder.fewest, others) else { return nil }
        var paused = CorrelationFinder.Units(index.all.count)
        for number in longest { paused.insert(number) }
        return CorrelationFinder.Time(
            "except between \(TimeWords.second(best.from, clock)) and \(TimeWords.second(best.to, clock))", mask.subtracting(paused),
            .except(best.from, best.to), choices: Double(hits))
    }

    /// Returns the number of affected units and of the others among `units`; `nil` if either are too few for a change.
    private static func counts(
        of affected: CorrelationFinder.Units, within units: CorrelationFinder.Units
    ) -> (hits: Int, others: Int)? {
        let hits = affected.common(units)
        let others = units.count - hits
        return hits >= CorrelationFinder.fewest && others >= fewestBefore ? (hits, others) : nil
    }

    /// The fewest unaffected units before a change.
    private static let fewestBefore = 3

    /// The longest period of each day, in milliseconds: eight hours.
    private static let longestHours: Int64 = 28_800_000
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
            "between \(TimeWords.second(from, clock)) and \(TimeWords.second(to, clock))", within, .between(from, to),
            choices: Double(index.span / LaunchCensus.longestBurst) + 1)
    }

    /// Returns the hours of the day in which at least nine of ten affected units are, with all units that are in these hours. The hours may continue after
    /// midnight. Returns `nil` if the affected units are on fewer than three days, if the period lasts eight hours or more, or if at least three quarters of all
    /// units are in it.
    ///
    /// - Parameter cause: The number of the cause by whose times the units are compared; `nil` if the start of a launch decides.
    func daily(
        of affected: CorrelationFinder.Units, among index: UnitIndex, _ mask: CorrelationFinder.Units, by cause: Int? = nil
    ) -> CorrelationFinder.Time? {
        func time(_ number: Int) -> Instant { index.all[number].launches.first?.time(of: cause) ?? index.all[number].start }
        let times = index.byStart.filter { affected.contains($0) && mask.contains($0) }.map { time($0) }
        let needed = max(CorrelationFinder.fewest, (times.count * 9 + 9) / 10)
        guard Set(times.map { TimeWords.date($0, clock) }).count >= LaunchCensus.fewestBefore,
            let hours = CorrelationFinder.Daily.shortest(of: needed, times, clock, shorterThan: LaunchCensus.longestHours)
        else { return nil }
        let period = CorrelationFinder.Daily(times: hours.times, clock: clock, cause: cause)
        var within = CorrelationFinder.Units(index.all.count)
        for number in index.all.indices where mask.contains(number) && index.all[number].launches.first.map(period.contains) ?? false {
            within.insert(number)
        }
        guard within.count * 4 < mask.count * 3 else { return nil }
        return CorrelationFinder.Time(
            "between \(TimeWords.minuteOfDay(hours.from, clock)) and \(TimeWords.minuteOfDay(hours.to, clock)) each day", within,
            .daily(period), choices: period.choices)
    }

    /// Returns a sentence about the hours of the day in which nearly all affected launches with the properties begin; empty if there are none, if the hours are
    /// among the properties, or if the other launches with the properties begin in these hours, too.
    func hours(_ one: Found, _ hits: CorrelationFinder.Units, _ index: UnitIndex) -> String {
        if isHousehold || one.times.contains(where: { $0.isDaily }) { return "" }
        var (affected, others): ([Instant], [Instant]) = ([], [])
        for number in index.all.indices where one.units.contains(number) {
            for launch in index.all[number].launches where one.times.allSatisfy({ $0.contains(launch) }) {
                if hits.contains(number) { affected.append(launch.start) } else { others.append(launch.start) }
            }
        }
        guard affected.count >= LaunchCensus.fewestInHours,
            Set(affected.map { TimeWords.date($0, clock) }).count >= LaunchCensus.fewestBefore,
            let hours = CorrelationFinder.Daily.shortest(
                of: (affected.count * 19 + 19) / 20, affected, clock, shorterThan: LaunchCensus.longestHours)
        else { return "" }
        let period = CorrelationFinder.Daily(times: hours.times, clock: clock, cause: nil)
        let (hit, otherHit) = (affected.count { period.contains($0) }, others.count { period.contains($0) })
        let (then, rest) = (hit + otherHit, affected.count + others.count - hit - otherHit)
        // At other times, the cause must be less than a quarter as frequent.
        guard rest >= LaunchCensus.fewestInHours, (affected.count - hit) * 4 * then <= hit * rest else { return "" }
        return
            " Nearly all begin between \(TimeWords.minuteOfDay(hours.from, clock)) and \(TimeWords.minuteOfDay(hours.to, clock)): \(hit) of \(then) then, \(affected.count - hit) of \(rest) at other hours."
    }

    /// The fewest launches in the hours of a sentence about them, and the fewest at other hours.
    private static let fewestInHours = 10
}
