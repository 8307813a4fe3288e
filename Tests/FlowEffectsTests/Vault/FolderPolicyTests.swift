import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowEffects

/// How a folder vault differs on Apple's platforms.
@Suite struct FolderPolicyTests {
    private struct Refused: Error {}

    @Test func `both folders are protected before any file is written, and again after an erasure`() throws {
        let disk = SimulatedDisk()
        let protected = Journal<String>()
        let policy = FolderPolicy(holdsLock: true, hasDataProtection: true) { folder in
            let names = try disk.names(in: folder)
            #expect(names.isEmpty, "\(folder) is empty")
            protected.note(folder)
        }
        let vault = try FlowVault(folder: "v", for: .test(.box), disk: disk, policy: policy)
        let inner = "v/\(FlowVault.namespace(.box))"
        #expect(protected.entries == ["v", inner])
        try vault.erase()
        _ = vault.beginLaunch()
        #expect(protected.entries == ["v", inner, inner])
    }

    @Test func `a folder that cannot be protected is refused, and no file is written`() throws {
        let disk = SimulatedDisk()
        let policy = FolderPolicy(holdsLock: true, hasDataProtection: true, protect: { _ in throw Refused() })
        let failure = #expect(throws: FlowVaultFailure.self) {
            try FlowVault(folder: "v", for: .test(.box), disk: disk, policy: policy)
        }
        #expect(failure?.reason == .unprotected)
        #expect(failure?.path == "v")
        #expect(failure?.text.contains("keep the vault in the keychain") == true)
        #expect(try disk.names(in: "v").isEmpty)
    }

    #if os(Linux)
        @Test func `on Linux an open vault has a file lock, and nothing is protected`() throws {
            #expect(FolderPolicy.system.holdsLock)
            #expect(!FolderPolicy.system.hasDataProtection)
            let folder = TemporaryFolder()
            try FolderPolicy.system.protect(folder.path)
            let vault = try FlowVault(folder: folder.url(), for: .test(.box))
            #expect(try folder.permissions().keys.contains { $0.hasSuffix("/vault.lock") })
            withExtendedLifetime(vault) {}
        }
    #endif
}
