import FlowMachine

extension Endpoint {
    /// The template of the endpoint's requests.
    var template: RequestTemplate {
        if case .restV1(let endpoint) = self { endpoint.kind.template } else { kind.template }
    }
}

extension Endpoint.Kind {
    /// The template of requests to an endpoint of the registration or of REST API V2.
    package var template: RequestTemplate {
        switch self {
        case .register:
            headers(.json([.init("software_statement", .softwareStatement), .init("redirect_uri", .redirectURL)]), device: .information)
        case .token:
            headers(
                .form([.init("client_id", .clientID), .init("client_secret", .clientSecret), .init("grant_type", .grantType)]),
                device: .information)
        case .configuration: headers()
        case .profiles, .profile: headers(status: true, serviceToken: true)
        case .profileForCode: headers(device: .everywhere)
        case .createSession: headers(.form(sessionForm), serviceToken: true)
        case .resumeSession: headers(.form(sessionForm), device: .everywhere)
        // The form has no MVPD, because Adobe reads it from the partner status. The other fields serve Adobe's fallback to a session.
        case .partnerSession: headers(.form(sessionForm.filter { $0.value != .mvpd }), status: true)
        // The SAML response is encoded in Base64, then percent-encoded exactly once (G-20, V2-C-29).
        case .createPartnerProfile: headers(.form([.init("SAMLResponse", .saml, .base64)]), status: true)
        case .preauthorize: headers(.json([.init("resources", .resources)]), status: true, serviceToken: true)
        case .authorize: headers(.json([.init("resources", .resources)]), status: true, identity: true, serviceToken: true)
        case .logout: headers(query: [.init("redirectUrl", .redirectURL)], serviceToken: true)
        // The legacy API has several endpoints; `RESTV1Endpoint.Kind` has their templates.
        case .restV1: RequestTemplate()
        }
    }

    private typealias Part = RequestTemplate.Part

    /// The device headers that an endpoint's requests contain.
    private enum Device {
        /// The identifier and the description of the device.
        case full
        /// The identifier and the description, but only if the app sends both headers everywhere: Adobe's pages do not list the headers, but its
        /// checklist requires them (G-65).
        case everywhere
        /// The description of the device only.
        case information
    }

    /// Returns a template with all header fields, in the order of Adobe's samples.
    private func headers(
        _ body: RequestTemplate.Body = .none, query: [RequestTemplate.Part] = [], device: Device = .full, status: Bool = false,
        identity: Bool = false, serviceToken: Bool = false
    ) -> RequestTemplate {
        var headers: [Part] = []
        let isRegistration = descriptor.api == .registration
        if !isRegistration { headers.append(Part("Authorization", .accessToken, prefix: "Bearer ")) }
        switch body {
        case .none: break
        case .form: headers.append(Part("Content-Type", text: "application/x-www-form-urlencoded"))
        case .json: headers.append(Part("Content-Type", text: "application/json;charset=utf-8"))
        }
        // The value consists of the type, a blank, and the identifier in Base64 (G-62).
        var identifier = Part("AP-Device-Identifier", .deviceIdentifier, .base64, prefix: "fingerprint ")
        var information = Part("X-Device-Info", .deviceInformation, .base64)
        identifier.needsDeviceEverywhere = device == .everywhere
        information.needsDeviceEverywhere = device == .everywhere
        headers += device == .information ? [information] : [identifier, information]
        // The machine has already checked that the partner status is valid (V2-X-15).
        if status { headers.append(Part("AP-Partner-Framework-Status", .partnerStatus, .base64)) }
        headers.append(Part("Accept", text: "application/json;charset=utf-8"))
        headers.append(Part("User-Agent", .userAgent))
        if identity { headers.append(Part("AP-TempPass-Identity", .identity, .base64)) }
        // The service token is sent to the endpoints for which Adobe's reference lists this header.
        if serviceToken { headers.append(Part("AD-Service-Token", .serviceToken)) }
        if !isRegistration { headers.append(Part("AP-Visitor-Identifier", .visitor)) }
        return RequestTemplate(query: query, headers: headers, body: body)
    }

    /// The form that creates or resumes a session.
    private var sessionForm: [RequestTemplate.Part] {
        [.init("mvpd", .mvpd), .init("domainName", .domainName), .init("redirectUrl", .redirectURL)]
    }
}
