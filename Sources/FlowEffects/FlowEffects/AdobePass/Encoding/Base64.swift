#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 with the standard alphabet, padded, without line breaks (G-63).
package enum Base64 {
    /// Returns the UTF-8 bytes of `text` in Base64.
    static func encode(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    /// Returns `bytes` in Base64, with padding and without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
