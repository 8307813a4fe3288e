import FlowMachine

/// Consecutive lines of a log that are damaged or cannot be read.
package struct DamagedLines: Equatable, Sendable {
    /// The numbers of the lines, from 1.
    let lines: ClosedRange<Int>
    /// The reason why the first of the lines cannot be read.
    package let failure: LogFailure
    /// The position of the lines' bytes; `nil` if the checksums match.
    let damage: LogSurvey.Damage?

    package init(lines: ClosedRange<Int>, failure: LogFailure, damage: LogSurvey.Damage?) {
        self.lines = lines
        self.failure = failure
        self.damage = damage
    }

    /// The lines in words, such as `line 20` or `lines 20 to 23`.
    package var text: String { lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)" }
}
