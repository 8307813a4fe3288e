import FlowMachine
import FlowReading

/// Reads the files of one launch, or of launches with one support id, and judges each.
enum LaunchTriage {
    /// The result of one launch.
    enum Result: Sendable {
        case reports([LaunchReport])
        case unreadable(UnreadableFile)
        /// The header cannot be read.
        case damaged(LogFailure, file: String)
    }

    /// The reports on the launches in these files, in order. `clock`: that of the times in their texts.
    static func read(_ paths: [String], _ progress: Progress?, _ clock: DisplayedClock) -> Result {
        var reader: LaunchReader?
        var reports: [LaunchReport] = []
        do throws(RecordStream.OpeningFailure) {
            for path in paths { try read(path, &reader, &reports, progress, clock) }
        } catch {
            switch error {
            case .unreadable(let file): return .unreadable(file)
            case .damaged(let failure): return .damaged(failure, file: LogFile.name(of: paths.last ?? ""))
            }
        }
        if let reader { reports.append(reader.report) }
        return .reports(reports)
    }

    private static func read(
        _ path: String, _ reader: inout LaunchReader?, _ reports: inout [LaunchReport], _ progress: Progress?,
        _ clock: DisplayedClock
    ) throws(RecordStream.OpeningFailure) {
        var stream = try RecordStream(path, pastDamage: true, progress)
        let launch = LaunchReader.next(after: reader, stream.header, stream.snapshot, clock, &reports)
        var findings = DamageFindings(stream.name, stream.header, clock)
        do throws(UnreadableFile) {
            while let element = try stream.next() {
                switch element {
                case .record(let record): launch.note(record)
                case .damage(let lines):
                    launch.noteDamage(lines)
                    if let finding = findings.next(lines, in: stream.bytes) { launch.note(finding) }
                }
            }
            if let rest = findings.rest { launch.note(rest) }
            if let divergence = try firstDifference(path, stream) {
                launch.note(TriageCause.difference(divergence, stream.header, LogFile.name(of: path), clock))
            }
        } catch { throw .unreadable(error) }
        launch.endSegment(stream.name)
        reader = launch
    }

    /// The first event that this build decides differently.
    private static func firstDifference(_ path: String, _ stream: RecordStream) throws(UnreadableFile) -> Divergence? {
        let isInMemory = stream.failure != nil || path == "-"
        let outcome = isInMemory ? StreamedReplay.result(stream.bytes) : try StreamedReplay.result(path)
        if case .differs(let divergence) = outcome { return divergence }
        return nil
    }
}
