/// One of the seven states, with what is known in it.
public enum FlowState: Hashable, Sendable, LogValue {
    case unregistered(Unregistered)
    case registered(Registered)
    case checking(Checking)
    case partnerAuth(PartnerAuth)
    case basicAuthFallback(BasicAuthFallback)
    case deciding(Deciding)
    case loggedOut(LoggedOut)

    /// The seven names.
    public enum Name: String, Word {
        case unregistered, registered, checking, partnerAuth, basicAuthFallback, deciding, loggedOut
    }

    /// Which of the seven.
    public var kind: Name {
        switch self {
        case .unregistered: .unregistered
        case .registered: .registered
        case .checking: .checking
        case .partnerAuth: .partnerAuth
        case .basicAuthFallback: .basicAuthFallback
        case .deciding: .deciding
        case .loggedOut: .loggedOut
        }
    }

    /// Its name, as the log says it.
    public var name: String { kind.rawValue }

    /// What it waits for, as the log says it.
    public var step: String {
        switch self {
        case .unregistered(let state): state.step.rawValue
        case .registered(let state): state.step.rawValue
        case .checking(let state): state.step.rawValue
        case .partnerAuth(let state): state.step.rawValue
        case .basicAuthFallback(let state): state.step.rawValue
        case .deciding(let state): state.step.rawValue
        case .loggedOut(let state): state.step.rawValue
        }
    }

    /// What decisions are made under, in `deciding`.
    public var access: Access? {
        if case .deciding(let state) = self { state.access } else { nil }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .unregistered:
                var state: Unregistered?
                if case .unregistered(let value) = old { state = value }
                return .unregistered(try archive.field("state", state))
            case .registered:
                var state: Registered?
                if case .registered(let value) = old { state = value }
                return .registered(try archive.field("state", state))
            case .checking:
                var state: Checking?
                if case .checking(let value) = old { state = value }
                return .checking(try archive.field("state", state))
            case .partnerAuth:
                var state: PartnerAuth?
                if case .partnerAuth(let value) = old { state = value }
                return .partnerAuth(try archive.field("state", state))
            case .basicAuthFallback:
                var state: BasicAuthFallback?
                if case .basicAuthFallback(let value) = old { state = value }
                return .basicAuthFallback(try archive.field("state", state))
            case .deciding:
                var state: Deciding?
                if case .deciding(let value) = old { state = value }
                return .deciding(try archive.field("state", state))
            case .loggedOut:
                var state: LoggedOut?
                if case .loggedOut(let value) = old { state = value }
                return .loggedOut(try archive.field("state", state))
            }
        }
    }
}
