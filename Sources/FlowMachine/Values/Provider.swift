/// The id of an MVPD as Adobe knows it; it stands in the paths of Adobe's endpoints (V2-X-17).
public struct MVPDID: Hashable, Sendable, LogText {
    /// The id, 1 to 128 bytes.
    public let text: String

    package static let length = 1...128

    /// The id, if it is not empty and within its bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        self.text = text
    }

    private init(plain text: String) { self.text = text }

    /// Whoever is signed in on this device, where Adobe has not named the MVPD. Only the legacy API signs out without a name,
    /// so this stands in no path.
    public static let whoever = MVPDID(plain: "*")
}

/// The id of a provider as the partner framework knows it: Adobe's `platformMappingId`. Never an MVPD id (V2-X-17).
public struct PlatformMappingID: Hashable, Sendable, LogText {
    /// The id, 1 to 128 bytes.
    public let text: String

    package static let length = 1...128

    /// The id, if it is not empty and within its bounds.
    public init?(_ text: String) {
        guard Self.isWithinBounds(text) else { return nil }
        self.text = text
    }
}
