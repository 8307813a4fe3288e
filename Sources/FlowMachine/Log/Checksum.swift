/// Computes CRC-32C (Castagnoli), sixteen bytes at a time.
///
/// Each line's checksum continues the checksum of the previous line. A missing, duplicate or moved line is therefore detected like a
/// changed line.
enum Checksum {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 16 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
            tables[index] = value
        }
        for index in 256..<16 * 256 {
            let previous = tables[index - 256]
            tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
        }
        return tables
    }()

    /// Returns the checksum of `bytes`, which continues `previous`, the checksum of all bytes before `bytes`.
    static func extend(_ previous: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return previous }
        return tables.withUnsafeBufferPointer { tables in
            guard let table = tables.baseAddress else { return previous }
            var value = ~previous
            var here = start
            let end = start + bytes.count
            while end - here >= 16 {
                let low = here.loadUnaligned(as: UInt64.self).littleEndian ^ UInt64(value)
                let high = here.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
                value = eight(low, table + 8 * 256) ^ eight(high, table)
                here += 16
            }
            while here < end {
                value = value >> 8 ^ table[Int((value ^ UInt32(here.load(as: UInt8.self))) & 0xFF)]
                here += 1
            }
            return ~value
        }
    }

    /// Returns the contribution of eight bytes to the checksum. `table` is the table for the last of the eight bytes, and the tables for
    /// the preceding seven bytes follow it in memory.
    @inline(__always) private static func eight(_ word: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
        let low = table[7 * 256 + Int(word & 0xFF)] ^ table[6 * 256 + Int(word >> 8 & 0xFF)]
        let next = table[5 * 256 + Int(word >> 16 & 0xFF)] ^ table[4 * 256 + Int(word >> 24 & 0xFF)]
        let third = table[3 * 256 + Int(word >> 32 & 0xFF)] ^ table[2 * 256 + Int(word >> 40 & 0xFF)]
        let last = table[256 + Int(word >> 48 & 0xFF)] ^ table[Int(word >> 56)]
        return low ^ next ^ (third ^ last)
    }

    /// Returns the difference between the checksums of two texts after the same byte is added to both. `difference` is the difference
    /// before.
    static func shifted(_ difference: UInt32) -> UInt32 { difference >> 8 ^ tables[Int(difference & 0xFF)] }

    /// Returns the difference between the checksums of two texts that differ only in `bits` of their last byte.
    static func difference(_ bits: UInt8) -> UInt32 { tables[Int(bits)] }

    /// Returns the checksum of `bytes[range]`, which continues `previous`, the checksum of all bytes before `range`.
    static func extend(_ previous: UInt32, _ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
        bytes.withUnsafeBufferPointer { extend(previous, UnsafeBufferPointer(rebasing: $0[range])) }
    }
}
