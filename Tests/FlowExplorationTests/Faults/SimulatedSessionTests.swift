import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

@Suite struct SimulatedSessionTests {
    private static let sessions: UInt64 = 100
    private static let parts: UInt64 = 4

    @Test(arguments: 0..<SimulatedSessionTests.parts)
    func `Nothing is lost and nobody is left outside, whatever goes wrong`(part: UInt64) {
        var reached = Reached()
        for seed in stride(from: part, to: SimulatedSessionTests.sessions, by: Int(SimulatedSessionTests.parts)) {
            let result = SimulatedSession(seed: seed).run()
            #expect(result.violation == nil, "seed \(seed): flow-trace simulate --from \(seed) --seeds 1")
            reached.add(result.reached)
        }
        // Nothing holds because nothing happened.
        #expect(Fault.allCases.filter { reached.faults[$0] == nil } == [])
        let states = Set(reached.steps.keys.map { String($0.prefix { $0 != "." }) })
        #expect(states == Set(FlowState.Name.allCases.map(\.rawValue)))
        #expect(reached.answers[.permitted] != nil)
        #expect(reached.launches > 25)
    }

    @Test func `Without faults nothing goes wrong`() {
        for seed in 0..<10 as Range<UInt64> {
            let result = SimulatedSession(seed: seed, faults: []).run()
            #expect(result.violation == nil)
            #expect(result.reached.faults.isEmpty)
            #expect(result.reached.relaunchesToRecover == 0)
        }
    }

    @Test func `Only the chosen faults take place`() {
        for fault in Fault.allCases where fault != .torn {
            var reached = Reached()
            for seed in 0..<4 as Range<UInt64> { reached.add(SimulatedSession(seed: seed, faults: [fault]).run().reached) }
            #expect(Set(reached.faults.keys).isSubset(of: [fault]), "\(fault)")
        }
    }

    /// Each showed something that went wrong, in the machine or in the simulation of what is around it.
    @Test(arguments: [53, 550, 3_279, 9_468, 46_506, 212_385, 504_179] as [UInt64])
    func `a session that once broke something breaks nothing any more`(seed: UInt64) {
        #expect(SimulatedSession(seed: seed).run().violation == nil, "flow-trace simulate --from \(seed) --seeds 1")
    }

    @Test func `Determinism: one seed gives the same logs, byte for byte`() {
        for seed in 200..<206 as Range<UInt64> {
            let logs = SimulatedSession(seed: seed).run().logs
            #expect(!logs.isEmpty, "seed \(seed)")
            #expect(SimulatedSession(seed: seed).run().logs == logs, "seed \(seed)")
        }
    }

    @Test func `A failing session is made as small as can be`() throws {
        // Nobody gets in who may not try at all.
        var plan = FaultPlan(seed: 3)
        plan.patience = 0
        #expect(!plan.entries.isEmpty)
        let smaller = try #require(SimulatedSession(plan).minimised())
        #expect(smaller.plan.entries.isEmpty)
        #expect(smaller.plan.steps == 0)
        #expect(try #require(smaller.run().violation).hasPrefix("all is well again, and the viewer does not get in: "))
        #expect(SimulatedSession(seed: 3).minimised() == nil)
    }
}

@Suite struct FaultyLogTests {
    /// A log of three records, two of which are durable.
    private func log() -> (log: FaultyLog, lines: [Int]) {
        var recorder = Recorder(header: LogHeader(app: "Test/1", support: "test", settings: .appleTV))
        var log = FaultyLog(header: recorder.headerLine)
        var lines: [Int] = []
        for (index, origin) in [.app(.launched(PersistedState())), .app(.backgrounded), .app(.foregrounded)].enumerated()
            as EnumeratedSequence<[FlowEvent.Origin]>
        {
            log.append(recorder.record(FlowEvent(time: SimulatedWorld.start, origin: origin)).line)
            lines.append(log.bytes.count)
            log.write(log.bytes.count)
            if index < 2 { log.sync(through: Int64(index) + 1, bytes: log.bytes.count) }
        }
        return (log, lines)
    }

    @Test func `A power loss cuts only what was not durable, at any byte`() {
        let (log, lines) = log()
        for thousandths in 0...1000 {
            let left = log.survivors(.kept(thousandths: thousandths))
            let (complaint, records) = log.examine(left)
            #expect(complaint == nil)
            #expect(left.count >= lines[1])
            #expect(records == (left.count == lines[2] ? 3 : 2))
        }
        #expect(log.survivors(.nothingLost) == log.bytes)
    }

    @Test func `The end of a process takes what was not handed to the system`() {
        var (log, lines) = log()
        log.append([0])
        #expect(log.survivors(.nothingLost).count == lines[2])
        #expect(log.survivors(.kept(thousandths: 1000)).count == lines[2])
    }

    @Test func `A durable record that is lost is told`() throws {
        let (log, lines) = log()
        let complaint = try #require(log.examine(Array(log.bytes[..<(lines[1] - 1)])).complaint)
        #expect(complaint == "record 2 was durable and is lost: 1 are left")
        var damaged = log.bytes
        damaged[lines[0] + 20] ^= 1
        #expect(try #require(log.examine(damaged).complaint).hasPrefix("the log is damaged: "))
    }
}
