import FlowEffects
import FlowMachine
import FlowTestSupport
import Security
import Testing

// README: begin
/// The vault of the current tvOS user alone, who is a device of their own to Adobe.
func openVault(for settings: FlowSettings, statement: String) throws -> FlowVault {
    try FlowVault(keychain: "com.example.demotv", sharing: .currentUser, settings: settings, softwareStatement: statement)
}
// README: end

@Suite("The README's keychain vault") struct ReadmeTests {
    @Test func `the README shows the keychain code as it is compiled and run here`() throws {
        #expect(try Repository.readmeComplaint(about: "FlowKeychainTests/ReadmeTests.swift") == nil)
    }

    @Test func `the README's keychain vault belongs to the current user alone`() throws {
        let keychain = StandInKeychain()
        try StandInKeychain.$current.withValue(keychain) {
            _ = try openVault(for: .box, statement: "statement")
        }
        #expect(keychain.items.map(\.account) == ["owner.json"])
        #expect(keychain.items.allSatisfy { !$0.isUserIndependent })
    }
}
