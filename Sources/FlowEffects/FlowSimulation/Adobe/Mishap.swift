import FlowEffects
import FlowMachine

extension SimulatedAdobe {
    /// A failure that the simulated server produces in place of an answer.
    public enum Mishap: Sendable, Equatable {
        /// There is no connection: the transport throws `HTTPFailure.connection`. The request does not arrive.
        case noConnection
        /// The request times out: the transport throws `HTTPFailure.timedOut`. In process and in a world, the transport throws at once; over a
        /// socket, after the client's own time limit. The request does not arrive.
        case timedOut
        /// The server answers 401 and rejects the token.
        case unauthorized
        /// The server answers 429 with a web page.
        case throttled
        /// The server answers with the given status, for example 503, and a web page.
        case page(status: Int)
        /// The whole answer is an error of Adobe's catalog, with the catalog's status.
        case error(code: String)
        /// The decision for every resource contains an error of Adobe's catalog.
        case item(code: String)
        /// The list of decisions is empty. Adobe's servers before version 3.9 returned an empty list if a decision failed.
        case noDecisions

        var itemError: String? { if case .item(let code) = self { code } else { nil } }

        /// The failure of the transport; `nil` if the mishap is an answer.
        package var failure: HTTPFailure? {
            switch self {
            case .noConnection: .connection
            case .timedOut: .timedOut
            case .unauthorized, .throttled, .page, .error, .item, .noDecisions: nil
            }
        }

        var refusal: Refusal? {
            switch self {
            // Only a caller that does not call `takeFailure` first receives this answer.
            case .noConnection, .timedOut: .status(503)
            case .unauthorized: .uncoded(401)
            case .throttled: .page(429)
            case .page(let status): .page(status)
            case .error(let code): .error(code)
            case .item, .noDecisions: nil
            }
        }
    }

    /// The mishaps that a test has scripted for the endpoints of one API, in order.
    struct Mishaps<Kind: Equatable & Sendable>: Sendable {
        private var entries: [(endpoint: Kind, mishap: Mishap)] = []

        mutating func add(_ mishap: Mishap, of endpoint: Kind, times: Int) {
            for _ in 0..<times { entries.append((endpoint, mishap)) }
        }

        /// Removes and returns the endpoint's next mishap; `nil` if there is none.
        mutating func take(_ endpoint: Kind) -> Mishap? {
            guard let index = entries.firstIndex(where: { $0.endpoint == endpoint }) else { return nil }
            return entries.remove(at: index).mishap
        }

        /// Removes the endpoint's next mishap if it is a failure of the transport, and returns that failure. Otherwise returns `nil`.
        mutating func takeFailure(_ endpoint: Kind) -> HTTPFailure? {
            guard let failure = entries.first(where: { $0.endpoint == endpoint })?.mishap.failure else { return nil }
            _ = take(endpoint)
            return failure
        }
    }
}
