import FlowMachine

/// Adobe's id of an authentication session, by which Adobe's support can find the session.
struct SessionID: JSONReadable {
    let id: TraceID?

    init(_ json: JSONValue) throws(CallFailure) {
        let text: String? = try JSONObject(json).optional("sessionId")
        id = text.flatMap { TraceID(uuid: $0) }
    }
}

extension TraceID {
    /// Creates the id from a UUID; `nil` for any other text, because such a text must not enter the log.
    init?(uuid text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { return nil }
        self.init(text)
    }
}

/// The answer of a sessions endpoint. All three endpoints return this form.
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
        /// The attribute names in Adobe's answers from before 2025-04. In later answers, this member is called `attributesNames` (G-24).
        let attributes: [String]?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            type = try object.optional("type")
            request = try object.required("request")
            attributesNames = try object.optional("attributesNames")
            attributes = try object.optional("attributes")
        }
    }

    /// Returns the session, and puts its secrets into the store; `nil` if the answer lacks a member that its action requires.
    /// - Parameters:
    ///   - links: makes the session's URL absolute.
    ///   - secrets: the store.
    func session(links: LinkResolver, secrets: any SecretStore) -> AdobeSession? {
        switch actionName {
        case "authorize": return .authorize(ServerAuthorization(reason: accessReason, mvpd: mvpd.flatMap { MVPDID($0) }))
        case "authenticate":
            let link = url.flatMap(links.resolve).map { secrets.put(.link($0)) }
            return open(link: link, secrets: secrets).map { .authenticate($0) }
        // For this action, the URL is not a page but an endpoint that receives the missing parameters.
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

    /// Returns the missing parameter with this name. Some of Adobe's samples write `domain` instead of `domainName` (G-35).
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
