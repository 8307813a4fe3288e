import FlowMachine
import FlowSimulation

/// The known states, by their digests: 16 bytes each and a slot of 4, instead of the state.
struct DigestTable {
    private var digests: [CanonicalDigest] = []
    private var slots: [UInt32]

    private static let empty = UInt32.max

    init() { slots = Array(repeating: DigestTable.empty, count: 1 << 16) }

    var count: Int { digests.count }

    /// Whether the state with that digest is known.
    func contains(_ digest: CanonicalDigest) -> Bool {
        var slot = Int(truncatingIfNeeded: digest.low) & (slots.count - 1)
        while slots[slot] != DigestTable.empty {
            if digests[Int(slots[slot])] == digest { return true }
            slot = (slot + 1) & (slots.count - 1)
        }
        return false
    }

    /// The number of the state with that digest, and whether it is new.
    mutating func insert(_ digest: CanonicalDigest) -> (index: Int, isNew: Bool) {
        if digests.count * 3 >= slots.count * 2 { grow() }
        var slot = Int(truncatingIfNeeded: digest.low) & (slots.count - 1)
        while slots[slot] != DigestTable.empty {
            let index = Int(slots[slot])
            if digests[index] == digest { return (index, false) }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = UInt32(digests.count)
        digests.append(digest)
        return (digests.count - 1, true)
    }

    private mutating func grow() {
        slots = Array(repeating: DigestTable.empty, count: slots.count * 2)
        for (index, digest) in digests.enumerated() {
            var slot = Int(truncatingIfNeeded: digest.low) & (slots.count - 1)
            while slots[slot] != DigestTable.empty { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(index)
        }
    }
}
