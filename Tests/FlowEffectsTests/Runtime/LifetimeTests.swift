import FlowMachine
import FlowTestSupport
import Testing

@_spi(Testing) @testable import FlowEffects

/// Requests that never answer, and what remains of a flow that has ended.
@Suite("Lifetimes of flows and requests") struct LifetimeTests {
    /// Requests that ignore cancellation until the test releases them.
    private final class Stubborn: Sendable {
        let arrived = Journal<Endpoint.Kind>()
        let left = Journal<Bool>()
        private let open = Journal<Bool>()

        var interpreters: Interpreters {
            Interpreters(
                adobe: { call in
                    self.arrived.note(call.endpoint.kind)
                    await self.open.until { !$0.isEmpty }
                    self.left.note(true)
                    return .cancelled
                }, partner: { _ in .cancelled })
        }

        func letGo() { open.note(true) }
    }

    private let host = RecordingHost()

    @Test func `shutdown waits for a request that ignores its cancellation, up to a limit`() async {
        let stubborn = Stubborn()
        let clock = ManualClock()
        let log = GatedLog()
        let runtime = FlowRuntime(log: log, clock: clock, interpreters: stubborn.interpreters, host: host) { origin, _ in
            if case .app(.launched) = origin { [.call(1, .configuration)] } else { [] }
        }
        await runtime.start()
        log.reach(1)
        await stubborn.arrived.until(.configuration)
        let limit = clock.now.advanced(by: RuntimeCore.shutdownTimeout)
        let ending = Task { await runtime.shutDown() }
        await clock.asleep.until(limit)
        #expect(!log.isClosed.withLock { $0 })
        clock.advance(to: limit)
        await ending.value
        #expect(log.isClosed.withLock { $0 })
        #expect(clock.sleepers == 0)
        // Its eventual answer is ignored.
        let before = host.journal.entries
        stubborn.letGo()
        await stubborn.left.until(true)
        await runtime.feed(.app(.foregrounded))
        #expect(host.journal.entries == before)
    }

    @Test func `shutdown waits for an unresponsive disk, up to a limit`() async {
        let clock = ManualClock()
        let log = GatedLog(isStuck: true)
        let runtime = FlowRuntime(log: log, clock: clock, interpreters: Stubborn().interpreters, host: host) { _, _ in [] }
        await runtime.start()
        let ending = Task { await runtime.shutDown() }
        for _ in ["flush", "close"] {
            let limit = clock.now.advanced(by: RuntimeCore.shutdownTimeout)
            await clock.asleep.until(limit)
            clock.advance(to: limit)
        }
        await ending.value
        #expect(!log.isClosed.withLock { $0 })
        #expect(clock.sleepers == 0)
        // No record was durable in time, so none is reported, not even when the disk responds.
        log.freed.note(true)
        await log.closed.until(true)
        await runtime.feed(.app(.foregrounded))
        #expect(host.journal.entries.isEmpty)
    }

    @Test func `a request that ends on cancellation does not outlive shutdown`() async {
        let requests = OpenRequests()
        let clock = ManualClock()
        let runtime = FlowRuntime(clock: clock, interpreters: requests.interpreters, host: host) { origin, _ in
            if case .app(.launched) = origin { [.call(1, .configuration), .call(2, .register)] } else { [] }
        }
        await runtime.start()
        await requests.arrived.until(.configuration)
        await requests.arrived.until(.register)
        await runtime.shutDown()
        #expect(requests.cancelled.entries.count == 2)
        #expect(clock.sleepers == 0)
    }

    @Test func `the machine's timeout ends the wait for an interpreter that never answers`() async throws {
        var settings = FlowSettings.bare
        settings.policy.allowanceBurst = 0
        settings.policy.breakerThreshold = 0
        let stubborn = Stubborn()
        let clock = ManualClock()
        let flow = try Flow(
            .test(settings, statement: nil), supportID: "TEST", vault: .inMemory(), log: MemoryEventLog(), clock: clock,
            interpreters: stubborn.interpreters)
        let signIn = Task { () -> FlowRefusal? in
            do { try await flow.signIn() } catch { return error as? FlowRefusal }
            return nil
        }
        for attempt in 1...3 {
            await stubborn.arrived.until { $0.count == attempt }
            let due = clock.now.advanced(by: settings.policy.requestTimeout)
            await clock.asleep.until(due)
            clock.advance(to: due)
            if attempt == 3 { break }
            let pause = due.advanced(by: Interval(milliseconds: settings.policy.retryDelay.milliseconds << (Int64(attempt) - 1)))
            await clock.asleep.until(pause)
            clock.advance(to: pause)
        }
        #expect(await signIn.value?.reason == .unreachable)
        stubborn.letGo()
        await flow.shutDown()
    }

    @Test func `a released flow and its runtime are freed, shut down or not`() async throws {
        for isShutDown in [true, false] {
            let requests = OpenRequests()
            var flow: Flow? = try Flow(
                .test(.bare, statement: nil), supportID: "TEST", vault: .inMemory(), log: MemoryEventLog(), clock: ManualClock(),
                interpreters: requests.interpreters)
            let parts = try Parts(#require(flow))
            await flow?.start()
            await requests.arrived.until(.register)
            if isShutDown { await flow?.shutDown() }
            flow = nil
            // The request ends with the runtime, so the request's end shows the runtime's.
            await requests.cancelled.until(.register)
            while parts.areHeld { await Task.yield() }
            #expect(!parts.areHeld)
        }
    }

    /// The parts of a flow, held weakly.
    private final class Parts: @unchecked Sendable {
        // Sound: written once, before any other access; reading a weak reference is atomic.
        private weak var flow: Flow?
        private weak var runtime: FlowRuntime?
        private weak var stage: Stage?

        init(_ flow: Flow) {
            self.flow = flow
            runtime = flow.runtime
            stage = flow.stage
        }

        var areHeld: Bool { flow != nil || runtime != nil || stage != nil }
    }
}
