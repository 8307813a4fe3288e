import FlowEffects
import FlowMachine
import FlowSimulation

/// The log of one launch. It uses the core of the real log, on a simulated disk. The end of the process loses records that were not yet
/// written, and a power cut loses bytes that were not yet synced.
struct FaultyLog {
    /// A segment of the log: a header, a snapshot unless the launch begins here, and records.
    struct Segment {
        /// The number of the last event before the segment.
        let after: Int64
        /// All bytes that were written; the last line may be torn.
        fileprivate(set) var bytes: [UInt8] = []
        /// The number of bytes in `bytes` that were synced.
        fileprivate var synced = 0

        /// The complete lines. Empty if the segment's first lines are torn, because the real log moves a segment without whole first lines aside.
        var wholeLines: [UInt8] { FaultyLog.wholeLines(bytes, after: after) }

        fileprivate func survivors(_ tear: PlannedFault.Tear) -> [UInt8] {
            guard case .kept(let thousandths) = tear else { return bytes }
            return Array(bytes[..<(synced + (bytes.count - synced) * min(thousandths, 1_000) / 1_000)])
        }
    }

    /// The worst event that a record must survive before its effects are performed.
    private enum Danger {
        case nothing, endOfProcess, powerCut
    }

    var core: LogCore
    private let sync: FileEventLog.Sync
    private(set) var segments: [Segment] = []
    private var isOpen = false
    /// Whether the log keeps records. `false` after the log has reported a failure, until it reports that it has resumed.
    private(set) var isKeeping = true
    /// The records that the log has accepted but not yet reported as durable.
    private var accepted: [(number: Int64, danger: Danger)] = []
    /// The records that the log has reported as durable while it kept records.
    private var promised: [(number: Int64, danger: Danger)] = []

    init(sync: FileEventLog.Sync) {
        self.sync = sync
        core = LogCore(sync: sync, segmentBytes: .max)
    }

    /// Appends a record to the log.
    /// - Returns: whether the record's effects can be performed at once.
    mutating func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool {
        accepted.append((number, danger(waits)))
        let isDurable = core.append(line, number: number, waits: waits)
        if isDurable { promise(through: number) }
        return isDurable
    }

    private func danger(_ waits: LogWait) -> Danger {
        switch waits {
        case .disk: .powerCut
        case .system: .endOfProcess
        case .policy: sync == .never ? .nothing : .powerCut
        }
    }

    /// Notes a report of the log to the runtime.
    mutating func note(_ report: LogReport) {
        switch report {
        case .durable(let number): promise(through: number)
        case .failed: isKeeping = false
        case .resumed: isKeeping = true
        case .recovered: return
        }
    }

    private mutating func promise(through number: Int64) {
        let count = accepted.prefix { $0.number <= number }.count
        if isKeeping { promised += accepted[..<count] }
        accepted.removeFirst(count)
    }

    // MARK: The disk

    /// Performs an action of the log's core.
    /// - Returns: whether the action is permitted now; false shows a mistake of the core.
    mutating func perform(_ action: LogCore.Action) -> Bool {
        switch action {
        case .open(_, let after):
            guard !isOpen else { return false }
            segments.append(Segment(after: after))
            isOpen = true
        case .write(let bytes):
            guard isOpen else { return false }
            segments[segments.count - 1].bytes += bytes
        case .sync, .close:
            guard isOpen else { return false }
            segments[segments.count - 1].synced = segments[segments.count - 1].bytes.count
            if case .close = action { isOpen = false }
        case .check, .report: break
        }
        return true
    }

    /// Lets an action fail and closes the segment. A failed write leaves a part of its bytes in the segment.
    mutating func fail(_ action: LogCore.Action, _ how: PlannedFault.DiskFailure) {
        if case (.write(let bytes), .writing(let thousandths)) = (action, how), isOpen {
            segments[segments.count - 1].bytes += bytes[..<(bytes.count * min(thousandths, 1_000) / 1_000)]
        }
        isOpen = false
        core.failed(EventLogFailure(how.reason, place: "log", cause: "No space left on device"))
    }

    // MARK: After the process ended

    /// Returns the bytes of each segment that survive the end of the process.
    func survivors(_ tear: PlannedFault.Tear) -> [[UInt8]] { segments.map { $0.survivors(tear) } }

    /// Checks the segments that survive the end of the process.
    /// - Returns: the problem, which is `nil` if there is none, and the number of the last record that can be read.
    func examine(_ tear: PlannedFault.Tear) -> (complaint: String?, last: Int64) { examine(survivors(tear), tear) }

    func examine(_ left: [[UInt8]], _ tear: PlannedFault.Tear) -> (complaint: String?, last: Int64) {
        var kept: [ClosedRange<Int64>] = []
        var last: Int64 = 0
        var end: (checksum: String, digest: UInt64)?
        for (segment, bytes) in zip(segments, left) where !FaultyLog.wholeLines(bytes, after: segment.after).isEmpty {
            do throws(LogFailure) {
                var replay = try Replay(bytes)
                if let complaint = complaint(about: replay.snapshot, after: last, end) { return (complaint, last) }
                last = replay.snapshot?.number ?? 0
                let before = last
                if let complaint = read(&replay, &last) { return (complaint, last) }
                if last > before { kept.append(before + 1...last) }
                end = (replay.checksum, replay.model.digest)
            } catch {
                return ("the log cannot be opened: \(error.text)", last)
            }
        }
        let lost = promised.first { record in
            switch record.danger {
            case .nothing: return false
            case .endOfProcess: if tear != .nothingLost { return false }
            case .powerCut: break
            }
            return !kept.contains { $0.contains(record.number) }
        }
        return (lost.map { "record \($0.number) was durable, but the log lost it" }, last)
    }

    /// Replays a segment. Returns the problem; `nil` if all records are decided in the same way.
    private func read(_ replay: inout Replay, _ last: inout Int64) -> String? {
        do throws(ReplayFailure) {
            while let number = try replay.advance() { last = number }
        } catch {
            switch error {
            case .divergence(let divergence): return "the log decides differently at event \(divergence.thisBuild.number)"
            case .log(let failure): if failure.reason != .torn { return "the log is damaged: \(failure.text)" }
            }
        }
        return nil
    }

    /// Checks that a segment continues the previous segment.
    /// - Parameters:
    ///   - snapshot: the snapshot of the segment, if it has one.
    ///   - last: the number of the last record before the segment that can be read.
    ///   - end: the checksum and the digest at the end of the previous segment.
    /// - Returns: the problem; `nil` if there is none.
    private func complaint(about snapshot: Snapshot?, after last: Int64, _ end: (checksum: String, digest: UInt64)?) -> String? {
        guard let snapshot else { return nil }
        switch snapshot.reason {
        case .rotation:
            if snapshot.number != last {
                return "a segment continues after event \(snapshot.number), but the previous one ends with event \(last)"
            }
            if let end, end.checksum != snapshot.follows || end.digest != snapshot.digest {
                return "a segment does not continue the previous one after event \(last)"
            }
        case .gap(let from, _):
            // Events that the snapshot reports as missing may exist, because the log does not know how much of a failed segment reached the
            // disk.
            if from > last + 1 { return "events \(last + 1) to \(from - 1) are missing, and the log does not report it" }
            if let end, snapshot.number == last, end.digest != snapshot.digest {
                return "a segment continues with a different model than after event \(last)"
            }
        }
        return nil
    }

    /// Returns the complete lines of a segment; empty if its header or its snapshot is torn.
    private static func wholeLines(_ bytes: [UInt8], after: Int64) -> [UInt8] {
        let ends = bytes.indices.filter { bytes[$0] == 0x0A }
        guard let end = ends.last, ends.count >= (after == 0 ? 1 : 2) else { return [] }
        return Array(bytes[...end])
    }
}

extension PlannedFault.DiskFailure {
    fileprivate var reason: EventLogFailure.Reason { if case .syncing = self { .syncing } else { .writing } }
}
