import FlowMachine

/// The purpose of a request to Adobe.
enum Target: Hashable {
    case v2(Endpoint.Kind)
    case v1(RESTV1Endpoint.Kind)
    /// A page, or another request that does not come from the app's own sign-in logic.
    case page(Page)

    /// The requests of second screens, of user agents and of old variants.
    enum Page: String {
        /// The sign-in page of REST API V2, or of the legacy API.
        case signIn = "the sign-in page"
        /// Reads or removes the code of a second screen.
        case code = "a code of a second screen"
        /// Any other path at Adobe's hosts.
        case unknown = "another path"
        /// The service of the AccessEnabler SDKs, to which no rule applies.
        case accessEnabler = "the AccessEnabler SDK's service"
    }

    /// A method and a path with placeholders in braces.
    private struct Pattern {
        let method: String?
        let segments: [Substring]
        let target: Target

        init(_ method: String?, _ path: String, _ target: Target) {
            self.method = method
            segments = path.split(separator: "/")
            self.target = target
        }

        /// Returns the values of the placeholders; `nil` if the request's method or path does not match.
        func values(_ method: String, _ path: [String]) -> [String: String]? {
            guard path.count == segments.count, self.method == nil || self.method == method else { return nil }
            var values: [String: String] = [:]
            for (segment, text) in zip(segments, path) {
                if segment.hasPrefix("{") {
                    values[String(segment.dropFirst().dropLast())] = text
                } else if segment != text {
                    return nil
                }
            }
            return values
        }
    }

    private static let patterns: [Pattern] =
        Endpoint.Kind.allCases.filter { $0 != .restV1 }.map { Pattern($0.descriptor.method.rawValue, $0.descriptor.path, .v2($0)) }
        + RESTV1Endpoint.Kind.allCases.map { Pattern($0.descriptor.method.rawValue, $0.descriptor.path, .v1($0)) } + [
            Pattern("GET", "/api/v1/mediatoken", .v1(.mediaToken)),
            Pattern("GET", "/api/v2/authenticate/{serviceProvider}/{code}", .page(.signIn)),
            Pattern("GET", "/api/v1/authenticate", .page(.signIn)),
            Pattern("GET", "/api/v2/{serviceProvider}/sessions/{code}", .page(.code)),
            Pattern("GET", "/api/v1/checkauthn/{code}", .page(.code)),
            Pattern(nil, "/reggie/v1/{serviceProvider}/regcode/{code}", .page(.code)),
            Pattern("GET", "/api/v1/preauthorize/{code}", .page(.code)),
        ]

    /// Returns the purpose of a request to Adobe, with the values in the path.
    static func of(_ method: String, _ path: [String]) -> (target: Target, values: [String: String]) {
        // The legacy API also accepts the format as an extension of the path.
        var segments = path
        if let last = segments.last, segments.starts(with: ["api", "v1"]) || segments.first == "reggie" {
            for end in [".json", ".xml"] where last.hasSuffix(end) { segments[segments.count - 1] = String(last.dropLast(end.count)) }
        }
        for pattern in patterns {
            if let values = pattern.values(method, segments) { return (pattern.target, values) }
        }
        return (.page(path.first == "adobe-services" ? .accessEnabler : .unknown), [:])
    }

    var descriptor: EndpointDescriptor? {
        switch self {
        case .v2(let kind): kind.descriptor
        case .v1(let kind): kind.descriptor
        case .page: nil
        }
    }

    /// The API of Adobe's to which the request belongs.
    var api: EndpointDescriptor.Family? { descriptor?.api }

    /// Whether the request asks for a decision for playback or display.
    var isDecision: Bool {
        switch self {
        case .v2(.authorize), .v2(.preauthorize), .v1(.authorize), .v1(.preauthorize), .v1(.mediaToken): true
        case .v2, .v1, .page: false
        }
    }
}
