import FlowMachine

/// Counts the launches of a correlation, and finds two launches that should be compared.
///
/// Chance is computed from units, because the launches of a device depend on each other. The texts state numbers of launches, because readers count
/// launches.
struct CorrelatedLaunches {
    let correlation: Correlation
    let affected: CorrelationFinder.Units
    let mask: CorrelationFinder.Units
    let attempt: Attempts
    /// The times among the properties.
    let times: [CorrelationFinder.Time]
    let index: UnitIndex

    /// The fewest launches that must have a value of a property before this value is compared with the others.
    private static let fewest = 3

    /// Creates the launches of a correlation with its times.
    ///
    /// - Parameters:
    ///   - found: The correlation.
    ///   - settings: The settings that explain the finding better than a version with the same launches.
    ///   - affected: The units with the finding.
    ///   - mask: The compared units.
    ///   - attempt: What the compared launches tried.
    ///   - index: All units.
    init(
        _ found: (correlation: Correlation, times: [CorrelationFinder.Time]), naming settings: [String], affected: CorrelationFinder.Units,
        among mask: CorrelationFinder.Units, attempt: Attempts, _ index: UnitIndex
    ) {
        correlation = found.correlation.naming(settings).naming(settings, among: index.values) {
            index.properties[$0]?.intersection(mask)
        }
        (times, self.affected, self.mask, self.attempt, self.index) = (found.times, affected, mask, attempt, index)
    }

    var found: LaunchCensus.Found {
        var with: CorrelationFinder.Units?
        for property in correlation.properties where !property.isTime {
            let one = index.properties[property] ?? CorrelationFinder.Units(index.all.count)
            with = with?.intersection(one) ?? one
        }
        var all = CorrelationFinder.Units(index.all.count)
        for number in index.all.indices where with?.contains(number) ?? true && index.all[number].launches.first.map(isDuring) ?? false {
            all.insert(number)
        }
        let (named, having) = (with?.intersection(mask) ?? mask, all.intersection(mask))
        var found = LaunchCensus.Found(correlation: correlation, attempt: attempt, times: times, units: having, allUnits: all)
        count(&found, named)
        pair(&found, having)
        found.dependsOnOneDevice = dependsOnOneDevice(having)
        found.periods = periods(named)
        found.place = place(named)
        found.mostly = mostly(having, named)
        found.alone = alone()
        found.cleared = cleared(named)
        CorrelatedLaunches.addNotes(to: &found.correlation, mask, index)
        found.correlation.providers = providers(having)
        found.codePage = codePage(having)
        let isOfVersion = correlation.all.contains { $0.name == "app" }
        for property in correlation.properties
        where property.isSetting && property.name != "platform" && !isOfVersion {
            guard found.correlation.note(.only, of: property) == nil else { continue }
            if let version = onlyVersion(named) {
                found.correlation.add(.only, version.text, of: property)
            } else if property.name.hasPrefix("policy."), let versions = versions(partlyWith: property) {
                found.correlation.add(.partly, listed(versions), of: property)
            }
        }
        return found
    }

    /// Returns whether chance explains the finding as soon as the device with the most affected units is left out. The launches of one device depend on each
    /// other, although each may differ a little from the one before.
    private func dependsOnOneDevice(_ having: CorrelationFinder.Units) -> Bool {
        var hits: [Int: Int] = [:]
        for number in index.all.indices where affected.contains(number) && having.contains(number) {
            hits[index.all[number].device, default: 0] += 1
        }
        guard let most = hits.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value > 1 else { return false }
        var (with, all) = (Correlation.Count(), Correlation.Count())
        for number in index.all.indices where mask.contains(number) && index.all[number].device != most.key {
            let isAffected = affected.contains(number)
            all.add(isAffected)
            if having.contains(number) { with.add(isAffected) }
        }
        return with.probability(in: all) > Correlation.Count.plausibility
    }

    /// Returns the version of the app that all these units have; `nil` if they have several, or if all compared units have it.
    private func onlyVersion(_ units: CorrelationFinder.Units) -> Correlation.Property? {
        index.values("app").first { version in
            guard !version.value.contains(text: " "), let having = index.properties[version] else { return false }
            return having.common(units) == units.count && having.common(mask) < mask.count
        }
    }

    /// Returns the versions of the app of which some compared launches have the property and others do not; `nil` if fewer than two are such versions.
    private func versions(partlyWith property: Correlation.Property) -> [String]? {
        guard let units = index.properties[property] else { return nil }
        let versions = index.values("app").filter { version in
            guard !version.value.contains(text: " "), let all = index.properties[version]?.intersection(mask) else { return false }
            let having = all.common(units)
            return min(having, all.count - having) >= CorrelatedLaunches.fewest
        }
        return versions.count < 2 ? nil : versions.map { $0.value }
    }

    /// Returns the number of providers whose viewers are affected.
    private func providers(_ having: CorrelationFinder.Units) -> Int {
        let hits = having.intersection(affected)
        return index.values("provider").count { index.properties[$0].map { $0.common(hits) > 0 } ?? false }
    }

    /// Returns the page on which the viewers of at least nine of ten affected units enter a code; `nil` if there is none.
    private func codePage(_ having: CorrelationFinder.Units) -> String? {
        let hits = having.intersection(affected)
        return index.values("activationURL").first { index.properties[$0].map { $0.common(hits) * 10 >= hits.count * 9 } ?? false }?.value
    }

    private func isDuring(_ launch: LaunchCensus.Launch) -> Bool { times.allSatisfy { $0.contains(launch) } }

    /// Calls `body` with each launch of these units that tried what the compared launches tried, and with the number of its unit.
    private func forEachLaunch(of units: CorrelationFinder.Units, _ body: (_ launch: LaunchCensus.Launch, _ unit: Int) -> Void) {
        for number in index.all.indices where units.contains(number) {
            let isAffected = affected.contains(number)
            for launch in index.all[number].launches where isAffected || launch.tried.contains(attempt) { body(launch, number) }
        }
    }

    /// Returns the periods in which launches with the properties have the finding. A property that is itself a period, or hours of each day, says the same.
    private func periods(_ named: CorrelationFinder.Units) -> FaultPeriods {
        if correlation.properties.contains(where: { $0.isTime && !$0.isLasting }) { return FaultPeriods([]) }
        var launches: [(start: Instant, isAffected: Bool)] = []
        forEachLaunch(of: named) { launches.append(($0.start, affected.contains($1))) }
        return FaultPeriods(launches)
    }

    /// Counts the launches with the properties, and the others.
    private func count(_ found: inout LaunchCensus.Found, _ named: CorrelationFinder.Units) {
        var (with, before, others) = (Correlation.Count(), Correlation.Count(), Correlation.Count())
        var devices: Set<Int> = []
        forEachLaunch(of: mask) { launch, number in
            let isAffected = affected.contains(number)
            if named.contains(number), isDuring(launch) {
                with.add(isAffected)
                if isAffected { devices.insert(index.all[number].device) }
            } else if named.contains(number), !times.isEmpty, correlation.properties.count > times.count {
                before.add(isAffected)
            } else {
                others.add(isAffected)
            }
        }
        found.affected = devices
        found.correlation = correlation.counted(with, before: before.all == 0 ? nil : before, others: others)
    }

    /// Returns the place in a preview at which most affected launches have a resource whose playback was denied, the number of these launches, and
    /// the number of affected launches with such a resource at any place. Returns `nil` if fewer than nine of ten share a place, or if fewer than
    /// five launches have such a resource.
    private func place(_ named: CorrelationFinder.Units) -> (number: Int, count: Int, of: Int)? {
        var (places, all): ([Int: Int], Int) = ([:], 0)
        for (number, unit) in index.all.enumerated() where named.contains(number) && affected.contains(number) {
            for launch in unit.launches where isDuring(launch) && !launch.deniedPlaces.isEmpty {
                all += 1
                for place in launch.deniedPlaces { places[place, default: 0] += 1 }
            }
        }
        guard let best = places.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), all >= CorrelationFinder.fewest,
            best.value * 10 >= all * 9
        else { return nil }
        return (best.key, best.value, all)
    }

    /// Finds the two launches that should be compared.
    private func pair(_ found: inout LaunchCensus.Found, _ having: CorrelationFinder.Units) {
        func order(_ unit: LaunchCensus.Unit) -> (Instant, String) { (unit.start, unit.file) }
        var bad: LaunchCensus.Unit?
        for number in index.all.indices where affected.contains(number) && having.contains(number) {
            let unit = index.all[number]
            if bad.map({ order(unit) < order($0) }) ?? true { bad = unit }
            if found.last.map({ ($0.start, $0.file) < order(unit) }) ?? true { found.last = unit.place }
        }
        guard let bad else { return }
        found.bad = bad.place
        forEachLaunch(of: having.subtracting(affected)) { launch, _ in if launch.start < bad.start { found.earlier += 1 } }
        // The more properties two launches share, and the fewer other causes there are, the fewer other differences a comparison of their logs shows.
        let alike = bad.properties.compactMap { index.properties[$0] }
        func likeness(_ unit: LaunchCensus.Unit, _ number: Int) -> (Int, Int, Instant, String) {
            let shared = alike.count { $0.contains(number) } - unit.kinds.subtracting(bad.kinds).count
            return (shared + (unit.device == bad.device ? 1 : 0), unit.device == bad.device ? 1 : 0, unit.start, unit.file)
        }
        typealias Candidate = (unit: LaunchCensus.Unit, likeness: (Int, Int, Instant, String))
        var (before, after): (Candidate?, Candidate?) = (nil, nil)
        for number in index.all.indices where mask.contains(number) && !affected.contains(number) && !having.contains(number) {
            let unit = index.all[number]
            let likeness = likeness(unit, number)
            if order(unit) < order(bad) {
                if before.map({ $0.likeness < likeness }) ?? true { before = (unit, likeness) }
            } else if after.map({
                $0.likeness.0 < likeness.0 || $0.likeness.0 == likeness.0 && order(unit) < order($0.unit)
            }) ?? true {
                after = (unit, likeness)
            }
        }
        found.good = (before ?? after)?.unit.place
    }

    /// Adds the value that the compared units without a setting have, if there is exactly one, and the systems of those with a property that says nothing
    /// without them.
    static func addNotes(to correlation: inout Correlation, _ mask: CorrelationFinder.Units, _ index: UnitIndex) {
        for property in correlation.all {
            if property.isSetting, !["platform", "hasUserAgent", "api"].contains(property.name) {
                let others = index.values(property.name).filter {
                    $0.value != property.value && index.properties[$0].map { $0.common(mask) > 0 } ?? false
                }
                if others.count == 1, let other = others.first { correlation.add(.otherwise, other.value, of: property) }
            }
            if property.isOfSomeSystems, let systems = systems(of: property, mask, index) {
                correlation.add(.systems, systems, of: property)
            }
        }
    }

    /// Returns the property with which, among the launches of the correlation, most of the affected ones come; `nil` if there is none, or if nearly all
    /// launches are affected. A version or a setting would be to blame, so it needs more proof than this.
    private func mostly(
        _ having: CorrelationFinder.Units, _ named: CorrelationFinder.Units
    ) -> (property: Correlation.Property, with: Correlation.Count, without: Correlation.Count)? {
        let (hits, total) = (having.common(affected), having.count)
        guard hits >= CorrelationFinder.fewest, hits * 10 < total * 9 else { return nil }
        let explained = Set(correlation.all.map { $0.name })
        let all = index.properties.filter {
            ["provider", "system", "platform", "time zone"].contains($0.key.name) && !explained.contains($0.key.name)
        }
        var best: (property: Correlation.Property, chance: Double)?
        for (property, units) in all.ordered(by: { $0.key.order < $1.key.order }) {
            let part = units.intersection(having)
            let (hit, with) = (part.common(affected), part.count)
            guard hit * 4 >= hits * 3, hit * (total - with) >= 2 * (hits - hit) * with, with < total else { continue }
            let chance = FishersTest.probability(hit: hit, with: with, affected: hits, total: total) * Double(all.count)
            if chance <= CorrelationFinder.significance, chance < best?.chance ?? 1 { best = (property, chance) }
        }
        guard let best, let units = index.properties[best.property] else { return nil }
        var (with, without) = (Correlation.Count(), Correlation.Count())
        forEachLaunch(of: named) { launch, number in
            guard isDuring(launch) else { return }
            if units.contains(number) { with.add(affected.contains(number)) } else { without.add(affected.contains(number)) }
        }
        return (best.property, with, without)
    }

    /// Returns the numbers of launches with only one of two properties, in the same time. Empty for another number of properties.
    private func alone() -> [(property: Correlation.Property, count: Correlation.Count)] {
        let two = correlation.properties.filter { !$0.isTime }
        guard two.count == 2 else { return [] }
        let units = two.map { index.properties[$0]?.intersection(mask) ?? CorrelationFinder.Units(index.all.count) }
        return zip(two, [units[0].subtracting(units[1]), units[1].subtracting(units[0])]).compactMap { property, only in
            var counter = Correlation.Count()
            forEachLaunch(of: only) { launch, number in if isDuring(launch) { counter.add(affected.contains(number)) } }
            return counter.all >= CorrelationFinder.fewest ? (property, counter) : nil
        }
    }

    /// Returns the properties that do not explain the cause, in words. With each value of such a property, the launches with the correlation have the
    /// cause about equally often.
    private func cleared(_ named: CorrelationFinder.Units) -> [String] {
        // A system without its version, or without its minor version, leaves open whether a version matters.
        let explained = Set(correlation.all.map { $0.name }).subtracting(["system"])
        return ["app", "system", "provider"].compactMap { name in
            explained.contains(name) || explained.contains("\(name) update") ? nil : alike(name, named)
        }
    }

    private func alike(_ name: String, _ named: CorrelationFinder.Units) -> String? {
        var counts: [String: Correlation.Count] = [:]
        forEachLaunch(of: named) { launch, number in
            guard isDuring(launch), let property = index.all[number].properties.first(where: { $0.name == name }) else { return }
            let value = name == "app" ? property.value.firstWord : property.value
            counts[value, default: Correlation.Count()].add(affected.contains(number))
        }
        func sum(_ counts: some Sequence<Correlation.Count>) -> Correlation.Count { counts.reduce(Correlation.Count(), +) }
        let whole = sum(counts.values)
        func isNear(_ one: Correlation.Count) -> Bool {
            abs(one.affected * whole.all - whole.affected * one.all) * 6 <= one.all * whole.all
        }
        let enough = counts.filter { CorrelatedLaunches.isEnough($0.value, of: whole) }
        // A value is no different if its rate is near that of all launches, and chance explains the difference. Launches of a device depend on each other, so
        // if most launches have the cause, a small difference is no proof. Few launches may be further from the rate by chance, and then nothing is said
        // of their system or provider; but all versions of the app must be near it, because the sentence acquits the app.
        let isExplained = enough.values.allSatisfy { isNear($0) && whole.isMost || $0.isLike(whole) }
        guard isExplained, name != "app" || enough.values.allSatisfy(isNear) else { return nil }
        let all = enough.filter { isNear($0.value) }.ordered { ($1.value.all, $0.key) < ($0.value.all, $1.key) }
        guard all.count > 1, sum(all.map { $0.value }).all * 4 >= sum(enough.values).all * 3 else { return nil }
        let names = all.map { $0.key }
        if name == "system" { return "\(CorrelatedLaunches.systems(names)) alike" }
        if name == "provider" { return "providers \(CorrelatedLaunches.someOf(names)) alike" }
        let shown = all.prefix(3).map { "\($0.key) (\($0.value.text))" }
        return "\(listed(shown)) alike, so no version of the app is to blame"
    }

    /// Returns whether the launches with one value of a property suffice to compare it. If the cause is rare, more of them are needed: as many as would have
    /// the cause three times, and some that have it.
    private static func isEnough(_ one: Correlation.Count, of whole: Correlation.Count) -> Bool {
        whole.isMost ? one.all >= fewest : one.all * whole.affected >= 3 * whole.all && one.affected >= 2
    }

    /// Returns systems in words, such as `iOS 27.3/28, Roku 15 and tvOS 28`: each name once, with its versions.
    static func systems(_ systems: [String]) -> String {
        let all = systems.map { parts($0) }.ordered { $0 < $1 }
        return listed(
            Set(all.map { $0.name }).ordered().map { name in
                let versions = all.filter { $0.name == name && !$0.version.isEmpty }.map { $0.version }
                let shown = versions.prefix(mostNames).joined(separator: "/")
                return versions.isEmpty ? name : "\(name) \(shown)\(versions.count > mostNames ? " and others" : "")"
            })
    }

    /// Returns the name of a system, such as `Roku OS`, and its version, which begins with a digit.
    private static func parts(_ system: String) -> (name: String, version: String) {
        let words = system.split(separator: " ")
        let name = words.prefix { !($0.utf8.first.map { (0x30...0x39).contains($0) } ?? false) }
        return (name.joined(separator: " "), words.dropFirst(name.count).joined(separator: " "))
    }

    /// Returns the names of the systems of the compared units with a property; `nil` if there is none.
    private static func systems(of property: Correlation.Property, _ mask: CorrelationFinder.Units, _ index: UnitIndex) -> String? {
        guard let units = index.properties[property]?.intersection(mask) else { return nil }
        let having = index.values("system").filter { index.properties[$0].map { $0.common(units) > 0 } ?? false }
        let names = Set(having.map { parts($0.value).name }).ordered()
        // The name alone is a property, too, so that all versions of a system can be compared together.
        let whole = names.filter { one in !names.contains { $0.hasPrefix("\(one) ") } }
        return whole.isEmpty ? nil : someOf(whole)
    }

    /// Returns the first names in words, and the number of the others.
    private static func someOf(_ names: [String]) -> String {
        names.count <= mostNames + 1
            ? listed(names) : "\(names.prefix(mostNames).joined(separator: ", ")) and \(names.count - mostNames) more"
    }

    /// The highest number of names in a list.
    private static let mostNames = 4
}
