import FlowEffects
import FlowMachine
import FlowTestSupport
import Security
import Testing

// README: begin
/// The vault of the current tvOS user alone, in an app that has sent `device` to Adobe so far.
func openVault(for settings: FlowSettings, statement: String, device: String) throws -> FlowVault {
    try FlowVault(
        keychain: "com.example.demotv", sharing: .currentUser, settings: settings, softwareStatement: statement, deviceIdentifier: device)
}
// README: end

@Suite("The README's keychain vault") struct ReadmeTests {
    @Test func `stands in the README as it is compiled and run here`() throws {
        #expect(try Repository.readmeComplaint(about: "FlowKeychainTests/ReadmeTests.swift") == nil)
    }

    @Test func `uses the identifier that the app hands over, and is the current user's alone`() throws {
        let keychain = StandInKeychain()
        try StandInKeychain.$current.withValue(keychain) {
            let vault = try openVault(for: .box, statement: "statement", device: "own-device")
            #expect(vault.deviceIdentifier() == "own-device")
        }
        #expect(keychain.items.map(\.account) == ["owner.json"])
        #expect(keychain.items.allSatisfy { !$0.isUserIndependent })
    }
}
