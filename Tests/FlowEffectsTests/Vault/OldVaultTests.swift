import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

/// Vaults that version 0.1.0 wrote: `Tests/Fixtures/vault-0.1.0`. An update that lost a vault would sign its viewer out.
@Suite struct OldVaultTests {
    private static let fixtures = "\(Repository.path)/Tests/Fixtures/vault-0.1.0"
    private static let statement = "statement-of-0.1.0"
    private let temporary = TemporaryFolder()

    @Test func `a vault's namespace equals the one that version 0.1.0 computed`() {
        let namespaces = [
            "https://sp.auth.adobe.com": "REF30-4b3c76a0@https___sp.auth.adobe.com-8ed6e591",
            "https://sp.auth.adobe.com/": "REF30-4b3c76a0@https___sp.auth.adobe.com_-7e5737f4",
            "https://sp.auth-staging.adobe.com": "REF30-4b3c76a0@https___sp.auth_staging.adobe.com-37260184",
            "https://sp-prequal.auth.adobe.com": "REF30-4b3c76a0@https___sp_prequal.auth.adobe.com-9cb39b59",
            "http://127.0.0.1:8080": "REF30-4b3c76a0@http___127.0.0.1_8080-d30a576c",
        ]
        for (host, namespace) in namespaces {
            for api in [FlowSettings.API.restV2, .restV1] {
                var settings = FlowSettings.box
                settings.api = api
                settings.serviceProvider = "REF30"
                settings.host = host
                #expect(FlowVault.namespace(settings) == namespace, "\(host), \(api)")
            }
        }
        #expect(FlowVault.namespace(settings) == namespaces[AdobeHosts.production.restV2])
    }

    @Test func `a folder that version 0.1.0 wrote is read completely`() throws {
        let copy = temporary.path + "/vault"
        try FileManager.default.copyItem(atPath: OldVaultTests.fixtures + "/folder", toPath: copy)
        for name in try [""] + FileManager.default.subpathsOfDirectory(atPath: copy) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(copy)/\(name)", isDirectory: &isFolder)
            try FileManager.default.setAttributes(
                [.posixPermissions: isFolder.boolValue ? 0o700 : 0o600], ofItemAtPath: name.isEmpty ? copy : "\(copy)/\(name)")
        }
        try check(try FlowVault(folder: copy, settings: settings, softwareStatement: OldVaultTests.statement))
    }

    @Test func `keychain items that version 0.1.0 wrote are read completely`() throws {
        let items = try MemoryItems(fixture: OldVaultTests.fixtures + "/keychain.txt")
        let device = MemoryPlace(service: "com.example.demotv", items: items)
        let own = MemoryPlace(service: "com.example.demotv/\(FlowVault.namespace(settings))", items: items)
        try check(try FlowVault(own, device, softwareStatement: OldVaultTests.statement))
    }

    private var settings: FlowSettings {
        FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv", platform: .tvOS,
            hasUserAgent: false)
    }

    private func check(_ vault: FlowVault) throws {
        let kept = vault.beginLaunch()
        let mvpd = try MVPDID("Cablevision").unwrapped
        let mapping = PlatformMappingID("AppleMSO_Cablevision")
        let end = Instant(milliseconds: 1_769_904_000_000)
        #expect(vault.deviceIdentifier() == "device-of-0.1.0")
        let credentials = ClientCredentials(id: "client-of-0.1.0", secret: "secret-of-0.1.0", grantTypes: ["client_credentials"])
        guard case .client(credentials) = kept.client.flatMap({ vault.secret($0) }) else { throw Lost(what: "the credentials") }
        guard case .token("token-of-0.1.0") = kept.token.flatMap({ vault.secret($0.ref) }) else { throw Lost(what: "the token") }
        guard case .code("8ER640M") = kept.code.flatMap({ vault.secret($0.code) }) else { throw Lost(what: "the code") }
        guard case .attributes(let metadata) = kept.profile?.attributes.flatMap({ vault.secret($0) }) else {
            throw Lost(what: "the user metadata")
        }
        #expect(
            metadata.attributes == [
                .init(name: "userID", json: "\"user-of-0.1.0\"", isEncrypted: false),
                .init(name: "zip", json: "[\"10001\"]", isEncrypted: true),
            ])
        #expect(kept.token?.notAfter == end)
        #expect(kept.profile == Profile(mvpd: mvpd, type: .appleSSO, notAfter: end, attributes: kept.profile?.attributes))
        #expect(kept.code?.notAfter == end)
        #expect(kept.code?.mvpd == mvpd)
        #expect(kept.provider == RememberedProvider(mvpd: mvpd, mapping: mapping))
        #expect(kept.signedOut == SignedOutMark(provider: mapping))
        #expect(kept.owedLogouts.map(\.text) == ["SmallCo", "Dish"])
        #expect(kept.first == Numbers(request: 2, timer: 2, presentation: 2))
        #expect(vault.provider(mvpd)?.displayName == "Optimum")
        #expect(vault.provider(mvpd)?.logoURL == "https://logo.example/optimum.png")
    }
}

/// The facts that an update lost.
private struct Lost: Error { let what: String }

extension MemoryItems {
    /// The items of a fixture: each line has service, account and value, separated by tabs.
    fileprivate convenience init(fixture path: String) throws {
        self.init()
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: "\t").map(String.init)
            if parts.count == 3 { values.withLock { $0[[parts[0], parts[1]]] = Array(parts[2].utf8) } }
        }
    }
}
