import FlowMachine

// The bytes that wait to be written, and the retries after a failure.
extension LogCore {
    /// Bytes that are written to the disk together.
    struct Batch: Sendable {
        struct Opening: Sendable {
            let isGap: Bool
            let time: Instant
            /// The number of the last event before the segment.
            let after: Int64
        }

        /// The segment that begins with these bytes, if one does.
        let opening: Opening?
        private(set) var bytes: [UInt8]
        /// The number of records.
        private(set) var lines = 0
        /// The number of the last event in the batch, or before it.
        private(set) var last: Int64
        /// Events up to this number need not wait for the disk.
        private(set) var handed: Int64 = 0
        private(set) var mustSync = false
        private var someoneWaits = false

        init(opening: Opening? = nil, bytes: [UInt8] = []) {
            self.opening = opening
            self.bytes = bytes
            last = opening?.after ?? 0
        }

        mutating func add(_ line: [UInt8], _ number: Int64, _ waits: LogWait) {
            bytes += line
            lines += 1
            last = number
            if waits == .disk { mustSync = true }
            if waits != .system { someoneWaits = true }
            if !someoneWaits { handed = number }
        }
    }

    /// The log keeps nothing; when to try again.
    struct Trouble: Sendable {
        let cause: Snapshot.Cause
        var isTrying = false
        private var failures = 1
        private var asked: Instant?

        init(cause: Snapshot.Cause) { self.cause = cause }

        /// The trouble after another failure.
        func again() -> Trouble {
            var next = self
            next.failures += 1
            next.isTrying = false
            next.asked = nil
            return next
        }

        /// Whether the log should try again now: at once after the first failure, then after 1 s, 2 s and so on up to 5 min.
        mutating func isDue(at now: Instant) -> Bool {
            if isTrying { return false }
            // If the clock was set back, the pause starts again.
            let since = asked.map { now < $0 ? now : $0 } ?? now
            asked = since
            let pause: Int64 = failures < 2 ? 0 : min(300_000, 1000 << Int64(min(failures - 2, 20)))
            return since.advanced(by: Interval(milliseconds: pause)) <= now
        }
    }
}
