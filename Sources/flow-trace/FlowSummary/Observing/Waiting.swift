import FlowMachine

/// The party for which the flow waits after an event, and the reason. Unlike the core's `Outstanding`, it knows why a timer delays requests and
/// whether the last request failed, and its size is bounded.
package struct Waiting {
    private var calls: [(id: RequestID, endpoint: EndpointDescriptor)] = []
    private var questions: [(id: RequestID, request: PartnerRequest)] = []
    private var holds: [Hold] = []
    package private(set) var shown: Presentation?
    /// The reason why the last request failed; `nil` once a request succeeds.
    private var trouble: (failure: FailureKind, isPoll: Bool)?

    /// The maximum number of requests, and of timers, that are remembered. The machine has a few at a time; searching them must be fast.
    private static let most = 64

    /// A timer that delays requests.
    private struct Hold {
        package let id: TimerID
        package let purpose: TimerPurpose
        /// The reason why the timer delays requests.
        package let cause: Cause

        package enum Cause {
            case throttled
            /// Adobe throttled another flow that uses the same host.
            case otherFlow
            /// Too many calls failed in a row.
            case failures
            /// The app has used up its allowance of requests.
            case allowance
        }
    }

    package init() {}

    /// The party for which the flow waits, and the reason. The viewer takes precedence over everything else, with one exception: while a code is
    /// shown and its polls are throttled or fail, the flow waits for Adobe, because it cannot find the viewer's sign-in.
    package var awaited: Awaited {
        if case .code? = shown {
            if let trouble, trouble.isPoll { return .polls(trouble.failure) }
            if let hold { return hold }
        }
        if let activity = shown.flatMap({ ViewerActivity($0) }) { return .viewer(activity) }
        if let activity = questions.lazy.compactMap({ ViewerActivity($0.request) }).first { return .viewer(activity) }
        if let call = calls.first { return .answer(Awaited.Work(call.endpoint)) }
        if !questions.isEmpty { return .partnerStatus }
        if let hold { return hold }
        if !holds.isEmpty { return trouble.map { .retry(after: $0.failure) } ?? .anotherAttempt }
        return .rest
    }

    private var hold: Awaited? {
        guard let hold = holds.first(where: { $0.purpose == .hold }) else { return nil }
        switch hold.cause {
        case .throttled: return .throttled
        case .failures: return .pause(after: trouble?.failure)
        case .allowance: return .ownAllowance
        case .otherFlow: return .otherFlow
        }
    }

    /// Processes the next event.
    package mutating func take(_ record: LogRecord) {
        var cause = Hold.Cause.allowance
        switch record.event.origin {
        case .reply(let id, let reply):
            let isPoll = calls.contains { $0.id == id && $0.endpoint.role == .poll }
            let isQuestion = questions.contains { $0.id == id }
            if case .failed(let failure) = reply.result {
                if !isQuestion { trouble = (FailureKind(failure), isPoll) }
                cause = failure == .throttled ? .throttled : .failures
            } else if !isQuestion {
                trouble = nil
            }
            close(id)
        case .timer(let id): holds.removeAll { $0.id == id }
        case .app(.held): cause = .otherFlow
        case .user, .app: break
        }
        for index in record.effects.indices {
            switch record.effects[index] {
            case .call(let id, let call): if calls.count < Waiting.most { calls.append((id, call.endpoint.descriptor)) }
            case .partner(let id, let request): if questions.count < Waiting.most { questions.append((id, request)) }
            case .cancel(let id):
                // A cancellation in a timer's event means that the request timed out.
                if case .timer = record.event.origin, let call = calls.first(where: { $0.id == id }) {
                    trouble = (.transport(.timedOut), call.endpoint.role == .poll)
                    cause = .failures
                }
                close(id)
            case .present(_, .nothing): shown = nil
            case .present(_, let presentation): shown = presentation
            case .arm(let id, let purpose, _):
                if purpose == .hold || purpose == .retry, holds.count < Waiting.most {
                    holds.append(Hold(id: id, purpose: purpose, cause: cause))
                }
            case .disarm(let id): holds.removeAll { $0.id == id }
            case .answer, .keep, .forget: break
            }
        }
    }

    private mutating func close(_ id: RequestID) {
        // Most requests are in one of the lists, once.
        if let place = calls.firstIndex(where: { $0.id == id }) { calls.remove(at: place) }
        if let place = questions.firstIndex(where: { $0.id == id }) { questions.remove(at: place) }
    }
}
