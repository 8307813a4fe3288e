/// A screen for the viewer. It contains codes and values, but no sentences: the app writes and localizes the texts.
public enum Presentation: Hashable, Sendable, LogObject {
    /// No screen: the app closes the previous presentation.
    case nothing
    /// The app's own provider picker, with the names and logos in the configuration. The picker must hide providers of temporary access
    /// (V2-F-20). Choices: `provider`, `cancel`.
    case providerPicker(configuration: SecretRef)
    /// The question whether the viewer wants to sign in again with the last provider (V2-F-21). Choices: `provider` with the provider's id,
    /// `otherProvider`, `cancel`.
    case providerConfirmation(MVPDID)
    /// The question which of several profiles the viewer wants to use. Choices: `profile`, `cancel`.
    case profilePicker([Profile])
    /// A user agent that opens `link`, where the viewer signs in (V2-F-04). Choices: `redirectReached`, `userAgentClosed`, `cancel`.
    case userAgent(link: SecretRef)
    /// A code that the viewer types on a second screen (V2-F-06, V2-F-07). Choices: `newCode`, `otherProvider`, `cancel`.
    ///
    /// `notAfter` is the code's expiry, converted to the device's clock if Adobe's clock is known. `isSlow` means that Adobe currently
    /// throttles polls or answers them with errors, so a sign-in is noticed later than usual (V2-F-25). If `isSlow` changes, the code is
    /// presented again under the same id.
    case code(SecretRef, notAfter: Instant?, isSlow: Bool = false)
    /// The message that the code expired unused (V2-F-15). Choices: `newCode`, `otherProvider`, `cancel`.
    case codeExpired
    /// A user agent that opens `link`, where the viewer finishes signing out (V2-E-04). Choices: `redirectReached`, `userAgentClosed`,
    /// `cancel`.
    case signOutUserAgent(link: SecretRef)
    /// A user agent that opens the legacy API's page for signing out (V1-33). Choices: `redirectReached`, `userAgentClosed`, `cancel`.
    case legacySignOut
    /// A request to sign out in the system's settings, which only the viewer can do (V2-E-05). Choices: `done`, `cancel`.
    case signOutInSettings
    /// A problem, with its options. Choices: the `options` of the problem.
    indirect case problem(Problem)

    /// The kind of a presentation, without its content.
    public enum Kind: String, Word {
        package static let table = WordTable<Self>()
        /// No screen of the flow: the app shows its own screens.
        case nothing
        /// The app's own provider picker.
        case providerPicker
        /// The question whether the viewer wants to sign in again with the last provider.
        case providerConfirmation
        /// The question which of several profiles the viewer wants to use.
        case profilePicker
        /// A page in a user agent, where the viewer signs in.
        case userAgent
        /// A code that the viewer types on a second screen.
        case code
        /// The message that the code expired unused.
        case codeExpired
        /// A page in a user agent, where the viewer signs out.
        case signOutUserAgent
        /// The legacy API's page for signing out.
        case legacySignOut
        /// A request to sign out in the system's settings.
        case signOutInSettings
        /// A problem, with the viewer's options.
        case problem
    }

    /// The kind of this presentation, without its content.
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

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .nothing: sink.fields(Kind.nothing)
        case .providerPicker(let configuration): sink.fields(Kind.providerPicker, "configuration", configuration)
        case .providerConfirmation(let mvpd): sink.fields(Kind.providerConfirmation, "mvpd", mvpd)
        case .profilePicker(let profiles): sink.fields(Kind.profilePicker, "profiles", profiles)
        case .userAgent(let link): sink.fields(Kind.userAgent, "link", link)
        case .code(let code, let notAfter, let isSlow):
            sink.fields(Kind.code, "code", code, "notAfter", notAfter, "isSlow", isSlow ? true : nil)
        case .codeExpired: sink.fields(Kind.codeExpired)
        case .signOutUserAgent(let link): sink.fields(Kind.signOutUserAgent, "link", link)
        case .legacySignOut: sink.fields(Kind.legacySignOut)
        case .signOutInSettings: sink.fields(Kind.signOutInSettings)
        case .problem(let problem): sink.fields(Kind.problem, "problem", problem)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .nothing: return .nothing
        case .providerPicker: return .providerPicker(configuration: try source.field("configuration"))
        case .providerConfirmation: return .providerConfirmation(try source.field("mvpd"))
        case .profilePicker: return .profilePicker(try source.field("profiles"))
        case .userAgent: return .userAgent(link: try source.field("link"))
        case .code:
            return .code(
                try source.field("code"), notAfter: try source.field("notAfter"), isSlow: try source.field("isSlow") ?? false)
        case .codeExpired: return .codeExpired
        case .signOutUserAgent: return .signOutUserAgent(link: try source.field("link"))
        case .legacySignOut: return .legacySignOut
        case .signOutInSettings: return .signOutInSettings
        case .problem: return .problem(try source.field("problem"))
        }
    }
}

/// A problem to show to the viewer, with the viewer's options.
public struct Problem: Hashable, Sendable, LogObject {
    /// The kind of problem.
    public let reason: Reason
    /// Adobe's error; `nil` if Adobe reported none.
    public let error: AdobeError?
    /// The HTTP status of an answer without an `AdobeError`, from Adobe or from a server in between; `nil` for any other problem.
    public let status: Int64?
    /// The viewer's options; never empty.
    public let options: [Option]

    /// The kind of problem.
    @nonexhaustive
    public enum Reason: String, Word {
        package static let table = WordTable<Self>()
        /// Adobe refused the app's registration or its token. The viewer cannot fix this problem.
        case registration
        /// The app is set up incorrectly, for example with a redirect URL that is not registered at Adobe. The viewer cannot fix this
        /// problem.
        case setup
        /// Adobe could not be reached, because there was no connection or the request timed out.
        case unreachable
        /// Adobe answered with an error, or with an answer that this build does not understand.
        case service
        /// Adobe throttled the app for a while.
        case throttled
        /// There is no provider to choose.
        case noProviders
        /// The MVPD cannot be used, because Adobe does not know it or has switched it off.
        case provider
        /// The vault has lost a secret, or could not keep a value.
        case vault
        /// The viewer's sign-in at the partner framework is no longer valid.
        case partnerStatus
        /// The viewer is signed in, but Adobe asks for a new sign-in.
        case authentication
        /// Adobe has shut down the API that the installed version of the app uses (V1-50). Only an update of the app helps.
        case apiEnded
    }

    /// An option for the viewer.
    @nonexhaustive
    public enum Option: String, Word {
        package static let table = WordTable<Self>()
        /// Start the failed attempt again.
        case retry
        /// Sign in with a different provider, which the viewer chooses in the app's own picker.
        case otherProvider
        /// End the attempt without a sign-in.
        case cancel
    }

    /// Creates a problem with the options that the viewer has. Each parameter sets the property of the same name.
    public init(reason: Reason, error: AdobeError? = nil, status: Int64? = nil, options: [Option]) {
        self.reason = reason
        self.error = error
        self.status = status
        self.options = options
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("reason", reason)
        sink.field("error", error)
        sink.field("status", status)
        sink.field("ways", options)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Problem(
            reason: try source.field("reason"),
            error: try source.field("error"),
            status: try source.field("status"),
            options: try source.field("ways"))
    }
}
