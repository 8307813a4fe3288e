import FlowEffects
import FlowMachine
import Foundation

extension FixtureCall {
    /// The call of the legacy API behind a fixture of `Tests/Fixtures/v1`; for a second screen's request, the call whose
    /// answer has the same form.
    package init?(legacy fixture: Fixture) {
        let store = InMemorySecretStore()
        guard let endpoint = FixtureCall.endpoint(legacy: fixture, store) else { return nil }
        let token = fixture.headers["Authorization"] ?? "Bearer none"
        let settings = FlowSettings(
            api: .restV1, serviceProvider: "sampleRequestorId", domainName: "loginwebapp.com", redirectURL: "https://loginwebapp.com",
            platform: .tvOS)
        let device = "e3a0ce366638e0f6412e635b0099036175ed8d5f83dbc77b7d4ac4f3b77a62fb"
        call = Call(token: store.put(.token(String(token.dropFirst("Bearer ".count)))), endpoint: .restV1(endpoint))
        adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: "", settings: settings), secrets: store, deviceIdentifier: { device }, device: { .fixture }
        )
        self.store = store
    }

    private static func endpoint(legacy fixture: Fixture, _ store: InMemorySecretStore) -> RESTV1Endpoint? {
        let path = fixture.path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        let query = fixture.query
        let resources = (query["resource"] ?? "").split(separator: ",").map { store.put(.resource(String($0))) }
        guard path.count > 2 else { return nil }
        switch (fixture.method, path[2], path.count) {
        case ("GET", "checkauthn", _): return .checkAuthentication
        case ("GET", "config", 4): return .configuration
        case ("GET", _, 5) where path[3] == "profile-requests": return MVPDID(path[4]).map { profileRequest($0, store) }
        case ("POST", "tokens", 4):
            let xml = Data(base64Encoded: fixture.form["SAMLResponse"] ?? "").map { String(decoding: $0, as: UTF8.self) }
            return MVPDID(fixture.form["mvpd"] ?? "").map { .exchange($0, saml: store.put(.saml(xml ?? ""))) }
        case ("GET", "tokens", 4):
            switch path[3] {
            case "authn": return .authenticationToken
            case "media": return resources.first.map { .mediaToken(resource: $0) }
            case "usermetadata": return .userMetadata
            case _: return resources.first.map { .authorize(resource: $0) }
            }
        case ("GET", "authorize", 3): return resources.first.map { .authorize(resource: $0) }
        case ("GET", "preauthorize", 3): return .preauthorize(resources: resources)
        case ("DELETE", _, _): return .logout
        case ("POST", "authenticate", 4): return MVPDID(query["mso_id"] ?? "").map { .freePreview($0) }
        case (_, _, _) where path[0] == "reggie" || path[2] == "authenticate": return .createCode(mvpd: MVPDID(query["mvpd"] ?? ""))
        case _: return nil
        }
    }

    private static func profileRequest(_ mvpd: MVPDID, _ store: InMemorySecretStore) -> RESTV1Endpoint {
        let entry = ProviderDirectory.Entry(
            mvpd: mvpd, displayName: "", logoURL: nil, isTemporary: false, requiredMetadataFields: ["uid", "NameID"])
        let directory = ProviderDirectory(entries: [entry], supported: [], featured: [])
        return .profileRequest(mvpd, configuration: store.put(.configuration(directory)))
    }
}

extension Fixture {
    /// The fields of the query, decoded once.
    package var query: [String: String] {
        var fields: [String: String] = [:]
        for pair in (path.split(separator: "?").dropFirst().first ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { fields[String(parts[0])] = String(parts[1]).removingPercentEncoding }
        }
        return fields
    }
}
