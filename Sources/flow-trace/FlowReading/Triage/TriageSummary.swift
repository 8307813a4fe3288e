import FlowMachine

/// The main patterns of several launches, which form a summary in a few sentences.
struct TriageSummary {
    /// The sentence that no property of the launches explains any cause, and sentences about what else did not change; empty if a property explains a cause, or
    /// if there are few launches.
    let conclusion: [String]
    /// The patterns that something explains; all patterns if nothing explains any.
    let explained: [TriagePattern]
    /// The patterns that are as frequent with everything, below those that something explains.
    let background: [TriagePattern]

    /// The words above the patterns in the background.
    static let backgroundTitle = "Also frequent, but explained by no version, setting, system or time:"

    /// The highest number of sentences.
    private static let most = 6
    /// The highest number of sentences about changes of one kind.
    private static let mostChanges = 2

    /// The minimum number of launches for the sentence that nothing distinguishes the launches with a cause, and for patterns in the background.
    static let fewest = 20

    init(_ counts: TriageCounts) {
        let groups = Self.groups(counts)
        let changes = groups.changes.flatMap { $0.prefix(Self.mostChanges) }
        let patterns = Array((groups.first + changes + groups.rest).prefix(Self.most))
        let isQuiet = patterns.allSatisfy { $0.isUnexplained }
        conclusion = isQuiet && !patterns.isEmpty ? Self.conclusion(counts) : []
        explained = patterns.filter { isQuiet || !$0.isBackground }
        background = patterns.filter { !isQuiet && $0.isBackground }
    }

    var sentences: [String] { (conclusion.isEmpty ? [] : [conclusion.joined(separator: " ")]) + (explained + background).map { $0.text } }

    /// Returns the conclusion about patterns that nothing explains; empty if there are few launches.
    private static func conclusion(_ counts: TriageCounts) -> [String] {
        guard counts.launches >= fewest else { return [] }
        let plays = counts.plays.sentence(counts.clock)
        let (completion, lengths) = (counts.completion.sentence, SignInLengths(counts.census.signIns).sentences)
        // If sign-ins succeed as often, the settings that affect them make no difference.
        let settings = counts.differentSettings.filter { !$0.affectsSignIn || completion == nil }
        let balance = [
            plays, oneDevice(counts.census), counts.balance.sentence(counts.clock), counts.screens.sentence, completion,
            counts.offsets.sentence, lengths,
            SettingEffect.sentence(settings),
        ].compactMap { $0 }
        // Only if plays fail as often as before is it certain that nothing changed. A household has too few launches for it.
        let owner = plays == nil || counts.census.isHousehold ? "" : " Owner: nobody."
        return [
            "No failure comes with a version, a setting, a provider, a system, a time zone or a time more often than chance explains, in \(counts.launches) launches: none of these is suspect.\(owner)"
        ] + balance
    }

    /// Returns a sentence about a device with a large part of the unfulfilled requests; `nil` if no device has.
    private static func oneDevice(_ census: LaunchCensus) -> String? {
        guard !census.isHousehold, let most = census.mostAffected, most.requests >= fewest, most.requests * 4 >= census.unfulfilled else {
            return nil
        }
        return
            "One device has \(most.requests) of the \(census.unfulfilled) requests that were not fulfilled, for example in \(most.file): look at it by itself before you compare versions."
    }

    /// Returns all patterns, in the order of the summary. Shared vaults are last, because the summary does not contain them.
    static func patterns(_ counts: TriageCounts) -> [TriagePattern] {
        let groups = groups(counts)
        return groups.first + groups.changes.flatMap { $0 } + groups.rest + counts.sharedVaults.patterns
    }

    private static func groups(_ counts: TriageCounts) -> (first: [TriagePattern], changes: [[TriagePattern]], rest: [TriagePattern]) {
        let (census, conclusions) = (counts.census, counts.conclusions)
        var lifetimes = counts.lifetimeChanges.patterns(counts.expiries)
        let hasAgain = counts.expiries.hasAgain
        let (found, rates) = (conclusions.found, conclusions.rates)
        var (gone, isClosedForIt) = counts.goneProviders.found
        let household = counts.householdSignIns.pattern(counts.clock)
        let concurrent = counts.concurrentPlays.pattern
        // That viewers had to sign in again already explains why none was signed in, so the causes that follow from it are omitted.
        let explained = Set(conclusions.observations.flatMap { $0.consequences })
        let patterns = census.patterns(found, beside: rates, accompanied: conclusions.accompanying, except: explained).filter {
            (!hasAgain || $0.cause?.id != .keptSignInExpiredBefore) && (household == nil || $0.cause?.id != .signInEnded)
                && (concurrent == nil || $0.correlation == nil || $0.cause?.id != .denied)
                && !(isClosedForIt && $0.cause?.words == LaunchCensus.closedPicker)
        }
        let outcomes = outcomes(patterns, of: &lifetimes.noticed)
        let ends = ends(patterns, of: &gone)
        let correlated = patterns.prefix { $0.correlation != nil }.filter { one in
            !(one.cause.map { outcomes.contains($0.id) || ends.contains($0.words) } ?? false)
        }
        let slow = SlowVersion(counts)?.pattern
        // If a version ends sign-ins that take long, its remaining sign-ins are faster, which is no improvement.
        let isLeftOver = correlated.contains { $0.cause.map { LaunchCensus.endsCodes.contains($0.id) } ?? false }
        let ways = SignInCensus.patterns(conclusions.unexplainedSignIns, withoutLengths: isLeftOver || slow != nil)
        let others = census.unexplained(rates, found).map { $0.pattern }
        let changes = [gone, lifetimes.noticed]
        let storm = [counts.storms.pattern].compactMap { $0 }
        var rest =
            [concurrent, household, counts.unkeptVaults.pattern(counts.clock), counts.expiries.atFixedTime].compactMap { $0 }
            + correlated.filter { !$0.isUsual }
        // Viewers are asked to sign in again, and sign out, for many reasons. It is news only if nothing else explains it.
        let isExplained = !(storm + changes.flatMap { $0 } + rest + ways).isEmpty
        let again = counts.expiries.signedInAgain(counts.lifetimeChanges.ofAllSignIns, isExplained: isExplained)
        rest += conclusions.observations.filter { !isExplained && !hasAgain || !$0.observation.isHabit }.map { $0.pattern(census) }
        rest += ways + lifetimes.unnoticed
        rest += [isLeftOver ? nil : slow].compactMap { $0 } + others + [again].compactMap { $0 }
        rest += correlated.filter { $0.isUsual } + patterns.filter { $0.correlation == nil }
        return (storm, changes, rest)
    }

    /// Adds to each provider that is gone what its viewers have since then. Returns the words of these causes.
    private static func ends(_ patterns: [TriagePattern], of gone: inout [TriagePattern]) -> Set<String> {
        var ends: Set<String> = []
        for place in gone.indices {
            guard case .texts(let names)? = gone[place].parameters.first(where: { $0.name == "providers" })?.value else { continue }
            let following = patterns.filter { pattern in
                guard pattern.cause != nil, let correlation = pattern.correlation, correlation.isLasting, !correlation.isApps else {
                    return false
                }
                return correlation.properties.contains { $0.isProviders && names.contains($0.value) }
            }
            if following.isEmpty { continue }
            ends.formUnion(following.compactMap { $0.cause?.words })
            let texts = following.compactMap { one in one.cause.map { "\($0.words) (\(one.correlation?.with.affected ?? 0) launches)" } }
            gone[place] = gone[place].adding("It also shows as: \(texts.joined(separator: "; ")).")
        }
        return ends
    }

    /// Adds to each change of a lifetime what follows from it: if media tokens are valid for a shorter time, apps request the same playback again and again; if
    /// codes or temporary access are, viewers do not complete sign-ins, or may not play. Returns the causes that changes explain.
    private static func outcomes(_ patterns: [TriagePattern], of changes: inout [TriagePattern]) -> Set<FlowCause.ID> {
        var explained: Set<FlowCause.ID> = []
        for place in changes.indices where changes[place].id == .lifetimeChanged {
            let granted = changes[place].parameters.first { $0.name == "granted" }?.value
            for (kind, outcomes) in LaunchCensus.outcomesOfLifetimes where granted == .text(kind.rawValue) {
                let following = patterns.filter { pattern in
                    guard let cause = pattern.cause, outcomes.contains(cause.id), let correlation = pattern.correlation else {
                        return false
                    }
                    return kind == .mediaToken || correlation.isLasting && !correlation.isApps
                }
                guard let first = following.first else { continue }
                explained.formUnion(following.compactMap { $0.cause?.id })
                changes[place] = changes[place].adding("It also shows as: \(first.what)")
            }
        }
        return explained
    }
}
