import FlowMachine
import FlowTestSupport
import FoundationEssentials
import Security
import Testing

@_spi(Testing) @testable import FlowEffects

/// The keychain vault, compiled and run against a stand-in of Apple's Security framework.
@Suite("The keychain vault") struct KeychainTests {
    private let keychain = StandInKeychain()
    /// A separate service for each test, since the vaults of one process share a list of open vaults.
    private let service = "com.example.\(UUID().uuidString)"

    private func with<Result>(_ body: () throws -> Result) rethrows -> Result {
        try StandInKeychain.$current.withValue(keychain) { try body() }
    }

    private func place(_ sharing: KeychainSharing = .household, group: String? = nil) -> KeychainPlace {
        KeychainPlace(service: service, accessGroup: group, sharing: sharing)
    }

    private func open(_ sharing: KeychainSharing = .household, settings: FlowSettings = .box, device: String? = nil) throws -> FlowVault {
        try with {
            try FlowVault(keychain: service, for: .test(settings, statement: "statement"), sharing: sharing, deviceIdentifier: device)
        }
    }

    @Test func `an item is added, read, replaced, listed and removed`() throws {
        let place = place()
        try with {
            #expect(try place.read("a.json") == nil)
            #expect(try place.names() == [])
            try place.write([1, 2, 3], to: "a.json")
            try place.write([9], to: "b.json")
            try place.write([4], to: "a.json")
            #expect(try place.read("a.json") == [4])
            #expect(try place.names() == ["a.json", "b.json"])
            try place.remove("a.json")
            try place.remove("a.json")
            #expect(try place.read("a.json") == nil)
            #expect(try place.names() == ["b.json"])
            try place.erase()
        }
        #expect(keychain.items.isEmpty)
    }

    @Test func `every item is bound to this device after first unlock, in the data protection keychain`() throws {
        let vault = try open()
        try with {
            try vault.keep(.client(vault.put(.client(ClientCredentials(id: "id", secret: "hush")))))
            try vault.keepDevice()
            try vault.endLaunch()
        }
        #expect(
            keychain.items.map(\.account).sorted() == ["client-1.json", "device.json", "fact-client.json", "numbers.json", "owner.json"])
        for item in keychain.items {
            #expect(item.accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "\(item.account)")
            #expect(item.accessGroup == nil, "\(item.account)")
            #expect(item.service.hasPrefix(service), "\(item.account)")
        }
        #expect(!keychain.queries.isEmpty)
        for query in keychain.queries {
            #expect(query[kSecUseDataProtectionKeychain] == "true")
            #expect(query[kSecClass] == kSecClassGenericPassword)
        }
    }

    @Test func `an access group is part of every query and separates its items from others`() throws {
        let (own, shared) = (place(), place(group: "TEAM.com.example.tv"))
        try with {
            try shared.write([1], to: "a.json")
            #expect(try shared.names() == ["a.json"])
            #expect(try shared.read("a.json") == [1])
        }
        #expect(keychain.items.map(\.accessGroup) == ["TEAM.com.example.tv"])
        #expect(keychain.queries.allSatisfy { $0[kSecAttrAccessGroup] == "TEAM.com.example.tv" })
        withExtendedLifetime(own) {}
    }

    @Test func `an item without data is treated as lost, without any other effect`() throws {
        var vault: FlowVault? = try open()
        try with {
            let mark = PersistedValue.signedOut(SignedOutMark())
            try vault?.keep(mark)
            try vault?.keep(.owedLogouts([.device]))
            vault = nil
        }
        keychain.removeData(of: "fact-signedOut.json")
        let kept = try open().persistedState()
        #expect(kept.signedOut == nil)
        #expect(kept.owedLogouts == [.device])
    }

    @Test func `before the first unlock the keychain is locked, never empty`() throws {
        var vault: FlowVault? = try open()
        try with {
            try vault?.keep(.signedOut(SignedOutMark()))
            vault = nil
        }
        let before = keychain.items
        keychain.fail(errSecInteractionNotAllowed)
        let failure = #expect(throws: FlowVaultFailure.self) { try open() }
        #expect(failure?.reason == .locked)
        #expect(failure?.cause == "status -25308")
        #expect(failure?.text.contains("protectedDataDidBecomeAvailableNotification") == true)
        let place = place()
        let calls: [() throws -> Void] = [
            { try place.write([1], to: "a") }, { _ = try place.read("a") }, { try place.remove("a") }, { _ = try place.names() },
            { _ = try place.hasInnerPlaces() }, { try place.erase() },
        ]
        for call in calls {
            let failure = #expect(throws: FlowVaultFailure.self) { try with(call) }
            #expect(failure?.reason == .locked)
        }
        keychain.fail(nil)
        #expect(keychain.items == before)
        #expect(try open().persistedState().signedOut != nil)
    }

    @Test(arguments: [errSecInteractionNotAllowed, errSecDuplicateItem])
    func `a keychain that hides its items before the first unlock is locked, not empty`(adding status: OSStatus) throws {
        var vault: FlowVault? = try open()
        try with {
            try vault?.keep(.signedOut(SignedOutMark()))
            vault = nil
        }
        let before = keychain.items
        keychain.hide(adding: status)
        let failure = #expect(throws: FlowVaultFailure.self) { try open() }
        #expect(failure?.reason == .locked)
        keychain.hide(adding: nil)
        #expect(keychain.items == before)
        #expect(try open().persistedState().signedOut != nil)
    }

    @Test func `any other failure reports its status and its item`() throws {
        let place = place()
        keychain.fail(errSecParam)
        let writing = #expect(throws: FlowVaultFailure.self) { try with { try place.write([1], to: "a.json") } }
        #expect(writing == FlowVaultFailure(.writing, path: "keychain:\(service)/a.json", cause: "status -50"))
        let reading = #expect(throws: FlowVaultFailure.self) { try with { try place.read("a.json") } }
        #expect(reading == FlowVaultFailure(.reading, path: "keychain:\(service)/a.json", cause: "status -50"))
        let removing = #expect(throws: FlowVaultFailure.self) { try with { try place.remove("a.json") } }
        #expect(removing?.reason == .writing)
    }

    @Test func `the keychain's device identifier survives deleting and reinstalling the app`() throws {
        var vault: FlowVault? = try open()
        let device = vault?.deviceIdentifier()
        try with { try vault?.keepDevice() }
        // The app is deleted: its process and its files are gone, and its keychain items remain.
        vault = nil
        #expect(try open().deviceIdentifier() == device)
        var other = FlowSettings.box
        other.serviceProvider = "REF31"
        #expect(try open(settings: other).deviceIdentifier() == device)
        let failure = #expect(throws: FlowVaultFailure.self) { try open(settings: other, device: "another") }
        #expect(failure?.reason == .otherDevice)
    }

    @Test func `the device identifier survives until the last service provider's vault is erased`() throws {
        var other = FlowSettings.box
        other.serviceProvider = "REF31"
        let (first, second) = (try open(), try open(settings: other))
        try with {
            try first.keepDevice()
            try first.erase()
            #expect(keychain.items.contains { $0.account == "device.json" })
            try second.erase()
        }
        #expect(keychain.items.isEmpty)
    }

    @Test func `a process opens one vault at a time; another process may take it over without a lock`() throws {
        let first = try open()
        let failure = #expect(throws: FlowVaultFailure.self) { try open() }
        #expect(failure?.reason == .alreadyOpen)
        // As in another process: with the same items, and its own list of open vaults.
        try with {
            let own = "\(service)/\(FlowVault.namespace(.box))"
            _ = try VaultOwnership(taking: KeychainPlace(service: own, accessGroup: nil, sharing: .household))
            let takenOver = #expect(throws: FlowVaultFailure.self) { try first.keep(.signedOut(SignedOutMark())) }
            #expect(takenOver?.reason == .takenOver)
            #expect(throws: FlowVaultFailure.self) { try first.endLaunch() }
        }
        #expect(try open().persistedState().signedOut == nil)
    }

    @Test func `a household shares one vault, and a tvOS user can have a private one`() throws {
        let household = try open()
        let user = try open(.currentUser)
        try with {
            try household.keep(.signedOut(SignedOutMark()))
            try household.keepDevice()
            try user.keepDevice()
        }
        #expect(user.persistedState().signedOut == nil)
        #expect(household.deviceIdentifier() != user.deviceIdentifier())
        let accounts = keychain.items.filter(\.isUserIndependent).map(\.account).sorted()
        #expect(accounts == ["device.json", "fact-signedOut.json", "owner.json"])
        #expect(keychain.items.filter { !$0.isUserIndependent }.map(\.account).sorted() == ["device.json", "owner.json"])
        #expect(keychain.queries.contains { $0[kSecUseUserIndependentKeychain] == nil })
        #expect(keychain.queries.contains { $0[kSecUseUserIndependentKeychain] == "true" })
    }
}
