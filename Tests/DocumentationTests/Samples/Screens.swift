import FlowEffects
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

/// Tells the viewer how the device's own account can sign them in; `nil` if no hint is needed.
func hint(about singleSignOn: SingleSignOn) -> String? {
    switch singleSignOn {
    case .notUsed(.permissionDenied):
        "Allow this app to use your TV provider in Settings, and you need no code."
    case .notUsed(.noAccount):
        "Sign in to your TV provider in Settings once, for all your TV apps."
    case .unknown, .used, .notUsed:
        nil
    }
}

/// Call it when the system opens the app with a URL, for example at the end of a page in the app's own browser.
@MainActor func opened(_ url: URL, _ flow: Flow, elsewhere: (URL) -> Void) async {
    if await !flow.handle(url) { elsewhere(url) }
}

/// Autoplay: plays only if a viewer is already signed in, and asks the viewer nothing.
func autoplay(_ channel: String, with flow: Flow) async throws -> String? {
    do {
        return try await flow.play(channel, under: .ifSignedIn).redeem()
    } catch let refusal as FlowRefusal where refusal.reason == .notSignedIn {
        return nil
    }
}

/// Writes the log into `folder`, one file per segment.
/// - Returns: the id to quote with the log.
func exportLog(of flow: Flow, into folder: URL) async throws -> String {
    for try await segment in try await flow.exportedSegments() {
        try Data(segment.bytes).write(to: folder.appendingPathComponent(segment.name))
    }
    return flow.supportID
}

/// Signs the viewer out, and removes everything that the flow keeps on the device.
/// - Returns: `false` if the sign-out has not reached Adobe, or the device's own account is still signed in. Then nothing is erased.
func forgetEverything(_ flow: Flow) async throws -> Bool {
    guard try await flow.signOut() == .complete else { return false }
    try await flow.eraseAll()
    return true
}

/// The rules of a log's records, in order.
func rules(in segment: [UInt8]) throws -> [String] {
    var reader = try LogReader(segment)
    var rules: [String] = []
    while let record = try reader.next() { rules.append(record.rule) }
    return rules
}

/// Whether this build decides every event of a log as it was decided then.
func isDecidedTheSame(_ segment: [UInt8]) throws -> Bool {
    var replay = try Replay(segment)
    do {
        while try replay.advance() != nil {}
        return true
    } catch ReplayFailure.divergence(let divergence) {
        print("line \(divergence.line): \(divergence.differences)")
        return false
    }
}

/// An app that has spoken to Adobe before hands over what its viewers' profiles belong to.
func adopt(
    clientID: String, clientSecret: String, identifier: String, into vault: FlowVault
) throws {
    try vault.adopt(
        credentials: ClientCredentials(id: clientID, secret: clientSecret),
        deviceIdentifier: identifier)
}
