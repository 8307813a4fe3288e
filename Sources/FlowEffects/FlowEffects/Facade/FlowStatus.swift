import FlowMachine

/// Where the flow stands, as an app shows it.
public enum FlowStatus: Hashable, Sendable {
    /// It is not known yet whether somebody is signed in.
    case starting
    /// Nobody is signed in.
    case signedOut
    /// A sign-in that somebody asked for is under way.
    case signingIn
    /// A viewer is signed in.
    case signedIn(SignedInViewer)
    /// Nobody is signed in; temporary access is in use.
    case temporaryAccess
    /// A sign-out is under way.
    case signingOut
    /// The flow could not find out whether somebody is signed in: Adobe refused the app or the request, or could not be reached. ``Flow/signIn(with:)``
    /// and ``Flow/foregrounded()`` try again. The problem's error has no text for the viewer.
    case unavailable(Problem)
}

/// Who is signed in.
public struct SignedInViewer: Hashable, Sendable {
    /// The provider, if Adobe named it.
    public let provider: MVPDID?
    /// The provider's name in the last configuration.
    public let displayName: String?
    /// The URL of the provider's logo in the last configuration.
    public let logoURL: String?
    /// When the sign-in expires, by Adobe's clock, in milliseconds since 1970; `nil` if not known.
    public let notAfter: Instant?
    /// Whether the viewer signed in by the device's account, and the device has another account now, or none. Adobe's profile stays valid
    /// until `notAfter` (V2-B-15).
    public let accountChanged: Bool
}

extension SignedInViewer {
    init(_ access: Access, accountChanged: Bool, in vault: FlowVault) {
        let entry = access.mvpd.flatMap { vault.provider($0) }
        let notAfter: Instant?
        switch access {
        case .profile(let profile): notAfter = profile.notAfter
        case .serverAuthorization(let word): notAfter = word.notAfter
        }
        self.init(
            provider: access.mvpd, displayName: entry?.displayName, logoURL: entry?.logoURL, notAfter: notAfter,
            accountChanged: accountChanged)
    }
}

/// Follows the records and derives the status from them.
struct StatusTracker: Sendable {
    private(set) var status = FlowStatus.starting
    /// Open wishes that ask the person to sign in.
    private var asking: Set<WishID> = []

    mutating func note(_ record: FlowRecord, _ vault: FlowVault) {
        if case .user(let event) = record.event.origin, let wish = event.asksPerson { asking.insert(wish) }
        for case .answer(let wish, _) in record.effects { asking.remove(wish) }
        status = status(record.state, vault)
    }

    private func status(_ state: FlowState, _ vault: FlowVault) -> FlowStatus {
        switch state {
        case .unregistered(let state): return state.problem.map { .unavailable($0) } ?? .starting
        case .registered(let state): return state.problem.map { .unavailable($0) } ?? .signedOut
        case .checking:
            // A check is the flow's own affair: what was known stands until it is over.
            switch status {
            case .signedIn, .temporaryAccess: return status
            case .starting, .signedOut, .signingIn, .signingOut, .unavailable: return asking.isEmpty ? status.settled : .signingIn
            }
        case .partnerAuth, .basicAuthFallback: return asking.isEmpty && status == .starting ? .starting : .signingIn
        case .deciding(let state):
            let viewer = SignedInViewer(state.access, accountChanged: state.accountChanged, in: vault)
            return state.access.isTemporary ? .temporaryAccess : .signedIn(viewer)
        case .loggedOut: return state.isAtRest ? .signedOut : .signingOut
        }
    }
}

extension FlowStatus {
    /// What stands while nobody asks.
    fileprivate var settled: FlowStatus {
        switch self {
        case .signingIn, .signingOut: .signedOut
        case .unavailable: .starting
        case .starting, .signedOut, .signedIn, .temporaryAccess: self
        }
    }
}

extension UserEvent {
    fileprivate var asksPerson: WishID? {
        switch self {
        case .signIn(let wish), .otherProvider(let wish), .play(let wish, _, under: .signedIn): wish
        case .play, .preview, .userMetadata, .signOut, .cancel, .chose: nil
        }
    }
}
