import FlowEffects
import FlowMachine

extension SimulatedAdobe {
    /// The answer of every address of the legacy API after Adobe has shut the API down. Registration and REST API V2 continue to work.
    ///
    /// Adobe has not announced this answer. Addresses of Adobe's SDKs that were removed earlier answer 410.
    public enum LegacyEnd: String, Sendable, CaseIterable {
        /// The status 410 without a body.
        case gone = "410"
        /// The status 404 without a body.
        case notFound = "404"
        /// The status 403 without a body.
        case forbidden = "403"
        /// A web page, with the status 200.
        case page = "html"
        /// The server closes the connection without an answer. To a client, this looks the same as a host name that no longer resolves.
        case closed

        var refusal: Refusal {
            let reason = "the legacy API has been shut down"
            switch self {
            case .gone: return .status(410, reason)
            case .notFound: return .status(404, reason)
            case .forbidden: return .status(403, reason)
            case .page: return Refusal(kind: .page(200), reason: reason)
            case .closed: return .status(503, reason)
            }
        }
    }

    /// Returns whether the request is for an address of the legacy API, including the addresses for user agents and second screens.
    static func isLegacy(_ request: ReceivedRequest) -> Bool {
        request.rawPath.hasPrefix("/api/v1/") || request.rawPath.hasPrefix("/reggie/v1/")
    }
}
