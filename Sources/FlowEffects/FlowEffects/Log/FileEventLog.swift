#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Dispatch
import FlowMachine

/// A log in a folder. Its segments are files `flow-<label>-NNNN.jsonl`, which only this user can read. Each launch begins a file, and a new file
/// begins when the current file has reached `segmentBytes`.
///
/// `append` returns without waiting for the disk. A queue writes and syncs all waiting bytes at once, in order, and reports which records are
/// durable. When a launch begins, the log repairs the last segment of the previous launch and deletes old segments.
///
/// After a failure, the log writes nothing more to the current segment, which may end in a torn line. It reports every record as durable, so that
/// the flow continues. The log tries again with later events, after pauses that grow to five minutes. It then begins another segment, whose snapshot
/// records which events are missing.
///
/// The folder must belong to the user that the process runs as, and must not be a link; links above it are followed. If other users can write to
/// the folder, the log withdraws their permission when it first uses the folder. The log neither reads nor changes links, pipes, files of other
/// users and files with a second name, whatever their names are. On Apple's platforms, the folder is excluded from backups, and the files in it
/// are encrypted until the device's first unlock. ACLs are not examined.
///
/// ```swift
/// let log = FileEventLog(
///     folder: caches.appending(path: "flow-logs"), sync: .group(maxDelay: .milliseconds(50)),
///     keeping: LogRetention(age: .seconds(7 * 86_400)))
/// ```
public final class FileEventLog: EventLog {
    /// The policy that decides when a record is reported as durable. A record can itself require more or less durability (`LogWait`).
    public enum Sync: Sendable, Equatable {
        /// A record is reported as durable when it is on the disk. Records that are waiting at the same time are written together.
        case every
        /// A record is reported as durable when it is on the disk. To write several records together, the log first waits up to `maxDelay`, or until
        /// 16 records are waiting.
        case group(maxDelay: Duration)
        /// A record is reported as durable at once. The log writes the record within `FileEventLog.writeDelay`, together with the records that
        /// follow, and does not sync the file. If the process ends suddenly, its last records may be lost. A record with the `LogWait` `system` or
        /// `disk` is still reported only when it has reached the system or the disk.
        case never
    }

    /// The maximum time for which a record waits, under `Sync.never`, to be written together with further records. If 64 KB are waiting, the log
    /// writes at once.
    public static let writeDelay = Duration.milliseconds(20)

    private let state: Lock<State>
    private let queue = DispatchQueue(label: "flow.log", qos: .utility)
    private let files: LogFolder
    /// The folder of the segments.
    public var folder: URL { URL(fileURLWithPath: files.path, isDirectory: true) }
    private let keeping: LogRetention

    /// Creates a log in `folder`, which is created when the first segment begins. On Apple's platforms, a folder in an app group's container is
    /// refused: the flow reports `EventLogFailure.Reason.sharedContainer` in its `failures` and continues without a log.
    /// - Parameters:
    ///   - folder: a folder of the app's own, for the log alone.
    ///   - sync: the time at which a record is reported as durable, so that its effects begin.
    ///   - segmentBytes: the size in bytes at which another file begins.
    ///   - keeping: the maximum age and the maximum total size of the files that are kept.
    public convenience init(
        folder: URL, sync: Sync = .every, segmentBytes: Int = 4_000_000, keeping: LogRetention = LogRetention()
    ) {
        var files = LogFolder(folder, disk: SystemDisk())
        files.protect = FolderPolicy.system.protect
        self.init(files, sync: sync, segmentBytes: segmentBytes, keeping: keeping)
    }

    package convenience init(
        folder: String, sync: Sync = .every, segmentBytes: Int = 4_000_000, keeping: LogRetention = LogRetention(), disk: any Disk,
        refusesSharedContainers: Bool? = nil, protect: @escaping @Sendable (_ folder: String) throws -> Void = { _ in }
    ) {
        var files = LogFolder(path: folder, disk: disk)
        files.protect = protect
        if let refusesSharedContainers { files.refusesSharedContainers = refusesSharedContainers }
        self.init(files, sync: sync, segmentBytes: segmentBytes, keeping: keeping)
    }

    private init(_ files: LogFolder, sync: Sync, segmentBytes: Int, keeping: LogRetention) {
        self.files = files
        self.keeping = keeping
        state = Lock(State(core: LogCore(sync: sync, segmentBytes: segmentBytes)))
    }

    deinit { state.withLock { release(&$0) } }

    // MARK: Appending

    /// Begins a launch and its first segment. In the segment's name, every character of `label` other than letters, digits and `.` becomes `_`.
    public func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void) {
        state.withLock { state in
            state.label = label
            state.report = report
            state.core.begin(header, at: now)
            schedule(&state)
        }
    }

    @discardableResult
    public func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool {
        state.withLock { state in
            defer { schedule(&state) }
            return state.core.append(line, number: number, waits: waits)
        }
    }

    public func reasonForSegment(at now: Instant) -> Snapshot.Reason? { state.withLock { $0.core.reasonForSegment(at: now) } }

    public func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant) {
        state.withLock { state in
            state.core.beginSegment(lines, reason, at: now)
            schedule(&state)
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

    private func schedule(_ state: inout State) {
        guard let delay = state.core.wake() else { return }
        if delay.milliseconds == 0 { return queue.async { self.drain() } }
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(clamping: delay.milliseconds))) {
            self.state.withLock { $0.core.waited() }
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
                state.core.dropAll()
            }
            do throws(EventLogFailure) { try self.files.erase() } catch { failure.withLock { [error] in $0 = error } }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Moves the torn end of every segment in `folder` to another file. When a launch begins, the log repairs the last segment in this way; a tool
    /// may do so earlier.
    /// - Returns: the repairs, oldest segment first.
    /// - Throws: `EventLogFailure` if the folder is in use or cannot be written.
    @discardableResult
    public static func recover(folder: URL) throws(EventLogFailure) -> [LogRecovery] {
        try recover(LogFolder(folder, disk: SystemDisk()))
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
    /// Performs the core's actions until nothing is waiting. Runs only on the queue, so that reports arrive in order.
    private func drain() {
        while let action = state.withLock({ $0.core.next() }) {
            do throws(EventLogFailure) { try perform(action) } catch {
                state.withLock { state in
                    release(&state)
                    state.core.failed(error)
                }
            }
        }
    }

    private func perform(_ action: LogCore.Action) throws(EventLogFailure) {
        let (segment, report) = state.withLock { ($0.segment, $0.report) }
        let disk = files.disk
        switch action {
        case .report(let content): report?(content)
        case .open(let time, _): try open(at: time, report)
        case .write(let bytes): try use(segment, .writing) { segment throws(SystemFailure) in try disk.writeAll(segment.file, bytes) }
        case .sync: try use(segment, .syncing) { segment throws(SystemFailure) in try disk.sync(segment.file) }
        case .check: try use(segment, .writing) { segment throws(SystemFailure) in _ = try disk.status(segment.path) }
        case .close:
            try use(segment, .syncing) { segment throws(SystemFailure) in try disk.sync(segment.file) }
            if let segment { disk.close(segment.file) }
            state.withLock { $0.segment = nil }
        }
    }

    private func use(
        _ segment: LogFolder.Segment?, _ reason: EventLogFailure.Reason, _ body: (LogFolder.Segment) throws(SystemFailure) -> Void
    ) throws(EventLogFailure) {
        guard let segment else { return }
        do throws(SystemFailure) { try body(segment) } catch { throw EventLogFailure(reason, place: segment.path, error) }
    }

    /// Begins the next segment. For the first segment of a launch, and the first segment after a failure, first locks the folder and repairs the
    /// last segment in it.
    private func open(at time: Instant, _ report: (@Sendable (LogReport) -> Void)?) throws(EventLogFailure) {
        let (label, lock) = state.withLock { ($0.label, $0.lock) }
        if lock == nil {
            let lock = try files.lock(for: label)
            state.withLock { $0.lock = lock }
            if let recovery = try files.recoverLast() { report?(.recovered(recovery)) }
        }
        files.clean(keeping, at: time)
        let segment = try files.create(label)
        state.withLock { $0.segment = segment }
    }

    /// Ends the segment and unlocks the folder.
    private func release(_ state: inout State) {
        if let segment = state.segment { files.disk.close(segment.file) }
        if let lock = state.lock { files.disk.close(lock) }
        state.segment = nil
        state.lock = nil
        state.core.closed()
    }
}

extension FileEventLog {
    private struct State: Sendable {
        var core: LogCore
        var segment: LogFolder.Segment?
        /// The descriptor of the folder's lock, which the log holds from the first segment until the log is closed or fails.
        var lock: CInt?
        var label = ""
        var report: (@Sendable (LogReport) -> Void)?
    }
}
