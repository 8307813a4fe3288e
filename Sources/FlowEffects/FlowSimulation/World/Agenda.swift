import FlowEffects
import FlowMachine

/// The scheduled events, ordered by time and, at the same time, by when they were scheduled.
struct Agenda: Sendable {
    /// A scheduled event; `by` is the event whose effect scheduled it.
    enum Happening: Sendable {
        /// A timer fires.
        case timer(TimerID, TimerPurpose, by: Int64)
        /// A request arrives at Adobe.
        case call(RequestID, Call, HTTPRequest, by: Int64)
        /// Adobe's answer arrives.
        case response(RequestID, Call, HTTPResponse, by: Int64)
        /// A request turns out not to have been sent.
        case failure(RequestID, CallFailure, by: Int64)
        /// The partner framework's answer arrives.
        case partner(RequestID, PartnerOutcome, by: Int64)
        /// The viewer does something about what is shown.
        case action(SimulatedWorld.PresentationRecord, SimulatedViewer.Action)
        /// The viewer comes back to the app.
        case back
    }

    private struct Entry: Sendable {
        let time: Instant
        let happening: Happening
    }

    private var entries: [Entry] = []
    private var cancelled: Set<RequestID> = []

    /// Schedules `happening` at `time`, after everything already scheduled for the same time.
    mutating func add(_ happening: Happening, at time: Instant) {
        if let id = Agenda.answered(happening), cancelled.remove(id) != nil { return }
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, happening: happening), at: index)
    }

    /// Removes and returns the next event, unless it is after `limit`.
    mutating func next(until limit: Instant?) -> (Instant, Happening)? {
        guard let first = entries.first else { return nil }
        if let limit, limit < first.time { return nil }
        entries.removeFirst()
        return (first.time, first.happening)
    }

    /// Whether nothing is scheduled except deadlines of kept values.
    var isQuiet: Bool {
        entries.allSatisfy { entry in
            if case .timer(_, let purpose, _) = entry.happening { purpose.followsKeptDeadline } else { false }
        }
    }

    /// Drops the answer to a request. A request that is on its way to Adobe still arrives there.
    mutating func cancel(_ id: RequestID) {
        for entry in entries {
            if case .call(id, _, _, _) = entry.happening { cancelled.insert(id) }
        }
        entries.removeAll { Agenda.answered($0.happening) == id }
    }

    /// Drops a timer.
    mutating func disarm(_ id: TimerID) {
        entries.removeAll { if case .timer(id, _, _) = $0.happening { true } else { false } }
    }

    /// Brings every timer forward by `jump`, but not before `now`.
    mutating func hastenTimers(by jump: Interval, to now: Instant) {
        var timers: [Entry] = []
        entries.removeAll { entry in
            guard case .timer = entry.happening else { return false }
            timers.append(entry)
            return true
        }
        for timer in timers { add(timer.happening, at: max(timer.time.advanced(by: Interval(milliseconds: -jump.milliseconds)), now)) }
    }

    /// Drops what the viewer was going to do about what is shown.
    mutating func dropDeeds() {
        entries.removeAll { if case .action = $0.happening { true } else { false } }
    }

    /// Drops everything that ends with the process. Requests in transit still arrive at Adobe, but get no answer.
    mutating func endProcess() {
        var remaining: [Entry] = []
        for entry in entries {
            guard case .call(let id, _, _, _) = entry.happening else { continue }
            cancelled.insert(id)
            remaining.append(entry)
        }
        entries = remaining
    }

    /// The request that this event answers.
    private static func answered(_ happening: Happening) -> RequestID? {
        switch happening {
        case .response(let id, _, _, _), .failure(let id, _, _), .partner(let id, _, _): id
        case .timer, .call, .action, .back: nil
        }
    }
}
