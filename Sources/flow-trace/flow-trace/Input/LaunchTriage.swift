import FlowMachine
import FlowReading

/// Reads the files of one launch, or of several launches with the same support id, and reports on each launch.
enum LaunchTriage {
    /// The result of one launch.
    enum Result: Sendable {
        case reports([LaunchReport])
        case failed(ReadLaunch.Failure)

        /// Whether a request was not fulfilled.
        var hasUnfulfilled: Bool {
            if case .reports(let reports) = self { reports.contains { !$0.unfulfilled.isEmpty } } else { false }
        }
    }

    /// Returns the reports on the launches in the files at `paths`, in order. The times in the texts are by `clock`.
    static func read(_ paths: [String], _ progress: Progress?, _ clock: DisplayedClock) -> Result {
        agreed(paths, progress, clock) ?? recorded(paths, progress, clock)
    }

    /// Adds to the report on one launch the point of no return of each failed request: the event after which the request could no longer be
    /// fulfilled. The search reads the files again, so it is left out for files that are large or cannot be read twice.
    static func withPointsOfNoReturn(_ result: Result, _ paths: [String]) -> Result {
        guard case .reports(var reports) = result, reports.count == 1, reports[0].hasFailedRequest, paths.allSatisfy(isSmall) else {
            return result
        }
        let files = paths.compactMap { try? LogPieces($0).rest() }
        if files.count == paths.count { reports[0].findPointsOfNoReturn(in: files) }
        return .reports(reports)
    }

    // MARK: Logs that this build decides as recorded

    /// Returns the reports on files that this build decides as recorded. Each file is read once, because the replay also yields the records. Returns
    /// `nil` if a file is large, damaged, decided differently, or cannot be read twice.
    private static func agreed(_ paths: [String], _ progress: Progress?, _ clock: DisplayedClock) -> Result? {
        var reader: LaunchReader?
        var reports: [LaunchReport] = []
        for path in paths where !agrees(path, &reader, &reports, clock) { return nil }
        if let reader { reports.append(reader.report) }
        progress?.advance(bytes: LogFile.size(paths))
        return .reports(reports)
    }

    private static func agrees(
        _ path: String, _ reader: inout LaunchReader?, _ reports: inout [LaunchReport], _ clock: DisplayedClock
    ) -> Bool {
        guard isSmall(path), let bytes = try? LogPieces(path).rest(), var replay = try? Replay(bytes), !replay.skipsDigests else {
            return false
        }
        let launch = LaunchReader.next(after: reader, replay.header, replay.snapshot, clock, &reports)
        do throws(ReplayFailure) { while let record = try replay.next() { launch.note(record) } } catch { return false }
        launch.endSegment(LogFile.name(of: path))
        reader = launch
        return true
    }

    /// Returns whether the log is small enough to read as a whole, and can be read again, unlike a pipe. A compressed log's length is unknown.
    private static func isSmall(_ path: String) -> Bool { !Compression.isNamed(path) && (1...mostAtOnce).contains(LogFile.size([path])) }

    /// The maximum size of a log that is read as a whole, in bytes. A larger log is read in pieces, while another thread replays it.
    private static let mostAtOnce = LaunchReport.mostSearchedBytes

    // MARK: All other logs

    private static func recorded(_ paths: [String], _ progress: Progress?, _ clock: DisplayedClock) -> Result {
        var reader: LaunchReader?
        var reports: [LaunchReport] = []
        do throws(RecordStream.OpeningFailure) {
            for path in paths { try read(path, &reader, &reports, progress, clock) }
        } catch {
            switch error {
            case .unreadable(let file): return .failed(.unreadable(file))
            case .damaged(let failure): return .failed(.damaged(failure, file: LogFile.name(of: paths.last ?? "")))
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
        let replay = LogFile.size([path]) > mostAtOnce ? Meanwhile { replayed(path) } : nil
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
            // Standard input cannot be read again.
            let outcome = path == "-" ? StreamedReplay.result(stream.bytes) : try (replay?.value ?? replayed(path)).get()
            if case .differs(let divergence) = outcome {
                launch.note(TriageCause.difference(divergence, stream.header, LogFile.name(of: path), clock))
            }
        } catch { throw .unreadable(error) }
        launch.endSegment(stream.name)
        reader = launch
    }

    /// Replays the log at `path`.
    private static func replayed(_ path: String) -> Swift.Result<StreamedReplay.Result, UnreadableFile> {
        do throws(UnreadableFile) { return .success(try StreamedReplay.result(path)) } catch { return .failure(error) }
    }
}
