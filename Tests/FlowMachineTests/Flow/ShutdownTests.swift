@_spi(Testing) import FlowExploration
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowMachine

/// `shutDown` is the last event of a launch (FM-30).
@Suite struct ShutdownTests {
    /// A viewer reads a code on the screen, and waits for a preview, too.
    private func showingCode() -> SimulatedWorld {
        var world = SimulatedWorld(settings: .bare)
        world.launch()
        world.signIn()
        world.run(for: .seconds(60))
        return world
    }

    private func records(_ log: [UInt8]) throws -> [LogRecord] {
        var replay = try Replay(log)
        var records: [LogRecord] = []
        while let record = try replay.next() { records.append(record) }
        return records
    }

    @Test func `a shutdown drops every wish, cancels what is outstanding, and keeps the code for the next launch`() throws {
        var world = showingCode()
        let step = world.model.state.step
        world.shutDown()
        let last = try #require(try records(world.log).last)
        #expect(last.event.origin == .app(.shutDown))
        #expect(last.rule == "FM-30")
        #expect(last.step == step, "the log shows where the flow was")
        #expect(last.effects.contains { if case .answer(_, .dropped) = $0 { true } else { false } })
        #expect(last.effects.contains { if case .present(_, .nothing) = $0 { true } else { false } })
        #expect(last.effects.contains { if case .disarm = $0 { true } else { false } })
        for effect in last.effects {
            switch effect {
            case .keep, .call, .partner, .arm, .forget(.fact): Issue.record("\(effect)")
            case .cancel, .present, .answer, .disarm, .forget(.secret): continue
            }
        }
        world.launch()
        world.runUntilIdle()
        let first = try #require(try records(world.log).first)
        guard case .app(.launched(let kept)) = first.event.origin else { throw Unexpected() }
        #expect(kept.code != nil)
    }

    @Test func `no timer and no hold outlasts a shutdown`() {
        var script = Script.signedIn(.regular, .bare)
        script.user(.play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        script.feed(.app(.held(until: script.instant(in: 30))))
        #expect(script.model.calls.hold != nil)
        #expect(script.model.calls.timeoutTimer != nil)
        script.feed(.app(.shutDown))
        let calls = script.model.calls
        #expect(calls.hold == nil)
        #expect([calls.timeoutTimer, calls.refreshTimer].allSatisfy { $0 == nil })
        #expect(calls.stateTimers.isEmpty && calls.pending.isEmpty)
    }

    @Test(arguments: 0..<60) func `no event after a shutdown has an effect or changes the model`(seed: Int) {
        let settings = DeterminismTests.settings[seed % 3]
        var generator = EventGenerator(seed: UInt64(seed))
        var engine = FlowEngine(FlowReducer(settings: settings))
        engine.apply(generator.launch())
        for _ in 0..<seed {
            generator.note(engine.effects)
            engine.apply(generator.next())
        }
        let event = FlowEvent(time: Instant(milliseconds: 1_900_000_000_000), origin: .app(.shutDown))
        let expected: Rule = engine.model.context.isShutDown ? .`FM-01` : .`FM-30`
        let rule = engine.apply(event).rule
        #expect(rule == expected)
        let end = engine.model
        for _ in 0..<50 {
            let rule = engine.apply(generator.next()).rule
            #expect(rule == .`FM-01`)
            #expect(engine.effects.isEmpty)
            #expect(engine.model == end)
        }
    }

    @Test func `the invariant fires for whatever a shutdown leaves outstanding, and for an effect after it`() {
        let launched = FlowEvent(time: Instant(milliseconds: 0), origin: .app(.launched(PersistedState())))
        let shutDown = FlowEvent(time: Instant(milliseconds: 2), origin: .app(.shutDown))
        let asked = FlowEvent(time: Instant(milliseconds: 1), origin: .user(.signIn(WishID(1))))
        let left: [Effect] = [
            .call(RequestID(1), Call(token: nil, endpoint: .register)), .arm(TimerID(1), .hold, at: Instant(milliseconds: 9)),
            .present(PresentationID(1), .signOutInSettings),
        ]
        for effect in left {
            var judge = JudgeAlone(ShutdownJudge())
            #expect(judge.isBroken(by: launched, [effect]) == false)
            #expect(judge.isBroken(by: shutDown, []) == true, "\(effect)")
        }
        var judge = JudgeAlone(ShutdownJudge())
        #expect(judge.isBroken(by: launched, left) == false)
        #expect(judge.isBroken(by: asked, []) == false)
        var careless = judge
        let ends: [Effect] = [.cancel(RequestID(1)), .disarm(TimerID(1)), .present(PresentationID(1), .nothing)]
        #expect(judge.isBroken(by: shutDown, ends + [.answer(WishID(1), .dropped)]) == false)
        #expect(judge.isBroken(by: asked, []) == false)
        #expect(judge.isBroken(by: asked, [.disarm(TimerID(2))]) == true)
        #expect(careless.isBroken(by: shutDown, ends) == true)
    }

    @Test func `before the launch, a shutdown is ignored, and the launch begins`() {
        var engine = FlowEngine(FlowReducer(settings: .box))
        #expect(engine.apply(FlowEvent(time: Instant(milliseconds: 0), origin: .app(.shutDown))).rule == .`FM-01`)
        #expect(engine.apply(FlowEvent(time: Instant(milliseconds: 1), origin: .app(.launched(PersistedState())))).rule == .`V2-A-02`)
        #expect(!engine.effects.isEmpty)
    }
}

private struct Unexpected: Error {}
