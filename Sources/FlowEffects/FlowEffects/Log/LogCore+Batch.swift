import FlowMachine

// The types for the bytes that wait to be written, and for the retries after a failure.
extension LogCore {
    /// Bytes that are written to the disk together.
    struct Batch: Sendable {
        struct Opening: Sendable {
            let isGap: Bool
            let time: Instant
            /// The number of the last event before the segment.
            let after: Int64
        }

        /// The segment that begins with these bytes; `nil` if they continue the current segment.
        let opening: Opening?
        private(set) var bytes: [UInt8]
        /// The number of records.
        private(set) var lines = 0
        /// The number of the last event in the batch; without events, the number of the last event before the batch.
        private(set) var last: Int64
        /// The number of the last event up to which no record needs a sync. The operating system must only have received these records.
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

    /// The state of a log that writes nothing after a failure. Decides when the log tries again.
    struct Trouble: Sendable {
        let cause: Snapshot.Cause
        var isTrying = false
        private var failures = 1
        private var asked: Instant?

        init(cause: Snapshot.Cause) { self.cause = cause }

        /// Returns the state after one more failure.
        func again() -> Trouble {
            var next = self
            next.failures += 1
            next.isTrying = false
            next.asked = nil
            return next
        }

        /// Returns whether the log should try again now. The pause before an attempt is 0 after the first failure and 1 s after the second. It then
        /// doubles with each failure, up to 5 min.
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
