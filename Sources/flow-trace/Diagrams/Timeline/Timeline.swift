import FlowMachine

/// Where the time of a log went: stretches one after another, each with who was waited for.
struct Timeline {
    /// Who was waited for.
    enum Party: Int, CaseIterable {
        case viewer, adobe, partner, network, held, rest

        var name: String {
            switch self {
            case .viewer: "Viewer"
            case .adobe: "Adobe Pass"
            case .partner: "Apple"
            case .network: "Network"
            case .held: "Held"
            case .rest: "At rest"
            }
        }
    }

    /// The shortest time in which a person can have answered what the partner framework asks.
    private static let quickest: Int64 = 1000

    /// One stretch.
    struct Stretch: Equatable {
        let party: Party
        let what: String
        var start: Instant
        var end: Instant
        /// Whether the partner framework may have asked the person, or may have answered by itself.
        var isQuestion = false

        var milliseconds: Int64 { end.milliseconds - start.milliseconds }
    }

    /// The stretches of 0.05 s and more, in order.
    let stretches: [Stretch]
    let start: Instant
    let end: Instant

    /// What is open after some event.
    fileprivate struct Open {
        var calls: [(id: RequestID, endpoint: Endpoint.Kind)] = []
        var questions: [(id: RequestID, request: PartnerRequest)] = []
        var holds: [(id: TimerID, purpose: TimerPurpose)] = []
        var shown: Presentation?
        /// Why the last request brought nothing; `nil` once one brings something.
        var trouble: (party: Party, cause: String, isPoll: Bool)?
    }

    init(_ records: [Record], header: LogHeader) {
        let words = Words(header)
        var stretches: [Stretch] = []
        var open = Open()
        var previous: Record?
        for record in records {
            if let previous, record.event.time > previous.event.time {
                let (party, what) = Timeline.waited(open, words)
                let isQuestion = party == .viewer && open.shown == nil
                if let last = stretches.last, last.party == party, last.what == what {
                    stretches[stretches.count - 1].end = record.event.time
                } else {
                    stretches.append(
                        Stretch(party: party, what: what, start: previous.event.time, end: record.event.time, isQuestion: isQuestion))
                }
            }
            open.take(record, words)
            if previous.map({ $0.event.time <= record.event.time }) ?? true { previous = record }
        }
        start = records.first?.event.time ?? Instant(milliseconds: 0)
        end = previous?.event.time ?? start
        self.stretches = stretches.filter { $0.milliseconds >= 50 }.map { stretch in
            guard stretch.isQuestion, stretch.milliseconds < Timeline.quickest else { return stretch }
            return Stretch(party: .partner, what: "partner status", start: stretch.start, end: stretch.end)
        }
    }

    /// A person's time comes first, whatever else goes on beside it; but who has a code before them cannot be found while
    /// Adobe throttles the polls or no answer gets through, so that this is not their time.
    private static func waited(_ open: Open, _ words: Words) -> (Party, String) {
        if case .code? = open.shown {
            if let trouble = open.trouble, trouble.isPoll { return (trouble.party, "polls: \(trouble.cause)") }
            if open.holds.contains(where: { $0.purpose == .hold }) { return (.adobe, "throttled") }
        }
        if let shown = open.shown { return (.viewer, words.presence(shown)) }
        for question in open.questions {
            let what = words.interruption(question.request)
            if !what.isEmpty { return (.viewer, what) }
        }
        if let call = open.calls.first { return (.adobe, words.work(call.endpoint)) }
        if !open.questions.isEmpty { return (.partner, "partner status") }
        if open.holds.contains(where: { $0.purpose == .hold }) { return (.adobe, "throttled") }
        if !open.holds.isEmpty {
            guard let trouble = open.trouble else { return (.held, "before another try") }
            return (trouble.party, "retry after \(trouble.cause)")
        }
        return (.rest, "")
    }

    /// Who must be waited for after a request that brought nothing, and why.
    fileprivate static func trouble(_ result: Reply.Result, _ isPoll: Bool, _ words: Words) -> (party: Party, cause: String, isPoll: Bool)?
    {
        guard case .failed(let failure) = result else { return nil }
        let cause = words.failure(failure).main.split(separator: " ").joined(separator: " ")
        switch failure {
        case .unauthorized, .throttled, .refused, .registrationRefused, .status: return (.adobe, cause, isPoll)
        case .transport(.secretMissing): return (.held, cause, isPoll)
        case .transport: return (.network, cause, isPoll)
        }
    }

    /// How long each party was waited for in all, longest first.
    var sums: [(party: Party, milliseconds: Int64)] {
        var sums: [(party: Party, milliseconds: Int64)] = []
        for party in Party.allCases {
            let sum = stretches.reduce(0) { $1.party == party ? $0 + $1.milliseconds : $0 }
            if sum > 0 { sums.append((party, sum)) }
        }
        return sums.sorted {
            $0.milliseconds == $1.milliseconds ? $0.party.rawValue < $1.party.rawValue : $0.milliseconds > $1.milliseconds
        }
    }
}

extension Timeline.Open {
    fileprivate mutating func take(_ record: Record, _ words: Words) {
        switch record.event.origin {
        case .reply(let id, let reply):
            let isPoll = calls.contains { $0.id == id && $0.endpoint.descriptor.role == .poll }
            if !questions.contains(where: { $0.id == id }) { trouble = Timeline.trouble(reply.result, isPoll, words) }
            close(id)
        case .timer(let id): holds.removeAll { $0.id == id }
        case .user, .app: break
        }
        for effect in record.effects {
            switch effect {
            case .call(let id, let call): calls.append((id, call.endpoint.kind))
            case .partner(let id, let request): questions.append((id, request))
            case .cancel(let id):
                // Given up because its time was over.
                if case .timer = record.event.origin, let call = calls.first(where: { $0.id == id }) {
                    trouble = (.network, "no answer in time", call.endpoint.descriptor.role == .poll)
                }
                close(id)
            case .present(_, .nothing): shown = nil
            case .present(_, let presentation): shown = presentation
            case .arm(let id, let purpose, _): if purpose == .hold || purpose == .retry { holds.append((id, purpose)) }
            case .disarm(let id): holds.removeAll { $0.id == id }
            case .answer, .keep, .forget: break
            }
        }
    }

    private mutating func close(_ id: RequestID) {
        calls.removeAll { $0.id == id }
        questions.removeAll { $0.id == id }
    }
}
