// The properties of an access that determine requests for decisions.

extension Access {
    /// The reference to the user metadata that Adobe sent with the sign-in; `nil` if there are none.
    var attributes: SecretRef? { if case .profile(let profile) = self { profile.attributes } else { nil } }

    /// The expiry of the access; `nil` if it is not known.
    var notAfter: Instant? {
        switch self {
        case .profile(let profile): profile.notAfter
        case .serverAuthorization(let authorization): authorization.notAfter
        }
    }

    /// The type of the access's profile; `nil` for a server authorization.
    var type: ProfileType? {
        if case .profile(let profile) = self { profile.type } else { nil }
    }

    /// Whether the access is temporary access, which belongs to no viewer.
    package var isTemporary: Bool {
        switch self {
        case .profile(let profile): profile.type == .temporary
        case .serverAuthorization(let authorization): authorization.reason == .temporary
        }
    }

    /// Whether the provider has an outage and Adobe grants all its viewers access, so that no profile is needed (V2-G-01).
    var isDegraded: Bool {
        switch self {
        case .profile(let profile): profile.type == .degraded
        case .serverAuthorization(let authorization): authorization.reason == .degraded
        }
    }

    /// Whether a request for decisions under this access must carry a partner status (V2-D-01).
    var needsPartnerStatus: Bool {
        if case .profile(let profile) = self { profile.type == .appleSSO } else { false }
    }

    /// Whether a request for decisions under this access carries the current partner status, if there is a status. This includes an access
    /// for which Adobe reported single sign-on without its kind.
    var mayNeedPartnerStatus: Bool {
        if case .serverAuthorization(let authorization) = self { authorization.reason == .authenticatedSSO } else { needsPartnerStatus }
    }
}
