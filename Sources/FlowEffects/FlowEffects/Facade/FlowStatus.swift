#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// The flow's status, as an app shows it.
public enum FlowStatus: Hashable, Sendable {
    /// The flow does not know yet whether a viewer is signed in.
    case starting
    /// No viewer is signed in. After a sign-out, the viewer may still be asked to sign out in the system's settings, too.
    case signedOut
    /// A sign-in is in progress. The app requested it, or it began in an earlier launch and its code is shown again.
    case signingIn
    /// A viewer is signed in.
    case signedIn(SignedInViewer)
    /// No viewer is signed in; temporary access is in use.
    case temporaryAccess
    /// A sign-out is in progress.
    case signingOut
    /// The flow could not find out whether a viewer is signed in: Adobe rejected the app or the request, or could not be reached.
    /// ``Flow/signIn(with:)`` and ``Flow/enterForeground()`` try again. The problem's error has no text for the viewer.
    case unavailable(Problem)
}

extension FlowStatus {
    /// The viewer who is signed in; `nil` in every other case.
    public var viewer: SignedInViewer? { if case .signedIn(let viewer) = self { viewer } else { nil } }
}

/// A viewer who is signed in.
public struct SignedInViewer: Hashable, Sendable {
    /// The provider's id; `nil` if Adobe did not name the provider.
    public let mvpd: MVPDID?
    /// The provider's name in the last configuration; `nil` if unknown.
    public let displayName: String?
    /// The URL of the provider's logo in the last configuration; `nil` if unknown.
    public let logoURL: URL?
    /// The time when the sign-in expires, by Adobe's clock; `nil` if unknown.
    public let expiry: Date?
    /// Whether the viewer signed in with the device's account and the device now has another account, or none. Adobe's profile stays valid
    /// until `expiry` (V2-B-15).
    public let hasAccountChanged: Bool

    /// Creates a viewer, for previews and tests of the app's screens. Each parameter sets the property of the same name.
    public init(
        mvpd: MVPDID?, displayName: String? = nil, logoURL: URL? = nil, expiry: Date? = nil, hasAccountChanged: Bool = false
    ) {
        self.mvpd = mvpd
        self.displayName = displayName
        self.logoURL = logoURL
        self.expiry = expiry
        self.hasAccountChanged = hasAccountChanged
    }
}

extension SignedInViewer {
    init(_ access: Access, hasAccountChanged: Bool, in vault: FlowVault) {
        let entry = access.mvpd.flatMap { vault.provider($0) }
        let notAfter: Instant?
        switch access {
        case .profile(let profile): notAfter = profile.notAfter
        case .serverAuthorization(let authorization): notAfter = authorization.notAfter
        }
        self.init(
            mvpd: access.mvpd, displayName: entry?.displayName, logoURL: entry?.logoURL, expiry: notAfter.map { Date($0) },
            hasAccountChanged: hasAccountChanged)
    }
}

/// Follows the records and derives the status from them.
struct StatusTracker: Sendable {
    private(set) var status = FlowStatus.starting
    /// The app's unanswered requests that may ask the viewer to sign in.
    private var asking: Set<WishID> = []

    mutating func note(_ record: DecidedRecord, _ vault: FlowVault) {
        if case .user(let event) = record.event.origin, let wish = event.asksViewer { asking.insert(wish) }
        for case .answer(let wish, _) in record.effects { asking.remove(wish) }
        status = status(record.state, vault)
    }

    private func status(_ state: FlowState, _ vault: FlowVault) -> FlowStatus {
        switch state {
        case .unregistered(let state): return state.problem.map { .unavailable($0) } ?? .starting
        case .registered(let state): return state.problem.map { .unavailable($0) } ?? .signedOut
        case .checking:
            // The flow checks on its own: the previous status remains until the check is over.
            switch status {
            case .signedIn, .temporaryAccess: return status
            case .starting, .signedOut, .signingIn, .signingOut, .unavailable: return asking.isEmpty ? status.settled : .signingIn
            }
        case .partnerAuth: return asking.isEmpty && status == .starting ? .starting : .signingIn
        // This includes a sign-in that began in an earlier launch and whose code is shown again (FM-12).
        case .basicAuthFallback: return .signingIn
        case .deciding(let state):
            let viewer = SignedInViewer(state.access, hasAccountChanged: state.accountChanged, in: vault)
            return state.access.isTemporary ? .temporaryAccess : .signedIn(viewer)
        case .loggedOut: return state.isSignedOut ? .signedOut : .signingOut
        }
    }
}

extension FlowStatus {
    /// The status to report during a check while no request of the app asks the viewer to sign in.
    fileprivate var settled: FlowStatus {
        switch self {
        case .signingIn, .signingOut: .signedOut
        case .unavailable: .starting
        case .starting, .signedOut, .signedIn, .temporaryAccess: self
        }
    }
}

extension UserEvent {
    fileprivate var asksViewer: WishID? {
        switch self {
        case .signIn(let wish), .otherProvider(let wish), .play(let wish, _, under: .signedIn): wish
        case .play, .preview, .userMetadata, .signOut, .cancel, .chose: nil
        }
    }
}
