import FlowMachine

/// Adobe's id of an authentication session; Adobe's support finds the session by it.
struct SessionID: JSONReadable {
    let id: TraceID?

    init(_ json: JSONValue) throws(CallFailure) {
        let text: String? = try JSONObject(json).optional("sessionId")
        id = text.flatMap { TraceID(uuid: $0) }
    }
}

extension TraceID {
    /// The id, if it is a UUID: any other text in its place is kept out of the log.
    init?(uuid text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { return nil }
        self.init(text)
    }
}

/// The answer of all three sessions endpoints.
struct SessionAnswer: JSONReadable {
    let actionName: String
    let reasonType: String?
    let missingParameters: [String]?
    let url: String?
    let code: String?
    let mvpd: String?
    let notAfter: WholeNumber?
    let authenticationRequest: Request?

    init(_ json: JSONValue) throws(CallFailure) {
        let object = try JSONObject(json)
        actionName = try object.required("actionName")
        reasonType = try object.optional("reasonType")
        missingParameters = try object.optional("missingParameters")
        url = try object.optional("url")
        code = try object.optional("code")
        mvpd = try object.optional("mvpd")
        notAfter = try object.optional("notAfter")
        authenticationRequest = try object.optional("authenticationRequest")
    }

    struct Request: JSONReadable {
        let type: String?
        let request: String
        let attributesNames: [String]?
        /// The member's name before 2025-04 (G-24).
        let attributes: [String]?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            type = try object.optional("type")
            request = try object.required("request")
            attributesNames = try object.optional("attributesNames")
            attributes = try object.optional("attributes")
        }
    }

    /// The session with its secrets in the store; `nil` if the action lacks a member that it needs.
    func session(links: LinkResolver, secrets: any SecretStore) -> AdobeSession? {
        switch actionName {
        case "authorize": return .authorize(ServerAuthorization(reason: accessReason, mvpd: mvpd.flatMap { MVPDID($0) }))
        case "authenticate":
            let link = url.flatMap(links.resolve).map { secrets.put(.link($0)) }
            return open(link: link, secrets: secrets).map { .authenticate($0) }
        // The URL of this action is an endpoint for posting parameters, not a page.
        case "resume": return open(link: nil, secrets: secrets).map { .resume($0) }
        case "retry": return open(link: nil, secrets: secrets).map { .retry($0) }
        case "partner_profile": return partnerProfile(secrets: secrets)
        case _: return .unsupported
        }
    }

    private func open(link: SecretRef?, secrets: any SecretStore) -> OpenSession? {
        guard let code, !code.isEmpty else { return nil }
        return OpenSession(
            code: secrets.put(.code(code)), notAfter: notAfter?.instant, link: link, mvpd: mvpd.flatMap { MVPDID($0) },
            missing: (missingParameters ?? []).map(SessionAnswer.parameter), reason: sessionReason)
    }

    private func partnerProfile(secrets: any SecretStore) -> AdobeSession? {
        guard let request = authenticationRequest, !request.request.isEmpty else { return nil }
        let question = AuthenticationRequest(
            request: request.request, type: request.type, attributeNames: request.attributesNames ?? request.attributes ?? [])
        return .partnerProfile(request: secrets.put(.request(question)), mvpd: mvpd.flatMap { MVPDID($0) })
    }

    /// Some of Adobe's samples write `domain` for the parameter `domainName` (G-35).
    private static func parameter(_ name: String) -> OpenSession.MissingParameter {
        name == "domain" ? .domainName : OpenSession.MissingParameter(rawValue: name) ?? .other
    }

    private var sessionReason: OpenSession.Reason {
        switch reasonType {
        case nil, "none": .none
        case "pfs_fallback": .partnerStatusFallback
        case "configuration_fallback": .configurationFallback
        case "missing_parameters_fallback": .missingParametersFallback
        case _: .other
        }
    }

    private var accessReason: ServerAuthorization.Reason {
        switch reasonType {
        case "authenticated": .authenticated
        case "authenticatedSSO": .authenticatedSSO
        case "degraded": .degraded
        case "temporary": .temporary
        case _: .other
        }
    }
}
