import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@Suite("An app against the simulated viewer and server") struct EmbeddingTests {
    @Test func `a viewer plays although the server refused one answer`() async throws {
        let adobe = SharedAdobe()
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let flow = try Flow(
            .simulated(.iPhone), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { .iPhone }))
        let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .usesUserAgent()])
        let sofa = Task { await viewer.use(flow, adobe: adobe, partner: partner) }
        adobe.withAdobe { $0.answerNext(.profiles, with: .unauthorized) }  // and still:
        let permit = try await flow.play("channel-1")
        #expect(try !permit.redeem().isEmpty)
        await flow.shutDown()
        await sofa.value
        #expect(adobe.withAdobe { $0.received.contains(.createSession) })
    }
}
