import FlowMachine

/// What an app knows of its viewer or its visitor and sends along with Adobe's calls. Neither enters the log.
public struct RequestIdentities: Sendable {
    /// The visitor's Experience Cloud ID, for Adobe's analytics; asked for each request (header `AP-Visitor-Identifier`, in the legacy API the
    /// parameter `ap_vi`). Sent with every call but those of registration, since Adobe Pass 3.4.
    public var visitor: @Sendable () -> VisitorIdentifier?
    /// The app's own proof of who its viewer is, for single sign-on by service token; asked for each request, so that it can be renewed
    /// (header `AD-Service-Token`). REST API V2 takes it where sessions, profiles, decisions and sign-outs are asked for, and since Adobe
    /// Pass 3.10 only where the integration enables it.
    public var serviceToken: @Sendable () -> ServiceToken?

    /// What an app sends along with Adobe's calls; by default nothing.
    public init(
        visitor: @escaping @Sendable () -> VisitorIdentifier? = { nil }, serviceToken: @escaping @Sendable () -> ServiceToken? = { nil }
    ) {
        self.visitor = visitor
        self.serviceToken = serviceToken
    }
}

/// An Experience Cloud ID (ECID).
public struct VisitorIdentifier: Sendable, Equatable {
    /// The digits.
    let text: String

    /// The identifier, if `text` is one: 1 to 64 decimal digits; Adobe's have 38.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.text = text
    }
}

/// A service token: a JWS that the app's own service signs for its viewer.
public struct ServiceToken: Sendable, Equatable {
    /// The token in compact form.
    let text: String

    /// The token, if `jws` is one in compact form: three parts in Base64URL with dots between them, 8,192 bytes at most. Whether its claims
    /// hold is Adobe's to judge.
    public init?(_ jws: String) {
        let parts = jws.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, jws.utf8.count <= 8192, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ServiceToken.isBase64URL) }) else {
            return nil
        }
        text = jws
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        case _: false
        }
    }
}

extension VisitorIdentifier: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted: does not reveal the identifier.
    public var description: String { "<visitor>" }
    /// Redacted: does not reveal the identifier.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ServiceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Redacted: does not reveal the token.
    public var description: String { "<service token>" }
    /// Redacted: does not reveal the token.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Endpoint {
    /// Whether Adobe's reference lists `AD-Service-Token` for it.
    var takesServiceToken: Bool {
        switch self {
        case .createSession, .profiles, .profile, .preauthorize, .authorize, .logout: true
        case .register, .token, .configuration, .resumeSession, .partnerSession, .profileForCode, .createPartnerProfile, .restV1: false
        }
    }
}
