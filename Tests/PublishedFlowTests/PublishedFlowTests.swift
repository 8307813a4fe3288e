import Combine
import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@MainActor @Suite("A flow observed by views of earlier systems") struct PublishedFlowTests {
    private let adobe = SharedAdobe()

    private func session() throws -> PublishedFlow {
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let ports = FlowPorts(
            transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { .iPhone },
            throttle: HostThrottle())
        return PublishedFlow(try Flow(.simulated(.iPhone), vault: .inMemory(), log: MemoryEventLog(), ports: ports))
    }

    /// Returns as soon as the condition is true; checks again only when the object has changed.
    private func until(_ session: PublishedFlow, _ isMet: () -> Bool) async {
        while true {
            let (changes, change) = AsyncStream<Void>.makeStream()
            StandInViews.observe(session) { change.finish() }
            if isMet() { return }
            for await _ in changes {}
            // The change is announced before it happens, on the main actor.
            await Task.yield()
        }
    }

    @Test func `a view is redrawn for the picker, the page, and the viewer who signed in`() async throws {
        let session = try session()
        let play = Task { try await session.flow.play("show") }
        await until(session) { session.presentation?.picker != nil }
        let picker = try #require(session.presentation?.picker)
        #expect(await session.send(picker.choice(of: try #require(MVPDID("SmallCo")))).value)
        await until(session) { session.presentation?.page != nil }
        #expect(await !session.send(picker.cancel).value, "a second tap on the picker that is no longer shown")
        let page = try #require(session.presentation?.page)
        adobe.completeSignIn(code: page.url.lastPathComponent)
        #expect(await session.send(page.redirectReached).value)
        #expect(try await !play.value.redeem().isEmpty)
        await until(session) { if case .signedIn = session.status { true } else { false } }
        await until(session) { session.presentation == nil }
        await until(session) { session.singleSignOn == .notUsed(.permissionDenied) }
        await session.flow.shutDown()
    }

    @Test func `a released object keeps nothing alive`() async throws {
        weak var released: PublishedFlow?
        let flow = try {
            let session = try session()
            released = session
            return session.flow
        }()
        #expect(released == nil)
        await flow.shutDown()
    }
}
