import FlowMachine

/// Observations that come with properties more often than chance explains.
struct Observations {
    struct Found {
        let observation: Observation
        let found: LaunchCensus.Found
        /// The causes that follow from the observation, the most frequent first.
        let consequences: [FlowCause.Kind]
        /// The reasons that the launches give themselves, each with the number of launches that give it.
        let reasons: [(kind: FlowCause.Kind, launches: Int)]
        /// Whether the launches of a few devices were compared.
        let isHousehold: Bool
    }

    private static func order(_ one: (key: Observation, value: CorrelationFinder.Units)) -> (Int, Int, String) {
        let (rank, name) = one.key.order
        return (rank, one.key.hasOutcomes ? -one.value.count : 0, name)
    }

    /// Returns the observations that come with properties, the clearest first.
    ///
    /// An observation is left out if a cause of `causes`, or a clearer observation, shows the same fault.
    static func found(
        _ census: LaunchCensus, _ index: UnitIndex, beside causes: [FlowCause.Kind: LaunchCensus.Found], by mapper: some Mapper
    ) -> [Found] {
        var compared: [Observation: CorrelationFinder.Units] = [:]
        for (number, unit) in index.all.enumerated() {
            for observation in unit.observations {
                compared[observation, default: CorrelationFinder.Units(index.all.count)].insert(number)
            }
        }
        compared = compared.filter { _, hits in
            let units = index.all.indices.filter { hits.contains($0) }
            return (census.isHousehold ? units.count : Set(units.map { index.all[$0].device }).count) >= CorrelationFinder.fewest
        }
        let faults = causes.filter { !$0.key.isConsequence && !$0.key.isHarmless }.compactMap { kind, one in
            index.affected[kind].map { (kind: kind, found: one, units: $0.units) }
        }
        let sorted = compared.ordered { Observations.order($0) < Observations.order($1) }.map { (observation: $0.key, hits: $0.value) }
        let count = sorted.count
        let results = mapper.map(sorted) { observation, hits in
            census.found(observation, hits, index, of: count * (observation.isHabit ? 10 : 1))
        }
        var found: [Found] = []
        for ((observation, hits), results) in zip(sorted, results) {
            // A denial that contradicts a preview says more than that the provider denies, which is usual.
            // That plays are permitted without the provider is never a sign of another fault.
            let others = faults.filter { observation != .degraded && (observation != .previewContradicted || !$0.kind.isDenial) }
            for one in results {
                let explaining =
                    others.filter { !one.explains($0.found, $0.units, observation, hits) }.map { $0.found } + found.map { $0.found }
                // What is explained is not searched for a second reason.
                if explaining.contains(where: { one.showsFault(of: $0) }) { break }
                if observation.hasOutcomes, found.contains(where: { $0.observation.hasOutcomes && one.isPart(of: $0.found) }) { break }
                let known = Set(found.flatMap { $0.consequences })
                let consequences = census.consequences(of: observation, hits, one, index, causes).filter { !known.contains($0) }
                found.append(
                    Found(
                        observation: observation, found: one, consequences: consequences,
                        reasons: census.reasons(of: observation, hits, one, index), isHousehold: census.isHousehold))
            }
        }
        return found
    }
}

extension LaunchCensus.Found {
    /// Returns whether the observation explains the cause, and clearly more launches than it. A setting or a version that explains the cause is a fault of its
    /// own, unless nearly all launches with the cause have the observation.
    ///
    /// - Parameters:
    ///   - units: The units with the cause.
    ///   - hits: The units with the observation.
    fileprivate func explains(
        _ cause: LaunchCensus.Found, _ units: CorrelationFinder.Units, _ observation: Observation, _ hits: CorrelationFinder.Units
    ) -> Bool {
        let isInNearlyAll = units.common(hits.intersection(self.units)) * 10 >= units.count * 9
        if observation.isAct { return isInNearlyAll }
        guard observation.hasOutcomes, correlation.with.affected * 4 >= cause.correlation.with.affected * 5 else { return false }
        return cause.correlation.owner != .app || isInNearlyAll
    }
}

extension LaunchCensus {
    /// Returns the causes that follow from an observation, the most frequent first: those of its kind that come with the same properties, and, for one with
    /// outcomes, those of which nearly all launches have it.
    fileprivate func consequences(
        of observation: Observation, _ hits: CorrelationFinder.Units, _ found: Found, _ index: UnitIndex,
        _ correlated: [FlowCause.Kind: Found]
    ) -> [FlowCause.Kind] {
        if observation.isHabit { return [] }
        let following = correlated.filter { $0.key.isConsequence && $0.value.showsFault(of: found) }.map { $0.key }
        var all = Set(following)
        if observation.endsSingleSignOn {
            // Without Apple's single sign-on, a viewer signs in in another way.
            for (kind, affected) in index.affected where kind.isChangeOfMethod && affected.isMostly(hits) { all.insert(kind) }
        }
        if observation.hasOutcomes {
            for (kind, affected) in index.affected
            where !kind.isFamily && !kind.isChange && !(causes[kind].map { isPassedOver(kind, $0) } ?? true) {
                // A setting of the app, such as a short time limit, is a fault of its own.
                if let one = correlated[kind], one.correlation.isApps, !found.correlation.isApps, !one.overlaps(found),
                    !found.explains(one, affected.units, observation, hits)
                {
                    continue
                }
                let isMostlyHere = affected.units.common(found.units) * 2 >= affected.units.count
                if affected.isMostly(hits), isMostlyHere { all.insert(kind) }
            }
        }
        return all.ordered { (causes[$1]?.launches ?? 0, $0.words) < (causes[$0]?.launches ?? 0, $1.words) }
    }

    /// Returns why Apple's single sign-on failed in at least half of the launches with the observation and its properties; empty for other observations.
    fileprivate func reasons(
        of observation: Observation, _ hits: CorrelationFinder.Units, _ found: Found, _ index: UnitIndex
    ) -> [(kind: FlowCause.Kind, launches: Int)] {
        if observation != .askedDespiteAccount { return [] }
        let units = hits.intersection(found.units)
        return index.affected.compactMap { kind, affected -> (kind: FlowCause.Kind, launches: Int)? in
            guard case .singleSignOnRejected = kind, affected.units.common(units) * 2 >= units.count else { return nil }
            let both = affected.units.intersection(units)
            return (kind, index.all.indices.reduce(0) { $0 + (both.contains($1) ? index.all[$1].launches.count : 0) })
        }
        .ordered { ($1.launches, $0.kind.words) < ($0.launches, $1.kind.words) }
    }

    /// Returns the correlation of an observation, and that of the launches that the first one does not explain; empty if there is none.
    fileprivate func found(
        _ observation: Observation, _ hits: CorrelationFinder.Units, _ index: UnitIndex, of findings: Int
    ) -> [Found] {
        var mask = index.units(that: observation.attempt)
        mask.formUnion(hits)
        if observation == .askedAgain { mask = mask.intersection(index.comparedUnits) }
        guard let one = twice(mask, { found(observation, hits.intersection($0), among: $0, index, of: findings) }) else { return [] }
        return [one] + one.further
    }

    private func found(
        _ observation: Observation, _ hits: CorrelationFinder.Units, among mask: CorrelationFinder.Units, _ index: UnitIndex,
        of findings: Int
    ) -> Found? {
        let suspects = index.suspects(among: mask) { observation.isComparable($0) && isSuspect($0, $1, among: index) }
        let changes: CorrelationFinder.Changes = { hits, units in
            [self.change(of: hits, within: units, among: index, mask), self.period(of: hits, within: units, among: index, mask)]
                .compactMap { $0 }
        }
        let times =
            changes(hits, mask) + [burst(of: hits, among: index, mask), daily(of: hits, among: index, mask)].compactMap { $0 }
        let finder = CorrelationFinder(total: mask.count, suspects)
        guard let found = finder.found(hits, times: times, of: findings, changes: changes) else { return nil }
        // Providers differ in what Apple reports about their accounts, so a difference between providers alone is no finding.
        if observation == .askedDespiteAccount, found.correlation.properties.allSatisfy({ $0.isProviders }) { return nil }
        var one = CorrelatedLaunches(
            found, naming: observation.settings, affected: hits, among: mask, attempt: observation.attempt, index
        ).found
        one.hours = hours(one, hits, index)
        if observation.isNoise && one.isWeak { return nil }
        return hasEnoughDevices(one, fewest: observation.isHabit ? CorrelationFinder.fewest : 3) ? one : nil
    }
}

extension Observation {
    /// The settings that explain the observation better than the version that has them.
    fileprivate var settings: [String] { self == .askedDespiteAccount ? ["partner", "policy.statusWithoutExpiry"] : [] }

    /// Whether the property may explain the observation. Each property that is compared makes chance more likely.
    fileprivate func isComparable(_ property: Correlation.Property) -> Bool {
        if property.onlyNarrows
            || ["sign-in", "last launch", "vault", "kept provider", "earlier temporary access", Correlation.Property.appUpdate].contains(
                property.name)
        {
            return false
        }
        return switch self {
        // Only a provider can contradict itself.
        case .previewContradicted, .previewTooStrict: property.isProviders
        // Viewers leave an app for what it shows them.
        case .leftAfterPreview: property.isApps
        // An answer can take long only if the app waits for it.
        case .slowAnswer: property.name != "policy.requestTimeout"
        case .refusedCall, .unansweredCall, .accountExpired, .signInAtLaunch, .signOutAtLaunch, .signOutAfterDenial, .cancelAtReturn,
            .pageClosedAtReturn,
            .degraded, .signOut,
            .accessDenied,
            .accessGone, .accountGone, .askedDespiteAccount, .askedAgain:
            true
        }
    }
}
