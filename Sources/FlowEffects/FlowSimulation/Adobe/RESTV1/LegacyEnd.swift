import FlowEffects
import FlowMachine

extension SimulatedAdobe {
    /// What every address of the legacy API answers after Adobe has shut it down. Adobe does not say which of these it will be; addresses of
    /// its SDKs that were removed before answer 410. Registration and REST API V2 continue.
    public enum LegacyEnd: String, Sendable, CaseIterable {
        /// 410, without a body.
        case gone = "410"
        /// 404, without a body.
        case notFound = "404"
        /// 403, without a body.
        case forbidden = "403"
        /// A web page, with the status 200.
        case page = "html"
        /// Nothing: the connection is closed without an answer. A name that no longer resolves looks the same to a client.
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

    /// Whether this is an address of the legacy API: one that the flow calls, or one for user agents and second screens.
    static func isLegacy(_ request: ReceivedRequest) -> Bool {
        request.rawPath.hasPrefix("/api/v1/") || request.rawPath.hasPrefix("/reggie/v1/")
    }
}
