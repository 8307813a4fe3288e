// Shares of launches, sign-ins or plays that are compared with each other.
extension Correlation.Count {
    init() { self.init(affected: 0, all: 0) }

    /// Counts a launch, a sign-in or a play.
    mutating func add(_ isAffected: Bool) {
        all += 1
        if isAffected { affected += 1 }
    }

    static func + (left: Self, right: Self) -> Self { Self(affected: left.affected + right.affected, all: left.all + right.all) }
    static func - (left: Self, right: Self) -> Self { Self(affected: left.affected - right.affected, all: left.all - right.all) }

    /// The count of those that are not affected, of the same number.
    private var opposite: Self { Self(affected: all - affected, all: all) }

    /// Whether more than half are affected.
    var isMost: Bool { affected * 2 > all }

    /// The affected part, from 0 to 1.
    var share: Double { Double(affected) / Double(max(1, all)) }

    /// The highest probability of chance for shares that differ.
    static let plausibility = 0.05

    /// Returns the probability that chance alone affects at least as many; `whole` contains this count.
    func probability(in whole: Self) -> Double {
        FishersTest.probability(hit: affected, with: all, affected: whole.affected, total: whole.all)
    }

    /// Returns whether chance explains that the share differs from that of `whole`, which contains this count.
    func isLike(_ whole: Self) -> Bool {
        probability(in: whole) > Self.plausibility && opposite.probability(in: whole.opposite) > Self.plausibility
    }
}
