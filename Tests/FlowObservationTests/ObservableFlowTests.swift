import FlowEffects
import FlowMachine
import FlowObservation
import FlowSimulation
import FlowTestSupport
import Observation
import Testing

@MainActor @Suite("A flow observed by views") struct ObservableFlowTests {
    private let adobe = SharedAdobe()

    /// A phone whose viewer does not let the app use the partner framework.
    private func session() throws -> ObservableFlow {
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let ports = FlowPorts(
            transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { .iPhone })
        return ObservableFlow(
            try Flow(.simulated(.iPhone), vault: .inMemory(), log: MemoryEventLog(), ports: ports))
    }

    /// Returns as soon as the condition is true; checks again only when an observed value changes.
    private func until(_ isMet: () -> Bool) async {
        while true {
            let (changes, change) = AsyncStream<Void>.makeStream()
            if withObservationTracking(isMet, onChange: { change.finish() }) { return }
            for await _ in changes {}
        }
    }

    @Test func `a view shows the picker, the page, and the viewer who signed in`() async throws {
        let session = try session()
        let play = Task { try await session.flow.play("show") }
        await until { session.presentation?.picker != nil }
        let picker = try #require(session.presentation?.picker)
        #expect(session.status == .signingIn)
        #expect(await session.send(picker.choice(of: try #require(MVPDID("SmallCo")))).value)
        await until { session.presentation?.page != nil }
        #expect(await !session.send(picker.cancel).value, "a second tap on the picker that is no longer shown")
        let page = try #require(session.presentation?.page)
        adobe.completeSignIn(code: page.url.lastPathComponent)
        #expect(await session.send(page.redirectReached).value)
        #expect(try await !play.value.redeem().isEmpty)
        await until { if case .signedIn = session.status { true } else { false } }
        await until { session.presentation == nil }
        await until { session.singleSignOn == .notUsed(.permissionDenied) }
        await session.flow.shutDown()
    }

    @Test func `a released view keeps nothing alive`() async throws {
        weak var released: ObservableFlow?
        let flow = try {
            let session = try session()
            released = session
            return session.flow
        }()
        #expect(released == nil)
        await flow.shutDown()
    }
}
