/// The app's identity, the device's abilities, and the policy. The settings are in the log's header, so they contain no secret: the
/// software statement and the device identifier are not among them.
///
/// ```swift
/// var settings = FlowSettings.tvOS(
///     serviceProvider: "REF30", domainName: "example.com", redirectURL: "demotv://signed-in",
///     activationURL: "https://example.com/activate")
/// settings.policy.pollInterval = .seconds(8)
/// ```
public struct FlowSettings: Hashable, Sendable, LogObject {
    /// Which of Adobe's APIs the flow uses.
    public enum API: String, Word {
        package static let table = WordTable<Self>()
        /// REST API V2, which new apps use.
        case restV2
        /// The legacy API, whose end of life has been announced.
        case restV1
    }

    /// Which partner framework the device has.
    public enum Partner: String, Word {
        package static let table = WordTable<Self>()
        /// Apple's Video Subscriber Account, on iOS, iPadOS, tvOS and visionOS.
        case apple
        /// None: phase B sends no partner status, and phase C is skipped. The log says `none`.
        case absent = "none"
    }

    /// The device's platform; it decides which path in Settings is shown (V2-E-05).
    public enum Platform: String, Word {
        package static let table = WordTable<Self>()
        /// An iPhone.
        case iOS
        /// An iPad.
        case iPadOS
        /// An Apple TV.
        case tvOS
        /// An Apple Vision.
        case visionOS
        /// A Mac.
        case macOS
        /// Any other device.
        case other

        /// Whether Apple's partner framework exists there.
        var hasPartnerFramework: Bool {
            switch self {
            case .iOS, .iPadOS, .tvOS, .visionOS: true
            case .macOS, .other: false
            }
        }

        /// The page of the system's settings with the viewer's provider, in the words of Adobe's cookbook (V2-E-05, V1-31). It is a
        /// fallback: if the platform has a URL for that page (`VideoSubscriberFramework.settingsURL`), an app opens that. Apple's guide to
        /// tvOS 17 calls the first entry Users and Accounts.
        package var providerSettingsPath: [String] {
            self == .tvOS ? ["Settings", "Accounts", "TV Provider"] : ["Settings", "TV Provider"]
        }
    }

    /// Which of Adobe's APIs the flow uses.
    public var api: API
    /// The service provider (requestor) id, as the paths contain it.
    public var serviceProvider: String
    /// Scheme and host of Adobe's API, for example `https://sp.auth.adobe.com`. A `String`, because FlowMachine imports no Foundation; a flow
    /// that is created with a malformed one throws (`validate()`). User information (`user:password@`) is removed, here and in
    /// the other URLs: the settings are in every log.
    public var host: String { didSet { host = withoutUserInformation(host) } }
    /// One of the domains registered for the service provider.
    public var domainName: String
    /// The address to which a user agent redirects at the end (V2-F-05): usually the app's custom scheme. User information is removed.
    public var redirectURL: String { didSet { redirectURL = withoutUserInformation(redirectURL) } }
    /// The page where the viewer types a code, shown with the code and as a link for a QR code. User information is removed. Its query is
    /// written to every log and shown to every viewer: put no key or token into it.
    public var activationURL: String? { didSet { activationURL = activationURL.map { withoutUserInformation($0) } } }
    /// Which partner framework the device has. Without one, phase B sends no status and phase C is skipped. A flow over Adobe Pass sets it: to
    /// `apple` if it is given a partner framework, otherwise to `absent`.
    public var partner: Partner
    /// The platform of the device.
    public var platform: Platform
    /// Whether the device has a user agent (not on tvOS) (V2-F-01).
    public var hasUserAgent: Bool
    /// Whether the app has a provider picker of its own (V2-F-01).
    public var hasPicker: Bool
    /// The MVPD of temporary access, if the service provider has it (V2-T-01).
    public var temporaryAccess: MVPDID?
    /// The choices that Adobe's cookbook leaves to the app.
    public var policy: Policy

    /// Settings with the cookbook's policy; `tvOS(…)`, `iOS(…)` and `other(…)` are shorter. What the platform has follows from it: Apple's
    /// partner framework, except for `.macOS` and `.other`, and a user agent, except for `.tvOS` and `.other`.
    /// Each parameter is the property of that name.
    public init(
        api: API = .restV2, serviceProvider: String, host: String = "https://sp.auth.adobe.com", domainName: String, redirectURL: String,
        activationURL: String? = nil, platform: Platform, hasPicker: Bool = true, temporaryAccess: MVPDID? = nil, policy: Policy = Policy()
    ) {
        self.api = api
        self.serviceProvider = serviceProvider
        self.host = withoutUserInformation(host)
        self.domainName = domainName
        self.redirectURL = withoutUserInformation(redirectURL)
        self.activationURL = activationURL.map { withoutUserInformation($0) }
        partner = platform.hasPartnerFramework ? .apple : .absent
        self.platform = platform
        hasUserAgent = platform != .tvOS && platform != .other
        self.hasPicker = hasPicker
        self.temporaryAccess = temporaryAccess
        self.policy = policy
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("api", api)
        sink.field("serviceProvider", serviceProvider)
        sink.field("host", host)
        sink.field("domainName", domainName)
        sink.field("redirectURL", redirectURL)
        sink.field("activationURL", activationURL)
        sink.field("partner", partner)
        sink.field("platform", platform)
        sink.field("hasUserAgent", hasUserAgent)
        sink.field("hasPicker", hasPicker)
        sink.field("temporaryAccess", temporaryAccess)
        sink.field("policy", policy)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var settings = FlowSettings(serviceProvider: "", domainName: "", redirectURL: "", platform: .other)
        try source.read("api", into: &settings.api)
        settings.serviceProvider = try source.field("serviceProvider")
        try source.read("host", into: &settings.host)
        settings.domainName = try source.field("domainName")
        settings.redirectURL = try source.field("redirectURL")
        settings.activationURL = try source.field("activationURL")
        try source.read("partner", into: &settings.partner)
        settings.platform = try source.field("platform")
        settings.hasUserAgent = try source.field("hasUserAgent")
        try source.read("hasPicker", into: &settings.hasPicker)
        settings.temporaryAccess = try source.field("temporaryAccess")
        try source.read("policy", into: &settings.policy)
        return settings
    }
}

/// The choices that Adobe's cookbook leaves to the app, and how long the flow waits.
public struct Policy: Hashable, Sendable, LogObject {
    /// How one of several profiles is chosen (V2-B-09).
    public enum ProfileChoice: String, Word {
        package static let table = WordTable<Self>()
        /// The viewer chooses. A check that may not ask uses the sign-in that this device remembers; if there is none, it chooses nobody, and
        /// the next request that may ask shows the choice.
        case ask
        /// The first by MVPD id: Adobe's map has no order of its own.
        case first
        /// The profile that expires last.
        case longest
    }

    /// Whether a decision may carry a partner status without an expiry (V2-D-03). Adobe's texts differ: the newest requires an expiry, the
    /// German and Chinese ones require it only "if available".
    public enum StatusWithoutExpiry: String, Word {
        package static let table = WordTable<Self>()
        /// It is never sent. The viewer signs in with a code or in the user agent instead, as the newest text requires.
        case never
        /// It is sent, and only Adobe's refusal leads to another sign-in; then it is not sent again for the same request of the app.
        case untilRefused
        /// It is always sent, even after Adobe refused it.
        case always
    }

    /// How one of several profiles is chosen; `ask` by default.
    public var profileChoice: ProfileChoice = .ask
    /// Whether the permission dialog may appear in phase B when the viewer asked to sign in (V2-B-03); `true` by default.
    public var promptsInCheck = true
    /// Whether the partner framework may ask the viewer in phase C.3 (V2-C-22); `true` by default.
    public var interruptsInExchange = true
    /// Whether a decision may carry a partner status without an expiry (V2-D-03); `untilRefused` by default, so that Adobe decides and a
    /// viewer whom Apple and Adobe both know needs no code.
    public var statusWithoutExpiry = StatusWithoutExpiry.untilRefused
    /// Whether closing the partner framework's picker opens the app's own picker, as the cookbook requires (V2-C-14); otherwise the viewer
    /// has given up. `true` by default.
    public var opensOwnPickerAfterCancel = true
    /// The time between a poll's answer and the next poll: at least 3 s; 5 s by default (V2-F-12).
    public var pollInterval = Interval.seconds(5)
    /// The longest wait between polls. Each throttling (429) or server error (5xx) in a row doubles the wait, up to this value; a pause of
    /// `pollInterval` is the shortest. 60 s by default (V2-F-25).
    public var longestPollInterval = Policy.usualLongestPollInterval
    /// How long the flow polls Adobe after the user agent has reached the redirect URL, and with the legacy API also after the viewer closed
    /// it early, before it treats the attempt as canceled (V2-F-05, V1-24). 0: one poll decides. 15 s by default.
    public var userAgentGrace = Interval.seconds(15)
    /// How long a code is shown and polled when Adobe did not say when it expires, or when Adobe's clock is not known: 10 s to a day
    /// (V2-F-15, V1-25). 30 minutes by default, as in Adobe's samples.
    public var sessionLifetime = Policy.unwrittenSessionLifetime
    /// How long before its expiry a token is replaced; 300 s by default (V2-A-11).
    public var tokenMargin = Interval.seconds(300)
    /// How long a configuration is used before it is fetched again; 150 s by default (V2-C-04a).
    public var configurationAge = Interval.seconds(150)
    /// How long a request to Adobe may take, or a question to the partner framework that interrupts nobody; 30 s by default.
    public var requestTimeout = Interval.seconds(30)
    /// How many times in all a call is sent if Adobe's error says `retry` or the connection fails: 1 to 3; 3 by default (V2-X-11).
    public var attempts: Int64 = 3
    /// The pause before the second attempt, doubled before the third: at least 1 ms; 1 s by default.
    public var retryDelay = Interval.seconds(1)
    /// How long nothing is sent after a 429: at least 1 s, and longer if Adobe asks for it; 1 s by default (V2-X-10).
    public var throttleHold = Interval.seconds(1)
    /// How many calls may be sent at once; after that one more per `allowanceInterval` (V2-X-18). 0: no limit; at most 1,000; 10 by
    /// default. The real allowance is per address and unknown: this only prevents one flow from using all of it.
    public var allowanceBurst: Int64 = 10
    /// The time after which one more call may be sent, see `allowanceBurst`: 1 ms to a day; 1 s by default.
    public var allowanceInterval = Interval.seconds(1)
    /// The number of consecutive failures to reach Adobe after which nothing is sent for `breakerPause` (V2-X-13). 0: never; 5 by default.
    public var breakerThreshold: Int64 = 5
    /// How long nothing is sent after `breakerThreshold` failures; 10 s by default.
    public var breakerPause = Interval.seconds(10)
    /// Whether phase C.2 may use a partner status that was valid in phase B, so that the viewer is not asked again; the cookbook asks
    /// again. `false` by default.
    public var reusesStatusInChoice = false
    /// Whether a sign-out signs out of every provider that Adobe named for this viewer, or of the chosen one; `true` by default.
    public var signsOutEverywhere = true
    /// Whether the legacy API's sign-out opens a page in the user agent before the app's own request, as its cookbook requires on iOS for
    /// the provider's own session (V1-33); `true` by default. Without the page, the next viewer of this browser is signed in with the
    /// provider again, without a password.
    public var signsOutInUserAgent = true
    /// With the legacy API, whether a device with a user agent may show a code to be typed elsewhere if no provider is known for the user
    /// agent's page: Adobe's cookbook forbids it (V1-24). `false` by default.
    public var showsCodeWithUserAgent = false
    /// With the legacy API, whether the flow finds out that Adobe has shut it down, and tells the viewer to update the app (V1-50). `true`
    /// by default.
    public var recognizesEndOfLife = true

    private static let usualLongestPollInterval = Interval.seconds(60)
    /// The log omits this value of `sessionLifetime`, so that logs from before the policy existed keep their bytes when they are read and
    /// written again.
    private static let unwrittenSessionLifetime = Interval.seconds(1800)

    /// Creates the policy of Adobe's cookbook.
    public init() {}

    /// Whether a partner status without an expiry is always sent, or never: the two values of ``statusWithoutExpiry`` that a Boolean can
    /// express.
    package var acceptsStatusWithoutExpiry: Bool {
        get { statusWithoutExpiry == .always }
        set { statusWithoutExpiry = newValue ? .always : .never }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("profileChoice", profileChoice)
        sink.field("promptsInCheck", promptsInCheck)
        sink.field("interruptsInExchange", interruptsInExchange)
        sink.field("acceptsStatusWithoutExpiry", acceptsStatusWithoutExpiry)
        // Logs of library 0.2.0 have only the field above.
        sink.field("statusWithoutExpiry", statusWithoutExpiry == .untilRefused ? statusWithoutExpiry : nil)
        sink.field("opensOwnPickerAfterCancel", opensOwnPickerAfterCancel)
        sink.field("pollInterval", pollInterval)
        // Absent in logs of library 0.1.0, which must be written again unchanged.
        sink.field("longestPollInterval", longestPollInterval == Policy.usualLongestPollInterval ? nil : longestPollInterval)
        // Logs of library 0.1.0 have no such policy: one poll decided.
        sink.field("userAgentGrace", userAgentGrace == .seconds(0) ? nil : userAgentGrace)
        sink.field("sessionLifetime", sessionLifetime == Policy.unwrittenSessionLifetime ? nil : sessionLifetime)
        sink.field("tokenMargin", tokenMargin)
        sink.field("configurationAge", configurationAge)
        sink.field("requestTimeout", requestTimeout)
        sink.field("attempts", attempts)
        sink.field("retryDelay", retryDelay)
        sink.field("throttleHold", throttleHold)
        sink.field("allowanceBurst", allowanceBurst)
        sink.field("allowanceInterval", allowanceInterval)
        sink.field("breakerThreshold", breakerThreshold)
        sink.field("breakerPause", breakerPause)
        sink.field("reusesStatusInChoice", reusesStatusInChoice)
        sink.field("signsOutEverywhere", signsOutEverywhere)
        sink.field("signsOutInUserAgent", signsOutInUserAgent)
        // Library 0.2.0 had no such policies: it showed such a code, and took each answer for what it says.
        sink.field("showsCodeWithUserAgent", showsCodeWithUserAgent ? nil : false)
        sink.field("recognizesEndOfLife", recognizesEndOfLife ? true : nil)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var policy = Policy()
        try policy.takeFields(from: &source)
        return policy
    }

    /// Reads the fields of the object from `source`. If `source.leavesDefaults`, a property whose field is absent keeps its value.
    mutating func takeFields<S: LogSource>(from source: inout S) throws(CodingFailure) {
        try source.read("profileChoice", into: &profileChoice)
        try source.read("promptsInCheck", into: &promptsInCheck)
        try source.read("interruptsInExchange", into: &interruptsInExchange)
        // Absent, it says nothing: the default is neither always nor never.
        if source.leavesDefaults {
            let accepts: Bool? = try source.field("acceptsStatusWithoutExpiry")
            if let accepts { acceptsStatusWithoutExpiry = accepts }
        } else {
            acceptsStatusWithoutExpiry = try source.field("acceptsStatusWithoutExpiry")
        }
        statusWithoutExpiry = try source.field("statusWithoutExpiry") ?? statusWithoutExpiry
        try source.read("opensOwnPickerAfterCancel", into: &opensOwnPickerAfterCancel)
        try source.read("pollInterval", into: &pollInterval)
        try source.read("longestPollInterval", into: &longestPollInterval, old: Policy.usualLongestPollInterval)
        try source.read("userAgentGrace", into: &userAgentGrace, old: .seconds(0))
        try source.read("sessionLifetime", into: &sessionLifetime, old: Policy.unwrittenSessionLifetime)
        try source.read("tokenMargin", into: &tokenMargin)
        try source.read("configurationAge", into: &configurationAge)
        try source.read("requestTimeout", into: &requestTimeout)
        try source.read("attempts", into: &attempts)
        try source.read("retryDelay", into: &retryDelay)
        try source.read("throttleHold", into: &throttleHold)
        try source.read("allowanceBurst", into: &allowanceBurst)
        try source.read("allowanceInterval", into: &allowanceInterval)
        try source.read("breakerThreshold", into: &breakerThreshold)
        try source.read("breakerPause", into: &breakerPause)
        try source.read("reusesStatusInChoice", into: &reusesStatusInChoice)
        try source.read("signsOutEverywhere", into: &signsOutEverywhere)
        try source.read("signsOutInUserAgent", into: &signsOutInUserAgent)
        try source.read("showsCodeWithUserAgent", into: &showsCodeWithUserAgent, old: true)
        try source.read("recognizesEndOfLife", into: &recognizesEndOfLife, old: false)
    }
}
