import FlowMachine

/// The conclusions from the counts of many launches. Computing them takes long, so all texts about the same counts share one value.
struct TriageConclusions {
    /// The causes with a correlation.
    let found: [FlowCause.Kind: LaunchCensus.Found]
    /// The kinds of calls that are made far more often with some properties.
    let rates: [CallRates.Found]
    /// The observations that come with some properties.
    let observations: [Observations.Found]
    /// The manners of signing in that come with some properties.
    let signIns: [SignInCensus.Found]
    /// The causes without a correlation of their own that come with the properties of another one, which they accompany.
    let accompanying: [FlowCause.Kind: FlowCause.Kind]
    /// The causes whose owner follows from the pattern of all launches, with this owner.
    let revisedOwners: [FlowCause.Kind: FlowCause.Owner]

    init(_ census: LaunchCensus, by mapper: some Mapper) {
        let index = census.index
        let all = census.found(index, by: mapper)
        found = all.filter { !$0.key.isViewersAct || !$0.value.mayBeHabit }
        accompanying = census.accompanying(found, index)
        rates = CallRates.found(census, index, by: mapper)
        observations = Observations.found(census, index, beside: found, by: mapper)
        signIns = census.signIns.found(census, by: mapper)
        revisedOwners = census.revisedOwners(found)
    }

    /// The manners of signing in, without the ways that a cause or an observation of the same launches explains.
    var unexplainedSignIns: [SignInCensus.Found] {
        let explaining =
            found.filter { if case .singleSignOnRejected = $0.key { true } else { false } }.map { $0.value }
            + observations.filter { $0.observation == .askedDespiteAccount }.map { $0.found }
        // Viewers without access or an account need a page or a code, whatever their version.
        let without = observations.filter { $0.observation.endsSingleSignOn }.reduce(Set<Int>()) { $0.union($1.found.affected) }
        return signIns.filter { one in
            one.manner != .screen
                || !explaining.contains { one.found.showsFault(of: $0) || one.found.isMostly(of: $0) }
                    && one.found.affected.intersection(without).count * 2 < one.found.affected.count
        }
    }

    /// The correlations of the causes.
    var correlations: [FlowCause.Kind: Correlation] { found.mapValues { $0.correlation } }
}
