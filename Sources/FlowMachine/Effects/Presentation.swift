/// What is put before the person. Codes and values, never sentences: the app words and localises them.
public enum Presentation: Hashable, Sendable, LogValue {
    /// Nothing any more.
    case nothing
    /// The app's own provider picker, with the names and logos of this configuration. Temporary providers are to be
    /// hidden (V2-F-20). Choices: `provider`, `cancel`.
    case providerPicker(configuration: SecretRef)
    /// Sign in with this provider, the one used last (V2-F-21)? Choices: `provider` with its id, `otherProvider`, `cancel`.
    case providerConfirmation(MVPDID)
    /// Which of these profiles? Choices: `profile`, `cancel`.
    case profilePicker([Profile])
    /// A user agent at this link (V2-F-04). Choices: `redirectReached`, `userAgentClosed`, `cancel`.
    case userAgent(link: SecretRef)
    /// This code, to be typed on a second screen (V2-F-06, V2-F-07). Choices: `newCode`, `otherProvider`, `cancel`.
    case code(SecretRef, notAfter: Instant?)
    /// The code ended unused (V2-F-15). Choices: `newCode`, `otherProvider`, `cancel`.
    case codeExpired
    /// A user agent at this link, to finish signing out (V2-E-04). Choices: `redirectReached`, `userAgentClosed`, `cancel`.
    case signOutUserAgent(link: SecretRef)
    /// A user agent at the legacy API's page for signing out (V1-33). Choices: `redirectReached`, `userAgentClosed`, `cancel`.
    case legacySignOut
    /// Sign out in the system's settings, which nothing but the person can do (V2-E-05). Choices: `done`, `cancel`.
    case signOutInSettings
    /// Something went wrong. Choices: those in `ways`.
    case problem(Problem)

    /// The presentation without its content.
    public enum Kind: String, Word {
        case nothing, providerPicker, providerConfirmation, profilePicker, userAgent, code, codeExpired, signOutUserAgent
        case legacySignOut, signOutInSettings, problem
    }

    /// The presentation without its content.
    public var kind: Kind {
        switch self {
        case .nothing: .nothing
        case .providerPicker: .providerPicker
        case .providerConfirmation: .providerConfirmation
        case .profilePicker: .profilePicker
        case .userAgent: .userAgent
        case .code: .code
        case .codeExpired: .codeExpired
        case .signOutUserAgent: .signOutUserAgent
        case .legacySignOut: .legacySignOut
        case .signOutInSettings: .signOutInSettings
        case .problem: .problem
        }
    }

    private var link: SecretRef? {
        switch self {
        case .userAgent(let link), .signOutUserAgent(let link): link
        case .nothing, .providerPicker, .providerConfirmation, .profilePicker, .code, .codeExpired, .legacySignOut, .signOutInSettings,
            .problem:
            nil
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .nothing: return .nothing
            case .providerPicker:
                var configuration: SecretRef?
                if case .providerPicker(let value) = old { configuration = value }
                return .providerPicker(configuration: try archive.field("configuration", configuration))
            case .providerConfirmation:
                var mvpd: MVPDID?
                if case .providerConfirmation(let value) = old { mvpd = value }
                return .providerConfirmation(try archive.field("mvpd", mvpd))
            case .profilePicker:
                var profiles: [Profile]?
                if case .profilePicker(let value) = old { profiles = value }
                return .profilePicker(try archive.field("profiles", profiles))
            case .userAgent: return .userAgent(link: try archive.field("link", old?.link))
            case .code:
                var parts: (SecretRef, Instant?)?
                if case .code(let code, let notAfter) = old { parts = (code, notAfter) }
                return .code(try archive.field("code", parts?.0), notAfter: try archive.optional("notAfter", parts?.1))
            case .codeExpired: return .codeExpired
            case .signOutUserAgent: return .signOutUserAgent(link: try archive.field("link", old?.link))
            case .legacySignOut: return .legacySignOut
            case .signOutInSettings: return .signOutInSettings
            case .problem:
                var problem: Problem?
                if case .problem(let value) = old { problem = value }
                return .problem(try archive.field("problem", problem))
            }
        }
    }
}

/// What went wrong, and the ways on.
public struct Problem: Hashable, Sendable, LogValue {
    /// What went wrong.
    public let reason: Reason
    /// Adobe's error, if it reported one.
    public let error: AdobeError?
    /// What the person can do about it; never empty.
    public let ways: [Way]

    /// What went wrong.
    public enum Reason: String, Word {
        /// Adobe refused the app's registration or its token: nothing the viewer can mend.
        case registration
        /// No connection, or no answer in time.
        case unreachable
        /// Adobe answered with an error or with what this build does not understand.
        case service
        /// Adobe let nobody pass for a while.
        case throttled
        /// There is no provider to choose.
        case noProviders
        /// This MVPD cannot be used.
        case provider
        /// Something this device kept is lost.
        case vault
        /// The viewer's sign-in at the partner framework cannot be used any more.
        case partnerStatus
        /// Signed in, and yet Adobe asks for a new sign-in.
        case authentication
    }

    /// A way on.
    public enum Way: String, Word {
        case retry, otherProvider, cancel
    }

    /// What went wrong, and the ways on.
    public init(reason: Reason, error: AdobeError? = nil, ways: [Way]) {
        self.reason = reason
        self.error = error
        self.ways = ways
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Problem(
                reason: try archive.field("reason", old?.reason),
                error: try archive.optional("error", old?.error),
                ways: try archive.field("ways", old?.ways))
        }
    }
}
