/// Normalizes a SAML response before it is sent to Adobe, as Adobe's cookbook requires (V2-C-23).
enum SAMLNormalization {
    /// Replaces each run of blanks and tabs with one blank, then removes line breaks, then trims both ends. The order matters: the indentation of a
    /// line becomes one blank, which separates attributes on different lines (G-22).
    static func normalize(_ response: String) -> String {
        var bytes: [UInt8] = []
        var follows = false
        for byte in response.utf8 {
            let isBlank = byte == 0x20 || byte == 0x09
            if isBlank {
                if !follows { bytes.append(0x20) }
            } else if byte != 0x0A && byte != 0x0D {
                bytes.append(byte)
            }
            follows = isBlank
        }
        let first = bytes.firstIndex { $0 != 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? first
        return String(decoding: bytes[first..<end], as: UTF8.self)
    }
}
