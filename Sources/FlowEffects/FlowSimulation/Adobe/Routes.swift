import FlowMachine

/// Finds the endpoint of a request by the method and the path in the endpoints' descriptors.
struct Routes<Kind: Sendable>: Sendable {
    private struct Route: Sendable {
        let kind: Kind
        let method: String
        let segments: [Substring]

        func hasPath(of request: ReceivedRequest) -> Bool {
            segments.count == request.path.count && zip(segments, request.path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }

    private let routes: [Route]

    init(_ endpoints: [(Kind, EndpointDescriptor)]) {
        routes = endpoints.map { kind, descriptor in
            Route(kind: kind, method: descriptor.method.rawValue, segments: descriptor.path.split(separator: "/"))
        }
    }

    init(_ endpoints: [(Kind, method: String, path: String)]) {
        routes = endpoints.map { Route(kind: $0, method: $1, segments: $2.split(separator: "/")) }
    }

    func kind(of request: ReceivedRequest) -> Kind? {
        routes.first { $0.method == request.method && $0.hasPath(of: request) }?.kind
    }

    /// Returns the methods of all endpoints with the request's path.
    func methods(of request: ReceivedRequest) -> [String] { routes.filter { $0.hasPath(of: request) }.map(\.method) }
}

extension SimulatedAdobe {
    static let routes = Routes(Endpoint.Kind.allCases.map { ($0, $0.descriptor) })
    static let legacyRoutes = Routes(RESTV1Endpoint.Kind.allCases.map { ($0, $0.descriptor) })
}
