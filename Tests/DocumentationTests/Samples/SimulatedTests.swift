import FlowEffects
import FlowExploration
import FlowSimulation
import Testing

/// The tests that the articles about testing show.
@Suite("An app's tests") struct SimulatedTests {
    @Test func `a viewer without permission signs in on the phone and plays`() async throws {
        // Adobe's servers, Apple's framework and a viewer, all as values.
        let adobe = SharedAdobe()
        let partner = SharedPartnerFramework(
            SimulatedPartnerFramework(permission: .denied))
        let flow = try Flow(
            .simulated(.iPhone), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe), partnerFramework: partner,
                device: { .iPhone }, throttle: HostThrottle()))
        let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .usesUserAgent()])
        let sofa = Task { await viewer.use(flow, adobe: adobe, partner: partner) }

        #expect(try await !flow.play("channel-1").redeem().isEmpty)
        #expect(adobe.withAdobe { $0.received.contains(.createSession) })

        await flow.shutDown()
        await sofa.value
    }

    @Test func `a viewer with two sign-ins chooses one of them`() async throws {
        let app = FlowApp.simulated(.appleTV)
        let adobe = SharedAdobe(SimulatedAdobe(for: app))
        let flow = try Flow(
            app, vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe),
                device: { .appleTV }, throttle: HostThrottle()))
        let viewer = SimulatedViewer(habits: [.picksProfile("Cox")])
        let sofa = Task { await viewer.use(flow, adobe: adobe) }

        // Once the device is registered, and nobody is signed in:
        await flow.start()
        for await status in flow.status where status == .signedOut { break }
        adobe.addProfile("SmallCo", device: flow.deviceIdentifier)
        adobe.addProfile("Cox", device: flow.deviceIdentifier)
        await flow.enterForeground()
        try await flow.signIn()
        guard case .signedIn(let account) = flow.status.value else {
            Issue.record("\(flow.status.value)")
            return
        }
        #expect(account.mvpd?.text == "Cox")

        await flow.shutDown()
        await sofa.value
    }

    @Test func `a code is entered elsewhere, and the polls do not take long`() async throws {
        let clock = SimulatedClock(speed: 20)
        var settings = FlowSettings.appleTV
        settings.policy.requestTimeout = .seconds(600)  // by this clock
        let adobe = SharedAdobe(now: { clock.now })
        let flow = try Flow(
            .simulated(settings), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe), device: { .appleTV },
                clock: clock, throttle: HostThrottle()))
        let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .usesCode()])
        let sofa = Task { await viewer.use(flow, adobe: adobe) }
        try await flow.signIn()
        await flow.shutDown()
        await sofa.value
    }

    @Test func `a denial is shown in the provider's words, and a viewer who gave up reads nothing`() {
        #expect(message(for: FlowRefusal(.denied, details: "Ask for Gold.")) == "Ask for Gold.")
        #expect(message(for: FlowRefusal(.canceled)) == nil)
    }

    @Test func `a story of two minutes runs in a moment, and its log is a test`() throws {
        var world = SimulatedWorld(
            settings: .appleTV,
            partner: SimulatedPartnerFramework(permission: .denied),
            viewer: SimulatedViewer(habits: [.picks("SmallCo"), .usesCode()]))
        world.adobe.denials = [.init(resource: "channel-9")]
        world.adobe.answerNext(.authorize, with: .throttled)
        world.launch()
        let wish = world.play("channel-9")
        world.runUntilIdle()
        guard case .denied? = world.answer(to: wish) else {
            Issue.record("\(String(describing: world.answer(to: wish)))")
            return
        }
        #expect(try isDecidedTheSame(world.log))
    }

    @Test func `one event in, one decision out`() {
        let reducer = FlowReducer(settings: .appleTV)
        let launch = FlowEvent(
            time: Instant(milliseconds: 1_767_225_600_000),
            origin: .app(.launched(PersistedState())))
        let transition = reducer.reduce(FlowModel(), launch)
        #expect(transition.rule == .`V2-A-02`)  // no credentials: register
        #expect(transition.model.stateName == .unregistered)
    }

    /// The settings that the app runs under; here the simulated Apple TV's.
    private var settings: FlowSettings {
        var settings = FlowSettings.appleTV
        settings.policy.opensOwnPickerAfterCancel = false
        settings.policy.pollInterval = .seconds(10)
        return settings
    }

    @Test func `no random sequence of events breaks an invariant under our settings`() {
        let violation = PropertyRun(settings: settings, events: 10_000).violation()
        #expect(violation == nil, "\(violation?.text ?? "")")
    }

    @Test func `no event of a log breaks one either`() throws {
        let machine = FlowReducer(settings: settings)
        var checker = InvariantChecker(settings: settings)
        var model = FlowModel()
        var reader = try LogReader(log)
        while let record = try reader.next() {
            let transition = machine.reduce(model, record.event)
            model = transition.model
            let broken = checker.check(record.event, model, transition.effects)
            #expect(broken == [], "event \(record.number)")
        }
    }

    /// A viewer's evening; an app would read a file.
    private var log: [UInt8] { Scenario.named("denied-second-screen")?.run().log ?? [] }

    @Test func `no sequence of these events breaks an invariant`() {
        var alphabet = Alphabet.pinned
        alphabet.settings.policy.pollInterval = .seconds(10)
        var explorer = Explorer(alphabet)
        explorer.maximumDepth = 10
        let exploration = explorer.run()
        #expect(exploration.violation == nil, "\(exploration.violation?.violation ?? "")")
    }

    @Test func `nothing is lost when everything goes wrong`() {
        for seed in 1...5 as ClosedRange<UInt64> {
            let faults: Set<Fault> = [.crash, .torn, .throttled, .lost]
            let result = SimulatedSession(seed: seed, faults: faults).run()
            #expect(result.violation == nil, "flow-trace simulate --from \(seed) --seeds 1")
        }
    }
}
