import FlowMachine

/// Builds the request for a call from the endpoint's template.
struct RequestBuilder {
    private let adobe: AdobePass
    private let call: Call
    /// The description of the device when the builder was created, so that all parts of a request describe the same connection.
    private let device: DeviceInformation

    init(_ adobe: AdobePass, _ call: Call) {
        self.adobe = adobe
        self.call = call
        device = adobe.device()
    }

    /// Returns the HTTP request for the call.
    /// - Throws: `.transport(.secretMissing)` if the store no longer has a secret that the request needs; `.transport(.unreadable)` if a segment
    ///   of the path would be `.` or `..`.
    func request() throws(CallFailure) -> HTTPRequest {
        let template = call.endpoint.template
        var headers: [HTTPRequest.Field] = []
        for part in template.headers {
            if let text = try text(part) { headers.append(HTTPRequest.Field(part.name, text)) }
        }
        let descriptor = call.endpoint.descriptor
        var url = LinkResolver(adobe.hosts[descriptor.api]).host
        for segment in descriptor.path.split(separator: "/") {
            let text = if let value = RequestTemplate.placeholder(segment) { try text(value) ?? "" } else { String(segment) }
            // Every URL parser resolves `.` and `..`, even with percent-encoded dots. The request would then have a different path.
            if text == "." || text == ".." { throw .transport(.unreadable) }
            url += "/" + PercentEncoding.encode(text)
        }
        let query = try form(template.query)
        if !query.isEmpty { url += "?" + query }
        return HTTPRequest(
            method: descriptor.method.rawValue, url: url, headers: headers, body: try body(template.body).map { Array($0.utf8) })
    }

    private func body(_ body: RequestTemplate.Body) throws(CallFailure) -> String? {
        switch body {
        case .none: return nil
        case .form(let parts): return try form(parts)
        case .json(let parts):
            var json = JSONText()
            for part in parts {
                if part.value == .resources {
                    json.add(part.name, json: "[\(try adobe.resourceNames(in: call).map(JSONText.quoted).joined(separator: ","))]")
                } else if let text = try text(part) {
                    json.add(part.name, text)
                }
            }
            return json.text
        }
    }

    private func form(_ parts: [RequestTemplate.Part]) throws(CallFailure) -> String {
        var form = Form()
        for part in parts { form.add(part.name, try text(part)) }
        return form.text
    }

    /// Returns the text of a part; `nil` if the part is not sent.
    private func text(_ part: RequestTemplate.Part) throws(CallFailure) -> String? {
        if part.needsDeviceEverywhere, !adobe.sendsDeviceHeadersEverywhere { return nil }
        if part.value == .none { return part.prefix }
        guard let text = try text(part.value) else { return nil }
        return part.prefix + part.encodings.reduce(text) { $1.encode($0) }
    }

    /// Returns the text of a value; `nil` if there is none.
    private func text(_ value: RequestTemplate.Value) throws(CallFailure) -> String? {
        let parameters = call.endpoint.parameters
        switch value {
        case .none: return nil
        case .serviceProvider: return adobe.settings.serviceProvider
        case .domainName: return adobe.settings.domainName
        case .redirectURL: return call.endpoint == .register ? adobe.settings.redirectURL : adobe.redirectURL
        // The partner's name in all of Adobe's samples.
        case .partner: return "Apple"
        // The platform name that partner single sign-on requires.
        case .deviceType: return adobe.settings.platform == .tvOS ? "tvOS" : "iOS"
        case .softwareStatement: return adobe.softwareStatement
        case .deviceIdentifier: return adobe.deviceIdentifier()
        case .deviceInformation: return DeviceHeaders.json(device)
        case .userAgent: return device.userAgent
        case .visitor: return adobe.identities.visitor()?.text
        case .serviceToken: return adobe.identities.serviceToken()?.text
        case .mvpd: return parameters.mvpd?.text
        case .partnerStatus: return parameters.status.map(PartnerStatusHeader.json)
        case .accessToken:
            guard case .token(let token)? = secret(call.token) else { throw .transport(.secretMissing) }
            return token
        case .clientID: return try credentials().id
        case .clientSecret: return try credentials().secret
        case .grantType:
            let grants = try credentials().grantTypes
            return grants.contains(AdobePass.grant) ? AdobePass.grant : grants.first ?? AdobePass.grant
        case .code:
            guard case .code(let code)? = secret(parameters.secret) else { throw .transport(.secretMissing) }
            return code
        case .saml:
            guard case .saml(let response)? = secret(parameters.secret) else { throw .transport(.secretMissing) }
            return response
        case .resource, .resources: return try adobe.resourceNames(in: call).first
        // The list omits resources that contain a comma, because Adobe would split their names.
        case .resourceList: return try adobe.previewedNames(parameters.resources).joined(separator: ",")
        case .identity:
            guard let ref = parameters.identity else { return nil }
            guard case .identity(let text)? = secret(ref) else { throw .transport(.secretMissing) }
            return text
        }
    }

    private func secret(_ ref: SecretRef?) -> Secret? { ref.flatMap(adobe.secrets.secret) }

    private func credentials() throws(CallFailure) -> ClientCredentials {
        guard case .client(let credentials)? = secret(call.endpoint.parameters.secret) else { throw .transport(.secretMissing) }
        return credentials
    }
}

extension AdobePass {
    /// The resolver that makes the URLs in answers of REST API V2 absolute.
    var links: LinkResolver { LinkResolver(hosts.restV2) }

    /// Returns the identifier of the resource that a reference names.
    func resourceName(_ ref: SecretRef) throws(CallFailure) -> String {
        guard case .resource(let name)? = secrets.secret(ref) else { throw .transport(.secretMissing) }
        return name
    }

    /// Returns the identifiers of the resources in a call.
    fileprivate func resourceNames(in call: Call) throws(CallFailure) -> [String] {
        var names: [String] = []
        for resource in call.endpoint.parameters.resources { names.append(try resourceName(resource)) }
        return names
    }
}
