/// The type of a profile, which says how the viewer signed in. The type determines whether a request for decisions needs a partner status.
/// The endpoint that returned the profile is not relevant (G-33).
@nonexhaustive
public enum ProfileType: Hashable, Sendable, LogText {
    /// The viewer signed in on the provider's own page, in a user agent or on a second screen.
    case regular
    /// The viewer signed in through Apple's single sign-on. A request for decisions needs a valid partner status (V2-D-01).
    case appleSSO
    /// The viewer signed in through the single sign-on of a platform other than Apple's.
    case platformSSO
    /// The viewer signed in with a service token.
    case serviceTokenSSO
    /// The provider has an outage, and Adobe grants all its viewers access (V2-G-02).
    case degraded
    /// Temporary access, without a sign-in.
    case temporary
    /// A type that this build does not know, treated like `regular` (V2-X-22). Its spelling has 1 to 64 of `A`–`Z`, `a`–`z`, `0`–`9`, `_`
    /// and `-`.
    case other(Unlisted)

    /// Creates the type for Adobe's value `word`; `nil` if the value is not valid.
    public init?(_ word: String) {
        guard let type = ProfileType.listed(word) ?? Unlisted(word).map(ProfileType.other) else { return nil }
        self = type
    }

    /// Returns the known type that Adobe spells as `word`; `nil` if this build does not know the word.
    fileprivate static func listed(_ word: String) -> ProfileType? {
        let types = [ProfileType.regular, .appleSSO, .platformSSO, .serviceTokenSSO, .degraded, .temporary]
        return types.first { haveSameBytes($0.word, word) }
    }

    package static let length = Unlisted.length
    package static let alphabet = Unlisted.alphabet
    package static var meaning: TextMeaning { .profileType }
    package var text: String { word }

    /// Adobe's spelling of the type.
    public var word: String {
        switch self {
        case .regular: "regular"
        case .appleSSO: "appleSSO"
        case .platformSSO: "platformSSO"
        case .serviceTokenSSO: "serviceTokenSSO"
        case .degraded: "degraded"
        case .temporary: "temporary"
        case .other(let word): word.text
        }
    }

    /// The spelling of a profile type that this build does not know: 1 to 64 letters, digits, `_` and `-`.
    public struct Unlisted: Hashable, Sendable, LogText {
        private let kept: KeptText
        /// Adobe's spelling of the type.
        package var text: String { kept.string }

        package static let length = 1...64
        package static let alphabet = TextAlphabet.word
        package static var meaning: TextMeaning { .profileType }

        /// Creates the spelling; `nil` if `text` is outside its bounds or is the spelling of a known type.
        package init?(_ text: String) {
            guard Self.isWithinBounds(text) else { return nil }
            guard ProfileType.listed(text) == nil else { return nil }
            kept = KeptText(text)
        }

        private init(plain text: String) { kept = KeptText(text) }

        /// The replacement for a type whose spelling is outside the bounds.
        package static let unreadable = Unlisted(plain: "other")
    }
}

/// A profile: Adobe's report that a viewer is signed in with an MVPD.
public struct Profile: Hashable, Sendable, LogObject {
    /// The MVPD. It is the profile's key in Adobe's map of profiles, not the `issuer` in the profile.
    public let mvpd: MVPDID
    /// The type, which determines whether requests for decisions carry a partner status.
    public let type: ProfileType
    /// The expiry of the profile, by Adobe's clock.
    public let notAfter: Instant
    /// The reference to the user metadata; `nil` if Adobe sent none.
    public let attributes: SecretRef?

    /// Creates the profile of a viewer who is signed in with an MVPD. Each parameter sets the property of the same name.
    public init(mvpd: MVPDID, type: ProfileType, notAfter: Instant, attributes: SecretRef? = nil) {
        self.mvpd = mvpd
        self.type = type
        self.notAfter = notAfter
        self.attributes = attributes
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("mvpd", mvpd)
        sink.field("type", type)
        sink.field("notAfter", notAfter)
        sink.field("attributes", attributes)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Profile(
            mvpd: try source.field("mvpd"),
            type: try source.field("type"),
            notAfter: try source.field("notAfter"),
            attributes: try source.field("attributes"))
    }
}

/// The permission to request decisions: a profile, or Adobe's authorization without a profile.
@nonexhaustive
public enum Access: Hashable, Sendable, LogObject {
    /// A profile that Adobe returned.
    case profile(Profile)
    /// Adobe's permission to request decisions although no profile is available.
    case serverAuthorization(ServerAuthorization)

    enum Kind: String, Word {
        static let table = WordTable<Self>()
        case profile
        case serverAuthorization = "serverWord"
    }

    /// The MVPD whose decisions are requested; `nil` if it is not known.
    public var mvpd: MVPDID? {
        switch self {
        case .profile(let profile): profile.mvpd
        case .serverAuthorization(let authorization): authorization.mvpd
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .profile(let profile): sink.fields(Kind.profile, "profile", profile)
        case .serverAuthorization(let authorization): sink.fields(Kind.serverAuthorization, "word", authorization)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .profile: return .profile(try source.field("profile"))
        case .serverAuthorization: return .serverAuthorization(try source.field("word"))
        }
    }
}

/// Adobe's permission to request decisions although no profile is available.
public struct ServerAuthorization: Hashable, Sendable, LogObject {
    /// The reason for Adobe's permission.
    public let reason: Reason
    /// The MVPD; `nil` if it is not known.
    public let mvpd: MVPDID?
    /// The expiry of the permission; `nil` if it is not known.
    public let notAfter: Instant?

    /// The reasons that a viewer needs no authentication.
    @nonexhaustive
    public enum Reason: String, Word {
        package static let table = WordTable<Self>()
        /// A regular profile exists (Adobe's action `authorize` with the reason `authenticated`).
        case authenticated
        /// A profile by single sign-on exists (Adobe's action `authorize` with the reason `authenticatedSSO`).
        case authenticatedSSO
        /// Adobe currently grants every viewer of this MVPD access (V2-G-01).
        case degraded
        /// Temporary access, for which no viewer signs in (V2-T-01).
        case temporary
        /// The legacy API reports an authentication token of this device.
        case legacyToken
        /// A reason that this build does not know.
        case other
    }

    /// Creates Adobe's permission to request decisions. Each parameter sets the property of the same name.
    public init(reason: Reason, mvpd: MVPDID? = nil, notAfter: Instant? = nil) {
        self.reason = reason
        self.mvpd = mvpd
        self.notAfter = notAfter
    }

    /// Returns the same permission with an MVPD: the MVPD that Adobe named or, if Adobe named none, `known`. Returns `nil` if both are
    /// `nil`.
    func named(_ known: MVPDID?) -> ServerAuthorization? {
        guard let mvpd = mvpd ?? known else { return nil }
        return ServerAuthorization(reason: reason, mvpd: mvpd, notAfter: notAfter)
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("reason", reason)
        sink.field("mvpd", mvpd)
        sink.field("notAfter", notAfter)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        ServerAuthorization(
            reason: try source.field("reason"),
            mvpd: try source.field("mvpd"),
            notAfter: try source.field("notAfter"))
    }
}
