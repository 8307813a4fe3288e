import FlowEffects
import FlowMachine

/// The scheduled events of a world, ordered by time. Events at the same time are in the order in which they were scheduled.
package struct Agenda: Sendable {
    /// A scheduled event.
    package enum Happening: Sendable {
        /// The flow's sleep ends because a timer is due.
        case wake
        /// A request arrives at Adobe.
        case request(Sent)
        /// Adobe's answer arrives at the device.
        case response(Sent, HTTPResponse)
        /// An interpreter reports its reply.
        case reply(RequestID, Reply)
        /// The partner framework answers.
        case partner(RequestID, PartnerOutcome)
        /// A timer fires although it was disarmed.
        case stray(TimerID, TimerPurpose)
        /// The viewer performs an action because of a presentation.
        case action(SimulatedWorld.PresentationRecord, SimulatedViewer.Action)
        /// The viewer returns to the app.
        case back
        /// The viewer starts the app again.
        case launch
        /// The log has waited long enough for further records and writes the waiting records.
        case logWaited
        /// The disk has completed an action of the log.
        case written
    }

    /// A request in transit.
    package struct Sent: Sendable {
        package let id: RequestID
        package let call: Call
        package let request: HTTPRequest
        package let delivery: TransitFaults.Delivery?
        /// Whether the process still waits for the answer.
        package var isAwaited = true
    }

    private struct Entry: Sendable {
        var time: Instant
        var happening: Happening
    }

    private var entries: [Entry] = []

    /// The time of the next event; `nil` if no event is scheduled.
    package var nextTime: Instant? { entries.first?.time }

    /// The time at which the flow's sleep ends; `nil` if no timer is armed.
    var wakeTime: Instant? {
        entries.first { if case .wake = $0.happening { true } else { false } }?.time
    }

    /// Whether the only scheduled events are the end of the flow's sleep and disarmed timers for the expiry of kept values.
    var isQuiet: Bool {
        entries.allSatisfy { entry in
            switch entry.happening {
            case .wake: true
            case .stray(_, let purpose): purpose.followsKeptDeadline
            case .request, .response, .reply, .partner, .action, .back, .launch, .logWaited, .written: false
            }
        }
    }

    /// Schedules `happening` at `time`, after all events that are already scheduled for the same time.
    package mutating func add(_ happening: Happening, at time: Instant) {
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, happening: happening), at: index)
    }

    /// Removes and returns the next event; `nil` if there is none at or before `limit`.
    package mutating func next(until limit: Instant? = nil) -> (time: Instant, happening: Happening)? {
        guard let first = entries.first else { return nil }
        if let limit, limit < first.time { return nil }
        entries.removeFirst()
        return (first.time, first.happening)
    }

    /// Replaces the time at which the flow's sleep ends.
    /// - Parameters:
    ///   - time: the time; `nil` if the flow does not wake.
    ///   - isFirst: whether the flow wakes before all events that are already scheduled for the same time.
    mutating func wake(at time: Instant?, isFirst: Bool = false) {
        entries.removeAll { if case .wake = $0.happening { true } else { false } }
        guard let time else { return }
        guard isFirst else { return add(.wake, at: time) }
        entries.insert(Entry(time: time, happening: .wake), at: entries.firstIndex { $0.time >= time } ?? entries.count)
    }

    /// Drops the answer to a request. A request in transit still arrives at Adobe.
    mutating func cancel(_ id: RequestID) {
        forget { $0 == id }
        dropAnswer(to: id)
    }

    /// Drops the answer to a request if the answer is in transit.
    /// - Returns: whether an answer was dropped.
    @discardableResult
    package mutating func dropAnswer(to id: RequestID) -> Bool {
        let before = entries.count
        entries.removeAll { entry in
            switch entry.happening {
            case .response(let sent, _): sent.id == id
            case .reply(let other, _), .partner(let other, _): other == id
            case .wake, .request, .stray, .action, .back, .launch, .logWaited, .written: false
            }
        }
        return entries.count < before
    }

    /// Drops the scheduled actions that the viewer would perform because of a presentation.
    mutating func dropDeeds() {
        entries.removeAll { if case .action = $0.happening { true } else { false } }
    }

    /// Drops the return of the viewer to the app.
    package mutating func dropReturn() {
        entries.removeAll { if case .back = $0.happening { true } else { false } }
    }

    /// Moves all later events to `time`, except the end of the flow's sleep.
    package mutating func hasten(to time: Instant) {
        let wake = wakeTime
        self.wake(at: nil)
        for index in entries.indices { entries[index].time = min(entries[index].time, time) }
        self.wake(at: wake)
    }

    /// Drops all events that end with the process. Requests in transit still arrive at Adobe but get no answer, and the viewer still starts
    /// the app again.
    mutating func endProcess() {
        entries.removeAll { entry in
            switch entry.happening {
            case .request, .launch: false
            case .wake, .response, .reply, .partner, .stray, .action, .back, .logWaited, .written: true
            }
        }
        forget { _ in true }
    }

    /// Notes that the process no longer waits for the answers to certain requests in transit.
    private mutating func forget(_ isForgotten: (RequestID) -> Bool) {
        for index in entries.indices {
            if case .request(var sent) = entries[index].happening, isForgotten(sent.id) {
                sent.isAwaited = false
                entries[index].happening = .request(sent)
            }
        }
    }
}
