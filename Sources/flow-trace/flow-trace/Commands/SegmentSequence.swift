import FlowMachine
import FlowReading

/// Checks segments in the order in which they were written: each segment that begins with a snapshot must continue the previous segment of
/// the same folder.
struct SegmentSequence {
    /// The relation of a segment to the previous one.
    struct Link: Equatable {
        /// A note about how the segment begins; `nil` if it begins with a launch.
        var note: String?
        /// The reason why the segment does not continue the previous one; `nil` if it does.
        var complaint: String?
    }

    /// The end of an undamaged segment.
    private struct End {
        let name: String
        let support: String
        let number: Int64
        let checksum: String
        let digest: UInt64
    }

    private var last: End?

    /// Adds the next segment, and returns its relation to the previous one.
    mutating func add(_ verification: Verification, _ name: String) -> Link {
        // Two folders may contain copies of the same log, so a segment continues only a segment of its own folder.
        if let last, SegmentName.folder(last.name) != SegmentName.folder(name) { self.last = nil }
        defer { last = end(of: verification, name) }
        guard let snapshot = verification.snapshot, let header = verification.header else { return Link() }
        let next = snapshot.number + 1
        switch snapshot.reason {
        case .gap(let from, let cause):
            var link = Link(note: "begins with event \(next) after a gap (\(cause.rawValue))")
            if from <= snapshot.number {
                let events = from == snapshot.number ? "event \(from)" : "events \(from) to \(snapshot.number)"
                link.note = "\(events) may not have been kept (\(cause.rawValue))"
            }
            if let last, last.support == header.support, last.number == snapshot.number, last.digest != snapshot.digest {
                link.complaint = breach("\(last.name) ends with a different model after event \(last.number)")
            }
            return link
        case .rotation:
            // The previous segment may be missing, because old segments are deleted.
            guard let last, last.support == header.support else {
                return Link(note: "continues a missing file, with event \(next)")
            }
            var link = Link(note: "continues \(SegmentSequence.short(last.name)) of the same launch")
            if last.number != snapshot.number {
                link.note = "begins with event \(next)"
                link.complaint = breach("\(last.name) ends with event \(last.number)")
            } else if last.digest != snapshot.digest || last.checksum != snapshot.follows {
                link.note = "begins with event \(next)"
                link.complaint = breach("\(last.name) does not end with the same checksum after event \(last.number)")
            }
            return link
        }
    }

    /// Returns `file N` for a segment with a number in its name; otherwise, the file's name.
    private static func short(_ name: String) -> String {
        let file = name.dropFirst(SegmentName.folder(name).count).drop { $0 == "/" }
        let number = file.hasPrefix("flow-") && file.hasSuffix(".jsonl") ? file.dropLast(6).split(separator: "-").last : nil
        return number.flatMap { $0.allSatisfy(\.isNumber) ? "file \($0)" : nil } ?? String(file)
    }

    private func breach(_ why: String) -> String { "does not continue the previous segment: \(why). Data was lost or changed." }

    private func end(of verification: Verification, _ name: String) -> End? {
        guard verification.verdict == .verified, let header = verification.header, let end = verification.end else { return nil }
        let number = verification.lastNumber ?? verification.snapshot?.number ?? 0
        return End(name: name, support: header.support, number: number, checksum: end.checksum, digest: end.digest)
    }
}
