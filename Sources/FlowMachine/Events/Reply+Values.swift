/// The values that the steps of the states receive. Each property returns the value of one kind of result, or a failure for any other kind.
///
/// `Calls` replaces a result of the wrong kind by the failure `.unreadable` before a step receives the result. This also holds for kinds
/// that are added later, so these properties need not list the other kinds.
extension Reply.Result {
    typealias Received<Value> = Swift.Result<Value, CallFailure>

    var configuration: Received<AdobeConfiguration> {
        if case .configuration(let value) = self { .success(value) } else { .failure(unread) }
    }
    var profiles: Received<[Profile]> { if case .profiles(let value) = self { .success(value) } else { .failure(unread) } }
    var session: Received<AdobeSession> { if case .session(let value) = self { .success(value) } else { .failure(unread) } }
    var decisions: Received<[AdobeDecision]> { if case .decisions(let value) = self { .success(value) } else { .failure(unread) } }
    var logouts: Received<[Logout]> { if case .logouts(let value) = self { .success(value) } else { .failure(unread) } }
    var partner: Received<PartnerAnswer> { if case .partner(let value) = self { .success(value) } else { .failure(unread) } }
    var authentication: Received<ServerAuthorization?> {
        if case .authentication(let value) = self { .success(value) } else { .failure(unread) }
    }
    var partnerRequest: Received<SecretRef> { if case .partnerRequest(let value) = self { .success(value) } else { .failure(unread) } }
    var userMetadata: Received<ViewerMetadata> { if case .userMetadata(let value) = self { .success(value) } else { .failure(unread) } }
    var done: Received<Void> { if case .done = self { .success(()) } else { .failure(unread) } }

    /// The failure of the request; `nil` if the request returned a value of any kind.
    var failure: CallFailure? { if case .failed(let failure) = self { failure } else { nil } }

    /// Adobe's errors: the errors of the decisions in the answer; without decisions, the error of the whole answer.
    package var errors: [AdobeError] {
        if case .decisions(let decisions) = self { decisions.compactMap { $0.error } } else { failure?.error.map { [$0] } ?? [] }
    }

    private var unread: CallFailure { failure ?? .transport(.unreadable) }
}
