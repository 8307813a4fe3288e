import Dispatch
import FlowMachine

/// A log in a folder: files `flow-<label>-NNNN.jsonl`, readable by this user only. One file per launch; a new file starts when the current
/// one has reached `segmentBytes`.
///
/// Appending hands the bytes over and returns. One queue writes and syncs all waiting bytes at once and in order, and reports which records
/// are durable. When a launch begins, the last segment of the previous launch is recovered and old segments are deleted.
///
/// After a failure nothing more is written to that segment, which may end in a torn line, and every record is reported as durable, so that
/// the flow continues. With a later event, after pauses that grow to five minutes, the log begins another segment; its snapshot records
/// which events are missing.
///
/// The folder must belong to the user that the process runs as, and must not be a link; links above it are followed. A folder that other
/// users can write to is closed to them when it is first used. Links, pipes, files of other users and files with a second name in it are
/// neither read nor changed, whatever their names are. On Apple's platforms the folder is excluded from backups, and the files in it are
/// encrypted until the device's first unlock. ACLs are not examined.
public final class FileEventLog: EventLog {
    /// When a record is reported as durable, unless it requires something else itself.
    public enum Sync: Sendable, Equatable {
        /// When it is on the disk; waiting records are written together.
        case every
        /// The same, but waits up to this long for more records to be written with it, unless 16 are waiting already: more would save
        /// little.
        case group(maxDelay: Interval)
        /// At once. The record is written within `FileEventLog.writeDelay`, together with the ones that follow, and not synced, so the last
        /// records may be lost with the process. Records that must wait for the system or the disk still do.
        case never
    }

    /// Once this many lines are waiting, they are written to the disk at once.
    private static let fullGroup = 16
    /// Under `never`, how long a record waits for more records to be written with it, unless `fullWrite` bytes are waiting already.
    public static let writeDelay = Interval(milliseconds: 20)
    private static let fullWrite = 65_536

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "flow.log", qos: .utility)
    private let files: LogFolder
    /// The folder of the segments.
    public var folder: String { files.path }
    private let sync: Sync
    private let segmentBytes: Int
    private let keeping: LogRetention

    /// Creates a log in `folder`, which is created when the first segment begins. On Apple's platforms a folder in an app group's container
    /// is refused: the flow reports `EventLogFailure.Reason.sharedContainer` in its `failures` and continues without a log.
    public convenience init(
        folder: String, sync: Sync = .every, segmentBytes: Int = 4_000_000, keeping: LogRetention = LogRetention()
    ) {
        self.init(
            folder: folder, sync: sync, segmentBytes: segmentBytes, keeping: keeping, disk: SystemDisk(),
            protect: FolderPolicy.system.protect)
    }

    package init(
        folder: String, sync: Sync = .every, segmentBytes: Int = 4_000_000, keeping: LogRetention = LogRetention(), disk: any Disk,
        refusesSharedContainers: Bool? = nil, protect: @escaping @Sendable (_ folder: String) throws -> Void = { _ in }
    ) {
        var files = LogFolder(path: folder, disk: disk)
        files.protect = protect
        if let refusesSharedContainers { files.refusesSharedContainers = refusesSharedContainers }
        self.files = files
        self.sync = sync
        self.segmentBytes = max(1, segmentBytes)
        self.keeping = keeping
    }

    deinit { state.withLock { release(&$0) } }

    // MARK: Appending

    /// Every character of `label` other than letters, digits and `.` becomes `_`.
    public func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void) {
        state.withLock { state in
            state.label = label
            state.report = report
            state.last = 0
            state.lastKept = 0
            state.lastSynced = 0
            state.owed = 0
            state.trouble = nil
            state.size = header.count
            state.pending = [Batch(opening: Batch.Opening(isGap: false, time: now), bytes: header)]
            scheduleNow(&state)
        }
    }

    @discardableResult
    public func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool {
        state.withLock { state in
            state.last = number
            state.size += line.count
            if state.pending.isEmpty { state.pending.append(Batch()) }
            let batch = state.pending.count - 1
            state.pending[batch].add(line, number, waits)
            guard waits == .policy else {
                scheduleNow(&state)
                return state.owes(number)
            }
            switch sync {
            case .every:
                scheduleNow(&state)
                return state.owes(number)
            case .group(let delay):
                if state.pending[batch].lines < FileEventLog.fullGroup { scheduleLater(&state, after: delay) } else { scheduleNow(&state) }
                return state.owes(number)
            case .never:
                if state.pending[batch].bytes.count < FileEventLog.fullWrite {
                    scheduleLater(&state, after: FileEventLog.writeDelay)
                } else {
                    scheduleNow(&state)
                }
                // Reported with the records before it, if one of those is still waiting.
                return state.owed == 0 ? true : state.owes(number)
            }
        }
    }

    public func reasonForSegment(at now: Instant) -> Snapshot.Reason? {
        state.withLock { state in
            if state.trouble?.isDue(at: now) == true, let trouble = state.trouble {
                return .gap(from: state.lastKept + 1, trouble.cause)
            }
            return state.trouble == nil && state.size >= segmentBytes ? .rotation : nil
        }
    }

    public func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant) {
        state.withLock { state in
            state.size = lines.count
            state.trouble?.isTrying = true
            let isGap = if case .gap = reason { true } else { false }
            state.pending.append(Batch(opening: Batch.Opening(isGap: isGap, time: now), bytes: lines, last: state.last))
            scheduleNow(&state)
        }
    }

    public func flush() async {
        await onQueue { self.drain() }
    }

    public func close() async {
        await onQueue {
            self.drain()
            self.state.withLock { state in
                self.release(&state)
                state.report = nil
            }
        }
    }

    private func onQueue(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            queue.async {
                work()
                done.resume()
            }
        }
    }

    private func scheduleNow(_ state: inout State) {
        if state.isScheduled { return }
        state.isScheduled = true
        queue.async { self.drain() }
    }

    private func scheduleLater(_ state: inout State, after delay: Interval) {
        if state.isScheduled || state.isScheduledLater { return }
        state.isScheduledLater = true
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: delay.milliseconds))) {
            self.state.withLock { $0.isScheduledLater = false }
            self.drain()
        }
    }

    // MARK: Reading and removing

    public func segments() throws(EventLogFailure) -> [String] { try files.segments() }

    public func read(_ segment: String) throws(EventLogFailure) -> [UInt8] { try files.read(segment) }

    public func erase() async throws(EventLogFailure) {
        let failure = Lock<EventLogFailure?>(nil)
        await onQueue {
            self.state.withLock { state in
                self.release(&state)
                state.pending = []
            }
            do throws(EventLogFailure) { try self.files.erase() } catch { failure.withLock { [error] in $0 = error } }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Moves the torn end of every segment in `folder` aside. A launch does this with the last segment when it begins; a tool may do it
    /// earlier.
    /// - Returns: the torn ends that were found, oldest segment first.
    /// - Throws: `EventLogFailure` if the folder is in use or cannot be written.
    @discardableResult
    public static func recover(folder: String) throws(EventLogFailure) -> [LogRecovery] {
        try recover(LogFolder(path: folder, disk: SystemDisk()))
    }

    package static func recover(folder: String, disk: any Disk) throws(EventLogFailure) -> [LogRecovery] {
        try recover(LogFolder(path: folder, disk: disk))
    }

    private static func recover(_ files: LogFolder) throws(EventLogFailure) -> [LogRecovery] {
        let lock = try files.lock(for: "recovering")
        defer { files.disk.close(lock) }
        var found: [LogRecovery] = []
        for segment in try files.segments() {
            if let recovery = try files.recover(segment) { found.append(recovery) }
        }
        return found
    }
}

// MARK: On the queue

extension FileEventLog {
    /// Writes and syncs until nothing is waiting. Runs only on the queue, so that reports arrive in order.
    private func drain() {
        while let (batch, segment, report) = next() { keep(batch, segment, report) }
    }

    private func next() -> (Batch, LogFolder.Segment?, (@Sendable (LogReport) -> Void)?)? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isScheduled = false
                return nil
            }
            return (state.pending.removeFirst(), state.segment, state.report)
        }
    }

    private func keep(_ batch: Batch, _ old: LogFolder.Segment?, _ report: (@Sendable (LogReport) -> Void)?) {
        do throws(EventLogFailure) {
            let segment: LogFolder.Segment?
            if let opening = batch.opening { segment = try open(opening, after: old, report) } else { segment = old }
            if let segment { try write(batch, to: segment, report) }
        } catch {
            let isNew = state.withLock { state in
                release(&state)
                let isNew = state.trouble == nil
                // Bytes that were written but not synced are in a file that will never be synced.
                state.lastKept = state.lastSynced
                state.trouble = state.trouble?.again() ?? Trouble(cause: error.gap)
                return isNew
            }
            if isNew { report?(.failed(error)) }
        }
        if batch.last > 0 { report?(.durable(settle(batch.last))) }
    }

    /// Every record up to this number is as durable as it requires.
    private func settle(_ number: Int64) -> Int64 {
        state.withLock { state in
            if state.owed <= number { state.owed = 0 }
            return number
        }
    }

    private func write(
        _ batch: Batch, to segment: LogFolder.Segment, _ report: (@Sendable (LogReport) -> Void)?
    ) throws(EventLogFailure) {
        do throws(SystemFailure) { try files.disk.writeAll(segment.file, batch.bytes) } catch {
            throw EventLogFailure(.writing, place: segment.path, error)
        }
        if batch.handed > 0 { report?(.durable(settle(batch.handed))) }
        let isSynced = sync != .never || batch.mustSync
        if isSynced { try syncFile(segment) }
        do throws(SystemFailure) {
            // If the folder was removed, bytes that are written to the file are lost.
            _ = try files.disk.status(segment.path)
        } catch {
            throw EventLogFailure(.writing, place: segment.path, error)
        }
        let hasResumed = state.withLock { state in
            state.lastKept = max(state.lastKept, batch.last)
            if isSynced { state.lastSynced = state.lastKept }
            defer { state.trouble = nil }
            return state.trouble != nil
        }
        if hasResumed { report?(.resumed) }
    }

    private func syncFile(_ segment: LogFolder.Segment) throws(EventLogFailure) {
        do throws(SystemFailure) { try files.disk.sync(segment.file) } catch {
            throw EventLogFailure(.syncing, place: segment.path, error)
        }
    }

    /// The segment that begins here; `nil` if it continues one that failed meanwhile.
    private func open(
        _ opening: Batch.Opening, after old: LogFolder.Segment?, _ report: (@Sendable (LogReport) -> Void)?
    ) throws(EventLogFailure) -> LogFolder.Segment? {
        let (label, isInTrouble) = state.withLock { ($0.label, $0.trouble != nil) }
        if isInTrouble != opening.isGap { return nil }
        // Whatever the policy: only the last segment of a launch may be torn.
        if let old {
            try syncFile(old)
            state.withLock { $0.lastSynced = $0.lastKept }
        }
        let lock: CInt
        if let old {
            lock = old.lock
            files.disk.close(old.file)
            state.withLock { $0.segment = nil }
        } else {
            lock = try files.lock(for: label)
        }
        do throws(EventLogFailure) {
            if old == nil, let recovery = try files.recoverLast() { report?(.recovered(recovery)) }
            files.clean(keeping, at: opening.time)
            let segment = try files.create(label, lock: lock)
            state.withLock { $0.segment = segment }
            return segment
        } catch {
            files.disk.close(lock)
            throw error
        }
    }

    /// Ends the segment and unlocks the folder.
    private func release(_ state: inout State) {
        guard let segment = state.segment else { return }
        files.disk.close(segment.file)
        files.disk.close(segment.lock)
        state.segment = nil
    }
}

extension FileEventLog {
    private struct State: Sendable {
        var pending: [Batch] = []
        /// The number of the last event; and of the last event that is kept.
        var last: Int64 = 0
        var lastKept: Int64 = 0
        /// The last event that is on the disk.
        var lastSynced: Int64 = 0
        /// The last event whose durability is still to be reported; 0 if there is none.
        var owed: Int64 = 0
        /// The bytes of the segment, including those that are waiting.
        var size = 0
        var isScheduled = false
        var isScheduledLater = false
        var segment: LogFolder.Segment?
        var trouble: Trouble?
        var label = ""
        var report: (@Sendable (LogReport) -> Void)?

        /// Notes that a report about that event is due.
        /// - Returns: `false`, because the event's effects wait.
        mutating func owes(_ number: Int64) -> Bool {
            owed = number
            return false
        }
    }
}
