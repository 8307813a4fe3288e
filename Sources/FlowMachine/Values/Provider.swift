/// Adobe's id of an MVPD, which is part of the paths of Adobe's endpoints (V2-X-17).
public struct MVPDID: Hashable, Sendable, LogText {
    private let kept: KeptText
    /// The text of the id, 1 to 128 bytes.
    public var text: String { kept.string }

    package static let length = 1...128
    package static var meaning: TextMeaning { .provider }

    /// Creates the id; `nil` if `text` is outside the bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        kept = KeptText(text)
    }

    /// Returns whether the ids have the same bytes. Adobe distinguishes texts that look alike but have different bytes.
    public static func == (left: Self, right: Self) -> Bool { haveSameBytes(left.text, right.text) }
    /// Hashes the bytes of the id.
    public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

/// A logout that Adobe has not received yet.
public enum OwedLogout: Hashable, Sendable, LogText {
    /// The logout of the viewer who was signed in with this MVPD.
    case mvpd(MVPDID)
    /// The logout of all viewers on this device, for a sign-in whose MVPD is not known. Only the legacy API can sign out without an MVPD.
    case device

    /// The text in logs and vaults: the MVPD's id, or `*` for the device.
    public var text: String {
        switch self {
        case .mvpd(let mvpd): mvpd.text
        case .device: "*"
        }
    }

    package static let length = MVPDID.length
    package static var meaning: TextMeaning { .provider }

    /// Creates the logout for `text`; `nil` if `text` is neither `*` nor a valid id.
    public init?(_ text: String) {
        if haveSameBytes(text, "*") {
            self = .device
        } else {
            guard let mvpd = MVPDID(text) else { return nil }
            self = .mvpd(mvpd)
        }
    }
}

/// The partner framework's id of a provider, which Adobe calls `platformMappingId`. It differs from the provider's MVPD id (V2-X-17).
public struct PlatformMappingID: Hashable, Sendable, LogText {
    private let kept: KeptText
    /// The text of the id, 1 to 128 bytes.
    public var text: String { kept.string }

    package static let length = 1...128
    package static var meaning: TextMeaning { .platformProvider }

    /// Creates the id; `nil` if `text` is outside the bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        kept = KeptText(text)
    }

    /// Returns whether the ids have the same bytes. Texts that look alike may have different bytes.
    public static func == (left: Self, right: Self) -> Bool { haveSameBytes(left.text, right.text) }
    /// Hashes the bytes of the id.
    public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
