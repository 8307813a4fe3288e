import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowEffects

/// A device that has started and was not unlocked yet: nothing can be read, and nothing is lost.
@Suite struct LockedVaultTests {
    private let policy = FolderPolicy(holdsLock: false, hasDataProtection: true, protect: { _ in })

    private func open(_ disk: SimulatedDisk, _ policy: FolderPolicy? = nil) throws(FlowVaultFailure) -> FlowVault {
        try FlowVault(folder: "locked-v", for: .test(.box), disk: disk, policy: policy ?? self.policy)
    }

    @Test func `before the first unlock a vault does not open, says when to retry, and changes nothing`() throws {
        let items = MemoryItems()
        let vault = try items.vault()
        try vault.keep(.client(vault.put(.client(ClientCredentials(id: "id", secret: "hush")))))
        try vault.keepDevice()
        let device = vault.deviceIdentifier()
        let before = items.values.withLock { $0 }
        items.failure.withLock { $0 = .locked }
        let failure = #expect(throws: FlowVaultFailure.self) { try items.vault() }
        #expect(failure?.reason == .locked)
        #expect(failure?.text.contains("has not been unlocked since it started") == true)
        #expect(failure?.text.contains("UIApplication.protectedDataDidBecomeAvailableNotification") == true)
        #expect(items.values.withLock { $0 } == before)
        items.failure.withLock { $0 = nil }
        // The vault that was open before was not taken over.
        try vault.keep(.signedOut(SignedOutMark()))
        let unlocked = try items.vault()
        #expect(unlocked.beginLaunch().client != nil)
        #expect(unlocked.deviceIdentifier() == device)
    }

    @Test func `a device that can be read but not written before the first unlock is also locked`() throws {
        let items = MemoryItems()
        items.writeFailure.withLock { $0 = .locked }
        let failure = #expect(throws: FlowVaultFailure.self) { try items.vault() }
        #expect(failure?.reason == .locked)
        #expect(items.values.withLock { $0.isEmpty })
    }

    @Test func `files that cannot be decrypted yet are locked, not lost; elsewhere they are unreadable`() throws {
        let disk = SimulatedDisk()
        var vault: FlowVault? = try open(disk)
        try vault?.keep(.signedOut(SignedOutMark()))
        vault = nil
        disk.faults.deniesAccess = true
        let failure = #expect(throws: FlowVaultFailure.self) { try open(disk) }
        #expect(failure?.reason == .locked)
        #expect(failure?.cause.contains("Permission denied") == true)
        let elsewhere = FolderPolicy(holdsLock: false, hasDataProtection: false, protect: { _ in })
        let denied = #expect(throws: FlowVaultFailure.self) { try open(disk, elsewhere) }
        #expect(denied?.reason == .reading)
        disk.faults.deniesAccess = false
        #expect(try open(disk).beginLaunch().signedOut != nil)
    }

    @Test func `data protection denies access with either of two errors`() {
        for code in [SystemFailure.denied, 1] { #expect(SystemFailure(call: "open", code: code).isDenied) }
        for code in [SystemFailure.missing, SystemFailure.broken, SystemFailure.full, SystemFailure.locked] {
            #expect(!SystemFailure(call: "open", code: code).isDenied)
        }
    }
}
