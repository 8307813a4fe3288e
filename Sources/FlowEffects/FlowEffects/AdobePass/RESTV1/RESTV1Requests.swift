import FlowMachine

/// The legacy REST API V1. Adobe knows the device by `deviceId`, and asks for JSON in `Accept`.
extension AdobePass {
    func request(_ endpoint: RESTV1Endpoint, token: String) throws(CallFailure) -> HTTPRequest {
        switch endpoint {
        case .checkAuthentication: return legacy("GET", ["api", "v1", "checkauthn"], deviceQuery(), token)
        case .configuration: return legacy("GET", ["api", "v1", "config", settings.serviceProvider], Form(), token, sendsDevice: false)
        case .profileRequest(let mvpd, _): return profileRequestRequest(mvpd, token: token)
        case .exchange(let mvpd, let saml): return try exchangeRequest(mvpd, saml: saml, token: token)
        case .authenticationToken: return legacy("GET", ["api", "v1", "tokens", "authn"], deviceQuery(), token)
        case .createCode(let mvpd): return createCodeRequest(mvpd: mvpd, token: token)
        case .authorize(let resource): return legacy("GET", ["api", "v1", "authorize"], try deviceQuery(resource), token)
        case .mediaToken(let resource): return legacy("GET", ["api", "v1", "tokens", "media"], try deviceQuery(resource), token)
        case .preauthorize(let resources): return try legacyPreauthorizeRequest(resources, token: token)
        case .userMetadata: return legacy("GET", ["api", "v1", "tokens", "usermetadata"], deviceQuery(), token)
        case .logout: return legacy("DELETE", ["api", "v1", "logout"], deviceQuery(), token)
        case .freePreview(let mvpd): return freePreviewRequest(mvpd, token: token)
        }
    }

    func result(of endpoint: RESTV1Endpoint, _ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        switch endpoint {
        case .checkAuthentication:
            try refusePage(response)
            return .authentication(ServerAuthorization(reason: .legacyToken))
        case .configuration: return try configurationResult(response)
        case .profileRequest(let mvpd, let configuration): return try profileRequestResult(response, mvpd, configuration: configuration)
        case .authenticationToken: return try authenticationTokenResult(response)
        case .createCode(let mvpd): return try createCodeResult(response, mvpd: mvpd)
        case .authorize(let resource): return try authorizationResult(response, resource: resource)
        case .mediaToken(let resource): return try mediaTokenResult(response, resource: resource)
        case .preauthorize(let resources): return try legacyPreauthorizeResult(response, resources: resources)
        case .userMetadata: return try userMetadataResult(response)
        case .exchange, .logout, .freePreview:
            try refusePage(response)
            return .done
        }
    }

    /// What an answer outside 2xx means, where it is no failure: to some questions it is simply no.
    func answer(_ endpoint: RESTV1Endpoint, refused response: HTTPResponse) -> Reply.Result? {
        switch (endpoint, response.status) {
        case (.checkAuthentication, 403), (.authenticationToken, 404): .authentication(nil)
        case (.userMetadata, 404), (.userMetadata, 412): .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false))
        case (.authorize(let resource), 403), (.mediaToken(let resource), 403):
            .decisions([Decision(resource: resource, verdict: .deny(legacyError(response)), source: .mvpd)])
        case _: nil
        }
    }

    // MARK: Building

    /// `X-Device-Info` is in Base64 and percent-encoded, unlike in V2.
    func legacy(
        _ method: String, _ path: [String], _ query: Form, _ token: String, body: Form? = nil, sendsDevice: Bool = true
    ) -> HTTPRequest {
        let device = device()
        var headers = [HTTPRequest.Field("Authorization", "Bearer \(token)")]
        if body != nil { headers.append(.init("Content-Type", "application/x-www-form-urlencoded")) }
        if sendsDevice { headers.append(.init("X-Device-Info", PercentEncoding.encode(DeviceHeaders.information(device)))) }
        headers.append(.init("Accept", "application/json"))
        headers.append(.init("User-Agent", device.userAgent))
        let route = path.map { "/" + PercentEncoding.encode($0) }.joined()
        let text = query.text
        return HTTPRequest(
            method: method, url: links.host + route + (text.isEmpty ? "" : "?\(text)"), headers: headers,
            body: body.map { Array($0.text.utf8) })
    }

    /// Requestor and device, which go with nearly every call.
    func deviceQuery() -> Form {
        var form = Form()
        form.add("requestor", settings.serviceProvider)
        form.add("deviceId", legacyDevice)
        return form
    }

    private func deviceQuery(_ resource: SecretRef) throws(CallFailure) -> Form {
        var form = deviceQuery()
        form.add("resource", try resourceName(resource))
        return form
    }

    /// The identifier in Base64, the same everywhere.
    var legacyDevice: String { Base64.encode(deviceIdentifier()) }

    /// The platform as partner single sign-on wants it: `iOS` or `tvOS`.
    var legacyDeviceType: String { settings.platform == .tvOS ? "tvOS" : "iOS" }
}
