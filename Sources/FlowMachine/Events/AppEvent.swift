/// What happened to the app and its device.
public enum AppEvent: Hashable, Sendable, LogValue {
    /// The process began; this is what the vault still holds. The first event of every segment, and the only memory
    /// across launches.
    case launched(PersistedState)
    /// The app came to the foreground.
    case foregrounded
    /// The app went to the background.
    case backgrounded
    /// Another flow on the same host was throttled: nothing is sent before this instant.
    case held(until: Instant)
    /// A secret is no longer there.
    case secretLost(SecretRef)
    /// The vault could not keep something.
    case vaultFailed

    enum Kind: String, Word {
        case launched, foregrounded, backgrounded, held, secretLost, vaultFailed
    }

    var kind: Kind {
        switch self {
        case .launched: .launched
        case .foregrounded: .foregrounded
        case .backgrounded: .backgrounded
        case .held: .held
        case .secretLost: .secretLost
        case .vaultFailed: .vaultFailed
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .launched:
                var kept: PersistedState?
                if case .launched(let value) = old { kept = value }
                return .launched(try archive.field("kept", kept))
            case .foregrounded: return .foregrounded
            case .backgrounded: return .backgrounded
            case .held:
                var until: Instant?
                if case .held(let value) = old { until = value }
                return .held(until: try archive.field("until", until))
            case .secretLost:
                var secret: SecretRef?
                if case .secretLost(let value) = old { secret = value }
                return .secretLost(try archive.field("secret", secret))
            case .vaultFailed: return .vaultFailed
            }
        }
    }
}

/// What the vault still holds when a process begins.
public struct PersistedState: Hashable, Sendable, LogValue {
    /// The client credentials.
    public var client: SecretRef?
    /// The access token.
    public var token: AccessToken?
    /// The remembered provider.
    public var provider: RememberedProvider?
    /// The chosen profile's parts.
    public var profile: Profile?
    /// A code that was shown.
    public var code: PersistedCode?
    /// That the viewer signed out.
    public var signedOut: SignedOutMark?
    /// Sign-outs that Adobe has not been told of; at most 8.
    public var owedLogouts: [MVPDID]
    /// The first numbers that no earlier launch used.
    public var first: Numbers

    /// What the vault still holds.
    public init(
        client: SecretRef? = nil, token: AccessToken? = nil, provider: RememberedProvider? = nil, profile: Profile? = nil,
        code: PersistedCode? = nil, signedOut: SignedOutMark? = nil, owedLogouts: [MVPDID] = [], first: Numbers = Numbers()
    ) {
        self.client = client
        self.token = token
        self.provider = provider
        self.profile = profile
        self.code = code
        self.signedOut = signedOut
        self.owedLogouts = owedLogouts.count <= 8 ? owedLogouts : Array(owedLogouts[..<8])
        self.first = first
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PersistedState(
                client: try archive.optional("client", old?.client),
                token: try archive.optional("token", old?.token),
                provider: try archive.optional("provider", old?.provider),
                profile: try archive.optional("profile", old?.profile),
                code: try archive.optional("code", old?.code),
                signedOut: try archive.optional("signedOut", old?.signedOut),
                owedLogouts: try archive.field("owedLogouts", old?.owedLogouts),
                first: try archive.field("first", old?.first))
        }
    }
}

/// An access token and its end.
public struct AccessToken: Hashable, Sendable, LogValue {
    /// The token, in the vault.
    public let ref: SecretRef
    /// When it ends: `created_at` + `expires_in` (V2-A-07).
    public let notAfter: Instant

    /// An access token and its end.
    public init(ref: SecretRef, notAfter: Instant) {
        self.ref = ref
        self.notAfter = notAfter
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            AccessToken(ref: try archive.field("ref", old?.ref), notAfter: try archive.field("notAfter", old?.notAfter))
        }
    }
}

/// The provider that the viewer used last. Its name and logo are kept with it, in the vault (CHK-M-2.2).
public struct RememberedProvider: Hashable, Sendable, LogValue {
    /// Adobe's id.
    public let mvpd: MVPDID
    /// The partner framework's id, if known.
    public let mapping: PlatformMappingID?

    /// The provider that the viewer used last.
    public init(mvpd: MVPDID, mapping: PlatformMappingID? = nil) {
        self.mvpd = mvpd
        self.mapping = mapping
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            RememberedProvider(mvpd: try archive.field("mvpd", old?.mvpd), mapping: try archive.optional("mapping", old?.mapping))
        }
    }
}

/// A code that was shown and is not yet used or over.
public struct PersistedCode: Hashable, Sendable, LogValue {
    /// The code, in the vault.
    public let code: SecretRef
    /// When it ends, by Adobe's clock.
    public let notAfter: Instant
    /// The MVPD of its session, if known.
    public let mvpd: MVPDID?

    /// A code that was shown.
    public init(code: SecretRef, notAfter: Instant, mvpd: MVPDID? = nil) {
        self.code = code
        self.notAfter = notAfter
        self.mvpd = mvpd
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PersistedCode(
                code: try archive.field("code", old?.code),
                notAfter: try archive.field("notAfter", old?.notAfter),
                mvpd: try archive.optional("mvpd", old?.mvpd))
        }
    }
}

/// That the viewer signed out, and which platform account was there then. Until the viewer asks or another account is
/// there, nothing signs in by itself (V2-E-09).
public struct SignedOutMark: Hashable, Sendable, LogValue {
    /// The provider that the partner framework reported at that time, if any.
    public let provider: PlatformMappingID?

    /// That the viewer signed out.
    public init(provider: PlatformMappingID? = nil) { self.provider = provider }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            SignedOutMark(provider: try archive.optional("provider", old?.provider))
        }
    }
}

/// The next numbers to be given out.
public struct Numbers: Hashable, Sendable, LogValue {
    /// The next request.
    public var request: Int64
    /// The next timer.
    public var timer: Int64
    /// The next presentation.
    public var presentation: Int64

    /// The most that a number can begin with: there is room for as many again.
    public static let bound: Int64 = 1 << 52

    /// The next numbers to be given out, each from 1 to `bound`.
    public init(request: Int64 = 1, timer: Int64 = 1, presentation: Int64 = 1) {
        self.request = min(max(request, 1), Numbers.bound)
        self.timer = min(max(timer, 1), Numbers.bound)
        self.presentation = min(max(presentation, 1), Numbers.bound)
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Numbers(
                request: try archive.field("request", old?.request),
                timer: try archive.field("timer", old?.timer),
                presentation: try archive.field("presentation", old?.presentation))
        }
    }
}
