import FlowMachine
import FlowSimulation

/// The known states of an exploration. The table stores only a digest of 16 bytes and a slot of 4 bytes per state, not the state itself.
struct DigestTable {
    private var digests: [CanonicalDigest] = []
    private var slots: [UInt32]

    private static let empty = UInt32.max

    init() { slots = Array(repeating: DigestTable.empty, count: 1 << 16) }

    var count: Int { digests.count }

    /// Returns whether the state with this digest is known.
    func contains(_ digest: CanonicalDigest) -> Bool {
        var slot = Int(truncatingIfNeeded: digest.low) & (slots.count - 1)
        while slots[slot] != DigestTable.empty {
            if digests[Int(slots[slot])] == digest { return true }
            slot = (slot + 1) & (slots.count - 1)
        }
        return false
    }

    /// Adds a state. Returns the number of the state with this digest, and whether the state is new.
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
