import Foundation

/// Compresses just enough to send a compressed answer to a client.
enum Gzip {
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// `bytes`, at most 65,535, in gzip's format without compression.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let length = [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
        return header + [1] + length + length.map { ~$0 } + bytes + little(checksum(bytes)) + little(UInt32(bytes.count))
    }

    /// Blanks, 258 times this number plus one, compressed to a thousandth. The checksum at the end is wrong.
    static func blanks(_ runs: Int) -> [UInt8] {
        var bits = Bits()
        bits.add(0b1, 1)  // the last block
        bits.add(0b01, 2)  // with the fixed codes
        bits.addCode(0x30 + 0x20, 8)  // a blank
        for _ in 0..<runs {
            bits.addCode(0b1100_0101, 8)  // 258 bytes
            bits.addCode(0, 5)  // from one byte before
        }
        bits.addCode(0, 7)
        return header + bits.bytes + [UInt8](repeating: 0, count: 8)
    }

    private struct Bits {
        var bytes: [UInt8] = []
        private var free = 0

        mutating func add(_ value: Int, _ count: Int) {
            for bit in 0..<count { add((value >> bit) & 1) }
        }

        /// A code's highest bit is written first.
        mutating func addCode(_ code: Int, _ count: Int) {
            for bit in (0..<count).reversed() { add((code >> bit) & 1) }
        }

        private mutating func add(_ bit: Int) {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            bytes[bytes.count - 1] |= UInt8(bit << (8 - free))
            free -= 1
        }
    }

    private static func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~sum
    }
}
