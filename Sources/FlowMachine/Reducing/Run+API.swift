// The differences between the two APIs, side by side. Each function calls its counterpart in `RESTV2` or in `RESTV1`, depending on the
// settings. `FlowState+Events.swift` passes outcomes and choices to the APIs in the same way.

extension Run {
    var api: FlowSettings.API { turn.shared.settings.api }

    /// The rules of the behavior that both APIs share, with the ids of the API in use.
    var rules: CommonRules { turn.shared.rules }

    // MARK: Beginning a phase

    /// Begins phase B, which checks whether the viewer is already signed in.
    mutating func check(_ rule: Rule) -> Next {
        switch api {
        case .restV2: RESTV2.PhaseB.startCheck(rule, &self)
        case .restV1: RESTV1.PhaseB.startCheck(rule, &self)
        }
    }

    /// Begins a sign-in while the flow is idle. REST API V2 skips phase B if that phase has just found no profile.
    mutating func signIn() -> Next {
        switch api {
        case .restV2: RESTV2.PhaseB.signIn(&self)
        case .restV1: RESTV1.PhaseB.startCheck(.`V1-01`, &self)
        }
    }

    /// Begins a sign-in with a provider other than the provider of the partner framework.
    mutating func signInElsewhere(_ rule: Rule) -> Next {
        switch api {
        case .restV2: RESTV2.PhaseF.signInElsewhere(rule, &self)
        case .restV1: RESTV1.PhaseF.signInElsewhere(rule, &self)
        }
    }

    /// Begins a check because the device's account differs from that of the last sign-in or sign-out.
    mutating func accountChanged(_ rule: Rule) -> Next {
        switch api {
        case .restV2: RESTV2.PhaseB.askProfiles(rule, &self)
        case .restV1: RESTV1.PhaseB.startCheck(rule, &self)
        }
    }

    /// Makes the first request that `wish` needs in the state `deciding`.
    mutating func ask(for wish: Wish, in state: inout Deciding) {
        switch api {
        case .restV2: RESTV2.PhaseD.ask(for: wish, &state, &self)
        case .restV1: RESTV1.PhaseD.ask(for: wish, &state, &self)
        }
    }

    // MARK: Codes

    /// Whether a poll asks about the code, and not about the device. A poll about a code is useless once the code has expired.
    var pollsCode: Bool {
        switch api {
        case .restV2: true
        case .restV1: false
        }
    }

    /// Asks Adobe once whether the viewer has signed in with `code`.
    mutating func poll(_ code: BasicAuthFallback.OpenCode) -> CallID {
        switch api {
        case .restV2: model.calls.ask(.poll(.profileForCode(code.session.code)), until: code.codeEnd, &turn)
        // The legacy API's poll asks about the device, so the code does not matter.
        case .restV1: model.calls.ask(.poll(.restV1(.authenticationToken)), until: nil, &turn)
        }
    }

    /// Handles the expiry of the open code.
    mutating func codeExpired(_ code: BasicAuthFallback.OpenCode) -> Next {
        switch api {
        case .restV2: RESTV2.PhaseF.checkAfterExpiry(mvpd: code.mvpd, code.lastingSession, &self)
        // A poll of the legacy API asks about the device, so the last poll would have found the sign-in.
        case .restV1: BasicAuthFallback.expired(mvpd: code.mvpd, .`V1-25`, &self)
        }
    }

    // MARK: Signing out

    /// Sends Adobe a logout, after this device has forgotten the viewer's data.
    mutating func signOut(_ work: SignOutWork, _ late: LateProfile?, wasSignedIn: Bool) -> Next {
        switch api {
        // Each logout names its provider, so it does not matter whether a viewer was signed in.
        case .restV2: RESTV2.PhaseE.startSignOut(work, late, &self)
        case .restV1: RESTV1.PhaseE.startSignOut(work, late, wasSignedIn: wasSignedIn, &self)
        }
    }

    /// Sends the pending logouts before a check or a sign-in, because Adobe would still report the previous viewer (V2-E-11, V1-37). The
    /// check or the sign-in begins when Adobe has answered.
    /// - Returns: `nil` if no logout is pending.
    mutating func sendOwedLogoutsFirst() -> Next? {
        if context.owedLogouts.isEmpty { return nil }
        return switch api {
        case .restV2: RESTV2.PhaseE.sendOwed(&self)
        case .restV1: RESTV1.PhaseE.sendOwed(&self)
        }
    }

    /// Continues a sign-out after the viewer has signed out in Settings.
    mutating func settledInSettings(_ state: LoggedOut) -> Next {
        switch api {
        case .restV2: RESTV2.PhaseE.settledInSettings(state, &self)
        case .restV1: RESTV1.PhaseE.settledInSettings(state, &self)
        }
    }

    /// Leaves a sign-out that is not complete, because the viewer wants something else.
    mutating func leaveSignOut(_ state: LoggedOut) -> Next {
        switch api {
        case .restV2: RESTV2.PhaseE.leave(state, &self)
        case .restV1: RESTV1.PhaseE.leave(state, &self)
        }
    }
}

/// The rules of the behavior that both APIs share.
struct CommonRules: Sendable {
    let check: Rule
    let play: Rule
    let preview: Rule
    let previewed: Rule
    /// The rule for a preview whose answer is already known.
    let previewAgain: Rule
    let userMetadata: Rule
    let accessExpired: Rule
    let authenticationNeeded: Rule
    let temporaryAccess: Rule
    let temporaryAccessRefused: Rule
    let polled: Rule
    /// The rule for the visit to Settings, where the viewer signs out.
    let settings: Rule
}

extension CommonRules {
    /// Creates the rules with the ids of `api`.
    init(_ api: FlowSettings.API) {
        switch api {
        case .restV2:
            self.init(
                check: .`V2-B-01`, play: .`V2-D-10`, preview: .`V2-D-06`, previewed: .`V2-D-08`, previewAgain: .`V2-D-09`,
                userMetadata: .`V2-D-18`, accessExpired: .`V2-B-16`, authenticationNeeded: .`V2-D-14`, temporaryAccess: .`V2-T-01`,
                temporaryAccessRefused: .`V2-T-04`, polled: .`V2-F-12`, settings: .`V2-E-05`)
        case .restV1:
            self.init(
                check: .`V1-01`, play: .`V1-26`, preview: .`V1-28`, previewed: .`V1-28`, previewAgain: .`V1-28`, userMetadata: .`V1-30`,
                accessExpired: .`V1-01`, authenticationNeeded: .`V1-26`, temporaryAccess: .`V1-29`, temporaryAccessRefused: .`V1-29`,
                polled: .`V1-25`, settings: .`V1-31`)
        }
    }
}
