/// The evidence that the legacy API has been shut down (V1-50: detect the end of the legacy API from its answers).
///
/// Adobe's documents do not describe the answers of an API that is shut down, and the legacy API itself uses 403, 404 and 410. Therefore
/// a single answer proves nothing. If an endpoint returns an answer that it never returns while the API works, the failed call is
/// *doubted*: it waits until the following two tests show the reason.
///
/// 1. The registration must answer. It is on a different host, which remains, so its answer shows that the network works.
/// 2. The flow asks a second endpoint of the legacy API, the *witness*. If the witness also returns an answer of a removed API, the API has
///    been shut down.
///
/// In all other cases (no network, a captive portal, an outage, one broken endpoint) a test does not confirm the doubt, and the call fails
/// with its original failure.
package struct EndOfLife: Hashable, Sendable {
    /// Whether the last doubted call showed that the API has been shut down. An answer that only a working API gives resets this property.
    package internal(set) var isFound = false
    /// The call to the witness while a call is doubted; `nil` if the witness is not being asked.
    package internal(set) var probe: CallID?
    /// The endpoints whose answers were doubted since the app last came to the foreground, although the API works. They are not doubted
    /// again.
    package internal(set) var excused: [RESTV1Endpoint.Kind] = []
    /// Whether the registration did not answer when the flow last asked it. If so, no call is doubted until the registration answers or the
    /// app comes to the foreground.
    package internal(set) var isUnknown = false
}

// MARK: Which answers

extension RESTV1Endpoint.Kind {
    /// Returns whether `failure` may mean that the API has been shut down: the status of a removed page, a web page, or no connection.
    /// Returns false for a status that Adobe's page about this endpoint lists, an error with a code, throttling, a time-out and a server
    /// error.
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

    /// Returns whether `http` has a meaning for this endpoint, according to Adobe's page about the endpoint or to the flow's rules.
    private func lists(_ http: Int64) -> Bool {
        switch self {
        case .checkAuthentication, .authorize: http == 403
        case .authenticationToken: http == 404 || http == 410
        case .userMetadata: http == 404
        case .mediaToken: http == 403 || http == 404 || http == 410
        case .configuration, .profileRequest, .exchange, .createCode, .preauthorize, .logout, .freePreview: false
        }
    }

    /// Returns the witness: the endpoint to ask when this endpoint's answer is doubted. It is the configuration, which has no reason to
    /// refuse a request. If the configuration's answer is doubted, the witness is an endpoint whose page does not list the status of
    /// `failure`.
    func witness(of failure: CallFailure) -> RESTV1Endpoint {
        if self != .configuration { return .configuration }
        switch failure {
        case .status(http: 403), .refused(http: 403, _): return .authenticationToken
        case .status, .refused, .transport, .unauthorized, .throttled, .registrationRefused: return .checkAuthentication
        }
    }
}

extension EndOfLife {
    /// Returns whether `http` is the status of a page that was removed, moved or closed.
    fileprivate static func isGone(_ http: Int64) -> Bool { (300..<400).contains(http) || http == 403 || http == 404 || http == 410 }
}

extension CallFailure {
    /// The failure of a call after the legacy API has been shut down.
    static let apiEnded = CallFailure.transport(.apiEnded)

    fileprivate var isWithoutConnection: Bool { self == .transport(.connection) }
}

extension Reply.Result {
    /// Whether only a working API gives this answer. The answers that there is no viewer or no permit may also come from a server that
    /// replaces the API.
    var isOfWorkingAPI: Bool {
        switch self {
        case .authentication(let authorization): authorization != nil
        case .userMetadata(let metadata): metadata.attributes != nil
        case .decisions(let decisions): decisions.contains { $0.error == nil || $0.error?.code != nil }
        case .failed(.refused(_, let error)): error.code != nil
        case .failed: false
        case .configuration, .session, .partnerRequest, .done: true
        // The legacy API never returns these results.
        case .registered, .token, .profiles, .logouts, .partner: false
        }
    }
}

// MARK: Doubting

extension Calls {
    /// Records that the legacy API works if only a working API gives this answer.
    mutating func noteAnswer(_ result: Reply.Result, _ index: Int) {
        if pending[index].question.legacyKind != nil, result.isOfWorkingAPI { endOfLife.isFound = false }
    }

    /// Begins to doubt a call that has failed and is not retried, if its failure may mean that the legacy API has been shut down. The call
    /// then waits for the tests. If the end of the API is already known, the call fails at once with the reason `apiEnded`.
    /// - Returns: `nil` if the failure is not doubted.
    mutating func doubt(_ index: Int, _ failure: CallFailure, _ turn: inout Turn) -> Delivery? {
        guard turn.policy.recognizesEndOfLife, let kind = pending[index].question.legacyKind, kind.isGone(failure) else { return nil }
        let call = pending[index]
        if endOfLife.isFound {
            pending.remove(at: index)
            return .outcome(call.id, .failed(.apiEnded))
        }
        // Only one call is doubted at a time, so the call to the witness is never doubted.
        if call.isLast || doubted != nil || endOfLife.isUnknown || endOfLife.excused.contains(kind) { return nil }
        pending[index].stage = .doubted(failure)
        // The registration's answer shows that the network and Adobe's other hosts work.
        getToken(&turn)
        return .handled(.`V1-50`)
    }

    /// The doubted call, with its failure; `nil` if no call is doubted.
    var doubted: (call: PendingCall, failure: CallFailure)? {
        for call in pending { if case .doubted(let failure) = call.stage { return (call, failure) } }
        return nil
    }

    /// Asks the witness about the doubted call, after the registration has answered.
    mutating func askWitness(_ turn: inout Turn) {
        endOfLife.isUnknown = false
        guard endOfLife.probe == nil, let (call, failure) = doubted, let kind = call.question.legacyKind else { return }
        endOfLife.probe = ask(.adobe(.restV1(kind.witness(of: failure))), &turn)
    }

    /// Ends the doubt because the registration does not answer either. The doubted call fails with its original failure.
    mutating func stopDoubting() -> Delivery? {
        guard let (call, failure) = doubted else { return nil }
        endOfLife.isUnknown = true
        pending.removeAll { $0.id == call.id }
        return .outcome(call.id, .failed(failure))
    }

    /// Ends the doubt with the answer of the witness, and returns the outcome of the doubted call; `nil` if `probe` is not the call to the
    /// witness.
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

    /// Permits the flow to doubt all endpoints again when the app comes to the foreground, because the API may have been shut down in the
    /// meantime.
    mutating func forgetExcuses() { (endOfLife.excused, endOfLife.isUnknown) = ([], false) }
}

extension PendingCall.Question {
    /// The endpoint of the legacy API in this question; `nil` for any other question.
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
