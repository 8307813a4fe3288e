import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

/// The identities that an app sends with Adobe's calls, and the providers that it offers.
@Suite struct RequestIdentitiesTests {
    private static let ecid = "12345678901234567890123456789012345678"
    private static let jws = "eyJh.eyJp-_.c2ln"

    private static var identities: RequestIdentities {
        RequestIdentities(visitor: { VisitorIdentifier(ecid) }, serviceToken: { ServiceToken(jws) })
    }

    @Test func `the visitor is sent except at registration, the service token where Adobe accepts it`() throws {
        let interpreter = Interpreter(identities: Self.identities)
        let taking: Set<Endpoint.Kind> = [.createSession, .profiles, .profile, .preauthorize, .authorize, .logout]
        for endpoint in try interpreter.everyEndpoint() {
            let request = try interpreter.request(endpoint)
            let isRegistration = endpoint.kind == .register || endpoint.kind == .token
            #expect(request.header("AP-Visitor-Identifier") == (isRegistration ? nil : Self.ecid), "\(endpoint.kind)")
            #expect(request.header("AD-Service-Token") == (taking.contains(endpoint.kind) ? Self.jws : nil), "\(endpoint.kind)")
        }
    }

    @Test func `the legacy API sends the visitor as a parameter and no service token`() throws {
        let interpreter = Interpreter(identities: Self.identities)
        for endpoint in try interpreter.everyLegacyEndpoint() {
            let request = try interpreter.request(.restV1(endpoint))
            #expect(request.url.hasSuffix("ap_vi=\(Self.ecid)"), "\(endpoint.kind)")
            #expect(request.header("AD-Service-Token") == nil, "\(endpoint.kind)")
        }
    }

    @Test func `without visitor and service token, neither is sent`() throws {
        let interpreter = Interpreter()
        for endpoint in try interpreter.everyEndpoint() {
            let request = try interpreter.request(endpoint)
            #expect(request.header("AP-Visitor-Identifier") == nil)
            #expect(request.header("AD-Service-Token") == nil)
        }
        for endpoint in try interpreter.everyLegacyEndpoint() {
            #expect(!(try interpreter.request(.restV1(endpoint)).url.contains("ap_vi")))
        }
    }

    @Test func `only well-formed text becomes a visitor identifier or a service token`() {
        for text in ["", "12a", "１２", " 1", String(repeating: "1", count: 65)] { #expect(VisitorIdentifier(text) == nil, "\(text)") }
        #expect(VisitorIdentifier("1") != nil)
        for text in ["", "a.b", "a.b.c.d", "a..c", "a.b.c=", "a.b.c\r\nX: y", String(repeating: "a", count: 8190) + ".b.c"] {
            #expect(ServiceToken(text) == nil, "\(text.prefix(12))")
        }
        #expect(ServiceToken(Self.jws) != nil)
    }

    @Test func `visitor identifier and service token are not printed`() {
        let search = SecretSearch([Self.ecid, Self.jws])
        #expect(search.found(printing: VisitorIdentifier(Self.ecid) as Any).isEmpty)
        #expect(search.found(printing: ServiceToken(Self.jws) as Any).isEmpty)
    }

    @Test func `the configuration has only offered providers, and always temporary access`() throws {
        let body = """
            {"mvpds":[{"id":"A","displayName":"a","platformMappingId":"pa","enablePlatformServices":true,"displayInPlatformPicker":true,"boardingStatus":"SUPPORTED"},
            {"id":"B","displayName":"b","platformMappingId":"pb","enablePlatformServices":true,"displayInPlatformPicker":true,"boardingStatus":"SUPPORTED"},
            {"id":"TempPass","displayName":"t","isTempPass":true}]}
            """
        for (offered, expected) in [(nil, ["A", "B", "TempPass"]), (["B"], ["B", "TempPass"]), ([], ["TempPass"])]
            as [(Set<String>?, [String])]
        {
            let interpreter = Interpreter(temporaryAccess: "TempPass", offered: offered.map { Set($0.compactMap { MVPDID($0) }) })
            guard case .configuration(let configuration) = interpreter.reply(.configuration, body).result else {
                Issue.record("no configuration")
                return
            }
            #expect(configuration.providers.map(\.mvpd.text) == expected)
            guard case .configuration(let directory) = interpreter.store.secret(configuration.ref) else { return }
            #expect(directory.entries.map(\.mvpd.text) == expected)
            #expect(directory.supported == expected.compactMap { ["A": "pa", "B": "pb"][$0].flatMap { PlatformMappingID($0) } })
        }
    }
}
