import FlowEffects
import FlowMachine
import FlowSimulation

/// The scheduled events of a session with faults, ordered by time and, at the same time, by when they were scheduled.
struct Schedule {
    enum Happening {
        /// A request arrives at Adobe.
        case arrival(Sent)
        /// Adobe's answer arrives at the device.
        case response(Sent, HTTPResponse)
        /// An interpreter reports its reply.
        case reply(RequestID, Reply)
        /// The partner framework answers.
        case partner(RequestID, PartnerOutcome)
        /// The log has waited long enough for more records to write with those that wait.
        case logWaited
        /// The disk has performed an action of the log.
        case written
        /// The viewer does something about what was shown.
        case action(SimulatedWorld.PresentationRecord, SimulatedViewer.Action)
        /// The viewer comes back to the app.
        case back
        /// The viewer starts the app again.
        case launch
    }

    /// A request in transit.
    struct Sent {
        let id: RequestID
        let call: Call
        let request: HTTPRequest
        let way: Mishap.Way?
    }

    struct Entry {
        let time: Int64
        /// The launch that scheduled it.
        let launch: Int
        let happening: Happening
    }

    private var entries: [Entry] = []

    var first: Entry? { entries.first }

    mutating func add(_ happening: Happening, at time: Int64, launch: Int) {
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, launch: launch, happening: happening), at: index)
    }

    mutating func removeFirst() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }

    /// Nothing that the process waited for happens anymore; what is in transit to Adobe still arrives there, and the viewer still comes
    /// back.
    mutating func endProcess() {
        entries.removeAll { entry in
            switch entry.happening {
            case .arrival, .launch: false
            case .response, .reply, .partner, .logWaited, .written, .action, .back: true
            }
        }
    }

    /// Removes the answer to that request.
    /// - Returns: whether an answer was in transit.
    mutating func dropAnswer(to id: RequestID) -> Bool {
        let before = entries.count
        entries.removeAll { entry in
            switch entry.happening {
            case .response(let sent, _): sent.id == id
            case .reply(let other, _), .partner(let other, _): other == id
            case .arrival, .logWaited, .written, .action, .back, .launch: false
            }
        }
        return entries.count < before
    }

    mutating func dropDeeds() {
        entries.removeAll { if case .action = $0.happening { true } else { false } }
    }

    mutating func dropReturn() {
        entries.removeAll { if case .back = $0.happening { true } else { false } }
    }

    /// Brings distant events forward: nothing is later than `time` anymore.
    mutating func hasten(to time: Int64) {
        entries = entries.map { $0.time <= time ? $0 : Entry(time: time, launch: $0.launch, happening: $0.happening) }
    }
}
