import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite struct AdoptTests {
    @Test func `an app that migrates keeps its registration: credentials and device identifier carry over`() async throws {
        let vault = FlowVault.inMemory()
        try vault.adopt(credentials: ClientCredentials(id: "old-id", secret: "old-secret"), deviceIdentifier: "old-device")
        let transport = TokenTransport()
        let flow = try flow(vault, over: transport)
        await flow.status { $0 == .signedOut }
        let sent = transport.sent.entries
        #expect(sent.map { $0.url.split(separator: "/").last ?? "" } == ["token", "profiles"])
        #expect(
            sent[0].body.map { String(decoding: $0, as: UTF8.self) }
                == "client_id=old-id&client_secret=old-secret&grant_type=client_credentials")
        let device = sent[1].headers.first { $0.name == "AP-Device-Identifier" }?.value
        #expect(device == "fingerprint b2xkLWRldmljZQ==")
        await flow.shutDown()
    }

    @Test func `an adopted device identifier is sent to Adobe in each launch`() async throws {
        let items = MemoryItems()
        for given in ["own-device", nil, "own-device"] {
            let transport = TokenTransport()
            let flow = try flow(try items.vault(device: given), over: transport)
            await flow.status { if case .unavailable = $0 { true } else { $0 == .signedOut } }
            await flow.shutDown()
            let devices = transport.sent.entries.flatMap { request in
                request.headers.filter { $0.name == "AP-Device-Identifier" }.map(\.value)
            }
            #expect(!devices.isEmpty)
            #expect(Set(devices) == ["fingerprint b3duLWRldmljZQ=="])
        }
    }

    private func flow(_ vault: FlowVault, over transport: TokenTransport) throws -> Flow {
        let ports = FlowPorts(
            transport: transport, partnerFramework: nil,
            device: {
                DeviceInformation(
                    primaryHardwareType: "SetTopBox", model: "M", version: "1", manufacturer: "Maker", osName: "os", osVersion: "1",
                    connection: .wiFi, applicationID: "REF30",
                    userAgent: "Test/1")
            }, clock: ManualClock())
        return try Flow(.test(.picker, statement: "statement"), vault: vault, log: MemoryEventLog(), ports: ports)
    }
}

/// Accepts every registration, returns a token, and knows no profile.
private final class TokenTransport: HTTPTransport {
    let sent = Journal<HTTPRequest>()

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        sent.note(request)
        let isToken = request.url.hasSuffix("/token")
        if request.url.hasSuffix("/register") {
            let client = #"{"client_id":"i","client_secret":"s","client_id_issued_at":1767225600000,"grant_types":["client_credentials"]}"#
            return HTTPResponse(status: 201, body: Array(client.utf8))
        }
        let body =
            isToken
            ? #"{"id":"x","access_token":"t","created_at":1767225600000,"expires_in":21600,"token_type":"bearer"}"# : #"{"profiles":{}}"#
        return HTTPResponse(status: isToken ? 201 : 200, body: Array(body.utf8))
    }
}
