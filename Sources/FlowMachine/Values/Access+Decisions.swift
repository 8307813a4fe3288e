// What decisions need to know about an access.

extension Access {
    /// The user metadata that came with the sign-in, in the vault.
    var attributes: SecretRef? { if case .profile(let profile) = self { profile.attributes } else { nil } }

    /// The expiry of the access, if known.
    var notAfter: Instant? {
        switch self {
        case .profile(let profile): profile.notAfter
        case .serverAuthorization(let authorization): authorization.notAfter
        }
    }

    /// The type of its profile, if it has one.
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

    /// Whether Adobe lets every viewer of a provider in, so that there need not be a profile (V2-G-01).
    var isDegraded: Bool {
        switch self {
        case .profile(let profile): profile.type == .degraded
        case .serverAuthorization(let authorization): authorization.reason == .degraded
        }
    }

    /// Whether a decision under it must carry a partner status (V2-D-01).
    var needsPartnerStatus: Bool {
        if case .profile(let profile) = self { profile.type == .appleSSO } else { false }
    }

    /// Whether a decision under it carries the current status if there is one: Adobe did not say which single sign-on it is.
    var mayNeedPartnerStatus: Bool {
        if case .serverAuthorization(let authorization) = self { authorization.reason == .authenticatedSSO } else { needsPartnerStatus }
    }
}
