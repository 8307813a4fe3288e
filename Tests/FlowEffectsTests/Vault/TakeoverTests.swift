import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@_spi(Testing) @testable import FlowEffects

/// One vault that two processes open: only the newest writes.
@Suite struct TakeoverTests {
    let clock = ManualClock(1_700_000_000_000)
    private let items = MemoryItems()
    private let end = Instant(milliseconds: 5_000_000)
    private let credentials = ClientCredentials(id: "id", secret: "hush")

    private var contents: [[String]: [UInt8]] { items.values.withLock { $0 } }

    private func signedIn(_ vault: FlowVault) async -> Flow {
        let adobe = ScriptedAdobe(vault: vault, clock: clock)
        adobe.isSignedIn.withLock { $0 = true }
        let flow = Flow(adobe)
        await flow.status { if case .signedIn = $0 { true } else { false } }
        return flow
    }

    @Test func `an older vault cannot change the values of a newer one`() throws {
        let older = try items.vault()
        try older.keep(.client(older.put(.client(credentials))))
        let newer = try items.vault()
        let code = newer.put(.code("NEWER"))
        try newer.keep(.code(PersistedCode(code: code, notAfter: end)))
        let before = contents
        let client = try #require(older.persistedState().client)
        let changes: [(String, () throws -> Void)] = [
            ("keep", { try older.keep(.signedOut(SignedOutMark())) }),
            ("keep a secret", { try older.keep(.code(PersistedCode(code: older.put(.code("OLDER")), notAfter: end))) }),
            ("forget a fact", { try older.forget(.fact(.client)) }), ("forget a secret", { try older.forget(.secret(client)) }),
            ("keepDevice", { try older.keepDevice() }),
            ("adopt", { try older.adopt(credentials: credentials, deviceIdentifier: "d") }),
            ("note", { try older.note(NextNumbers(request: 9000, timer: 1, presentation: 1)) }), ("erase", { try older.erase() }),
            ("endLaunch", { try older.endLaunch() }), ("erase after the launch", { try older.erase() }),
        ]
        for (name, change) in changes {
            let failure = #expect(throws: FlowVaultFailure.self, "\(name)") { try change() }
            let expected: FlowVaultFailure.Reason = name == "adopt" ? .alreadyUsed : .takenOver
            #expect(failure?.reason == expected, "\(name)")
            #expect(contents == before, "\(name)")
        }
        _ = older.put(.client(credentials))
        _ = older.put(.token("late"))
        _ = older.nextWish()
        #expect(contents == before)
        try newer.keep(.signedOut(SignedOutMark()))
        #expect(try items.vault().persistedState().code != nil)
    }

    @Test func `a flow whose vault another process took over reports it once and keeps nothing more`() async throws {
        let flow = await signedIn(try items.vault())
        let failures = flow.failures()
        _ = try await flow.play("show").redeem()
        let newer = try items.vault()
        let newest = await signedIn(newer)
        _ = try await newest.play("show").redeem()
        await newest.enterBackground()
        let before = contents
        for _ in 0..<2 { _ = try await flow.play("show").redeem() }
        try await flow.signOut()
        _ = try? await flow.play("show", under: .temporary)
        await flow.shutDown()
        #expect(contents == before)
        var told: [FlowVaultFailure] = []
        for await case .vault(let failure) in failures { told.append(failure) }
        #expect(told.map(\.reason) == [.takenOver])
        #expect(told.first?.text.contains("only the vault that was opened last may write") == true)
        #expect(told.first?.text.contains("(at 20") == true, "says when")
        _ = try await newest.play("show").redeem()
        await newest.shutDown()
        #expect(try items.vault().persistedState().profile != nil)
    }

    @Test func `a full disk does not stop a vault from opening; its first write makes it the owner`() throws {
        let older = try items.vault()
        try older.keep(.signedOut(SignedOutMark()))
        items.writeFailure.withLock { $0 = .writing }
        let second = try items.vault()
        #expect(second.persistedState().signedOut != nil)
        let full = #expect(throws: FlowVaultFailure.self) { try second.keep(.owedLogouts([])) }
        #expect(full?.reason == .writing)
        items.writeFailure.withLock { $0 = nil }
        try second.keep(.owedLogouts([.device]))
        let failure = #expect(throws: FlowVaultFailure.self) { try older.keep(.owedLogouts([])) }
        #expect(failure?.reason == .takenOver)

        // A vault that never became the owner does not replace one that was opened later.
        items.writeFailure.withLock { $0 = .writing }
        let never = try items.vault()
        items.writeFailure.withLock { $0 = nil }
        let newest = try items.vault()
        #expect(throws: FlowVaultFailure.self) { try never.keep(.owedLogouts([])) }
        #expect(newest.persistedState().owedLogouts == [.device])
        try newest.keep(.owedLogouts([]))
    }

    @Test func `an older vault does not write again what a newer vault erased`() throws {
        let older = try items.vault()
        try older.keep(.signedOut(SignedOutMark()))
        let newer = try items.vault()
        try newer.erase()
        #expect(contents.isEmpty)
        let failure = #expect(throws: FlowVaultFailure.self) { try older.keep(.signedOut(SignedOutMark())) }
        #expect(failure?.reason == .takenOver)
        #expect(failure?.text.contains("and erased it") == true)
        #expect(contents.isEmpty)
        // A second erasure succeeds, but does not erase what another vault has started since.
        try newer.erase()
        let next = try items.vault()
        try next.keep(.signedOut(SignedOutMark()))
        #expect(throws: FlowVaultFailure.self) { try newer.erase() }
        #expect(next.beginLaunch().signedOut != nil)
        try next.keep(.owedLogouts([]))
    }

    @Test func `a later launch with the same vault makes that vault the newest again`() throws {
        let first = try items.vault()
        try first.endLaunch()
        let second = try items.vault()
        try second.keep(.signedOut(SignedOutMark()))
        #expect(first.beginLaunch().signedOut != nil)
        try first.keep(.owedLogouts([.device]))
        #expect(throws: FlowVaultFailure.self) { try second.keep(.owedLogouts([])) }
    }

    @Test func `an erasure that failed halfway can be repeated`() throws {
        for removals in 0..<4 {
            let vault = try items.vault()
            try vault.keep(.client(vault.put(.client(credentials))))
            #expect(contents.count == 4, "the client, its fact, the numbers and the owner")
            items.removalsUntilFailure.withLock { $0 = removals }
            let failure = #expect(throws: FlowVaultFailure.self) { try vault.erase() }
            #expect(failure?.reason == .writing)
            #expect(contents.count == 4 - removals)
            try vault.erase()
            #expect(contents.isEmpty)
        }
    }

    @Test func `without file locks, a second vault in this process is refused for any spelling of its folder`() throws {
        let folder = TemporaryFolder()
        let policy = FolderPolicy(holdsLock: false, hasDataProtection: true, protect: { _ in })
        func open(_ path: String) throws -> FlowVault {
            try FlowVault(folder: path, for: .test(.box), disk: SystemDisk(), policy: policy)
        }
        var first: FlowVault? = try open(folder.path)
        let failure = #expect(throws: FlowVaultFailure.self) {
            try open("\(folder.path)/../\(folder.path.split(separator: "/").last ?? "")")
        }
        #expect(failure?.reason == .alreadyOpen)
        try first?.keep(.signedOut(SignedOutMark()))
        #expect(try !folder.permissions().keys.contains { $0.hasSuffix(".lock") })
        first = nil
        let second = try open(folder.path)
        try second.endLaunch()
        let third = try open(folder.path)
        #expect(third.persistedState().signedOut != nil)
        try third.erase()
        #expect(throws: (any Error).self, "the folder is gone") { try folder.contents() }
    }

    @Test func `two processes without file locks share a folder under the same rules`() throws {
        let disk = SimulatedDisk()
        let policy = FolderPolicy(holdsLock: false, hasDataProtection: true, protect: { _ in })
        func open(_ path: String) throws -> FlowVault {
            try FlowVault(folder: path, for: .test(.box), disk: disk, policy: policy)
        }
        // The folder does not exist on the real disk, so this process treats two spellings as two folders.
        let older = try open("takeover-v")
        let newer = try open("./takeover-v")
        try newer.keep(.signedOut(SignedOutMark()))
        let failure = #expect(throws: FlowVaultFailure.self) { try older.forget(.fact(.signedOut)) }
        #expect(failure?.reason == .takenOver)
        #expect(try disk.names(in: "takeover-v/\(FlowVault.namespace(.box))").contains("fact-signedOut.json"))
    }
}
