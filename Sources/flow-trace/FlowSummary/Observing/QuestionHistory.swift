import FlowMachine

/// The requests and the screen so far, so that an answer can be described by its question. Unlike the core's `Outstanding`, it also remembers
/// requests that were answered, canceled or disarmed, to describe an answer that arrives too late. Its size is bounded.
package struct QuestionHistory {
    // Nearly all answers are to one of the last few requests, so a search from the end is faster than a table.
    private var requests: [(id: RequestID, entry: Entry)] = []
    private var timers: [(id: TimerID, purpose: TimerPurpose)] = []
    /// The logouts that are still pending.
    package private(set) var owed: [OwedLogout] = []
    package private(set) var shown: Shown?

    package init() {
        // A small log has a few dozen of both, and growing step by step would copy them several times.
        requests.reserveCapacity(24)
        timers.reserveCapacity(24)
    }

    /// A screen, and the time when it was shown. It is an object, because it is large and read at every event.
    package final class Shown: Sendable {
        package let id: PresentationID
        package let presentation: Presentation
        package let since: Instant

        fileprivate init(_ id: PresentationID, _ presentation: Presentation, since: Instant) {
            (self.id, self.presentation, self.since) = (id, presentation, since)
        }
    }

    /// A request, and the time when it was sent.
    package struct Entry {
        package let question: Question
        package let since: Instant
    }

    /// Adds a record's event and effects.
    package mutating func note(_ record: LogRecord) { note(record.event, record.effects) }

    /// Adds an event and its effects.
    package mutating func note(_ event: FlowEvent, _ effects: [Effect]) {
        if case .app(.launched(let kept)) = event.origin { owed = kept.owedLogouts }
        // Without a copy of each effect, unlike a loop over the effects themselves.
        for index in effects.indices {
            switch effects[index] {
            case .keep(.owedLogouts(let logouts)): owed = logouts
            case .forget(.fact(.owedLogouts)): owed = []
            case .call(let id, let call): requests.append((id, Entry(question: .call(call), since: event.time)))
            case .partner(let id, let request): requests.append((id, Entry(question: .partner(request), since: event.time)))
            case .arm(let id, let purpose, _): timers.append((id, purpose))
            case .present(_, .nothing): shown = nil
            case .present(let id, let presentation): shown = Shown(id, presentation, since: event.time)
            case .cancel, .answer, .disarm, .keep, .forget: break
            }
        }
        prune()
    }

    /// The maximum number of remembered requests or timers.
    private static let most = 4096

    /// Removes the older half of the requests and timers when there are too many, so that memory does not grow with the log.
    private mutating func prune() {
        if requests.count > QuestionHistory.most { requests.removeFirst(QuestionHistory.most / 2) }
        if timers.count > QuestionHistory.most { timers.removeFirst(QuestionHistory.most / 2) }
    }

    private func entry(_ id: RequestID) -> Entry? { requests.last { $0.id == id }?.entry }

    /// Returns the question that `event` answers; `nil` if it is unknown.
    package func question(_ event: FlowEvent) -> Question? {
        switch event.origin {
        case .user, .app: nil
        case .reply(let id, _): question(of: id)
        case .timer(let id): question(of: id)
        }
    }

    /// Returns the question of the request `id`; `nil` if it is unknown.
    package func question(of id: RequestID) -> Question? { entry(id)?.question }

    /// Returns the purpose of the timer `id`; `nil` if it is unknown.
    package func question(of id: TimerID) -> Question? { timers.last { $0.id == id }.map { .timer($0.purpose) } }

    /// Returns the request that times out at a record; `nil` if the record is not a time-out, or does not cancel exactly one request.
    package func timedOut(by record: LogRecord) -> Entry? { timedOut(by: record, question(record.event)) }

    /// Returns the same as `timedOut(by:)`, for a record whose event answers `question`.
    package func timedOut(by record: LogRecord, _ question: Question?) -> Entry? {
        guard case .timer(.timeout)? = question else { return nil }
        return givenUp(by: record)
    }

    /// Returns the request that a record cancels; `nil` if the record does not cancel exactly one request.
    package func givenUp(by record: LogRecord) -> Entry? {
        var given: [Entry] = []
        for case .cancel(let id) in record.effects { if let entry = entry(id) { given.append(entry) } }
        return given.count == 1 ? given.first : nil
    }

    /// Returns the time when the request that `event` answers was sent; `nil` if it is unknown.
    package func since(_ event: FlowEvent) -> Instant? {
        guard case .reply(let id, _) = event.origin else { return nil }
        return entry(id)?.since
    }
}
