/// Finds the valid lines of a segment. `LogReader` stops at the first damage; this continues with the lines after it whose checksums
/// continue that of the line before, and which can be trusted again.
package struct LogSurvey: Equatable, Sendable {
    /// Lines that cannot be trusted, in order.
    package let damages: [Damage]
    /// How many lines can be trusted.
    package let wholeLines: Int
    /// The end of the last line that can be trusted. Everything after it is torn.
    package let wholeBytes: Int

    /// A run of lines that cannot be trusted.
    package struct Damage: Equatable, Sendable {
        /// The line numbers, starting at 1.
        package let lines: ClosedRange<Int>
        /// The problem with the first of the lines.
        package let failure: LogFailure
        /// Whether no line after them can be trusted, either.
        package let isTail: Bool
        /// Their bytes in the segment.
        package let bytes: Range<Int>
        /// The checksum of the line before the lines.
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
