import FlowMachine

/// The app's own ids of its viewer or visitor, which the flow sends with calls to Adobe. They are not written to the log.
public struct RequestIdentities: Sendable {
    /// Returns the visitor's Experience Cloud ID, for Adobe's analytics; called for each request. The flow sends the id with every call except those
    /// for registration and tokens: in the header `AP-Visitor-Identifier`, or in the legacy API's parameter `ap_vi`. Adobe Pass accepts the id since
    /// version 3.4.
    public var visitor: @Sendable () -> VisitorIdentifier?
    /// Returns the app's own proof of the viewer's identity, for single sign-on by service token; called for each request, so that the app can renew
    /// the token (header `AD-Service-Token`). REST API V2 accepts the token in requests for sessions, profiles, decisions and sign-outs. Since Adobe
    /// Pass 3.10, the token must be enabled for the integration.
    public var serviceToken: @Sendable () -> ServiceToken?

    /// Creates the identities that the flow sends with calls to Adobe; by default, there are none. Each parameter sets the property of the same name.
    public init(
        visitor: @escaping @Sendable () -> VisitorIdentifier? = { nil }, serviceToken: @escaping @Sendable () -> ServiceToken? = { nil }
    ) {
        self.visitor = visitor
        self.serviceToken = serviceToken
    }
}

/// An Experience Cloud ID (ECID).
public struct VisitorIdentifier: Sendable, Equatable {
    /// The id as decimal digits.
    let text: String

    /// Creates the identifier; `nil` unless `text` consists of 1 to 64 decimal digits. Adobe's identifiers have 38 digits.
    public init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.text = text
    }
}

/// A service token: a JWS that the app's own service signs for its viewer.
public struct ServiceToken: Sendable, Equatable {
    /// The token in compact form.
    let text: String

    /// Creates the token; `nil` unless `jws` is a JWS in compact form: three parts in Base64URL with dots between them, at most 8,192
    /// bytes. Adobe judges whether its claims are valid.
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

extension VisitorIdentifier: Redacted {
    /// Redacted: does not reveal the identifier.
    public var description: String { "<visitor>" }
}

extension ServiceToken: Redacted {
    /// Redacted: does not reveal the token.
    public var description: String { "<service token>" }
}
