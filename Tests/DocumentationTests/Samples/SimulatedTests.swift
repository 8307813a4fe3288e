import FlowEffects
import FlowExploration
import FlowMachine
import FlowSimulation
import Testing

/// The tests that the articles about testing show.
@Suite("An app's tests", .timeLimit(.minutes(15))) struct SimulatedTests {
    @Test func `a viewer without permission signs in on the phone and plays`() async throws {
        // Adobe's servers, the device's account framework and a person: all values, nothing leaves the process.
        let adobe = SharedAdobe(adobe: SimulatedAdobe(), now: { SystemClock().now })
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let flow = Flow(
            settings: .iPhone, softwareStatement: "simulated.software.statement", app: "DemoTV/1.0", vault: FlowVault(),
            log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { SimulatedWorld.phone }))
        let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .usesUserAgent])
        let sofa = Task { await viewer.use(flow, adobe: adobe, partner: partner) }

        #expect(try await !flow.play("channel-1").redeem().isEmpty)
        #expect(adobe.withAdobe { $0.received.contains(.createSession) })

        await flow.shutdown()
        await sofa.value
    }

    @Test func `a story of two minutes runs in a moment, and its log is a test`() throws {
        var world = SimulatedWorld(
            settings: .appleTV, partner: SimulatedPartnerFramework(permission: .denied),
            viewer: SimulatedViewer(habits: [.picks("SmallCo"), .usesCode()]))
        world.adobe.denials = [.init(resource: "channel-9")]
        world.adobe.answerNext(.authorize, with: .throttled)
        world.launch()
        let wish = world.play("channel-9")
        world.runUntilQuiet()
        guard case .denied? = world.answer(to: wish) else {
            Issue.record("\(String(describing: world.answer(to: wish)))")
            return
        }
        #expect(try isDecidedTheSame(world.log))
    }

    @Test func `one event in, one decision out`() {
        let reducer = FlowReducer(settings: .appleTV)
        let launch = FlowEvent(time: Instant(milliseconds: 1_767_225_600_000), origin: .app(.launched(PersistedState())))
        let transition = reducer.reduce(FlowModel(), launch)
        #expect(transition.rule == .`V2-A-02`)  // no credentials: register
        #expect(transition.model.state.name == "unregistered")
    }

    @Test func `no sequence of these events breaks an invariant`() {
        var alphabet = Alphabet.pinned
        alphabet.settings.policy.pollInterval = .seconds(10)
        let exploration = Explorer(alphabet).run()
        #expect(exploration.isComplete)
        #expect(exploration.violation == nil, "\(exploration.violation?.broken ?? "")")
    }

    @Test func `nothing is lost when everything goes wrong`() {
        for seed in 1...5 as ClosedRange<UInt64> {
            let result = SimulatedSession(seed: seed, faults: [.crash, .torn, .throttled, .lost]).run()
            #expect(result.violation == nil, "flow-trace simulate --from \(seed) --seeds 1")
        }
    }
}
