/// What shows that the legacy API has been shut down (V1-50).
///
/// Adobe does not say what a removed API answers, and the legacy API has a meaning of its own for 403, 404 and 410. So no single answer is
/// believed: an answer that its endpoint never gives while the API works is *doubted*. The registration, which is on another host and stays,
/// must answer; then another endpoint is asked. If that one, too, answers as none does, the API has ended. Everything else that can go wrong
/// (no network, a captive portal, an outage, one broken endpoint) fails one of these tests, and the call fails as it did.
package struct EndOfLife: Hashable, Sendable {
    /// Whether the last doubt ended with the finding that the API has been shut down. An answer that only a working API gives ends it.
    package internal(set) var isFound = false
    /// The request that asks another endpoint, while a call is doubted.
    package internal(set) var probe: CallID?
    /// The endpoints whose answers were doubted in this foreground period although the API works: each is doubted once.
    package internal(set) var excused: [RESTV1Endpoint.Kind] = []
    /// Whether the registration did not answer either when it was last asked: nothing is doubted until it answers, or until the next
    /// foreground period.
    package internal(set) var isUnknown = false
}

// MARK: Which answers

extension RESTV1Endpoint.Kind {
    /// Whether `failure` is an answer that this endpoint gives only if the API is gone: a status of a removed page, a web page, or no
    /// connection. An answer that the endpoint's page lists, an error with a code, throttling, a time-out and a server error are none.
    func isGone(_ failure: CallFailure) -> Bool {
        switch failure {
        case .status(let http): EndOfLife.isGone(http)
        case .refused(let http, let error): error.code == nil && EndOfLife.isGone(http) && !lists(http)
        case .transport(.unreadable), .transport(.connection): true
        case .transport(.timedOut), .transport(.status), .transport(.secretMissing), .transport(.apiEnded), .unauthorized, .throttled,
            .registrationRefused:
            false
        }
    }

    /// Whether the endpoint's page lists this status, or the flow knows a meaning of it there.
    private func lists(_ http: Int64) -> Bool {
        switch self {
        case .checkAuthentication, .authorize: http == 403
        case .authenticationToken: http == 404 || http == 410
        case .userMetadata: http == 404
        case .mediaToken: http == 403 || http == 404 || http == 410
        case .configuration, .profileRequest, .exchange, .createCode, .preauthorize, .logout, .freePreview: false
        }
    }

    /// The endpoint that is asked when this one's answer is doubted. The configuration refuses nobody, so it is the clearest witness. If
    /// the configuration itself is doubted, the witness is an endpoint whose page does not list that status.
    func witness(of failure: CallFailure) -> RESTV1Endpoint {
        if self != .configuration { return .configuration }
        switch failure {
        case .status(http: 403), .refused(http: 403, _): return .authenticationToken
        case .status, .refused, .transport, .unauthorized, .throttled, .registrationRefused: return .checkAuthentication
        }
    }
}

extension EndOfLife {
    /// The statuses of a page that was removed, moved or closed.
    fileprivate static func isGone(_ http: Int64) -> Bool { (300..<400).contains(http) || http == 403 || http == 404 || http == 410 }
}

extension CallFailure {
    /// The legacy API has been shut down.
    static let apiEnded = CallFailure.transport(.apiEnded)

    fileprivate var isWithoutConnection: Bool { self == .transport(.connection) }
}

extension Reply.Result {
    /// Whether only a working API answers so. A bare *no* may also come from the server that is left in its place.
    var isOfWorkingAPI: Bool {
        switch self {
        case .authentication(let authorization): authorization != nil
        case .userMetadata(let metadata): metadata.attributes != nil
        case .decisions(let decisions): decisions.contains { $0.error == nil || $0.error?.code != nil }
        case .failed(.refused(_, let error)): error.code != nil
        case .failed: false
        case .configuration, .session, .partnerRequest, .done: true
        // Not of this API.
        case .registered, .token, .profiles, .logouts, .partner: false
        }
    }
}

// MARK: Doubting

extension Calls {
    /// Notes what an answer shows about the legacy API.
    mutating func noteAnswer(_ result: Reply.Result, _ index: Int) {
        if pending[index].question.legacyKind != nil, result.isOfWorkingAPI { endOfLife.isFound = false }
    }

    /// A call has failed for good. If the legacy API seems to have been shut down, the call waits until that is known; once it is known, the
    /// call fails with that reason. `nil`: the failure means what it says.
    mutating func doubt(_ index: Int, _ failure: CallFailure, _ turn: inout Turn) -> Delivery? {
        guard turn.policy.recognizesEndOfLife, let kind = pending[index].question.legacyKind, kind.isGone(failure) else { return nil }
        let call = pending[index]
        if endOfLife.isFound {
            pending.remove(at: index)
            return .outcome(call.id, .failed(.apiEnded))
        }
        // The request that asks another endpoint is not doubted itself: it is made while a call is doubted.
        if call.isLast || doubted != nil || endOfLife.isUnknown || endOfLife.excused.contains(kind) { return nil }
        pending[index].stage = .doubted(failure)
        // The registration's answer shows that the network and Adobe's other hosts work.
        getToken(&turn)
        return .handled(.`V1-50`)
    }

    /// The call that is doubted, with its failure.
    var doubted: (call: PendingCall, failure: CallFailure)? {
        for call in pending { if case .doubted(let failure) = call.stage { return (call, failure) } }
        return nil
    }

    /// The registration has answered: asks another endpoint.
    mutating func askWitness(_ turn: inout Turn) {
        endOfLife.isUnknown = false
        guard endOfLife.probe == nil, let (call, failure) = doubted, let kind = call.question.legacyKind else { return }
        endOfLife.probe = ask(.adobe(.restV1(kind.witness(of: failure))), &turn)
    }

    /// The registration does not answer either, so nothing is known about the legacy API: the doubted call fails as it did.
    mutating func stopDoubting() -> Delivery? {
        guard let (call, failure) = doubted else { return nil }
        endOfLife.isUnknown = true
        pending.removeAll { $0.id == call.id }
        return .outcome(call.id, .failed(failure))
    }

    /// The other endpoint has answered, so the doubted call has its outcome. `nil` if this is not that answer.
    mutating func settleDoubt(_ probe: CallID, _ result: Reply.Result) -> Delivery? {
        guard probe == endOfLife.probe, let (call, failure) = doubted, let kind = call.question.legacyKind else { return nil }
        let isGone =
            if case .failed(let other) = result {
                kind.witness(of: failure).kind.isGone(other) && other.isWithoutConnection == failure.isWithoutConnection
            } else { false }
        if isGone { endOfLife.isFound = true } else { endOfLife.excused.append(kind) }
        pending.removeAll { $0.id == call.id }
        return .outcome(call.id, .failed(isGone ? .apiEnded : failure))
    }

    /// The app comes to the foreground: what was found ordinary may have changed meanwhile.
    mutating func forgetExcuses() { (endOfLife.excused, endOfLife.isUnknown) = ([], false) }
}

extension PendingCall.Question {
    /// The endpoint of the legacy API that is asked, if it is one.
    var legacyKind: RESTV1Endpoint.Kind? {
        switch self {
        case .adobe(.restV1(let endpoint)), .poll(.restV1(let endpoint)): endpoint.kind
        case .adobe, .poll, .partner: nil
        }
    }
}

// MARK: Log

extension EndOfLife: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("isFound", isFound)
        sink.field("probe", probe)
        sink.field("excused", excused)
        sink.field("isUnknown", isUnknown ? true : nil)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        EndOfLife(
            isFound: try source.field("isFound"), probe: try source.field("probe"), excused: try source.field("excused"),
            isUnknown: try source.field("isUnknown") ?? false)
    }
}
