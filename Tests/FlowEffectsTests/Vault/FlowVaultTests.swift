import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@_spi(Testing) @testable import FlowEffects

@Suite struct FlowVaultTests {
    let folder = TemporaryFolder()

    private func open(_ settings: FlowSettings = .box, statement: String = "statement") throws -> FlowVault {
        try FlowVault(folder: folder.url(), for: .test(settings, statement: statement))
    }

    private let end = Instant(milliseconds: 5_000_000)
    private let credentials = ClientCredentials(id: "id", secret: "hush", grantTypes: ["client_credentials", "x"])

    /// Stores every durable fact in a vault; returns what the vault keeps.
    private func fill(_ vault: FlowVault) throws -> PersistedState {
        let mvpd = try #require(MVPDID("Cablevision"))
        _ = vault.put(
            .configuration(
                ProviderDirectory(
                    entries: [.init(mvpd: mvpd, displayName: "Optimum", logoURL: URL(string: "https://logo"), isTemporary: false)],
                    supported: [],
                    featured: [])))
        let attributes = UserMetadata(attributes: [.init(name: "zip", json: "[\"1\"]", isEncrypted: true)])
        let facts: [PersistedValue] = [
            .client(vault.put(.client(credentials))), .token(AccessToken(ref: vault.put(.token("bearer")), notAfter: end)),
            .provider(RememberedProvider(mvpd: mvpd, mapping: PlatformMappingID("map"))),
            .profile(Profile(mvpd: mvpd, type: .appleSSO, notAfter: end, attributes: vault.put(.attributes(attributes)))),
            .code(PersistedCode(code: vault.put(.code("AB12")), notAfter: end, mvpd: mvpd)),
            .signedOut(SignedOutMark(account: PlatformMappingID("map"))), .owedLogouts([.mvpd(mvpd), .device]),
        ]
        for fact in facts { try vault.keep(fact) }
        return vault.persistedState()
    }

    @Test func `no vault is opened, and no folder left, for an app whose settings are wrong`() throws {
        var settings = FlowSettings.box
        settings.host = ""
        do throws(FlowVaultFailure) {
            _ = try FlowVault(folder: folder.url(), for: .test(settings))
            Issue.record("a vault without a host was opened")
        } catch {
            #expect(error.reason == .app)
            #expect(error.text.contains("no vault is opened for this app (host"), "\(error.text)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url().path).isEmpty)
    }

    @Test func `every durable fact survives a restart, and nothing else does`() throws {
        var vault: FlowVault? = try open()
        let before = try fill(try #require(vault))
        let link = vault?.put(.link("https://x"))
        vault = nil
        let reopened = try open()
        var after = reopened.beginLaunch()
        #expect(after.first.request > before.first.request)
        after.first = before.first
        #expect(after == before)
        #expect(after.owedLogouts.map(\.text) == ["Cablevision", "*"])
        #expect(after.signedOut != nil)
        guard case .client(credentials) = after.client.flatMap({ reopened.secret($0) }),
            case .token("bearer") = after.token.flatMap({ reopened.secret($0.ref) }),
            case .code("AB12") = after.code.flatMap({ reopened.secret($0.code) }),
            case .attributes(let metadata) = after.profile?.attributes.flatMap({ reopened.secret($0) })
        else {
            Issue.record("a secret is lost")
            return
        }
        #expect(metadata.attributes == [.init(name: "zip", json: "[\"1\"]", isEncrypted: true)])
        let provider = reopened.provider(try #require(MVPDID("Cablevision")))
        #expect(provider?.displayName == "Optimum")
        #expect(provider?.logoURL?.absoluteString == "https://logo")
        #expect(link.flatMap { reopened.secret($0) } == nil)
    }

    @Test func `the name of a code's provider survives a restart, even if no provider is remembered`() throws {
        var vault: FlowVault? = try open()
        _ = try fill(try #require(vault))
        try vault?.forget(.fact(.provider))
        vault = nil
        #expect(try open().provider(#require(MVPDID("Cablevision")))?.displayName == "Optimum")
    }

    @Test func `only the current user can read the files, and their contents are as documented`() throws {
        let vault = try open()
        _ = try fill(vault)
        try vault.keepDevice()
        let found = try folder.permissions()
        #expect(Set(found.values) == [0o600, 0o700])
        let names = Set(found.keys.map { String($0.split(separator: "/").last ?? "") })
        #expect(names.isSuperset(of: ["client-1.json", "token-1.json", "code-1.json", "attributes-1.json", "device.json", "numbers.json"]))
        #expect(!names.contains { $0.hasPrefix("configuration") || $0.hasSuffix(".new") })
    }

    @Test func `a secret that was stored but not kept is gone at the next launch, on disk too`() throws {
        var vault: FlowVault? = try open()
        let orphan = try #require(vault?.put(.client(credentials)))
        #expect(try folder.permissions().keys.contains { $0.hasSuffix("client-1.json") })
        #expect(vault?.persistedState().client == nil)
        vault = nil
        let reopened = try open()
        #expect(reopened.beginLaunch().client == nil)
        #expect(reopened.secret(orphan) == nil)
        #expect(try !folder.permissions().keys.contains { $0.hasSuffix("client-1.json") })
        #expect(reopened.put(.client(credentials)) != orphan)
    }

    @Test func `a forgotten fact is gone from memory and disk`() throws {
        var vault: FlowVault? = try open()
        let kept = try fill(try #require(vault))
        let refs = [kept.client, kept.token?.ref, kept.code?.code, kept.profile?.attributes].compactMap { $0 }
        #expect(refs.count == 4)
        for ref in refs { try vault?.forget(.secret(ref)) }
        for kind in FactFile.kinds { try vault?.forget(.fact(kind)) }
        #expect(refs.allSatisfy { vault?.secret($0) == nil })
        let left = try folder.permissions().keys.map { String($0.split(separator: "/").last ?? "") }.filter { $0.hasSuffix(".json") }
        #expect(left.sorted() == ["numbers.json", "owner.json"])
        vault = nil
        var after = try open().beginLaunch()
        after.first = NextNumbers()
        #expect(after == PersistedState())
    }

    @Test func `a damaged file loses its own fact and no other`() throws {
        let damages = ["", "{", "{\"number\":\"x\"}", String(repeating: "[", count: 5000)]
        let losses: [(String, (PersistedState) -> Bool)] = [
            ("fact-client.json", { $0.client == nil }), ("client-1.json", { $0.client == nil }), ("fact-token.json", { $0.token == nil }),
            ("token-1.json", { $0.token == nil }), ("fact-provider.json", { $0.provider == nil }),
            ("fact-profile.json", { $0.profile == nil }), ("attributes-1.json", { $0.profile != nil && $0.profile?.attributes == nil }),
            ("fact-code.json", { $0.code == nil }), ("code-1.json", { $0.code == nil }),
            ("fact-owedLogouts.json", { $0.owedLogouts.isEmpty }), ("numbers.json", { $0.first.request > 1 }),
        ]
        for (index, (name, isLost)) in losses.enumerated() {
            let folder = TemporaryFolder()
            var vault: FlowVault? = try FlowVault(folder: folder.url(), for: .test(.box))
            let before = try fill(try #require(vault))
            vault = nil
            let path = try #require(try folder.permissions().keys.first { $0.hasSuffix("/" + name) })
            try folder.write(damages[index % damages.count], to: path)
            try folder.setPermissions(0o600, of: path)
            let after = try FlowVault(folder: folder.url(), for: .test(.box)).beginLaunch()
            #expect(isLost(after), "\(name)")
            let same = [
                before.client == after.client, before.token == after.token, before.provider == after.provider,
                before.profile == after.profile, before.code == after.code, before.owedLogouts == after.owedLogouts,
            ]
            #expect(same.filter { !$0 }.count <= 1, "\(name)")
        }
    }

    @Test func `files and folders that other users can read are refused`() throws {
        var vault: FlowVault? = try open()
        _ = try fill(try #require(vault))
        try vault?.keepDevice()
        vault = nil
        for (name, permissions) in try folder.permissions() {
            try folder.setPermissions(Int(permissions | 0o044), of: name)
            let failure = #expect(throws: FlowVaultFailure.self) { try open() }
            #expect(failure?.reason == .permissions, "\(name)")
            #expect(failure?.path.hasSuffix(name) == true, "\(name)")
            try folder.setPermissions(Int(permissions), of: name)
        }
        _ = try open()
    }

    @Test func `a launch that has ended releases the files to another vault and no longer changes them`() throws {
        let first = try open()
        _ = try fill(first)
        try first.endLaunch()
        let second = try open()
        #expect(second.beginLaunch().profile != nil)
        let before = try folder.contents()
        _ = first.put(.resource("late"))
        _ = first.nextWish()
        #expect(first.beginLaunch().first.request >= 1)
        for attempt in [{ try first.keep(.signedOut(SignedOutMark(account: nil))) }, { try first.forget(.fact(.profile)) }] {
            let failure = #expect(throws: FlowVaultFailure.self) { try attempt() }
            #expect(failure?.reason == .closed)
        }
        #expect(try folder.contents() == before)
        // The first vault again.
        try second.keep(.owedLogouts([]))
        try second.endLaunch()
        let kept = first.beginLaunch()
        #expect(kept.profile != nil)
        #expect(kept.owedLogouts.isEmpty)
        #expect(kept.client.flatMap { first.secret($0) } != nil)
        try first.keep(.signedOut(SignedOutMark(account: nil)))
    }

    @Test func `only one vault per service provider is open at a time`() throws {
        let first = try open()
        let failure = #expect(throws: FlowVaultFailure.self) { try open() }
        #expect(failure?.reason == .alreadyOpen)
        var other = FlowSettings.box
        other.serviceProvider = "REF31"
        _ = try open(other)
        withExtendedLifetime(first) {}
    }

    @Test func `another statement, host or service provider has other credentials and the same device`() throws {
        var vault: FlowVault? = try open()
        let before = try fill(try #require(vault))
        let device = vault?.deviceIdentifier()
        try vault?.keepDevice()
        vault = nil
        vault = try open(statement: "another")
        let kept = vault?.beginLaunch()
        #expect(kept?.client == nil)
        #expect(kept?.token == nil)
        #expect(before.code != nil && kept?.code == nil, "a page for the new statement does not know the code")
        #expect(kept?.profile == before.profile)
        vault = nil
        let changes: [WritableKeyPath<FlowSettings, String>] = [\.host, \.serviceProvider]
        for change in changes {
            var settings = FlowSettings.box
            settings[keyPath: change] += "2"
            let other = try open(settings)
            #expect(other.beginLaunch() == PersistedState())
            #expect(other.deviceIdentifier() == device)
        }
    }

    @Test func `adopting works only once and before the first launch`() throws {
        var vault: FlowVault? = try open()
        try vault?.adopt(credentials: credentials, deviceIdentifier: "device")
        #expect(throws: FlowVaultFailure.self) { try vault?.adopt(credentials: credentials, deviceIdentifier: "device") }
        vault = nil
        vault = try open()
        let kept = vault?.beginLaunch()
        guard case .client(credentials) = kept?.client.flatMap({ vault?.secret($0) }) else {
            Issue.record("credentials are lost")
            return
        }
        #expect(vault?.deviceIdentifier() == "device")
        let memory = FlowVault.inMemory()
        _ = memory.beginLaunch()
        #expect(throws: FlowVaultFailure.self) { try memory.adopt(credentials: credentials, deviceIdentifier: "device") }
    }

    @Test func `numbers outside a vault's range are ignored as lost`() throws {
        var vault: FlowVault? = try open()
        _ = try fill(try #require(vault))
        vault = nil
        let path = try #require(try folder.permissions().keys.first { $0.hasSuffix("/numbers.json") })
        try folder.write("{\"reserved\":9223372036854775807}", to: path)
        try folder.setPermissions(0o600, of: path)
        let kept = try open().beginLaunch()
        #expect((1..<NextNumbers.bound).contains(kept.first.request))
    }

    @Test func `numbers never repeat, whether a launch ends or crashes`() throws {
        var used: Set<Int64> = []
        for launch in 0..<6 {
            let vault = try open()
            let kept = vault.beginLaunch()
            var numbers = [vault.nextWish().number, vault.put(.link("x")).number, kept.first.request]
            try vault.note(NextNumbers(request: kept.first.request + 1500, timer: kept.first.timer, presentation: kept.first.presentation))
            numbers.append(kept.first.request + 1499)
            #expect(used.isDisjoint(with: numbers))
            used.formUnion(numbers)
            if launch % 2 == 0 { try vault.endLaunch() }
        }
    }

    @Test func `equal resources have equal references within a launch`() throws {
        let vault = FlowVault.inMemory()
        let first = vault.put(.resource("a"))
        #expect(vault.put(.resource("b")) != first)
        #expect(vault.put(.resource("a")) == first)
        _ = vault.beginLaunch()
        #expect(vault.secret(first) == nil)
        #expect(vault.put(.resource("a")) != first)
    }

    @Test func `a full disk is an error, and earlier facts are kept`() throws {
        let disk = SimulatedDisk()
        var vault: FlowVault? = try FlowVault(folder: "v", for: .test(.box), disk: disk)
        let before = try fill(try #require(vault))
        disk.fill()
        let token = try #require(vault?.put(.token("new")))
        let failure = #expect(throws: FlowVaultFailure.self) { try vault?.keep(.token(AccessToken(ref: token, notAfter: end))) }
        #expect(failure?.reason == .writing)
        #expect(failure?.text.contains("No space left") == true)
        vault = nil
        disk.fill(false)
        #expect(try FlowVault(folder: "v", for: .test(.box), disk: disk).beginLaunch().token == before.token)
    }

    @Test func `a fact that cannot be written is remembered for the rest of the process`() throws {
        let disk = SimulatedDisk()
        let vault = try FlowVault(folder: "v", for: .test(.box), disk: disk)
        _ = try fill(vault)
        disk.fill()
        let token = AccessToken(ref: vault.put(.token("new")), notAfter: end)
        #expect(throws: FlowVaultFailure.self) { try vault.keep(.token(token)) }
        #expect(vault.persistedState().token == token)
    }

    @Test func `a secret is kept before the fact that names it`() throws {
        let items = MemoryItems()
        let vault = try items.vault()
        let code = vault.put(.code("REF30CODE"))
        let before = items.written.withLock { $0.count }
        try vault.keep(.code(PersistedCode(code: code, notAfter: end)))
        let names = items.written.withLock { Array($0[before...]) }
        #expect(names == [SecretFile.name(code), FactFile.name(.code)])
    }

    @Test func `failures and secrets print nothing of their contents`() throws {
        let vault = try open()
        _ = try fill(vault)
        for text in [
            "\(Secret.client(credentials))", String(reflecting: credentials), "\(FlowVaultFailure(.writing, path: "/p", cause: "c"))",
        ] {
            #expect(!text.contains("hush"))
        }
    }
}
