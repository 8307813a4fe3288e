import FlowMachine

/// Lines of a log that cannot be trusted or read.
package struct DamagedLines: Equatable, Sendable {
    /// The lines, from 1.
    let lines: ClosedRange<Int>
    /// The reason why the first of the lines cannot be read.
    package let failure: LogFailure
    /// Their position, if their checksums do not match.
    let damage: LogSurvey.Damage?

    package init(lines: ClosedRange<Int>, failure: LogFailure, damage: LogSurvey.Damage?) {
        self.lines = lines
        self.failure = failure
        self.damage = damage
    }

    /// `line 20`, `lines 20 to 23`.
    package var text: String { lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)" }
}
