/// What is to be remembered over launches. The secret it names was provisional until now.
public enum PersistedValue: Hashable, Sendable, LogValue {
    /// The client credentials (V2-A-03).
    case client(SecretRef)
    /// The access token (V2-A-07).
    case token(AccessToken)
    /// The provider, with its name and logo as the configuration gave them (CHK-M-2.2).
    case provider(RememberedProvider)
    /// The chosen profile's parts (V2-F-17).
    case profile(Profile)
    /// A code on a screen.
    case code(PersistedCode)
    /// That the viewer signed out.
    case signedOut(SignedOutMark)
    /// Sign-outs that Adobe has not been told of; replaces the list.
    case owedLogouts([MVPDID])

    /// The fact without its content.
    public enum Kind: String, Word {
        case client, token, provider, profile, code, signedOut, owedLogouts
    }

    /// The fact without its content.
    public var kind: Kind {
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

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .client:
                var client: SecretRef?
                if case .client(let value) = old { client = value }
                return .client(try archive.field("client", client))
            case .token:
                var token: AccessToken?
                if case .token(let value) = old { token = value }
                return .token(try archive.field("token", token))
            case .provider:
                var provider: RememberedProvider?
                if case .provider(let value) = old { provider = value }
                return .provider(try archive.field("provider", provider))
            case .profile:
                var profile: Profile?
                if case .profile(let value) = old { profile = value }
                return .profile(try archive.field("profile", profile))
            case .code:
                var code: PersistedCode?
                if case .code(let value) = old { code = value }
                return .code(try archive.field("code", code))
            case .signedOut:
                var mark: SignedOutMark?
                if case .signedOut(let value) = old { mark = value }
                return .signedOut(try archive.field("mark", mark))
            case .owedLogouts:
                var mvpds: [MVPDID]?
                if case .owedLogouts(let value) = old { mvpds = value }
                return .owedLogouts(try archive.field("mvpds", mvpds))
            }
        }
    }
}

/// What is to be remembered no more.
public enum ForgetTarget: Hashable, Sendable, LogValue {
    /// One secret, in memory and on disk.
    case secret(SecretRef)
    /// What was kept as this fact; the secrets it names are named on their own.
    case fact(PersistedValue.Kind)

    enum Kind: String, Word {
        case secret, fact
    }

    var kind: Kind {
        switch self {
        case .secret: .secret
        case .fact: .fact
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .secret:
                var secret: SecretRef?
                if case .secret(let value) = old { secret = value }
                return .secret(try archive.field("secret", secret))
            case .fact:
                var fact: PersistedValue.Kind?
                if case .fact(let value) = old { fact = value }
                return .fact(try archive.field("fact", fact))
            }
        }
    }
}
