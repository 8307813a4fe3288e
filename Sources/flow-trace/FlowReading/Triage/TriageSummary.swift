import FlowMachine

/// The patterns of several launches, and the main ones in a few sentences.
enum TriageSummary {
    /// The maximum number of sentences.
    private static let most = 6
    /// The maximum number of sentences about changes of one kind.
    private static let mostChanges = 2

    static func sentences(_ counts: TriageCounts) -> [String] { mainPatterns(counts).map { $0.text } }

    /// The patterns that the sentences tell.
    static func mainPatterns(_ counts: TriageCounts) -> [TriagePattern] {
        let groups = groups(counts)
        let changes = groups.changes.flatMap { $0.prefix(mostChanges) }
        return Array((groups.first + changes + groups.rest).prefix(most))
    }

    /// All patterns, in the order of the sentences; what only the findings of single launches tell in sentences comes last.
    static func patterns(_ counts: TriageCounts) -> [TriagePattern] {
        let groups = groups(counts)
        return groups.first + groups.changes.flatMap { $0 } + groups.rest + counts.sharedVaults.patterns
    }

    private static func groups(_ counts: TriageCounts) -> (first: [TriagePattern], changes: [[TriagePattern]], rest: [TriagePattern]) {
        let again = counts.expiries.signedInAgain
        // That requests found nobody signed in follows from it.
        let patterns = counts.census.patterns.filter { again == nil || $0.cause?.id != .keptSignInExpiredBefore }
        let correlated = patterns.prefix { $0.correlation != nil }
        let rest =
            [counts.expiries.atFixedTime, SlowVersion(counts)?.pattern].compactMap { $0 } + correlated + [again].compactMap { $0 }
            + patterns.dropFirst(correlated.count)
        return ([counts.storms.pattern].compactMap { $0 }, [counts.goneProviders.patterns, counts.lifetimeChanges.patterns], rest)
    }
}
