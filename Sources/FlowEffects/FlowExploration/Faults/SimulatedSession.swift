import FlowMachine
import FlowSimulation

/// One session with faults: a household, a device and Adobe, all determined by a seed.
///
/// Faults come first. Then everything works again, and the viewer tries until they can play. At every event, every invariant is checked; at
/// every effect, that the log has reported its record; at every end of a process, that the log still has every durable record, reports what
/// is missing, continues from segment to segment and replays to the same decisions; at every launch, that the vault has what was kept and
/// nothing else.
///
/// ```swift
/// let faults: Set<Fault> = [.crash, .torn, .throttled, .lost]
/// let result = SimulatedSession(seed: seed, faults: faults).run()
/// #expect(result.violation == nil, "flow-trace simulate --from \(seed) --seeds 1")
/// ```
public struct SimulatedSession: Sendable {
    /// The faults of the session.
    public let plan: FaultPlan

    /// Creates the session with that seed, with these kinds of faults.
    public init(seed: UInt64, faults: Set<Fault> = Set(Fault.allCases)) { plan = FaultPlan(seed: seed, faults: faults) }

    /// Creates the session with these faults.
    public init(_ plan: FaultPlan) { self.plan = plan }

    /// The result of a session.
    public struct Result: Sendable {
        /// What was broken, in one line; `nil` if nothing was.
        public let violation: String?
        /// The segments of the logs, as far as they could be written.
        public let logs: [[UInt8]]
        /// The launch of each of `logs`, starting at 1.
        public let launches: [Int]
        /// The log of the last launch in one segment, also what could not be written. If something was broken, its last event breaks it.
        public let lastLaunch: [UInt8]
        /// The situations that the session reached, counted.
        public let counts: SessionCounts
    }

    /// Runs the session: each time with the same result.
    public func run() -> Result {
        var world = FaultyWorld(plan)
        world.run()
        let (logs, launches) = (world.logs.map(\.bytes), world.logs.map(\.launch))
        return Result(
            violation: world.broken, logs: logs, launches: launches, lastLaunch: world.wholeLog, counts: world.reached)
    }

    /// The same session with fewer faults, as few as still cause a violation of the same kind; `nil` if nothing is broken.
    public func minimized() -> SimulatedSession? {
        guard let kind = run().violation.map(SimulatedSession.kind) else { return nil }
        var fewest = plan
        var length = max(plan.entries.count / 2, 1)
        while length >= 1 {
            var start = 0
            while start < fewest.entries.count {
                var fewer = fewest
                fewer.entries.removeSubrange(start..<min(start + length, fewer.entries.count))
                if breaks(fewer, kind) { fewest = fewer } else { start += length }
            }
            length /= 2
        }
        for steps in [0, 5, 10, 20, 40, 80] where steps < fewest.steps {
            var shorter = fewest
            shorter.steps = steps
            shorter.entries.removeAll { $0.step >= steps }
            if breaks(shorter, kind) {
                fewest = shorter
                break
            }
        }
        return SimulatedSession(fewest)
    }

    private func breaks(_ plan: FaultPlan, _ kind: Substring) -> Bool {
        SimulatedSession(plan).run().violation.map(SimulatedSession.kind) == kind
    }

    /// The violation without its particulars.
    private static func kind(_ violation: String) -> Substring { violation.prefix { $0 != ":" && !$0.isNumber } }
}
