import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

/// Vaults that versions 0.1.0 and 0.2.0 wrote: `Tests/Fixtures/vault-0.1.0` and `vault-0.2.0`. An update that lost a vault would sign its
/// viewer out.
@Suite struct OldVaultTests {
    private func fixtures(_ version: String) -> String { "\(Repository.path)/\(OldVaultTests.folders[version] ?? "")" }
    private static let folders = ["0.1.0": "Tests/Fixtures/vault-0.1.0", "0.2.0": "Tests/Fixtures/vault-0.2.0"]
    private static let versions = ["0.1.0", "0.2.0"]
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

    @Test(arguments: OldVaultTests.versions) func `a folder that an older version wrote is read completely`(version: String) throws {
        try check(try vault(in: copied(version), version), version)
    }

    /// 0.2.0 reads a vault's folder by the names of its files, ignores the fields that it does not know, and was tried with these files: it
    /// finds the same credentials, token, sign-in, code and pending logouts, and its `erase` removes them all.
    @Test func `to the files of 0.2.0 this version adds one, and one field, which 0.2.0 ignores`() throws {
        let copy = try copied("0.2.0")
        let own = "\(copy)/\(FlowVault.namespace(settings))"
        let before = try contents(own)
        let vault = try vault(in: copy, "0.2.0")
        _ = vault.beginLaunch()
        #expect(vault.noteSupport("NOW") == nil)
        #expect(vault.installation(isWanted: true) != nil)
        try vault.note(NextNumbers(request: 3, timer: 2, presentation: 2))
        try vault.endLaunch()
        var after = try contents(own)
        #expect(after.removeValue(forKey: "installation.json")?.keys.sorted() == ["id"])
        #expect(after.removeValue(forKey: "numbers.json")?.keys.sorted() == ["reserved", "support"])
        for (name, fields) in after where name != "owner.json" { #expect(before[name] == fields, "\(name)") }
        #expect(Set(after.keys) == Set(before.keys).subtracting(["numbers.json"]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy).count == 2, "the shared part is the same")
    }

    /// The fields of each file.
    private func contents(_ folder: String) throws -> [String: [String: String]] {
        var contents: [String: [String: String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
            let data = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
            let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            contents[name] = try object.mapValues { value in
                String(decoding: try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys), as: UTF8.self)
            }
        }
        return contents
    }

    private func vault(in folder: String, _ version: String) throws -> FlowVault {
        try FlowVault(folder: URL(fileURLWithPath: folder, isDirectory: true), for: .test(settings, statement: "statement-of-\(version)"))
    }

    /// A copy of a fixture's folder, with the modes of a vault.
    private func copied(_ version: String) throws -> String {
        let copy = temporary.path + "/vault"
        try FileManager.default.copyItem(atPath: fixtures(version) + "/folder", toPath: copy)
        for name in try [""] + FileManager.default.subpathsOfDirectory(atPath: copy) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(copy)/\(name)", isDirectory: &isFolder)
            try FileManager.default.setAttributes(
                [.posixPermissions: isFolder.boolValue ? 0o700 : 0o600], ofItemAtPath: name.isEmpty ? copy : "\(copy)/\(name)")
        }
        return copy
    }

    @Test(arguments: OldVaultTests.versions) func `keychain items that an older version wrote are read completely`(version: String) throws {
        let items = try MemoryItems(fixture: fixtures(version) + "/keychain.txt")
        let device = MemoryPlace(service: "com.example.demotv", items: items)
        let own = MemoryPlace(service: "com.example.demotv/\(FlowVault.namespace(settings))", items: items)
        try check(try FlowVault(own, device, for: .test(settings, statement: "statement-of-\(version)")), version)
    }

    private var settings: FlowSettings {
        FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "adobepass://com.example.demotv", platform: .tvOS)
    }

    private func check(_ vault: FlowVault, _ version: String) throws {
        let kept = vault.beginLaunch()
        let mvpd = try MVPDID("Cablevision").unwrapped
        let mapping = PlatformMappingID("AppleMSO_Cablevision")
        let end = Instant(milliseconds: 1_769_904_000_000)
        #expect(vault.deviceIdentifier() == "device-of-\(version)")
        let credentials = ClientCredentials(id: "client-of-\(version)", secret: "secret-of-\(version)", grantTypes: ["client_credentials"])
        guard case .client(credentials) = kept.client.flatMap({ vault.secret($0) }) else { throw Lost(what: "the credentials") }
        guard case .token("token-of-\(version)") = kept.token.flatMap({ vault.secret($0.ref) }) else { throw Lost(what: "the token") }
        guard case .code("8ER640M") = kept.code.flatMap({ vault.secret($0.code) }) else { throw Lost(what: "the code") }
        guard case .attributes(let metadata) = kept.profile?.attributes.flatMap({ vault.secret($0) }) else {
            throw Lost(what: "the user metadata")
        }
        #expect(
            metadata.attributes == [
                .init(name: "userID", json: "\"user-of-\(version)\"", isEncrypted: false),
                .init(name: "zip", json: "[\"10001\"]", isEncrypted: true),
            ])
        #expect(kept.token?.notAfter == end)
        #expect(kept.profile == Profile(mvpd: mvpd, type: .appleSSO, notAfter: end, attributes: kept.profile?.attributes))
        #expect(kept.code?.notAfter == end)
        #expect(kept.code?.mvpd == mvpd)
        #expect(kept.provider == RememberedProvider(mvpd: mvpd, mapping: mapping))
        #expect(kept.signedOut == SignedOutMark(account: mapping))
        #expect(kept.owedLogouts.map(\.text) == ["SmallCo", "Dish"])
        // Version 0.2.0 was not shut down, so the numbers that it had reserved are left out.
        let first: Int64 = version == "0.1.0" ? 2 : 1002
        #expect(kept.first == NextNumbers(request: first, timer: first, presentation: first))
        #expect(vault.provider(mvpd)?.displayName == "Optimum")
        #expect(vault.provider(mvpd)?.logoURL?.absoluteString == "https://logo.example/optimum.png")
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
