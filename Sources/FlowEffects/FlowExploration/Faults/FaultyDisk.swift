import FlowEffects
import FlowMachine
import FlowSimulation

/// The disk that the log is on: how slow it is, and for how long it fails.
struct FaultyDisk {
    /// Each record takes this long to become durable, for this number of records.
    var slow: (milliseconds: Int64, records: Int)?
    /// What fails, and how many more times before it works again.
    var failing: (how: Mishap.DiskFailure, times: Int)?
    /// Whether the segment has grown so large that another should begin.
    var isFull = false
    /// Why the flow was asked to begin another segment.
    var asked: Snapshot.Reason?

    /// Nothing is kept; another segment is tried at once after the first failure, then after pauses.
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
