/// A value to keep across launches. Until the flow asks to keep the value, the secret that it names may be lost when the process ends.
@nonexhaustive
public enum PersistedValue: Hashable, Sendable, LogObject {
    /// The client credentials (V2-A-03).
    case client(SecretRef)
    /// The access token (V2-A-07).
    case token(AccessToken)
    /// The provider that the viewer used last. The vault copies its name and logo from the configuration (CHK-M-2.2).
    case provider(RememberedProvider)
    /// The values of the chosen profile that later launches need (V2-F-17).
    case profile(Profile)
    /// The code that the viewer sees.
    case code(PersistedCode)
    /// The record that the viewer signed out.
    case signedOut(SignedOutMark)
    /// The logouts that Adobe has not received yet. This list replaces the list in the vault.
    case owedLogouts([OwedLogout])

    /// The kind of a value, without its content.
    @nonexhaustive
    public enum Kind: String, Word {
        package static let table = WordTable<Self>()
        /// The credentials of the registered client.
        case client
        /// The access token and its expiry.
        case token
        /// The provider that the viewer used last.
        case provider
        /// The values of the chosen profile that later launches need.
        case profile
        /// The code that the viewer sees.
        case code
        /// The record that the viewer signed out.
        case signedOut
        /// The logouts that Adobe has not received yet.
        case owedLogouts
    }

    /// The kind of this value, without its content.
    package var kind: Kind {
        switch self {
        case .client: .client
        case .token: .token
        case .provider: .provider
        case .profile: .profile
        case .code: .code
        case .signedOut: .signedOut
        case .owedLogouts: .owedLogouts
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .client(let client): sink.fields(Kind.client, "client", client)
        case .token(let token): sink.fields(Kind.token, "token", token)
        case .provider(let provider): sink.fields(Kind.provider, "provider", provider)
        case .profile(let profile): sink.fields(Kind.profile, "profile", profile)
        case .code(let code): sink.fields(Kind.code, "code", code)
        case .signedOut(let mark): sink.fields(Kind.signedOut, "mark", mark)
        case .owedLogouts(let logouts): sink.fields(Kind.owedLogouts, "mvpds", logouts)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .client: return .client(try source.field("client"))
        case .token: return .token(try source.field("token"))
        case .provider: return .provider(try source.field("provider"))
        case .profile: return .profile(try source.field("profile"))
        case .code: return .code(try source.field("code"))
        case .signedOut: return .signedOut(try source.field("mark"))
        case .owedLogouts: return .owedLogouts(try source.field("mvpds"))
        }
    }
}

/// A value that the vault must forget.
@nonexhaustive
public enum ForgetTarget: Hashable, Sendable, LogObject {
    /// One secret, which must be forgotten in memory and on disk.
    case secret(SecretRef)
    /// A persisted value. Separate effects forget the secrets that the value names.
    case fact(PersistedValue.Kind)

    enum Kind: String, Word {
        static let table = WordTable<Self>()
        case secret, fact
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .secret(let secret): sink.fields(Kind.secret, "secret", secret)
        case .fact(let fact): sink.fields(Kind.fact, "fact", fact)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .secret: return .secret(try source.field("secret"))
        case .fact: return .fact(try source.field("fact"))
        }
    }
}
