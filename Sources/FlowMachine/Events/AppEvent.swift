/// An event that the app or its device caused.
@nonexhaustive
public enum AppEvent: Hashable, Sendable, LogObject {
    /// The process began, and the vault contains the given values. This is the first event of a launch. The flow knows nothing else about
    /// earlier launches.
    indirect case launched(PersistedState)
    /// The app came to the foreground.
    case foregrounded
    /// The app went to the background.
    case backgrounded
    /// Adobe throttled a second flow with the same host, so this flow sends nothing before the instant `until`.
    case held(until: Instant)
    /// The vault no longer contains a secret.
    case secretLost(SecretRef)
    /// The vault could not keep a value or a secret.
    case vaultFailed
    /// The app shut the flow down. This is the last event of a launch. It cancels every outstanding request, and the flow ignores later
    /// events.
    case shutDown

    package enum Kind: String, Word {
        package static let table = WordTable<Self>()
        case launched, foregrounded, backgrounded, held, secretLost, vaultFailed, shutDown
    }

    package var kind: Kind {
        switch self {
        case .launched: .launched
        case .foregrounded: .foregrounded
        case .backgrounded: .backgrounded
        case .held: .held
        case .secretLost: .secretLost
        case .vaultFailed: .vaultFailed
        case .shutDown: .shutDown
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .launched(let kept): sink.fields(Kind.launched, "kept", kept)
        case .foregrounded: sink.fields(Kind.foregrounded)
        case .backgrounded: sink.fields(Kind.backgrounded)
        case .held(let until): sink.fields(Kind.held, "until", until)
        case .secretLost(let secret): sink.fields(Kind.secretLost, "secret", secret)
        case .vaultFailed: sink.fields(Kind.vaultFailed)
        case .shutDown: sink.fields(Kind.shutDown)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .launched: return .launched(try source.field("kept"))
        case .foregrounded: return .foregrounded
        case .backgrounded: return .backgrounded
        case .held: return .held(until: try source.field("until"))
        case .secretLost: return .secretLost(try source.field("secret"))
        case .vaultFailed: return .vaultFailed
        case .shutDown: return .shutDown
        }
    }
}

/// The values that the vault contains when a process begins.
public struct PersistedState: Hashable, Sendable, LogObject {
    /// The credentials of the registered client; `nil` if the app is not registered.
    public var client: SecretRef?
    /// The access token, which may have expired; `nil` if there is none.
    public var token: AccessToken?
    /// The provider that the viewer used last; `nil` if there is none.
    public var provider: RememberedProvider?
    /// The values of the viewer's profile that decisions need; `nil` if no viewer was signed in.
    public var profile: Profile?
    /// A code that was shown and is still open; `nil` if there is none.
    public var code: PersistedCode?
    /// The record that the viewer signed out; `nil` if no sign-out is in effect.
    public var signedOut: SignedOutMark?
    /// The logouts that Adobe has not received yet; at most 8.
    public var owedLogouts: [OwedLogout]
    /// The next free numbers of requests, timers and presentations, which no earlier launch has used.
    public var first: NextNumbers
    /// A random number from the runtime, by which this device shortens long waits between polls. Without it, many devices that Adobe
    /// refused at the same moment would poll again at the same moment. If it is `nil`, the waits are not shortened.
    public var jitter: Jitter?

    /// Creates the values that a vault contains. Each parameter sets the property of the same name.
    public init(
        client: SecretRef? = nil, token: AccessToken? = nil, provider: RememberedProvider? = nil, profile: Profile? = nil,
        code: PersistedCode? = nil, signedOut: SignedOutMark? = nil, owedLogouts: [OwedLogout] = [], first: NextNumbers = NextNumbers(),
        jitter: Jitter? = nil
    ) {
        self.client = client
        self.token = token
        self.provider = provider
        self.profile = profile
        self.code = code
        self.signedOut = signedOut
        self.owedLogouts = owedLogouts.count <= 8 ? owedLogouts : Array(owedLogouts[..<8])
        self.first = first
        self.jitter = jitter
    }

    /// The pending logouts, except a logout that must not be sent.
    ///
    /// A new sign-in settles a sign-out. If the vault contains a profile and no record of a sign-out, the vault failed to forget a pending
    /// logout of the profile's MVPD. Sending this logout would sign out the new viewer (V2-E-13).
    var openLogouts: [OwedLogout] {
        guard signedOut == nil, let profile else { return owedLogouts }
        return owedLogouts.filter { $0 != .mvpd(profile.mvpd) }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("client", client)
        sink.field("token", token)
        sink.field("provider", provider)
        sink.field("profile", profile)
        sink.field("code", code)
        sink.field("signedOut", signedOut)
        sink.field("owedLogouts", owedLogouts)
        sink.field("first", first)
        sink.field("jitter", jitter)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PersistedState(
            client: try source.field("client"),
            token: try source.field("token"),
            provider: try source.field("provider"),
            profile: try source.field("profile"),
            code: try source.field("code"),
            signedOut: try source.field("signedOut"),
            owedLogouts: try source.field("owedLogouts"),
            first: try source.field("first"),
            jitter: try source.field("jitter"))
    }
}

/// An access token and its expiry.
public struct AccessToken: Hashable, Sendable, LogObject {
    /// The reference to the token.
    public let ref: SecretRef
    /// The expiry of the token: `created_at` + `expires_in` (V2-A-07).
    public let notAfter: Instant

    /// Creates an access token with its expiry. Each parameter sets the property of the same name.
    public init(ref: SecretRef, notAfter: Instant) {
        self.ref = ref
        self.notAfter = notAfter
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("ref", ref)
        sink.field("notAfter", notAfter)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        AccessToken(ref: try source.field("ref"), notAfter: try source.field("notAfter"))
    }
}

/// The provider that the viewer used last. The vault also keeps the provider's name and logo (CHK-M-2.2).
public struct RememberedProvider: Hashable, Sendable, LogObject {
    /// Adobe's id of the provider.
    public let mvpd: MVPDID
    /// The partner framework's id of the provider; `nil` if it is not known.
    public let mapping: PlatformMappingID?

    /// Creates the provider that the viewer used last. Each parameter sets the property of the same name.
    public init(mvpd: MVPDID, mapping: PlatformMappingID? = nil) {
        self.mvpd = mvpd
        self.mapping = mapping
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("mvpd", mvpd)
        sink.field("mapping", mapping)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        RememberedProvider(mvpd: try source.field("mvpd"), mapping: try source.field("mapping"))
    }
}

/// A code that was shown, was not used and has not expired.
public struct PersistedCode: Hashable, Sendable, LogObject {
    /// The reference to the code.
    public let code: SecretRef
    /// The expiry of the code, by Adobe's clock.
    public let notAfter: Instant
    /// The MVPD of the code's session; `nil` if it is not known.
    public let mvpd: MVPDID?

    /// Creates the stored form of a code that was shown. Each parameter sets the property of the same name.
    public init(code: SecretRef, notAfter: Instant, mvpd: MVPDID? = nil) {
        self.code = code
        self.notAfter = notAfter
        self.mvpd = mvpd
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("code", code)
        sink.field("notAfter", notAfter)
        sink.field("mvpd", mvpd)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PersistedCode(
            code: try source.field("code"),
            notAfter: try source.field("notAfter"),
            mvpd: try source.field("mvpd"))
    }
}

/// The record that the viewer signed out, with the account that was on the device. While it exists, no sign-in starts by itself. A sign-in
/// starts only if the viewer asks for it or the device has a different account (V2-E-09).
public struct SignedOutMark: Hashable, Sendable, LogObject {
    /// The account that the partner framework reported at the time of the sign-out; `nil` if it reported none.
    public let account: PlatformMappingID?
    /// Whether the partner framework could not report an account at the time of the sign-out. If so, the next account that the framework
    /// names is treated as the account of the viewer who signed out.
    public let isAccountUnknown: Bool
    /// Whether the app must still ask the viewer to sign out in Settings. The app could not ask when Adobe answered the logout, because no
    /// viewer used the app (V2-E-14).
    public let owesSettings: Bool

    /// Creates the record that the viewer signed out. Each parameter sets the property of the same name.
    public init(account: PlatformMappingID? = nil, isAccountUnknown: Bool = false, owesSettings: Bool = false) {
        self.account = account
        self.isAccountUnknown = isAccountUnknown && account == nil
        self.owesSettings = owesSettings
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("provider", account)
        sink.field("isAccountUnknown", isAccountUnknown ? true : nil)
        sink.field("owesSettings", owesSettings ? true : nil)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        SignedOutMark(
            account: try source.field("provider"), isAccountUnknown: try source.field("isAccountUnknown") ?? false,
            owesSettings: try source.field("owesSettings") ?? false)
    }
}

/// The next free numbers of requests, timers and presentations.
public struct NextNumbers: Hashable, Sendable, LogObject {
    /// The number of the next request.
    public var request: Int64
    /// The number of the next timer.
    public var timer: Int64
    /// The number of the next presentation.
    public var presentation: Int64

    /// The maximum of each number at a launch. As many numbers again, up to 2^53 - 1, remain for the launch itself.
    package static let bound: Int64 = 1 << 52

    /// Creates the next free numbers, each limited to 1 through `bound`. Each parameter sets the property of the same name.
    public init(request: Int64 = 1, timer: Int64 = 1, presentation: Int64 = 1) {
        self.request = min(max(request, 1), NextNumbers.bound)
        self.timer = min(max(timer, 1), NextNumbers.bound)
        self.presentation = min(max(presentation, 1), NextNumbers.bound)
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.key("request")
        sink.counter(request)
        sink.key("timer")
        sink.counter(timer)
        sink.key("presentation")
        sink.counter(presentation)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        NextNumbers(
            request: try source.field("request"),
            timer: try source.field("timer"),
            presentation: try source.field("presentation"))
    }
}
