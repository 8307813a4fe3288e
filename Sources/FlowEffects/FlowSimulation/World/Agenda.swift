import FlowEffects
import FlowMachine

/// The scheduled events, ordered by time and, at the same time, by when they were scheduled.
package struct Agenda: Sendable {
    /// An event that happens at a planned time.
    package enum Happening: Sendable {
        /// The flow wakes, because a timer is due.
        case wake
        /// A request arrives at Adobe.
        case request(Sent)
        /// Adobe's answer arrives at the device.
        case response(Sent, HTTPResponse)
        /// An interpreter reports its reply.
        case reply(RequestID, Reply)
        /// The partner framework answers.
        case partner(RequestID, PartnerOutcome)
        /// A timer fires that was disarmed.
        case stray(TimerID, TimerPurpose)
        /// The viewer does something about what is shown.
        case action(SimulatedWorld.PresentationRecord, SimulatedViewer.Action)
        /// The viewer comes back to the app.
        case back
        /// The viewer starts the app again.
        case launch
        /// The log has waited long enough for more records to write with those that wait.
        case logWaited
        /// The disk has performed an action of the log.
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

    /// The time of the next event.
    package var nextTime: Instant? { entries.first?.time }

    /// When the flow wakes, if a timer is armed.
    var wakeTime: Instant? {
        entries.first { if case .wake = $0.happening { true } else { false } }?.time
    }

    /// Whether nothing is scheduled but the end of a sleep and disarmed deadlines of kept values.
    var isQuiet: Bool {
        entries.allSatisfy { entry in
            switch entry.happening {
            case .wake: true
            case .stray(_, let purpose): purpose.followsKeptDeadline
            case .request, .response, .reply, .partner, .action, .back, .launch, .logWaited, .written: false
            }
        }
    }

    /// Schedules `happening` at `time`, after everything already scheduled for the same time.
    package mutating func add(_ happening: Happening, at time: Instant) {
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, happening: happening), at: index)
    }

    /// Removes and returns the next event, unless it is after `limit`.
    package mutating func next(until limit: Instant? = nil) -> (time: Instant, happening: Happening)? {
        guard let first = entries.first else { return nil }
        if let limit, limit < first.time { return nil }
        entries.removeFirst()
        return (first.time, first.happening)
    }

    /// Replaces the time at which the flow wakes; `nil`: it does not.
    /// - Parameter isFirst: whether it does before everything already scheduled for the same time.
    mutating func wake(at time: Instant?, isFirst: Bool = false) {
        entries.removeAll { if case .wake = $0.happening { true } else { false } }
        guard let time else { return }
        guard isFirst else { return add(.wake, at: time) }
        entries.insert(Entry(time: time, happening: .wake), at: entries.firstIndex { $0.time >= time } ?? entries.count)
    }

    /// Drops the answer to a request. A request that is on its way to Adobe still arrives there.
    mutating func cancel(_ id: RequestID) {
        forget { $0 == id }
        dropAnswer(to: id)
    }

    /// Drops the answer to a request if it is on its way.
    /// - Returns: whether it was.
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

    /// Drops what the viewer was going to do about what is shown.
    mutating func dropDeeds() {
        entries.removeAll { if case .action = $0.happening { true } else { false } }
    }

    /// Drops the return of the viewer to the app.
    package mutating func dropReturn() {
        entries.removeAll { if case .back = $0.happening { true } else { false } }
    }

    /// Brings distant events forward: nothing but the end of a sleep is later than `time` anymore.
    package mutating func hasten(to time: Instant) {
        let wake = wakeTime
        self.wake(at: nil)
        for index in entries.indices { entries[index].time = min(entries[index].time, time) }
        self.wake(at: wake)
    }

    /// Drops everything that ends with the process. Requests in transit still arrive at Adobe, but get no answer; and the viewer still starts
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

    /// The process no longer waits for the answers to these requests in transit.
    private mutating func forget(_ isForgotten: (RequestID) -> Bool) {
        for index in entries.indices {
            if case .request(var sent) = entries[index].happening, isForgotten(sent.id) {
                sent.isAwaited = false
                entries[index].happening = .request(sent)
            }
        }
    }
}
