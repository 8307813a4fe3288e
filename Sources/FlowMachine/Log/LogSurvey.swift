/// Finds the valid lines of a segment, including those after damage.
///
/// `LogReader` stops at the first damage. A survey continues: a line after the damage is valid if its checksum continues the checksum of
/// the line before it.
package struct LogSurvey: Equatable, Sendable {
    /// The runs of damaged lines, in order.
    package let damages: [Damage]
    /// The number of valid lines.
    package let wholeLines: Int
    /// The position after the last valid line, in bytes. All bytes after this position are damaged.
    package let wholeBytes: Int

    /// A run of damaged lines.
    package struct Damage: Equatable, Sendable {
        /// The numbers of the damaged lines, starting at 1.
        package let lines: ClosedRange<Int>
        /// The problem with the first damaged line.
        package let failure: LogFailure
        /// Whether the damage reaches to the end of the segment, so that no valid line follows.
        package let isTail: Bool
        /// The positions of the damaged lines in the bytes of the segment.
        package let bytes: Range<Int>
        /// The checksum of the line before the damage.
        let checksumBefore: UInt32
    }

    /// Examines all the bytes of a segment.
    package init(_ bytes: [UInt8]) {
        var cursor = LineCursor(bytes)
        var damages: [Damage] = []
        var wholeLines = 0
        var wholeBytes = 0
        while true {
            do throws(LogFailure) {
                guard try cursor.next() != nil else { break }
                wholeLines += 1
                wholeBytes = cursor.position
            } catch {
                let damage = cursor.damage(error)
                damages.append(damage)
                if damage.isTail { break }
            }
        }
        self.damages = damages
        self.wholeLines = wholeLines
        self.wholeBytes = wholeBytes
    }
}
