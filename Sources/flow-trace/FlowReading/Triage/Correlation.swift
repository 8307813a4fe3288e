import FlowMachine

/// A set of properties with which a finding is more frequent than chance explains.
public struct Correlation: Sendable, Hashable {
    /// A property that some launches have and others do not.
    public struct Property: Sendable, Hashable {
        /// The name of the property: `app`, `library`, `system`, `provider`, `account` (on the device), `kept provider`, `system update`, `time zone`,
        /// `vault`, `time`, or the path of a setting, for example `policy.pollInterval`.
        public let name: String
        /// The value of the property, in words.
        public let value: String

        /// The property in words, such as `app DemoTV/1.0`.
        public var text: String { "\(name) \(value)" }
    }

    /// One to three properties that, together, distinguish the launches with the finding.
    public let properties: [Property]
    /// Further properties of exactly the same launches. The logs cannot show which of the properties matters.
    public let inseparable: [Property]
    /// The number of launches or devices with the properties, and how many of them have the finding.
    public let with: Count
    /// The number of all other launches or devices, and how many of them have the finding.
    public let others: Count
    /// The probability that chance alone distributes the finding so unevenly (Fisher's exact test), multiplied by the number of comparisons; at most
    /// 0.01.
    public let probability: Double

    /// The number of launches or devices that were counted, and the number of affected launches or devices among them.
    public struct Count: Sendable, Hashable {
        /// The number of launches or devices with the finding.
        public let affected: Int
        /// The number of all launches or devices that were counted.
        public let all: Int

        /// The numbers in words, such as `24 of 24`.
        public var text: String { "\(affected) of \(all)" }
    }

    /// The party that can act on the properties: the app for its versions and settings, the device for its system or an update of it, the provider
    /// for properties of its viewers. `nil` for other properties, such as a time.
    public var owner: FlowCause.Owner? {
        if properties.contains(where: { $0.isApps }) { return .app }
        if properties.contains(where: { $0.name == "system update" }) { return .device }
        if properties.contains(where: { ["provider", "account", "kept provider"].contains($0.name) }) { return .provider }
        return properties.contains { $0.isSystem } ? .device : nil
    }

    /// The properties from which the owner follows, in words.
    var reason: String {
        let apps = properties.filter { $0.isApps }
        return (apps.isEmpty ? properties : apps).map { $0.text }.joined(separator: " and ")
    }

    /// The correlation in words, such as `24 of 24 with app DemoTV/5.2.1, 3 of 22 without`.
    public var text: String { text(of: nil) }

    /// Returns the correlation in words. `noun` names the units that were counted; `nil` leaves it out.
    func text(of noun: String?) -> String {
        let times = properties.filter { $0.name == "time" }
        let others = properties.filter { $0.name != "time" }.map { $0.text }
        let also = inseparable.isEmpty ? "" : ", which are those with \(inseparable.prefix(3).map { $0.text }.joined(separator: " and "))"
        let what = (others.isEmpty ? [] : ["with \(others.joined(separator: " and "))"]) + times.map { $0.value }
        let without = others.isEmpty ? times.allSatisfy { $0.isLasting } ? "before" : "at other times" : "without"
        return
            "\(with.text) \(noun.map { "\($0) " } ?? "")\(what.joined(separator: " "))\(also), \(self.others.text) \(without)"
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

    /// A period as a property, with the units that begin in this period.
    struct Time {
        let property: Correlation.Property
        let units: Units
        /// The number of periods among which this period was chosen because the finding is frequent in it. Each of these periods is a comparison.
        let choices: Double

        init(_ words: String, _ units: Units, choices: Double = 1) {
            (property, self.units, self.choices) = (Correlation.Property(name: "time", value: words), units, choices)
        }
    }

    /// A property, with the further properties of exactly the same units.
    private struct Candidate {
        let property: Correlation.Property
        let inseparable: [Correlation.Property]
        let units: Units
        let count: Int
        var choices = 1.0
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
            return Candidate(property: first, inseparable: Array(sorted.dropFirst()), units: units, count: count)
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
        let hits = affected.count
        guard hits >= CorrelationFinder.fewest, hits < total else { return nil }
        var all = candidates
        all += times.map { Candidate(property: $0.property, inseparable: [], units: $0.units, count: $0.units.count, choices: $0.choices) }
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
        return best.map { correlation(narrowed($0, affected, all, pairs) ?? $0, hits) }
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
            guard within * Double(all.count) <= CorrelationFinder.significance, with < best?.with ?? Int.max else { continue }
            best = Finding(
                candidates: finding.candidates + [candidate], hit: finding.hit, with: with,
                probability: min(finding.probability, probability(finding.hit, with, affected.count) * pairs * Double(all.count)))
        }
        return best
    }

    /// Returns whether, among the units with the property `one`, the second property of a pair makes a difference.
    private func isBetter(_ hit: Int, _ with: Int, _ one: Candidate, _ affected: Units) -> Bool {
        FishersTest.probability(hit: hit, with: with, affected: affected.common(one.units), total: one.count) <= 0.05
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

extension Correlation.Property {
    /// Whether the app's developers control the property: a version of the app or of the library, or a setting.
    fileprivate var isApps: Bool {
        switch name {
        case "provider", "account", "kept provider", "system", "system update", "platform", "time zone", "time", "vault": false
        case _: true
        }
    }

    /// Whether the property is a version of the device's system, or an update of the system.
    var isSystem: Bool { name == "system" || name == "system update" }

    /// Whether the property is a time that has no end: `from … on`.
    var isLasting: Bool { name == "time" && value.hasPrefix("from") }

    /// Whether the property is the value of a setting.
    var isSetting: Bool { name == "platform" || !Self.names.contains(name) }

    private static let names = [
        "app", "provider", "account", "kept provider", "system update", "system", "platform", "time zone", "library", "time", "vault",
    ]

    /// The key by which properties are sorted, most interesting first.
    fileprivate var order: (Int, String, String) { (Self.names.firstIndex(of: name) ?? Self.names.count, name, value) }
}
