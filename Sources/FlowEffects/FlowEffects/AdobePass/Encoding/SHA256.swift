/// SHA-256 (FIPS 180-4), for device identifiers and for the content security policy of a page. Implemented here because the toolchain for Linux
/// contains no SHA-256.
package enum SHA256 {
    /// Returns the 32 bytes of the digest of `message`.
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        var state = initial
        for block in blocks(of: message) { compress(block, into: &state) }
        return state.flatMap { word in
            [
                UInt8(truncatingIfNeeded: word >> 24), UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8),
                UInt8(truncatingIfNeeded: word),
            ]
        }
    }

    /// Returns the padded message in blocks of 16 words: the message, a 1 bit, zeros, and the length of the message in bits.
    private static func blocks(of message: [UInt8]) -> [[UInt32]] {
        var padded = message
        padded.append(0x80)
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) << 3
        for shift in stride(from: UInt64(56), through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        return stride(from: 0, to: padded.count, by: 64).map { start in
            stride(from: start, to: start + 64, by: 4).map { at in
                padded[at..<at + 4].reduce(UInt32(0)) { word, byte in word << 8 | UInt32(byte) }
            }
        }
    }

    private static func compress(_ block: [UInt32], into state: inout [UInt32]) {
        var schedule = block
        for index in 16..<64 {
            let early = schedule[index - 15]
            let late = schedule[index - 2]
            let small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >> 3)
            let small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >> 10)
            schedule.append(schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1)
        }
        var working = state
        for index in 0..<64 {
            let (a, b, c, e) = (working[0], working[1], working[2], working[4])
            let big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let choice = (e & working[5]) ^ (~e & working[6])
            let first = working[7] &+ big1 &+ choice &+ constants[index] &+ schedule[index]
            let big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            working = [first &+ big0 &+ majority, a, b, c, working[3] &+ first, e, working[5], working[6]]
        }
        for index in 0..<8 { state[index] = state[index] &+ working[index] }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
