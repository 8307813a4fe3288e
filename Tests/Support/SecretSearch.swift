#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Looks for secrets in every form in which a secret could leak: plain, percent-encoded, hexadecimal, and inside any
/// Base64 text.
public struct SecretSearch {
    private var needles: [(secret: String, form: String, bytes: Data)] = []

    /// A search for `secrets`, each of at least six bytes.
    public init(_ secrets: some Sequence<String>) {
        for secret in Set(secrets).sorted() where secret.utf8.count >= 6 {
            let bytes = Array(secret.utf8)
            var forms = ["plain": bytes, "percent": SecretSearch.percent(bytes), "hex": SecretSearch.hex(bytes)]
            forms["HEX"] = Array(String(decoding: SecretSearch.hex(bytes), as: UTF8.self).uppercased().utf8)
            forms["every byte percent"] = bytes.flatMap { Array("%".utf8) + SecretSearch.hex([$0]).map { $0 > 0x60 ? $0 - 0x20 : $0 } }
            for shift in 0..<3 { forms["Base64, \(shift) bytes in"] = SecretSearch.base64(bytes, after: shift) }
            for shift in 0..<3 {
                forms["Base64 for URLs, \(shift) bytes in"] = SecretSearch.base64(bytes, after: shift).map(SecretSearch.forURL)
            }
            for (form, bytes) in forms { needles.append((secret, form, Data(bytes))) }
        }
    }

    /// The number of secrets.
    public var count: Int { Set(needles.map(\.secret)).count }

    /// The matches in `bytes`: each secret with its form.
    public func found(in bytes: [UInt8]) -> [String] {
        let data = Data(bytes)
        return needles.compactMap { data.range(of: $0.bytes) == nil ? nil : "\($0.secret) (\($0.form))" }
    }

    /// The matches when `value` is printed in any way that Swift offers.
    public func found(printing value: Any) -> [String] {
        var text = "\(value)\n\(String(describing: value))\n\(String(reflecting: value))\n"
        dump(value, to: &text)
        return found(in: Array(text.utf8)).map { "\(type(of: value)) prints \($0)" }
    }

    private static func hex(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    private static func percent(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
            case _: Array("%".utf8) + hex([byte]).map { $0 > 0x60 ? $0 - 0x20 : $0 }
            }
        }
    }

    /// The Base64 characters that do not depend on the surrounding bytes, for a secret that starts `shift` bytes into a group of three.
    private static func base64(_ bytes: [UInt8], after shift: Int) -> [UInt8] {
        let text = Array(Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().utf8)
        return Array(text[((8 * shift + 5) / 6)..<(8 * (shift + bytes.count) / 6)])
    }

    private static func forURL(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x2B: 0x2D
        case 0x2F: 0x5F
        case _: byte
        }
    }
}
