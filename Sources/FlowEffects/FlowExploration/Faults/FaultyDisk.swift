import FlowEffects
import FlowMachine
import FlowSimulation

/// The disk under the log: how slow it is, and for how long it fails.
struct FaultyDisk {
    /// So long a record takes to become durable, for as many records.
    var slow: (milliseconds: Int64, records: Int)?
    /// What fails, and how often it still does before it works again.
    var failing: (how: Mishap.DiskFailure, times: Int)?
    /// Whether the segment has grown so large that another is to begin.
    var isFull = false
    /// What the flow was asked to begin another segment for.
    var asked: Snapshot.Reason?

    /// Nothing is kept, and when another segment is tried: at once after the first failure, then after pauses.
    struct Trouble {
        let cause: Snapshot.Cause
        var isTrying = false
        private var failures = 1
        private var asked: Instant?

        init(cause: Snapshot.Cause) { self.cause = cause }

        mutating func failAgain() {
            failures += 1
            isTrying = false
            asked = nil
        }

        mutating func isDue(at now: Instant) -> Bool {
            if isTrying { return false }
            let since = asked.map { min($0, now) } ?? now
            asked = since
            let pause: Int64 = failures < 2 ? 0 : min(300_000, 1000 << Int64(min(failures - 2, 20)))
            return since.advanced(by: Interval(milliseconds: pause)) <= now
        }
    }
}
