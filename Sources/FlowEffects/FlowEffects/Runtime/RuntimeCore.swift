import FlowMachine

/// Decides the order in which a runtime decides events, writes records and performs effects. The core is a value that never waits and uses no lock,
/// clock or I/O. A driver performs the core's actions.
///
/// The driver reports each arrival to the core, and then performs the actions that `next` returns, until `next` returns `nil`:
///
/// ```
/// core.take(.event(.app(.foregrounded)), at: now, segment: log.reasonForSegment(at: now))
/// while let action = core.next() { perform(action) }
/// ```
///
/// The core numbers and decides events in the order in which they arrive. Each record is appended to the log at once. The record's effects wait, in
/// order, until the log has reported the record as durable. Between two actions, the driver may report further arrivals.
///
/// `FlowRuntime` drives the core in an app; a simulated world drives it in virtual time.
package struct RuntimeCore: Sendable {
    /// An arrival from outside the core, which may become an event.
    package enum Arrival: Equatable, Sendable {
        /// An event from outside the flow.
        case event(FlowEvent.Origin)
        /// An interpreter's reply to a request.
        case reply(RequestID, Reply)
        /// The end of the sleep that the action `sleep` requested.
        case woke
        /// A failure of the vault to keep or forget a value.
        case vaultFailed(FlowVaultFailure)
    }

    /// An action for the driver to perform.
    package enum Action: Equatable, Sendable {
        /// Begin another segment of the log with the given lines.
        case beginSegment([UInt8], Snapshot.Reason, at: Instant)
        /// Append a record's line to the log. If the log returns `true`, because the record's effects need not wait, call `durable`.
        case append([UInt8], number: Int64, waits: LogWait)
        /// Record in the vault that all numbers below the given numbers may have been used.
        case reserve(NextNumbers)
        /// Pass a record that is durable to the host. The actions for the record's effects follow. (The case is indirect because a record is much
        /// larger than the other actions.)
        indirect case release(DecidedRecord)
        /// Perform an effect of the record that was released last.
        case perform(Effect)
        /// Sleep until this instant, then report `woke`. Replaces any earlier sleep; `nil` only ends the earlier sleep.
        case sleep(until: Instant?)
        /// Report a failure to the host.
        case report(FlowFailure)
        /// Report a notice to the host.
        case notify(FlowNotice)
        /// Wait until the given step of the shutdown has ended, at most for `shutdownTimeout`, then call `ended`.
        case wait(for: Ending)
        /// Answer every open request of the app (a wish) with `dropped`.
        case dropWishes
        /// End the launch in the vault.
        case endLaunch
    }

    /// The steps of a shutdown, in order.
    package enum Ending: Equatable, Sendable {
        /// Cancel the requests and the sleep, and wait until they end.
        case requests
        /// Flush the log, so that it reports all records as durable.
        case flush
        /// Close the log after its last record.
        case close
    }

    private enum Phase {
        case fresh, running, ending, closing, ended
    }

    /// The maximum duration of each step of a shutdown: the end of the requests, the flush of the log, and the closing of the log. After this time,
    /// the results of a request that ignores its cancellation, or of a disk that does not respond, are dropped.
    package static let shutdownTimeout = Interval.seconds(2)

    /// Decides and writes the records.
    package private(set) var recorder: any EventRecorder
    private var phase = Phase.fresh
    private var causes = Causes()
    private var numbers = NextNumbers()
    private var timers = Timers()
    /// The time of the last event.
    private var decidedAt = Instant(milliseconds: 0)
    /// The end of the sleep that the core requested last; `nil` if the core has not requested a sleep.
    private var sleep: Instant?
    private var requests: Set<RequestID> = []
    private var cancelled: Set<RequestID> = []
    private var reportedVault: Set<FlowVaultFailure.Reason> = []

    /// The actions that do not wait for the log, oldest first.
    private var urgent = Queue<Action>()
    /// The actions that follow when every durable record has been released, oldest first.
    private var trailing = Queue<Action>()
    /// The records that are decided but not yet released, oldest first.
    private var held = Queue<DecidedRecord>()
    /// The effects of the record that was released last.
    private var effects = Queue<Effect>()
    private var releasedAt = Instant(milliseconds: 0)
    /// The number up to which every record is durable.
    private var durable: Int64 = 0

    /// Creates a core that has not started.
    package init(recorder: any EventRecorder) { self.recorder = recorder }

    /// The log's first line, with its newline.
    package var headerLine: [UInt8] { recorder.headerLine }
    /// Whether neither the launch nor a shutdown has begun.
    package var isFresh: Bool { phase == .fresh }
    /// Whether the core accepts events.
    package var isRunning: Bool { phase == .running }
    /// Whether no record is waiting to become durable and no effect is waiting to be performed.
    package var isIdle: Bool { held.isEmpty && effects.isEmpty }

    // MARK: Input

    /// Replaces the recorder, before the launch.
    package mutating func use(_ recorder: any EventRecorder) { if phase == .fresh { self.recorder = recorder } }

    /// Begins the launch with the state that the vault has kept.
    package mutating func launch(_ kept: PersistedState, at now: Instant) {
        guard phase == .fresh else { return }
        phase = .running
        numbers = kept.first
        decide(.app(.launched(kept)), at: now)
    }

    /// Ends the core without a launch and reports `failure`, because another flow uses the vault.
    package mutating func refuse(_ failure: FlowVaultFailure) {
        guard phase == .fresh else { return }
        phase = .ended
        urgent.append(.report(.vault(failure)))
    }

    /// Accepts an arrival. If the arrival becomes an event, decides the event. Ignores all events before the launch and after a shutdown.
    /// - Parameters:
    ///   - arrival: the arrival.
    ///   - now: the time by the device's clock.
    ///   - segment: the reason if the log requests another segment; `nil` if it does not.
    /// - Returns: the rule that decided an event from outside the flow; `nil` for other arrivals and for an event that was ignored.
    @discardableResult
    package mutating func take(_ arrival: Arrival, at now: Instant, segment: Snapshot.Reason?) -> Rule? {
        if case .vaultFailed(let failure) = arrival {
            // Each reason is reported once, because the decision about a failure may itself write to the vault and fail again.
            guard reportedVault.insert(failure.reason).inserted else { return nil }
            urgent.append(.report(.vault(failure)))
        }
        guard phase == .running else { return nil }
        switch arrival {
        case .event(let origin): return decide(origin, at: now, segment).rule
        case .reply(let id, let reply):
            requests.remove(id)
            let wasCancelled = cancelled.remove(id) != nil
            // The failure of a canceled request is not an event. A reply that arrived in spite of the cancellation is an event, because it may have
            // brought secrets, which the machine must forget.
            if wasCancelled, case .failed(.transport) = reply.result { return nil }
            decide(.reply(id, reply), at: now, segment)
        case .woke:
            sleep = nil
            wake(at: now, segment)
        case .vaultFailed: decide(.app(.vaultFailed), at: now, segment)
        }
        return nil
    }

    /// Notes that every record up to the event `number` has the durability that its effects require. A number lower than an earlier number has no
    /// effect, and neither has a report after the shutdown has stopped waiting for the disk.
    package mutating func durable(through number: Int64) {
        if phase != .closing, phase != .ended { durable = max(durable, number) }
    }

    /// Receives a report of the log.
    package mutating func hear(_ report: LogReport) {
        switch report {
        case .durable(let number): durable(through: number)
        case .failed(let failure): urgent.append(.report(.log(failure)))
        case .resumed: urgent.append(.notify(.logResumed))
        case .recovered(let recovery): urgent.append(.notify(.logRecovered(recovery)))
        }
    }

    /// Shuts the flow down with the log's last event. From now on, the core accepts no event and starts nothing new.
    /// - Parameters:
    ///   - now: the time by the device's clock.
    ///   - segment: the reason if the log requests another segment; `nil` if it does not.
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

    /// Notes that a step of the shutdown has ended or has timed out. Records that are durable by now are still released: the vault keeps their
    /// values, and the app's requests get their answers.
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

    // MARK: Actions

    /// Returns the next action; `nil` if the driver must first report another arrival.
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

    /// Updates the core's own state for an effect, and returns whether the driver must perform the effect. During a shutdown, the vault still keeps
    /// values and the app's requests are still answered, but nothing new is started.
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

    /// Fires the timers that are due. Skips a timer that the decision about an earlier timer disarms or arms again.
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

    /// Numbers and decides one event, and passes its record to the log.
    @discardableResult
    private mutating func decide(_ origin: FlowEvent.Origin, at now: Instant, _ segment: Snapshot.Reason? = nil) -> DecidedRecord {
        // If the clock was set back, shortens the timers: a sleep that begins now would not notice the change.
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

/// A queue (first in, first out) that does not allocate memory for each element.
private struct Queue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func append(contentsOf more: [Element]) { elements.append(contentsOf: more) }

    mutating func popFirst() -> Element? {
        if head + 1 >= elements.count {
            // Moves the last element out of the array instead of copying it.
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
