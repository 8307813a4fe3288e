import FlowMachine

/// The requests that are outstanding and the screen that is shown after an event, without numbers, which differ from log to log.
struct Situation: Equatable {
    private let requests: [QuestionKind]
    private let screen: PresentationKind?

    /// Creates the situation after `records`.
    init(_ records: some Sequence<LogRecord>, _ settings: FlowSettings) {
        var outstanding = Outstanding()
        for record in records { _ = outstanding.step(record.event, record.effects, settings) }
        requests = outstanding.requests.map { request in
            switch request.question {
            case .adobe(let endpoint): .call(EndpointKind(endpoint))
            case .partner(let request): .partner(request.kind)
            }
        }
        screen = outstanding.shown?.what.map { PresentationKind($0) }
    }

    /// Whether no request is outstanding and no screen is shown.
    var isEmpty: Bool { requests.isEmpty && screen == nil }

    /// The situation in words, such as `waiting for profileForCode; on the screen: code`; empty if nothing is open.
    var text: String {
        var parts: [String] = []
        if !requests.isEmpty { parts.append("waiting for \(requests.map(Situation.words).joined(separator: ", "))") }
        if let screen { parts.append("on the screen: \(screen.words)") }
        return parts.joined(separator: "; ")
    }

    private static func words(_ question: QuestionKind) -> String {
        switch question {
        case .call(let endpoint): endpoint.words
        case .partner(let request): "Apple's framework (\(request.rawValue))"
        case .timer(let purpose): purpose.rawValue
        }
    }
}
