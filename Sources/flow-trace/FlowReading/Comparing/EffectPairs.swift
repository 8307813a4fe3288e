import FlowMachine

/// The effects of two decisions, each paired with the first unpaired effect of the same kind.
struct EffectPairs {
    /// Two places; one is `nil` where the other side has nothing of that kind.
    struct Pair: Equatable {
        let left: Int?
        let right: Int?
    }

    let pairs: [Pair]
    /// Whether the counterparts stand in another order.
    let isReordered: Bool

    /// Pairs effects by their kinds.
    init<Kind: Hashable>(_ left: [Kind], _ right: [Kind]) {
        var places: [Kind: [Int]] = [:]
        for (place, kind) in right.enumerated().reversed() { places[kind, default: []].append(place) }
        var pairs: [Pair] = []
        var isReordered = false
        var latest = -1
        var taken: Set<Int> = []
        for (place, kind) in left.enumerated() {
            let counterpart = places[kind]?.popLast()
            pairs.append(Pair(left: place, right: counterpart))
            guard let counterpart else { continue }
            taken.insert(counterpart)
            isReordered = isReordered || counterpart < latest
            latest = counterpart
        }
        for place in right.indices where !taken.contains(place) {
            // Where both sides have something of their own at one place, the one stands instead of the other.
            // The pairs of the left side come first, in its order.
            if place < left.count, pairs[place].right == nil {
                pairs[place] = Pair(left: place, right: place)
            } else {
                pairs.append(Pair(left: nil, right: place))
            }
        }
        self.pairs = pairs
        self.isReordered = isReordered
    }
}
