import FlowMachine

/// The decisions of a log in segments, as a value: no waiting, no lock, no clock and no I/O of its own.
///
/// Its driver hands it lines and asks `wake` whether it must write soon. Then it performs the actions that `next` returns until there are
/// none:
///
/// ```
/// let isDurable = core.append(line, number: 12, waits: .policy)
/// if let delay = core.wake() { ... }
/// while let action = core.next() { perform(action) }
/// ```
///
/// An action is done when the driver asks for the next one, unless it reports that the action `failed`. Lines wait in batches, and a batch is
/// written and synced as a whole. The driver may hand over more lines between two actions.
///
/// After a failure nothing more is written to that segment, and every record is reported as durable. A later event begins another segment,
/// whose snapshot records which events are missing.
///
/// `FileEventLog` drives it on a queue with a real disk. The simulation of faults drives the same type in virtual time.
package struct LogCore: Sendable {
    /// An action for the driver to perform.
    package enum Action: Equatable, Sendable {
        /// Sync the open segment and close it, because another one follows.
        case close
        /// Open another segment at this time. It continues after this event; 0 if the launch begins with it.
        case open(at: Instant, after: Int64)
        /// Append these bytes to the open segment.
        case write([UInt8])
        /// Sync the open segment.
        case sync
        /// Check that the open segment still exists: if its folder was removed, what is written to it is lost.
        case check
        /// Report this to the runtime.
        case report(LogReport)
    }

    private let sync: FileEventLog.Sync
    /// How long a record waits for more. It is worked out once, because every record needs it.
    private let groupDelay: Interval
    /// The size of a segment, in bytes, at which another segment begins.
    package var segmentBytes: Int

    private var pending: [Batch] = []
    /// The last event of the batch that is being written, and whether the batch is synced.
    private var written: (last: Int64, isSynced: Bool) = (0, false)
    /// The actions that are left for that batch, and the action that the driver performs.
    private var actions: [Action] = []
    private var current: Action?

    /// The number of the last event; and of the last event that is kept.
    private var last: Int64 = 0
    private var lastKept: Int64 = 0
    /// The last event that is on the disk.
    private var lastSynced: Int64 = 0
    /// The last event whose durability is still to be reported; 0 if there is none.
    private var owed: Int64 = 0
    /// The bytes of the segment, including those that are waiting.
    private var size = 0
    private var trouble: Trouble?
    private var isOpen = false

    /// How soon to write, if the driver has not asked yet.
    private var delay: Interval?
    /// Whether the driver knows that it must write now, or after a delay.
    private var isAwake = false
    private var isWaiting = false

    /// Creates the core of a log in which nothing has begun.
    package init(sync: FileEventLog.Sync, segmentBytes: Int) {
        self.sync = sync
        if case .group(let maxDelay) = sync { groupDelay = Interval(maxDelay) } else { groupDelay = Interval(FileEventLog.writeDelay) }
        self.segmentBytes = max(1, segmentBytes)
    }

    // MARK: What happened

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

    /// Takes the line of the event `number`.
    /// - Returns: whether this record and all earlier ones are already as durable as they require.
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
            // Reported with the records before it, if one of those is still waiting.
            isDurable = owed == 0
        }
        if !isDurable { owed = number }
        return isDurable
    }

    /// Whether the log wants another segment, and why.
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

    /// The action that `next` returned last has failed. The driver has closed the segment, if one was open.
    package mutating func failed(_ failure: EventLogFailure) {
        current = nil
        isOpen = false
        // Bytes that were written but not synced are in a file that will never be synced.
        lastKept = lastSynced
        actions = trouble == nil ? [.report(.failed(failure))] : []
        trouble = trouble?.again() ?? Trouble(cause: failure.gap)
        if written.last > 0 { actions.append(.report(.durable(written.last))) }
    }

    /// The driver has closed the segment, if one was open.
    package mutating func closed() { isOpen = false }

    /// Drops what is waiting, because all segments are about to be removed.
    package mutating func dropAll() { pending = [] }

    // MARK: When to write

    /// Once this many lines are waiting, they are written at once: more would save little.
    private static let fullGroup = 16
    /// The same for bytes of a log that never syncs.
    private static let fullWrite = 65_536

    /// How soon the driver must perform the actions that `next` returns; `nil` if it knows already, or if nothing is waiting. After a delay
    /// that is not zero, it calls `waited` first.
    package mutating func wake() -> Interval? {
        defer { delay = nil }
        return delay
    }

    /// The delay that `wake` returned is over.
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

    // MARK: What is to be done

    /// The next action; `nil` when nothing is waiting.
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
            // Unless it would continue a segment that failed meanwhile.
            if opening.isGap == (trouble != nil) {
                // Whatever the policy: only the last segment of a launch may be torn.
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
