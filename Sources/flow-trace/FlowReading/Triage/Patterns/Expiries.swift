import FlowMachine

/// Counts kept sign-ins that had expired before a launch or expired while the app ran, and the viewers who had to sign in again.
struct Expiries {
    /// The expired sign-ins with one provider, or with all providers.
    struct Count {
        private(set) var count = 0
        /// The dates on which the sign-ins expired.
        private var days: Set<String> = []
        private(set) var first: Instant?
        private(set) var last: Instant?
        private var ends: [Instant] = []
        /// The devices on which a viewer had to sign in again.
        fileprivate(set) var again: Set<Int> = []

        /// The highest number of elements in each collection, so that memory does not grow with the launches.
        private static let most = 10_000

        fileprivate mutating func add(_ end: Instant, _ clock: DisplayedClock) {
            count += 1
            first = min(end, first ?? end)
            last = max(end, last ?? end)
            if days.count < Count.most { days.insert(TimeWords.date(end, clock)) }
            if ends.count < Count.most { ends.append(end) }
        }

        /// Returns a sentence about sign-ins that expired together: ` 32 of them expired within 2.4 h …`.
        ///
        /// Empty if few sign-ins expired, or if no window of time contains most of the sign-ins.
        fileprivate func together(_ clock: DisplayedClock) -> String {
            let best = Expiries.densest(ends, window: Count.window)
            guard best.count >= CorrelationFinder.fewest, best.count * 10 >= count * 6, let from = best.first, let to = best.last
            else { return "" }
            return
                " \(best.count) of them expired within \(TimeWords.term(to.milliseconds - from.milliseconds)), from \(TimeWords.second(from, clock)) to \(TimeWords.second(to, clock)): sign-ins that were granted together expire together, when Adobe had said. Nothing is wrong."
        }

        /// The window of time for sign-ins that expire together, in milliseconds. It is as long as an evening.
        private static let window: Int64 = 6 * 3_600_000

        fileprivate mutating func noteAgain(_ device: Int) { if again.count < Count.most { again.insert(device) } }

        /// Returns the dates in words, such as `on 9 dates from 2026-01-03 to 2026-01-31`.
        fileprivate func dates(_ clock: DisplayedClock) -> String {
            guard let first, let last else { return "" }
            if days.count == 1 { return "on \(TimeWords.date(first, clock))" }
            return "on \(days.count) dates from \(TimeWords.date(first, clock)) to \(TimeWords.date(last, clock))"
        }

        /// The number of different dates.
        fileprivate var dayCount: Int { days.count }
    }

    /// Returns the times within the window, in milliseconds, that contains most of them, in their order.
    static func densest(_ times: [Instant], window: Int64) -> ArraySlice<Instant> {
        let sorted = times.ordered { $0 < $1 }
        var (begin, best) = (0, 0..<0)
        for index in sorted.indices {
            while sorted[index].milliseconds - sorted[begin].milliseconds > window { begin += 1 }
            if index + 1 - begin > best.count { best = begin..<(index + 1) }
        }
        return sorted[best]
    }

    private let clock: DisplayedClock
    /// The launches with an expired sign-in, by the time of day of the expiry.
    private var times: [TimeOfDay: Sightings] = [:]
    private var all = Count()
    private var providers: [MVPDID: Count] = [:]
    private var seen: Sightings?
    /// Whether a sign-in expired that no provider granted, such as one of a degradation rule.
    private var hasTemporary = false
    private var device = 0
    /// The provider of the expired sign-in on the current device; `nil` if there is none, or if a viewer has signed in since.
    private var expired: MVPDID?
    /// The number of the event at which that sign-in expired; `nil` if it expired while the app did not run.
    private var expiredWhileRunning: Int64?

    /// The time at which the last sign-in on the current device was granted, by Adobe's clock; `nil` if its logs do not contain the grant.
    private var granted: Instant?
    /// The launches that found an expired sign-in, and the time since its expiry, in milliseconds.
    private var found: [(start: Instant, since: Int64)] = []
    /// The expired sign-ins whose grant is in the logs: the provider, and the time of the grant by Adobe's clock.
    private var ended: [(mvpd: MVPDID, granted: Instant)] = []

    /// The fewest expiries or viewers that form a pattern.
    private static let fewest = 3
    private static let mostProviders = 1000
    private static let mostEnded = 10_000

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - isFirst: Whether the launch is the first of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        if isFirst { (device, expired, granted) = (device + 1, nil, nil) }
        for finding in report.findings {
            guard let profile = finding.expiredProfile else { continue }
            let sighting = Sightings(report.start, event: finding.cause.witnesses.last?.number, in: report)
            times.add(sighting, to: TimeOfDay(profile.notAfter, clock))
            seen = sighting.sum(seen)
            if profile.type != .regular, profile.type != .appleSSO { hasTemporary = true }
            all.add(profile.notAfter, clock)
            if found.count < Expiries.mostEnded {
                found.append((report.start, report.start.milliseconds - profile.notAfter.milliseconds))
            }
            if providers[profile.mvpd] != nil || providers.count < Expiries.mostProviders {
                providers[profile.mvpd, default: Count()].add(profile.notAfter, clock)
            }
            if let granted, ended.count < Expiries.mostEnded { ended.append((profile.mvpd, granted)) }
            expired = profile.mvpd
            expiredWhileRunning = finding.kind == .signInExpired ? finding.cause.witnesses.last?.number : nil
        }
        for (grant, lengths) in report.lifetimes.fresh where grant.kind.isSignIn {
            granted = lengths.values.reduce(granted) { max($0 ?? $1.last.time, $1.last.time) }
        }
        guard let kept = report.profileKept, let old = expired, kept.number > expiredWhileRunning ?? 0 else {
            expiredWhileRunning = nil
            return
        }
        let wasRunning = expiredWhileRunning != nil
        (expired, expiredWhileRunning) = (nil, nil)
        // The viewer did nothing for a sign-in that was found before any screen was shown, or that came from the account on the device.
        guard wasRunning ? report.profile?.type == .regular : report.foundProfile == nil else { return }
        all.noteAgain(device)
        providers[old]?.noteAgain(device)
    }

    /// Returns the number of sign-ins with these providers that were granted at `start` or later, by Adobe's clock, and that expired.
    func count(of mvpds: [MVPDID], grantedSince start: Instant) -> Int {
        ended.count { $0.granted >= start && mvpds.contains($0.mvpd) }
    }

    // MARK: Patterns

    /// The time of day at which at least 80 percent of the kept sign-ins expired; `nil` if there is none.
    private var fixedTime: (time: TimeOfDay, seen: Sightings)? {
        let most = times.min { ($1.value.count, $0.key.words) < ($0.value.count, $1.key.words) }
        guard let (time, seen) = most, seen.count >= Expiries.fewest, seen.count * 10 >= all.count * 8 else { return nil }
        return (time, seen)
    }

    /// The pattern of kept sign-ins that expired at the same time of day; `nil` if they did not.
    var atFixedTime: TriagePattern? {
        guard let (time, seen) = fixedTime else { return nil }
        return TriagePattern(
            .fixedTimeOfExpiry, .provider,
            "\(seen.count) of \(all.count) kept sign-ins expired at \(time.words), \(all.dates(clock)), no matter when they started: the provider ends them at a fixed time of day.\(again(all))",
            advice: "Ask the provider why its sign-ins end at this time of day.",
            [TriagePattern.Parameter("timeOfDay", time.words), TriagePattern.Parameter("expired", seen.count)] + parameters,
            [TriagePattern.Sighting(.first, seen.first), TriagePattern.Sighting(.last, seen.last)])
    }

    /// Returns the pattern of viewers who had to sign in again; `nil` if they are few, or if a fixed time of day explains the expiries.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime that all sign-ins were granted for, and their number; `nil` if lifetimes differ.
    ///   - isExplained: Whether another pattern, such as a shorter lifetime, explains at least some of the expiries.
    func signedInAgain(_ lifetime: (length: Int64, count: Int)?, isExplained: Bool = false) -> TriagePattern? {
        guard hasAgain, let seen else { return nil }
        let together = all.together(clock)
        let due =
            hasTemporary
            ? ""
            : lifetime.map {
                " All \($0.count) sign-ins in the logs were granted for \(TimeWords.term($0.length)), so these ended when they were due."
            } ?? ""
        let isDue = !(due + together).isEmpty
        return TriagePattern(
            .signedInAgain, .provider,
            "\(all.count) sign-ins expired before a launch or while the app ran, \(all.dates(clock)).\(again(all))\(returned)\(due)\(together)",
            whose: isDue
                ? "Owner: nobody. Sign-ins end after the time that the TV provider sets."
                : "Owner: the TV provider, which sets how long a sign-in is valid.", example: "\(seen.first.file).",
            advice: isDue
                ? "Tell those who ask that these sign-ins ended when they were due. An app can ask for the next sign-in earlier, at a quieter time."
                : "Compare with how long the provider's sign-ins are valid, and ask the provider if that is shorter than agreed.",
            parameters,
            [TriagePattern.Sighting(.first, seen.first), TriagePattern.Sighting(.last, seen.last)], isBackground: isDue || isExplained)
    }

    /// Whether many viewers had to sign in again, at different times of day.
    var hasAgain: Bool { fixedTime == nil && all.again.count >= Expiries.fewest && seen != nil }

    /// A sentence about viewers who come back at the same time after a long absence; empty if they do not.
    private var returned: String {
        let best = Expiries.densest(found.map { $0.start }, window: CorrelationFinder.Daily.week)
        guard best.count >= Expiries.fewestReturned, best.count * 10 >= found.count * 6, let from = best.first, let to = best.last else {
            return ""
        }
        let absent = found.filter { from <= $0.start && $0.start <= to }.map { $0.since }.ordered { $0 < $1 }
        let median = absent[absent.count / 2]
        guard median >= CorrelationFinder.Daily.week else { return "" }
        return
            " \(best.count) of them were found in launches from \(TimeWords.date(from, clock)) to \(TimeWords.date(to, clock)), half of them \(TimeWords.term(median)) or more after the expiry: viewers came back after a long time without the app."
    }

    /// The fewest viewers who come back in a week.
    private static let fewestReturned = 10

    private var parameters: [TriagePattern.Parameter] {
        var parameters = [TriagePattern.Parameter("of", all.count), TriagePattern.Parameter("dates", all.dayCount)]
        if let first = all.first { parameters.append(TriagePattern.Parameter("firstExpiry", .time(first))) }
        if let last = all.last { parameters.append(TriagePattern.Parameter("lastExpiry", .time(last))) }
        return parameters + [TriagePattern.Parameter("viewersAgain", all.again.count)]
    }

    private func again(_ count: Count) -> String {
        switch count.again.count {
        case 0: ""
        case 1: " 1 viewer had to sign in again."
        case let viewers: " \(viewers) viewers had to sign in again."
        }
    }

    /// A line for each provider, most expired sign-ins first.
    ///
    /// For example `Dish: 24, on 9 dates from 2026-01-03 to 2026-01-31. 18 viewers had to sign in again.`
    var lines: [String] {
        providers.ordered { ($1.value.count, $0.key.text) < ($0.value.count, $1.key.text) }
            .map { "\($0.key.text): \($0.value.count), \($0.value.dates(clock)).\(again($0.value))" }
    }
}
