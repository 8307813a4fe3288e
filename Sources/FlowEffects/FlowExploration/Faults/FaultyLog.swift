import FlowEffects
import FlowMachine
import FlowSimulation

/// The log of one launch, in the same segments as a log in files. The end of a process loses what was not yet handed to the system, a power
/// cut loses what is not durable, and a failing disk loses what arrives until another segment begins.
struct FaultyLog {
    /// A header, a snapshot unless the launch begins here, and records.
    struct Segment {
        /// Why the segment was begun, if not with the launch.
        let reason: Snapshot.Reason?
        /// All bytes that were written, in whole lines.
        fileprivate(set) var bytes: [UInt8]
        /// The bytes before the first record.
        let beginning: Int
        /// Where each record ends, by the records' order.
        fileprivate var ends: [(number: Int64, bytes: Int)] = []
        /// Whether the segment exists on the disk.
        fileprivate(set) var isOpen: Bool
        /// Whether nothing more is written to the segment.
        fileprivate(set) var hasFailed = false
        fileprivate var written = 0
        fileprivate var durable = 0
        /// The part of a line with which the segment ends since it failed.
        fileprivate var torn: [UInt8] = []
        /// The last record that was reported as durable, and is durable.
        fileprivate(set) var acknowledged: Int64 = 0

        fileprivate init(_ reason: Snapshot.Reason?, _ bytes: [UInt8], isOpen: Bool) {
            self.reason = reason
            self.bytes = bytes
            self.isOpen = isOpen
            beginning = bytes.count
        }

        /// What is left of the segment after the process ended.
        fileprivate func survivors(_ tear: Mishap.Tear) -> [UInt8] {
            let all = Array((bytes + torn)[..<(written + torn.count)])
            guard case .kept(let thousandths) = tear else { return all }
            return Array(all[..<(durable + (all.count - durable) * min(thousandths, 1_000) / 1_000)])
        }
    }

    /// A place in the log.
    struct Place {
        let segment: Int
        let bytes: Int
    }

    private(set) var segments: [Segment]
    /// The last record that is kept, as far as the log knows.
    private(set) var lastKept: Int64 = 0
    private var lastSynced: Int64 = 0
    /// Why nothing is kept now, and since when.
    var trouble: FaultyDisk.Trouble?

    /// Begins the first segment. Its header becomes durable before anything else.
    init(header: [UInt8]) {
        segments = [Segment(nil, header, isOpen: true)]
        segments[0].written = header.count
        segments[0].durable = header.count
    }

    private var current: Int { segments.count - 1 }

    /// The place after everything that the log accepted.
    var end: Place { Place(segment: current, bytes: segments[current].bytes.count) }

    /// Whether appended bytes are written to a segment at all.
    var isKeeping: Bool { !segments[current].hasFailed }

    mutating func append(_ line: [UInt8], number: Int64) {
        if segments[current].hasFailed { return }
        segments[current].bytes += line
        segments[current].ends.append((number, segments[current].bytes.count))
    }

    /// Accepts the first lines of another segment.
    mutating func begin(_ lines: [UInt8], _ reason: Snapshot.Reason) { segments.append(Segment(reason, lines, isOpen: false)) }

    /// Whether the segment of that place has yet to be opened.
    func isUnopened(_ place: Place) -> Bool { !segments[place.segment].isOpen && !segments[place.segment].hasFailed }

    /// The end of an earlier segment that is not yet written that far.
    func unfinished(before place: Place) -> Place? {
        guard let index = segments[..<place.segment].lastIndex(where: { !$0.hasFailed && $0.written < $0.bytes.count }) else { return nil }
        return Place(segment: index, bytes: segments[index].bytes.count)
    }

    /// Opens a segment. The previous one is durable by then, unless it failed: only the last segment of a launch may be torn.
    mutating func open(_ segment: Int) {
        for index in 0..<segment where !segments[index].hasFailed { sync(Place(segment: index, bytes: segments[index].bytes.count)) }
        segments[segment].isOpen = true
    }

    /// Hands the bytes up to that place to the system.
    mutating func write(_ place: Place) {
        guard segments[place.segment].isOpen, !segments[place.segment].hasFailed else { return }
        segments[place.segment].written = max(segments[place.segment].written, place.bytes)
        lastKept = max(lastKept, lastRecord(before: place))
    }

    /// Makes the bytes up to that place durable.
    mutating func sync(_ place: Place) {
        write(place)
        guard segments[place.segment].isOpen, !segments[place.segment].hasFailed else { return }
        segments[place.segment].durable = max(segments[place.segment].durable, place.bytes)
        segments[place.segment].acknowledged = max(segments[place.segment].acknowledged, lastRecord(before: place))
        lastSynced = max(lastSynced, segments[place.segment].acknowledged)
    }

    /// Stops writing to a segment; this many thousandths of the bytes in transit are still written.
    mutating func fail(_ segment: Int, kept thousandths: Int) {
        guard !segments[segment].hasFailed else { return }
        segments[segment].hasFailed = true
        // Bytes that were written but not synced are in a file that will never be synced.
        lastKept = lastSynced
        guard segments[segment].isOpen else { return }
        let bytes = segments[segment].bytes
        let written = segments[segment].written
        let cut = written + (bytes.count - written) * min(thousandths, 1_000) / 1_000
        let whole = max(segments[segment].ends.last { $0.bytes <= cut }?.bytes ?? 0, segments[segment].beginning)
        segments[segment].torn = Array(bytes[min(whole, cut)..<cut])
        segments[segment].written = min(whole, cut)
        segments[segment].bytes = Array(bytes[..<whole])
    }

    private func lastRecord(before place: Place) -> Int64 {
        segments[place.segment].ends.last { $0.bytes <= place.bytes }?.number ?? 0
    }

    // MARK: After the process ended

    /// The segments that are left after the process ended; `nil` for a segment that was never on the disk.
    func survivors(_ tear: Mishap.Tear) -> [[UInt8]?] { segments.map { $0.isOpen ? $0.survivors(tear) : nil } }

    /// What is wrong with the remaining segments, if anything is; and the last record that can be read.
    func examine(_ left: [[UInt8]?]) -> (complaint: String?, last: Int64) {
        var last: Int64 = 0
        var end: (checksum: String, digest: UInt64)?
        for (segment, bytes) in zip(segments, left) {
            // A segment whose beginning is torn is moved aside as a whole.
            guard let bytes, bytes.count >= segment.beginning else {
                if segment.acknowledged > 0 { return ("a segment with record \(segment.acknowledged), which was durable, was lost", last) }
                continue
            }
            do throws(LogFailure) {
                var replay = try Replay(bytes)
                if let complaint = complaint(about: replay.snapshot, after: last, end) { return (complaint, last) }
                last = replay.snapshot?.number ?? 0
                if let complaint = read(&replay, &last) { return (complaint, last) }
                end = (replay.checksum, replay.model.digest)
            } catch {
                return ("the log cannot be opened: \(error.text)", last)
            }
            if last < segment.acknowledged {
                return ("record \(segment.acknowledged) was durable, but the log ends with record \(last)", last)
            }
        }
        return (nil, last)
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
}
