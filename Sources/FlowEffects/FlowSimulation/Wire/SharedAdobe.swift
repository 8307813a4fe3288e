import FlowEffects
import FlowMachine

/// A simulated server that several tasks or threads may use.
public final class SharedAdobe: Sendable {
    private let adobe: Lock<SimulatedAdobe>
    package let now: @Sendable () -> Instant
    let refused: @Sendable (String) -> Void

    /// Shares `adobe`; a request arrives at the time that `now` returns.
    /// - Parameters:
    ///   - adobe: the server.
    ///   - refused: called with each refused request and the reason, before the answer. By default, a registration that is refused is reported
    ///     on standard error: with it no flow gets further, and `SimulatedAdobe(for:)` creates a server that knows the app.
    ///   - now: the server's clock; the system's by default.
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

    /// Why this request gets no answer, if it does not; see `SimulatedAdobe.takeFailure`. A transport asks this first.
    public func takeFailure(of request: HTTPRequest) -> HTTPFailure? { withAdobe { $0.takeFailure(of: request) } }

    /// The answer to a request that arrives now.
    public func answer(_ request: HTTPRequest) -> HTTPResponse { explainedAnswer(request).response }

    /// The answer to a request that arrives now, and the reason if the request is refused.
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

    /// Sends requests to `adobe`.
    public init(adobe: SharedAdobe) { self.adobe = adobe }

    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        if let failure = adobe.takeFailure(of: request) { throw failure }
        return adobe.answer(request)
    }
}
