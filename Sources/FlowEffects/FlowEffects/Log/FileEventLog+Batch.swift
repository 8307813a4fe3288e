import FlowMachine

// What waits to be written, and what is tried after a failure.
extension FileEventLog {
    /// Bytes that go to the disk together.
    struct Batch: Sendable {
        struct Opening: Sendable {
            let isGap: Bool
            let time: Instant
        }

        /// Whether a segment begins with them.
        var opening: Opening?
        var bytes: [UInt8] = []
        /// How many records they are.
        private(set) var lines = 0
        /// The number of the last event in it.
        var last: Int64 = 0
        /// The events up to this one need not wait for the disk.
        var handed: Int64 = 0
        var mustSync = false
        private var someoneWaits = false

        init(opening: Opening? = nil, bytes: [UInt8] = [], last: Int64 = 0) {
            self.opening = opening
            self.bytes = bytes
            self.last = last
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

    /// Nothing is kept, and when that may change.
    struct Trouble: Sendable {
        let cause: Snapshot.Cause
        var isTrying = false
        private var failures = 1
        private var asked: Instant?

        init(cause: Snapshot.Cause) { self.cause = cause }

        /// After another failure.
        func again() -> Trouble {
            var next = self
            next.failures += 1
            next.isTrying = false
            next.asked = nil
            return next
        }

        /// Whether it is time to try again: at once after the first failure, then after 1 s, 2 s and so on up to 5 min.
        mutating func isDue(at now: Instant) -> Bool {
            if isTrying { return false }
            // A clock that was set back begins the pause anew.
            let since = asked.map { now < $0 ? now : $0 } ?? now
            asked = since
            let pause: Int64 = failures < 2 ? 0 : min(300_000, 1000 << Int64(min(failures - 2, 20)))
            return since.advanced(by: Interval(milliseconds: pause)) <= now
        }
    }
}
