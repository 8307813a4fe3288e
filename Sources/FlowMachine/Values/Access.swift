/// The type of a profile. The type decides what is needed with it, not the endpoint that returned it (G-33).
public enum ProfileType: Hashable, Sendable, LogValue {
    case regular, appleSSO, platformSSO, serviceTokenSSO, degraded, temporary
    /// A type this build does not know, 1 to 64 of `A`–`Z`, `a`–`z`, `0`–`9`, `_` and `-`; used like a regular one
    /// (V2-X-22).
    case other(String)

    /// The type by Adobe's word; `nil` for what is no such word.
    public init?(_ word: String) {
        switch word {
        case "regular": self = .regular
        case "appleSSO": self = .appleSSO
        case "platformSSO": self = .platformSSO
        case "serviceTokenSSO": self = .serviceTokenSSO
        case "degraded": self = .degraded
        case "temporary": self = .temporary
        case _ where ProfileType.isPlain(word): self = .other(word)
        case _: return nil
        }
    }

    private static func isPlain(_ word: String) -> Bool {
        guard (1...64).contains(word.utf8.count) else { return false }
        return word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
            case _: false
            }
        }
    }

    /// Adobe's word.
    public var word: String {
        switch self {
        case .regular: "regular"
        case .appleSSO: "appleSSO"
        case .platformSSO: "platformSSO"
        case .serviceTokenSSO: "serviceTokenSSO"
        case .degraded: "degraded"
        case .temporary: "temporary"
        case .other(let word): word
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        guard let type = ProfileType(try archive.text(old?.word)) else { throw CodingFailure(.outOfRange, column: 0) }
        return type
    }
}

/// A viewer signed in with one MVPD, as Adobe says.
public struct Profile: Hashable, Sendable, LogValue {
    /// The MVPD: the key of Adobe's map, never the issuer.
    public let mvpd: MVPDID
    /// The type, which decides whether a partner status goes with decisions.
    public let type: ProfileType
    /// When it ends, by Adobe's clock.
    public let notAfter: Instant
    /// The user metadata, in the vault.
    public let attributes: SecretRef?

    /// A viewer signed in with one MVPD.
    public init(mvpd: MVPDID, type: ProfileType, notAfter: Instant, attributes: SecretRef? = nil) {
        self.mvpd = mvpd
        self.type = type
        self.notAfter = notAfter
        self.attributes = attributes
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Profile(
                mvpd: try archive.field("mvpd", old?.mvpd),
                type: try archive.field("type", old?.type),
                notAfter: try archive.field("notAfter", old?.notAfter),
                attributes: try archive.optional("attributes", old?.attributes))
        }
    }
}

/// What decisions are made under: a profile, or the server's word without one.
public enum Access: Hashable, Sendable, LogValue {
    case profile(Profile)
    case serverAuthorization(ServerAuthorization)

    enum Kind: String, Word {
        case profile
        case serverAuthorization = "serverWord"
    }

    var kind: Kind {
        switch self {
        case .profile: .profile
        case .serverAuthorization: .serverAuthorization
        }
    }

    /// The MVPD that decisions are asked of, if known.
    public var mvpd: MVPDID? {
        switch self {
        case .profile(let profile): profile.mvpd
        case .serverAuthorization(let word): word.mvpd
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .profile:
                var profile: Profile?
                if case .profile(let value) = old { profile = value }
                return .profile(try archive.field("profile", profile))
            case .serverAuthorization:
                var word: ServerAuthorization?
                if case .serverAuthorization(let value) = old { word = value }
                return .serverAuthorization(try archive.field("word", word))
            }
        }
    }
}

/// Adobe's word that decisions may be asked, without a profile in hand.
public struct ServerAuthorization: Hashable, Sendable, LogValue {
    /// Why Adobe says so.
    public let reason: Reason
    /// The MVPD, if known.
    public let mvpd: MVPDID?
    /// When it ends, if known.
    public let notAfter: Instant?

    /// Why a viewer needs no authentication.
    public enum Reason: String, Word {
        /// `authorize`/`authenticated`: a regular profile exists.
        case authenticated
        /// `authorize`/`authenticatedSSO`: a profile by single sign-on exists.
        case authenticatedSSO
        /// Adobe lets everybody pass at this MVPD for now (V2-G-01).
        case degraded
        /// Temporary access; nobody signs in (V2-T-01).
        case temporary
        /// A token of the legacy API.
        case legacyToken
        /// A reason this build does not know.
        case other
    }

    /// Adobe's word that decisions may be asked.
    public init(reason: Reason, mvpd: MVPDID? = nil, notAfter: Instant? = nil) {
        self.reason = reason
        self.mvpd = mvpd
        self.notAfter = notAfter
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            ServerAuthorization(
                reason: try archive.field("reason", old?.reason),
                mvpd: try archive.optional("mvpd", old?.mvpd),
                notAfter: try archive.optional("notAfter", old?.notAfter))
        }
    }
}
