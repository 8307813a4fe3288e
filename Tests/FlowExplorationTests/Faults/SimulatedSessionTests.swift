import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

@Suite struct SimulatedSessionTests {
    private static let sessions: UInt64 = 100
    private static let parts: UInt64 = 4

    @Test(arguments: 0..<SimulatedSessionTests.parts)
    func `no session loses a record or strands a viewer, whatever the faults`(part: UInt64) {
        var counts = SessionCounts()
        for seed in stride(from: part, to: SimulatedSessionTests.sessions, by: Int(SimulatedSessionTests.parts)) {
            let result = SimulatedSession(seed: seed).run()
            #expect(result.violation == nil, "seed \(seed): flow-trace simulate --from \(seed) --seeds 1")
            counts.add(result.counts)
        }
        // Checks that every premise occurred, so that no invariant is true merely for lack of events.
        #expect(Fault.allCases.filter { counts.faults[$0] == nil } == [])
        let states = Set(counts.steps.keys.map { String($0.prefix { $0 != "." }) })
        #expect(states == Set(FlowStateName.allCases.map(\.rawValue)))
        #expect(counts.answers[.permitted] != nil)
        #expect(counts.launches > 25)
    }

    @Test func `without faults no session fails`() {
        for seed in 0..<10 as Range<UInt64> {
            let result = SimulatedSession(seed: seed, faults: []).run()
            #expect(result.violation == nil)
            #expect(result.counts.faults.isEmpty)
            #expect(result.counts.relaunchesToRecover == 0)
        }
    }

    @Test func `only the chosen faults occur`() {
        for fault in Fault.allCases where fault != .torn {
            var counts = SessionCounts()
            for seed in 0..<4 as Range<UInt64> { counts.add(SimulatedSession(seed: seed, faults: [fault]).run().counts) }
            #expect(Set(counts.faults.keys).isSubset(of: [fault]), "\(fault)")
        }
    }

    /// Each seed once exposed a defect, in the machine or in the simulation of its surroundings. Their sessions have changed since.
    @Test(arguments: [19, 53, 550, 3_279, 9_468, 46_506, 212_385, 504_179] as [UInt64])
    func `a session that once broke an invariant breaks none now`(seed: UInt64) {
        let withoutLog = Set(Fault.allCases).subtracting([.log, .rotation])
        for faults in [Set(Fault.allCases), withoutLog] {
            #expect(SimulatedSession(seed: seed, faults: faults).run().violation == nil, "flow-trace simulate --from \(seed) --seeds 1")
        }
    }

    @Test func `the log's faults leave all other faults unchanged`() {
        for seed in 0..<20 as Range<UInt64> {
            let all = FaultPlan(seed: seed)
            let ofLog: Set<Fault> = [.log, .rotation]
            let others = FaultPlan(seed: seed, faults: Set(Fault.allCases).subtracting(ofLog))
            #expect(all.entries.filter { !ofLog.contains($0.fault) } == others.entries && all.steps == others.steps)
            #expect(FaultPlan(seed: seed, faults: ofLog).entries.map(\.step) == all.entries.filter { ofLog.contains($0.fault) }.map(\.step))
        }
    }

    @Test func `a plan follows from its options, which print`() {
        var options = FaultOptions()
        options.steps = 30...30
        options.faultsOneIn = [1]
        options.lateBy = [7]
        let plan = FaultPlan(seed: 1, faults: [.late], options)
        #expect(plan.entries.map(\.step) == Array(0..<30))
        #expect(Set(plan.entries.map(\.text)) == ["late: delivery(late(7))"])
        let lines = options.text.split(separator: "\n")
        #expect(lines.contains("steps = 30...30") && lines.contains("lateBy = [7]"))
        #expect(lines.contains { $0.hasPrefix("acts = [start, start, otherProvider, ") })
        #expect(FaultPlan(seed: 1).options == FaultOptions())
    }

    @Test func `a log continues in other segments, and one that fails reports the missing records`() throws {
        var reasons: [Snapshot.Reason] = []
        for seed in 0..<12 as Range<UInt64> {
            let result = SimulatedSession(seed: seed, faults: [.log, .rotation]).run()
            #expect(result.violation == nil)
            #expect(result.logs.count == result.launches.count)
            for log in result.logs {
                var replay = try Replay(log)
                if let reason = replay.snapshot?.reason { reasons.append(reason) }
                while try replay.next() != nil {}
            }
        }
        let kinds = Set(reasons.map { reason in if case .gap(_, let cause) = reason { cause.rawValue } else { "rotation" } })
        #expect(kinds == ["rotation", "writing", "syncing"])
    }

    @Test func `Determinism: one seed gives the same logs, byte for byte`() {
        for seed in 200..<206 as Range<UInt64> {
            let logs = SimulatedSession(seed: seed).run().logs
            #expect(!logs.isEmpty, "seed \(seed)")
            #expect(SimulatedSession(seed: seed).run().logs == logs, "seed \(seed)")
        }
    }

    @Test func `a failing session is shrunk as far as possible`() throws {
        // A viewer who may not try at all does not get in.
        var plan = FaultPlan(seed: 3)
        plan.options.patience = 0
        #expect(!plan.entries.isEmpty)
        let smaller = try #require(SimulatedSession(plan).minimized())
        #expect(smaller.plan.entries.isEmpty)
        #expect(smaller.plan.steps == 0)
        #expect(try #require(smaller.run().violation).hasPrefix("the faults are over, but the viewer cannot sign in: "))
        #expect(SimulatedSession(seed: 3).minimized() == nil)
    }
}
