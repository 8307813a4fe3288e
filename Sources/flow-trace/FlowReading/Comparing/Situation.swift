import FlowMachine

/// What is open after an event, without numbers: what the machine waits for, and what the viewer sees.
struct Situation: Equatable {
    private var requests: [Entry] = []
    private var screen: String?

    private struct Entry: Equatable {
        let id: RequestID
        let what: String

        /// Two logs number their requests differently.
        static func == (left: Entry, right: Entry) -> Bool { left.what == right.what }
    }

    /// The situation after these events.
    init(_ records: some Sequence<Record>) {
        for record in records {
            if case .reply(let id, _) = record.event.origin { requests.removeAll { $0.id == id } }
            for effect in record.effects {
                switch effect {
                case .call(let id, let call): requests.append(Entry(id: id, what: call.endpoint.sort))
                case .partner(let id, let request): requests.append(Entry(id: id, what: "Apple's framework (\(request.kind.rawValue))"))
                case .cancel(let id): requests.removeAll { $0.id == id }
                case .present(_, .nothing): screen = nil
                case .present(_, let presentation): screen = presentation.sort
                case .answer, .arm, .disarm, .keep, .forget: break
                }
            }
        }
    }

    /// `waiting for profileForCode; on the screen: code`; empty if nothing is open.
    var text: String {
        var parts: [String] = []
        if !requests.isEmpty { parts.append("waiting for \(requests.map(\.what).joined(separator: ", "))") }
        if let screen { parts.append("on the screen: \(screen)") }
        return parts.joined(separator: "; ")
    }
}
