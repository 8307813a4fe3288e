/// A limit on the devices of a household: something fails if other devices do the same, and succeeds otherwise.
struct HouseholdLimit {
    /// Something that fails or succeeds in a launch, with the number of other devices that do the same.
    struct Case {
        let launch: Int
        let device: Int
        let others: Int
        let fails: Bool
        let place: Sightings.Place
    }

    /// The lowest number of other devices with which it fails.
    let others: Int
    /// The cases with at least `others` other devices, and how many of them fail.
    private var then = Correlation.Count()
    /// The cases with fewer other devices, and how many of them fail.
    private var otherwise = Correlation.Count()
    /// The failures with at least `others` other devices.
    private(set) var failures: [Case] = []
    private let probability: Double

    /// The highest number of devices of a household. With more devices, they belong to different households.
    static let mostDevices = 8

    /// Returns whether this number of devices may belong to one household of several devices.
    static func isHousehold(_ devices: Int) -> Bool { (2...mostDevices).contains(devices) }

    /// The highest number of other devices that is tried as a limit.
    private static let mostOthers = 4

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
        for one in cases {
            if one.others < others {
                otherwise.add(one.fails)
            } else {
                then.add(one.fails)
                if one.fails { failures.append(one) }
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

    // MARK: Words

    /// The other devices with which it fails, such as `two other devices`.
    var otherDevices: String {
        others == 1 ? "one other device" : "\(["two", "three", "four"][min(max(others, 2), 4) - 2]) other devices"
    }

    /// The devices with which it succeeds, such as `2 devices`.
    var devices: String { "\(others) \(others == 1 ? "device" : "devices")" }

    /// How often the cases fail, in words, and on how many of the household's devices. `cases` is the word for them, after a space, if the sentence does not name them.
    func counts(_ cases: String = "", of household: Int) -> String {
        "\(then.text)\(cases) then, \(otherwise.text) otherwise, on \(affected) of the \(household) devices."
    }

    private var affected: Int { Set(failures.map { $0.device }).count }

    /// Returns the pattern of the limit. `names` are those of the parameters with the numbers of failures, with other devices and otherwise.
    func pattern(
        _ id: TriagePattern.ID, _ what: String, advice: String, _ names: (then: String, otherwise: String), of household: Int
    ) -> TriagePattern? {
        let places = failures.map { $0.place }
        guard let first = places.min(by: { $0.time < $1.time }), let last = places.max(by: { $0.time < $1.time }) else { return nil }
        return TriagePattern(
            id, .viewer, what, whose: "Owner: the viewers of the household, or the TV provider, which sets the limit.",
            example: "\(first.segment), event \(first.event ?? 0).", advice: advice,
            [
                TriagePattern.Parameter("others", others), TriagePattern.Parameter(names.then, then.affected),
                TriagePattern.Parameter("of", then.all), TriagePattern.Parameter(names.otherwise, otherwise.affected),
                TriagePattern.Parameter("otherOf", otherwise.all), TriagePattern.Parameter("devices", affected),
            ], [TriagePattern.Sighting(.first, first), TriagePattern.Sighting(.last, last)])
    }
}
