import FlowEffects
import FlowMachine
import FlowSimulation

/// What is going to happen in a session with faults, by time and, at the same time, in the order in which it was arranged.
struct Schedule {
    enum Happening {
        /// A request arrives at Adobe.
        case arrival(Sent)
        /// Adobe's answer arrives at the device.
        case response(Sent, HTTPResponse)
        /// An interpreter reports.
        case reply(RequestID, Reply)
        /// The partner framework answers.
        case partner(RequestID, PartnerOutcome)
        /// The log up to that place is handed to the system.
        case written(FaultyLog.Place)
        /// Records up to that number, and the log up to that place, are durable.
        case durable(through: Int64, FaultyLog.Place)
        /// The person does something about what was shown.
        case deed(SimulatedWorld.Shown, SimulatedViewer.Act)
        /// The person comes back to the app.
        case back
        /// The person starts the app again.
        case launch
    }

    /// A request on its way.
    struct Sent {
        let id: RequestID
        let call: Call
        let request: HTTPRequest
        let way: Mishap.Way?
    }

    struct Entry {
        let time: Int64
        /// The launch that arranged it.
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

    /// Nothing that the process waited for happens any more; what is on its way to Adobe still arrives there, and the
    /// person still comes back.
    mutating func endProcess() {
        entries.removeAll { entry in
            switch entry.happening {
            case .arrival, .launch: false
            case .response, .reply, .partner, .written, .durable, .deed, .back: true
            }
        }
    }

    /// Removes the answer to that request.
    /// - Returns: whether one was on its way.
    mutating func dropAnswer(to id: RequestID) -> Bool {
        let before = entries.count
        entries.removeAll { entry in
            switch entry.happening {
            case .response(let sent, _): sent.id == id
            case .reply(let other, _), .partner(let other, _): other == id
            case .arrival, .written, .durable, .deed, .back, .launch: false
            }
        }
        return entries.count < before
    }

    mutating func dropDeeds() {
        entries.removeAll { if case .deed = $0.happening { true } else { false } }
    }

    mutating func dropReturn() {
        entries.removeAll { if case .back = $0.happening { true } else { false } }
    }

    /// Whatever was far off is near: nothing is later than `time` any more.
    mutating func hasten(to time: Int64) {
        entries = entries.map { $0.time <= time ? $0 : Entry(time: time, launch: $0.launch, happening: $0.happening) }
    }
}
