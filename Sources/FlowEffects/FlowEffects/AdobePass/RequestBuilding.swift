import FlowMachine

/// The content of a request to an endpoint, before its headers are encoded.
struct Draft {
    enum Body {
        case none
        case form(Form)
        case json(String)
    }

    let endpoint: Endpoint
    var query = Form()
    var body = Body.none
    /// The access token; `nil` for registration and token.
    var token: String?
    var sendsIdentifier = true
    var sendsDevice = true
    /// The identity of a promotional temporary access.
    var identity: String?

    init(endpoint: Endpoint) { self.endpoint = endpoint }

    mutating func sendsDeviceHeaders(_ sends: Bool) {
        sendsIdentifier = sends
        sendsDevice = sends
    }
}

extension AdobePass {
    /// The request with all headers, in the order of Adobe's samples.
    func build(_ draft: Draft) throws(CallFailure) -> HTTPRequest {
        let device = device()
        var headers: [HTTPRequest.Field] = []
        if let token = draft.token { headers.append(.init("Authorization", "Bearer \(token)")) }
        var body: [UInt8]?
        switch draft.body {
        case .none: break
        case .form(let form):
            headers.append(.init("Content-Type", "application/x-www-form-urlencoded"))
            body = Array(form.text.utf8)
        case .json(let text):
            headers.append(.init("Content-Type", "application/json;charset=utf-8"))
            body = Array(text.utf8)
        }
        if draft.sendsIdentifier { headers.append(.init("AP-Device-Identifier", DeviceHeaders.identifier(deviceIdentifier()))) }
        if draft.sendsDevice { headers.append(.init("X-Device-Info", DeviceHeaders.information(device))) }
        // The machine has already checked that it is valid (V2-X-15).
        if let status = draft.endpoint.status { headers.append(.init("AP-Partner-Framework-Status", PartnerStatusHeader.value(status))) }
        headers.append(.init("Accept", "application/json;charset=utf-8"))
        headers.append(.init("User-Agent", device.userAgent))
        if let identity = draft.identity { headers.append(.init("AP-TempPass-Identity", Base64.encode(identity))) }
        if draft.endpoint.takesServiceToken, let token = identities.serviceToken() { headers.append(.init("AD-Service-Token", token.text)) }
        if draft.endpoint.descriptor.api == .restV2, let visitor = identities.visitor() {
            headers.append(.init("AP-Visitor-Identifier", visitor.text))
        }
        return try request(draft.endpoint, draft.query, headers, body)
    }

    /// The request with the method and the path of the endpoint's descriptor.
    func request(
        _ endpoint: Endpoint, _ query: Form, _ headers: [HTTPRequest.Field], _ body: [UInt8]?
    ) throws(CallFailure) -> HTTPRequest {
        let descriptor = endpoint.descriptor
        var url = LinkResolver(hosts[descriptor.api]).host
        for segment in descriptor.path.split(separator: "/") { url += "/" + PercentEncoding.encode(try text(segment, of: endpoint)) }
        if !query.text.isEmpty { url += "?" + query.text }
        return HTTPRequest(method: descriptor.method.rawValue, url: url, headers: headers, body: body)
    }

    /// The text in a path for one segment of its template.
    private func text(_ segment: Substring, of endpoint: Endpoint) throws(CallFailure) -> String {
        switch segment {
        case "{serviceProvider}": return settings.serviceProvider
        case "{partner}": return AdobePass.partner
        case "{mvpd}": return endpoint.mvpd?.text ?? ""
        case "{code}":
            guard let ref = endpoint.parameters.secret, case .code(let code)? = secrets.secret(ref) else {
                throw .transport(.secretMissing)
            }
            return code
        case _: return String(segment)
        }
    }

    /// The value of `{partner}` in all of Adobe's samples.
    static let partner = "Apple"

    /// Makes the URLs in answers of REST API V2 absolute.
    var links: LinkResolver { LinkResolver(hosts.restV2) }

    /// The form that creates or resumes a session.
    func sessionForm(mvpd: MVPDID?) -> Form {
        var form = Form()
        form.add("mvpd", mvpd?.text)
        form.add("domainName", settings.domainName)
        form.add("redirectUrl", settings.redirectURL)
        return form
    }

    /// The body of both decisions endpoints.
    func resourcesBody(_ resources: [SecretRef]) throws(CallFailure) -> Draft.Body {
        var names: [String] = []
        for resource in resources { names.append(JSONText.quoted(try resourceName(resource))) }
        var json = JSONText()
        json.add("resources", json: "[\(names.joined(separator: ","))]")
        return .json(json.text)
    }

    /// The resource that a reference names.
    func resourceName(_ ref: SecretRef) throws(CallFailure) -> String {
        guard case .resource(let name)? = secrets.secret(ref) else { throw .transport(.secretMissing) }
        return name
    }
}
