/// Phase A: the flow has no client credentials or no access token.
///
/// This is the state before `launched`, and the first state of every launch without a valid token. `calls` requests the credentials first,
/// then a token; the step shows which of these two requests is outstanding. If Adobe refuses a request or cannot be reached, the step is
/// `refused` until the viewer asks again or the app comes to the foreground.
///
/// A later refresh of the token does not change the state. If Adobe rejects the registration, the flow returns to this state from every
/// other state.
///
/// Can go to: `checking`, `basicAuthFallback`, `deciding`, `loggedOut`.
/// Rules: V2-A, V2-X-09, V2-X-13.
package struct Unregistered: Hashable, Sendable {
    private(set) var step: Step
    /// The reason that the flow could not get credentials or a token; `nil` unless the step is `refused`.
    package let problem: Problem?

    enum Step: String, Word {
        /// The launch has not been reported yet: waits for `launched`.
        case waiting
        /// Waits for credentials (V2-A-02).
        case registering
        /// Waits for a token (V2-A-06).
        case gettingToken
        /// Adobe refused the request or could not be reached. Waits for a wish or for the app's return to the foreground.
        case refused

        static let table = WordTable<Self>()
    }

    /// Creates the state before `launched`.
    init() { self.init(.waiting) }

    /// Creates the state that waits for a token. If `client` is `nil`, it first waits for credentials.
    init(gettingTokenWith client: SecretRef?) { self.init(client == nil ? .registering : .gettingToken) }

    /// Creates the state in which the flow could not get credentials or a token.
    init(refused problem: Problem) { self.init(.refused, because: problem) }

    private init(_ step: Step, because problem: Problem? = nil) {
        self.step = step
        self.problem = problem?.withoutText
    }
}

// MARK: Reducing

extension Unregistered {
    /// Whether the state is idle: it waits for no answer, and lasts until the app or the viewer asks for something.
    var isAtRest: Bool {
        switch step {
        case .waiting, .refused: true
        case .registering, .gettingToken: false
        }
    }

    func opened(_ wish: Wish, _ run: inout Run) -> Next {
        switch step {
        case .waiting, .registering, .gettingToken: return .stay(.`FM-16`)
        case .refused:
            guard wish.asksViewer || wish.isTemporary else {
                run.answer(wish.id, .refused(.notSignedIn))
                return .stay(.`FM-17`)
            }
            // The viewer asks again, so the flow may register again.
            run.calls.hasReregistered = false
            return retry(&run)
        }
    }

    func foregrounded(_ run: inout Run) -> Next {
        // Adobe would refuse the same software statement again, so the request is repeated only if the viewer asks (V2-A-05).
        guard problem?.mayPass ?? false else { return .ignore(.`FM-10`) }
        return retry(&run)
    }

    private func retry(_ run: inout Run) -> Next {
        run.getToken()
        let client = run.calls.client
        return .move(.unregistered(Unregistered(gettingTokenWith: client)), client == nil ? .`V2-A-02` : .`V2-A-08`)
    }

    /// Returns the state after `calls` has handled a reply or a timer. If credentials have arrived, phase A continues with the token.
    func following(_ calls: borrowing Calls) -> Unregistered {
        switch step {
        case .refused: self
        case .waiting, .registering, .gettingToken: Unregistered(gettingTokenWith: calls.client)
        }
    }
}

// MARK: Log

extension Unregistered: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step)
        sink.field("problem", problem)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Unregistered(try source.field("step"), because: try source.field("problem"))
    }
}
