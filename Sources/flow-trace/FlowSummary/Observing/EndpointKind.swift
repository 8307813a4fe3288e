import FlowMachine

/// An endpoint of either API, without its parameters.
package enum EndpointKind: Hashable, Sendable {
    case restV1(RESTV1Endpoint.Kind)
    /// An endpoint of REST API V2, or of the registration, which both APIs use.
    case other(Endpoint.Kind)

    package init(_ endpoint: Endpoint) {
        if case .restV1(let endpoint) = endpoint { self = .restV1(endpoint.kind) } else { self = .other(endpoint.kind) }
    }
}
