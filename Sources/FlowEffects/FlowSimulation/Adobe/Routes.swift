import FlowMachine

/// Finds the endpoint of a request by its method and path, as the endpoints' descriptors state them.
struct Routes<Kind: Sendable>: Sendable {
    private struct Route: Sendable {
        let kind: Kind
        let method: String
        let segments: [Substring]
    }

    private let routes: [Route]

    init(_ endpoints: [(Kind, EndpointDescriptor)]) {
        routes = endpoints.map { kind, descriptor in
            Route(kind: kind, method: descriptor.method.rawValue, segments: descriptor.path.split(separator: "/"))
        }
    }

    func kind(of request: ReceivedRequest) -> Kind? {
        routes.first { route in
            route.method == request.method && route.segments.count == request.path.count
                && zip(route.segments, request.path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }?.kind
    }
}

extension SimulatedAdobe {
    static let routes = Routes(Endpoint.Kind.allCases.map { ($0, $0.descriptor) })
    static let legacyRoutes = Routes(RESTV1Endpoint.Kind.allCases.map { ($0, $0.descriptor) })
}
