import FlowEffects
import FlowMachine

/// A simulated server that several tasks or threads may ask.
public final class SharedAdobe: Sendable {
    private let adobe: Lock<SimulatedAdobe>
    let now: @Sendable () -> Instant

    /// Shares `adobe`; a request arrives when `now` says.
    public init(adobe: SimulatedAdobe, now: @escaping @Sendable () -> Instant) {
        self.adobe = Lock(adobe)
        self.now = now
    }

    /// Reads or changes the server while nothing else does.
    public func withAdobe<Result: Sendable>(_ body: (inout SimulatedAdobe) -> Result) -> Result {
        adobe.withLock { body(&$0) }
    }

    /// The answer to a request that arrives now.
    public func answer(_ request: HTTPRequest) -> HTTPResponse {
        let time = now()
        return adobe.withLock { $0.answer(request, at: time) }
    }
}

/// Sends requests to a simulated server in the same process.
public struct InProcessTransport: HTTPTransport {
    private let adobe: SharedAdobe

    /// Sends requests to `adobe`.
    public init(adobe: SharedAdobe) { self.adobe = adobe }

    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { adobe.answer(request) }
}
