import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

/// The identifier by which Adobe knows the device.
@Suite struct DeviceIdentifierTests {
    private let items = MemoryItems()

    @Test func `an adopted device identifier is used and kept`() throws {
        var vault = try items.vault(device: "app-device")
        #expect(vault.deviceIdentifier() == "app-device")
        try vault.keepDevice()
        vault = try items.vault()
        #expect(vault.deviceIdentifier() == "app-device")
        vault = try items.vault(device: "app-device")
        #expect(vault.deviceIdentifier() == "app-device")
        // The next vault starts fresh, and still with the identifier that the app handed over.
        try vault.erase()
        #expect(vault.deviceIdentifier() == "app-device")
        _ = vault.beginLaunch()
        #expect(vault.deviceIdentifier() == "app-device")
    }

    @Test func `a different device identifier is refused without printing either, and changes nothing`() throws {
        let vault = try items.vault(device: "first-device")
        try vault.keepDevice()
        let before = items.values.withLock { $0 }
        for other in ["other-device", "FIRST-DEVICE", "first-device "] {
            let failure = #expect(throws: FlowVaultFailure.self) { try items.vault(device: other) }
            #expect(failure?.reason == .otherDevice)
            #expect(failure?.text.contains("every viewer would have to sign in again") == true)
            #expect(failure?.text.contains("device ") == true && failure?.text.contains(other) == false)
            #expect(failure?.text.contains("first-device") == false)
        }
        #expect(items.values.withLock { $0 } == before)
        try vault.keep(.signedOut(SignedOutMark()))
    }

    @Test func `a device identifier has 1 to 256 bytes of printable ASCII`() throws {
        let odd = ["\u{0}", "a\u{1F}b", "a\u{7F}", "a\n", "é", "日", "😀"]
        for unusable in ["", String(repeating: "d", count: 257), String(repeating: "é", count: 129)] + odd {
            let failures = [
                #expect(throws: FlowVaultFailure.self) { try items.vault(device: unusable) },
                #expect(throws: FlowVaultFailure.self) {
                    try FlowVault.inMemory().adopt(credentials: ClientCredentials(id: "i", secret: "s"), deviceIdentifier: unusable)
                },
            ]
            for failure in failures {
                #expect(failure?.reason == .deviceIdentifier)
                #expect(failure?.text.contains("1 to 256 bytes") == true)
            }
        }
        #expect(items.values.withLock { $0.isEmpty })
        for usable in ["d", String(repeating: "d", count: 256), "BA23D141-D715-561C", "a b+/=~!{}"] {
            #expect(try MemoryItems().vault(device: usable).deviceIdentifier() == usable)
        }
    }

    @Test func `two vaults that start at once on a new device share the identifier that was kept first`() throws {
        var other = FlowSettings.picker
        other.serviceProvider = "REF31"
        let (first, second) = (try items.vault(), try items.vault(other))
        let random = second.deviceIdentifier()
        let kept = first.deviceIdentifier()
        try first.keepDevice()
        try second.keepDevice()
        #expect(random != kept)
        #expect(second.deviceIdentifier() == kept)
        #expect(try items.vault(other).deviceIdentifier() == kept)

        // An identifier that the app handed over is not replaced by it.
        let items = MemoryItems()
        let (given, free) = (try items.vault(device: "app-device"), try items.vault(other))
        try free.keepDevice()
        let failure = #expect(throws: FlowVaultFailure.self) { try given.keepDevice() }
        #expect(failure?.reason == .otherDevice)
        #expect(given.deviceIdentifier() == "app-device")
    }

    @Test func `erasing one service provider's vault keeps the device identifier for the others`() throws {
        var other = FlowSettings.picker
        other.serviceProvider = "REF31"
        let (first, second) = (try items.vault(), try items.vault(other))
        try first.keepDevice()
        let device = first.deviceIdentifier()
        try first.erase()
        #expect(second.deviceIdentifier() == device)
        try second.erase()
        #expect(items.values.withLock { $0.isEmpty })
    }
}
