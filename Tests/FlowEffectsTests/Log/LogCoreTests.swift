import FlowMachine
import Testing

@testable import FlowEffects

/// The log's decisions, step by step. `FileEventLogTests` shows the same with a disk, `SimulatedSession` with faults.
@Suite struct LogCoreTests {
    private let start = Instant(milliseconds: 1_000_000)
    private static let soon = Interval(milliseconds: 0)

    private func begun(_ sync: FileEventLog.Sync = .every, segmentBytes: Int = 1_000) -> LogCore {
        var core = LogCore(sync: sync, segmentBytes: segmentBytes)
        core.begin([1], at: start)
        #expect(wake(&core) == LogCoreTests.soon)
        #expect(actions(&core) == [.open(at: start, after: 0), .write([1])] + (sync == .never ? [] : [.sync]) + [.check])
        return core
    }

    private func actions(_ core: inout LogCore) -> [LogCore.Action] {
        var actions: [LogCore.Action] = []
        while let action = core.next() { actions.append(action) }
        return actions
    }

    // The macro `expect` cannot call a mutating member.
    private func append(_ line: [UInt8], _ number: Int64, _ waits: LogWait, to core: inout LogCore) -> Bool {
        core.append(line, number: number, waits: waits)
    }

    private func wake(_ core: inout LogCore) -> Interval? { core.wake() }

    private func next(_ core: inout LogCore) -> LogCore.Action? { core.next() }

    private func reason(_ core: inout LogCore) -> Snapshot.Reason? { core.reasonForSegment(at: start) }

    private func failure(_ reason: EventLogFailure.Reason) -> EventLogFailure { EventLogFailure(reason, place: "log", cause: "full") }

    @Test func `waiting records are written together, synced and then reported`() {
        var core = begun()
        for number in 1...3 as ClosedRange<Int64> { #expect(!append([UInt8(number)], number, .policy, to: &core)) }
        #expect(wake(&core) == LogCoreTests.soon)
        #expect(wake(&core) == nil)
        #expect(actions(&core) == [.write([1, 2, 3]), .sync, .check, .report(.durable(3))])
        #expect(!append([4], 4, .policy, to: &core))
        #expect(wake(&core) == LogCoreTests.soon)
    }

    @Test func `records that arrive during a write form the next batch, without another wake-up`() {
        var core = begun()
        _ = append([1], 1, .policy, to: &core)
        #expect(wake(&core) != nil)
        #expect(next(&core) == .write([1]))
        _ = append([2], 2, .policy, to: &core)
        #expect(wake(&core) == nil)
        #expect(actions(&core) == [.sync, .check, .report(.durable(1)), .write([2]), .sync, .check, .report(.durable(2))])
    }

    @Test func `a group waits for its delay, or until it is full or an urgent record arrives`() {
        let delay = Interval(milliseconds: 5)
        var core = begun(.group(maxDelay: Duration(delay)))
        _ = append([1], 1, .policy, to: &core)
        #expect(wake(&core) == delay)
        _ = append([2], 2, .policy, to: &core)
        #expect(wake(&core) == nil)
        var urgent = core
        _ = append([3], 3, .disk, to: &urgent)
        #expect(wake(&urgent) == LogCoreTests.soon)
        for number in 3...16 as ClosedRange<Int64> { _ = append([0], number, .policy, to: &core) }
        #expect(wake(&core) == LogCoreTests.soon)
        _ = actions(&core)
        core.waited()
        _ = append([17], 17, .policy, to: &core)
        #expect(wake(&core) == delay)
    }

    @Test func `a record that waits only for the system is reported before the sync`() {
        var core = begun()
        #expect(!append([1], 1, .system, to: &core))
        _ = append([2], 2, .policy, to: &core)
        #expect(actions(&core) == [.write([1, 2]), .report(.durable(1)), .sync, .check, .report(.durable(2))])
    }

    @Test func `under never, a record waits only behind one that must be on the disk`() {
        var core = begun(.never)
        #expect(append([1], 1, .policy, to: &core))
        #expect(wake(&core) == Interval(FileEventLog.writeDelay))
        #expect(!append([2], 2, .disk, to: &core))
        #expect(!append([3], 3, .policy, to: &core))
        #expect(actions(&core) == [.write([1, 2, 3]), .sync, .check, .report(.durable(3))])
        #expect(append([4], 4, .policy, to: &core))
    }

    @Test func `a full segment is closed before the next one opens`() {
        var core = begun(.never, segmentBytes: 3)
        _ = append([1], 1, .policy, to: &core)
        #expect(reason(&core) == nil)
        _ = append([2], 2, .policy, to: &core)
        #expect(reason(&core) == .rotation)
        core.beginSegment([9, 9], .rotation, at: start)
        #expect(reason(&core) == nil)
        _ = append([3], 3, .policy, to: &core)
        #expect(
            actions(&core) == [
                .write([1, 2]), .check, .report(.durable(2)), .close, .open(at: start, after: 2), .write([9, 9, 3]), .check,
                .report(.durable(3)),
            ])
    }

    @Test func `after a failure nothing is written or waits, and the gap begins after what was synced last`() {
        var core = begun(.never)
        _ = append([1], 1, .disk, to: &core)
        _ = actions(&core)
        _ = append([2], 2, .policy, to: &core)
        _ = actions(&core)
        _ = append([3], 3, .policy, to: &core)
        #expect(next(&core) == .write([3]))
        core.failed(failure(.writing))
        #expect(actions(&core) == [.report(.failed(failure(.writing))), .report(.durable(3))])
        _ = append([4], 4, .disk, to: &core)
        #expect(actions(&core) == [.report(.durable(4))])
        #expect(reason(&core) == .gap(from: 2, .writing))
        core.beginSegment([9], .gap(from: 2, .writing), at: start)
        #expect(reason(&core) == nil)
        _ = append([5], 5, .policy, to: &core)
        #expect(
            actions(&core) == [.open(at: start, after: 4), .write([9, 5]), .check, .report(.resumed), .report(.durable(5))])
    }

    @Test func `a segment that would continue a failed one is not opened`() {
        var core = begun(segmentBytes: 2)
        _ = append([1], 1, .policy, to: &core)
        #expect(reason(&core) == .rotation)
        core.beginSegment([9], .rotation, at: start)
        _ = append([2], 2, .policy, to: &core)
        #expect(next(&core) == .write([1]))
        #expect(next(&core) == .sync)
        core.failed(failure(.syncing))
        #expect(actions(&core) == [.report(.failed(failure(.syncing))), .report(.durable(1)), .report(.durable(2))])
        #expect(reason(&core) == .gap(from: 1, .syncing))
    }

    @Test func `a failure that lasts is reported once and tried again after pauses that grow to five minutes`() {
        var core = begun()
        _ = append([1], 1, .policy, to: &core)
        #expect(next(&core) == .write([1]))
        core.failed(failure(.writing))
        _ = actions(&core)
        var now = start
        var pauses: [Int64] = []
        for number in 2...13 as ClosedRange<Int64> {
            let asked = now
            while core.reasonForSegment(at: now) == nil { now = now.advanced(by: .seconds(1)) }
            pauses.append((now.milliseconds - asked.milliseconds) / 1_000)
            core.beginSegment([9], .gap(from: 1, .writing), at: now)
            _ = append([0], number, .policy, to: &core)
            #expect(next(&core) == .open(at: now, after: number - 1))
            core.failed(failure(.writing))
            #expect(actions(&core) == [.report(.durable(number))])
        }
        #expect(pauses == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    }
}
