import FlowEffects
import FlowMachine

/// What is going to happen, by time and, at the same time, in the order in which it was arranged.
struct Agenda: Sendable {
    /// Something that is going to happen; `by` is the event whose effect arranged it.
    enum Happening: Sendable {
        /// A timer runs out.
        case timer(TimerID, TimerPurpose, by: Int64)
        /// A request arrives at Adobe.
        case call(RequestID, Call, HTTPRequest, by: Int64)
        /// Adobe's answer arrives.
        case response(RequestID, Call, HTTPResponse, by: Int64)
        /// It turns out that a request could not be sent.
        case failure(RequestID, CallFailure, by: Int64)
        /// The partner framework's answer arrives.
        case partner(RequestID, PartnerOutcome, by: Int64)
        /// The person does something about what is shown.
        case deed(SimulatedWorld.Shown, SimulatedViewer.Act)
        /// The person comes back to the app.
        case back
    }

    private struct Entry: Sendable {
        let time: Instant
        let happening: Happening
    }

    private var entries: [Entry] = []
    private var cancelled: Set<RequestID> = []

    /// Arranges that `happening` takes place at `time`, after what is arranged for the same time.
    mutating func add(_ happening: Happening, at time: Instant) {
        if let id = Agenda.answered(happening), cancelled.remove(id) != nil { return }
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, happening: happening), at: index)
    }

    /// Takes out what happens next, if that is not after `limit`.
    mutating func next(until limit: Instant?) -> (Instant, Happening)? {
        guard let first = entries.first else { return nil }
        if let limit, limit < first.time { return nil }
        entries.removeFirst()
        return (first.time, first.happening)
    }

    /// Whether nothing is arranged but deadlines of what was kept.
    var isQuiet: Bool {
        entries.allSatisfy { entry in
            if case .timer(_, let purpose, _) = entry.happening { purpose.followsKeptDeadline } else { false }
        }
    }

    /// Drops the answer to a request. One that is on its way to Adobe still arrives there.
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

    /// Drops what the person was going to do about what is shown.
    mutating func dropDeeds() {
        entries.removeAll { if case .deed = $0.happening { true } else { false } }
    }

    /// Drops everything that ends with the process. Requests on their way still arrive at Adobe, unanswered.
    mutating func endProcess() {
        var remaining: [Entry] = []
        for entry in entries {
            guard case .call(let id, _, _, _) = entry.happening else { continue }
            cancelled.insert(id)
            remaining.append(entry)
        }
        entries = remaining
    }

    /// The request that this is the answer to.
    private static func answered(_ happening: Happening) -> RequestID? {
        switch happening {
        case .response(let id, _, _, _), .failure(let id, _, _), .partner(let id, _, _): id
        case .timer, .call, .deed, .back: nil
        }
    }
}
