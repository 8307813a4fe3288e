import AuthenticationServices
import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import FlowWebAuthentication
import Testing

/// Shows the flow's web pages over `window`, until the flow is shut down.
@MainActor func serveUserAgent(
    for flow: Flow, over window: ASPresentationAnchor
) async {
    await WebAuthentication(flow, anchor: { [weak window] in window }).run()
}

@Suite("What the article's user agent code does") struct SampleTests {
    @Test @MainActor func `the article's web authentication code signs a viewer in`() async throws {
        let clock = ManualClock(SimulatedWorld.start.milliseconds)
        let adobe = SharedAdobe(now: { clock.now })
        let flow = try Flow(
            .simulated(.iPhone), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe),
                partnerFramework: SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied)),
                device: { .iPhone }, clock: clock, throttle: HostThrottle()))
        let browser = StandInBrowser { page in
            adobe.completeSignIn(code: page.url.lastPathComponent)
            page.reach("adobepass://com.example.demotv")
        }
        let window = UIWindow()
        let serving = Task { await StandInBrowser.$current.withValue(browser) { await serveUserAgent(for: flow, over: window) } }
        let viewer = SimulatedViewer(habits: [.picks("SmallCo")])
        let sofa = Task { await viewer.use(flow, adobe: adobe) }
        #expect(try await flow.play("channel-1").resource == "channel-1")
        await flow.shutDown()
        await serving.value
        await sofa.value
    }
}
