/// What the person wants, or did with what was shown.
public enum UserEvent: Hashable, Sendable, LogValue {
    /// Sign me in now.
    case signIn(WishID)
    /// Sign me in with a provider other than the device's own.
    case otherProvider(WishID)
    /// Play this resource.
    case play(WishID, resource: SecretRef, under: PlayAccess)
    /// Tell which of these resources could be played; never interrupts the person. At most 64.
    case preview(WishID, resources: [SecretRef])
    /// Fetch the viewer's metadata again.
    case userMetadata(WishID)
    /// Sign me out.
    case signOut(WishID)
    /// The app no longer waits for this wish.
    case cancel(WishID)
    /// What the person did with what was shown.
    case chose(PresentationID, Choice)

    enum Kind: String, Word {
        case signIn = "start"
        case otherProvider, play, preview, userMetadata, signOut, cancel, chose
    }

    var kind: Kind {
        switch self {
        case .signIn: .signIn
        case .otherProvider: .otherProvider
        case .play: .play
        case .preview: .preview
        case .userMetadata: .userMetadata
        case .signOut: .signOut
        case .cancel: .cancel
        case .chose: .chose
        }
    }

    /// The wish that this event opens or gives up, if it does.
    public var wish: WishID? {
        switch self {
        case .signIn(let wish), .otherProvider(let wish), .userMetadata(let wish), .signOut(let wish), .cancel(let wish): wish
        case .play(let wish, _, _), .preview(let wish, _): wish
        case .chose: nil
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .signIn: return .signIn(try archive.field("wish", old?.wish))
            case .otherProvider: return .otherProvider(try archive.field("wish", old?.wish))
            case .play:
                var parts: (SecretRef, PlayAccess)?
                if case .play(_, let resource, let access) = old { parts = (resource, access) }
                return .play(
                    try archive.field("wish", old?.wish), resource: try archive.field("resource", parts?.0),
                    under: try archive.field("under", parts?.1))
            case .preview:
                var list: [SecretRef]?
                if case .preview(_, let resources) = old { list = resources }
                return .preview(try archive.field("wish", old?.wish), resources: try archive.field("resources", list))
            case .userMetadata: return .userMetadata(try archive.field("wish", old?.wish))
            case .signOut: return .signOut(try archive.field("wish", old?.wish))
            case .cancel: return .cancel(try archive.field("wish", old?.wish))
            case .chose:
                var parts: (PresentationID, Choice)?
                if case .chose(let presentation, let choice) = old { parts = (presentation, choice) }
                return .chose(try archive.field("presentation", parts?.0), try archive.field("choice", parts?.1))
            }
        }
    }
}

/// What a playback is asked under.
public enum PlayAccess: Hashable, Sendable, LogValue {
    /// The viewer's own provider; signs in if need be.
    case signedIn
    /// Temporary access, with the identity that a promotional one needs (V2-T-03).
    case temporary(identity: SecretRef?)

    enum Kind: String, Word {
        case signedIn, temporary
    }

    var kind: Kind {
        switch self {
        case .signedIn: .signedIn
        case .temporary: .temporary
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .signedIn: return .signedIn
            case .temporary:
                var identity: SecretRef?
                if case .temporary(let value) = old { identity = value }
                return .temporary(identity: try archive.optional("identity", identity))
            }
        }
    }
}

/// What a person can do with what was shown.
public enum Choice: Hashable, Sendable, LogValue {
    /// Chose an MVPD in the app's own picker.
    case provider(MVPDID)
    /// Chose one of several profiles.
    case profile(MVPDID)
    /// Wants to choose another provider.
    case otherProvider
    /// Wants another try.
    case retry
    /// Wants a new code.
    case newCode
    /// Has read or done what was asked.
    case done
    /// The user agent reached the redirect URL (V2-F-05).
    case redirectReached
    /// The user agent was closed before that (V2-F-22).
    case userAgentClosed
    /// Gives up.
    case cancel

    enum Kind: String, Word {
        case provider, profile, otherProvider, retry, newCode, done, redirectReached, userAgentClosed, cancel
    }

    var kind: Kind {
        switch self {
        case .provider: .provider
        case .profile: .profile
        case .otherProvider: .otherProvider
        case .retry: .retry
        case .newCode: .newCode
        case .done: .done
        case .redirectReached: .redirectReached
        case .userAgentClosed: .userAgentClosed
        case .cancel: .cancel
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            var mvpd: MVPDID?
            switch old {
            case .provider(let id), .profile(let id): mvpd = id
            case _: mvpd = nil
            }
            switch try archive.kind(old?.kind) {
            case .provider: return .provider(try archive.field("mvpd", mvpd))
            case .profile: return .profile(try archive.field("mvpd", mvpd))
            case .otherProvider: return .otherProvider
            case .retry: return .retry
            case .newCode: return .newCode
            case .done: return .done
            case .redirectReached: return .redirectReached
            case .userAgentClosed: return .userAgentClosed
            case .cancel: return .cancel
            }
        }
    }
}
