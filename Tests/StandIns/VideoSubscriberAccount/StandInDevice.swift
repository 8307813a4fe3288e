import Synchronization

/// A device whose framework follows a test's script, for every manager created in the test's task.
public final class StandInDevice: Sendable {
    /// The device of this task.
    @TaskLocal public static var current = StandInDevice(access: { $0.answer(.notDetermined) }, metadata: { $0.answer(nil) })

    private let access: @Sendable (StandInCheck) -> Void
    private let metadata: @Sendable (StandInRequest) -> Void
    private let state = Mutex<(prompts: [Bool], requests: [StandInRequest])>(([], []))

    /// A device with these handlers for access checks and metadata requests. A handler may answer at once, later, or never.
    public init(
        access: @escaping @Sendable (StandInCheck) -> Void, metadata: @escaping @Sendable (StandInRequest) -> Void
    ) {
        self.access = access
        self.metadata = metadata
    }

    /// Whether the permission dialog was allowed, for each access check.
    public var prompts: [Bool] { state.withLock { $0.prompts } }
    /// The metadata requests so far.
    public var requests: [StandInRequest] { state.withLock { $0.requests } }

    func check(prompt: Bool, _ check: StandInCheck) {
        state.withLock { $0.prompts.append(prompt) }
        access(check)
    }

    func enqueue(_ request: StandInRequest) {
        state.withLock { $0.requests.append(request) }
        metadata(request)
    }
}

/// One access check.
public final class StandInCheck: Sendable {
    private let manager: StandInManager
    private let completion: @Sendable (VSAccountAccessStatus, (any Error)?) -> Void

    init(_ manager: VSAccountManager, _ completion: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void) {
        self.manager = StandInManager(manager)
        self.completion = completion
    }

    /// Whether the app still holds the manager that received the check.
    public var managerLives: Bool { manager.lives }

    /// Calls back, on the framework's own thread. A released manager calls no handler.
    public func answer(_ status: VSAccountAccessStatus, error: (any Error & Sendable)? = nil) {
        guard manager.lives else { return }
        let completion = completion
        DispatchQueue.global().async { completion(status, error) }
    }
}

/// One metadata request.
public final class StandInRequest: Sendable {
    /// The result.
    public struct Metadata: Sendable {
        let provider: String?
        let expiration: Date?
        let saml: String?
        let response: Response?

        /// A provider's response in its own scheme.
        public struct Response: Sendable {
            let scheme: VSAccountProviderAuthenticationScheme
            let body: String?

            public init(_ scheme: VSAccountProviderAuthenticationScheme, body: String?) {
                self.scheme = scheme
                self.body = body
            }
        }

        public init(provider: String? = nil, expiration: Date? = nil, saml: String? = nil, response: Response? = nil) {
            self.provider = provider
            self.expiration = expiration
            self.saml = saml
            self.response = response
        }
    }

    public let channelIdentifier: String?
    public let supported: [String]
    public let featured: [String]
    public let verificationToken: String?
    public let attributeNames: [String]
    public let includesProvider: Bool
    public let includesExpiration: Bool
    public let isInterruptionAllowed: Bool
    public let schemes: [VSAccountProviderAuthenticationScheme]

    private let manager: StandInManager
    private let completion: @Sendable (VSAccountMetadata?, (any Error)?) -> Void
    private let cancellations = Mutex(0)

    init(
        _ manager: VSAccountManager, _ request: VSAccountMetadataRequest,
        _ completion: @escaping @Sendable (VSAccountMetadata?, (any Error)?) -> Void
    ) {
        self.manager = StandInManager(manager)
        self.completion = completion
        channelIdentifier = request.channelIdentifier
        supported = request.supportedAccountProviderIdentifiers
        featured = request.featuredAccountProviderIdentifiers
        verificationToken = request.verificationToken
        attributeNames = request.attributeNames
        includesProvider = request.includeAccountProviderIdentifier
        includesExpiration = request.includeAuthenticationExpirationDate
        isInterruptionAllowed = request.isInterruptionAllowed
        schemes = request.supportedAuthenticationSchemes
    }

    /// Whether the app still holds the manager that received the request.
    public var managerLives: Bool { manager.lives }
    /// How often the app canceled it.
    public var cancelled: Int { cancellations.withLock { $0 } }

    func noteCancelled() { cancellations.withLock { $0 += 1 } }

    /// Calls back, on the framework's own thread. A released manager calls no handler.
    public func answer(_ metadata: Metadata?, error: (any Error & Sendable)? = nil) {
        guard manager.lives else { return }
        let completion = completion
        DispatchQueue.global().async { completion(metadata.map { VSAccountMetadata($0) }, error) }
    }

    /// Makes the delegate present or dismiss a screen: on the main thread as the framework does, or on another.
    public func tellDelegate(_ what: Screen, of screen: UIViewController, onMainThread: Bool = true) async {
        let manager = manager
        await withCheckedContinuation { continuation in
            let queue = onMainThread ? DispatchQueue.main : DispatchQueue.global()
            queue.async {
                manager.tellDelegate(what, of: screen)
                continuation.resume()
            }
        }
    }

    /// Whether the delegate lets the viewer sign in with a provider; `nil` without a delegate. Called on the framework's thread.
    public func mayAuthenticate(_ provider: String) async -> Bool? {
        let manager = manager
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: manager.mayAuthenticate(provider)) }
        }
    }

    /// The change of a screen.
    public enum Screen: Sendable {
        case present, dismiss
    }
}

/// A manager that the app may have released.
private final class StandInManager: @unchecked Sendable {
    // Sound: the reference is written once, before it is shared; reading a weak reference is atomic; and the delegate
    // of a manager is set before its first call and read afterwards only.
    private weak var manager: VSAccountManager?

    init(_ manager: VSAccountManager) { self.manager = manager }

    var lives: Bool { manager != nil }

    func mayAuthenticate(_ provider: String) -> Bool? {
        guard let manager, let delegate = manager.delegate else { return nil }
        return delegate.accountManager(manager, shouldAuthenticateAccountProviderWithIdentifier: provider)
    }

    func tellDelegate(_ what: StandInRequest.Screen, of screen: UIViewController) {
        guard let manager, let delegate = manager.delegate else { return }
        switch what {
        case .present: delegate.accountManager(manager, present: screen)
        case .dismiss: delegate.accountManager(manager, dismiss: screen)
        }
    }
}
