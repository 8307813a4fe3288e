#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension URL {
    /// Creates the URL of a page or a picture; `nil` if the text is not a URL.
    ///
    /// Encodes only the characters that a URL cannot contain. On Linux, `URL(string:)` alone would encode the whole text again if it contains
    /// one such character: `%2B` would become `%252B`, and the sign-in would fail.
    init?(page text: String) {
        let encoded = URL.encodingForbidden(text)
        guard let url = URL(string: encoded), url.absoluteString == encoded else { return nil }
        self = url
    }

    private static func encodingForbidden(_ text: String) -> String {
        var encoded: [UInt8] = []
        let bytes = Array(text.utf8)
        let host = bracketedHost(bytes)
        var hasFragment = false
        for (index, byte) in bytes.enumerated() {
            let isAllowed =
                switch byte {
                case UInt8(ascii: "%"): isHexadecimal(bytes[(index + 1)...].prefix(2))
                case UInt8(ascii: "#"): !hasFragment
                case UInt8(ascii: "["), UInt8(ascii: "]"): host.contains(index)
                case _: PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@/?".utf8.contains(byte)
                }
            if byte == UInt8(ascii: "#") { hasFragment = true }
            if isAllowed { encoded.append(byte) } else { encoded += PercentEncoding.encode(byte) }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func isHexadecimal(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// Returns the range of a host in brackets, such as `[::1]`; empty if there is none.
    private static func bracketedHost(_ bytes: [UInt8]) -> Range<Int> {
        guard let slashes = bytes.firstRange(of: "//".utf8), bytes[slashes.upperBound...].first == UInt8(ascii: "["),
            let end = bytes[slashes.upperBound...].firstIndex(of: UInt8(ascii: "]"))
        else { return 0..<0 }
        return slashes.upperBound..<end + 1
    }
}
