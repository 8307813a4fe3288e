import FlowMachine
import FlowSimulation

/// One session with faults: a household, a device and Adobe, all determined by a seed.
///
/// First there are faults. Then everything works again, and the viewer tries until a playback is permitted. A session makes these checks:
/// - at every event: every invariant;
/// - at every effect: the log has reported the effect's record;
/// - at every end of a process: the log still contains every durable record, reports missing events, continues from segment to segment, and
///   replays to the same decisions;
/// - at every launch: the vault contains all kept values and no others.
///
/// ```swift
/// let faults: Set<Fault> = [.crash, .torn, .throttled, .lost]
/// let result = SimulatedSession(seed: seed, faults: faults).run()
/// #expect(result.violation == nil, "flow-trace simulate --from \(seed) --seeds 1")
/// ```
public struct SimulatedSession: Sendable {
    /// The faults of the session.
    public let plan: FaultPlan

    /// Creates the session for a seed, with only the kinds of faults in `faults`.
    public init(seed: UInt64, faults: Set<Fault> = Set(Fault.allCases)) { plan = FaultPlan(seed: seed, faults: faults) }

    /// Creates the session with the faults of a plan.
    public init(_ plan: FaultPlan) { self.plan = plan }

    /// The result of a session.
    public struct Result: Sendable {
        /// The violation, in one line; `nil` if there was none.
        public let violation: String?
        /// The segments of the logs, as far as they reached the disk.
        public let logs: [[UInt8]]
        /// The number of the launch of each segment in `logs`, starting at 1.
        public let launches: [Int]
        /// The log of the last launch in one segment, including records that did not reach the disk. If an invariant was broken, the last event
        /// breaks the invariant.
        public let lastLaunch: [UInt8]
        /// The counts of the situations that the session reached.
        public let counts: SessionCounts
    }

    /// Runs the session. The result is the same each time.
    public func run() -> Result {
        var world = FaultyWorld(plan)
        world.run()
        let (logs, launches) = (world.logs.map(\.bytes), world.logs.map(\.launch))
        return Result(
            violation: world.broken, logs: logs, launches: launches, lastLaunch: world.wholeLog, counts: world.reached)
    }

    /// Returns a session with fewer faults and steps that still has a violation of the same kind; `nil` if this session has no violation.
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

    /// Returns the kind of a violation: its text up to the first colon or number.
    private static func kind(_ violation: String) -> Substring { violation.prefix { $0 != ":" && !$0.isNumber } }
}
