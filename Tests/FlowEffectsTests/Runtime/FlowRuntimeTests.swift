import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@_spi(Testing) @testable import FlowEffects

@Suite struct FlowRuntimeTests {
    let host = RecordingHost()

    @Test func `the launch record is first and contains what the vault kept`() async throws {
        let vault = FlowVault.inMemory()
        try vault.keep(.signedOut(SignedOutMark()))
        let runtime = FlowRuntime(vault: vault, host: host) { _, _ in [] }
        await runtime.feed(.app(.foregrounded))
        #expect(
            host.journal.entries == [
                .recorded(1, by: nil, .app(.launched(PersistedState(signedOut: SignedOutMark())))),
                .recorded(2, by: nil, .app(.foregrounded)),
            ])
        await runtime.shutDown()
    }

    @Test func `the runtime performs no effect before its record is durable, and keeps the order`() async {
        let log = GatedLog()
        let runtime = FlowRuntime(log: log, host: host) { _, number in [.present(PresentationID(number), .nothing)] }
        for _ in 0..<4 { await runtime.feed(.app(.foregrounded)) }
        #expect(host.journal.entries.isEmpty)
        log.reach(3)
        await host.journal.until(.presented(3))
        #expect(host.presented == [1, 2, 3])
        log.reach(2)
        log.reach(5)
        await host.journal.until(.presented(5))
        #expect(host.presented == [1, 2, 3, 4, 5])
        await runtime.shutDown()
    }

    @Test func `effects that need not wait for the log run before feed returns`() async {
        let runtime = FlowRuntime(log: MemoryEventLog(), host: host) { _, number in [.present(PresentationID(number), .nothing)] }
        for number: Int64 in 2...9 {
            await runtime.feed(.app(.foregrounded))
            #expect(host.presented == Array(1...number))
        }
        await runtime.shutDown()
    }

    @Test func `the effects of one event run in order`() async {
        let runtime = FlowRuntime(host: host) { _, number in
            number == 2 ? (5...8).map { .present(PresentationID($0), .nothing) } : []
        }
        await runtime.feed(.app(.foregrounded))
        await host.journal.until(.presented(8))
        #expect(host.presented == [5, 6, 7, 8])
        await runtime.shutDown()
    }

    @Test func `with many callers at once, log, records and effects have one order`() async throws {
        let folder = TemporaryFolder()
        let log = FileEventLog(folder: folder.url(), sync: .group(maxDelay: .milliseconds(1)))
        let runtime = FlowRuntime(log: log, host: host) { _, number in [.present(PresentationID(number), .nothing)] }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { for _ in 0..<50 { await runtime.feed(.app(.backgrounded)) } } }
        }
        await host.until(801)
        await runtime.shutDown()
        // The last is the shutdown.
        let expected = (1...802).map { Int64($0) }
        #expect(host.numbers == expected)
        // Presentations are not shown while shutting down, so the last ones may be missing.
        #expect(host.presented == Array(expected.prefix(host.presented.count)))
        let bytes = try log.read(log.segments()[0])
        #expect(String(decoding: bytes, as: UTF8.self) == "header\n" + expected.map { "\($0)\n" }.joined())
    }

    @Test func `requests run concurrently, and each reply names the event that caused its request`() async {
        let requests = OpenRequests()
        let runtime = FlowRuntime(interpreters: requests.interpreters, host: host) { origin, number in
            switch origin {
            case .app(.foregrounded): [.call(7, .configuration)]
            case .app(.backgrounded): [.call(8, .register)]
            case _: []
            }
        }
        await runtime.feed(.app(.foregrounded))
        await runtime.feed(.app(.backgrounded))
        await requests.arrived.until(.configuration)
        await requests.arrived.until(.register)
        requests.reply(.register, .cancelled)
        await host.until(4)
        requests.reply(.configuration, .cancelled)
        await host.until(5)
        #expect(
            host.journal.entries.suffix(2) == [
                .recorded(4, by: 3, .reply(RequestID(8), .cancelled)), .recorded(5, by: 2, .reply(RequestID(7), .cancelled)),
            ])
        await runtime.shutDown()
    }

    @Test func `a canceled request ends, and only its successful reply becomes an event`() async {
        let requests = OpenRequests()
        let stubborn = Interpreters(
            adobe: requests.interpreters.adobe,
            partner: { _ in
                await requests.cancelled.until(.configuration)
                return Reply(.registered(client: SecretRef(.client, 1)))
            })
        let runtime = FlowRuntime(interpreters: stubborn, host: host) { origin, _ in
            switch origin {
            case .app(.foregrounded): [.call(1, .configuration), .partner(RequestID(2), .status(prompt: false))]
            case .app(.backgrounded): [.cancel(RequestID(1)), .cancel(RequestID(2)), .cancel(RequestID(3))]
            case _: []
            }
        }
        await runtime.feed(.app(.foregrounded))
        await requests.arrived.until(.configuration)
        await runtime.feed(.app(.backgrounded))
        await host.until(4)
        await runtime.shutDown()
        let replies = host.origins { if case .reply = $0 { true } else { false } }
        #expect(replies == [.reply(RequestID(2), Reply(.registered(client: SecretRef(.client, 1))))])
    }

    @Test func `timers fire on time and in order, past ones at once, disarmed ones never`() async {
        let clock = ManualClock(1000)
        let runtime = FlowRuntime(clock: clock, host: host) { origin, _ in
            switch origin {
            case .app(.foregrounded):
                [(1, 5000), (2, 3000), (3, 4000), (4, 10)].map {
                    .arm(TimerID($0.0), .poll, at: Instant(milliseconds: $0.1))
                }
            case .app(.backgrounded): [.disarm(TimerID(3))]
            case _: []
            }
        }
        await runtime.feed(.app(.foregrounded))
        await host.until(3)
        await clock.asleep.until(Instant(milliseconds: 3000))
        await runtime.feed(.app(.backgrounded))
        clock.advance(to: Instant(milliseconds: 6000))
        await host.until(6)
        let fired = host.origins { if case .timer = $0 { true } else { false } }
        #expect(fired == [.timer(TimerID(4)), .timer(TimerID(2)), .timer(TimerID(1))])
        #expect(host.journal.entries.last == .recorded(6, by: 2, .timer(TimerID(1))))
        await runtime.shutDown()
        #expect(clock.sleepers == 0)
    }

    @Test func `a wish gets its answer, and canceling its task cancels the wish`() async {
        let runtime = FlowRuntime(host: host) { origin, _ in
            switch origin {
            case .user(.signOut(let wish)): [.answer(wish, .signedOut(owed: true))]
            case .user(.cancel(let wish)): [.answer(wish, .dropped)]
            case _: []
            }
        }
        #expect(await runtime.submit { .signOut($0) } == .signedOut(owed: true))
        let waiting = Task { await runtime.submit { .signIn($0) } }
        await host.until(3)
        waiting.cancel()
        #expect(await waiting.value == .dropped)
        #expect(host.journal.entries.last == .recorded(4, by: 3, .user(.cancel(WishID(2)))))
        await runtime.shutDown()
    }

    @Test func `shutdown with open requests, timers and wishes leaves nothing behind`() async throws {
        let requests = OpenRequests()
        let clock = ManualClock()
        let log = GatedLog()
        let vault = FlowVault.inMemory()
        let runtime = FlowRuntime(log: log, clock: clock, vault: vault, interpreters: requests.interpreters, host: host) { origin, _ in
            switch origin {
            case .app(.launched): [.call(1, .configuration), .arm(TimerID(1), .poll, at: Instant(milliseconds: 9_000_000))]
            case .app(.foregrounded): [.keep(.signedOut(SignedOutMark())), .call(2, .register), .present(PresentationID(1), .nothing)]
            case _: []
            }
        }
        await runtime.start()
        log.reach(1)
        await requests.arrived.until(.configuration)
        await clock.asleep.until(Instant(milliseconds: 9_000_000))
        let wish = Task { await runtime.submit { .signIn($0) } }
        await log.appended.until(2)
        await runtime.feed(.app(.foregrounded))
        await runtime.shutDown()
        #expect(await wish.value == .dropped)
        #expect(requests.cancelled.entries == [.configuration])
        #expect(clock.sleepers == 0)
        #expect(log.isClosed.withLock { $0 })
        // The decision is recorded, but nothing is started.
        #expect(vault.persistedState().signedOut != nil)
        #expect(requests.arrived.entries == [.configuration])
        #expect(host.presented.isEmpty)
        let before = host.journal.entries
        await runtime.feed(.app(.backgrounded))
        #expect(await runtime.submit { .signIn($0) } == .dropped)
        await runtime.shutDown()
        #expect(host.journal.entries == before)
        #expect(log.appended.entries == [1, 2, 3, 4], "the shutdown is the last event")
    }

    @Test func `a released runtime ends its work`() async {
        let requests = OpenRequests()
        var runtime: FlowRuntime? = FlowRuntime(interpreters: requests.interpreters, host: host) { origin, _ in
            if case .app(.launched) = origin { [.call(1, .configuration)] } else { [] }
        }
        await runtime?.start()
        await requests.arrived.until(.configuration)
        runtime = nil
        await requests.cancelled.until(.configuration)
        #expect(host.numbers == [1])
    }

    @Test func `a vault that cannot write is reported once, becomes one event, and the flow continues`() async throws {
        let disk = SimulatedDisk()
        let vault = try FlowVault(folder: "vault", for: .test(.box), disk: disk)
        let runtime = FlowRuntime(vault: vault, host: host) { origin, _ in
            if case .app(.vaultFailed) = origin { [.forget(.fact(.code))] } else { [.keep(.signedOut(SignedOutMark()))] }
        }
        await runtime.start()
        disk.fill()
        for _ in 0..<3 { await runtime.feed(.app(.foregrounded)) }
        let told = host.failures.map(\.text)
        try #require(told.count == 1)
        #expect(told[0].contains("fact-signedOut.json"))
        #expect(told[0].contains("No space left"))
        #expect(host.origins { $0 == .app(.vaultFailed) }.count == 1)
        await runtime.shutDown()
    }

    @Test func `a log that cannot be written is reported once, and effects continue`() async throws {
        let folder = TemporaryFolder()
        try folder.write("in the way", to: "log")
        let log = FileEventLog(folder: folder.url("log"))
        let runtime = FlowRuntime(log: log, host: host) { _, number in [.present(PresentationID(number), .nothing)] }
        for _ in 0..<3 { await runtime.feed(.app(.foregrounded)) }
        await host.journal.until(.presented(4))
        #expect(host.presented == [1, 2, 3, 4])
        #expect(host.failures.count == 1)
        await runtime.shutDown()
    }

    @Test func `numbers continue after those of the last launch`() async {
        let vault = FlowVault.inMemory()
        for launch: Int64 in 0..<3 {
            let host = RecordingHost()
            let runtime = FlowRuntime(vault: vault, host: host) { origin, _ in
                guard case .app(.launched(let kept)) = origin else { return [] }
                return [.arm(TimerID(kept.first.timer + 1), .poll, at: Instant(milliseconds: 9_000_000))]
            }
            await runtime.start()
            await runtime.shutDown()
            let first = 1 + launch * 2
            let launched = FlowEvent.Origin.app(.launched(PersistedState(first: NextNumbers(timer: first))))
            #expect(host.journal.entries == [.recorded(1, by: nil, launched), .recorded(2, by: nil, .app(.shutDown))])
        }
    }
}
