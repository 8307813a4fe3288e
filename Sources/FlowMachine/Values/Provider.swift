/// The id of an MVPD as Adobe knows it; the paths of Adobe's endpoints contain it (V2-X-17).
public struct MVPDID: Hashable, Sendable, LogText {
    private let kept: KeptText
    /// The id, 1 to 128 bytes.
    public var text: String { kept.string }

    package static let length = 1...128
    package static var meaning: TextMeaning { .provider }

    /// The id, if it is not empty and within its bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        kept = KeptText(text)
    }

    /// Byte by byte: for Adobe, texts that look alike are different ids.
    public static func == (left: Self, right: Self) -> Bool { haveSameBytes(left.text, right.text) }
    /// Byte by byte, as `==`.
    public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

/// A logout that Adobe has not received yet.
public enum OwedLogout: Hashable, Sendable, LogText {
    /// The logout of the viewer who was signed in with this MVPD.
    case mvpd(MVPDID)
    /// The logout of all viewers on this device, if Adobe did not name the MVPD. Only the legacy API signs out without a name.
    case device

    /// The MVPD's id, or `*` for the device, as logs and vaults contain it.
    public var text: String {
        switch self {
        case .mvpd(let mvpd): mvpd.text
        case .device: "*"
        }
    }

    package static let length = MVPDID.length
    package static var meaning: TextMeaning { .provider }

    /// The logout for this text.
    public init?(_ text: String) {
        if haveSameBytes(text, "*") {
            self = .device
        } else {
            guard let mvpd = MVPDID(text) else { return nil }
            self = .mvpd(mvpd)
        }
    }
}

/// The id of a provider as the partner framework knows it: Adobe's `platformMappingId`. Never an MVPD id (V2-X-17).
public struct PlatformMappingID: Hashable, Sendable, LogText {
    private let kept: KeptText
    /// The id, 1 to 128 bytes.
    public var text: String { kept.string }

    package static let length = 1...128
    package static var meaning: TextMeaning { .platformProvider }

    /// The id, if it is not empty and within its bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        kept = KeptText(text)
    }

    /// Byte by byte: for Adobe, texts that look alike are different ids.
    public static func == (left: Self, right: Self) -> Bool { haveSameBytes(left.text, right.text) }
    /// Byte by byte, as `==`.
    public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
