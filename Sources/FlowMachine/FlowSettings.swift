/// The app's identity, the device's abilities, and the policy.
///
/// The log's header contains the settings. They therefore contain no secret: neither the software statement nor the device identifier.
///
/// ```swift
/// var settings = FlowSettings.tvOS(
///     serviceProvider: "REF30", domainName: "example.com", redirectURL: "demotv://signed-in",
///     activationURL: "https://example.com/activate")
/// settings.policy.pollInterval = .seconds(8)
/// ```
public struct FlowSettings: Hashable, Sendable, LogObject {
    /// One of Adobe's REST APIs.
    public enum API: String, Word {
        package static let table = WordTable<Self>()
        /// REST API V2, which new apps use.
        case restV2
        /// The legacy API, whose end of life has been announced.
        case restV1
    }

    /// The partner framework of a device.
    public enum Partner: String, Word {
        package static let table = WordTable<Self>()
        /// Apple's Video Subscriber Account, on iOS, iPadOS, tvOS and visionOS.
        case apple
        /// No partner framework: phase B sends no partner status, and phase C is skipped. The log contains the word `none`.
        case absent = "none"
    }

    /// The platform of a device. It determines the path in Settings that the app shows (V2-E-05).
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

        /// Whether Apple's partner framework exists on this platform.
        var hasPartnerFramework: Bool {
            switch self {
            case .iOS, .iPadOS, .tvOS, .visionOS: true
            case .macOS, .other: false
            }
        }

        /// The path to the viewer's provider in the system's settings, as Adobe's cookbook spells it (V2-E-05, V1-31). An app shows this
        /// path only if the platform has no URL for that page (`VideoSubscriberFramework.settingsURL`). Apple's guide to tvOS 17 says
        /// "Users and Accounts" instead of "Accounts".
        package var providerSettingsPath: [String] {
            self == .tvOS ? ["Settings", "Accounts", "TV Provider"] : ["Settings", "TV Provider"]
        }
    }

    /// The API that the flow uses.
    public var api: API
    /// The service provider (requestor) id, which is part of the paths of Adobe's endpoints.
    public var serviceProvider: String
    /// The scheme and host of Adobe's API, for example `https://sp.auth.adobe.com`.
    ///
    /// The type is `String` because FlowMachine imports no Foundation. Creating a flow with a malformed host throws (`validate()`). User
    /// information (`user:password@`) is removed from this and all other URLs, because every log contains the settings.
    public var host: String { didSet { host = withoutUserInformation(host) } }
    /// One of the domains registered for the service provider.
    public var domainName: String
    /// The address to which a user agent redirects at the end (V2-F-05), usually with the app's custom scheme. User information is removed.
    public var redirectURL: String { didSet { redirectURL = withoutUserInformation(redirectURL) } }
    /// The page where the viewer types a code; `nil` if there is none. The app shows the page's address with the code, also as a QR code.
    /// User information is removed. The query of this URL must not contain a key or token, because every log contains it and every viewer
    /// sees it.
    public var activationURL: String? { didSet { activationURL = activationURL.map { withoutUserInformation($0) } } }
    /// The partner framework of the device. If it is `absent`, phase B sends no status, and phase C is skipped. A `Flow` over Adobe Pass
    /// sets this property to `apple` if it is created with a partner framework, otherwise to `absent`.
    public var partner: Partner
    /// The platform of the device.
    public var platform: Platform
    /// Whether the device has a user agent, in which viewers can sign in (V2-F-01). An Apple TV has none.
    public var hasUserAgent: Bool
    /// Whether the app has a provider picker of its own (V2-F-01).
    public var hasPicker: Bool
    /// The MVPD of temporary access; `nil` if the service provider does not offer temporary access (V2-T-01).
    public var temporaryAccess: MVPDID?
    /// The choices that Adobe's cookbook leaves to the app.
    public var policy: Policy

    /// Creates settings with the cookbook's policy. Each parameter sets the property of the same name.
    ///
    /// The platform determines `partner` and `hasUserAgent`. All platforms have Apple's partner framework except `.macOS` and `.other`. All
    /// platforms have a user agent except `.tvOS` and `.other`. The functions `tvOS(…)`, `iOS(…)` and `other(…)` create the settings of
    /// typical apps.
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

/// The choices that Adobe's cookbook leaves to the app, and the durations of the flow's waits.
public struct Policy: Hashable, Sendable, LogObject {
    /// The ways to choose one of several profiles (V2-B-09).
    public enum ProfileChoice: String, Word {
        package static let table = WordTable<Self>()
        /// The viewer chooses. A check that may not ask the viewer uses the profile of a provider that the vault remembers. If there is
        /// none, the check chooses no profile, and the next request that may ask the viewer shows the choice.
        case ask
        /// The flow chooses the profile whose MVPD id is alphabetically first, because Adobe's map of profiles has no order.
        case first
        /// The flow chooses the profile that expires last.
        case longest
    }

    /// The ways to treat a partner status without an expiry in a request for decisions (V2-D-03). Adobe's texts differ: the newest text
    /// requires an expiry, whereas the German and Chinese texts require it only "if available".
    public enum StatusWithoutExpiry: String, Word {
        package static let table = WordTable<Self>()
        /// The flow never sends a status without an expiry. The viewer signs in with a code or in the user agent instead, as the newest
        /// version of Adobe's cookbook requires.
        case never
        /// The flow sends a status without an expiry until Adobe refuses it. Then the viewer signs in again, and the flow does not send the
        /// status again for the same request of the app.
        case untilRefused
        /// The flow always sends a status without an expiry, even after Adobe has refused it.
        case always
    }

    /// The way to choose one of several profiles; `ask` by default.
    public var profileChoice: ProfileChoice = .ask
    /// Whether the partner framework's permission dialog may appear while the flow checks who is signed in (phase B of Adobe's cookbook).
    /// The dialog appears only if the viewer asked to sign in (V2-B-03). `true` by default.
    public var promptsInCheck = true
    /// Whether the partner framework may ask the viewer to sign in when the flow requests a SAML response from the framework (phase C.3 of
    /// Adobe's cookbook, V2-C-22). `true` by default.
    public var interruptsInExchange = true
    /// The use of a partner status without an expiry in a request for decisions (V2-D-03). `untilRefused` by default: Adobe decides, and a
    /// viewer whom both Apple and Adobe recognize needs no code.
    public var statusWithoutExpiry = StatusWithoutExpiry.untilRefused
    /// Whether the app's own picker opens after the viewer has closed the partner framework's picker, as Adobe's cookbook requires
    /// (V2-C-14). If not, closing the framework's picker cancels the attempt. `true` by default.
    public var opensOwnPickerAfterCancel = true
    /// The time between a poll's answer and the next poll: at least 3 s; 5 s by default (V2-F-12).
    public var pollInterval = Interval.seconds(5)
    /// The maximum wait between polls; 60 s by default (V2-F-25). The wait begins at `pollInterval`, and each consecutive throttling (429)
    /// or server error (5xx) doubles it, up to this value.
    public var longestPollInterval = Policy.usualLongestPollInterval
    /// The time for which the flow polls Adobe after the user agent has reached the redirect URL (V2-F-05). With the legacy API, also the
    /// time after the viewer has closed the user agent early (V1-24). If no poll finds a sign-in within this time, the attempt is canceled.
    /// With 0, the flow sends only one poll. 15 s by default.
    public var userAgentGrace = Interval.seconds(15)
    /// The time for which the flow shows a code and polls, if Adobe did not report the code's expiry or Adobe's clock is not known
    /// (V2-F-15, V1-25). From 10 s to one day; 30 minutes by default, as in Adobe's samples.
    public var sessionLifetime = Policy.unwrittenSessionLifetime
    /// The time before the expiry of an access token at which the flow replaces the token; 300 s by default (V2-A-11).
    public var tokenMargin = Interval.seconds(300)
    /// The time for which the flow uses a configuration before it fetches the configuration again; 150 s by default (V2-C-04a).
    public var configurationAge = Interval.seconds(150)
    /// The maximum duration of a request to Adobe, and of a question to the partner framework that does not interrupt the viewer. 30 s by
    /// default.
    public var requestTimeout = Interval.seconds(30)
    /// The maximum number of times that the flow sends a call, including the first time (V2-X-11). The flow repeats a call if Adobe's error
    /// demands `retry` or the connection fails. From 1 to 3; 3 by default.
    public var attempts: Int64 = 3
    /// The pause before the second attempt: at least 1 ms; 1 s by default. The pause before the third attempt is twice as long.
    public var retryDelay = Interval.seconds(1)
    /// The time for which the flow sends nothing after a 429 (V2-X-10). At least 1 s, and longer if Adobe demands it; 1 s by default.
    public var throttleHold = Interval.seconds(1)
    /// The number of calls that the flow may send at once (V2-X-18). After that, the flow may send one more call per `allowanceInterval`.
    /// At most 1,000; 0 means no limit; 10 by default. Adobe's own limit per address is unknown. This value only prevents one flow from
    /// using all of Adobe's limit.
    public var allowanceBurst: Int64 = 10
    /// The interval after which the flow may send one more call (see `allowanceBurst`). From 1 ms to one day; 1 s by default.
    public var allowanceInterval = Interval.seconds(1)
    /// The number of consecutive failures to reach Adobe after which the flow sends nothing for `breakerPause` (V2-X-13). 0 means that the
    /// flow never pauses; 5 by default.
    public var breakerThreshold: Int64 = 5
    /// The time for which the flow sends nothing after `breakerThreshold` consecutive failures; 10 s by default.
    public var breakerPause = Interval.seconds(10)
    /// Whether the flow, when the viewer must choose a provider (phase C.2 of Adobe's cookbook), may use the partner status that the check
    /// (phase B) received, if this status was valid. Then the partner framework does not ask the viewer again. The cookbook, in contrast,
    /// requires a second request to the partner framework. `false` by default.
    public var reusesStatusInChoice = false
    /// Whether a sign-out signs the viewer out of every provider that Adobe named. If not, the viewer is signed out of the chosen provider
    /// only. `true` by default.
    public var signsOutEverywhere = true
    /// Whether, with the legacy API, a sign-out opens a page in the user agent before the app's own request, as Adobe's cookbook requires
    /// on iOS (V1-33). The page ends the session at the provider. Without the page, the next viewer who signs in with that provider needs
    /// no password. `true` by default.
    public var signsOutInUserAgent = true
    /// Whether, with the legacy API, a device with a user agent may show a code for a second screen. The flow shows the code if it
    /// does not know which provider's page to open in the user agent. Adobe's cookbook forbids this (V1-24). `false` by default.
    public var showsCodeWithUserAgent = false
    /// Whether, with the legacy API, the flow detects that Adobe has shut the API down, and asks the viewer to update the app (V1-50).
    /// `true` by default.
    public var recognizesEndOfLife = true

    private static let usualLongestPollInterval = Interval.seconds(60)
    /// The default of `sessionLifetime`. The log omits this value, so that logs that are older than the policy keep their bytes when they
    /// are read and written again.
    private static let unwrittenSessionLifetime = Interval.seconds(1800)

    /// Creates the policy of Adobe's cookbook.
    public init() {}

    /// Whether a partner status without an expiry is always sent. This is a Boolean form of ``statusWithoutExpiry`` for older logs, and it
    /// cannot express `untilRefused`.
    package var acceptsStatusWithoutExpiry: Bool {
        get { statusWithoutExpiry == .always }
        set { statusWithoutExpiry = newValue ? .always : .never }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("profileChoice", profileChoice)
        sink.field("promptsInCheck", promptsInCheck)
        sink.field("interruptsInExchange", interruptsInExchange)
        sink.field("acceptsStatusWithoutExpiry", acceptsStatusWithoutExpiry)
        // Logs of library 0.2.0 contain only the field above.
        sink.field("statusWithoutExpiry", statusWithoutExpiry == .untilRefused ? statusWithoutExpiry : nil)
        sink.field("opensOwnPickerAfterCancel", opensOwnPickerAfterCancel)
        sink.field("pollInterval", pollInterval)
        // Logs of library 0.1.0 do not contain this field, and must not change when they are written again.
        sink.field("longestPollInterval", longestPollInterval == Policy.usualLongestPollInterval ? nil : longestPollInterval)
        // In library 0.1.0, which had no such policy, a single poll decided. The value 0 expresses this.
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
        // Library 0.2.0 did not have the next two policies. It showed a code on a device with a user agent, and did not detect the end of
        // the legacy API.
        sink.field("showsCodeWithUserAgent", showsCodeWithUserAgent ? nil : false)
        sink.field("recognizesEndOfLife", recognizesEndOfLife ? true : nil)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var policy = Policy()
        try policy.takeFields(from: &source)
        return policy
    }

    /// Reads the fields of the object from `source`. If `source.leavesDefaults` is true, a property keeps its value if its field is absent.
    mutating func takeFields<S: LogSource>(from source: inout S) throws(CodingFailure) {
        try source.read("profileChoice", into: &profileChoice)
        try source.read("promptsInCheck", into: &promptsInCheck)
        try source.read("interruptsInExchange", into: &interruptsInExchange)
        // If the field is absent, the policy keeps its value, because the default is neither `always` nor `never`.
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
