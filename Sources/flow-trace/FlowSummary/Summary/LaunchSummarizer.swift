import FlowMachine

/// Summarizes launches from the segments of their logs, one segment after the other, as `Flow.exportedSegments()` delivers them. The
/// library's overview has an example.
///
/// ```swift
/// let launches = LaunchSummarizer()
/// for segment in segments {
///     if let summary = try launches.add(segment) { send(summary) }
/// }
/// ```
public final class LaunchSummarizer {
    private var launch: LaunchFold?

    /// Begins with no segment.
    public init() {}

    /// Reads the next segment, also past damage.
    /// - Returns: the summary of the launch before, if the segment begins another launch.
    /// - Throws: `LogFailure` if the beginning of the segment cannot be read; then nothing has changed.
    public func add(_ segment: [UInt8]) throws(LogFailure) -> LaunchSummary? {
        var log = try LogReader(segment)
        var ended: LaunchSummary?
        if let launch, let snapshot = log.snapshot, launch.isContinued(by: log.header, snapshot) {
            launch.beginSegment(snapshot)
        } else {
            ended = last
            launch = LaunchFold(log.header, log.snapshot)
        }
        guard let launch else { return ended }
        var isDone = false
        while !isDone {
            do throws(LogFailure) {
                while let record = try log.next() { launch.note(record) }
                isDone = true
            } catch {
                launch.noteDamage(error)
                isDone = !log.resumeAfterDamage()
            }
        }
        return ended
    }

    /// The summary of the launch of the last segment, as far as it was read; `nil` if there was none.
    public var last: LaunchSummary? { launch?.summary }
}

extension LaunchSummary {
    /// The summary of one launch from its segments, in order. Segments of other launches after it are not read.
    /// - Throws: `LogFailure` if the beginning of a segment cannot be read.
    public init?(segments: [[UInt8]]) throws(LogFailure) {
        let launches = LaunchSummarizer()
        for segment in segments {
            if let first = try launches.add(segment) {
                self = first
                return
            }
        }
        guard let last = launches.last else { return nil }
        self = last
    }
}
