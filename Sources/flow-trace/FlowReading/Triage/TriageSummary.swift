import FlowMachine

/// The main findings of several launches, in a few sentences.
enum TriageSummary {
    /// The maximum number of sentences.
    private static let most = 6

    static func sentences(_ counts: TriageCounts) -> [String] {
        let sentences =
            [counts.storms.sentence].compactMap { $0 } + counts.goneProviders.sentences + counts.lifetimeChanges.sentences
            + [expiries(counts), versions(counts)].compactMap { $0 } + counts.census.sentences(atMost: most)
        return Array(sentences.prefix(most))
    }

    /// Kept sign-ins that all expired at one time of day.
    private static func expiries(_ counts: TriageCounts) -> String? {
        let rows = counts.tables.first { $0.table == .expiries }?.rows ?? []
        let all = rows.reduce(0) { $0 + $1.times }
        guard let first = rows.first, first.times >= 3, first.times * 10 >= all * 8 else { return nil }
        return
            "\(first.times) of \(all) kept sign-ins expired at \(first.item.words), no matter when they started: the provider ends them at a fixed time of day."
    }

    /// An app that takes longer than another for a sign-in on the second screen, with the settings that differ.
    private static func versions(_ counts: TriageCounts) -> String? {
        let medians = counts.medians.filter { $0.count >= 8 }.ordered { $0.milliseconds < $1.milliseconds }
        guard let fast = medians.first, let slow = medians.last, slow.milliseconds * 10 >= fast.milliseconds * 14 else { return nil }
        // Settings that affect waiting for a viewer come first.
        let all = counts.differentSettings
        let ordered = all.filter { $0.affectsSignIn } + all.filter { !$0.affectsSignIn }
        let settings = ordered.prefix(2).map { $0.text }.joined(separator: "; ")
        return "Half of the sign-ins on the second screen take up to \(TimeWords.term(slow.milliseconds)) with \(slow.app), and "
            + "\(TimeWords.term(fast.milliseconds)) with \(fast.app)\(settings.isEmpty ? "." : ". Settings that differ: \(settings).")"
    }
}
