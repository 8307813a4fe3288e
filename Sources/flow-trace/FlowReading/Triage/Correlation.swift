import FlowMachine

/// A set of properties with which a finding is more frequent than chance explains.
public struct Correlation: Sendable, Hashable {
    /// A property that some launches have and others do not.
    public struct Property: Sendable, Hashable {
        /// The name of the property: `app`, `library`, `system`, `provider`, `account` (on the device), `kept provider`, `system update`, `time zone`,
        /// `vault`, `clock`, `sign-in`, `other devices`, `folder`, `time`, or the path of a setting, for example `policy.pollInterval`.
        public let name: String
        /// The value of the property, in words.
        public let value: String
        /// Whether the property is a time that has no end: `from … on`.
        let isLasting: Bool

        init(name: String, value: String, isLasting: Bool = false) { (self.name, self.value, self.isLasting) = (name, value, isLasting) }

        /// Whether the property is a time.
        var isTime: Bool { name == "time" }

        /// The property in words, such as `app DemoTV/1.0`.
        public var text: String {
            switch name {
            case "clock", "sign-in": "a \(name) \(value)"
            case "other devices": "\(value) other devices in use at the same time"
            case _: "\(name) \(value)"
            }
        }
    }

    /// One to four properties that, together, distinguish the launches with the finding.
    public internal(set) var properties: [Property]
    /// Further properties of exactly the same launches. The logs cannot show which of the properties matters.
    public let inseparable: [Property]
    /// The number of launches with the properties, and how many of them have the finding. Only launches that could show the finding are counted.
    public let with: Count
    /// The number of launches that have all the properties but the time, and how many of them have the finding; `nil` if no time is among several
    /// properties.
    public internal(set) var before: Count? = nil
    /// The number of all other launches, and how many of them have the finding.
    public let others: Count
    /// The first setting among the properties, and the value that all other launches have; `nil` if there is none.
    var changedSetting: (name: String, value: String)? {
        properties.lazy.compactMap { property in otherValues[property.name].map { (property.name, $0) } }.first
    }

    /// The probability that chance alone distributes the finding so unevenly (Fisher's exact test), multiplied by the number of comparisons; at most
    /// 0.01.
    public let probability: Double
    /// The properties and the inseparable ones.
    var all: [Property] { properties + inseparable }
    /// For each setting among the properties, the value that all other launches have. A setting with several other values is left out.
    var otherValues: [String: String] = [:]
    /// For each setting that took the place of a version among several properties, this version. Exactly the same launches have the version and the
    /// setting.
    var versions: [String: Property] = [:]

    /// The number of launches that were counted, and the number of affected launches among them.
    public struct Count: Sendable, Hashable {
        /// The number of launches with the finding.
        public let affected: Int
        /// The number of all launches that were counted.
        public let all: Int

        /// The numbers in words, such as `24 of 24`.
        public var text: String { "\(affected) of \(all)" }
    }

    /// The party that can act on the properties: the app for its versions and settings, the device for its system or an update of it, the provider
    /// for properties of its viewers. `nil` for other properties, such as a time.
    public var owner: FlowCause.Owner? {
        if properties.contains(where: { $0.name == "clock" }) { return .device }
        if isApps { return .app }
        if properties.contains(where: { $0.name == "system update" }) { return .device }
        if properties.contains(where: { ["provider", "account", "kept provider"].contains($0.name) }) { return .provider }
        return properties.contains { $0.isSystem } ? .device : nil
    }

    /// Whether the app's developers control one of the properties.
    var isApps: Bool { properties.contains { $0.isApps } }

    /// Returns the owner in words. If the cause comes with a system, the system's maker is named, because the viewer cannot act on the system.
    func words(_ owner: FlowCause.Owner) -> String {
        owner == .device && properties.contains { $0.isSystem } ? "the device's system (Apple)" : owner.words
    }

    /// The properties from which the owner follows, in words.
    var reason: String {
        let apps = properties.filter { $0.isApps }
        return (apps.isEmpty ? properties : apps).map { $0.text }.joined(separator: " and ")
    }

    /// The correlation in words, such as `24 of 24 with app DemoTV/5.2.1, 3 of 22 without`.
    public var text: String { text(of: nil) }

    /// Returns the correlation in words. `noun` names what was counted, and `devices` is the number of affected devices; `nil` leaves them out.
    func text(of noun: String?, devices: Int? = nil) -> String {
        let times = properties.filter { $0.isTime }
        let named = properties.filter { !$0.isTime }.map { words($0) }
        let also = inseparable.isEmpty ? "" : ", which are those with \(inseparable.prefix(3).map { words($0) }.joined(separator: " and "))"
        let what = (named.isEmpty ? [] : ["with \(named.joined(separator: " and "))"]) + times.map { $0.value }
        let earlier = times.allSatisfy { $0.isLasting } ? "before" : "at other times"
        let before = self.before.map { ", \($0.text) \(earlier)" } ?? ""
        let number = devices.map { $0 == with.affected ? "" : "(\($0) \($0 == 1 ? "device" : "devices")) " } ?? ""
        return
            "\(with.text) \(noun.map { "\($0) " } ?? "")\(number)\(what.joined(separator: " "))\(also)\(before), \(others.text) \(named.isEmpty ? earlier : "without")"
    }

    /// The properties in words, such as `app A/2, which are those with policy.pollInterval 30.0 s (otherwise 5.0 s)`.
    var named: String {
        let also = inseparable.isEmpty ? "" : ", which are those with \(inseparable.prefix(3).map { words($0) }.joined(separator: " and "))"
        return properties.filter { !$0.isTime }.map { words($0) }.joined(separator: " and ") + also
    }

    /// Returns the property in words, with the value that other launches have, and the only version that has the setting, if these are known.
    private func words(_ property: Property) -> String {
        let notes = [otherValues[property.name].map { "otherwise \($0)" }, versions[property.name].map { "only \($0.text) has it" }]
            .compactMap { $0 }
        return property.text + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    /// Returns the same correlation with the numbers of launches instead of units.
    func counted(_ with: Count, before: Count?, others: Count) -> Correlation {
        Correlation(
            properties: properties, inseparable: inseparable, with: with, before: before, others: others, probability: probability,
            otherValues: otherValues, versions: versions)
    }

    /// Returns the same correlation. If one of these settings is inseparable from the property, the setting is named first, because it explains the
    /// finding.
    func naming(_ settings: [String]) -> Correlation {
        guard let first = properties.first, let setting = inseparable.first(where: { settings.contains($0.name) }) else { return self }
        return Correlation(
            properties: [setting] + properties.dropFirst(), inseparable: [first] + inseparable.filter { $0 != setting }, with: with,
            before: before, others: others, probability: probability, otherValues: otherValues, versions: versions)
    }

    /// Returns the same correlation, but with settings in place of versions: if there are several properties, and exactly the same units have a
    /// version among them and one of these settings, the setting replaces the version. `units` returns the compared units with a property, and
    /// `values` the properties with a name.
    func naming(
        _ settings: [String], among values: (String) -> [Property], _ units: (Property) -> CorrelationFinder.Units?
    ) -> Correlation {
        var named = self
        guard properties.count > 1 else { return named }
        for (place, property) in properties.enumerated() where property.isApps && !property.isSetting {
            for setting in settings.flatMap(values) where units(setting) == units(property) {
                named.properties[place] = setting
                named.versions[setting.name] = property
                break
            }
        }
        return named
    }
}

/// Finds correlations between a finding and properties.
///
/// A unit is a device in one configuration. Launches are not counted one by one, because launches of one device depend on each other.
struct CorrelationFinder {
    /// The fewest units with a finding for which a correlation is searched.
    static let fewest = 5
    /// The highest probability of chance, after the correction for the number of comparisons (Bonferroni's).
    static let significance = 0.01
    /// The highest probability of chance for a property that only narrows a significant finding.
    private static let plausibility = 0.05

    /// A set of units, as their indices.
    struct Units: Hashable {
        private var words: [UInt64]

        init(_ count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

        mutating func insert(_ unit: Int) { words[unit / 64] |= 1 << UInt64(unit % 64) }

        var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

        func intersection(_ other: Units) -> Units {
            var both = self
            for index in both.words.indices { both.words[index] &= other.words[index] }
            return both
        }

        func contains(_ unit: Int) -> Bool { words[unit / 64] >> UInt64(unit % 64) & 1 == 1 }

        mutating func formUnion(_ other: Units) { for index in words.indices { words[index] |= other.words[index] } }

        func common(_ other: Units) -> Int {
            var count = 0
            for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
            return count
        }
    }

    /// Returns the time that, among `units`, best separates the affected units from the unaffected units before it; `nil` if there is none.
    typealias Change = (_ affected: Units, _ units: Units) -> Time?

    /// A property, with the further properties of exactly the same units.
    private struct Candidate {
        let property: Correlation.Property
        let inseparable: [Correlation.Property]
        let units: Units
        let count: Int
        var choices = 1.0
        var time: Time?

        init(_ property: Correlation.Property, _ inseparable: [Correlation.Property], _ units: Units) {
            (self.property, self.inseparable, self.units, count) = (property, inseparable, units, units.count)
        }

        init(_ time: Time) {
            self.init(time.property, [], time.units)
            (choices, self.time) = (time.choices, time)
        }
    }

    private struct Finding {
        let candidates: [Candidate]
        let hit: Int
        let with: Int
        let probability: Double
    }

    private let total: Int
    private let candidates: [Candidate]

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - total: The number of units.
    ///   - properties: The units that have each property.
    init(total: Int, _ properties: [Correlation.Property: Units]) {
        self.total = total
        var alike: [Units: [Correlation.Property]] = [:]
        for (property, units) in properties { alike[units, default: []].append(property) }
        candidates = alike.compactMap { units, properties in
            let (count, sorted) = (units.count, CorrelationFinder.named(properties))
            guard count >= CorrelationFinder.fewest, count < total, let first = sorted.first else { return nil }
            return Candidate(first, Array(sorted.dropFirst()), units)
        }
        .ordered { $0.property.order < $1.property.order }
    }

    /// Returns the properties in a fixed order, most interesting first. A build of the app is omitted if `properties` also contain its version.
    private static func named(_ properties: [Correlation.Property]) -> [Correlation.Property] {
        properties.filter { one in
            !properties.contains {
                $0.name == one.name && (one.value.hasPrefix($0.value + " ") || one.value.hasPrefix($0.value + "."))
            }
        }
        .ordered { $0.order < $1.order }
    }

    /// Returns the properties that are more frequent among the units with a finding than among all other units; `nil` if chance may explain the
    /// difference.
    ///
    /// - Parameters:
    ///   - affected: The units with the finding.
    ///   - times: Periods with many findings, each with the units that begin in it.
    ///   - findings: The number of findings that are compared, for the correction.
    func correlation(_ affected: Units, times: [Time], of findings: Int) -> Correlation? {
        found(affected, times: times, of: findings) { _, _ in nil }?.correlation
    }

    /// Returns the properties as `correlation` does, with the times among them. `change` finds the time since which launches with a property have the
    /// finding.
    func found(
        _ affected: Units, times: [Time], of findings: Int, change: Change
    ) -> (correlation: Correlation, times: [Time])? {
        let hits = affected.count
        guard hits >= CorrelationFinder.fewest, hits < total else { return nil }
        let all = candidates + times.map { Candidate($0) }
        // Versions of the app are suspected first. They have their own correction; otherwise a large number of settings would hide a bad version.
        let (apps, others) = (all.count { $0.property.name == "app" }, all.count { $0.property.name != "app" })
        let pairs = Double(max(1, all.count * (all.count - 1) / 2 * findings))
        var alone: [Double] = []
        var best: Finding?
        var least = 1.0
        for candidate in all {
            let hit = affected.common(candidate.units)
            let chance = probability(hit, candidate.count, hits)
            let comparisons = Double((candidate.property.name == "app" ? apps : others) * findings) * candidate.choices
            alone.append(chance * comparisons)
            guard hit >= CorrelationFinder.fewest, chance * comparisons <= CorrelationFinder.significance, chance <= least else {
                continue
            }
            if chance == least, candidate.count >= best?.with ?? 0 { continue }
            best = Finding(candidates: [candidate], hit: hit, with: candidate.count, probability: chance * comparisons)
            least = chance
        }
        for (first, left) in all.enumerated() {
            for (second, right) in all.enumerated() where second > first {
                let both = left.units.intersection(right.units)
                let (hit, with) = (affected.common(both), both.count)
                guard hit >= CorrelationFinder.fewest, with < min(left.count, right.count) else { continue }
                let probability = probability(hit, with, hits) * pairs * left.choices * right.choices
                // Two properties are reported together only if they explain clearly more than each alone.
                guard probability <= CorrelationFinder.significance, probability < best?.probability ?? 1,
                    probability * 20 <= min(alone[first], alone[second]), isBetter(hit, with, left, affected),
                    isBetter(hit, with, right, affected)
                else { continue }
                best = Finding(candidates: [left, right], hit: hit, with: with, probability: probability)
            }
        }
        for (index, candidate) in candidates.enumerated() {
            let comparisons = Double((candidate.property.name == "app" ? apps : others) * findings)
            let hit = affected.common(candidate.units)
            let limit = min(CorrelationFinder.significance, best?.probability ?? 1, alone[index] / 20)
            // At best, a time excludes all unaffected units. If even that were not clear enough, no time is searched.
            guard probability(hit, hit, hits) * comparisons <= limit else { continue }
            let one = Finding(candidates: [candidate], hit: hit, with: candidate.count, probability: 1)
            guard let changed = changed(one, affected, change), let time = changed.candidates.last else { continue }
            let probability = probability(changed.hit, changed.with, hits) * comparisons * time.choices
            guard probability < limit, isBetter(changed.hit, changed.with, time, affected) else { continue }
            best = Finding(candidates: changed.candidates, hit: changed.hit, with: changed.with, probability: probability)
        }
        guard let best else { return nil }
        let narrow = narrowed(best, affected, all, pairs) ?? best
        let found = changed(narrow, affected, change).map { narrowed($0, affected, all, pairs) ?? $0 } ?? narrow
        return (correlation(found, hits), found.candidates.compactMap { $0.time })
    }

    /// Returns the finding with the time since which the units with its properties are affected. Returns `nil` if the finding already has a time, or
    /// if no time clearly separates the affected units from the units before it.
    private func changed(_ finding: Finding, _ affected: Units, _ change: Change) -> Finding? {
        guard finding.hit >= CorrelationFinder.fewest, finding.hit < finding.with, finding.candidates.allSatisfy({ $0.time == nil }),
            let one = finding.candidates.first
        else { return nil }
        let units = finding.candidates.reduce(one.units) { $0.intersection($1.units) }
        guard let time = change(affected, units).map({ Candidate($0) }) else { return nil }
        let both = units.intersection(time.units)
        let (hit, with) = (affected.common(both), both.count)
        let within = FishersTest.probability(hit: hit, with: with, affected: finding.hit, total: finding.with)
        guard within * time.choices <= CorrelationFinder.significance else { return nil }
        return Finding(candidates: finding.candidates + [time], hit: hit, with: with, probability: finding.probability)
    }

    /// Returns the finding with one more property. All affected units have this property, and many of the unaffected units lack it.
    ///
    /// Returns `nil` if there is no such property, or if fewer than three of the units with the finding's properties are unaffected.
    private func narrowed(_ finding: Finding, _ affected: Units, _ all: [Candidate], _ pairs: Double) -> Finding? {
        guard let one = finding.candidates.first, finding.with - finding.hit >= 3 else { return nil }
        let units = finding.candidates.reduce(one.units) { $0.intersection($1.units) }
        var best: Finding?
        for candidate in all {
            let narrow = units.intersection(candidate.units)
            let with = narrow.count
            guard with < finding.with, affected.common(narrow) == finding.hit else { continue }
            let within = FishersTest.probability(hit: finding.hit, with: with, affected: finding.hit, total: finding.with)
            // The finding is already significant. Another property only shows where to look, so it needs less proof.
            guard within * Double(all.count) <= CorrelationFinder.plausibility, with < best?.with ?? Int.max else { continue }
            best = Finding(
                candidates: finding.candidates + [candidate], hit: finding.hit, with: with,
                probability: min(finding.probability, probability(finding.hit, with, affected.count) * pairs * Double(all.count)))
        }
        return best
    }

    /// Returns whether the second property of a pair adds something: among the units with the property `one`, those with both properties have the
    /// finding more often than chance explains.
    private func isBetter(_ hit: Int, _ with: Int, _ one: Candidate, _ affected: Units) -> Bool {
        FishersTest.probability(hit: hit, with: with, affected: affected.common(one.units), total: one.count)
            <= CorrelationFinder.plausibility
    }

    private func probability(_ hit: Int, _ with: Int, _ hits: Int) -> Double {
        FishersTest.probability(hit: hit, with: with, affected: hits, total: total)
    }

    private func correlation(_ finding: Finding, _ hits: Int) -> Correlation {
        Correlation(
            properties: finding.candidates.map { $0.property },
            inseparable: finding.candidates.count == 1 ? finding.candidates.flatMap { $0.inseparable } : [],
            with: Correlation.Count(affected: finding.hit, all: finding.with),
            others: Correlation.Count(affected: hits - finding.hit, all: total - finding.with), probability: finding.probability)
    }
}
