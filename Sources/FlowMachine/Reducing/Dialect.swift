/// What the two APIs do differently, side by side: the functions of `RESTV2` or of `RESTV1`, chosen once by the settings.
struct Dialect: Sendable {
    /// The rules of what both APIs do alike, with the id that each API uses.
    let rules: CommonRules
    /// Polls whether the viewer has signed in with this code.
    let poll: @Sendable (SecretRef) -> Endpoint
    /// Whether a poll asks about the code, so that it says nothing once the code has expired, rather than about the device.
    let pollsCode: Bool

    // MARK: Beginning a phase

    /// Phase B: is the viewer already signed in?
    let check: @Sendable (Rule, inout Run) -> Next
    /// The viewer asks to sign in while the flow is idle. REST API V2 skips phase B if it has just found no profile.
    let signIn: @Sendable (inout Run) -> Next
    /// The viewer wants a provider other than the one that the partner framework would return.
    let signInElsewhere: @Sendable (Rule, inout Run) -> Next
    /// The device has another account than the one that was signed out.
    let accountChanged: @Sendable (Rule, inout Run) -> Next
    /// Sends Adobe the pending logouts.
    let settleOwedLogouts: @Sendable (LateProfile?, inout Run) -> Next
    /// Sends Adobe a logout, after this device has forgotten the viewer's data.
    let signOut: @Sendable (SignOutWork, LateProfile?, _ wasSignedIn: Bool, inout Run) -> Next
    /// What a wish needs first, in `deciding`.
    let askForWish: @Sendable (Wish, inout Deciding, inout Run) -> Void

    // MARK: Outcomes of requests

    let receivedInChecking: @Sendable (Reply.Result, Checking, inout Run) -> Next
    let receivedInPartnerAuth: @Sendable (Reply.Result, PartnerAuth, inout Run) -> Next
    let receivedInBasicAuthFallback: @Sendable (Reply.Result, BasicAuthFallback, inout Run) -> Next
    let receivedInDeciding: @Sendable (CallID, Reply.Result, inout Deciding, inout Run) -> Next
    let receivedInLoggedOut: @Sendable (CallID, Reply.Result, inout LoggedOut, inout Run) -> Next

    // MARK: The viewer

    /// The open code expired.
    let codeExpired: @Sendable (BasicAuthFallback.OpenCode, inout Run) -> Next
    let choseInBasicAuthFallback: @Sendable (Choice, BasicAuthFallback, inout Run) -> Next
    let choseInLoggedOut: @Sendable (Choice, LoggedOut, inout Run) -> Next
    /// The viewer has signed out in Settings.
    let settledInSettings: @Sendable (LoggedOut, inout Run) -> Next
    /// The viewer wants something else before the sign-out is complete.
    let leaveSignOut: @Sendable (LoggedOut, inout Run) -> Next
}

/// The rules of what both APIs do alike.
struct CommonRules {
    let check: Rule
    let play: Rule
    let preview: Rule
    let previewed: Rule
    /// A preview whose answer is already known.
    let previewAgain: Rule
    let userMetadata: Rule
    let accessExpired: Rule
    let authenticationNeeded: Rule
    let temporaryAccess: Rule
    let temporaryAccessRefused: Rule
    let polled: Rule
    /// The viewer is asked to sign out in Settings.
    let settings: Rule
}

extension Dialect {
    static let restV2 = Dialect(
        rules: CommonRules(
            check: .`V2-B-01`, play: .`V2-D-10`, preview: .`V2-D-06`, previewed: .`V2-D-08`, previewAgain: .`V2-D-09`,
            userMetadata: .`V2-D-18`, accessExpired: .`V2-B-16`, authenticationNeeded: .`V2-D-14`, temporaryAccess: .`V2-T-01`,
            temporaryAccessRefused: .`V2-T-04`, polled: .`V2-F-12`, settings: .`V2-E-05`),
        poll: { .profileForCode($0) },
        pollsCode: true,
        check: RESTV2.PhaseB.begin,
        signIn: RESTV2.PhaseB.signIn,
        signInElsewhere: { RESTV2.PhaseF.begin(mvpd: nil, $0, &$1) },
        accountChanged: RESTV2.PhaseB.askProfiles,
        settleOwedLogouts: RESTV2.PhaseE.settleOwed,
        // Each provider is logged out by name, so it does not matter whether somebody was signed in.
        signOut: { work, late, _, run in RESTV2.PhaseE.begin(work, late, &run) },
        askForWish: RESTV2.PhaseD.ask,
        receivedInChecking: RESTV2.PhaseB.received,
        receivedInPartnerAuth: RESTV2.PhaseC.received,
        receivedInBasicAuthFallback: RESTV2.PhaseF.received,
        receivedInDeciding: RESTV2.PhaseD.received,
        receivedInLoggedOut: RESTV2.PhaseE.received,
        codeExpired: { RESTV2.PhaseF.lookAfterExpiry(mvpd: $0.mvpd, $0.lastingSession, &$1) },
        choseInBasicAuthFallback: RESTV2.PhaseF.chose,
        choseInLoggedOut: RESTV2.PhaseE.chose,
        settledInSettings: { RESTV2.PhaseE.next($0, .`V2-E-05`, &$1) },
        leaveSignOut: RESTV2.PhaseE.leave)

    static let restV1 = Dialect(
        rules: CommonRules(
            check: .`V1-01`, play: .`V1-26`, preview: .`V1-28`, previewed: .`V1-28`, previewAgain: .`V1-28`, userMetadata: .`V1-30`,
            accessExpired: .`V1-01`, authenticationNeeded: .`V1-26`, temporaryAccess: .`V1-29`, temporaryAccessRefused: .`V1-29`,
            polled: .`V1-25`, settings: .`V1-31`),
        // Adobe is asked about the device, so it does not matter which code is open.
        poll: { _ in .restV1(.authenticationToken) },
        pollsCode: false,
        check: RESTV1.PhaseB.begin,
        signIn: { RESTV1.PhaseB.begin(.`V1-01`, &$0) },
        signInElsewhere: RESTV1.PhaseF.beginElsewhere,
        accountChanged: RESTV1.PhaseB.begin,
        settleOwedLogouts: RESTV1.PhaseE.settleOwed,
        signOut: RESTV1.PhaseE.begin,
        askForWish: RESTV1.PhaseD.ask,
        receivedInChecking: RESTV1.PhaseB.received,
        receivedInPartnerAuth: RESTV1.PhaseC.received,
        receivedInBasicAuthFallback: RESTV1.PhaseF.received,
        receivedInDeciding: RESTV1.PhaseD.received,
        receivedInLoggedOut: RESTV1.PhaseE.received,
        // A poll asks about the device, so the last one would have found the viewer.
        codeExpired: { BasicAuthFallback.expired(mvpd: $0.mvpd, .`V1-25`, &$1) },
        choseInBasicAuthFallback: RESTV1.PhaseF.chose,
        choseInLoggedOut: RESTV1.PhaseE.chose,
        settledInSettings: { RESTV1.PhaseE.leave($0, .`V1-31`, &$1) },
        leaveSignOut: { RESTV1.PhaseE.leave($0, .`V2-E-09`, &$1) })
}
