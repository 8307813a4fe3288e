import FlowEffects
import FlowMachine
import FlowTestSupport
import FlowURLSession
import Testing

// README: begin
/// Creates the app's flow and starts it.
/// - Parameters:
///   - logs: the folder for the log, in the app's own container; it is created if it does not exist.
///   - statement: the software statement that Adobe issued for the app.
func makeFlow(logs: String, statement: String) throws -> Flow {
    let settings = FlowSettings(
        serviceProvider: "REF30", domainName: "example.com", redirectURL: "https://example.com/done",
        activationURL: "https://example.com/activate", partner: .none, platform: .tvOS, hasUserAgent: false,
        temporaryAccess: MVPDID("TempPass_TEST40"))
    let device = DeviceInformation(
        primaryHardwareType: "SetTopBox", model: "AppleTV", version: "14,1", osName: "tvOS", osVersion: "18.2",
        applicationID: "REF30", userAgent: "DemoTV/1.0")
    #if canImport(Darwin)
        let vault = try FlowVault(keychain: "com.example.demotv", settings: settings, softwareStatement: statement)
    #else
        let vault = try FlowVault(folder: "vault", settings: settings, softwareStatement: statement)
    #endif
    return Flow(
        settings: settings, softwareStatement: statement, app: "DemoTV/1.0", vault: vault, log: FileEventLog(folder: logs),
        // Asked at each request: how the device is connected can change.
        ports: FlowPorts(transport: URLSessionTransport(), partnerFramework: nil, device: { device }))
}

/// Permission to play `channel`, once: the media token for the server that verifies it. Signs the viewer in if needed.
func mediaToken(for channel: String, from flow: Flow) async throws -> String {
    let permit = try await flow.play(channel)
    return try permit.redeem()
}

/// The same without a sign-in, for as long as the provider in `temporaryAccess` lets anybody watch.
func trialToken(for channel: String, from flow: Flow) async throws -> String {
    try await flow.play(channel, under: .temporary).redeem()
}

/// Which of `channels` to show as playable. Asks the viewer nothing, and is no permission to play.
func playable(of channels: [String], from flow: Flow) async throws -> [String] {
    try await flow.preview(channels).filter(\.isPermitted).map(\.resource)
}

/// Signs the viewer out; where more is to be done, in Settings say, `flow.presentation` shows it. Tells whether Adobe was told, too: until it
/// is, nobody can sign in or play, and each attempt tells Adobe first.
func leave(_ flow: Flow) async throws -> Bool {
    try await flow.signOut() == .complete
}
// README: end

@Suite("The README's app", .timeLimit(.minutes(15))) struct ReadmeAppTests {
    @Test func `plays, previews, plays without a sign-in and signs out, over real sockets`() async throws {
        let evening = try Evening()
        let flow = try evening.household.launch()
        async let watching: Void = evening.viewer.watch(flow)
        #expect(try await !trialToken(for: Evening.show, from: flow).isEmpty)
        #expect(flow.status.value == .temporaryAccess)
        #expect(try await !mediaToken(for: Evening.show, from: flow).isEmpty)
        #expect(try await playable(of: [Evening.show, Evening.unpaid], from: flow) == [Evening.show, Evening.unpaid])
        #expect(try await leave(flow))
        #expect(flow.status.value == .signedOut)
        await flow.shutdown()
        await watching
    }

    @Test func `stands in the README as it is compiled and run here`() throws {
        #expect(try Repository.readmeComplaint(about: "Readme/AppTests.swift") == nil)
    }
}
