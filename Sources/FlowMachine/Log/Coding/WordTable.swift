/// A word with its length, its first eight bytes, the last eight of its remaining bytes, and the byte that represents it in memory. The
/// length is negative if the slot is empty.
///
/// The type is outside `WordTable`. Inside, it would be another type for each `W`, and the first list of each such type would search all
/// conformances of the program: about 250,000 instructions for each set of words (callgrind, Swift 6.3.1, flow-trace).
private struct WordSlot: Sendable {
    var first: UInt64
    var last: UInt64
    var count: Int
    var byte: UInt8
}

/// Finds a word by its bytes, usually with one multiplication and one comparison.
package struct WordTable<W: Word>: Sendable {
    private var slots: [WordSlot]
    private let shift: UInt64
    private var codes: [UInt64]

    package init() {
        let words = W.allCases
        var bits = 2
        while 1 << bits < words.count * 3 { bits += 1 }
        shift = UInt64(64 - bits)
        slots = Array(repeating: WordSlot(first: 0, last: 0, count: -1, byte: 0), count: 1 << bits)
        codes = Array(repeating: 0, count: 256)
        for word in words {
            codes[WordTable.index(of: word)] = wordCode(word.rawValue)
            let (first, last, count) = word.rawValue.withBytes { WordTable.ends($0) }
            var index = hash(first, last, count)
            while slots[index].count >= 0 { index = (index + 1) & (slots.count - 1) }
            slots[index] = WordSlot(first: first, last: last, count: count, byte: UInt8(WordTable.index(of: word)))
        }
    }

    /// Returns a number that depends only on the word's spelling.
    @inline(__always) func code(of word: W) -> UInt64 { codes[WordTable.index(of: word)] }

    /// Returns the byte that represents the word in memory. Different words have different bytes. No set has more than 256 words, so an
    /// enum value takes one byte. If there is only one word, the value takes no byte, and the result is 0.
    @inline(__always) static func index(of word: W) -> Int { withUnsafeBytes(of: word) { Int($0.first ?? 0) } }

    /// Returns the word for which `index(of:)` returns `byte`.
    @inline(__always) private static func word(_ byte: UInt8) -> W { withUnsafeBytes(of: byte) { $0.load(as: W.self) } }

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
            while slots[index].count >= 0 {
                if slots[index].first == first, slots[index].last == last, slots[index].count == count {
                    let word = WordTable.word(slots[index].byte)
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
