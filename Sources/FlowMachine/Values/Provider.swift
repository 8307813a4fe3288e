/// The id of an MVPD as Adobe knows it; it stands in the paths of Adobe's endpoints (V2-X-17).
public struct MVPDID: Hashable, Sendable, LogValue {
    /// The id, 1 to 128 bytes.
    public let text: String

    /// The id, if it is not empty and within its bounds.
    public init?(_ text: String) {
        guard (1...128).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    private init(plain text: String) { self.text = text }

    /// Whoever is signed in on this device, where Adobe has not named the MVPD. Only the legacy API signs out without a name,
    /// so this stands in no path.
    public static let whoever = MVPDID(plain: "*")

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        guard let id = Self(try archive.text(old?.text)) else { throw CodingFailure(.outOfRange, column: 0) }
        return id
    }
}

/// The id of a provider as the partner framework knows it: Adobe's `platformMappingId`. Never an MVPD id (V2-X-17).
public struct PlatformMappingID: Hashable, Sendable, LogValue {
    /// The id, 1 to 128 bytes.
    public let text: String

    /// The id, if it is not empty and within its bounds.
    public init?(_ text: String) {
        guard (1...128).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        guard let id = Self(try archive.text(old?.text)) else { throw CodingFailure(.outOfRange, column: 0) }
        return id
    }
}
