/// The name of one of the seven states.
public enum FlowStateName: String, Word {
    /// The app is not yet registered at Adobe, or its registration was refused (phase A).
    case unregistered
    /// The app is registered, no viewer is signed in, and nothing is in progress.
    case registered
    /// The flow checks whether a viewer is signed in (phase B).
    case checking
    /// The viewer signs in through the partner framework (phase C).
    case partnerAuth
    /// The viewer signs in with a user agent or on a second screen (phase F).
    case basicAuthFallback
    /// A viewer has access, and decisions can be requested (phase D).
    case deciding
    /// The viewer signs out or has signed out (phase E).
    case loggedOut

    package static let table = WordTable<Self>()
}

/// One of the seven states, with the data that the flow has only in that state.
package enum FlowState: Hashable, Sendable {
    case unregistered(Unregistered)
    case registered(Registered)
    case checking(Checking)
    case partnerAuth(PartnerAuth)
    case basicAuthFallback(BasicAuthFallback)
    case deciding(Deciding)
    case loggedOut(LoggedOut)

    /// The name of the state.
    package var kind: FlowStateName {
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

    /// The state's name, as the log writes it.
    package var name: String { kind.rawValue }

    /// The step of the state, as the log writes it.
    package var step: String {
        switch self {
        case .unregistered(let state): state.step.rawValue
        case .registered: Registered.Step.resting.rawValue
        case .checking(let state): state.step.name.rawValue
        case .partnerAuth(let state): state.step.name.rawValue
        case .basicAuthFallback(let state): state.step.name.rawValue
        case .deciding(let state): state.step.rawValue
        case .loggedOut(let state): state.step.name.rawValue
        }
    }

    /// The access under which decisions are requested; `nil` unless the state is `deciding`.
    package var access: Access? {
        if case .deciding(let state) = self { state.access } else { nil }
    }

    /// The requests, timers and presentation that the state waits for, and the references that it holds.
    var awaiting: Awaiting {
        switch self {
        case .unregistered, .registered: Awaiting()
        case .checking(let state): state.awaiting
        case .partnerAuth(let state): state.awaiting
        case .basicAuthFallback(let state): state.awaiting
        case .deciding(let state): state.awaiting
        case .loggedOut(let state): state.awaiting
        }
    }

    /// Whether the sign-out is complete: no logout of the viewer remains to be sent, and the wish to sign out has been answered. The flow
    /// may still ask the viewer to sign out in Settings (V2-E-05).
    package var isSignedOut: Bool {
        if case .loggedOut(let state) = self { state.isSignedOut } else { false }
    }

    /// Whether the state is idle: it waits for no answer, and lasts until the app or the viewer asks for something.
    package var isAtRest: Bool {
        switch self {
        case .unregistered(let state): state.isAtRest
        case .registered, .deciding: true
        case .loggedOut(let state): state.isAtRest
        case .checking, .partnerAuth, .basicAuthFallback: false
        }
    }
}

/// The requests, timers, presentation and references that a state needs. At the end of every reduction, `Run` releases everything that the
/// new state does not name here. It cancels requests, disarms timers, removes the presentation and forgets references.
struct Awaiting {
    /// The request whose outcome the step waits for; `nil` if there is none.
    var call: CallID?
    /// A request of the attempt that a sign-out ended; `nil` if there is none. The answer may still contain a profile.
    var lateRequest: CallID?
    /// The decisions in progress, each with its own request.
    var decisions: [PendingDecision] = []
    /// The timer for the expiry of the state's code or access.
    var expiryTimer: TimerID?
    /// The timer that sends the next poll.
    var pollTimer: TimerID?
    /// Whether a presentation may be on screen.
    var presents = false
    /// The code that is kept across launches while the state lasts.
    var persistedCode: SecretRef?
    /// The references that the state holds.
    var references = References.nothing

    /// The references, or values that contain references.
    enum References {
        case nothing
        case one(SecretRef)
        case two(SecretRef, SecretRef)
        case profiles([Profile])
        case logouts([Logout])
        case permits(SecretRef?, [AdobeDecision])
    }

    /// Whether the state waits for the outcome of `call`.
    func names(_ call: CallID) -> Bool {
        if self.call == call || lateRequest == call { return true }
        for decision in decisions where decision.call == call { return true }
        return false
    }

    /// Whether the state waits for `timer`.
    func names(_ timer: TimerID) -> Bool { expiryTimer == timer || pollTimer == timer }

    /// The request that the step waits for. If there is none, the request that a sign-out left outstanding. The requests of decisions are
    /// not included.
    var firstRequest: CallID? { call ?? lateRequest }
}

/// A request that may sign a viewer in even after a sign-out.
struct LateProfile: Hashable, Sendable {
    let call: CallID
    /// The MVPD of the possible sign-in; `nil` if it is not known.
    let mvpd: MVPDID?
}

// MARK: Log

extension FlowState: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .unregistered(let state): sink.fields(FlowStateName.unregistered, "state", state)
        case .registered(let state): sink.fields(FlowStateName.registered, "state", state)
        case .checking(let state): sink.fields(FlowStateName.checking, "state", state)
        case .partnerAuth(let state): sink.fields(FlowStateName.partnerAuth, "state", state)
        case .basicAuthFallback(let state): sink.fields(FlowStateName.basicAuthFallback, "state", state)
        case .deciding(let state): sink.fields(FlowStateName.deciding, "state", state)
        case .loggedOut(let state): sink.fields(FlowStateName.loggedOut, "state", state)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(FlowStateName.self) {
        case .unregistered: .unregistered(try source.field("state"))
        case .registered: .registered(try source.field("state"))
        case .checking: .checking(try source.field("state"))
        case .partnerAuth: .partnerAuth(try source.field("state"))
        case .basicAuthFallback: .basicAuthFallback(try source.field("state"))
        case .deciding: .deciding(try source.field("state"))
        case .loggedOut: .loggedOut(try source.field("state"))
        }
    }
}

extension LateProfile: LogObject {
    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("ask", call)
        sink.field("mvpd", mvpd)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        LateProfile(call: try source.field("ask"), mvpd: try source.field("mvpd"))
    }
}
