import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite struct AdobeHostsTests {
    /// The host of each of Adobe's endpoints, by API, with these settings.
    private func hosts(_ host: String, _ hosts: AdobeHosts? = nil) throws -> [String: Set<String>] {
        let interpreter = Interpreter(host: host, hosts: hosts)
        var found: [String: Set<String>] = [:]
        let endpoints = try interpreter.everyEndpoint() + interpreter.everyLegacyEndpoint().map { .restV1($0) }
        for endpoint in endpoints {
            let url = try interpreter.request(endpoint).url
            let parts = url.split(separator: "/", maxSplits: 3)
            found["\(endpoint.descriptor.api)", default: []].insert(parts.prefix(2).joined(separator: "//"))
        }
        return found
    }

    @Test func `each of Adobe's environments has a host for each of the three APIs`() throws {
        let environments: [(String, AdobeHosts, v2: String, v1: String)] = [
            ("production", .production, "https://sp.auth.adobe.com", "https://api.auth.adobe.com"),
            ("staging", .staging, "https://sp.auth-staging.adobe.com", "https://api.auth-staging.adobe.com"),
            ("prequalification", .prequalification, "https://sp-prequal.auth.adobe.com", "https://api.auth.adobe.com"),
            (
                "prequalification, staging", .prequalificationStaging, "https://sp-prequal.auth-staging.adobe.com",
                "https://api.auth-staging.adobe.com"
            ),
        ]
        for (name, preset, v2, v1) in environments {
            let expected: [String: Set<String>] = ["registration": [v2], "restV2": [v2], "restV1": [v1]]
            #expect(try hosts(v2) == expected, "\(name)")
            #expect(try hosts(v2 + "/") == expected, "\(name), with a slash")
            #expect(AdobeHosts(v2) == preset, "\(name)")
        }
        #expect(FlowSettings.box.host == AdobeHosts.production.restV2)
    }

    @Test func `a host other than Adobe's serves all three APIs, and an app may name a host for each`() throws {
        let local = "http://127.0.0.1:8080"
        #expect(try hosts(local) == ["registration": [local], "restV2": [local], "restV1": [local]])
        let own = AdobeHosts(restV2: "https://v2", registration: "https://o/", restV1: "https://v1")
        let expected: [String: Set<String>] = ["registration": ["https://o"], "restV2": ["https://v2"], "restV1": ["https://v1"]]
        #expect(try hosts("https://sp.auth.adobe.com", own) == expected)
    }

    @Test func `links resolve against the host of their own API`() throws {
        let interpreter = Interpreter(hosts: AdobeHosts(restV2: "https://v2", registration: "https://o", restV1: "https://v1"))
        let session = #"{"actionName":"authenticate","code":"8ER640M","url":"/api/v2/authenticate/REF30/8ER640M"}"#
        let mvpd = try MVPDID("Cablevision").unwrapped
        #expect(interpreter.line(.createSession(mvpd: mvpd), session).hasSuffix(" at https://v2/api/v2/authenticate/REF30/8ER640M"))
        let code = interpreter.line(.restV1(.createCode(mvpd: mvpd)), #"{"code":"8ER640M"}"#)
        #expect(code.contains(" at https://v1/api/v1/authenticate?"), "\(code)")
        var settings = FlowSettings.box
        settings.host = AdobeHosts.staging.restV2
        let shown = ShownPresentation(
            PresentationID(1), .legacySignOut, in: FlowVault.inMemory(), settings: settings, hosts: AdobeHosts(settings.host))
        guard case .signOutUserAgent(let page)? = shown else { throw Missing() }
        #expect(page.url.absoluteString.hasPrefix("https://api.auth-staging.adobe.com/api/v1/logout?"))
    }
}
