import FlowMachine
import Testing

@_spi(Testing) @testable import FlowEffects

/// The core on its own: events and reports go in, actions come out.
@Suite struct RuntimeCoreTests {
    private let at = Instant(milliseconds: 1000)

    private func core(_ effects: @escaping @Sendable (FlowEvent.Origin, Int64) -> [Effect] = { _, _ in [] }) -> RuntimeCore {
        RuntimeCore(recorder: ScriptedRecorder(effects))
    }

    /// A core whose launch is durable.
    private func launched(_ effects: @escaping @Sendable (FlowEvent.Origin, Int64) -> [Effect]) -> RuntimeCore {
        var core = core(effects)
        core.launch(PersistedState(), at: at)
        core.durable(through: 1)
        _ = core.actions()
        return core
    }

    private func append(_ number: Int64, _ waits: LogWait = .policy) -> RuntimeCore.Action {
        .append(Array("\(number)\n".utf8), number: number, waits: waits)
    }

    private func presentation(_ number: Int64) -> Effect { .present(PresentationID(number), .nothing) }

    @Test func `nothing runs before the launch`() {
        var core = core()
        #expect(core.arrive(.event(.app(.foregrounded)), at: 1000) == [])
        #expect(core.isFresh)
    }

    @Test func `the launch is the first record and waits for the disk`() {
        var core = core()
        core.launch(PersistedState(), at: at)
        #expect(core.actions() == [append(1, .disk)])
        core.durable(through: 1)
        #expect(core.steps() == [.released(1, by: nil)])
        #expect(core.isIdle)
    }

    @Test func `a launch starts once, and numbers continue after those that the vault kept`() {
        var core = core { _, number in [.call(7 + number, .configuration)] }
        core.launch(PersistedState(first: NextNumbers(request: 20)), at: at)
        core.launch(PersistedState(), at: at)
        #expect(core.actions() == [append(1, .disk)], "request 8 needs no number beyond 20")
    }

    @Test func `numbers are reserved as soon as they are assigned`() {
        var core = core { _, number in [.call(number, .configuration), .arm(TimerID(number), .poll, at: Instant(milliseconds: 2000))] }
        core.launch(PersistedState(), at: at)
        #expect(core.actions() == [append(1, .disk), .reserve(NextNumbers(request: 2, timer: 2))])
    }

    @Test func `the runtime core performs no effect before its record is durable, and keeps the order`() {
        var core = launched { _, number in [self.presentation(number), self.presentation(number + 100)] }
        #expect(core.arrive(.event(.app(.foregrounded)), at: 1001) == [append(2), .reserve(NextNumbers(presentation: 103))])
        #expect(core.arrive(.event(.app(.backgrounded)), at: 1002) == [append(3), .reserve(NextNumbers(presentation: 104))])
        #expect(!core.isIdle)
        core.durable(through: 2)
        #expect(core.steps() == [.released(2, by: nil), .performed(presentation(2)), .performed(presentation(102))])
        core.durable(through: 1)
        #expect(core.steps() == [], "the watermark never decreases")
        core.durable(through: 9)
        #expect(core.steps() == [.released(3, by: nil), .performed(presentation(3)), .performed(presentation(103))])
    }

    @Test func `an append precedes effects that are still waiting`() {
        var core = launched { _, number in number == 2 ? [self.presentation(1), self.presentation(2)] : [] }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        core.durable(through: 2)
        _ = [core.next(), core.next(), core.next()]
        #expect(core.next() == .perform(presentation(1)))
        core.take(.event(.app(.backgrounded)), at: at, segment: nil)
        #expect(core.actions() == [append(3), .perform(presentation(2))])
    }

    @Test func `a segment that the log requests starts before the record`() {
        var core = launched { _, _ in [] }
        core.take(.event(.app(.foregrounded)), at: at, segment: .rotation)
        #expect(core.actions() == [.beginSegment(Array("again after 1\n".utf8), .rotation, at: at), append(2)])
    }

    @Test func `an event names the event that caused it`() {
        var core = launched { origin, number in
            switch origin {
            case .app(.foregrounded):
                [
                    .call(1, .configuration), .arm(TimerID(1), .poll, at: Instant(milliseconds: 1500)),
                    .present(PresentationID(1), .signOutInSettings),
                ]
            case _: []
            }
        }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        core.take(.event(.user(.signIn(WishID(1)))), at: at, segment: nil)
        core.durable(through: 3)
        _ = core.actions()
        core.take(.reply(RequestID(1), .cancelled), at: at, segment: nil)
        core.take(.woke, at: Instant(milliseconds: 1500), segment: nil)
        core.take(.event(.user(.chose(PresentationID(1), .done))), at: at, segment: nil)
        core.take(.event(.user(.cancel(WishID(1)))), at: at, segment: nil)
        core.take(.reply(RequestID(5), .cancelled), at: at, segment: nil)
        core.durable(through: 99)
        #expect(
            core.steps() == [
                .released(4, by: 2), .released(5, by: 2), .released(6, by: 2), .released(7, by: 3), .released(8, by: nil),
            ])
    }

    @Test func `a canceled request's failure is no event; its success and any other failure is one`() {
        var core = launched { origin, _ in
            switch origin {
            case .app(.foregrounded): (1...3).map { .call($0, .configuration) }
            case .app(.backgrounded): [.cancel(RequestID(1)), .cancel(RequestID(2)), .cancel(RequestID(9))]
            case _: []
            }
        }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        core.take(.event(.app(.backgrounded)), at: at, segment: nil)
        core.durable(through: 3)
        #expect(core.steps().suffix(2) == [.performed(.cancel(RequestID(1))), .performed(.cancel(RequestID(2)))], "9 was never asked")
        #expect(core.arrive(.reply(RequestID(1), .cancelled), at: 1001) == [])
        #expect(core.arrive(.reply(RequestID(2), Reply(.profiles([]))), at: 1001) == [append(4)])
        #expect(core.arrive(.reply(RequestID(3), .cancelled), at: 1001) == [append(5)])
        #expect(core.arrive(.reply(RequestID(1), .cancelled), at: 1001) == [append(6)], "a second report does not answer the cancellation")
    }

    @Test func `a canceled request that Adobe refused is an event, so that the error's text is forgotten`() {
        var core = launched { origin, _ in
            switch origin {
            case .app(.foregrounded): [.call(1, .configuration), .call(2, .configuration)]
            case .app(.backgrounded): [.cancel(RequestID(1)), .cancel(RequestID(2))]
            case _: []
            }
        }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        core.take(.event(.app(.backgrounded)), at: at, segment: nil)
        core.durable(through: 3)
        _ = core.steps()
        let error = AdobeError(action: .none, status: 403, code: nil, text: SecretRef(.text, 1))
        #expect(core.arrive(.reply(RequestID(1), Reply(.failed(.refused(http: 403, error)))), at: 1001) == [append(4)])
        #expect(core.arrive(.reply(RequestID(2), Reply(.failed(.transport(.timedOut)))), at: 1001) == [])
    }

    @Test func `one sleep runs until the first timer; due timers fire by time and then by number`() {
        var core = launched { origin, _ in
            switch origin {
            case .app(.foregrounded):
                [(3, 2000), (1, 2000), (2, 1500), (4, 3000)].map { .arm(TimerID($0.0), .poll, at: Instant(milliseconds: $0.1)) }
            case .app(.backgrounded): [.disarm(TimerID(4))]
            case _: []
            }
        }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        core.durable(through: 2)
        #expect(core.actions().last == .sleep(until: Instant(milliseconds: 1500)))
        #expect(core.next() == nil, "asked for once")
        core.take(.woke, at: Instant(milliseconds: 2500), segment: .rotation)
        #expect(
            core.actions() == [
                .beginSegment(Array("again after 2\n".utf8), .rotation, at: Instant(milliseconds: 2500)), append(3), append(4), append(5),
                .sleep(until: Instant(milliseconds: 3000)),
            ])
        core.take(.event(.app(.backgrounded)), at: Instant(milliseconds: 2500), segment: nil)
        core.durable(through: 6)
        #expect(core.actions().last == .sleep(until: nil))
        #expect(core.arrive(.woke, at: 9000) == [], "it was late")
    }

    @Test func `a sleep that ends early is renewed, and a clock that was set back does not lengthen it`() {
        var core = launched { origin, _ in
            origin == .app(.foregrounded) ? [.arm(TimerID(1), .poll, at: Instant(milliseconds: 5000))] : []
        }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        core.durable(through: 2)
        #expect(core.actions().last == .sleep(until: Instant(milliseconds: 5000)))
        #expect(core.arrive(.woke, at: 4000) == [.sleep(until: Instant(milliseconds: 5000))])
        #expect(core.arrive(.woke, at: 100) == [.sleep(until: Instant(milliseconds: 4100))])
    }

    @Test func `each reason of a failing vault is reported once and becomes one event`() {
        let failure = FlowVaultFailure(.writing, path: "p", cause: "full")
        var core = launched { _, _ in [] }
        #expect(core.arrive(.vaultFailed(failure), at: 1001) == [.report(.vault(failure)), append(2)])
        #expect(core.arrive(.vaultFailed(failure), at: 1002) == [])
        let takenOver = FlowVaultFailure(.takenOver, path: "p", cause: "at 8")
        #expect(core.arrive(.vaultFailed(takenOver), at: 1003) == [.report(.vault(takenOver)), append(3)])
        for again in [failure, takenOver] { #expect(core.arrive(.vaultFailed(again), at: 1004) == []) }
    }

    @Test func `the log's reports are passed on, and only a durable number releases effects`() {
        let failure = EventLogFailure(.writing, place: "p", cause: "full")
        var core = launched { _, _ in [] }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        _ = core.actions()
        core.hear(.failed(failure))
        core.hear(.resumed)
        #expect(core.actions() == [.report(.log(failure)), .notify(.logResumed)])
        core.hear(.durable(2))
        #expect(core.steps() == [.released(2, by: nil)])
    }

    @Test func `of timers that are due together, one that an earlier one disarms or arms again does not fire`() {
        let soon = Instant(milliseconds: 1010)
        var core = launched { origin, number in
            if number == 2 { return (1...4).map { .arm(TimerID($0), .poll, at: soon) } }
            return origin == .timer(TimerID(1)) ? [.disarm(TimerID(2)), .arm(TimerID(3), .poll, at: Instant(milliseconds: 1020))] : []
        }
        _ = core.arrive(.event(.app(.foregrounded)), at: 1001)
        core.durable(through: 2)
        _ = core.actions()
        _ = core.arrive(.woke, at: 1010)
        core.durable(through: 9)
        #expect(core.steps() == [.released(3, by: 2), .released(4, by: 2)])
        core.take(.woke, at: Instant(milliseconds: 1020), segment: nil)
        #expect(core.steps() == [.released(5, by: 3)])
    }

    @Test func `a clock that is set back between two sleeps lengthens no timer`() {
        var core = launched { origin, number in
            switch number {
            case 2: [.arm(TimerID(1), .hold, at: Instant(milliseconds: 9_000_060))]
            case 3: [.arm(TimerID(2), .timeout, at: Instant(milliseconds: 1_030))]
            default: [.disarm(TimerID(2))]
            }
        }
        core.durable(through: 9)
        #expect(core.arrive(.event(.app(.foregrounded)), at: 9_000_000).last == .sleep(until: Instant(milliseconds: 9_000_060)))
        #expect(core.arrive(.event(.app(.foregrounded)), at: 1_000).last == .sleep(until: Instant(milliseconds: 1_030)))
        #expect(core.arrive(.event(.app(.foregrounded)), at: 1_001).last == .sleep(until: Instant(milliseconds: 1_060)))
    }

    @Test func `a choice for a screen that is gone names the event that showed the screen`() {
        var core = launched { _, number in
            number == 2 ? [.present(PresentationID(1), .codeExpired)] : number == 3 ? [.present(PresentationID(1), .nothing)] : []
        }
        core.durable(through: 9)
        _ = core.arrive(.event(.app(.foregrounded)), at: 1001)
        _ = core.arrive(.event(.app(.backgrounded)), at: 1002)
        core.take(.event(.user(.chose(PresentationID(1), .newCode))), at: at, segment: nil)
        #expect(core.steps() == [.released(4, by: 2)])
    }

    @Test func `a shutdown starts nothing, completes durable work, and ends in order`() {
        var core = launched { _, _ in
            [
                .keep(.signedOut(SignedOutMark())), .call(1, .register), self.presentation(1), .answer(WishID(1), .dropped),
                .arm(TimerID(1), .poll, at: Instant(milliseconds: 5000)),
            ]
        }
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        core.take(.event(.app(.foregrounded)), at: at, segment: nil)
        _ = core.actions()
        core.shutDown(at: at, segment: nil)
        #expect(core.actions() == [append(4, .disk), .wait(for: .requests)], "the shutdown is the last event")
        #expect(core.arrive(.event(.app(.foregrounded)), at: 1001) == [])
        #expect(core.arrive(.reply(RequestID(1), .cancelled), at: 1001) == [])
        #expect(core.arrive(.woke, at: 9001) == [])
        core.ended(.requests)
        #expect(core.actions() == [.wait(for: .flush)])
        core.durable(through: 2)
        core.ended(.flush)
        #expect(
            core.steps() == [
                .released(2, by: nil), .performed(.keep(.signedOut(SignedOutMark()))), .performed(.answer(WishID(1), .dropped)),
                .other(.dropWishes), .other(.endLaunch), .other(.wait(for: .close)),
            ])
        core.durable(through: 3)
        #expect(core.actions() == [], "too late: the vault is closed")
        core.ended(.close)
        core.durable(through: 3)
        core.shutDown(at: at, segment: nil)
        #expect(core.actions() == [])
    }

    @Test func `a flow that never started only releases its vault, and without a vault it never starts`() {
        var unused = core()
        unused.shutDown(at: at, segment: nil)
        #expect(unused.actions() == [.endLaunch])
        var refused = core()
        let failure = FlowVaultFailure(.alreadyOpen, path: "p", cause: "another flow has it")
        refused.refuse(failure)
        refused.launch(PersistedState(), at: at)
        #expect(refused.actions() == [.report(.vault(failure))])
        #expect(refused.arrive(.event(.app(.foregrounded)), at: 1001) == [])
    }

    /// Every order in which three events, a reply, the log's reports and a shutdown can reach the core, with the driver
    /// pausing anywhere between its actions.
    @Test func `in every schedule an effect follows its durable record once, in order, never after a shutdown`() {
        var schedules = 0
        for order in permutations([.event, .event, .cancel, .reply, .durable, .durable, .shutdown]) {
            for pause in 0..<4 {
                schedules += 1
                let complaint = play(order, pause)
                #expect(complaint == nil, "\(order), \(pause) actions at a time")
                if complaint != nil { return }
            }
        }
        #expect(schedules == 1260 * 4)
    }

    private enum Step: Int {
        case event, cancel, reply, durable, shutdown
    }

    private func play(_ order: [Step], _ pause: Int) -> String? {
        var core = launched { origin, number in
            switch origin {
            case .app(.foregrounded): [.call(1, .configuration), .keep(.signedOut(SignedOutMark())), self.presentation(number)]
            case .app(.backgrounded): [.cancel(RequestID(1)), self.presentation(number)]
            case _: [self.presentation(number)]
            }
        }
        var (appended, durable, released): (Int64, Int64, Int64) = (1, 1, 1)
        var isEnding = false
        var complaint: String?
        func look(_ action: RuntimeCore.Action) {
            switch action {
            case .append(_, let number, _):
                if number != appended + 1 { complaint = "appended \(number) after \(appended)" }
                appended = number
            case .release(let record):
                if record.number != released + 1 { complaint = "released \(record.number) after \(released)" }
                if record.number > durable { complaint = "released \(record.number), durable \(durable)" }
                released = record.number
            case .perform(let effect):
                if case .present(let id, _) = effect, id.number != released { complaint = "an effect of another record" }
                if isEnding, effect != .keep(.signedOut(SignedOutMark())) { complaint = "started while ending: \(effect)" }
            case .beginSegment, .reserve, .sleep, .report, .notify, .wait, .dropWishes, .endLaunch: return
            }
        }
        for step in order {
            switch step {
            case .event: core.take(.event(.app(.foregrounded)), at: at, segment: nil)
            case .cancel: core.take(.event(.app(.backgrounded)), at: at, segment: nil)
            case .reply: core.take(.reply(RequestID(1), Reply(.profiles([]))), at: at, segment: nil)
            case .durable:
                durable = appended
                core.durable(through: appended)
            case .shutdown:
                isEnding = true
                core.shutDown(at: at, segment: nil)
            }
            for _ in 0..<pause { if let action = core.next() { look(action) } }
        }
        while let action = core.next() { look(action) }
        durable = appended
        core.durable(through: appended)
        for step in [.requests, .flush, .close] as [RuntimeCore.Ending] {
            core.ended(step)
            while let action = core.next() { look(action) }
        }
        if complaint == nil, released != appended { complaint = "\(appended) appended, \(released) released" }
        return complaint
    }

    /// Every order of the steps, once each.
    private func permutations(_ steps: [Step]) -> [[Step]] {
        if steps.isEmpty { return [[]] }
        var all: [[Step]] = []
        for first in Set(steps).sorted(by: { $0.rawValue < $1.rawValue }) {
            var rest = steps
            if let index = rest.firstIndex(of: first) { rest.remove(at: index) }
            all += permutations(rest).map { [first] + $0 }
        }
        return all
    }
}

extension RuntimeCore {
    /// A released record by its number and cause, or another action.
    enum Step: Equatable {
        case released(Int64, by: Int64?)
        case performed(Effect)
        case other(Action)
    }

    /// All actions that are due now.
    fileprivate mutating func actions() -> [Action] {
        var actions: [Action] = []
        while let action = next() { actions.append(action) }
        return actions
    }

    fileprivate mutating func arrive(_ arrival: Arrival, at milliseconds: Int64) -> [Action] {
        take(arrival, at: Instant(milliseconds: milliseconds), segment: nil)
        return actions()
    }

    /// All actions that are due now, except those for log, vault and sleeping.
    fileprivate mutating func steps() -> [Step] {
        actions().compactMap { action in
            switch action {
            case .release(let record): .released(record.number, by: record.by)
            case .perform(let effect): .performed(effect)
            case .append, .reserve, .sleep: nil
            case .beginSegment, .report, .notify, .wait, .dropWishes, .endLaunch: .other(action)
            }
        }
    }
}
