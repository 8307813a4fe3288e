/// CRC-32C (Castagnoli), eight bytes at a time. Each line's checksum goes on from the one before it, so that a lost,
/// doubled or moved line is found like a changed one.
enum Checksum {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
            tables[index] = value
        }
        for index in 256..<8 * 256 {
            let previous = tables[index - 256]
            tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
        }
        return tables
    }()

    /// The checksum of `bytes` after what `previous` is the checksum of.
    static func extend(_ previous: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var value = ~previous
            var index = 0
            while bytes.count - index >= 8 {
                var low: UInt32 = 0
                var high: UInt32 = 0
                for place in 0..<4 {
                    low |= UInt32(bytes[index + place]) << UInt32(place * 8)
                    high |= UInt32(bytes[index + 4 + place]) << UInt32(place * 8)
                }
                low ^= value
                value = tables[7 * 256 + Int(low & 0xFF)] ^ tables[6 * 256 + Int(low >> 8 & 0xFF)]
                value ^= tables[5 * 256 + Int(low >> 16 & 0xFF)] ^ tables[4 * 256 + Int(low >> 24)]
                value ^= tables[3 * 256 + Int(high & 0xFF)] ^ tables[2 * 256 + Int(high >> 8 & 0xFF)]
                value ^= tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
                index += 8
            }
            while index < bytes.count {
                value = value >> 8 ^ tables[Int((value ^ UInt32(bytes[index])) & 0xFF)]
                index += 1
            }
            return ~value
        }
    }

    /// The checksum of `bytes[range]` after what `previous` is the checksum of.
    static func extend(_ previous: UInt32, _ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
        bytes.withUnsafeBufferPointer { extend(previous, UnsafeBufferPointer(rebasing: $0[range])) }
    }
}
