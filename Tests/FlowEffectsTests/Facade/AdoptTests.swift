import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite struct AdoptTests {
    @Test func `an app that moves over registers nobody anew: its credentials and its device go on`() async throws {
        let vault = FlowVault()
        try vault.adopt(credentials: ClientCredentials(id: "old-id", secret: "old-secret"), deviceIdentifier: "old-device")
        let transport = TokenTransport()
        let clock = ManualClock()
        let ports = FlowPorts(
            transport: transport, partnerFramework: nil,
            device: {
                DeviceInformation(
                    primaryHardwareType: "SetTopBox", model: "M", version: "1", osName: "os", osVersion: "1", applicationID: "REF30",
                    userAgent: "Test/1")
            }, clock: clock)
        let flow = Flow(
            settings: .picker, softwareStatement: "statement", app: "Test/1", vault: vault, log: MemoryEventLog(), ports: ports)
        await flow.status { $0 == .signedOut }
        let sent = transport.sent.entries
        #expect(sent.map { $0.url.split(separator: "/").last ?? "" } == ["token", "profiles"])
        #expect(
            sent[0].body.map { String(decoding: $0, as: UTF8.self) }
                == "client_id=old-id&client_secret=old-secret&grant_type=client_credentials")
        let device = sent[1].headers.first { $0.name == "AP-Device-Identifier" }?.value
        #expect(device == "fingerprint b2xkLWRldmljZQ==")
        await flow.shutdown()
    }
}

/// Gives out a token, and knows no profile.
private final class TokenTransport: HTTPTransport {
    let sent = Journal<HTTPRequest>()

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        sent.note(request)
        let isToken = request.url.hasSuffix("/token")
        let body =
            isToken
            ? #"{"id":"x","access_token":"t","created_at":1767225600000,"expires_in":21600,"token_type":"bearer"}"# : #"{"profiles":{}}"#
        return HTTPResponse(status: isToken ? 201 : 200, body: Array(body.utf8))
    }
}
