/// A limit on the devices of a household: something fails if other devices do the same, and succeeds otherwise.
struct HouseholdLimit {
    /// Something that fails or succeeds in a launch, with the number of other devices that do the same.
    struct Case {
        let launch: Int
        let others: Int
        let fails: Bool
    }

    /// The lowest number of other devices with which it fails.
    let others: Int
    /// The number of cases with at least `others` other devices.
    private(set) var count = 0
    /// The indices of those of them that fail.
    private(set) var failures: [Int] = []
    /// The number of cases with fewer other devices, and how many of them fail.
    private(set) var otherwise = (count: 0, failures: 0)
    private let probability: Double

    /// The highest number of devices of a household. With more devices, they belong to different households.
    static let mostDevices = 8
    /// The highest number of other devices that is tried as a limit.
    private static let mostOthers = 4

    /// A number of other devices, such as `two other devices`. `number` is from 1 to 4.
    static func words(_ number: Int) -> String {
        number == 1 ? "one other device" : "\(["two", "three", "four"][min(max(number, 2), 4) - 2]) other devices"
    }

    /// Finds the number of other devices that separates failures from successes best; `nil` if chance may explain the difference.
    init?(_ cases: [Case]) {
        let found = (1...HouseholdLimit.mostOthers).compactMap { least -> HouseholdLimit? in
            // A viewer who tries again and again is counted once.
            let some = HouseholdLimit.once(cases.filter { $0.others >= least })
            let rest = HouseholdLimit.once(cases.filter { $0.others < least })
            let (hit, otherHit) = (some.count { $0 }, rest.count { $0 })
            guard hit >= CorrelationFinder.fewest, hit * 4 >= some.count * 3, otherHit * 4 <= rest.count else { return nil }
            let chance = FishersTest.probability(hit: hit, with: some.count, affected: hit + otherHit, total: some.count + rest.count)
            return HouseholdLimit(others: least, probability: chance * Double(HouseholdLimit.mostOthers))
        }
        guard let best = found.min(by: { $0.probability < $1.probability }), best.probability <= CorrelationFinder.significance else {
            return nil
        }
        self = best
        for (index, one) in cases.enumerated() {
            if one.others >= others {
                count += 1
                if one.fails { failures.append(index) }
            } else {
                otherwise.count += 1
                if one.fails { otherwise.failures += 1 }
            }
        }
    }

    private init(others: Int, probability: Double) { (self.others, self.probability) = (others, probability) }

    /// Returns whether each case fails, without cases that a launch repeats with the same result.
    private static func once(_ cases: [Case]) -> [Bool] {
        var results: [Int: Set<Bool>] = [:]
        for one in cases { results[one.launch, default: []].insert(one.fails) }
        return results.values.flatMap { $0 }
    }
}
