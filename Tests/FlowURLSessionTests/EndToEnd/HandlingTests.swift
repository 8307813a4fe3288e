import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import FlowURLSession
import Testing

/// A connection that can be interrupted: every request then goes to a port without a listener.
final class Cable: HTTPTransport {
    let isPlugged = Lock(true)
    private let session = URLSessionTransport()

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        // No fixed port replaces the interrupted connection: another test's server could get it.
        guard isPlugged.withLock({ $0 }) else { throw .connection }
        return try await session.send(request)
    }
}

@Suite("An app that interrupts the flow") struct HandlingTests {
    private func household() throws -> Household {
        try Household(SimulatedPartnerFramework(pickerActions: [.choose(Household.account)]))
    }

    /// Checks that the log of the last launch replays; returns the failure, if any.
    private func check(_ household: Household) throws {
        let log = FileEventLog(folder: household.logFolder)
        for name in try log.segments() {
            var replay = try Replay(try log.read(name))
            while try replay.next() != nil {}
        }
    }

    /// The number of requests of a first playback.
    private static let requests = 7

    @Test func `a playback canceled at any request leaves a flow that can play`() async throws {
        for count in 1...Self.requests {
            let household = try household()
            let flow = try household.launch()
            let playing = Task { try await flow.play("show") }
            await household.wire.requests.until { $0.count >= count }
            playing.cancel()
            do {
                _ = try await playing.value
                #expect(count == Self.requests)
            } catch { #expect(error is CancellationError, "\(count): \(error)") }
            household.partner.change { if $0.account == nil { $0.pickerActions = [.choose(Household.account)] } }
            _ = try await flow.play("show").redeem()
            #expect(flow.presentation.value == nil)
            await flow.shutDown()
            try check(household)
        }
    }

    @Test func `a sign-in succeeds although the app goes to the background and back at any request`() async throws {
        for count in 1...Self.requests {
            let household = try household()
            let flow = try household.launch()
            async let permit = flow.play("show")
            await household.wire.requests.until { $0.count >= count }
            await flow.enterBackground()
            await flow.enterForeground()
            _ = try await permit.redeem()
            await flow.shutDown()
            try check(household)
        }
    }

    @Test func `a viewer who signs in with the code while the app is closed is shown with the provider's name`() async throws {
        let household = try Household(SimulatedPartnerFramework(permission: .denied))
        let flow = try household.launch()
        let signingIn = Task { try await flow.signIn() }
        var typed: String?
        for await shown in flow.presentation {
            if case .providerPicker(let picker)? = shown {
                await flow.send(picker.choice(of: try #require(picker.providers.first { $0.mvpd.text == "Cablevision" })))
            }
            if case .code(let code)? = shown { typed = code.text }
            if typed != nil { break }
        }
        await flow.shutDown()
        _ = await signingIn.result
        let (code, now) = (try #require(typed), household.clock.now)
        household.adobe.withAdobe { _ = $0.completeSignIn(code: code, at: now) }
        let next = try household.launch()
        await next.status { $0.viewer != nil }
        #expect(next.status.value.viewer?.displayName == "Optimum")
        await next.shutDown()
    }

    @Test func `after a shutdown at any request every wish is refused, and the next launch plays`() async throws {
        for count in 0...Self.requests {
            let household = try household()
            let flow = try household.launch()
            let wishes = [Task { _ = try await flow.play("show") }, Task { _ = try await flow.signIn() }]
            if count > 0 { await household.wire.requests.until { $0.count >= count } }
            async let once: Void = flow.shutDown()
            await flow.shutDown()
            await once
            for wish in wishes {
                let refused = await refusal { try await wish.value }
                // A quick answer may arrive before the end does.
                #expect(refused?.reason == .shutDown || (refused == nil && count > 0), "\(count): \(String(describing: refused))")
            }
            await flow.enterForeground()
            #expect(await flow.send(ShownProblem(.service, id: PresentationID(1)).choice(of: .retry)) == false)
            #expect(await refusal { try await flow.userMetadata() }?.reason == .shutDown)
            #expect(try await flow.exportLog().segments.count <= 1)
            household.partner.change { if $0.account == nil { $0.pickerActions = [.choose(Household.account)] } }
            let next = try household.launch()
            _ = try await next.play("show").redeem()
            await next.shutDown()
            try check(household)
        }
    }

    @Test func `without a network the first launch reports it, and the next foreground tries again`() async throws {
        let household = try household()
        let cable = Cable()
        cable.isPlugged.withLock { $0 = false }
        let flow = try household.launch(over: cable)
        #expect(await refusal { try await flow.play("show") }?.reason == .unreachable)
        await flow.status { if case .unavailable = $0 { true } else { false } }
        cable.isPlugged.withLock { $0 = true }
        await flow.enterForeground()
        await flow.status { $0 == .signedOut }
        _ = try await flow.play("show").redeem()
        // In the middle of the evening, a wish is refused and the viewer stays signed in.
        cable.isPlugged.withLock { $0 = false }
        #expect(await refusal { try await flow.play("show") }?.reason == .unreachable)
        #expect(flow.status.value.viewer != nil)
        cable.isPlugged.withLock { $0 = true }
        _ = try await flow.play("show").redeem()
        await flow.shutDown()
        try check(household)
    }

    @Test func `of two flows on one folder, the second vault is refused and the second log is reported`() async throws {
        let household = try household()
        let first = try household.launch()
        await first.status { $0 == .signedOut }
        let failure = #expect(throws: FlowVaultFailure.self) { try household.openVault() }
        #expect(failure?.reason == .alreadyOpen)
        let other = try Household(SimulatedPartnerFramework(account: Household.account))
        let second = try other.launch(logFolder: household.logFolder)
        await second.start()
        var told: FlowFailure?
        for await failure in second.failures() {
            told = failure
            break
        }
        guard case .log(let log) = told else {
            Issue.record("\(String(describing: told))")
            return
        }
        #expect(log.reason == .alreadyOpen)
        _ = try await second.play("show").redeem()
        await second.shutDown()
        await first.shutDown()
        try check(household)
    }

    @Test func `unusual wishes are answered`() async throws {
        let household = try household()
        let flow = try household.launch()
        _ = try await flow.play("show").redeem()
        let odd = [" ", "\u{0}", "a\nb\"c\\", String(repeating: "é", count: 50_000), "</item>%00&=+"]
        for resource in odd { #expect(try await flow.play(resource).resource == resource) }
        #expect(try await flow.preview(odd).map(\.resource) == odd)
        #expect(try await flow.preview([]).isEmpty)
        // More resources than one request takes, requested in parts; and more than one wish takes.
        #expect(try await flow.preview((0..<70).map { "r\($0)" }).map(\.resource) == (0..<70).map { "r\($0)" })
        let codes = ["invalid_parameter_resources", "invalid_parameter_resources"]
        let refused = [
            await refusal { try await flow.play("") }, await refusal { try await flow.preview(["show", ""]) },
        ]
        #expect(refused.map { $0?.code } == codes)
        let permit = try await flow.play("show")
        async let watching: Void = Viewer(household: household).watch(flow)
        try await flow.signOut()
        #expect(throws: PermitFailure.signedOut) { try permit.redeem() }
        await flow.shutDown()
        await watching
        try check(household)
    }
}
