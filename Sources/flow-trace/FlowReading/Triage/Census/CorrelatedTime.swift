import FlowMachine

// Periods as properties of a cause.
extension CorrelationFinder {
    /// A period of each day, in milliseconds since midnight by a clock. A period that continues after midnight ends after 86,400,000.
    struct Daily {
        static let day: Int64 = 86_400_000

        let times: ClosedRange<Int64>
        let clock: DisplayedClock
        /// The number of the cause by whose times launches are compared; `nil` if the start of a launch decides.
        let cause: Int?
        /// The first time of the period; `nil` if it has always existed.
        var since: Instant?
        /// The days of the week on which the period begins, from Sunday, which is 0; `nil` for all days.
        var weekdays: [Int]?

        func contains(_ launch: LaunchCensus.Launch) -> Bool {
            let instant = launch.time(of: cause)
            let time = DisplayedClock.inDay(clock.shown(at: instant))
            guard times.contains(time) || times.contains(time + Daily.day) else { return false }
            return since.map { instant >= $0 } ?? true && weekdays.map { $0.contains(weekday(instant)) } ?? true
        }

        /// Returns the day of the week on which the period began that contains this time.
        func weekday(_ instant: Instant) -> Int {
            let day = clock.day(of: instant.milliseconds - times.lowerBound) / Daily.day
            // The first day of 1970 was a Thursday.
            return Int(((day + 4) % 7 + 7) % 7)
        }

        func overlaps(_ other: Daily) -> Bool {
            [-Daily.day, 0, Daily.day].contains { shift in
                times.overlaps(other.times.lowerBound + shift...other.times.upperBound + shift)
            }
        }
    }

    /// A period as a property, with the units that begin in this period.
    struct Time {
        let property: Correlation.Property
        let units: Units
        /// The number of periods from which this one was chosen, because the finding is frequent in it. The correction of the probability treats each
        /// of them as a comparison.
        let choices: Double
        private let from: Instant
        /// The end of the period; `nil` if it has none.
        private let to: Instant?
        /// The hours of the period if it recurs each day; otherwise `nil`.
        private let daily: Daily?
        /// Whether the launches between the two times do not count, but all others do.
        let isPause: Bool
        /// Whether only launches count whose viewers had signed in before the period.
        let needsEarlierSignIn: Bool

        init(
            _ words: String, _ units: Units, from: Instant = Instant(milliseconds: 0), to: Instant? = nil, choices: Double = 1,
            needsEarlierSignIn: Bool = false
        ) {
            property = Correlation.Property(
                name: "time", value: words, isLasting: to == nil, elsewhere: needsEarlierSignIn ? "before, or with a later sign-in" : nil)
            (self.units, self.choices, self.from, self.to, daily) = (units, choices, from, to, nil)
            (self.needsEarlierSignIn, isPause) = (needsEarlierSignIn, false)
        }

        init(_ words: String, _ units: Units, except from: Instant, _ to: Instant, choices: Double) {
            property = Correlation.Property(name: "time", value: words, elsewhere: "in that time")
            (self.units, self.choices, self.from, self.to, daily) = (units, choices, from, to, nil)
            (needsEarlierSignIn, isPause) = (false, true)
        }

        init(_ words: String, _ units: Units, daily: Daily, choices: Double) {
            property = Correlation.Property(name: "time", value: words)
            (self.units, self.choices, self.daily, from, to) = (units, choices, daily, Instant(milliseconds: 0), nil)
            (needsEarlierSignIn, isPause) = (false, false)
        }

        func contains(_ launch: LaunchCensus.Launch) -> Bool {
            if needsEarlierSignIn, !(launch.signIn?.isBefore(from) ?? false) { return false }
            // The launches at the two ends have the finding.
            if isPause, let to { return launch.start <= from || launch.start >= to }
            return daily?.contains(launch) ?? (launch.start >= from && to.map { launch.start <= $0 } ?? true)
        }

        /// Whether the period is one of each day.
        var isDaily: Bool { daily != nil }

        /// Returns whether the period begins at `instant` or later.
        func begins(after instant: Instant) -> Bool { from >= instant }

        /// Returns whether the periods coincide. Two daily periods coincide if their hours overlap, two periods with an end if they overlap, and two
        /// periods without an end if they begin within a day of each other.
        func overlaps(_ other: Time) -> Bool {
            if daily != nil || other.daily != nil {
                return daily.map { one in other.daily.map { one.overlaps($0) } ?? false } ?? false
            }
            if isPause || other.isPause { return isPause == other.isPause && from == other.from && to == other.to }
            if let to, let end = other.to { return from <= end && other.from <= to }
            return to == nil && other.to == nil && abs(from.milliseconds - other.from.milliseconds) <= Daily.day
        }
    }
}
