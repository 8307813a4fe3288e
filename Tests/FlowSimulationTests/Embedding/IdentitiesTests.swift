import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

/// The identities that the app sends, and the metadata of its viewer, through a whole flow.
@Suite("An app's identities and its viewer's metadata") struct IdentitiesTests {
    /// A transport to the simulated Adobe that records its requests.
    private struct NotingTransport: HTTPTransport {
        let transport: InProcessTransport
        let sent: Journal<HTTPRequest>

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            sent.note(request)
            return try await transport.send(request)
        }
    }

    @Test func `each call sends the current visitor and service token, and neither is in the log`() async throws {
        let adobe = SharedAdobe()
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let sent = Journal<HTTPRequest>()
        let ecid = Lock("11111111111111111111")
        let flow = try Flow(
            .simulated(.iPhone), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: NotingTransport(transport: InProcessTransport(adobe: adobe), sent: sent), partnerFramework: partner,
                device: { .iPhone },
                identities: RequestIdentities(
                    visitor: { VisitorIdentifier(ecid.withLock { $0 }) }, serviceToken: { ServiceToken("SECRET.SECRET.SECRET") })))
        let sofa = Task { await SimulatedViewer(habits: [.picks("SmallCo"), .usesUserAgent()]).use(flow, adobe: adobe, partner: partner) }
        try await flow.signIn()
        ecid.withLock { $0 = "22222222222222222222" }
        _ = try await flow.play("channel-1")
        func header(_ name: String, to path: String) -> [String?] {
            sent.entries.filter { $0.url.contains(path) }.map { request in request.headers.first { $0.name == name }?.value }
        }
        #expect(header("AP-Visitor-Identifier", to: "/sessions") == ["11111111111111111111"])
        #expect(header("AP-Visitor-Identifier", to: "/decisions/authorize/") == ["22222222222222222222"])
        #expect(header("AP-Visitor-Identifier", to: "/o/client/").allSatisfy { $0 == nil })
        #expect(header("AD-Service-Token", to: "/decisions/authorize/") == ["SECRET.SECRET.SECRET"])
        let metadata = try await flow.userMetadata()
        #expect(metadata.userID != nil)
        #expect(metadata.userID == metadata.attribute("userID").map { String($0.json.dropFirst().dropLast()) })
        for try await segment in try await flow.exportedSegments() {
            let text = String(decoding: segment.bytes, as: UTF8.self)
            #expect(!text.contains("SECRET") && !text.contains("1111111111") && !text.contains("2222222222"))
        }
        await flow.shutDown()
        await sofa.value
    }
}
