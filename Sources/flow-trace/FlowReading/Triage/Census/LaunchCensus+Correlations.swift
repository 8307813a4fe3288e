import FlowMachine

// The properties with which a cause is more frequent than chance explains.
extension LaunchCensus {
    /// A correlation, with two launches that show it.
    struct Found {
        var correlation: Correlation
        /// What the compared launches tried; empty if all launches were compared.
        var attempt: Attempts = []
        /// The launch that should be compared with `bad`. It has neither the cause nor the properties; `nil` if there is no such launch.
        var good: Place?
        /// The first launch with the cause and the properties; `nil` if there is no such launch.
        var bad: Place?
        /// The last launch with the cause and the properties; `nil` if there is no such launch.
        var last: Place?
        /// Whether the launches of a household were compared.
        var isHousehold = false
        /// Whether, at the same time, most sign-ins on pages fail as those with codes do, or the other way round.
        var isOnOtherScreens = false
        /// Whether later launches find many of the viewers signed in.
        var isFoundLater = false
        /// The page on which viewers enter a code, if nearly all affected launches have the same; otherwise `nil`.
        var codePage: String?
        /// The number of launches without the cause, but with the properties, that began before `bad`.
        var earlier = 0
        /// The times among the properties.
        var times: [CorrelationFinder.Time] = []
        /// Whether few launches with the properties have the finding, at any time, and the proof is weak. Lost connections and other rare failures come in
        /// clusters, so they need a clear one.
        var isWeak: Bool {
            correlation.with.affected * 4 < correlation.with.all && correlation.probability * 10 > CorrelationFinder.significance
                && times.isEmpty && periods.periods.isEmpty
        }
        /// Whether chance explains the finding as soon as one device is left out.
        var dependsOnOneDevice = false
        /// The devices with the cause and the properties.
        var affected: Set<Int> = []
        /// The place in a preview at which most launches with the cause and the properties have a resource whose playback was denied, the number of
        /// these launches, and the number of launches with such a resource at any place; `nil` if most launches have no such place in common.
        var place: (number: Int, count: Int, of: Int)?
        /// The compared units with the properties.
        var units: CorrelationFinder.Units
        /// All units with the properties, including those that were not compared.
        var allUnits: CorrelationFinder.Units
        /// The periods in which launches with the properties have the cause; empty if it may occur at any time.
        var periods = FaultPeriods([])
        /// A further correlation, among the launches that this one does not explain; empty if there is none.
        var further: [Found] = []
        /// Whether only a time distinguishes the launches, and not clearly. Viewers' habits differ from day to day, so for an act of theirs that says little.
        var mayBeHabit: Bool {
            correlation.properties.allSatisfy { $0.isTime } && correlation.probability * 10 > CorrelationFinder.significance
        }
        /// Whether launches have the cause at all times but one.
        var isPaused: Bool { times.contains { $0.isPause } }
        /// A further property that most launches with the cause have, and the numbers of launches with and without it; `nil` if there is none.
        var mostly: (property: Correlation.Property, with: Correlation.Count, without: Correlation.Count)?
        /// A sentence about the hours of the day in which nearly all affected launches begin; empty if there are none, or if the hours are a property.
        var hours = ""
        /// If there are two properties besides a time: the numbers of launches with only one of them, in the same time.
        var alone: [(property: Correlation.Property, count: Correlation.Count)] = []
        /// The properties that do not explain the cause, in words. With each value of such a property, the launches with the correlation have the
        /// cause about equally often.
        var cleared: [String] = []
    }

    /// The index of the units that are compared.
    var index: UnitIndex { UnitIndex(isHousehold ? launchesOfHousehold : unitsOfDevices, settings, kinds) }

    /// Returns the causes with a correlation.
    func found(_ index: UnitIndex, by mapper: some Mapper) -> [FlowCause.Kind: Found] {
        var found = foundOfAll(index, by: mapper)
        // If the correlation of a family is stronger than the correlations of all its variants, the variants are omitted; otherwise the family is.
        for (family, variants) in variants {
            guard let chance = found[family]?.correlation.probability else { continue }
            if !family.hidesVariants, variants.keys.contains(where: { found[$0]?.correlation.probability ?? 1 <= chance }) {
                found[family] = nil
            } else {
                for variant in variants.keys { found[variant] = nil }
            }
        }
        return found
    }

    /// The launches among which a cause is compared.
    private struct Domain: Hashable {
        let isComparison: Bool
        let api: FlowSettings.API?
        let attempt: Attempts
        /// The names of the properties that are not compared, because they would only repeat the causes.
        let repeated: [String]
    }

    private func foundOfAll(_ index: UnitIndex, by mapper: some Mapper) -> [FlowCause.Kind: Found] {
        let affected = withoutSignsOfEnd(index.affected)
        let compared = affected.filter { kind, units in isCompared(kind, units) }
        var domains: [Domain: [FlowCause.Kind]] = [:]
        for kind in compared.keys {
            let attempt = attempt(kind, index, affected)
            func compare(_ attempt: Attempts, _ api: FlowSettings.API?) {
                let domain = Domain(
                    isComparison: causes[kind]?.scope == .comparison, api: api, attempt: attempt, repeated: kind.repeatedProperties)
                domains[domain, default: []].append(kind)
            }
            for api in kind.differsByAPI ? FlowSettings.API.allCases.map({ $0 }) : [nil] { compare(attempt, api) }
            if attempt == .code || attempt == .page { compare(.screen, nil) }
        }
        var found: [FlowCause.Kind: Found] = [:]
        func order(_ domain: Domain) -> (Int, String, UInt32, String) {
            (domain.isComparison ? 1 : 0, domain.api?.rawValue ?? "", domain.attempt.rawValue, domain.repeated.joined(separator: " "))
        }
        let sorted = domains.ordered { order($0.key) < order($1.key) }.map { (domain: $0.key, kinds: $0.value) }
        let all = mapper.map(sorted) { domain, kinds in Compared(domain, kinds.compactMap { affected[$0]?.units }, self, index) }
        let searches = zip(sorted, all).flatMap { one, compared in one.kinds.map { (kind: $0, domain: one.domain, compared: compared) } }
        let results = mapper.map(searches) { search in
            affected[search.kind].flatMap { self.found(search.kind, $0.units, search.compared, index, of: compared.count) }
        }
        for (search, result) in zip(searches, results) {
            guard let one = result else { continue }
            if search.domain.attempt == .screen {
                // A version or a setting that shows another screen explains what viewers do at it, unless the launches with the screen differ.
                guard one.correlation.isApps, !(found[search.kind]?.correlation.isApps ?? false) else { continue }
            } else if let other = found[search.kind], other.correlation.probability <= one.correlation.probability {
                continue
            }
            found[search.kind] = one
        }
        withoutOtherValues(&found)
        return found
    }

    /// Returns what a launch must have tried to be compared. Empty, so that all launches are compared, if nearly all launches that tried it have the
    /// cause.
    private func attempt(_ kind: FlowCause.Kind, _ index: UnitIndex, _ affected: [FlowCause.Kind: UnitIndex.Affected]) -> Attempts {
        guard let attempt = causes[kind]?.attempt, let units = affected[kind]?.units else { return [] }
        let tried = index.units(that: attempt)
        return tried.count - tried.common(units) >= CorrelationFinder.fewest ? attempt : []
    }

    private func isCompared(_ kind: FlowCause.Kind, _ affected: UnitIndex.Affected) -> Bool {
        (isHousehold ? affected.units.count : affected.devices.count) >= CorrelationFinder.fewest && !kind.isChange
            && causes[kind].map { !isPassedOver(kind, $0) } ?? false
            // A family with only one variant has the same launches as the variant, so it is not compared.
            && (!kind.isFamily || kind.hidesVariants || variants[kind]?.count ?? 0 > 1)
    }

    /// Removes harmless causes that correlate with the same setting as a failure.
    ///
    /// One value of the setting makes requests fail. With its other values, calls are retried until the requests are fulfilled. These retries are
    /// harmless, and add no information.
    private func withoutOtherValues(_ found: inout [FlowCause.Kind: Found]) {
        let failing = Set(
            found.filter { !$0.key.isHarmless }.flatMap { $0.value.correlation.all.filter { $0.isSetting }.map { $0.name } })
        for (kind, one) in found where kind.isHarmless {
            if one.correlation.all.contains(where: { failing.contains($0.name) }) { found[kind] = nil }
        }
        // A call can be slow only if the app waits long enough for its answer, so the value that waits is no fault.
        let faults = found.filter { !$0.key.isSlow }.flatMap { $0.value.correlation.all.filter { $0.isSetting } }
        for (kind, one) in found where kind.isSlow {
            let isOther = one.correlation.all.contains { property in
                faults.contains { $0.name == property.name && $0.value != property.value }
            }
            if isOther { found[kind] = nil }
        }
    }

    /// The units among which the causes of a domain are compared, with the finder of their correlations.
    private struct Compared {
        let mask: CorrelationFinder.Units
        let attempt: Attempts
        let suspects: [CorrelationFinder.Suspect]
        let finder: CorrelationFinder

        init(_ domain: Domain, _ affected: [CorrelationFinder.Units], _ census: LaunchCensus, _ index: UnitIndex) {
            var mask = index.units(census.settings.filter { domain.api == nil || $0.key.api == domain.api }.map { $0.value })
            if domain.isComparison { mask = mask.intersection(index.comparedUnits) }
            var tried = domain.attempt == .screen ? index.unitsWithBothScreens : index.units(that: domain.attempt)
            if domain.attempt != .screen { for units in affected { tried.formUnion(units) } }
            mask = mask.intersection(tried)
            (self.mask, attempt) = (mask, domain.attempt)
            suspects = index.suspects(among: mask) { property, units in
                !domain.repeated.contains(property.name) && (domain.isComparison || property.name != Correlation.Property.appUpdate)
                    && census.isSuspect(property, units, among: index)
            }
            finder = CorrelationFinder(total: mask.count, suspects)
        }

        /// Returns the finder of correlations among some of the units.
        func finder(among units: CorrelationFinder.Units) -> CorrelationFinder {
            units == mask ? finder : CorrelationFinder(total: units.count, suspects.map { ($0.property, $0.units.intersection(units)) })
        }
    }

    /// Returns the correlation of a cause, with that of the launches that the first one does not explain. `findings` is the number of causes that are
    /// compared, for the correction.
    private func found(
        _ kind: FlowCause.Kind, _ affected: CorrelationFinder.Units, _ compared: Compared, _ index: UnitIndex, of findings: Int
    ) -> Found? {
        twice(compared.mask) { mask in
            found(kind, affected.intersection(mask), among: mask, compared.finder(among: mask), compared.attempt, index, of: findings)
        }
    }

    /// Returns the correlation that `find` finds among units, with the one among the units that it does not explain, where a second fault with the same
    /// signs shows.
    func twice(_ mask: CorrelationFinder.Units, _ find: (CorrelationFinder.Units) -> Found?) -> Found? {
        guard var one = find(mask) else { return nil }
        // The hours of a fault leave out one in ten launches with it, which are no second fault.
        one.further = [find(mask.subtracting(one.units))].compactMap { $0 }.filter { !$0.showsFault(of: one) }
        return one
    }

    private func found(
        _ kind: FlowCause.Kind, _ hits: CorrelationFinder.Units, among mask: CorrelationFinder.Units, _ finder: CorrelationFinder,
        _ attempt: Attempts, _ index: UnitIndex, of findings: Int
    ) -> Found? {
        guard hits.count >= CorrelationFinder.fewest, let first = index.byStart.first(where: { hits.contains($0) }) else { return nil }
        let number = kind.dependsOnHour ? causes[kind]?.number : nil
        let times = [
            later(than: index.all[first].start, among: index, mask), burst(of: hits, among: index, mask),
            daily(of: hits, among: index, mask, by: number),
            change(of: hits, within: mask, among: index, mask), period(of: hits, within: mask, among: index, mask),
            kind.isDenial ? pause(of: hits, among: index, mask) : nil,
            kind.endsSignIn ? endOfSignIns(of: hits, within: mask, among: index, mask) : nil,
            kind.dependsOnSignIn ? beginningOfSignIns(of: hits, within: mask, among: index, mask) : nil,
        ].compactMap { $0 }
        let changes = { (hits: CorrelationFinder.Units, units: CorrelationFinder.Units) in
            [
                self.change(of: hits, within: units, among: index, mask), self.period(of: hits, within: units, among: index, mask),
                isHousehold ? schedule(of: hits, within: units, among: index, mask, by: number) : nil,
                kind.dependsOnSignIn ? self.endOfSignIns(of: hits, within: units, among: index, mask) : nil,
                kind.dependsOnSignIn ? self.beginningOfSignIns(of: hits, within: units, among: index, mask) : nil,
            ].compactMap { $0 }
        }
        guard let found = finder.found(hits, times: times, of: findings, changes: changes) else { return nil }
        // A request can be fulfilled after a failure only if calls are retried, so the policy that permits retries explains nothing.
        if kind.isHarmless, found.correlation.properties.contains(where: { $0.name == "policy.attempts" }) { return nil }
        var one = CorrelatedLaunches(found, naming: kind.settings, affected: hits, among: mask, attempt: attempt, index).found
        one.isHousehold = isHousehold
        one.hours = hours(one, hits, index)
        if kind.isFailedSignIn { noteOtherScreens(kind, &one, index) }
        if isHousehold, kind.isDenial { one.correlation.laterProvider = laterProvider(one, hits, among: mask, index) }
        if kind.isNoise && one.isWeak { return nil }
        return hasEnoughDevices(one, fewest: kind.isViewersAct ? CorrelationFinder.fewest : 3) ? one : nil
    }

    /// Notes whether sign-ins on the other kind of screen fail at the same time, and whether later launches find them completed.
    private func noteOtherScreens(_ kind: FlowCause.Kind, _ one: inout Found, _ index: UnitIndex) {
        if one.times.isEmpty { return }
        let screens = index.units(that: kind.isAtCode ? .page : .code)
        var shown = CorrelationFinder.Units(index.all.count)
        for number in index.all.indices where screens.contains(number) {
            let isThen = index.all[number].launches.contains { launch in one.times.allSatisfy { $0.contains(launch) } }
            if isThen { shown.insert(number) }
        }
        var failed = CorrelationFinder.Units(index.all.count)
        for (other, affected) in index.affected where kind.isAtCode ? other.isAtPage : other.isAtCode { failed.formUnion(affected.units) }
        let common = failed.common(shown)
        one.isOnOtherScreens = common >= 3 && common * 2 > shown.count
        let later = index.affected.filter { $0.key == .signedInAfterAll }.reduce(into: Set<Int>()) { $0.formUnion($1.value.devices) }
        one.isFoundLater = one.affected.intersection(later).count * 4 >= one.affected.count
    }

    /// Returns the provider with which other launches of a household play since the first launch that the former provider denied; `nil` if there is none.
    private func laterProvider(
        _ one: Found, _ hits: CorrelationFinder.Units, among mask: CorrelationFinder.Units, _ index: UnitIndex
    ) -> String? {
        let former = one.correlation.properties.filter { $0.isProviders }.map { $0.value }
        guard let first = one.bad?.start, !former.isEmpty, one.correlation.isLasting else { return nil }
        let others = mask.subtracting(one.units).subtracting(hits)
        let values = index.all.indices.filter { others.contains($0) && index.all[$0].start > first }
            .flatMap { index.all[$0].properties.filter { $0.name == "provider" && !former.contains($0.value) }.map { $0.value } }
        let counts = Dictionary(grouping: values, by: { $0 }).mapValues { $0.count }
        return counts.filter { $0.value >= CorrelationFinder.fewest }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// Whether several devices have the finding with the properties. What one or two devices repeat may be a habit of their viewers.
    /// In a household, that one of the devices has the finding says nothing.
    func hasEnoughDevices(_ found: Found, fewest: Int = 3) -> Bool {
        if isHousehold {
            let isOfOne =
                found.affected.count == 1 && found.correlation.properties.allSatisfy { $0.name == "system" || $0.name == "platform" }
            return found.correlation.properties.map { $0.name } != ["device"] && !isOfOne
        }
        return found.affected.count >= fewest && !found.dependsOnOneDevice
    }

    /// Returns the causes that have no correlation of their own, but come with the properties of another cause more often than chance explains: at
    /// least two of three launches with such a cause have these properties, or all if both are sign-ins with one provider that viewers do not complete.
    func accompanying(_ found: [FlowCause.Kind: Found], _ index: UnitIndex) -> [FlowCause.Kind: FlowCause.Kind] {
        var accompanying: [FlowCause.Kind: FlowCause.Kind] = [:]
        let leading = found.filter { ($0.key.isFailedSignIn || !$0.key.isConsequence) && !$0.key.isHarmless && !$0.key.isChange }
            .ordered { ($0.value.correlation.probability, $0.key.words) < ($1.value.correlation.probability, $1.key.words) }
        for (kind, affected) in index.affected where found[kind] == nil && !kind.isChange && !kind.isFamily {
            let hits = affected.units
            let leader = leading.first { leader, one in
                // A provider whose codes fail has one page behind codes and browsers, so fewer launches prove that both fail for one reason.
                let isOfOnePage = kind.isFailedSignIn && leader.isFailedSignIn && !one.correlation.signInProviders.isEmpty
                guard isOfOnePage || affected.devices.count >= 3 && !leader.isConsequence else { return false }
                let (common, units) = (hits.common(one.allUnits), one.allUnits.count)
                guard common * 3 >= hits.count * 2, units * 2 < index.all.count else { return false }
                let chance = FishersTest.probability(hit: common, with: units, affected: hits.count, total: index.all.count)
                return isOfOnePage
                    ? common == hits.count && chance <= Correlation.Count.plausibility
                    : chance * Double(leading.count * index.affected.count) <= CorrelationFinder.significance
            }
            if let leader { accompanying[kind] = leader.key }
        }
        return accompanying
    }

    // MARK: The end of an API

    /// The causes that older versions of the app report after Adobe has shut down REST API V1. Only newer versions recognize this end of the API.
    ///
    /// The causes are answers of another server, and only launches with REST API V1 have them. Empty if no launch recognized the end of the API.
    var signsOfEnd: [FlowCause.Kind] {
        guard causes[.apiEnded] != nil else { return [] }
        let legacy = Set(settings.filter { $0.key.api == .restV1 }.map { $0.value })
        return causes.keys.filter { kind in
            kind.isAnotherServers && units.allSatisfy { !$0.kinds.contains(kind) || legacy.contains($0.settings) }
        }
    }

    /// Returns the causes without the signs of the end of the API. The units that show these signs are added to those that recognized this end.
    private func withoutSignsOfEnd(_ all: [FlowCause.Kind: UnitIndex.Affected]) -> [FlowCause.Kind: UnitIndex.Affected] {
        var affected = all
        for kind in signsOfEnd {
            guard let sign = affected.removeValue(forKey: kind), let end = affected[.apiEnded] else { continue }
            var units = end.units
            units.formUnion(sign.units)
            affected[.apiEnded] = UnitIndex.Affected(
                units: units, devices: end.devices.union(sign.devices), first: min(end.first, sign.first))
        }
        return affected
    }
}
