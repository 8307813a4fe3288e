import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

/// How a viewer can be signed in by the device's own account; `nil`: nothing to say.
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

/// When the code expires, for a countdown.
func expiry(of code: ShownCode) -> Date? {
    code.notAfter.map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1000) }
}

/// A page of the app's own browser led back into the app.
@MainActor func opened(_ url: URL, _ flow: Flow, elsewhere: (URL) -> Void) async {
    if await !flow.handle(url: url) { elsewhere(url) }
}

/// Autoplay: plays only if somebody is signed in already, and asks nobody for anything.
func autoplay(_ channel: String, with flow: Flow) async throws -> String? {
    do {
        return try await flow.play(channel, under: .ifSignedIn).redeem()
    } catch let refusal as FlowRefusal where refusal.reason == .refused(.notSignedIn) {
        return nil
    }
}

/// Writes the log into `folder`, a file per segment.
/// - Returns: the id to quote with it.
func exportLog(of flow: Flow, into folder: URL) async throws -> String {
    for try await segment in try await flow.exportedSegments() {
        try Data(segment.bytes).write(to: folder.appendingPathComponent(segment.name))
    }
    return flow.supportID
}

/// Signs the viewer out, and removes everything that this app keeps on the device.
/// - Returns: whether Adobe knows of the sign-out.
func forgetEverything(_ flow: Flow) async throws -> Bool {
    let result = try await flow.signOut()
    try await flow.eraseAll()
    return result == .complete
}

/// The rules that decided in a log, in their order.
func rules(in segment: [UInt8]) throws -> [String] {
    var reader = try LogReader(segment)
    var rules: [String] = []
    while let record = try reader.next() { rules.append(record.rule) }
    return rules
}

/// Whether this build decides everything in a log as it was decided then.
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
