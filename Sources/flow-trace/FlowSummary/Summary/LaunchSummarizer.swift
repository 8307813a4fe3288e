import FlowMachine

/// Summarizes launches from the segments of their logs, in the order in which `Flow.exportedSegments()` returns them. The library's overview has an
/// example.
///
/// ```swift
/// let launches = LaunchSummarizer()
/// for segment in segments {
///     if let summary = try launches.add(segment) { send(summary) }
/// }
/// ```
public final class LaunchSummarizer {
    private var launch: LaunchFold?

    /// Creates a summarizer that has not read a segment yet.
    public init() {}

    /// Reads the next segment, and continues after damaged lines.
    ///
    /// - Returns: The summary of the previous launch if the segment begins another launch; otherwise `nil`.
    /// - Throws: `LogFailure` if the beginning of the segment cannot be read. The summarizer then stays unchanged.
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

    /// The summary of the last segment's launch so far; `nil` if no segment was read.
    public var last: LaunchSummary? { launch?.summary }
}

extension LaunchSummary {
    /// Summarizes one launch from its segments, in order. Reading stops at the first segment of another launch. `nil` if there is no segment.
    ///
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
