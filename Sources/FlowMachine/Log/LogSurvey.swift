/// Finds the valid lines of a segment, also after damage.
///
/// `LogReader` stops at the first damage. A survey continues: lines can be trusted again as soon as the checksum of a line continues the
/// checksum of the line before it.
package struct LogSurvey: Equatable, Sendable {
    /// The runs of lines that cannot be trusted, in order.
    package let damages: [Damage]
    /// The number of lines that can be trusted.
    package let wholeLines: Int
    /// The position after the last line that can be trusted, in bytes. All bytes after it are damaged.
    package let wholeBytes: Int

    /// A run of lines that cannot be trusted.
    package struct Damage: Equatable, Sendable {
        /// The numbers of the lines, starting at 1.
        package let lines: ClosedRange<Int>
        /// The problem with the first of the lines.
        package let failure: LogFailure
        /// Whether this damage reaches to the end of the segment: no later line can be trusted either.
        package let isTail: Bool
        /// The positions of the lines in the bytes of the segment.
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
