import FlowMachine

/// What the flow waits for after an event, and for whom.
struct Waiting {
    private var calls: [(id: RequestID, endpoint: Endpoint.Kind)] = []
    private var questions: [(id: RequestID, request: PartnerRequest)] = []
    private var holds: [Hold] = []
    private(set) var shown: Presentation?
    /// Why the last request failed; `nil` once a request succeeds.
    private var trouble: (party: Timeline.Party, cause: String, isPoll: Bool)?

    /// The most requests and holds that are waited for at once. The machine has a few; looking through all must not take long.
    private static let most = 64

    /// A timer that holds requests back.
    private struct Hold {
        let id: TimerID
        let purpose: TimerPurpose
        /// Why the timer holds requests back.
        let cause: Cause

        enum Cause {
            case throttled
            /// Adobe throttled another flow on this host.
            case otherFlow
            /// Too many calls failed in a row.
            case failures
            /// The app has used up its allowance of requests.
            case allowance
        }
    }

    /// Who is waited for, and why, in words.
    struct Party {
        let party: Timeline.Party
        let what: String
        var kind = Kind.other

        /// The reasons that more is said about.
        enum Kind: Sendable { case polls, ownAllowance, otherFlow, other }

        init(_ party: Timeline.Party, _ what: String, _ kind: Kind = .other) {
            (self.party, self.what, self.kind) = (party, what, kind)
        }
    }

    /// Who is waited for, and why. The viewer's time takes precedence over everything else. But a viewer who sees a code cannot
    /// be found while Adobe throttles the polls or no answer arrives, so that time is not the viewer's.
    func party(_ words: Words) -> Party {
        if case .code? = shown {
            if let trouble, trouble.isPoll { return Party(trouble.party, "polls: \(trouble.cause)", .polls) }
            if let hold { return hold }
        }
        if let shown { return Party(.viewer, words.presence(shown)) }
        for question in questions {
            let what = words.interruption(question.request)
            if !what.isEmpty { return Party(.viewer, what) }
        }
        if let call = calls.first { return Party(.adobe, words.work(call.endpoint)) }
        if !questions.isEmpty { return Party(.partner, "partner status") }
        if let hold { return hold }
        if !holds.isEmpty {
            guard let trouble else { return Party(.held, "before another attempt") }
            return Party(trouble.party, "retry after \(trouble.cause)")
        }
        return Party(.rest, "")
    }

    private var hold: Party? {
        guard let hold = holds.first(where: { $0.purpose == .hold }) else { return nil }
        switch hold.cause {
        case .throttled: return Party(.adobe, "throttled")
        case .failures: return Party(trouble?.party ?? .adobe, "pause after \(trouble?.cause ?? "failures")")
        case .allowance: return Party(.held, "the app's own call limit is reached", .ownAllowance)
        case .otherFlow: return Party(.held, "another flow in the same app was throttled", .otherFlow)
        }
    }

    /// Notes the next event.
    mutating func take(_ record: Record, _ words: Words) {
        var cause = Hold.Cause.allowance
        switch record.event.origin {
        case .reply(let id, let reply):
            let isPoll = calls.contains { $0.id == id && $0.endpoint.descriptor.role == .poll }
            if !questions.contains(where: { $0.id == id }) { trouble = Waiting.trouble(reply.result, isPoll, words) }
            if case .failed(let failure) = reply.result { cause = failure == .throttled ? .throttled : .failures }
            close(id)
        case .timer(let id): holds.removeAll { $0.id == id }
        case .app(.held): cause = .otherFlow
        case .user, .app: break
        }
        for effect in record.effects {
            switch effect {
            case .call(let id, let call): if calls.count < Waiting.most { calls.append((id, call.endpoint.kind)) }
            case .partner(let id, let request): if questions.count < Waiting.most { questions.append((id, request)) }
            case .cancel(let id):
                // Canceled because the request timed out.
                if case .timer = record.event.origin, let call = calls.first(where: { $0.id == id }) {
                    trouble = (.network, "no answer in time", call.endpoint.descriptor.role == .poll)
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
        calls.removeAll { $0.id == id }
        questions.removeAll { $0.id == id }
    }

    /// Who the flow must wait for after a failed request, and why.
    private static func trouble(_ result: Reply.Result, _ isPoll: Bool, _ words: Words) -> (
        party: Timeline.Party, cause: String, isPoll: Bool
    )? {
        guard case .failed(let failure) = result else { return nil }
        let cause = words.failure(failure).main.split(separator: " ").joined(separator: " ")
        switch failure {
        case .unauthorized, .throttled, .refused, .registrationRefused, .status: return (.adobe, cause, isPoll)
        case .transport(.secretMissing): return (.held, cause, isPoll)
        case .transport: return (.network, cause, isPoll)
        }
    }
}
