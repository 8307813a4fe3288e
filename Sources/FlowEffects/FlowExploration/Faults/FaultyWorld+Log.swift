import FlowEffects
import FlowMachine
import FlowSimulation

// The log as the runtime sees it: it accepts lines, reports how far they are durable, and begins other segments.
extension FaultyWorld {
    /// The log's answer when it is asked whether another segment should begin.
    mutating func wantedSegment() -> Snapshot.Reason? {
        guard core.isRunning else { return nil }
        disk.asked = nil
        if var trouble = log.trouble {
            if trouble.isDue(at: deviceTime) { disk.asked = .gap(from: log.lastKept + 1, trouble.cause) }
            log.trouble = trouble
        } else if disk.isFull {
            disk.asked = .rotation
        }
        return disk.asked
    }

    mutating func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason) {
        guard reason == disk.asked else {
            broken = "a segment was started that the log did not request"
            return
        }
        disk.asked = nil
        disk.isFull = false
        log.trouble?.isTrying = true
        log.begin(lines, reason)
        // The segment is opened after everything that is waiting. Only the effects of earlier records can be waiting for it.
        lastDurable = max(lastDurable, now + Int64.random(in: 0...1, using: &random))
        schedule.add(.durable(through: lastAppended, log.end), at: lastDurable, launch: launch)
    }

    /// The log accepts a record: it becomes durable now or after a while.
    mutating func append(_ line: [UInt8], number: Int64, waits: LogWait) {
        log.append(line, number: number)
        lastAppended = number
        if let violation = recorder.violation, number >= violation.number {
            broken = violation.text
        } else if makeDurable(number, waits) {
            becomeDurable(number)
        }
    }

    /// - Returns: whether the record's effects need not wait.
    private mutating func makeDurable(_ number: Int64, _ waits: LogWait) -> Bool {
        var delay: Int64
        switch syncs {
        case .every: delay = Int64.random(in: 0...1, using: &random)
        case .group: delay = Int64.random(in: 0...12, using: &random)
        case .never:
            if waits == .policy, owed == 0 {
                // No effect waits for it; it is written soon, and eventually becomes durable.
                schedule.add(.written(log.end), at: now + 20, launch: launch)
                schedule.add(.durable(through: number, log.end), at: now + 5_000, launch: launch)
                return true
            }
            delay = Int64.random(in: 0...1, using: &random)
        }
        let fails = isFailing || log.isUnopened(log.end)
        if !fails { log.write(log.end) }
        if let slow = disk.slow, slow.records > 0, !isCalm {
            disk.slow?.records -= 1
            delay = slow.milliseconds
        }
        lastDurable = max(lastDurable, now + delay)
        if lastDurable <= now, !fails {
            log.sync(log.end)
            return true
        }
        schedule.add(.durable(through: number, log.end), at: lastDurable, launch: launch)
        if waits == .system, owed == 0, !fails { return true }
        owed = number
        return false
    }

    // MARK: The disk

    private var isFailing: Bool { (disk.failing?.times ?? 0) > 0 }

    /// The log has reached that place: everything before it is handed to the system, and becomes durable if `syncs`.
    mutating func reach(_ place: FaultyLog.Place, syncs: Bool) {
        if log.segments[place.segment].hasFailed { return }
        // In order, even if this report overtook another one while the app was suspended.
        if let earlier = log.unfinished(before: place) { reach(earlier, syncs: false) }
        if let failing = disk.failing, failing.times > 0 {
            disk.failing?.times -= 1
            return fail(failing.how, place)
        }
        if log.isUnopened(place) {
            let isGap = log.segments[place.segment].reason != .rotation
            // It would continue a segment that failed meanwhile.
            if isGap != (log.trouble != nil) { return log.fail(place.segment, kept: 0) }
            log.open(place.segment)
            if isGap {
                log.trouble = nil
                core.hear(.resumed)
            }
        }
        if syncs { log.sync(place) } else { log.write(place) }
    }

    private mutating func fail(_ how: Mishap.DiskFailure, _ place: FaultyLog.Place) {
        note(.log)
        let reason: EventLogFailure.Reason
        switch how {
        case .writing(let thousandths):
            reason = .writing
            log.fail(place.segment, kept: thousandths)
        case .syncing:
            reason = .syncing
            log.write(place)
            log.fail(place.segment, kept: 0)
        }
        // The previous segment is abandoned, too, if this one could not be opened.
        if place.segment > 0 { log.fail(place.segment - 1, kept: 0) }
        if log.trouble == nil {
            log.trouble = FaultyDisk.Trouble(cause: how.cause)
            core.hear(.failed(EventLogFailure(reason, place: "log", cause: "No space left on device")))
        } else {
            log.trouble?.failAgain()
        }
    }

    /// Records up to that number are as durable as they will be. Once that is true of every record, nothing waits anymore, whether or not
    /// the log could keep them.
    mutating func settle(_ number: Int64) {
        becomeDurable(number)
        drive()
        guard isAlive, broken == nil, number >= recorder.number, !core.isIdle else { return }
        broken = "effects are waiting although the log has reported every record"
    }

    mutating func becomeDurable(_ number: Int64) {
        if owed <= number { owed = 0 }
        reported = max(reported, number)
        core.durable(through: number)
    }

    /// Checks that the effects of a record may be performed: in order, and not before the log has reported the record.
    mutating func release(_ number: Int64) {
        if number > reported { broken = "record \(number) was released, but the log has reported only \(reported)" }
        if number != releasing + 1 { broken = "record \(number) was released after record \(releasing)" }
        releasing = number
    }
}
