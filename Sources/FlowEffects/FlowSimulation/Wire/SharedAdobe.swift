import FlowEffects
import FlowMachine

/// A simulated server that several tasks or threads may use at the same time.
public final class SharedAdobe: Sendable {
    private let adobe: Lock<SimulatedAdobe>
    package let now: @Sendable () -> Instant
    let refused: @Sendable (String) -> Void

    /// Creates a shared server from `adobe`.
    /// - Parameters:
    ///   - adobe: the simulated server.
    ///   - refused: called before each answer that refuses a request, with a text about the request and the reason. By default, only one kind of
    ///     refusal is reported, on standard error: a registration with a software statement that the server does not accept. No flow can
    ///     continue after it. `SimulatedAdobe(for:)` creates a server that accepts the app's statement.
    ///   - now: returns the time at which a request arrives; by default, the time of the system's clock.
    public init(
        _ adobe: SimulatedAdobe = SimulatedAdobe(), refused: (@Sendable (String) -> Void)? = nil,
        now: @escaping @Sendable () -> Instant = { SystemClock().now }
    ) {
        self.adobe = Lock(adobe)
        self.refused =
            refused ?? {
                if $0.contains(" invalid_software_statement:") {
                    report("The simulated server \($0) (SimulatedAdobe(for:) takes the app's).")
                }
            }
        self.now = now
    }

    /// Reads or changes the server with exclusive access.
    public func withAdobe<Result: Sendable>(_ body: (inout SimulatedAdobe) -> Result) -> Result {
        adobe.withLock { body(&$0) }
    }

    /// Returns the failure of a request that gets no answer; otherwise `nil`. A transport calls this function before `answer`; see
    /// `SimulatedAdobe.takeFailure`.
    public func takeFailure(of request: HTTPRequest) -> HTTPFailure? { withAdobe { $0.takeFailure(of: request) } }

    /// Answers a request that arrives now.
    public func answer(_ request: HTTPRequest) -> HTTPResponse { explainedAnswer(request).response }

    /// Answers a request that arrives now. Returns the answer, and the reason if the server refuses the request.
    package func explainedAnswer(_ request: HTTPRequest) -> (response: HTTPResponse, reason: String?) {
        let time = now()
        let (response, reason) = adobe.withLock { adobe in
            var reason: String?
            let response = adobe.answer(request, at: time) { reason = $0 }
            return (response, reason)
        }
        if let reason { refused(reason) }
        return (response, reason)
    }
}

/// Sends requests to a simulated server in the same process.
public struct InProcessTransport: HTTPTransport {
    private let adobe: SharedAdobe

    /// Creates a transport that sends requests to `adobe`.
    public init(adobe: SharedAdobe) { self.adobe = adobe }

    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        if let failure = adobe.takeFailure(of: request) { throw failure }
        return adobe.answer(request)
    }
}
