import FlowMachine

/// The version of the app with the slowest sign-ins on a second screen, the version with the fastest, and the settings that differ.
struct SlowVersion {
    private let fast: TriageCounts.Median
    private let slow: TriageCounts.Median
    /// The settings that differ. Settings that affect the wait for the viewer are first.
    private let settings: [DifferentSetting]

    /// The fewest sign-ins that an app must have to be compared.
    private static let fewest = 8

    /// Finds the slowest version; `nil` if its median is not at least 40 percent longer than the median of the fastest version, or if
    /// chance explains the difference (Fisher's exact test).
    init?(_ counts: TriageCounts) {
        let medians = counts.medians.filter { $0.count >= SlowVersion.fewest }
            .ordered { ($0.milliseconds, $0.app) < ($1.milliseconds, $1.app) }
        guard let fast = medians.first, let slow = medians.last, slow.milliseconds * 10 >= fast.milliseconds * 14,
            SlowVersion.chance(slow, fast) <= CorrelationFinder.significance
        else { return nil }
        let all = counts.differentSettings.filter { $0.separates(fast.app, slow.app) }
        (self.fast, self.slow, settings) = (fast, slow, all.filter { $0.affectsSignIn } + all.filter { !$0.affectsSignIn })
    }

    /// Returns the probability that chance alone makes at least this number of sign-ins with `slow` longer than the median of both versions.
    private static func chance(_ slow: TriageCounts.Median, _ fast: TriageCounts.Median) -> Double {
        let both = (slow.lengths + fast.lengths).ordered { $0 < $1 }
        let middle = both.isEmpty ? 0 : both[(both.count - 1) / 2]
        func above(_ lengths: [Int64]) -> Int { lengths.count { $0 > middle } }
        return FishersTest.probability(hit: above(slow.lengths), with: slow.count, affected: above(both), total: both.count)
    }

    var pattern: TriagePattern {
        TriagePattern(
            .slowVersion, .app, sentence,
            advice: settings.isEmpty
                ? "Compare the two apps: what they do between the code and the profile."
                : "Compare the settings that differ, those of polls first.",
            [
                TriagePattern.Parameter("app", slow.app), TriagePattern.Parameter("count", slow.count),
                TriagePattern.Parameter("milliseconds", .number(slow.milliseconds)), TriagePattern.Parameter("otherApp", fast.app),
                TriagePattern.Parameter("otherCount", fast.count),
                TriagePattern.Parameter("otherMilliseconds", .number(fast.milliseconds)),
                TriagePattern.Parameter("settings", .texts(settings.map { $0.path })),
            ],
            [
                TriagePattern.Sighting(.good, fast.file, event: nil, time: nil),
                TriagePattern.Sighting(.bad, slow.file, event: nil, time: nil),
            ])
    }

    private var sentence: String {
        let settings = settings.prefix(2).map { $0.text }.joined(separator: "; ")
        return "Half of the sign-ins on the second screen take up to \(TimeWords.term(slow.milliseconds)) with \(slow.app), and "
            + "\(TimeWords.term(fast.milliseconds)) with \(fast.app)\(settings.isEmpty ? "." : ". Settings that differ: \(settings).")"
    }
}
