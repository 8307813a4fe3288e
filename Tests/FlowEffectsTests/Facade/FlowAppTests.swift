import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

@Suite("An app is described once")
struct FlowAppTests {
    private let folder = TemporaryFolder()
    private let transport = SilentTransport()

    private func flow(
        _ app: FlowApp, vault: FlowVault = .inMemory(), log: MemoryEventLog = MemoryEventLog(),
        framework: (any PartnerFramework)? = nil
    ) throws(FlowSetupFailure) -> Flow {
        let device = DeviceInformation(
            primaryHardwareType: "SetTopBox", model: "AppleTV", version: "14,1", manufacturer: "Apple", osName: "tvOS", osVersion: "18.2",
            connection: .wiFi)
        return try Flow(
            app, vault: vault, log: log, ports: FlowPorts(transport: transport, partnerFramework: framework, device: { device }))
    }

    @Test func `a flow with a setting that cannot work is not created, and the failure names the setting`() {
        var settings = FlowSettings.box
        settings.host = ""
        let failure = #expect(throws: FlowSetupFailure.settings(SettingsFailure(.host, .empty))) { try flow(.test(settings)) }
        #expect(failure?.localizedDescription == "host is empty: write it like https://sp.auth.adobe.com")
    }

    @Test func `the hosts of another environment than the settings' are refused, a proxy is not`() {
        var app = FlowApp.test(.box)
        app.hosts = .staging
        #expect(throws: FlowSetupFailure.hosts) { try flow(app) }
        app.settings.host = AdobeHosts.staging.restV2
        #expect(throws: Never.self) { try flow(app) }
        app.hosts = AdobeHosts("https://proxy.example.com")
        #expect(throws: Never.self) { try flow(app) }
    }

    @Test(arguments: [nil, ""]) func `a flow over Adobe Pass needs a software statement`(statement: String?) {
        #expect(throws: FlowSetupFailure.softwareStatement) { try flow(.test(.box, statement: statement)) }
    }

    @Test func `a vault belongs to one service provider, host and software statement`() throws {
        let app = FlowApp.test(.box)
        let vault = try FlowVault(folder: folder.url(), for: app)
        var other = app
        other.softwareStatement = "another"
        #expect(throws: FlowSetupFailure.vault) { try flow(other, vault: vault) }
        other = app
        other.settings.host = "https://sp.auth-staging.adobe.com"
        #expect(throws: FlowSetupFailure.vault) { try flow(other, vault: vault) }
        other = app
        other.name = "Other/2.0"
        other.settings.policy.attempts = 1
        #expect(throws: Never.self) { try flow(other, vault: vault) }
    }

    @Test(arguments: [true, false]) func `a flow uses Apple's single sign-on if it is given a framework`(isGiven: Bool) async throws {
        var settings = FlowSettings.box
        settings.partner = isGiven ? .absent : .apple
        let log = MemoryEventLog()
        let framework = SharedPartnerFramework(SimulatedPartnerFramework())
        let flow = try flow(.test(settings), log: log, framework: isGiven ? framework : nil)
        await flow.start()
        await flow.shutDown()
        let header = try LogReader(log.read(#require(try log.segments().last))).header
        #expect(header.settings.partner == (isGiven ? .apple : .absent))
    }

    @Test func `Adobe receives the name of the app and the service provider as the app id`() async throws {
        let flow = try flow(FlowApp("DemoTV/1.0", softwareStatement: "s", settings: .box))
        await flow.start()
        let request = await transport.first()
        await flow.shutDown()
        func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
        #expect(header("User-Agent") == "DemoTV/1.0 (AppleTV 14,1; tvOS 18.2)")
        let information = try #require(header("X-Device-Info").flatMap { Data(base64Encoded: $0) })
        #expect(String(decoding: information, as: UTF8.self).contains(#""applicationId":"REF30""#))

        var device = DeviceInformation(
            primaryHardwareType: "SetTopBox", model: "M", version: "1", manufacturer: "Maker", osName: "os", osVersion: "1",
            connection: .wiFi)
        device.applicationID = "TV"
        device.userAgent = "Own/3"
        #expect(FlowApp.test(.box).completed(device) == device)
    }
}

/// Answers nothing, and keeps the requests.
private final class SilentTransport: HTTPTransport {
    private let requests: AsyncStream<HTTPRequest>
    private let sent: AsyncStream<HTTPRequest>.Continuation

    init() { (requests, sent) = AsyncStream.makeStream() }

    func first() async -> HTTPRequest {
        for await request in requests { return request }
        return HTTPRequest(method: "", url: "", headers: [], body: nil)
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        sent.yield(request)
        throw .connection
    }
}
