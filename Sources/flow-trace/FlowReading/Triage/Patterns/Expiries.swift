import FlowMachine

/// Kept sign-ins that had expired before a launch.
struct Expiries {
    private let clock: DisplayedClock
    /// By the time of day at which they expired, with the launches that found it.
    private var times: [TimeOfDay: Sightings] = [:]

    /// The fewest that are a pattern.
    private static let fewest = 3

    init(_ clock: DisplayedClock) { self.clock = clock }

    mutating func add(_ report: LaunchReport) {
        for finding in report.findings {
            guard let time = finding.expiry(by: clock) else { continue }
            times.add(Sightings(report.start, event: finding.cause.witnesses.last?.number, in: report), to: time)
        }
    }

    /// Kept sign-ins that all expired at one time of day; `nil` if they did not.
    var pattern: TriagePattern? {
        let all = times.values.reduce(0) { $0 + $1.count }
        let sorted = times.sorted { ($1.value.count, $0.key.words) < ($0.value.count, $1.key.words) }
        guard let (time, seen) = sorted.first, seen.count >= Expiries.fewest, seen.count * 10 >= all * 8 else { return nil }
        return TriagePattern(
            .fixedTimeOfExpiry, .provider,
            "\(seen.count) of \(all) kept sign-ins expired at \(time.words), no matter when they started: the provider ends them at a fixed time of day.",
            advice: "Ask the provider why its sign-ins end at this time of day.",
            [
                TriagePattern.Parameter("timeOfDay", time.words), TriagePattern.Parameter("expired", seen.count),
                TriagePattern.Parameter("of", all),
            ], [TriagePattern.Sighting(.first, seen.first), TriagePattern.Sighting(.last, seen.last)])
    }
}
