/// Finds a word by its bytes, usually with one multiplication and one comparison.
package struct WordTable<W: Word>: Sendable {
    /// A word with its length, its first eight bytes, and the last eight of its remaining bytes.
    private struct Slot: Sendable {
        var first: UInt64
        var last: UInt64
        var count: Int
        var word: W?
    }

    private var slots: [Slot]
    private let shift: UInt64
    private var codes: [UInt64]

    package init() {
        let words = W.allCases
        var bits = 2
        while 1 << bits < words.count * 3 { bits += 1 }
        shift = UInt64(64 - bits)
        slots = Array(repeating: Slot(first: 0, last: 0, count: -1, word: nil), count: 1 << bits)
        codes = Array(repeating: 0, count: 256)
        for word in words {
            codes[WordTable.index(of: word)] = wordCode(word.rawValue)
            let (first, last, count) = word.rawValue.withBytes { WordTable.ends($0) }
            var index = hash(first, last, count)
            while slots[index].word != nil { index = (index + 1) & (slots.count - 1) }
            slots[index] = Slot(first: first, last: last, count: count, word: word)
        }
    }

    /// Returns a number that depends only on the word's spelling.
    @inline(__always) func code(of word: W) -> UInt64 { codes[WordTable.index(of: word)] }

    /// Returns the byte that represents the word in memory. Different words have different bytes. No set has more than 256 words, so an
    /// enum value takes one byte. If there is only one word, the value takes no byte, and the result is 0.
    @inline(__always) static func index(of word: W) -> Int { withUnsafeBytes(of: word) { Int($0.first ?? 0) } }

    private static func ends(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64, Int) {
        var first: UInt64 = 0
        var last: UInt64 = 0
        for index in bytes.indices {
            if index < 8 { first |= UInt64(bytes[index]) << UInt64(index * 8) }
            if index >= max(8, bytes.count - 8) { last |= UInt64(bytes[index]) << UInt64((index - max(8, bytes.count - 8)) * 8) }
        }
        return (first, last, bytes.count)
    }

    @inline(__always) private func hash(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: ((first ^ last &* 31 ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Returns the word with the `count` bytes at `start`; `nil` if there is none. The eight bytes after the word must be readable, too.
    @inline(__always) func find(_ start: UnsafeRawPointer, _ count: Int) -> W? {
        var first = start.loadUnaligned(as: UInt64.self).littleEndian
        var last: UInt64 = 0
        if count < 8 {
            first &= (1 &<< UInt64(count * 8)) &- 1
        } else if count > 16 {
            last = start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self).littleEndian
        } else if count > 8 {
            last = start.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
            if count < 16 { last &= (1 &<< UInt64((count - 8) * 8)) &- 1 }
        }
        var index = hash(first, last, count)
        return slots.withUnsafeBufferPointer { slots in
            while let word = slots[index].word {
                if slots[index].first == first, slots[index].last == last, slots[index].count == count {
                    return count <= 16 || WordTable.isSpelled(word, start, count) ? word : nil
                }
                index = (index + 1) & (slots.count - 1)
            }
            return nil
        }
    }

    @inline(never) private static func isSpelled(_ word: W, _ start: UnsafeRawPointer, _ count: Int) -> Bool {
        word.rawValue.withBytes { spelling in
            for index in 0..<count where start.load(fromByteOffset: index, as: UInt8.self) != spelling[index] { return false }
            return true
        }
    }
}

/// Returns a number that depends only on a word's spelling: its FNV-1a hash.
func wordCode(_ spelling: String) -> UInt64 {
    spelling.withBytes { bytes in
        var code: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { code = (code ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return code
    }
}
