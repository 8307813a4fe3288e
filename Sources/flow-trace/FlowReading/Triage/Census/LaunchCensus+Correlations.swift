import FlowMachine

// The properties with which a cause is more frequent than chance explains.
extension LaunchCensus {
    /// A correlation, with two launches that show it.
    struct Found {
        var correlation: Correlation
        /// What the compared launches tried; empty if all launches were compared.
        var attempt: Attempts = []
        /// The launch that should be compared with `bad`. It has neither the cause nor the properties; `nil` if there is no such launch.
        var good: Unit?
        /// The first launch with the cause and the properties; `nil` if there is no such launch.
        var bad: Unit?
        /// The last launch with the cause and the properties; `nil` if there is no such launch.
        var last: Unit?
        /// The number of launches without the cause, but with the properties, that began before `bad`.
        var earlier = 0
        /// The times among the properties.
        var times: [CorrelationFinder.Time] = []
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
        /// The properties that do not explain the cause, in words. With each value of such a property, the launches with the correlation have the
        /// cause about equally often.
        var cleared: [String] = []
    }

    /// The index of the units that are compared.
    var index: UnitIndex { UnitIndex(isHousehold ? launchesOfHousehold : unitsOfDevices, settings, kinds) }

    /// Returns the causes with a correlation.
    func found(_ index: UnitIndex) -> [FlowCause.Kind: Found] {
        var found = foundOfAll(index)
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

    private func foundOfAll(_ index: UnitIndex) -> [FlowCause.Kind: Found] {
        var affected = index.affected
        absorb(into: &affected)
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
        for (domain, kinds) in domains.ordered(by: { order($0.key) < order($1.key) }) {
            for (kind, one) in self.found(of: kinds, affected, domain, index, compared: compared.count) {
                if domain.attempt == .screen {
                    // A version or a setting that shows another screen explains what viewers do at it, unless the launches with the screen differ.
                    guard one.correlation.isApps, !(found[kind]?.correlation.isApps ?? false) else { continue }
                } else if let other = found[kind], other.correlation.probability <= one.correlation.probability {
                    continue
                }
                found[kind] = one
            }
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

    private func found(
        of kinds: [FlowCause.Kind], _ affected: [FlowCause.Kind: UnitIndex.Affected], _ domain: Domain, _ index: UnitIndex, compared: Int
    ) -> [FlowCause.Kind: Found] {
        var mask = index.units(settings.filter { domain.api == nil || $0.key.api == domain.api }.map { $0.value })
        if domain.isComparison { mask = mask.intersection(index.comparedUnits) }
        var tried = domain.attempt == .screen ? index.unitsWithBothScreens : index.units(that: domain.attempt)
        if domain.attempt != .screen { for kind in kinds { if let units = affected[kind]?.units { tried.formUnion(units) } } }
        mask = mask.intersection(tried)
        var properties: [Correlation.Property: CorrelationFinder.Units] = [:]
        for (property, units) in index.properties where !domain.repeated.contains(property.name) {
            if !isSuspect(property, units, among: index) { continue }
            properties[property] = units.intersection(mask)
        }
        let finder = CorrelationFinder(total: mask.count, properties)
        var found: [FlowCause.Kind: Found] = [:]
        for kind in kinds {
            guard let cause = affected[kind] else { continue }
            found[kind] = twice(mask) { units in
                let finder = units == mask ? finder : CorrelationFinder(total: units.count, properties.mapValues { $0.intersection(units) })
                return self.found(
                    Compared(
                        kind: kind, units: cause.units, mask: units, attempt: domain.attempt, findings: compared, finder: finder), index)
            }
        }
        return found
    }

    /// Returns the correlation that `find` finds among units, with the one among the units that it does not explain, where a second fault with the same
    /// signs shows.
    func twice(_ mask: CorrelationFinder.Units, _ find: (CorrelationFinder.Units) -> Found?) -> Found? {
        guard var one = find(mask) else { return nil }
        // The hours of a fault leave out one in ten launches with it, which are no second fault.
        one.further = [find(mask.subtracting(one.units))].compactMap { $0 }.filter { !$0.showsFault(of: one) }
        return one
    }

    /// A cause, and the units among which it is compared.
    private struct Compared {
        let kind: FlowCause.Kind
        /// The units with the cause.
        let units: CorrelationFinder.Units
        let mask: CorrelationFinder.Units
        let attempt: Attempts
        /// The number of findings that are compared, for the correction.
        let findings: Int
        let finder: CorrelationFinder
    }

    private func found(_ compared: Compared, _ index: UnitIndex) -> Found? {
        let (kind, mask) = (compared.kind, compared.mask)
        let hits = compared.units.intersection(mask)
        guard hits.count >= CorrelationFinder.fewest, let first = index.byStart.first(where: { hits.contains($0) }) else { return nil }
        let number = kind.dependsOnHour ? causes[kind]?.number : nil
        let times = [
            later(than: index.all[first].start, among: index, mask), burst(of: hits, among: index, mask),
            daily(of: hits, among: index, mask, by: number),
            change(of: hits, within: mask, among: index, mask), period(of: hits, within: mask, among: index, mask),
            kind.isDenial ? pause(of: hits, among: index, mask) : nil,
        ].compactMap { $0 }
        let changes = { (hits: CorrelationFinder.Units, units: CorrelationFinder.Units) in
            [
                self.change(of: hits, within: units, among: index, mask), self.period(of: hits, within: units, among: index, mask),
                isHousehold ? schedule(of: hits, within: units, among: index, mask, by: number) : nil,
                kind.dependsOnSignIn ? self.endOfSignIns(of: hits, within: units, among: index, mask) : nil,
            ].compactMap { $0 }
        }
        guard let found = compared.finder.found(hits, times: times, of: compared.findings, changes: changes) else { return nil }
        // A request can be fulfilled after a failure only if calls are retried, so the policy that permits retries explains nothing.
        if kind.isHarmless, found.correlation.properties.contains(where: { $0.name == "policy.attempts" }) { return nil }
        let one = CorrelatedLaunches(found, naming: kind.settings, affected: hits, among: mask, attempt: compared.attempt, index).found
        return hasEnoughDevices(one, fewest: kind.isViewersAct ? CorrelationFinder.fewest : 3) ? one : nil
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
    /// least two of three launches with such a cause have these properties.
    func accompanying(_ found: [FlowCause.Kind: Found], _ index: UnitIndex) -> [FlowCause.Kind: FlowCause.Kind] {
        var accompanying: [FlowCause.Kind: FlowCause.Kind] = [:]
        let leading = found.filter { !$0.key.isConsequence && !$0.key.isHarmless && !$0.key.isChange }
            .ordered { ($0.value.correlation.probability, $0.key.words) < ($1.value.correlation.probability, $1.key.words) }
        for (kind, affected) in index.affected where found[kind] == nil && !kind.isChange && !kind.isFamily {
            let hits = affected.units
            let leader = leading.first { leader, one in
                let (common, units) = (hits.common(one.allUnits), one.allUnits.count)
                guard affected.devices.count >= 3, common * 3 >= hits.count * 2, units * 2 < index.all.count else { return false }
                let chance = FishersTest.probability(hit: common, with: units, affected: hits.count, total: index.all.count)
                return chance * Double(leading.count * index.affected.count) <= CorrelationFinder.significance
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

    /// Removes the signs of the end of the API, and adds the units that show them to the units that recognized this end.
    private func absorb(into affected: inout [FlowCause.Kind: UnitIndex.Affected]) {
        for kind in signsOfEnd {
            guard let sign = affected.removeValue(forKey: kind), let end = affected[.apiEnded] else { continue }
            var units = end.units
            units.formUnion(sign.units)
            affected[.apiEnded] = UnitIndex.Affected(
                units: units, devices: end.devices.union(sign.devices), first: min(end.first, sign.first))
        }
    }
}

/// The units, with the sets of those that have each cause and each property. They are indexed once for all comparisons.
struct UnitIndex {
    typealias Units = CorrelationFinder.Units

    /// The units with a cause, their devices, and the time of the earliest of these units.
    struct Affected {
        var units: Units
        var devices: Set<Int>
        var first: Instant
    }

    let all: [LaunchCensus.Unit]
    private(set) var affected: [FlowCause.Kind: Affected] = [:]
    private(set) var properties: [Correlation.Property: Units] = [:]
    private(set) var comparedUnits: Units
    /// The indices of the units, by their start.
    let byStart: [Int]
    /// The units that began with a signed-in viewer, by the time of the sign-in.
    let bySignIn: [(number: Int, signIn: LaunchCensus.KeptSignIn)]
    /// The time between the first and the last start, in milliseconds.
    let span: Int64
    private var unitsBySettings: [Units]
    /// The highest number of time zones of which neighbors are compared together: a continent with and without daylight saving time.
    private static let mostZones = 8
    /// What each unit tried.
    private let tried: [Attempts]
    private let none: Units

    /// Creates the index of `units`. `kinds` are the causes that the units refer to by number.
    init(_ units: [LaunchCensus.Unit], _ settings: [FlowSettings: Int], _ kinds: [FlowCause.Kind]) {
        all = units
        tried = units.map { $0.tried }
        none = Units(units.count)
        comparedUnits = none
        unitsBySettings = Array(repeating: none, count: settings.count)
        byStart = units.indices.ordered { (units[$0].start, $0) < (units[$1].start, $1) }
        bySignIn = units.indices.compactMap { number in units[number].signIn.map { (number, $0) } }
            .ordered { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
        span = (byStart.last.map { units[$0].start.milliseconds } ?? 0) - (byStart.first.map { units[$0].start.milliseconds } ?? 0)
        var found = [Affected?](repeating: nil, count: kinds.count)
        for (index, unit) in units.enumerated() { note(unit, index, &found) }
        for (kind, found) in zip(kinds, found) { affected[kind] = found }
        // A folder with logs of only a few devices explains nothing.
        for (property, folder) in properties where property.name == "folder" {
            let devices = Set(units.indices.filter { folder.contains($0) }.map { units[$0].device })
            if devices.count < CorrelationFinder.fewest { properties[property] = nil }
        }
        addRangesOfZones()
        for (settings, number) in settings {
            for leaf in settings.leaves {
                let property = Correlation.Property(name: leaf.path, value: ComparedHeaders.value(leaf))
                properties[property, default: none].formUnion(unitsBySettings[number])
            }
        }
    }

    /// Adds the time zones from each one to each later one, because a region has several.
    private mutating func addRangesOfZones() {
        let zones = values("time zone").compactMap { zone in zone.zoneMinutes.map { (minutes: $0, zone: zone) } }.ordered {
            $0.minutes < $1.minutes
        }
        // With more zones, the devices are in all parts of the world, and each range would be one more comparison.
        if zones.count > UnitIndex.mostZones { return }
        for first in zones.indices {
            var units = properties[zones[first].zone] ?? none
            for last in zones.indices.dropFirst(first + 1) where first > 0 || last + 1 < zones.count {
                units.formUnion(properties[zones[last].zone] ?? none)
                properties[Correlation.Property(name: "time zone", value: "\(zones[first].zone.value) to \(zones[last].zone.value)")] =
                    units
            }
        }
    }

    private mutating func note(_ unit: LaunchCensus.Unit, _ index: Int, _ affected: inout [Affected?]) {
        unitsBySettings[unit.settings].insert(index)
        if unit.isCompared { comparedUnits.insert(index) }
        for property in unit.properties { properties[property, default: none].insert(index) }
        for kind in unit.kindNumbers {
            if affected[kind] == nil { affected[kind] = Affected(units: none, devices: [], first: unit.start) }
            affected[kind]?.units.insert(index)
            affected[kind]?.devices.insert(unit.device)
            if let first = affected[kind]?.first, unit.start < first { affected[kind]?.first = unit.start }
        }
    }

    /// Returns the properties with this name, sorted by value.
    func values(_ name: String) -> [Correlation.Property] {
        properties.keys.filter { $0.name == name }.ordered { $0.value < $1.value }
    }

    /// Returns the units with one of these settings.
    func units(_ settings: [Int]) -> Units {
        var units = none
        for number in settings { units.formUnion(unitsBySettings[number]) }
        return units
    }

    /// The units that showed the provider's page or a code, of the platforms on which some units show the one and some only the other.
    var unitsWithBothScreens: Units {
        let (pages, codes) = (units(that: .page), units(that: .code))
        var both = none
        for platform in values("platform") {
            guard let units = properties[platform] else { continue }
            let (page, code) = (units.intersection(pages), units.intersection(codes))
            let fewest = CorrelationFinder.fewest
            guard page.count - page.common(codes) >= fewest, code.count - code.common(pages) >= fewest else { continue }
            both.formUnion(page)
            both.formUnion(code)
        }
        return both
    }

    /// Returns the units that tried `attempt`.
    func units(that attempt: Attempts) -> Units {
        var units = none
        for (index, tried) in tried.enumerated() where tried.contains(attempt) { units.insert(index) }
        return units
    }
}
