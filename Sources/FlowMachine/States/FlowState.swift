/// One of the seven states, with what is known in it.
public enum FlowState: Hashable, Sendable, LogObject {
    case unregistered(Unregistered)
    case registered(Registered)
    case checking(Checking)
    case partnerAuth(PartnerAuth)
    case basicAuthFallback(BasicAuthFallback)
    case deciding(Deciding)
    case loggedOut(LoggedOut)

    /// The seven names.
    public enum Name: String, Word {
        package static let table = WordTable<Self>()
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

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .unregistered(let state): sink.fields(Name.unregistered, "state", state)
        case .registered(let state): sink.fields(Name.registered, "state", state)
        case .checking(let state): sink.fields(Name.checking, "state", state)
        case .partnerAuth(let state): sink.fields(Name.partnerAuth, "state", state)
        case .basicAuthFallback(let state): sink.fields(Name.basicAuthFallback, "state", state)
        case .deciding(let state): sink.fields(Name.deciding, "state", state)
        case .loggedOut(let state): sink.fields(Name.loggedOut, "state", state)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Name.self) {
        case .unregistered: return .unregistered(try source.field("state"))
        case .registered: return .registered(try source.field("state"))
        case .checking: return .checking(try source.field("state"))
        case .partnerAuth: return .partnerAuth(try source.field("state"))
        case .basicAuthFallback: return .basicAuthFallback(try source.field("state"))
        case .deciding: return .deciding(try source.field("state"))
        case .loggedOut: return .loggedOut(try source.field("state"))
        }
    }
}
