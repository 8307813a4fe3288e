import FlowMachine

/// Counts the plays that were not permitted, by version of the app and by time. It answers whether a new version fails more often than the one before.
struct PlayBalance {
    /// The plays that were permitted, denied or refused, and how many were not permitted.
    private typealias Count = Correlation.Count

    private var versions: [String: (first: Instant, count: Count)] = [:]
    /// The plays of all versions, by the hour in which their launch began.
    private var hours: [Int64: Count] = [:]

    private static let hour: Int64 = 3_600_000
    private static let mostVersions = 100
    private static let mostHours = 100_000
    /// The fewest plays that are compared.
    private static let fewest = 20

    /// Adds a launch.
    mutating func add(_ report: LaunchReport) {
        var count = Count()
        for request in report.requests where request.asked.kind == .play {
            switch request.outcome {
            case .permitted: count.add(false)
            case .denied, .refused: count.add(true)
            case .previewed, .signedIn, .signedOut, .signedOutHere, .userMetadata, .canceled, .givenUp, .unanswered: break
            }
        }
        let version = report.header.appVersion
        if versions[version] != nil || versions.count < PlayBalance.mostVersions {
            let known = versions[version] ?? (report.start, Count())
            versions[version] = (min(known.first, report.start), known.count + count)
        }
        let hour = report.start.milliseconds / PlayBalance.hour
        if count.all > 0, hours[hour] != nil || hours.count < PlayBalance.mostHours { hours[hour] = (hours[hour] ?? Count()) + count }
    }

    /// Returns the sentence about the newest version that can be compared; `nil` if there is none, or if its plays fail clearly more often.
    func sentence(_ clock: DisplayedClock) -> String? {
        let sorted = versions.filter { $0.value.count.all >= PlayBalance.fewest }
            .ordered { ($0.value.first, $0.key) < ($1.value.first, $1.key) }
        guard let new = sorted.last, let old = sorted.dropLast().last else { return nil }
        let begin = new.value.first.milliseconds / PlayBalance.hour
        let before = hours.reduce(Count()) { $1.key < begin ? $0 + $1.value : $0 }
        let since = hours.reduce(Count()) { $1.key < begin ? $0 : $0 + $1.value }
        if PlayBalance.isMore(new.value.count, than: old.value.count) { return nil }
        let isLess = PlayBalance.isMore(old.value.count, than: new.value.count)
        let isAlike = !PlayBalance.isMore(before, than: since) && !PlayBalance.isMore(since, than: before)
        let times =
            isLess || before.all < PlayBalance.fewest || !isAlike
            ? "" : "; \(since.text) since its first launch (\(TimeWords.date(new.value.first, clock))), \(before.text) before"
        return
            "Plays are denied or refused \(isLess ? "less often" : "as often") with \(new.key) \(isLess ? "than" : "as") with \(old.key): \(new.value.count.text) and \(old.value.count.text)\(times).\(demand(begin, before, since))\(busiestDay(clock))"
    }

    /// Returns a sentence about the plays of each day, before the hour `begin` and since; empty if they did not grow by half, or if either time is shorter than
    /// a day.
    private func demand(_ begin: Int64, _ before: Count, _ since: Count) -> String {
        guard let first = hours.keys.min(), let last = hours.keys.max(), before.all >= PlayBalance.fewest else { return "" }
        let lengths = (before: begin - first, since: last + 1 - begin)
        guard lengths.before >= 24, lengths.since >= 24 else { return "" }
        func daily(_ count: Int, _ hours: Int64) -> Int64 { (Int64(count) * 24 + hours / 2) / hours }
        let (old, new) = (daily(before.all, lengths.before), daily(since.all, lengths.since))
        let (oldLost, newLost) = (daily(before.affected, lengths.before), daily(since.affected, lengths.since))
        guard old > 0, new * 2 >= old * 3, newLost > oldLost else { return "" }
        return
            " The logs contain more plays: \(new) a day since then, \(old) before. So more are denied or refused, too: \(newLost) a day, \(oldLost) before."
    }

    /// Returns a sentence about the day of the week with three times as many plays as other days have, if as large a part of them is lost; otherwise empty. A
    /// count without a denominator is high on such days.
    private func busiestDay(_ clock: DisplayedClock) -> String {
        var days: [Int64: Count] = [:]
        for (hour, count) in hours {
            let day = clock.day(of: hour * PlayBalance.hour) / CorrelationFinder.Daily.day
            days[day] = (days[day] ?? Count()) + count
        }
        guard let first = days.keys.min(), let last = days.keys.max(), last - first >= PlayBalance.fewestDays else { return "" }
        var weekdays = [(days: Int64, count: Count)](repeating: (0, Count()), count: 7)
        for day in first...last {
            // The first day of 1970 was a Thursday.
            let weekday = Int(((day + 4) % 7 + 7) % 7)
            weekdays[weekday] = (weekdays[weekday].days + 1, weekdays[weekday].count + (days[day] ?? Count()))
        }
        guard let most = weekdays.indices.max(by: { weekdays[$0].count.all < weekdays[$1].count.all }) else { return "" }
        let others = weekdays.indices.filter { $0 != most }
            .reduce((days: Int64(0), count: Count())) { ($0.days + weekdays[$1].days, $0.count + weekdays[$1].count) }
        let (then, otherwise) = (weekdays[most].count, others.count)
        guard Int64(then.all) * others.days >= 3 * Int64(otherwise.all) * weekdays[most].days, otherwise.all >= PlayBalance.fewest,
            !PlayBalance.isMore(then, than: otherwise)
        else { return "" }
        return
            " On \(LaunchCensus.weekdayNames[most])s there are \(Int64(then.all) / weekdays[most].days) plays a day, \(Int64(otherwise.all) / others.days) on other days, and they are denied or refused as often: \(then.text) and \(otherwise.text)."
    }

    /// The fewest days of which the days of the week are compared.
    private static let fewestDays: Int64 = 14

    /// Returns whether the first count has the larger part of lost plays, and chance does not explain it (Fisher's exact test).
    private static func isMore(_ one: Count, than two: Count) -> Bool {
        one.affected * two.all > two.affected * one.all && one.probability(in: one + two) <= Count.plausibility
    }
}
