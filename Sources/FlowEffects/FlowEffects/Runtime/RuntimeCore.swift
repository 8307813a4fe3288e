import FlowMachine

/// The decisions of a runtime, as a value: no waiting, no lock, no clock and no I/O of its own.
///
/// Its driver reports what happened, then performs the actions that `next` returns until there are none:
///
/// ```
/// core.take(.event(.app(.foregrounded)), at: now, segment: log.reasonForSegment(at: now))
/// while let action = core.next() { perform(action) }
/// ```
///
/// Events are numbered and decided in the order in which they arrive. Each record is appended to the log at once; its effects
/// wait, in order, until the log has reported the record durable. The driver may report anything between two actions.
///
/// `FlowRuntime` drives it in an app, and a simulated world in virtual time.
package struct RuntimeCore: Sendable {
    /// Something that arrives and may become an event.
    package enum Arrival: Equatable, Sendable {
        /// An event from outside the flow.
        case event(FlowEvent.Origin)
        /// An interpreter replied to a request.
        case reply(RequestID, Reply)
        /// The sleep that `sleep` asked for is over.
        case woke
        /// The vault could not keep or forget something.
        case vaultFailed(FlowVaultFailure)
    }

    /// An action for the driver to perform.
    package enum Action: Equatable, Sendable {
        /// Begin another segment of the log with these lines.
        case beginSegment([UInt8], Snapshot.Reason, at: Instant)
        /// Append a record's line to the log. If the log returns that the record's effects need not wait, report `durable`.
        case append([UInt8], number: Int64, waits: LogWait)
        /// Note in the vault that every number below these may have been used.
        case reserve(NextNumbers)
        /// A record is durable. Show it to the host; its effects follow. (Indirect: a record is large, other actions are not.)
        indirect case release(DecidedRecord)
        /// Perform an effect of the record that was released most recently.
        case perform(Effect)
        /// Sleep until this instant and report `woke`; `nil`: do not sleep. Replaces any earlier sleep.
        case sleep(until: Instant?)
        /// Report a failure to the host.
        case report(FlowFailure)
        /// Report a notice to the host.
        case notify(FlowNotice)
        /// Wait until this step has ended, or `shutdownTimeout` has run out, then report `ended`.
        case wait(for: Ending)
        /// Answer every open wish with `dropped`.
        case dropWishes
        /// End the vault's launch.
        case endLaunch
    }

    /// The steps of a shutdown, in order.
    package enum Ending: Equatable, Sendable {
        /// Cancel requests and sleep, and wait until they end.
        case requests
        /// Flush the log, so that it holds back no record.
        case flush
        /// Close the log after its last record.
        case close
    }

    private enum Phase {
        case fresh, running, ending, closing, ended
    }

    /// How long a shutdown waits for requests to end, for the log to be flushed, and for the log to be closed. It does not wait longer for
    /// a request that ignores its cancellation or a disk that does not respond; their results are dropped.
    package static let shutdownTimeout = Interval.seconds(2)

    /// Decides and writes the records.
    package private(set) var recorder: any EventRecorder
    private var phase = Phase.fresh
    private var causes = Causes()
    private var numbers = NextNumbers()
    private var timers = Timers()
    /// The time of the last event.
    private var decidedAt = Instant(milliseconds: 0)
    /// The most recent sleep that the driver was asked for.
    private var sleep: Instant?
    private var requests: Set<RequestID> = []
    private var cancelled: Set<RequestID> = []
    private var reportedVault: Set<FlowVaultFailure.Reason> = []

    /// Actions that do not wait for the log, oldest first; and actions that follow once every durable record is released.
    private var urgent = Queue<Action>()
    private var trailing = Queue<Action>()
    /// Records that are decided but not yet durable, oldest first.
    private var held = Queue<DecidedRecord>()
    /// The effects of the record that was released most recently.
    private var effects = Queue<Effect>()
    private var releasedAt = Instant(milliseconds: 0)
    /// Every record up to this number is durable.
    private var durable: Int64 = 0

    /// Creates a core that has not started.
    package init(recorder: any EventRecorder) { self.recorder = recorder }

    /// The log's first line, with its newline.
    package var headerLine: [UInt8] { recorder.headerLine }
    /// Whether the launch has not begun and no shutdown has begun either.
    package var isFresh: Bool { phase == .fresh }
    /// Whether the core accepts events.
    package var isRunning: Bool { phase == .running }
    /// Whether no record is waiting to become durable and no effect is waiting to be performed.
    package var isIdle: Bool { held.isEmpty && effects.isEmpty }

    // MARK: What happened

    /// Replaces the recorder, before the launch.
    package mutating func use(_ recorder: any EventRecorder) { if phase == .fresh { self.recorder = recorder } }

    /// Begins the launch, with the state that the vault kept.
    package mutating func launch(_ kept: PersistedState, at now: Instant) {
        guard phase == .fresh else { return }
        phase = .running
        numbers = kept.first
        decide(.app(.launched(kept)), at: now)
    }

    /// The launch cannot begin, because another flow uses the vault.
    package mutating func refuse(_ failure: FlowVaultFailure) {
        guard phase == .fresh else { return }
        phase = .ended
        urgent.append(.report(.vault(failure)))
    }

    /// Something arrives. Nothing is accepted before the launch and after a shutdown.
    /// - Parameter segment: the log's answer to whether it wants another segment.
    /// - Returns: the rule that decided an event from outside; `nil` if it was not accepted.
    @discardableResult
    package mutating func take(_ arrival: Arrival, at now: Instant, segment: Snapshot.Reason?) -> Rule? {
        if case .vaultFailed(let failure) = arrival {
            // Once per reason: the decision about a failure may itself have to be kept.
            guard reportedVault.insert(failure.reason).inserted else { return nil }
            urgent.append(.report(.vault(failure)))
        }
        guard phase == .running else { return nil }
        switch arrival {
        case .event(let origin): return decide(origin, at: now, segment).rule
        case .reply(let id, let reply):
            requests.remove(id)
            let wasCancelled = cancelled.remove(id) != nil
            // A canceled request that failed has nothing to report; one that succeeded may have brought secrets, which are to be forgotten.
            if wasCancelled, case .failed(.transport) = reply.result { return nil }
            decide(.reply(id, reply), at: now, segment)
        case .woke:
            sleep = nil
            wake(at: now, segment)
        case .vaultFailed: decide(.app(.vaultFailed), at: now, segment)
        }
        return nil
    }

    /// Every record up to this number is as durable as its effects require. A number lower than an earlier one changes nothing; neither
    /// does a disk that responds after the shutdown has stopped waiting for it.
    package mutating func durable(through number: Int64) {
        if phase != .closing, phase != .ended { durable = max(durable, number) }
    }

    /// Takes a report of the log.
    package mutating func hear(_ report: LogReport) {
        switch report {
        case .durable(let number): durable(through: number)
        case .failed(let failure): urgent.append(.report(.log(failure)))
        case .resumed: urgent.append(.notify(.logResumed))
        case .recovered(let recovery): urgent.append(.notify(.logRecovered(recovery)))
        }
    }

    /// Shuts the flow down: this is the log's last event. No event is accepted and nothing new is started from now on.
    /// - Parameter segment: the log's answer to whether it wants another segment.
    package mutating func shutDown(at now: Instant, segment: Snapshot.Reason?) {
        switch phase {
        case .fresh:
            phase = .ended
            urgent.append(.endLaunch)
        case .running:
            decide(.app(.shutDown), at: now, segment)
            phase = .ending
            urgent.append(.wait(for: .requests))
        case .ending, .closing, .ended: return
        }
    }

    /// A step of the shutdown has ended, or `shutdownTimeout` has run out. Records that are durable by now are still kept and answered.
    package mutating func ended(_ step: Ending) {
        switch (step, phase) {
        case (.requests, .ending): trailing.append(.wait(for: .flush))
        case (.flush, .ending):
            phase = .closing
            trailing.append(.dropWishes)
            trailing.append(.endLaunch)
            trailing.append(.wait(for: .close))
        case (.close, .closing): phase = .ended
        case _: return
        }
    }

    // MARK: What is to be done

    /// The next action; `nil` when there is nothing to do until something happens.
    package mutating func next() -> Action? {
        if let action = urgent.popFirst() { return action }
        while let effect = effects.popFirst() {
            if isToPerform(effect) { return .perform(effect) }
        }
        if let record = nextDurable() { return .release(record) }
        if let action = trailing.popFirst() { return action }
        if phase == .running, sleep != timers.first {
            sleep = timers.first
            return .sleep(until: sleep)
        }
        return nil
    }

    private mutating func nextDurable() -> DecidedRecord? {
        guard let first = held.first, first.number <= durable, let record = held.popFirst() else { return nil }
        releasedAt = record.event.time
        effects.append(contentsOf: record.effects)
        return record
    }

    /// Updates the core's own state for an effect. During a shutdown, decided facts are still kept and wishes answered, but nothing new is
    /// started.
    private mutating func isToPerform(_ effect: Effect) -> Bool {
        switch effect {
        case .keep, .forget, .answer: return true
        case .call(let id, _), .partner(let id, _):
            if phase == .running { requests.insert(id) }
            return phase == .running
        case .cancel(let id):
            guard phase == .running, requests.contains(id) else { return false }
            cancelled.insert(id)
            return true
        case .present: return phase == .running
        case .arm(let id, _, let instant):
            timers.arm(id, at: instant, now: releasedAt)
            if decidedAt < releasedAt { timers.limit(from: decidedAt) }
            return false
        case .disarm(let id):
            timers.disarm(id)
            return false
        }
    }

    /// Fires the timers that are due, except those that the decision about an earlier one disarms or arms again.
    private mutating func wake(at now: Instant, _ segment: Snapshot.Reason?) {
        var segment = segment
        var changed: Set<TimerID> = []
        for id in timers.due(now) where !changed.contains(id) {
            for effect in decide(.timer(id), at: now, segment).effects {
                switch effect {
                case .arm(let id, _, _), .disarm(let id): changed.insert(id)
                case .call, .partner, .cancel, .present, .answer, .keep, .forget: continue
                }
            }
            segment = nil
        }
    }

    /// Takes one event: numbers it, decides it and hands it to the log.
    @discardableResult
    private mutating func decide(_ origin: FlowEvent.Origin, at now: Instant, _ segment: Snapshot.Reason? = nil) -> DecidedRecord {
        // A sleep that begins now does not notice that the clock was set back before.
        if now < decidedAt { timers.limit(from: now) }
        decidedAt = now
        if let segment { urgent.append(.beginSegment(recorder.beginSegment(segment), segment, at: now)) }
        let record = recorder.record(FlowEvent(time: now, origin: origin), by: causes.cause(of: origin))
        urgent.append(.append(record.line, number: record.number, waits: record.waits))
        causes.note(record.event, record.effects, number: record.number)
        noteNumbers(record.effects)
        held.append(record)
        return record
    }

    private mutating func noteNumbers(_ effects: [Effect]) {
        let before = numbers
        for effect in effects {
            switch effect {
            case .call(let id, _), .partner(let id, _): numbers.request = max(numbers.request, id.number + 1)
            case .arm(let id, _, _): numbers.timer = max(numbers.timer, id.number + 1)
            case .present(let id, _): numbers.presentation = max(numbers.presentation, id.number + 1)
            case .cancel, .answer, .disarm, .keep, .forget: continue
            }
        }
        if numbers != before { urgent.append(.reserve(numbers)) }
    }
}

/// First in, first out, without an allocation per element.
private struct Queue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func append(contentsOf more: [Element]) { elements.append(contentsOf: more) }

    mutating func popFirst() -> Element? {
        if head + 1 >= elements.count {
            // The last element, which is moved out rather than copied.
            let last = elements.popLast()
            if head > 0 { elements.removeAll(keepingCapacity: true) }
            head = 0
            return last
        }
        let element = elements[head]
        head += 1
        if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
