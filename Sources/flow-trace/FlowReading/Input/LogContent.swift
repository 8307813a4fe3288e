import FlowMachine

/// The readable part of a log.
package final class LogContent: Sendable {
    package let header: LogHeader
    /// The snapshot with which the log begins; `nil` if it begins with a launch.
    package let snapshot: Snapshot?
    package let records: [LogRecord]
    /// The failure that stopped the reading; `nil` if none did.
    package let failure: LogFailure?
    /// The missing parts of the log, in order.
    package let gaps: [LogGap]
    /// The damaged lines of the log, in order, each with the index of the first record after them.
    let damages: [(index: Int, lines: DamagedLines)]

    /// Creates the content from records that were already read. They must be in order and without a gap.
    package init(_ header: LogHeader, _ snapshot: Snapshot?, _ records: [LogRecord]) {
        self.header = header
        self.snapshot = snapshot
        self.records = records
        failure = nil
        gaps = []
        damages = []
    }

    /// Joins the segments of one launch. Events between two segments are reported as missing only if a snapshot or the event numbers show a gap.
    init(joining first: LogContent, _ others: [LogContent]) {
        header = first.header
        snapshot = first.snapshot
        var (records, gaps, damages) = (first.records, first.gaps, first.damages)
        for segment in others {
            let place = records.count
            if let gap = segment.gaps.first, gap.index == 0, !gap.isElsewhere { gaps.append(gap.moved(by: place)) }
            if let next = segment.records.first { gaps.note(next, at: place, after: records.last) }
            gaps += segment.gaps.filter { $0.index > 0 }.map { $0.moved(by: place) }
            damages += segment.damages.map { ($0.index + place, $0.lines) }
            records += segment.records
        }
        self.records = records
        failure = first.failure ?? others.lazy.compactMap { $0.failure }.first
        self.gaps = gaps
        self.damages = damages
    }

    /// Reads a log up to its end or the first damaged line.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the log.
    ///   - pastDamage: Whether reading continues after damaged lines.
    /// - Throws: `LogFailure` if not even the beginning can be read.
    package init(_ bytes: [UInt8], pastDamage: Bool = false) throws(LogFailure) {
        var reader = try LogReader(bytes)
        header = reader.header
        snapshot = reader.snapshot
        var records: [LogRecord] = []
        var failure: LogFailure?
        var isDone = false
        var damages: [(index: Int, lines: DamagedLines)] = []
        var gaps = snapshot.map { [LogGap(before: $0)] } ?? []
        while !isDone {
            do throws(LogFailure) {
                while let record = try reader.next() {
                    gaps.note(record, at: records.count, after: records.last)
                    records.append(record)
                }
                isDone = true
            } catch {
                failure = failure ?? error
                isDone = !pastDamage || !reader.resumeAfterDamage()
                let lines = error.line...(isDone ? error.line : max(error.line, reader.line))
                damages.append((records.count, DamagedLines(lines: lines, failure: error, damage: nil)))
                gaps.append(
                    isDone
                        ? LogGap(at: records.count, from: error.line, isTried: pastDamage)
                        : LogGap(at: records.count, lines: lines))
            }
        }
        self.records = records
        self.failure = failure
        self.gaps = gaps
        self.damages = damages
    }
}
