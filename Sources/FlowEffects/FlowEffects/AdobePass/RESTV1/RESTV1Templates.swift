import FlowMachine

extension RESTV1Endpoint.Kind {
    /// The template of requests to an endpoint of the legacy REST API V1. This API identifies the device by `deviceId`, and returns JSON only if the
    /// header `Accept` requests it.
    package var template: RequestTemplate {
        switch self {
        case .checkAuthentication, .authenticationToken, .userMetadata, .logout: template(query: device)
        case .configuration: template(sendsDevice: false)
        case .profileRequest: template(query: [.init("deviceType", .deviceType)], sendsDevice: false)
        // The SAML response is encoded in Base64, then percent-encoded exactly once (V1-15).
        case .exchange:
            template(
                form: device + [.init("mvpd", .mvpd), .init("deviceType", .deviceType), .init("SAMLResponse", .saml, .base64)])
        case .createCode: template(query: [deviceID, .init("mvpd", .mvpd)])
        case .authorize: template(query: device + [.init("resource", .resource), .init("generic_data", .identity)])
        case .mediaToken: template(query: device + [.init("resource", .resource)])
        case .preauthorize: template(query: device + [.init("resource", .resourceList)])
        case .freePreview:
            template(query: [
                .init("requestor_id", .serviceProvider), deviceID, .init("mso_id", .mvpd), .init("domain_name", .domainName),
                .init("generic_data", .identity),
            ])
        }
    }

    private typealias Part = RequestTemplate.Part

    private func template(query: [RequestTemplate.Part] = [], form: [RequestTemplate.Part]? = nil, sendsDevice: Bool = true)
        -> RequestTemplate
    {
        var headers = [Part("Authorization", .accessToken, prefix: "Bearer ")]
        if form != nil { headers.append(Part("Content-Type", text: "application/x-www-form-urlencoded")) }
        // Unlike in REST API V2, the value is also percent-encoded.
        if sendsDevice { headers.append(Part("X-Device-Info", .deviceInformation, .base64, .percent)) }
        headers += [Part("Accept", text: "application/json"), Part("User-Agent", .userAgent)]
        return RequestTemplate(query: query + [Part("ap_vi", .visitor)], headers: headers, body: form.map { .form($0) } ?? .none)
    }

    /// The device identifier, which is the same in every call.
    private var deviceID: RequestTemplate.Part { .init("deviceId", .deviceIdentifier, .base64) }

    /// The requestor and the device identifier, which nearly every call contains.
    private var device: [RequestTemplate.Part] { [.init("requestor", .serviceProvider), deviceID] }
}
