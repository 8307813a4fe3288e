/// Percent-encoding for paths, queries and form bodies. Only the unreserved characters of RFC 3986 remain unencoded, so that every parser
/// preserves the `+`, `/` and `=` of Base64 (G-21).
enum PercentEncoding {
    /// Returns `text`, percent-encoded once (G-20).
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) { bytes.append(byte) } else { bytes.append(contentsOf: encode(byte)) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the three bytes that encode `byte`: `%` and two hexadecimal digits.
    static func encode(_ byte: UInt8) -> [UInt8] { [0x25, hex(byte >> 4), hex(byte & 15)] }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: true
        case _: false
        }
    }

    private static func hex(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}

/// The names and values of a form body or a query, in order.
struct Form {
    private var pairs: [String] = []

    /// Adds `name=value`, unless `value` is `nil`.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        pairs.append("\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))")
    }

    /// The text `name=value&name=value`, percent-encoded once.
    var text: String { pairs.joined(separator: "&") }
}
