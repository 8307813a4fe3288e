import FlowMachine
import FlowSimulation
import Testing

@testable import FlowReading

@Suite("Correlations of findings with properties") struct CorrelationTests {
    typealias Property = Correlation.Property

    private func units(_ total: Int, where isIn: (Int) -> Bool) -> CorrelationFinder.Units {
        var units = CorrelationFinder.Units(total)
        for unit in 0..<total where isIn(unit) { units.insert(unit) }
        return units
    }

    // MARK: Fisher's test

    @Test func `the lady who tastes tea`() {
        #expect(abs(FishersTest.probability(hit: 4, with: 4, affected: 4, total: 8) - 1.0 / 70) < 1e-12)
        #expect(abs(FishersTest.probability(hit: 3, with: 4, affected: 4, total: 8) - 17.0 / 70) < 1e-12)
        #expect(FishersTest.probability(hit: 0, with: 4, affected: 4, total: 8) == 1)
    }

    @Test func `the probability is that of counting every draw`() {
        /// The number of ways to choose `taken` of `all`.
        func ways(_ all: Int, _ taken: Int) -> Double {
            taken < 0 || taken > all ? 0 : (0..<taken).reduce(1.0) { $0 * Double(all - $1) / Double($1 + 1) }
        }
        for total in 1...14 {
            for with in 0...total {
                for affected in 0...total {
                    for hit in 0...min(with, affected) {
                        let tail = (hit...min(with, affected)).reduce(0.0) { $0 + ways(affected, $1) * ways(total - affected, with - $1) }
                        let found = FishersTest.probability(hit: hit, with: with, affected: affected, total: total)
                        #expect(abs(found - tail / ways(total, with)) < 1e-9, "\(hit) \(with) \(affected) \(total)")
                    }
                }
            }
        }
    }

    @Test func `large fleets neither overflow nor lose the answer, and numbers that do not fit prove nothing`() {
        #expect(FishersTest.probability(hit: 10_000, with: 10_000, affected: 10_000, total: 1_000_000) == 0)
        let even = FishersTest.probability(hit: 500, with: 50_000, affected: 1000, total: 100_000)
        #expect(even > 0.5 && even < 0.52)
        for (hit, with, affected, total) in [(5, 4, 9, 10), (1, 11, 1, 10), (1, 1, 11, 10), (1, -1, 1, 10)] {
            #expect(FishersTest.probability(hit: hit, with: with, affected: affected, total: total) == 1)
        }
    }

    // MARK: Finding

    @Test func `a version that is worse is found, with counts on both sides`() throws {
        let app = Property(name: "app", value: "DemoTV/5.2.1")
        let finder = CorrelationFinder(
            total: 46, [app: units(46) { $0 < 24 }, Property(name: "app", value: "DemoTV/5.2.0"): units(46) { $0 >= 24 }])
        let found = try #require(finder.correlation(units(46) { $0 < 27 }, times: [], of: 3))
        #expect(found.properties == [app])
        #expect(found.text == "24 of 24 with app DemoTV/5.2.1, 3 of 22 without")
        #expect(found.probability < 1e-6)
    }

    @Test func `two properties are named if only both together raise the rate`() throws {
        let provider = Property(name: "provider", value: "Dish")
        let system = Property(name: "system", value: "tvOS 26.1")
        let finder = CorrelationFinder(
            total: 120,
            [
                provider: units(120) { $0.isMultiple(of: 3) }, system: units(120) { $0.isMultiple(of: 4) },
                Property(name: "app", value: "A/1"): units(120) { $0 % 5 < 3 },
            ])
        let found = try #require(finder.correlation(units(120) { $0.isMultiple(of: 12) }, times: [], of: 4))
        #expect(found.text == "10 of 10 with provider Dish and system tvOS 26.1, 0 of 110 without")
    }

    @Test func `a second property that adds nothing is not named`() throws {
        let app = Property(name: "app", value: "A/2")
        let finder = CorrelationFinder(
            total: 80, [app: units(80) { $0 < 40 }, Property(name: "system", value: "tvOS 26"): units(80) { $0 % 3 > 0 }])
        let found = try #require(finder.correlation(units(80) { $0 < 36 }, times: [], of: 4))
        #expect(found.properties == [app])
    }

    @Test func `properties of exactly the same launches are named as inseparable, the app first`() throws {
        let new = units(60) { $0 >= 30 }
        let finder = CorrelationFinder(
            total: 60, [Property(name: "policy.pollInterval", value: "30.0 s"): new, Property(name: "app", value: "A/2"): new])
        let found = try #require(finder.correlation(units(60) { $0 >= 32 }, times: [], of: 1))
        #expect(found.text == "28 of 30 with app A/2, which are those with policy.pollInterval 30.0 s, 0 of 30 without")
    }

    @Test func `of several settings of the same launches, the one that explains the finding best is named first`() throws {
        let new = units(60) { $0 >= 30 }
        let names = ["redirectURL", "policy.userAgentGrace", "policy.configurationAge"]
        let finder = CorrelationFinder(
            total: 60, Dictionary(uniqueKeysWithValues: names.map { (Property(name: $0, value: "new"), new) }))
        let found = try #require(finder.correlation(units(60) { $0 >= 32 }, times: [], of: 1))
        let settings = ["hasUserAgent", "redirectURL", "policy.userAgentGrace"]
        #expect(found.naming(settings).properties.map { $0.name } == ["redirectURL"])
        #expect(found.naming(settings).naming(settings) == found.naming(settings))
        #expect(found.naming(settings).inseparable.map { $0.name }.sorted() == ["policy.configurationAge", "policy.userAgentGrace"])
        #expect(found.naming(["serviceProvider"]) == found)
    }

    @Test func `a beginning at one time is a property`() throws {
        let finder = CorrelationFinder(total: 60, [Property(name: "app", value: "A/2"): units(60) { $0.isMultiple(of: 2) }])
        let later = units(60) { $0 >= 40 }
        let found = try #require(
            finder.correlation(
                units(60) { $0 >= 40 && $0 != 50 }, times: [CorrelationFinder.Time("from noon on", later, .from(Instant(milliseconds: 0)))],
                of: 1))
        #expect(found.text == "19 of 20 from noon on, 0 of 40 before")
        let both = try #require(
            finder.correlation(
                units(60) { $0 >= 40 && $0.isMultiple(of: 2) },
                times: [CorrelationFinder.Time("from noon on", later, .from(Instant(milliseconds: 0)))], of: 1))
        #expect(both.text == "10 of 10 with app A/2 from noon on, 0 of 50 without")
    }

    @Test func `few affected launches, and a finding of all launches, have no correlation`() {
        let finder = CorrelationFinder(
            total: 1000,
            [Property(name: "app", value: "A"): units(1000) { $0 < 4 }, Property(name: "app", value: "B"): units(1000) { $0 < 500 }])
        #expect(finder.correlation(units(1000) { $0 < 4 }, times: [], of: 1) == nil)
        #expect(finder.correlation(units(1000) { _ in true }, times: [], of: 1) == nil)
    }

    /// Chance alone may report one fleet in fifty.
    @Test func `fleets in which nothing is wrong stay quiet`() {
        var random = RandomSource(seed: 2026)
        var reports = 0
        let fleets = 400
        for _ in 0..<fleets {
            let total = Int.random(in: 20...250, using: &random)
            var properties: [Property: CorrelationFinder.Units] = [:]
            for number in 0..<Int.random(in: 2...25, using: &random) {
                let share = Double.random(in: 0.05...0.95, using: &random)
                properties[Property(name: "property", value: "\(number)")] = units(total) { _ in
                    Double.random(in: 0..<1, using: &random) < share
                }
            }
            let finder = CorrelationFinder(total: total, properties)
            let findings = Int.random(in: 1...8, using: &random)
            for _ in 0..<findings {
                let rate = Double.random(in: 0.02...0.7, using: &random)
                let hits = (0..<total).filter { _ in Double.random(in: 0..<1, using: &random) < rate }
                let affected = units(total) { hits.contains($0) }
                let first = hits.first ?? 0
                let times =
                    first == 0
                    ? [] : [CorrelationFinder.Time("from then on", units(total) { $0 >= first }, .from(Instant(milliseconds: 0)))]
                // Each cause may also have begun at some time, for the launches with each property, or for those of older sign-ins.
                let signedIn = (0..<total).map { Int.random(in: 0...$0, using: &random) }
                let changes: CorrelationFinder.Changes = { hits, within in
                    let starts = (0..<total).filter { within.contains($0) && hits.contains($0) }
                    guard let start = starts.dropFirst(starts.count / 3).first else { return [] }
                    func older(_ start: Int) -> CorrelationFinder.Units { units(total) { $0 >= start && signedIn[$0] < start } }
                    let best = starts.max { one, other in
                        let (left, right) = (older(one), older(other))
                        return hits.common(left) * (right.count + 1) < hits.common(right) * (left.count + 1)
                    }
                    let ended = older(best ?? start)
                    return [
                        CorrelationFinder.Time(
                            "from \(start) on", units(total) { $0 >= start }, .from(Instant(milliseconds: 0)), choices: Double(starts.count)
                        ),
                        CorrelationFinder.Time(
                            "of old sign-ins", ended, .signedInBefore(Instant(milliseconds: 0)), choices: 2 * Double(starts.count)),
                    ]
                }
                if finder.found(affected, times: times, of: findings, changes: changes) != nil { reports += 1 }
            }
        }
        #expect(reports * 50 <= fleets, "\(reports) of \(fleets)")
    }
}

extension CorrelationFinder {
    /// Creates a finder from properties in any order.
    init(total: Int, _ properties: [Correlation.Property: Units]) {
        self.init(total: total, properties.sorted { $0.key.order < $1.key.order }.map { ($0.key, $0.value) })
    }
}
