import FlowMachine

/// The interpreter for Adobe's registration, REST API V2 and the legacy REST API V1: builds the request for a call, and interprets the answer.
///
/// The interpreter sends each request once; the machine decides what happens next. An endpoint's descriptor defines the method and the path of its
/// requests, and its template defines the rest. A file under `Endpoints` or `RESTV1` reads the endpoint's answers.
public struct AdobePass: Sendable {
    let settings: FlowSettings
    let hosts: AdobeHosts
    let secrets: any SecretStore
    let softwareStatement: String
    let deviceIdentifier: @Sendable () -> String
    let device: @Sendable () -> DeviceInformation
    let sendsDeviceHeadersEverywhere: Bool
    let identities: RequestIdentities
    let offeredProviders: Set<MVPDID>?
    let redirectState: RedirectState?

    /// Creates an interpreter for one service provider in one of Adobe's environments.
    /// - Parameters:
    ///   - app: the app, with its software statement, service provider, host, domain and redirect URL.
    ///   - secrets: the store that secrets are read from and written to.
    ///   - deviceIdentifier: returns the text that identifies this device permanently, as `DeviceIdentifier.hashed` creates it; called for
    ///     each request.
    ///   - device: returns the description of the device for Adobe; called for each request, because the connection changes (G-64).
    ///   - sendsDeviceHeadersEverywhere: whether the device headers are also sent with `profiles/code` and `sessions/{code}`, where Adobe's
    ///     pages do not list them but its checklist requires them (G-65).
    ///   - identities: the app's own identities to send with Adobe calls.
    ///   - offeredProviders: the providers that the pickers offer; `nil` for all providers in Adobe's configuration.
    ///   - redirectState: a random parameter that is added to the redirect URL of each sign-in and sign-out; `nil` for none.
    public init(
        _ app: FlowApp, secrets: any SecretStore, deviceIdentifier: @escaping @Sendable () -> String,
        device: @escaping @Sendable () -> DeviceInformation, sendsDeviceHeadersEverywhere: Bool = true,
        identities: RequestIdentities = RequestIdentities(), offeredProviders: Set<MVPDID>? = nil, redirectState: RedirectState? = nil
    ) {
        self.redirectState = redirectState
        self.identities = identities
        self.offeredProviders = offeredProviders
        settings = app.settings
        hosts = app.usedHosts
        self.secrets = secrets
        // Adobe refuses an empty statement, but `Flow` has already refused it at this point.
        softwareStatement = app.softwareStatement ?? ""
        self.deviceIdentifier = deviceIdentifier
        self.device = { app.completed(device()) }
        self.sendsDeviceHeadersEverywhere = sendsDeviceHeadersEverywhere
    }

    /// The redirect URL of a sign-in or sign-out, with the state if there is one. The registration sends the URL without the state.
    var redirectURL: String { redirectState?.added(to: settings.redirectURL) ?? settings.redirectURL }

    /// Returns the HTTP request for a call.
    /// - Throws: `.transport(.secretMissing)` if the store no longer has a secret that the request needs; `.transport(.unreadable)` if an id in
    ///   the path is `.` or `..`.
    public func request(for call: Call) throws(CallFailure) -> HTTPRequest { try RequestBuilder(self, call).request() }

    /// Converts Adobe's answer to a reply for the machine, and puts the secrets in the answer into the store.
    /// - Parameters:
    ///   - call: the call that was sent, whose endpoint determines how the answer is read.
    ///   - response: the answer, whatever its status. An answer that is not in Adobe's form becomes a failure.
    public func reply(to call: Call, _ response: HTTPResponse) -> Reply {
        let serverTime = response.header("Date").flatMap(ServerDate.parse)
        let result: Reply.Result
        do {
            result = try self.result(of: call.endpoint, response)
        } catch {
            result = .failed(error)
        }
        let wait = response.header("Retry-After").flatMap { ServerDate.wait($0, from: serverTime) }
        return Reply(result, serverTime: serverTime, retryAfter: wait, trace: trace(of: result, to: call.endpoint, response))
    }

    /// Returns the values by which Adobe's support can find an answer. For a failed result, the values include the HTTP status, which is more
    /// precise than the failure.
    private func trace(of result: Reply.Result, to endpoint: Endpoint, _ response: HTTPResponse) -> AnswerTrace? {
        let isFailure = if case .failed = result { true } else { false }
        let isSession = if case .session = result { endpoint.descriptor.api == .restV2 } else { false }
        let session = isSession ? decode(SessionID.self, response)?.id : nil
        return AnswerTrace(
            http: isFailure ? Int64(response.status) : nil, request: response.header("Adobe-Request-Id").flatMap { TraceID(uuid: $0) },
            session: session)
    }

    /// Builds the request of `call`, sends it once over `transport` and returns the reply. A failure of the transport becomes a reply, too.
    /// - Parameters:
    ///   - call: the call to perform.
    ///   - transport: the connection over which the request is sent.
    public func perform(_ call: Call, over transport: any HTTPTransport) async -> Reply {
        let request: HTTPRequest
        do {
            if let result = try answerWithoutRequest(call.endpoint) { return Reply(result) }
            request = try self.request(for: call)
        } catch {
            return Reply(.failed(error))
        }
        do {
            return reply(to: call, try await transport.send(request))
        } catch {
            return Reply(.failed(.transport(AdobePass.transport(error))))
        }
    }

    private func result(of endpoint: Endpoint, _ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        if case .restV1(let legacy) = endpoint, let answer = answer(legacy, refused: response) { return answer }
        guard (200...299).contains(response.status) else { throw failure(of: endpoint, response) }
        switch endpoint {
        case .register: return try registerResult(response)
        case .token: return try tokenResult(response)
        case .configuration: return try configurationResult(response)
        case .profiles, .profile, .profileForCode, .createPartnerProfile: return try profilesResult(response)
        case .createSession, .resumeSession, .partnerSession: return try sessionResult(response)
        case .preauthorize(_, let resources, _): return try preauthorizeResult(response, resources: resources)
        case .authorize(_, let resource, _, _): return try authorizeResult(response, resource: resource)
        case .logout: return try logoutResult(response)
        case .restV1(let endpoint): return try result(of: endpoint, response)
        }
    }

    /// Returns the machine's term for a failure of the transport.
    package static func transport(_ failure: HTTPFailure) -> CallFailure.Transport {
        switch failure {
        case .timedOut: .timedOut
        case .connection, .canceled: .connection
        case .tooBig: .unreadable
        }
    }
}

extension AdobePass: Redacted {
    /// Redacted: does not reveal the software statement.
    public var description: String { "<Adobe Pass>" }
}
