#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 with the standard alphabet, padded, without line breaks (G-63).
enum Base64 {
    /// The UTF-8 of `text` in Base64.
    static func encode(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
