import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

/// What a test scripts: the server's failures, the viewer's habits and the clock, and how its mistakes are reported.
@Suite("An app's test scripts the server and the viewer") struct ScriptingTests {
    /// A flow over a simulated server, without a viewer.
    private struct App {
        let adobe: SharedAdobe
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let flow: Flow

        init(_ settings: FlowSettings = .iPhone, clock: any FlowClock = SystemClock()) throws {
            var settings = settings
            // On a busy machine an answer may wait for minutes, and no test here waits for a time limit.
            settings.policy.requestTimeout = .seconds(3_600)
            let app = FlowApp.simulated(settings)
            adobe = SharedAdobe(SimulatedAdobe(for: app), now: { clock.now })
            flow = try Flow(
                app, vault: .inMemory(), log: MemoryEventLog(),
                ports: FlowPorts(
                    transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { .iPhone }, clock: clock,
                    throttle: HostThrottle()))
        }

        /// Acts as a viewer while `body` runs.
        func with(
            _ habits: [SimulatedViewer.Habit], unexpected: (@Sendable (ShownPresentation) -> Void)? = nil, _ body: () async throws -> Void
        ) async throws {
            let sofa = Task { [flow, adobe, partner] in
                await SimulatedViewer(habits: habits).use(flow, adobe: adobe, partner: partner, unexpected: unexpected)
            }
            try await body()
            await flow.shutDown()
            await sofa.value
        }
    }

    private static let profiles = HTTPRequest(method: "GET", url: "https://sp.auth.adobe.com/api/v2/REF30/profiles", headers: [])

    @Test func `a mishap without an answer is thrown in its place in the script, and the request does not arrive`() async throws {
        let adobe = SharedAdobe()
        adobe.withAdobe {
            $0.answerNext(.profiles, with: .throttled)
            $0.answerNext(.profiles, with: .timedOut)
            $0.answerNext(.profiles, with: .noConnection)
        }
        let transport = InProcessTransport(adobe: adobe)
        #expect(try await transport.send(Self.profiles).status == 429)
        await #expect(throws: HTTPFailure.timedOut) { try await transport.send(Self.profiles) }
        await #expect(throws: HTTPFailure.connection) { try await transport.send(Self.profiles) }
        #expect(try await transport.send(Self.profiles).status == 401)
        #expect(adobe.withAdobe { $0.received } == [.profiles, .profiles])
    }

    @Test func `a sign-in that is added before the device has registered is there when it has`() async throws {
        let app = try App(.appleTV)
        app.adobe.addProfile("Cablevision", device: app.flow.deviceIdentifier)
        #expect(try await app.flow.signIn().mvpd?.text == "Cablevision")
        await app.flow.shutDown()
    }

    @Test func `a mishap without an answer works for an endpoint of the legacy API`() {
        let adobe = SharedAdobe()
        adobe.withAdobe { $0.answerNext(legacy: .authorize, with: .noConnection) }
        let request = HTTPRequest(method: "GET", url: "https://api.auth.adobe.com/api/v1/authorize", headers: [])
        #expect(adobe.takeFailure(of: Self.profiles) == nil)
        #expect(adobe.takeFailure(of: request) == .connection)
        #expect(adobe.takeFailure(of: request) == nil)
    }

    @Test(arguments: [(.noConnection, .connection), (.timedOut, .timedOut)] as [(SimulatedAdobe.Mishap, CallFailure.Transport)])
    func `a world's call without an answer fails as the device would report it`(
        mishap: SimulatedAdobe.Mishap, transport: CallFailure.Transport
    ) throws {
        var world = SimulatedWorld(settings: .withoutPartner)
        world.adobe.answerNext(.token, with: mishap)
        world.launch()
        world.runUntilIdle()
        var failures: [CallFailure] = []
        var reader = try LogReader(world.log)
        while let record = try reader.next() {
            if case .reply(_, let reply) = record.event.origin, case .failed(let failure) = reply.result { failures.append(failure) }
        }
        #expect(failures == [.transport(transport)])
    }

    @Test func `a flow plays although a call had no answer`() async throws {
        let app = try App()
        app.adobe.withAdobe {
            $0.answerNext(.token, with: .noConnection)
            $0.answerNext(.authorize, with: .timedOut)
        }
        try await app.with([.picks("SmallCo"), .usesUserAgent(), .chooses(.retry, on: .problem)]) {
            let permit = try await app.flow.play("channel-1")
            #expect(try !permit.redeem().isEmpty)
        }
    }

    @Test func `a screen without a habit is reported, one that the viewer ignores is not`() async throws {
        let (screens, screen) = AsyncStream<ShownPresentation>.makeStream()
        let app = try App()
        try await app.with([.picks("SmallCo").once, .ignores(.userAgent)], unexpected: { screen.yield($0) }) {
            let first = Task { [flow = app.flow] in try await flow.signIn() }
            for await case .userAgent(let page)? in app.flow.presentation {
                if await app.flow.send(page.closed) { break }
            }
            await #expect(throws: FlowRefusal.self) { try await first.value }
            let second = Task { [flow = app.flow] in try await flow.signIn() }
            var unexpected = screens.makeAsyncIterator()
            let shown = await unexpected.next()
            guard case .providerConfirmation? = shown else {
                Issue.record("\(String(describing: shown))")
                return
            }
            await app.flow.shutDown()
            await #expect(throws: FlowRefusal.self) { try await second.value }
        }
    }

    @Test func `the first screen of a kind without a habit is reported on standard error`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let url = try #require(URL(string: "https://example.com/activate"))
            var reported: Set<Presentation.Kind> = []
            for code in ["AAAAAAA", "BBBBBBB"] {
                SimulatedViewer.report(.code(ShownCode(code, activationURL: url)), &reported)
            }
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("The simulated viewer") } == ["The simulated viewer has no habit for code."])
    }

    @Test func `a server that expects another software statement says so on standard error`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let app = FlowApp("DemoTV/1.0", softwareStatement: "mine", settings: .appleTV)
            let ports = FlowPorts(
                transport: InProcessTransport(adobe: SharedAdobe()), partnerFramework: SharedPartnerFramework(), device: { .appleTV },
                throttle: HostThrottle())
            let flow = try Flow(app, vault: .inMemory(), log: MemoryEventLog(), ports: ports)
            _ = try? await flow.play("show", under: .ifSignedIn)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("expects a different software_statement (SimulatedAdobe(for:) takes the app's)"), "\(text)")
    }

    @Test func `a viewer who changes the account of a partner framework that is not given stops the test`() async {
        await #expect(processExitsWith: .failure) {
            let app = try App(.appleTV)
            let actions: [SimulatedViewer.Action] = [.setAccount(nil), .choose(.cancel)]
            let picks = SimulatedViewer.Habit(on: .providerPicker, actions.map { SimulatedViewer.TimedAction(after: .seconds(1), $0) })
            let sofa = Task { await SimulatedViewer(habits: [picks]).use(app.flow, adobe: app.adobe) }
            _ = try? await app.flow.signIn()
            await app.flow.shutDown()
            await sofa.value
        }
    }

    @Test func `a sign-in with a provider that the server does not have traps and names its providers`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            SharedAdobe().completeSignIn(code: "ABCDEFG", mvpd: "Cablevison")
        }
        // Optimized code does not print the message.
        #if DEBUG
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("The simulated viewer means the provider Cablevison. Adobe has [\"Cablevision\", "))
        #else
            _ = result
        #endif
    }

    /// Requests a sign-in from a viewer who does this in the picker, and then cancels it.
    private static func signIn(_ action: SimulatedViewer.Action) async throws {
        let app = try App()
        let actions = [action, .choose(.cancel)].map { SimulatedViewer.TimedAction(after: .seconds(1), $0) }
        try await app.with([SimulatedViewer.Habit(on: .providerPicker, actions)]) { _ = try? await app.flow.signIn() }
    }

    @Test func `a flow's viewer who chooses a provider or a profile that the server does not have traps`() async {
        await #expect(processExitsWith: .failure) { try await ScriptingTests.signIn(.choose(provider: "Cablevison")) }
        await #expect(processExitsWith: .failure) { try await ScriptingTests.signIn(.choose(profile: "Cablevison")) }
        await #expect(processExitsWith: .success) { try await ScriptingTests.signIn(.choose(profile: "Cablevision")) }
    }

    @Test func `a sign-in with a provider of the server, but an unknown code, does nothing`() {
        #expect(!SharedAdobe().completeSignIn(code: "ABCDEFG", mvpd: "Cablevision"))
    }

    @Test func `a viewer signs out in Settings before they come back to the app`() async throws {
        let app = try App()
        app.partner.withFramework { $0 = SimulatedPartnerFramework(account: .cablevision) }
        try await app.with([.signsOutInSettings(), .finishesSignOutPage()]) {
            try await app.flow.signIn()
            #expect(app.flow.singleSignOn.value == .used)
            try await app.flow.signOut()
            for await shown in app.flow.presentation where shown == nil { break }
        }
        #expect(app.partner.withFramework { $0.account } == nil)
    }

    @Test func `a viewer who visits Settings comes back to a flow after the habit's other actions`() async throws {
        let app = try App(.appleTV)
        let visit = [.visitSettings(for: .seconds(59)), .choose(provider: "SmallCo")] as [SimulatedViewer.Action]
        let picks = SimulatedViewer.Habit(on: .providerPicker, visit.map { SimulatedViewer.TimedAction(after: .seconds(1), $0) })
        try await app.with([picks, .cancels(.code)]) {
            await #expect(throws: FlowRefusal.self) { try await app.flow.signIn() }
            var kinds: [String] = []
            var reader = try LogReader(try #require(await app.flow.exportLog().segments.last).bytes)
            while let record = try reader.next() {
                switch record.event.origin {
                case .app(.backgrounded): kinds.append("leaves")
                case .app(.foregrounded): kinds.append("comes back")
                case .user(.chose(_, .provider)): kinds.append("chooses")
                case .app, .user, .reply, .timer: break
                }
            }
            #expect(kinds == ["leaves", "chooses", "comes back"])
        }
    }

    @Test func `a faster clock ends a flow's waits sooner`() async throws {
        let clock = SimulatedClock(speed: 600)
        let began = ContinuousClock.now
        let start = clock.now
        try await clock.sleep(until: start.advanced(by: .seconds(60)))
        #expect(clock.now >= start.advanced(by: .seconds(60)))
        // However late this task resumes, the faster clock is ahead of the other by its speed.
        let simulated = clock.now.milliseconds - start.milliseconds
        #expect(Double(simulated) > began.duration(to: .now) / .milliseconds(1) * 300)
    }

    @Test func `a server for an app accepts its settings and its software statement`() async throws {
        var app = FlowApp.simulated(.iPhone)
        app.softwareStatement = "another.statement"
        app.settings.serviceProvider = "DEMO"
        app.settings.domainName = "example.com"
        app.settings.host = "https://sp.auth-staging.adobe.com"
        let server = SimulatedAdobe(for: app)
        #expect(server.serviceProvider == "DEMO")
        #expect(server.domainNames == ["example.com"])
        #expect(server.softwareStatement == "another.statement")
        #expect(server.host == "https://sp.auth-staging.adobe.com")
    }
}
