import FlowMachine
import FlowSimulation
import Testing

@testable import FlowEffects
@testable import FlowExploration

@Suite struct FaultyLogTests {
    private var recorder = FlowRecorder(header: LogHeader(app: "Test/1", support: "test", settings: .appleTV))
    private var log = FaultyLog(sync: .every)
    /// How many bytes the last segment has after each record.
    private var ends: [Int] = []

    /// A log of three records, of which the last is written but not synced.
    init() {
        log.core.begin(recorder.headerLine, at: SimulatedWorld.start)
        append(.app(.launched(PersistedState())))
        append(.app(.backgrounded))
        append(.app(.foregrounded)) { $0 == .sync }
    }

    /// Appends a record, and performs the log's actions before the one that `isNext` describes.
    /// - Returns: that action.
    @discardableResult
    private mutating func append(
        _ origin: FlowEvent.Origin, waits: LogWait = .policy, isNext: (LogCore.Action) -> Bool = { _ in false }
    ) -> LogCore.Action? {
        let record = recorder.record(FlowEvent(time: SimulatedWorld.start, origin: origin))
        _ = log.append(record.line, number: record.number, waits: waits)
        defer { ends.append(log.segments.last?.bytes.count ?? 0) }
        return perform(isNext)
    }

    @discardableResult
    private mutating func perform(_ isNext: (LogCore.Action) -> Bool = { _ in false }) -> LogCore.Action? {
        while let action = log.core.next() {
            if isNext(action) { return action }
            if case .report(let report) = action { log.note(report) }
            let isAllowed = log.perform(action)
            #expect(isAllowed)
        }
        return nil
    }

    private static func isWrite(_ action: LogCore.Action) -> Bool { if case .write = action { true } else { false } }

    private mutating func beginSegment(_ reason: Snapshot.Reason) {
        log.core.beginSegment(recorder.beginSegment(reason), reason, at: SimulatedWorld.start)
    }

    @Test func `a power loss cuts only bytes that were not durable, at any byte`() {
        for thousandths in 0...1000 {
            let left = log.survivors(.kept(thousandths: thousandths))
            #expect(left[0].count >= ends[1])
            #expect(log.examine(.kept(thousandths: thousandths)) == (nil, left[0].count == ends[2] ? 3 : 2))
        }
        #expect(log.survivors(.nothingLost) == [log.segments[0].bytes])
    }

    @Test mutating func `the end of a process loses bytes not yet handed to the system`() {
        append(.app(.backgrounded), isNext: FaultyLogTests.isWrite)
        #expect(log.survivors(.nothingLost)[0].count == ends[2])
    }

    @Test mutating func `a lost durable record is reported`() throws {
        let bytes = log.segments[0].bytes
        #expect(log.examine([Array(bytes[..<(ends[1] - 1)])], .nothingLost).complaint == "record 2 was durable, but the log lost it")
        var damaged = bytes
        damaged[ends[0] + 20] ^= 1
        #expect(try #require(log.examine([damaged], .nothingLost).complaint).hasPrefix("the log is damaged: "))
    }

    @Test mutating func `a record that waits only for the system must survive the process, but not a power cut`() {
        append(.app(.backgrounded), waits: .system) { $0 == .sync }
        let cut = [Array(log.segments[0].bytes[..<ends[2]])]
        #expect(log.examine(cut, .kept(thousandths: 0)).complaint == nil)
        #expect(log.examine(cut, .nothingLost).complaint == "record 4 was durable, but the log lost it")
    }

    @Test mutating func `a segment continues the one before, which is durable by then`() {
        beginSegment(.rotation)
        append(.app(.backgrounded))
        #expect(log.segments.count == 2)
        #expect(log.survivors(.kept(thousandths: 0))[0].count == ends[2])
        #expect(log.examine(.kept(thousandths: 0)) == (nil, 4))
        let missing = log.examine([Array(log.segments[0].bytes[..<ends[1]]), log.segments[1].bytes], .nothingLost)
        #expect(missing.complaint == "a segment continues after event 3, but the previous one ends with event 2")
    }

    @Test mutating func `a failed write leaves a part of its bytes, and an unreported gap is reported`() throws {
        let write = append(.app(.backgrounded), isNext: FaultyLogTests.isWrite)
        log.fail(try #require(write), .writing(thousandths: 500))
        perform()
        #expect(!log.isKeeping)
        #expect(log.segments[0].bytes.count > ends[2])
        #expect(log.segments[0].wholeLines.count == ends[2])
        let reason = log.core.reasonForSegment(at: SimulatedWorld.start)
        #expect(reason == .gap(from: 4, .writing))
        append(.app(.foregrounded))
        for from in [4, 7] as [Int64] {
            var other = self
            other.beginSegment(.gap(from: from, .writing))
            other.append(.app(.backgrounded))
            #expect(other.log.isKeeping)
            let complaint = from == 4 ? nil : "events 4 to 6 are missing, and the log does not report it"
            #expect(other.log.examine(.nothingLost).complaint == complaint)
        }
    }
}
