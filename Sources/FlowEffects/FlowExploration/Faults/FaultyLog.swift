import FlowEffects
import FlowMachine
import FlowSimulation

/// The log of one launch: the decisions of the real log, on a disk on which the end of a process loses what was not yet written, and a power
/// cut what was not yet synced.
struct FaultyLog {
    /// A header, a snapshot unless the launch begins here, and records.
    struct Segment {
        /// The number of the last event before the segment.
        let after: Int64
        /// All bytes that were written; the last line may be torn.
        fileprivate(set) var bytes: [UInt8] = []
        /// The number of these bytes that were synced.
        fileprivate var synced = 0

        /// The whole lines; empty if the segment's beginning is torn, because such a segment is moved aside as a whole.
        var wholeLines: [UInt8] { FaultyLog.wholeLines(bytes, after: after) }

        fileprivate func survivors(_ tear: PlannedFault.Tear) -> [UInt8] {
            guard case .kept(let thousandths) = tear else { return bytes }
            return Array(bytes[..<(synced + (bytes.count - synced) * min(thousandths, 1_000) / 1_000)])
        }
    }

    /// What a record must survive before its effects are performed.
    private enum Danger {
        case nothing, endOfProcess, powerCut
    }

    var core: LogCore
    private let sync: FileEventLog.Sync
    private(set) var segments: [Segment] = []
    private var isOpen = false
    /// Whether the log has not reported a failure that lasts.
    private(set) var isKeeping = true
    /// The records that the log has accepted but not reported.
    private var accepted: [(number: Int64, danger: Danger)] = []
    /// The records that the log has reported while it kept records.
    private var promised: [(number: Int64, danger: Danger)] = []

    init(sync: FileEventLog.Sync) {
        self.sync = sync
        core = LogCore(sync: sync, segmentBytes: .max)
    }

    /// - Returns: whether the record's effects need not wait.
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

    /// Notes what the log has reported to the runtime.
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
    /// - Returns: whether the core may ask for it now.
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

    /// An action fails: the segment is closed, after a write with so much of the bytes.
    mutating func fail(_ action: LogCore.Action, _ how: PlannedFault.DiskFailure) {
        if case (.write(let bytes), .writing(let thousandths)) = (action, how), isOpen {
            segments[segments.count - 1].bytes += bytes[..<(bytes.count * min(thousandths, 1_000) / 1_000)]
        }
        isOpen = false
        core.failed(EventLogFailure(how.reason, place: "log", cause: "No space left on device"))
    }

    // MARK: After the process ended

    /// The segments that are left after the process ended.
    func survivors(_ tear: PlannedFault.Tear) -> [[UInt8]] { segments.map { $0.survivors(tear) } }

    /// What is wrong with the remaining segments, if anything is; and the last record that can be read.
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

    /// Decides each record of a segment again.
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

    /// What is wrong with how a segment continues the previous one, of which this number of records is left.
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
            // The events that it reports as missing may be present, since it is unknown how much of a failed segment reached the disk.
            if from > last + 1 { return "events \(last + 1) to \(from - 1) are missing, and the log does not report it" }
            if let end, snapshot.number == last, end.digest != snapshot.digest {
                return "a segment continues with a different model than after event \(last)"
            }
        }
        return nil
    }

    /// The whole lines of a segment; nothing if its header or its snapshot is torn.
    private static func wholeLines(_ bytes: [UInt8], after: Int64) -> [UInt8] {
        let ends = bytes.indices.filter { bytes[$0] == 0x0A }
        guard let end = ends.last, ends.count >= (after == 0 ? 1 : 2) else { return [] }
        return Array(bytes[...end])
    }
}

extension PlannedFault.DiskFailure {
    fileprivate var reason: EventLogFailure.Reason { if case .syncing = self { .syncing } else { .writing } }
}
