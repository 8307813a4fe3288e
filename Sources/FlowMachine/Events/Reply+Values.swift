/// What the step that made a request receives: the value that its endpoint returns, or a failure.
///
/// An answer of another kind cannot be read. `Calls` rejects one as `.unreadable` before a step receives it, and a result that is added later
/// will be one, too, for every request that does not return it: so only here "anything else" is right.
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

    /// The failure, if the request returned no value of any kind.
    var failure: CallFailure? { if case .failed(let failure) = self { failure } else { nil } }

    /// Adobe's errors: that of the whole answer, or those of its decisions.
    package var errors: [AdobeError] {
        if case .decisions(let decisions) = self { decisions.compactMap { $0.error } } else { failure?.error.map { [$0] } ?? [] }
    }

    private var unread: CallFailure { failure ?? .transport(.unreadable) }
}
