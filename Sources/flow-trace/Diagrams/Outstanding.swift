import FlowMachine

/// What was asked and shown so far, so that an answer can be told by its question.
struct Outstanding {
    private var requests: [RequestID: Entry] = [:]
    private var timers: [TimerID: TimerPurpose] = [:]
    /// The sign-outs of which Adobe has not been told.
    private(set) var owed: [OwedLogout] = []
    private(set) var shown: (id: PresentationID, presentation: Presentation, since: Instant)?

    /// One request and when it went out.
    struct Entry {
        let question: Question
        let since: Instant
    }

    /// Takes note of a record's effects.
    mutating func note(_ record: Record) {
        if case .app(.launched(let kept)) = record.event.origin { owed = kept.owedLogouts }
        for effect in record.effects {
            switch effect {
            case .keep(.owedLogouts(let logouts)): owed = logouts
            case .forget(.fact(.owedLogouts)): owed = []
            case .call(let id, let call): requests[id] = Entry(question: .call(call), since: record.event.time)
            case .partner(let id, let request): requests[id] = Entry(question: .partner(request), since: record.event.time)
            case .arm(let id, let purpose, _): timers[id] = purpose
            case .present(_, .nothing): shown = nil
            case .present(let id, let presentation): shown = (id, presentation, record.event.time)
            case .cancel, .answer, .disarm, .keep, .forget: break
            }
        }
        prune()
    }

    /// The most requests or timers that are remembered.
    private static let most = 4096

    /// Lets go of the older half of requests and timers that are too many, so that memory does not grow with the log.
    private mutating func prune() {
        if requests.count > Outstanding.most {
            let newest = requests.keys.reduce(0) { max($0, $1.number) }
            requests = requests.filter { $0.key.number > newest - Int64(Outstanding.most / 2) }
        }
        if timers.count > Outstanding.most {
            let newest = timers.keys.reduce(0) { max($0, $1.number) }
            timers = timers.filter { $0.key.number > newest - Int64(Outstanding.most / 2) }
        }
    }

    /// What `event` answers, if that is known.
    func question(_ event: FlowEvent) -> Question? {
        switch event.origin {
        case .user, .app: nil
        case .reply(let id, _): requests[id]?.question
        case .timer(let id): timers[id].map { .timer($0) }
        }
    }

    /// The request that a record gives up, if it is one alone.
    func givenUp(by record: Record) -> Question? {
        var given: [Question] = []
        for case .cancel(let id) in record.effects { if let entry = requests[id] { given.append(entry.question) } }
        return given.count == 1 ? given.first : nil
    }

    /// When what `event` answers went out.
    func since(_ event: FlowEvent) -> Instant? {
        guard case .reply(let id, _) = event.origin else { return nil }
        return requests[id]?.since
    }
}

extension Record {
    /// Whether all that came of the event is the next timer.
    var isLook: Bool {
        effects.allSatisfy {
            if case .arm = $0 { true } else { false }
        }
    }

    /// Whether nothing came of the event: the model is as it was, and nothing is done but to throw away what came.
    func isIgnored(after previous: Record?) -> Bool {
        // Before the first event of a process there is nothing.
        guard digest == previous?.digest ?? FlowModel().digest else { return false }
        return effects.allSatisfy {
            if case .forget = $0 { true } else { false }
        }
    }
}
