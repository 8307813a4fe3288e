// What decisions need to know of an access.

extension Access {
    /// The user metadata that came with the sign-in, in the vault.
    var attributes: SecretRef? { if case .profile(let profile) = self { profile.attributes } else { nil } }

    /// When it ends, if known.
    var notAfter: Instant? {
        switch self {
        case .profile(let profile): profile.notAfter
        case .serverAuthorization(let word): word.notAfter
        }
    }

    /// The type of its profile, if it is one.
    var type: ProfileType? {
        if case .profile(let profile) = self { profile.type } else { nil }
    }

    /// Whether it is temporary access, which nobody signed in for.
    package var isTemporary: Bool {
        switch self {
        case .profile(let profile): profile.type == .temporary
        case .serverAuthorization(let word): word.reason == .temporary
        }
    }

    /// Whether a decision under it must carry a partner status (V2-D-01).
    var needsPartnerStatus: Bool {
        if case .profile(let profile) = self { profile.type == .appleSSO } else { false }
    }

    /// Whether a decision under it carries a status if one is at hand: Adobe did not say which single sign-on it is.
    var mayNeedPartnerStatus: Bool {
        if case .serverAuthorization(let word) = self { word.reason == .authenticatedSSO } else { needsPartnerStatus }
    }
}
