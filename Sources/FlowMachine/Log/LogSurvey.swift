/// How much of a segment is whole. Where `LogReader` stops at the first damage, this looks for the lines behind it whose
/// checksums go on from the line before, and can be trusted again.
public struct LogSurvey: Equatable, Sendable {
    /// Lines that cannot be trusted, in order.
    public let damages: [Damage]
    /// How many lines can be trusted.
    public let wholeLines: Int
    /// The end of the last line that can be trusted. What stands behind it is torn.
    public let wholeBytes: Int

    /// Lines in a row that cannot be trusted.
    public struct Damage: Equatable, Sendable {
        /// The lines, from 1.
        public let lines: ClosedRange<Int>
        /// What is wrong with the first of them.
        public let failure: LogFailure
        /// Whether nothing behind them can be trusted either.
        public let isTail: Bool
        /// Where they stand in the segment, by their bytes.
        public let bytes: Range<Int>
        /// The checksum of the line before them.
        let checksumBefore: UInt32
    }

    /// Looks at all the bytes of a segment.
    public init(_ bytes: [UInt8]) {
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
                let (start, checksum) = (cursor.position, cursor.checksum)
                let isTail = !cursor.pickUp()
                damages.append(
                    Damage(
                        lines: error.line...max(error.line, cursor.line), failure: error, isTail: isTail,
                        bytes: start..<(isTail ? bytes.count : cursor.position), checksumBefore: checksum))
                if isTail { break }
            }
        }
        self.damages = damages
        self.wholeLines = wholeLines
        self.wholeBytes = wholeBytes
    }
}
