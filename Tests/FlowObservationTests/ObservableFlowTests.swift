import FlowEffects
import FlowMachine
import FlowObservation
import FlowSimulation
import Observation
import Testing

@MainActor @Suite("A flow observed by views", .timeLimit(.minutes(5))) struct ObservableFlowTests {
    private let adobe = SharedAdobe(adobe: SimulatedAdobe(), now: { SystemClock().now })

    /// A phone whose viewer does not let the app use the partner framework.
    private func session() -> ObservableFlow {
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let ports = FlowPorts(
            transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { SimulatedWorld.phone })
        return ObservableFlow(
            Flow(
                settings: .iPhone, softwareStatement: "simulated.software.statement", app: "Test/1", vault: FlowVault(),
                log: MemoryEventLog(), ports: ports))
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
        let session = session()
        let play = Task { try await session.flow.play("show") }
        await until { if case .providerPicker = session.presentation.content { true } else { false } }
        let picker = session.presentation
        #expect(session.status == .signingIn)
        await session.send(.provider(try #require(MVPDID("SmallCo"))), for: picker).value
        await until { if case .userAgent = session.presentation.content { true } else { false } }
        // A second tap on the picker that is no longer shown.
        await session.send(.cancel, for: picker).value
        guard case .userAgent(let url) = session.presentation.content else { return }
        adobe.completeSignIn(code: url.split(separator: "/").last.map(String.init) ?? "")
        await session.send(.redirectReached, for: session.presentation).value
        #expect(try await !play.value.redeem().isEmpty)
        await until { if case .signedIn = session.status { true } else { false } }
        await until { session.presentation.content == .nothing }
        await until { session.singleSignOn == .notUsed(.permissionDenied) }
        await session.flow.shutdown()
    }

    @Test func `a released view keeps nothing alive`() async {
        weak var released: ObservableFlow?
        let flow = {
            let session = session()
            released = session
            return session.flow
        }()
        #expect(released == nil)
        await flow.shutdown()
    }
}
