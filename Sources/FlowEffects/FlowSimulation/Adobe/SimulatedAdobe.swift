import FlowEffects
import FlowMachine

/// Adobe's server side as a value: it answers one request at a time and remembers the consequences.
///
/// The same requests at the same times get the same answers, byte for byte. The server implements the documented JSON of the registration
/// and of every endpoint of REST API V2 and the legacy API that the flow calls. It rejects the same requests as Adobe, for example requests
/// with an invalid token, without a device header, with an invalid partner status, or with an expired code.
///
/// ```swift
/// var adobe = SimulatedAdobe(for: app)
/// adobe.denials = [.init(resource: "channel-9", details: "Ask for Gold.")]
/// adobe.answerNext(.authorize, with: .page(status: 503))
/// ```
public struct SimulatedAdobe: Sendable {
    /// The number of characters in an authentication code.
    public static let codeLength = 7

    /// The service provider's id, as paths contain it.
    public var serviceProvider: String
    /// The scheme and host of the absolute links in answers.
    public var host: String
    /// The only software statement that registration accepts.
    public var softwareStatement: String
    /// The domains registered for the service provider.
    public var domainNames: [String]
    /// The providers, in the configuration's order.
    public var providers: [SimulatedProvider]
    /// The attributes of the viewer that the server reports with each permit, as Adobe does since version 3.10; empty by default.
    public var decisionAttributes: [(name: String, value: String)] = []
    /// The resources that the server denies, each with the viewers to whom it is denied. All other resources are permitted.
    public var denials: [Denial] = []
    /// Whether the server refuses every partner status because it does not recognize the provider.
    public var refusesPartnerStatus = false
    /// Whether the server accepts requests that Adobe is known to accept against its documentation: without `X-Device-Info` at
    /// registration, token and legacy codes, and without the content type of a form.
    public var isLenient = false
    /// The maximum number of resources in one preauthorization.
    public var preauthorizationLimit = 5
    /// The maximum number of resources in one authorization.
    public var authorizationLimit = 1
    /// The answer of the legacy API after it has been shut down; `nil` while the legacy API works.
    public var legacyEnd: LegacyEnd?
    /// The time for which an access token is valid.
    public var tokenLifetime = Interval.seconds(21_600)
    /// The time for which a code is valid.
    public var codeLifetime = Interval.seconds(1800)
    /// Whether the answer with a code contains the code's expiry.
    public var reportsCodeExpiry = true
    /// The time for which a profile is valid.
    public var profileLifetime = Interval.seconds(2_592_000)
    /// The time for which a media token is valid.
    public var mediaTokenLifetime = Interval.seconds(420)
    /// The time for which the profile of a degraded provider is valid.
    public var degradedLifetime = Interval.seconds(3600)

    /// The endpoints of the received requests, in order. Tests can count them.
    public private(set) var received: [Endpoint.Kind] = []
    /// The legacy API's endpoints of the received requests, in order.
    public private(set) var receivedLegacy: [RESTV1Endpoint.Kind] = []
    /// Whether the server adds requests to `exchanges`.
    package var keepsExchanges = false
    /// Every request with its answer, in order, as a proxy in front of the server would record them.
    package private(set) var exchanges: [Exchange] = []

    var generator: Generator
    var clients: [Client] = []
    /// The profiles that were added before a client registered.
    var awaitingClient: [(mvpd: String, type: ProfileType, device: String, time: Instant)] = []
    var tokens: [Token] = []
    var sessions: [OpenSession] = []
    /// Whether a client has registered.
    package var hasClients: Bool { !clients.isEmpty }
    /// The code that was issued last.
    package var latestCode: String? { sessions.last?.code }
    var profiles: [HeldProfile] = []
    var temporaries: [TemporaryUse] = []
    /// The devices that have temporary access under the legacy API, each with the provider of temporary access.
    var legacyTemporary: [(owner: Owner, mvpd: String)] = []
    private var mishaps = Mishaps<Endpoint.Kind>()
    private var legacyMishaps = Mishaps<RESTV1Endpoint.Kind>()

    /// The software statement that a simulated server accepts by default.
    public static let usualSoftwareStatement = "simulated.software.statement"

    /// Creates a server for one service provider.
    /// - Parameters:
    ///   - serviceProvider: the requestor id that the server accepts.
    ///   - softwareStatement: the statement that the server accepts in a registration.
    ///   - domainNames: the domains that are registered for the service provider.
    ///   - providers: the MVPDs of the configuration.
    ///   - host: the scheme and host with which links in answers begin.
    ///   - seed: the seed of codes, tokens and ids. The same seed and the same requests give the same answers.
    public init(
        serviceProvider: String = "REF30", softwareStatement: String = SimulatedAdobe.usualSoftwareStatement,
        domainNames: [String] = ["adobe.com"],
        providers: [SimulatedProvider] = SimulatedProvider.samples, host: String = "https://sp.auth.adobe.com", seed: UInt64 = 1
    ) {
        self.serviceProvider = serviceProvider
        self.softwareStatement = softwareStatement
        self.domainNames = domainNames
        self.providers = providers
        self.host = host
        generator = Generator(seed: seed)
    }

    /// Creates a server that accepts `app`. The server has the app's service provider, host, domain name and software statement, and the
    /// sample providers.
    public init(for app: FlowApp) {
        self.init(
            serviceProvider: app.settings.serviceProvider,
            softwareStatement: app.softwareStatement ?? SimulatedAdobe.usualSoftwareStatement,
            domainNames: [app.settings.domainName], host: app.settings.host)
    }

    /// Replaces the next `times` answers of `endpoint` by `mishap`. Several mishaps of one endpoint are used one after the other.
    public mutating func answerNext(_ endpoint: Endpoint.Kind, with mishap: Mishap, times: Int = 1) {
        mishaps.add(mishap, of: endpoint, times: times)
    }

    /// Replaces the next `times` answers of an `endpoint` of the legacy API by `mishap`.
    public mutating func answerNext(legacy endpoint: RESTV1Endpoint.Kind, with mishap: Mishap, times: Int = 1) {
        legacyMishaps.add(mishap, of: endpoint, times: times)
    }

    /// Returns the failure of `request` if it gets no answer; otherwise `nil`. A transport calls this function first, and calls `answer`
    /// only if the result is `nil`.
    ///
    /// A request gets no answer if the next mishap of its endpoint is `noConnection` or `timedOut`, which this call removes, or if the
    /// legacy API has ended with `closed`. Such a request does not arrive, so it is not in `received`.
    public mutating func takeFailure(of request: HTTPRequest) -> HTTPFailure? {
        let request = ReceivedRequest(request)
        if legacyEnd == .closed, Self.isLegacy(request) { return .connection }
        if let endpoint = Self.legacyRoutes.kind(of: request) { return legacyMishaps.takeFailure(endpoint) }
        return Self.routes.kind(of: request).flatMap { mishaps.takeFailure($0) }
    }

    /// Answers a request.
    /// - Parameters:
    ///   - request: the request, as it is sent over the network.
    ///   - time: the time at which the request arrives. The answer's `Date` is this time.
    ///   - refused: called with a text if the server refuses the request, for example
    ///     `refused POST /o/client/register with 400 invalid_request: the header X-Device-Info is missing`.
    public mutating func answer(_ request: HTTPRequest, at time: Instant, refused: (String) -> Void = { _ in }) -> HTTPResponse {
        let received = ReceivedRequest(request)
        var response: Response
        do throws(Refusal) {
            if let end = legacyEnd, Self.isLegacy(received) { throw end.refusal }
            routing: if let endpoint = Self.legacyRoutes.kind(of: received) {
                self.receivedLegacy.append(endpoint)
                let mishap = legacyMishaps.take(endpoint)
                if let refusal = mishap?.refusal { throw refusal.scripted }
                _ = try authorizedClient(received, at: time)
                response = try answer(endpoint, received, mishap?.itemError, at: time)
            } else {
                guard let endpoint = Self.routes.kind(of: received) else {
                    response = try answerElsewhere(received, at: time)
                    break routing
                }
                self.received.append(endpoint)
                let mishap = mishaps.take(endpoint)
                if let refusal = mishap?.refusal { throw refusal.scripted }
                response = try answer(endpoint, received, mishap?.itemError, at: time)
                if mishap == .noDecisions { response = Response(200, ["decisions": []]) }
            }
        } catch {
            refused("refused \(received.method) \(received.rawPath) with \(error.text)")
            response = self.response(to: error)
        }
        response.headers.append(HTTPRequest.Field("Date", HTTPDate.text(time)))
        let answer = HTTPResponse(status: response.status, headers: response.headers, body: response.body)
        if keepsExchanges { exchanges.append(Exchange(time: time, request: request, response: answer)) }
        return answer
    }

    /// A request with its answer.
    package struct Exchange: Sendable {
        /// The time at which the request arrived and the answer was sent.
        package let time: Instant
        package let request: HTTPRequest
        package let response: HTTPResponse
    }

    private mutating func answer(
        _ endpoint: Endpoint.Kind, _ request: ReceivedRequest, _ itemError: String?, at time: Instant
    ) throws(Refusal) -> Response {
        switch endpoint {
        case .register: return try register(request, at: time)
        case .token: return try issueToken(request, at: time)
        case _: break
        }
        let client = try authorizedClient(request, at: time)
        guard request.path.dropFirst(2).first == serviceProvider else {
            throw .error("invalid_parameter_service_provider", "this server serves only \(serviceProvider)")
        }
        switch endpoint {
        case .register, .token, .restV1: throw .uncoded(404)
        case .configuration: return Response(200, configuration)
        case .profiles: return try profiles(request, try owner(client, request), at: time)
        case .profile: return try profile(request, try owner(client, request), at: time)
        case .profileForCode: return try profileForCode(request, at: time)
        case .createSession: return try createSession(request, try owner(client, request), at: time)
        case .resumeSession: return try resumeSession(request, at: time)
        case .partnerSession: return try partnerSession(request, try owner(client, request), at: time)
        case .createPartnerProfile: return try createPartnerProfile(request, try owner(client, request), at: time)
        case .preauthorize: return try preauthorize(request, try owner(client, request), itemError, at: time)
        case .authorize: return try authorize(request, try owner(client, request), itemError, at: time)
        case .logout: return try logout(request, try owner(client, request), at: time)
        }
    }

    /// Returns the provider with this id.
    /// - Throws: a refusal if there is no such provider, or if its integration is not active.
    func integrated(_ id: String) throws(Refusal) -> SimulatedProvider {
        guard let provider = providers.first(where: { $0.id == id }) else { throw .error("invalid_parameter_mvpd") }
        guard provider.isIntegrated else { throw .error("invalid_integration") }
        return provider
    }

    private var configuration: JSON {
        [
            "device": "tvOS", "clientType": "unknown", "os": "tvOS",
            "requestor": [
                "id": .string(serviceProvider), "name": "Simulated site",
                "domains": .array(domainNames.map { ["name": .string($0), "mvpdInitiated": false] }),
                "mvpds": .array(providers.map(\.json)),
            ],
        ]
    }
}

extension SimulatedAdobe {
    /// A resource that the server denies.
    public struct Denial: Sendable, Equatable {
        /// The identifier of the denied resource.
        public var resource: String
        /// The provider whose viewers are denied the resource; `nil` for all viewers.
        public var mvpd: String?
        /// The code of the error. In a preauthorization, the default code becomes `preauthorization_denied_by_mvpd`.
        public var code: String
        /// The provider's text for the viewer.
        public var details: String?

        /// Creates a denial of a resource. Each parameter sets the property of the same name.
        public init(resource: String, mvpd: String? = nil, code: String = "authorization_denied_by_mvpd", details: String? = nil) {
            self.resource = resource
            self.mvpd = mvpd
            self.code = code
            self.details = details
        }
    }

    struct Response {
        let status: Int
        var headers: [HTTPRequest.Field]
        let body: [UInt8]

        init(status: Int, headers: [HTTPRequest.Field], body: [UInt8]) {
            self.status = status
            self.headers = headers
            self.body = body
        }

        init(_ status: Int, _ json: JSON) {
            self.init(status: status, headers: [HTTPRequest.Field("Content-Type", "application/json;charset=UTF-8")], body: json.bytes)
        }
    }

    private mutating func response(to refusal: Refusal) -> Response {
        switch refusal.kind {
        case .cataloged(let error): return Response(error.status, error.json(trace: generator.uuid()))
        case .registration(let code): return Response(400, ["error": .string(code)])
        case .status(let status): return Response(status: status, headers: [], body: [])
        case .uncoded(let status): return Response(status, .object([]))
        case .method(let allowed):
            var response = Response(405, .object([]))
            response.headers.append(HTTPRequest.Field("Allow", allowed.joined(separator: ", ")))
            return response
        case .legacy(let status, let message, let details):
            var members: [(name: String, value: JSON)] = [("status", .integer(Int64(status))), ("message", .string(message))]
            if let details { members.append(("details", .string(details))) }
            return Response(status, .object(members))
        case .page(let status):
            let page = "<html>\r\n<head><title>\(status)</title></head>\r\n<body>\r\n<h1>\(status)</h1>\r\n</body>\r\n</html>\r\n"
            return Response(status: status, headers: [HTTPRequest.Field("content-type", "text/html")], body: Array(page.utf8))
        }
    }
}
