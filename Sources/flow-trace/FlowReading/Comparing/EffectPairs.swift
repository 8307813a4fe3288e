import FlowMachine

/// The effects of two decisions, each paired with the first unpaired effect of the same kind.
struct EffectPairs {
    /// The indices of two paired effects, one per side. An index is `nil` if that side has no effect to pair.
    struct Pair: Equatable {
        let left: Int?
        let right: Int?
    }

    let pairs: [Pair]
    /// Whether the paired effects are in a different order on the two sides.
    let isReordered: Bool

    /// Pairs the elements of two lists of kinds.
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
            // If both sides have an unpaired effect at the same place, these two effects become a pair, as if one had replaced the other. The pairs
            // keep the order of the left side.
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
