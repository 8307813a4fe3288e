import FlowMachine

// Periods as properties of a cause.
extension CorrelationFinder {
    /// A period of each day, in milliseconds since midnight by a clock. A period that continues after midnight ends after 86,400,000.
    struct Daily {
        static let day: Int64 = 86_400_000
        static let week = 7 * day
        static let halfDay = day / 2

        let times: ClosedRange<Int64>
        let clock: DisplayedClock
        /// The number of the cause by whose times launches are compared; `nil` if the start of a launch decides.
        let cause: Int?
        /// The first time of the period; `nil` if it has always existed.
        var since: Instant?
        /// The days of the week on which the period begins, from Sunday, which is 0; `nil` for all days.
        var weekdays: [Int]?

        /// The number of periods of this length in a day. Periods of less than ten minutes count as ten minutes.
        var choices: Double { Double(Daily.day / max(600_000, times.upperBound - times.lowerBound)) }

        /// Returns the shortest hours of the day, by a clock, with at least `needed` of some times. They may continue after midnight. Returns `nil` if there are
        /// not enough times, or if the hours are as long as `limit`, in milliseconds, or longer.
        static func shortest(
            of needed: Int, _ times: [Instant], _ clock: DisplayedClock, shorterThan limit: Int64
        ) -> (times: ClosedRange<Int64>, from: Instant, to: Instant)? {
            guard needed > 0, times.count >= needed else { return nil }
            let sorted = times.map { (inDay: DisplayedClock.inDay(clock.shown(at: $0)), time: $0) }.ordered { $0 < $1 }
            let twice = sorted + sorted.map { ($0.inDay + day, $0.time) }
            var best: (times: ClosedRange<Int64>, from: Instant, to: Instant)?
            var shortest = limit
            for first in sorted.indices {
                let (from, to) = (twice[first], twice[first + needed - 1])
                guard to.inDay - from.inDay < shortest else { continue }
                shortest = to.inDay - from.inDay
                best = (from.inDay...to.inDay, from.time, to.time)
            }
            return best
        }

        func contains(_ launch: LaunchCensus.Launch) -> Bool { contains(launch.time(of: cause)) }

        func contains(_ instant: Instant) -> Bool {
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

    /// A period as a property, with the units that begin in this period. It is an object, because it is large and copied often.
    final class Time: Sendable {
        /// The launches that are in a period.
        enum Span {
            /// The launches that begin at this time or later.
            case from(Instant)
            /// The launches that begin at this time or later, and whose viewers had signed in before it.
            case signedInBefore(Instant)
            /// The launches whose viewers had signed in at this time or later.
            case signedInSince(Instant)
            /// The launches that begin between these times.
            case between(Instant, Instant)
            /// The launches that do not begin between these times.
            case except(Instant, Instant)
            /// The launches in these hours of each day.
            case daily(Daily)
        }

        let property: Correlation.Property
        let units: Units
        /// The number of periods from which this one was chosen, because the finding is frequent in it. The correction of the probability treats each
        /// of them as a comparison.
        let choices: Double
        let span: Span

        init(_ words: String, _ units: Units, _ span: Span, choices: Double = 1) {
            let (isLasting, elsewhere): (Bool, String?) =
                switch span {
                case .from: (true, nil)
                case .signedInBefore: (true, "before, or with a later sign-in")
                case .signedInSince: (true, "with an earlier sign-in")
                case .between, .daily: (false, nil)
                case .except: (false, "in that time")
                }
            property = Correlation.Property(name: "time", value: words, isLasting: isLasting, elsewhere: elsewhere)
            (self.units, self.span, self.choices) = (units, span, choices)
        }

        func contains(_ launch: LaunchCensus.Launch) -> Bool {
            switch span {
            case .from(let start): launch.start >= start
            case .signedInBefore(let start): launch.start >= start && launch.signIn?.isBefore(start) ?? false
            case .signedInSince(let start): launch.lastSignIn?.isSince(start) ?? false
            case .between(let start, let end): launch.start >= start && launch.start <= end
            // The launches at the two ends have the finding.
            case .except(let start, let end): launch.start <= start || launch.start >= end
            case .daily(let hours): hours.contains(launch)
            }
        }

        /// Whether the period is one of each day.
        var isDaily: Bool { if case .daily = span { true } else { false } }
        /// Whether the period, if it is one of each day, has a first day.
        var hasBeginning: Bool { if case .daily(let hours) = span { hours.since != nil } else { false } }
        /// Whether the launches between two times do not count, but all others do.
        var isPause: Bool { if case .except = span { true } else { false } }
        /// Whether only launches count whose viewers had signed in before the period.
        var needsEarlierSignIn: Bool { if case .signedInBefore = span { true } else { false } }
        /// Whether only launches count whose viewers had signed in during the period.
        var needsLaterSignIn: Bool { if case .signedInSince = span { true } else { false } }

        /// The beginning of a period without an end; `nil` for other periods.
        var lastingStart: Instant? {
            switch span {
            case .from(let start), .signedInBefore(let start), .signedInSince(let start): start
            case .between, .except, .daily: nil
            }
        }

        /// Returns whether the periods coincide. Two daily periods coincide if their hours overlap, two periods with an end if they overlap, and two
        /// periods without an end if they begin within a day of each other.
        func overlaps(_ other: Time) -> Bool {
            if let one = lastingStart, let two = other.lastingStart { return abs(one.milliseconds - two.milliseconds) <= Daily.day }
            return switch (span, other.span) {
            case (.daily(let one), .daily(let two)): one.overlaps(two)
            case (.except(let start, let end), .except(let otherStart, let otherEnd)): start == otherStart && end == otherEnd
            case (.between(let start, let end), .between(let otherStart, let otherEnd)): start <= otherEnd && otherStart <= end
            // A fault that some comparison sees only for a while may last in another one.
            case (.from(let one), .between(let other, _)), (.between(let one, _), .from(let other)):
                abs(one.milliseconds - other.milliseconds) <= Daily.day
            case (.daily(let hours), .between(let start, let end)), (.between(let start, let end), .daily(let hours)):
                hours.contains(start) || hours.contains(end)
            case (.from, _), (.signedInBefore, _), (.signedInSince, _), (.between, _), (.except, _), (.daily, _): false
            }
        }
    }
}
