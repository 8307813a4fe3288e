import FlowMachine

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

        func subtracting(_ other: Units) -> Units {
            var rest = self
            for index in rest.words.indices { rest.words[index] &= ~other.words[index] }
            return rest
        }

        func contains(_ unit: Int) -> Bool { words[unit / 64] >> UInt64(unit % 64) & 1 == 1 }

        mutating func formUnion(_ other: Units) { for index in words.indices { words[index] |= other.words[index] } }

        func common(_ other: Units) -> Int {
            var count = 0
            for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
            return count
        }
    }

    /// A property that may explain a finding, with the units that have it.
    typealias Suspect = (property: Correlation.Property, units: Units)

    /// Returns the times that, among `units`, best separate the affected units from the unaffected units, one of each kind; empty if there is none.
    typealias Changes = (_ affected: Units, _ units: Units) -> [Time]

    /// A property, with the further properties of exactly the same units. It is an object, because it is large and copied often.
    private final class Candidate: Sendable {
        let property: Correlation.Property
        let inseparable: [Correlation.Property]
        let units: Units
        let count: Int
        let choices: Double
        let time: Time?

        init(_ property: Correlation.Property, _ inseparable: [Correlation.Property], _ units: Units) {
            (self.property, self.inseparable, self.units, count) = (property, inseparable, units, units.count)
            (choices, time) = (1, nil)
        }

        init(_ time: Time) {
            (property, inseparable, units, count) = (time.property, [], time.units, time.units.count)
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
    ///   - properties: The units that have each property, most interesting properties first.
    init(total: Int, _ properties: [Suspect]) {
        self.total = total
        var places: [Units: Int] = [:]
        var alike: [(units: Units, properties: [Correlation.Property])] = []
        for (property, units) in properties {
            if let place = places[units] {
                alike[place].properties.append(property)
            } else {
                places[units] = alike.count
                alike.append((units, [property]))
            }
        }
        candidates = alike.compactMap { units, properties in
            let explaining = properties.filter { !$0.onlyNarrows }
            let (count, named) = (units.count, CorrelationFinder.named(explaining.isEmpty ? properties : explaining))
            guard count >= CorrelationFinder.fewest, count < total, let first = named.first else { return nil }
            return Candidate(first, Array(named.dropFirst()), units)
        }
    }

    /// Returns the properties that are named. A build of the app is omitted if `properties` also contain its version. A system of phones and tablets
    /// together is omitted if all these are phones or all are tablets, or if only their platform matters.
    private static func named(_ properties: [Correlation.Property]) -> [Correlation.Property] {
        // The device of a household explains its platform and its system.
        if let device = properties.first(where: { $0.name == "device" }) { return [device] }
        return properties.filter { one in
            let isOfBoth = one.name == "system" && one.isOfPhones
            return !properties.contains {
                $0 != one && ($0.name == one.name || isOfBoth && $0.name == "platform")
                    && (one.value.hasPrefix($0.value + " ") || one.value.hasPrefix($0.value + ".")
                        || isOfBoth && ($0.name == "platform" || !$0.isOfPhones))
            }
        }
    }

    /// Returns the properties that are more frequent among the units with a finding than among all other units; `nil` if chance may explain the
    /// difference.
    ///
    /// - Parameters:
    ///   - affected: The units with the finding.
    ///   - times: Periods with many findings, each with the units that begin in it.
    ///   - findings: The number of findings that are compared, for the correction.
    func correlation(_ affected: Units, times: [Time], of findings: Int) -> Correlation? {
        found(affected, times: times, of: findings) { _, _ in [] }?.correlation
    }

    /// Returns the properties as `correlation` does, with the times among them. `changes` finds the times since which launches with a property have
    /// the finding.
    func found(
        _ affected: Units, times: [Time], of findings: Int, changes: Changes
    ) -> (correlation: Correlation, times: [Time])? {
        let hits = affected.count
        guard hits >= CorrelationFinder.fewest, hits < total else { return nil }
        let all = candidates + times.map { Candidate($0) }
        // Versions of the app are suspected first, and in a household the devices. They have their own corrections; otherwise a large number of settings
        // would hide a bad version.
        let (apps, devices) = (all.count { $0.property.name == "app" }, all.count { $0.property.name == "device" })
        func comparisons(_ candidate: Candidate) -> Double {
            switch candidate.property.name {
            case "app": Double(apps * findings)
            case "device": Double(devices * findings)
            case _: Double((all.count - apps - devices) * findings)
            }
        }
        let pairs = Double(max(1, all.count * (all.count - 1) / 2 * findings))
        // A provider may change something in some regions, or for some devices.
        let regional = Double(all.count { $0.property.isProviders } * all.count { $0.property.isOfRegion } * findings)
        var alone: [Double] = []
        var best: Finding?
        for candidate in all {
            let hit = affected.common(candidate.units)
            let chance = probability(hit, candidate.count, hits) * comparisons(candidate) * candidate.choices
            alone.append(chance)
            guard !candidate.property.onlyNarrows, hit >= CorrelationFinder.fewest, chance <= CorrelationFinder.significance,
                chance <= best?.probability ?? 1
            else { continue }
            if chance == best?.probability, candidate.count >= best?.with ?? 0 { continue }
            best = Finding(candidates: [candidate], hit: hit, with: candidate.count, probability: chance)
        }
        for (first, left) in all.enumerated() {
            for (second, right) in all.enumerated() where second > first {
                let both = left.units.intersection(right.units)
                let (hit, with) = (affected.common(both), both.count)
                guard hit >= CorrelationFinder.fewest, with < min(left.count, right.count),
                    !left.property.onlyNarrows, !right.property.onlyNarrows
                else { continue }
                let chance = probability(hit, with, hits) * pairs
                if chance <= 1,
                    left.property.isProviders && right.property.isOfRegion || right.property.isProviders && left.property.isOfRegion
                {
                    let both = Finding(candidates: [left, right], hit: hit, with: with, probability: 1)
                    let limit = min(CorrelationFinder.significance, best?.probability ?? 1, min(alone[first], alone[second]) / 20)
                    best = since(both, affected, limit: limit, times: regional, changes) ?? best
                }
                let probability = chance * left.choices * right.choices
                // Two properties are reported together only if they explain clearly more than each alone.
                guard probability <= CorrelationFinder.significance, probability < best?.probability ?? 1,
                    probability * 20 <= min(alone[first], alone[second]), isBetter(hit, with, left, affected),
                    isBetter(hit, with, right, affected)
                else { continue }
                best = Finding(candidates: [left, right], hit: hit, with: with, probability: probability)
            }
        }
        for (index, candidate) in candidates.enumerated() {
            let comparisons = comparisons(candidate)
            let hit = affected.common(candidate.units)
            let limit = min(CorrelationFinder.significance, best?.probability ?? 1, alone[index] / 20)
            // At best, a time excludes all unaffected units. If even that were not clear enough, no time is searched.
            guard !candidate.property.onlyNarrows, probability(hit, hit, hits) * comparisons <= limit else { continue }
            let one = Finding(candidates: [candidate], hit: hit, with: candidate.count, probability: 1)
            guard let changed = changed(one, affected, changes), let time = changed.candidates.last else { continue }
            let probability = probability(changed.hit, changed.with, hits) * comparisons * time.choices
            guard probability < limit, isBetter(changed.hit, changed.with, time, affected) else { continue }
            best = Finding(candidates: changed.candidates, hit: changed.hit, with: changed.with, probability: probability)
        }
        guard let best else { return nil }
        func completed(_ one: Finding) -> Finding {
            let narrow = narrowed(one, affected, all, pairs) ?? one
            return changed(narrow, affected, changes).map { narrowed($0, affected, all, pairs) ?? $0 } ?? narrow
        }
        let found = completed(best)
        let sharp = sharpened(found, affected).map(completed) ?? found
        return (correlation(sharp, hits), sharp.candidates.compactMap { $0.time })
    }

    /// Returns a pair of properties with the time since which the units with both are affected, such as a channel that a provider drops in some regions; `nil`
    /// if there is no such time, or if chance, multiplied by the number of pairs and of times, exceeds `limit`.
    private func since(_ pair: Finding, _ affected: Units, limit: Double, times pairs: Double, _ changes: Changes) -> Finding? {
        guard let changed = changed(pair, affected, changes), let time = changed.candidates.last else { return nil }
        let probability = probability(changed.hit, changed.with, affected.count) * pairs * time.choices
        guard probability < limit, changed.candidates.allSatisfy({ isBetter(changed.hit, changed.with, $0, affected) }) else { return nil }
        return Finding(candidates: changed.candidates, hit: changed.hit, with: changed.with, probability: probability)
    }

    /// Returns the finding with a further property in place of its time; `nil` if there is none, if nearly all units of the finding are affected, or if
    /// few others are.
    ///
    /// A finding that is usual elsewhere, such as a denial, also affects some units without the property. So most units with the property must be affected,
    /// and at least half as many again as of the others.
    private func sharpened(_ finding: Finding, _ affected: Units) -> Finding? {
        let (others, otherHits) = (total - finding.with, affected.count - finding.hit)
        guard finding.hit * 10 < finding.with * 9, otherHits * 10 >= others, let one = finding.candidates.first else { return nil }
        let within = finding.candidates.reduce(one.units) { $0.intersection($1.units) }
        let kept = finding.candidates.filter { $0.time == nil }
        guard let first = kept.first else { return nil }
        var best: (candidate: Candidate, chance: Double)?
        // A version or a setting would be to blame, so it needs the full proof of a pair.
        for candidate in candidates
        where !candidate.property.isApps && !kept.contains(where: { $0.property.name == candidate.property.name }) {
            let narrow = within.intersection(candidate.units)
            let (hit, with) = (affected.common(narrow), narrow.count)
            let (otherHit, otherWith) = (finding.hit - hit, finding.with - with)
            guard hit >= CorrelationFinder.fewest, hit * 5 >= with * 4, otherWith > 0, 2 * hit * otherWith >= 3 * otherHit * with else {
                continue
            }
            let chance = FishersTest.probability(hit: hit, with: with, affected: finding.hit, total: finding.with)
            // As in `narrowed`, the property only says where to look.
            guard chance * Double(candidates.count) <= CorrelationFinder.plausibility, chance < best?.chance ?? 1 else { continue }
            best = (candidate, chance)
        }
        guard let best else { return nil }
        let all = kept + [best.candidate]
        let units = all.reduce(first.units) { $0.intersection($1.units) }
        return Finding(candidates: all, hit: affected.common(units), with: units.count, probability: finding.probability)
    }

    /// Returns the finding with the time since which the units with its properties are affected. Returns `nil` if the finding already has a time, or
    /// if no time clearly separates the affected units from the units before it.
    private func changed(_ finding: Finding, _ affected: Units, _ changes: Changes) -> Finding? {
        guard finding.hit >= CorrelationFinder.fewest, finding.hit < finding.with, finding.candidates.allSatisfy({ $0.time == nil }),
            let one = finding.candidates.first
        else { return nil }
        let units = finding.candidates.reduce(one.units) { $0.intersection($1.units) }
        var best: (finding: Finding, chance: Double)?
        for time in changes(affected, units).map({ Candidate($0) }) {
            let both = units.intersection(time.units)
            let (hit, with) = (affected.common(both), both.count)
            let within = FishersTest.probability(hit: hit, with: with, affected: finding.hit, total: finding.with) * time.choices
            guard within <= CorrelationFinder.significance, within < best?.chance ?? 1 else { continue }
            best = (Finding(candidates: finding.candidates + [time], hit: hit, with: with, probability: finding.probability), within)
        }
        return best?.finding
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
