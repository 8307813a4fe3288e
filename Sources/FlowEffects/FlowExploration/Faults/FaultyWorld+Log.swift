import FlowEffects
import FlowMachine
import FlowSimulation

// Runs the core of the log in virtual time, as a real log runs it on a queue.
extension FaultyWorld {
    /// Asks the log whether another segment should begin. Returns the reason; `nil` if no segment should begin.
    mutating func wantedSegment() -> Snapshot.Reason? {
        asked = world.core.isRunning ? log.core.reasonForSegment(at: world.deviceTime) : nil
        return asked
    }

    mutating func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at time: Instant) {
        guard reason == asked else {
            broken = "a segment was started that the log did not request"
            return
        }
        asked = nil
        log.core.segmentBytes = .max
        log.core.beginSegment(lines, reason, at: time)
        wakeLog()
    }

    mutating func append(_ line: [UInt8], number: Int64, waits: LogWait) {
        let isDurable = log.append(line, number: number, waits: waits)
        check(number)
        if isDurable {
            reported = max(reported, number)
            world.core.durable(through: number)
        }
        wakeLog()
    }

    /// Checks the decision about the event `number`.
    private mutating func check(_ number: Int64) {
        guard let (record, model) = recorder.takeDecision(), record.number == number else {
            broken = "record \(number) was appended out of order"
            return
        }
        decisions.append(record)
        reached.events += 1
        reached.steps[record.state.name + "." + record.state.step, default: 0] += 1
        if let invariant = checker.check(record.event, model, record.effects).first { broken = invariant.rawValue }
    }

    /// Starts the writing of the log, at once or after a delay, if the log's core asks for it.
    mutating func wakeLog() {
        guard let delay = log.core.wake() else { return }
        if delay.milliseconds == 0 {
            isWriting = true
        } else {
            world.agenda.add(.logWaited, at: now.advanced(by: delay))
        }
    }

    /// Performs actions of the log's core until the core makes a report or the disk needs time.
    /// - Returns: whether the core has made a report.
    mutating func writeLog() -> Bool {
        while isWriting, isAlive, broken == nil, writing == nil {
            guard let action = log.core.next() else {
                isWriting = false
                return false
            }
            if case .report(let report) = action {
                hear(report)
                return true
            }
            let duration = disk.duration(of: action, &random)
            let until = now.advanced(by: .milliseconds(isCalm ? min(duration, 1) : duration))
            writing = (action, until)
            if until > now { world.agenda.add(.written, at: until) } else { endWriting() }
        }
        return false
    }

    /// Ends the action that the disk is performing, with success or with a failure.
    mutating func endWriting() {
        guard let (action, _) = writing else { return }
        writing = nil
        if let how = disk.failure(of: action) {
            note(.log)
            log.fail(action, how)
        } else if !log.perform(action) {
            broken = "the log wrote to a segment that is not open"
        }
    }

    /// Writes and syncs all records, without waiting for the disk.
    mutating func flushLog() {
        endWriting()
        isWriting = true
        while writeLog() || writing != nil { endWriting() }
    }

    private mutating func hear(_ report: LogReport) {
        log.note(report)
        if case .durable(let number) = report { reported = max(reported, number) }
        world.core.hear(report)
    }

    /// Checks that the effects of a record may be performed: records are released in order, and only after the log has reported them.
    mutating func release(_ number: Int64) {
        if number > reported { broken = "record \(number) was released, but the log has reported only \(reported)" }
        if number != releasing + 1 { broken = "record \(number) was released after record \(releasing)" }
        releasing = number
    }
}
