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
        #expect(states == Set(FlowState.Name.allCases.map(\.rawValue)))
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

    /// Each seed exposed a defect, in the machine or in the simulation of its surroundings; all but the first before
    /// the log could fail.
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
        plan.patience = 0
        #expect(!plan.entries.isEmpty)
        let smaller = try #require(SimulatedSession(plan).minimized())
        #expect(smaller.plan.entries.isEmpty)
        #expect(smaller.plan.steps == 0)
        #expect(try #require(smaller.run().violation).hasPrefix("the faults are over, but the viewer cannot sign in: "))
        #expect(SimulatedSession(seed: 3).minimized() == nil)
    }
}

@Suite struct FaultyLogTests {
    /// A log of three records, two of which are durable.
    private func log() -> (log: FaultyLog, lines: [Int], recorder: Recorder) {
        var recorder = Recorder(header: LogHeader(app: "Test/1", support: "test", settings: .appleTV))
        var log = FaultyLog(header: recorder.headerLine)
        var lines: [Int] = []
        for number in 1...3 as ClosedRange<Int64> {
            let origin: FlowEvent.Origin =
                number == 1 ? .app(.launched(PersistedState())) : number == 2 ? .app(.backgrounded) : .app(.foregrounded)
            append(origin, number, &recorder, &log)
            lines.append(log.end.bytes)
            log.write(log.end)
            if number < 3 { log.sync(log.end) }
        }
        return (log, lines, recorder)
    }

    private func append(_ origin: FlowEvent.Origin, _ number: Int64, _ recorder: inout Recorder, _ log: inout FaultyLog) {
        log.append(recorder.record(FlowEvent(time: SimulatedWorld.start, origin: origin)).line, number: number)
    }

    private func left(_ log: FaultyLog, _ thousandths: Int) -> [UInt8] { log.survivors(.kept(thousandths: thousandths))[0] ?? [] }

    @Test func `a power loss cuts only bytes that were not durable, at any byte`() {
        let (log, lines, _) = log()
        for thousandths in 0...1000 {
            let left = left(log, thousandths)
            let (complaint, records) = log.examine([left])
            #expect(complaint == nil)
            #expect(left.count >= lines[1])
            #expect(records == (left.count == lines[2] ? 3 : 2))
        }
        #expect(log.survivors(.nothingLost) == [log.segments[0].bytes])
    }

    @Test func `the end of a process loses bytes not yet handed to the system`() {
        var (log, lines, _) = log()
        log.append([0], number: 4)
        #expect(log.survivors(.nothingLost)[0]?.count == lines[2])
        #expect(left(log, 1000).count == lines[2])
    }

    @Test func `a lost durable record is reported`() throws {
        let (log, lines, _) = log()
        let bytes = log.segments[0].bytes
        let complaint = try #require(log.examine([Array(bytes[..<(lines[1] - 1)])]).complaint)
        #expect(complaint == "record 2 was durable, but the log ends with record 1")
        var damaged = bytes
        damaged[lines[0] + 20] ^= 1
        #expect(try #require(log.examine([damaged]).complaint).hasPrefix("the log is damaged: "))
    }

    @Test func `a segment continues the one before, which is durable by then`() throws {
        var (log, lines, recorder) = log()
        log.begin(recorder.beginSegment(.rotation), .rotation)
        append(.app(.backgrounded), 4, &recorder, &log)
        #expect(log.isUnopened(log.end))
        #expect(log.survivors(.nothingLost)[1] == nil)
        log.open(1)
        log.sync(log.end)
        #expect(left(log, 0).count == lines[2])
        #expect(log.examine(log.survivors(.kept(thousandths: 0))) == (nil, 4))
        let missing = log.examine([Array(log.segments[0].bytes[..<lines[1]]), log.segments[1].bytes])
        #expect(missing.complaint == "record 3 was durable, but the log ends with record 2")
    }

    @Test func `a failed segment keeps a part of its unsynced bytes, and an unreported gap is reported`() throws {
        var (log, _, recorder) = log()
        append(.app(.backgrounded), 4, &recorder, &log)
        let end = log.end.bytes
        log.fail(0, kept: 500)
        #expect(log.lastKept == 2)
        #expect(left(log, 1000).count < end)
        append(.app(.foregrounded), 5, &recorder, &log)
        for from in [3, 6] as [Int64] {
            var other = log
            var segment = recorder
            let reason = Snapshot.Reason.gap(from: from, .writing)
            other.begin(segment.beginSegment(reason), reason)
            other.open(1)
            other.sync(other.end)
            let complaint = other.examine(other.survivors(.kept(thousandths: 1000))).complaint
            #expect(complaint == (from == 3 ? nil : "events 4 to 5 are missing, and the log does not report it"))
        }
    }
}
