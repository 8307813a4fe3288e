import FlowEffects
import FlowMachine

extension SimulatedAdobe {
    /// A failure of one answer.
    public enum Mishap: Sendable, Equatable {
        /// No answer, because there is no connection: the transport throws `HTTPFailure.connection`. The request does not arrive.
        case noConnection
        /// No answer in time: the transport throws `HTTPFailure.timedOut`, at once in process and in a world, and after the client's own time
        /// limit over a socket. The request does not arrive.
        case timedOut
        /// 401: the token is rejected.
        case unauthorized
        /// 429 with a page.
        case throttled
        /// Another status with a page, for example 503.
        case page(status: Int)
        /// An error of the catalog at the top level, with the catalog's status.
        case error(code: String)
        /// An error of the catalog for every resource of a decision.
        case item(code: String)
        /// An empty list of decisions, as servers before 3.9 returned if a decision failed.
        case noDecisions

        var itemError: String? { if case .item(let code) = self { code } else { nil } }

        /// Why there is no answer, if there is none.
        package var failure: HTTPFailure? {
            switch self {
            case .noConnection: .connection
            case .timedOut: .timedOut
            case .unauthorized, .throttled, .page, .error, .item, .noDecisions: nil
            }
        }

        var refusal: Refusal? {
            switch self {
            // For a caller that does not ask `takeFailure` first.
            case .noConnection, .timedOut: .status(503)
            case .unauthorized: .uncoded(401)
            case .throttled: .page(429)
            case .page(let status): .page(status)
            case .error(let code): .error(code)
            case .item, .noDecisions: nil
            }
        }
    }

    /// The scripted failures of one API's endpoints, in order.
    struct Mishaps<Kind: Equatable & Sendable>: Sendable {
        private var entries: [(endpoint: Kind, mishap: Mishap)] = []

        mutating func add(_ mishap: Mishap, of endpoint: Kind, times: Int) {
            for _ in 0..<times { entries.append((endpoint, mishap)) }
        }

        /// Removes and returns the endpoint's next mishap.
        mutating func take(_ endpoint: Kind) -> Mishap? {
            guard let index = entries.firstIndex(where: { $0.endpoint == endpoint }) else { return nil }
            return entries.remove(at: index).mishap
        }

        /// Removes the endpoint's next mishap if it leaves the request without an answer, and returns why.
        mutating func takeFailure(_ endpoint: Kind) -> HTTPFailure? {
            guard let failure = entries.first(where: { $0.endpoint == endpoint })?.mishap.failure else { return nil }
            _ = take(endpoint)
            return failure
        }
    }
}
