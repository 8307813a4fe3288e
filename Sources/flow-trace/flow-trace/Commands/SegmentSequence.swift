import FlowMachine
import FlowReading

/// Checks segments in the order in which they were written: each segment that begins with a snapshot must continue the previous segment of
/// the same folder.
struct SegmentSequence {
    /// How a segment is tied to the one before it.
    struct Link: Equatable {
        /// The note on the segment's beginning, if it is not a launch.
        var note: String?
        /// Why it does not continue the previous segment.
        var complaint: String?
    }

    /// The whole end of a segment.
    private struct End {
        let name: String
        let support: String
        let number: Int64
        let checksum: String
        let digest: UInt64
    }

    private var last: End?

    /// Takes the next segment.
    mutating func add(_ verification: Verification, _ name: String) -> Link {
        // Two folders can hold copies of the same log: one does not continue the other.
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
            // Earlier segments are deleted when they are old.
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

    /// A segment by its number, or any other file by its name.
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
