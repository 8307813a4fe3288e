import FlowEffects
import FlowMachine

/// An interpreter with a token in its store, for answers and requests that are in no fixture.
package struct Interpreter {
    package let store = InMemorySecretStore()
    package let adobe: AdobePass
    package let token: SecretRef

    package init(
        serviceProvider: String = "REF30", host: String = "https://sp.auth.adobe.com", hosts: AdobeHosts? = nil,
        redirectURL: String = "adobepass://com.example.demotv",
        everywhere: Bool = false, identities: RequestIdentities = RequestIdentities(), temporaryAccess: String? = nil,
        offered: Set<MVPDID>? = nil
    ) {
        let settings = FlowSettings(
            serviceProvider: serviceProvider, host: host, domainName: "adobe.com", redirectURL: redirectURL, platform: .tvOS,
            temporaryAccess: temporaryAccess.flatMap { MVPDID($0) })
        adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: "statement", settings: settings, hosts: hosts), secrets: store,
            deviceIdentifier: { "identifier" }, device: { .fixture }, sendsDeviceHeadersEverywhere: everywhere, identities: identities,
            offeredProviders: offered)
        token = store.put(.token("access"))
    }

    package func request(_ endpoint: Endpoint) throws(CallFailure) -> HTTPRequest {
        try adobe.request(for: Call(token: token, endpoint: endpoint))
    }

    package func reply(_ endpoint: Endpoint, _ body: String, status: Int = 200, headers: [HTTPRequest.Field] = []) -> Reply {
        reply(endpoint, HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }

    package func reply(_ endpoint: Endpoint, _ response: HTTPResponse) -> Reply {
        adobe.reply(to: Call(token: token, endpoint: endpoint), response)
    }

    /// One call of every endpoint, with the secrets it needs in the store.
    package func everyEndpoint() throws -> [Endpoint] {
        let mvpd = try MVPDID("Cablevision").unwrapped
        let status = PartnerStatus(permission: .granted, mapping: PlatformMappingID("AppleMSO_Cablevision"), expiry: nil)
        let resource = store.put(.resource("channel"))
        let code = store.put(.code("8ER640M"))
        return [
            .register, .token(client: store.put(.client(ClientCredentials(id: "id", secret: "secret")))), .configuration,
            .profiles(status: status), .profile(mvpd, status: status), .profileForCode(code), .createSession(mvpd: mvpd),
            .resumeSession(code: code, mvpd: mvpd), .partnerSession(status: status),
            .createPartnerProfile(saml: store.put(.saml("<r/>")), status: status),
            .preauthorize(mvpd, resources: [resource], status: status),
            .authorize(mvpd, resource: resource, status: status, identity: store.put(.identity("someone"))), .logout(mvpd),
        ]
    }
}

extension Interpreter {
    /// One call of every endpoint of the legacy API, with the secrets it needs in the store.
    package func everyLegacyEndpoint() throws -> [RESTV1Endpoint] {
        let mvpd = try MVPDID("Cablevision").unwrapped
        let resource = store.put(.resource("channel"))
        let configuration = store.put(.configuration(ProviderDirectory(entries: [], supported: [], featured: [])))
        let endpoints: [RESTV1Endpoint] = [
            .checkAuthentication, .configuration, .profileRequest(mvpd, configuration: configuration),
            .exchange(mvpd, saml: store.put(.saml("<r/>"))), .authenticationToken, .createCode(mvpd: mvpd), .authorize(resource: resource),
            .mediaToken(resource: resource), .preauthorize(resources: [resource]), .userMetadata, .logout, .freePreview(mvpd),
        ]
        guard Set(endpoints.map(\.kind)) == Set(RESTV1Endpoint.Kind.allCases) else { throw Missing() }
        return endpoints
    }
}

/// A value that a test needs is missing.
package struct Missing: Error {
    package init() {}
}

extension Optional {
    /// The value.
    package var unwrapped: Wrapped {
        get throws {
            guard let self else { throw Missing() }
            return self
        }
    }
}

extension HTTPRequest {
    /// The first header of that name.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The body as text.
    package var text: String { String(decoding: body ?? [], as: UTF8.self) }
}
