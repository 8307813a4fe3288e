import FlowEffects
import FlowMachine

/// The answers to URLs that user agents and second screens open. The flow itself never requests these URLs.
extension SimulatedAdobe {
    private enum Address {
        case session
        case authenticate
        case legacyAuthenticate
        case logoutPage
    }

    private static let addresses = Routes<Address>([
        (.session, method: "GET", path: "/api/v2/{serviceProvider}/sessions/{code}"),
        (.authenticate, method: "GET", path: "/api/v2/authenticate/{serviceProvider}/{code}"),
        (.legacyAuthenticate, method: "GET", path: "/api/v1/authenticate"),
        (.logoutPage, method: "GET", path: "/adobe-services/logout"),
    ])

    /// Answers a request to an address that is not an endpoint of the flow.
    func answerElsewhere(_ request: ReceivedRequest, at time: Instant) throws(Refusal) -> Response {
        switch Self.addresses.kind(of: request) {
        case .session: return try session(request, at: time)
        case .authenticate: return try authenticate(request, code: request.path.last ?? "", at: time)
        case .legacyAuthenticate: return try authenticate(request, code: request.query["reg_code"] ?? "", at: time)
        case .logoutPage: return try logoutPage(request)
        case nil: break
        }
        let allowed = Set(Self.routes.methods(of: request) + Self.legacyRoutes.methods(of: request) + Self.addresses.methods(of: request))
        if allowed.isEmpty { throw .uncoded(404, "no endpoint has this path") }
        throw Refusal(kind: .method(allowed: allowed.sorted()), reason: "this path allows \(allowed.sorted().joined(separator: " and "))")
    }

    /// Returns the data about a code. A second screen requests the data before it lets the viewer sign in.
    private func session(_ request: ReceivedRequest, at time: Instant) throws(Refusal) -> Response {
        _ = try authorizedClient(request, at: time)
        guard request.path.dropFirst(2).first == serviceProvider else {
            throw .error("invalid_parameter_service_provider", "this server serves only \(serviceProvider)")
        }
        let code = try wellFormed(request.path.last ?? "")
        guard let session = openSession(code, at: time) else { throw .error("invalid_authentication_session") }
        let existing = [("mvpd", session.mvpd), ("domainName", session.domainName), ("redirectUrl", session.redirectURL)]
        var members: [(name: String, value: JSON)] = []
        if !session.missing.isEmpty { members.append(("missingParameters", .array(session.missing.map { .string($0) }))) }
        var parameters: [(name: String, value: JSON)] = []
        for case (let name, let value?) in existing { parameters.append((name, .string(value))) }
        parameters.append(("serviceProvider", .string(serviceProvider)))
        members.append(("existingParameters", .object(parameters)))
        members.append(("device", session.device?.json ?? .object([])))
        members.append(("notBefore", .string(String(session.notBefore.milliseconds))))
        members.append(("notAfter", .string(String(session.notAfter.milliseconds))))
        return Response(200, .object(members))
    }

    /// Answers a request to the link of a session. Adobe redirects the user agent to the provider's page; this server redirects the user agent to
    /// its own second-screen page.
    private func authenticate(_ request: ReceivedRequest, code: String, at time: Instant) throws(Refusal) -> Response {
        guard openSession(code, at: time) != nil else { throw Refusal(kind: .page(400), reason: "no open session has this code") }
        return Response(
            status: 302, headers: [HTTPRequest.Field("Location", SecondScreen.link(code))], body: [])
    }

    /// Answers a request to the page for signing out, by a redirect to the app. A real provider would also end its own session there.
    private func logoutPage(_ request: ReceivedRequest) throws(Refusal) -> Response {
        guard let back = request.query["redirect_url"].flatMap(SecondScreen.safeRedirect) else {
            throw Refusal(kind: .page(400), reason: "redirect_url is missing, or is no address to which a provider leads back")
        }
        return Response(status: 302, headers: [HTTPRequest.Field("Location", back)], body: [])
    }

    /// Returns the codes that have not expired and with which no viewer has signed in yet, the newest last.
    package func openCodes(at time: Instant) -> [(code: String, mvpd: String?, notAfter: Instant)] {
        sessions.filter { time < $0.notAfter && $0.completed == nil }.map { ($0.code, $0.mvpd, $0.notAfter) }
    }

    /// Returns the session with this code; `nil` if there is none or it has expired.
    func openSession(_ code: String, at time: Instant) -> OpenSession? {
        sessions.first { $0.code == code && time < $0.notAfter }
    }
}
