/// The viewer's identity for promotional temporary access (V2-T-03). Adobe receives a hash that does not reveal who the viewer is. The
/// app computes the hash, by SHA-256 or SHA-512 (with CryptoKit, for example); only a hash is accepted as an identity.
public struct PromotionalIdentity: Sendable, Equatable {
    /// The value of the header `AP-TempPass-Identity`, before Base64.
    let text: String

    /// Creates the identity; `nil` if `name` or `hash` does not have the required form.
    /// - Parameters:
    ///   - name: the name of the hashed property, as agreed between the programmer and Adobe: 1 to 64 ASCII letters, digits, `_` and `-`; for
    ///     example `email`.
    ///   - hash: 64 or 128 hexadecimal digits.
    public init?(_ name: String = "email", hash: String) {
        let isNamed =
            (1...64).contains(name.utf8.count) && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
        guard isNamed, hash.utf8.count == 64 || hash.utf8.count == 128, hash.allSatisfy(\.isHexDigit) else { return nil }
        text = #"{"\#(name)":"\#(hash.lowercased())"}"#
    }
}

extension PromotionalIdentity: Redacted {
    /// Redacted: does not reveal the identity.
    public var description: String { "<identity>" }
}
