import FlowMachine

/// The legacy REST API V1. It identifies the device by `deviceId`, and expects `Accept` to ask for JSON.
extension AdobePass {
    func request(_ endpoint: RESTV1Endpoint, token: String) throws(CallFailure) -> HTTPRequest {
        var query = deviceQuery()
        var body: Form?
        var sendsDevice = true
        switch endpoint {
        case .checkAuthentication, .authenticationToken, .userMetadata, .logout: break
        case .configuration:
            query = Form()
            sendsDevice = false
        case .profileRequest:
            query = Form()
            query.add("deviceType", legacyDeviceType)
            sendsDevice = false
        case .exchange(let mvpd, let saml):
            query = Form()
            body = try exchangeForm(mvpd, saml: saml)
        case .createCode(let mvpd): query = codeQuery(mvpd: mvpd)
        case .authorize(let resource, let identity):
            query.add("resource", try resourceName(resource))
            query.add("generic_data", try identity.map(identityText))
        case .mediaToken(let resource): query.add("resource", try resourceName(resource))
        case .preauthorize(let resources): query.add("resource", try resourceNames(resources))
        case .freePreview(let mvpd, let identity):
            query = freePreviewQuery(mvpd)
            query.add("generic_data", try identity.map(identityText))
        }
        return try build(endpoint, query, token, body: body, sendsDevice: sendsDevice)
    }

    func result(of endpoint: RESTV1Endpoint, _ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        try refuseError(response, of: endpoint.kind)
        switch endpoint {
        case .checkAuthentication:
            try refusePage(response)
            return .authentication(ServerAuthorization(reason: .legacyToken))
        case .configuration: return try configurationResult(response)
        case .profileRequest(let mvpd, let configuration): return try profileRequestResult(response, mvpd, configuration: configuration)
        case .authenticationToken: return try authenticationTokenResult(response)
        case .createCode(let mvpd): return try createCodeResult(response, mvpd: mvpd)
        case .authorize(let resource, _): return try authorizationResult(response, resource: resource)
        case .mediaToken(let resource): return try mediaTokenResult(response, resource: resource)
        case .preauthorize(let resources): return try legacyPreauthorizeResult(response, resources: resources)
        case .userMetadata: return try userMetadataResult(response)
        case .exchange, .logout, .freePreview:
            try refuseBody(response)
            return .done
        }
    }

    /// The result of an answer outside 2xx that is not a failure: for some endpoints such a status means "no".
    func answer(_ endpoint: RESTV1Endpoint, refused response: HTTPResponse) -> Reply.Result? {
        switch (endpoint, response.status) {
        case (.checkAuthentication, 403), (.authenticationToken, 404): saysNobody(response) ? .authentication(nil) : nil
        case (.userMetadata, 404), (.userMetadata, 412):
            saysNobody(response) ? .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)) : nil
        case (.authorize(let resource, _), 403), (.mediaToken(let resource), 403):
            legacyDenial(response).map { .decisions([Decision(resource: resource, verdict: .deny($0), source: .mvpd)]) }
        case _: nil
        }
    }

    // MARK: Building

    /// `X-Device-Info` is in Base64 and percent-encoded, unlike in V2.
    private func build(
        _ endpoint: RESTV1Endpoint, _ query: Form, _ token: String, body: Form?, sendsDevice: Bool
    ) throws(CallFailure) -> HTTPRequest {
        let device = device()
        var query = query
        query.add("ap_vi", identities.visitor()?.text)
        var headers = [HTTPRequest.Field("Authorization", "Bearer \(token)")]
        if body != nil { headers.append(.init("Content-Type", "application/x-www-form-urlencoded")) }
        if sendsDevice { headers.append(.init("X-Device-Info", PercentEncoding.encode(DeviceHeaders.information(device)))) }
        headers.append(.init("Accept", "application/json"))
        headers.append(.init("User-Agent", device.userAgent))
        return try request(.restV1(endpoint), query, headers, body.map { Array($0.text.utf8) })
    }

    /// Requestor and device, which are part of nearly every call.
    func deviceQuery() -> Form {
        var form = Form()
        form.add("requestor", settings.serviceProvider)
        form.add("deviceId", legacyDevice)
        return form
    }

    /// The device identifier in Base64, the same in every call.
    var legacyDevice: String { Base64.encode(deviceIdentifier()) }

    /// The platform name that partner single sign-on requires: `iOS` or `tvOS`.
    var legacyDeviceType: String { settings.platform == .tvOS ? "tvOS" : "iOS" }
}
