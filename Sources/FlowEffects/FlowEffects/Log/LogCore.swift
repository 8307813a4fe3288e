import FlowMachine

/// Decides when a log in segments writes, syncs and reports. The core is a value that never waits and uses no lock, clock or I/O. A driver performs
/// the core's actions.
///
/// The driver passes lines to the core, and asks `wake` whether it must write soon. Then the driver performs the actions that `next` returns, until
/// `next` returns `nil`:
///
/// ```
/// let isDurable = core.append(line, number: 12, waits: .policy)
/// if let delay = core.wake() { ... }
/// while let action = core.next() { perform(action) }
/// ```
///
/// When the driver asks for the next action, the core considers the last action done, unless the driver has reported by `failed` that the action
/// failed. Lines wait in batches, and a batch is written and synced as a whole. The driver may pass more lines between two actions.
///
/// After a failure, the core writes nothing more to the current segment, and reports every record as durable. A later event begins another segment,
/// whose snapshot records which events are missing.
///
/// `FileEventLog` drives the core on a queue with a real disk. The simulation of faults drives it in virtual time.
package struct LogCore: Sendable {
    /// An action for the driver to perform.
    package enum Action: Equatable, Sendable {
        /// Sync the open segment and close it, because another segment follows.
        case close
        /// Open another segment at this time. The segment continues after the event with the number `after`; 0 if the segment begins a launch.
        case open(at: Instant, after: Int64)
        /// Append these bytes to the open segment.
        case write([UInt8])
        /// Sync the open segment.
        case sync
        /// Check that the open segment still exists. If its folder was removed, the written bytes are lost.
        case check
        /// Pass this report to the runtime.
        case report(LogReport)
    }

    private let sync: FileEventLog.Sync
    /// The time for which a record waits for more records. Computed once, because every record needs it.
    private let groupDelay: Interval
    /// The size of a segment, in bytes, at which another segment begins.
    package var segmentBytes: Int

    private var pending: [Batch] = []
    /// The last event of the batch that is being written, and whether the batch is synced.
    private var written: (last: Int64, isSynced: Bool) = (0, false)
    /// The remaining actions for the batch that is being written.
    private var actions: [Action] = []
    /// The action that the driver performs now.
    private var current: Action?

    /// The number of the last event.
    private var last: Int64 = 0
    /// The number of the last event that has been written.
    private var lastKept: Int64 = 0
    /// The number of the last event that is on the disk.
    private var lastSynced: Int64 = 0
    /// The number of the last event whose durability must still be reported; 0 if there is none.
    private var owed: Int64 = 0
    /// The size of the segment in bytes, including the bytes that are waiting.
    private var size = 0
    private var trouble: Trouble?
    private var isOpen = false

    /// The delay that `wake` returns next; `nil` if the driver need not be woken.
    private var delay: Interval?
    /// Whether the driver knows that it must write now.
    private var isAwake = false
    /// Whether the driver knows that it must write after a delay.
    private var isWaiting = false

    /// Creates the core of a log in which no launch has begun.
    /// - Parameters:
    ///   - sync: the time at which a record is reported as durable.
    ///   - segmentBytes: the size of a segment, in bytes, at which another segment begins.
    package init(sync: FileEventLog.Sync, segmentBytes: Int) {
        self.sync = sync
        if case .group(let maxDelay) = sync { groupDelay = Interval(maxDelay) } else { groupDelay = Interval(FileEventLog.writeDelay) }
        self.segmentBytes = max(1, segmentBytes)
    }

    // MARK: Input

    /// Begins a launch and its first segment.
    package mutating func begin(_ header: [UInt8], at now: Instant) {
        last = 0
        lastKept = 0
        lastSynced = 0
        owed = 0
        trouble = nil
        size = header.count
        pending = [Batch(opening: Batch.Opening(isGap: false, time: now, after: 0), bytes: header)]
        writeNow()
    }

    /// Adds the line of the event `number`, whose effects wait for the durability `waits`.
    /// - Returns: whether this record and all earlier records already have the durability that they require.
    package mutating func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool {
        last = number
        size += line.count
        if pending.isEmpty { pending.append(Batch()) }
        let batch = pending.count - 1
        pending[batch].add(line, number, waits)
        var isDurable = false
        switch waits == .policy ? sync : .every {
        case .every: writeNow()
        case .group:
            if pending[batch].lines < LogCore.fullGroup { writeLater(after: groupDelay) } else { writeNow() }
        case .never:
            if pending[batch].bytes.count < LogCore.fullWrite { writeLater(after: groupDelay) } else { writeNow() }
            // If an earlier record still waits, this record is reported together with the earlier record.
            isDurable = owed == 0
        }
        if !isDurable { owed = number }
        return isDurable
    }

    /// Returns the reason if another segment should begin; `nil` if no segment should begin.
    package mutating func reasonForSegment(at now: Instant) -> Snapshot.Reason? {
        if trouble?.isDue(at: now) == true, let trouble { return .gap(from: lastKept + 1, trouble.cause) }
        return trouble == nil && size >= segmentBytes ? .rotation : nil
    }

    /// Begins another segment with the lines of its header and its snapshot.
    package mutating func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant) {
        size = lines.count
        trouble?.isTrying = true
        let isGap = if case .gap = reason { true } else { false }
        pending.append(Batch(opening: Batch.Opening(isGap: isGap, time: now, after: last), bytes: lines))
        writeNow()
    }

    /// Notes that the last action that `next` returned has failed. The driver has closed the segment, if one was open.
    package mutating func failed(_ failure: EventLogFailure) {
        current = nil
        isOpen = false
        // Events that were written but not synced are lost: their file will not be synced any more.
        lastKept = lastSynced
        actions = trouble == nil ? [.report(.failed(failure))] : []
        trouble = trouble?.again() ?? Trouble(cause: failure.gap)
        if written.last > 0 { actions.append(.report(.durable(written.last))) }
    }

    /// Notes that the driver has closed the segment, if one was open.
    package mutating func closed() { isOpen = false }

    /// Drops the waiting lines, because all segments are about to be removed.
    package mutating func dropAll() { pending = [] }

    // MARK: When to write

    /// The number of waiting lines at which a log writes at once, because waiting for more lines would save little.
    private static let fullGroup = 16
    /// The number of waiting bytes at which a log with the policy `never` writes at once.
    private static let fullWrite = 65_536

    /// Returns the delay after which the driver must perform the actions that `next` returns. Returns `nil` if the driver knows the delay already,
    /// or if nothing is waiting. After a delay other than zero, the driver calls `waited` before it performs the actions.
    package mutating func wake() -> Interval? {
        defer { delay = nil }
        return delay
    }

    /// Notes that the delay that `wake` returned is over.
    package mutating func waited() { isWaiting = false }

    private mutating func writeNow() {
        if isAwake { return }
        isAwake = true
        delay = Interval(milliseconds: 0)
    }

    private mutating func writeLater(after delay: Interval) {
        if delay.milliseconds <= 0 { return writeNow() }
        if isAwake || isWaiting { return }
        isWaiting = true
        self.delay = delay
    }

    // MARK: Actions

    /// Returns the next action; `nil` if nothing is waiting.
    package mutating func next() -> Action? {
        if let done = current { finish(done) }
        while actions.isEmpty {
            guard !pending.isEmpty else {
                isAwake = false
                return nil
            }
            take(pending.removeFirst())
        }
        let action = actions.removeFirst()
        if case .report(.durable(let number)) = action, owed <= number { owed = 0 }
        current = action
        return action
    }

    private mutating func finish(_ action: Action) {
        current = nil
        switch action {
        case .close:
            isOpen = false
            lastSynced = lastKept
        case .open: isOpen = true
        case .check:
            lastKept = max(lastKept, written.last)
            if written.isSynced { lastSynced = lastKept }
            trouble = nil
        case .write, .sync, .report: return
        }
    }

    /// Determines the actions for a batch.
    private mutating func take(_ batch: Batch) {
        written = (batch.last, sync != .never || batch.mustSync)
        if let opening = batch.opening {
            // Skips a segment that was requested before a failure: after a failure, only a segment that records the gap may begin.
            if opening.isGap == (trouble != nil) {
                // The last segment is synced under every policy, because only the last segment of a launch may be torn.
                if isOpen { actions.append(.close) }
                actions.append(.open(at: opening.time, after: opening.after))
                write(batch)
            }
        } else if isOpen {
            write(batch)
        }
        if batch.last > 0 { actions.append(.report(.durable(batch.last))) }
    }

    private mutating func write(_ batch: Batch) {
        actions.append(.write(batch.bytes))
        if batch.handed > 0 { actions.append(.report(.durable(batch.handed))) }
        if written.isSynced { actions.append(.sync) }
        actions.append(.check)
        if trouble != nil { actions.append(.report(.resumed)) }
    }
}
