import FlowEffects
import FlowMachine
import Foundation

/// The call behind a fixture, with an interpreter configured to build the fixture's request.
package struct FixtureCall {
    package let call: Call
    package let adobe: AdobePass
    package let store: InMemorySecretStore

    /// `nil` when no endpoint has the fixture's path.
    package init?(_ fixture: Fixture) {
        let store = InMemorySecretStore()
        guard let endpoint = FixtureCall.endpoint(fixture, store) else { return nil }
        let token = fixture.headers["Authorization"].map { store.put(.token(String($0.dropFirst("Bearer ".count)))) }
        let parts = fixture.path.split(separator: "/").map(String.init)
        let redirect = fixture.form["redirectUrl"] ?? fixture.member("redirect_uri") as? String ?? "https://adobe.com"
        let settings = FlowSettings(
            serviceProvider: parts.first == "api" ? parts[2] : "REF30", domainName: "adobe.com", redirectURL: redirect, platform: .tvOS)
        call = Call(token: token, endpoint: endpoint)
        let statement = fixture.member("software_statement") as? String
        adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: statement, settings: settings), secrets: store,
            deviceIdentifier: { "ba23d141-d715-561c-94f4-e9e4c966b1eb" }, device: { .fixture },
            // The fixtures follow Adobe's pages.
            sendsDeviceHeadersEverywhere: false)
        self.store = store
    }

    private static func endpoint(_ fixture: Fixture, _ store: InMemorySecretStore) -> Endpoint? {
        let path = fixture.path.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        let status = fixture.headers["AP-Partner-Framework-Status"].flatMap(partnerStatus)
        if path.first == "o" { return registration(path, fixture, store) }
        guard path.count >= 4 else { return nil }
        let mvpd = MVPDID(path.last ?? "")
        switch (path[3], path.count) {
        case ("configuration", 4): return .configuration
        case ("profiles", 4): return .profiles(status: status)
        case ("profiles", 5): return mvpd.map { .profile($0, status: status) }
        case ("profiles", 6) where path[4] == "code": return .profileForCode(store.put(.code(path[5])))
        case ("profiles", 6):
            let xml = fixture.form["SAMLResponse"].flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
            return .createPartnerProfile(saml: store.put(.saml(xml ?? "")), status: status ?? PartnerStatus(permission: .granted))
        case ("sessions", 4): return .createSession(mvpd: MVPDID(fixture.form["mvpd"] ?? ""))
        case ("sessions", 5): return .resumeSession(code: store.put(.code(path[4])), mvpd: MVPDID(fixture.form["mvpd"] ?? ""))
        case ("sessions", 6): return .partnerSession(status: status ?? PartnerStatus(permission: .granted))
        case ("decisions", 6):
            let resources = (fixture.member("resources") as? [String] ?? []).map { store.put(.resource($0)) }
            let identity = fixture.headers["AP-TempPass-Identity"].flatMap { Data(base64Encoded: $0) }
                .map { store.put(.identity(String(decoding: $0, as: UTF8.self))) }
            guard let mvpd else { return nil }
            if path[4] == "preauthorize" { return .preauthorize(mvpd, resources: resources, status: status) }
            return resources.first.map { .authorize(mvpd, resource: $0, status: status, identity: identity) }
        case ("logout", 5): return mvpd.map { .logout($0) }
        case _: return nil
        }
    }

    private static func registration(_ path: [String], _ fixture: Fixture, _ store: InMemorySecretStore) -> Endpoint? {
        if path.last == "register" { return .register }
        let credentials = ClientCredentials(
            id: fixture.form["client_id"] ?? "", secret: fixture.form["client_secret"] ?? "",
            grantTypes: fixture.form["grant_type"].map { [$0] } ?? [])
        return .token(client: store.put(.client(credentials)))
    }

    private static func partnerStatus(_ header: String) -> PartnerStatus? {
        guard let data = Data(base64Encoded: header), let json = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
        else { return nil }
        let permission = (json["frameworkPermissionInfo"]?["accessStatus"] as? String).flatMap { Permission(rawValue: $0) }
        let provider = json["frameworkProviderInfo"]?["id"] as? String
        let expiry = (json["frameworkProviderInfo"]?["expirationDate"] as? String).flatMap { Int64($0) }
        return permission.map {
            PartnerStatus(
                permission: $0, mapping: provider.flatMap { PlatformMappingID($0) }, expiry: expiry.map { Instant(milliseconds: $0) })
        }
    }
}

extension DeviceInformation {
    /// The device of the fixtures.
    package static let fixture = DeviceInformation(
        primaryHardwareType: "SetTopBox", model: "AppleTV", version: "14,1", manufacturer: "Apple", osName: "tvOS", osVersion: "18.2",
        displayWidth: 1920,
        displayHeight: 1080, connection: .wiFi, applicationID: "REF30", userAgent: "DemoTV/1.0 (AppleTV14,1; tvOS 18.2)")
}
