// Where the two APIs part: each of these is something that both have, by the rules of the one that is spoken.

extension Run {
    /// Is the viewer signed in already?
    mutating func check(_ rule: Rule) -> Next {
        switch settings.api {
        case .restV2: RESTV2.Check.begin(&self, rule)
        case .restV1: RESTV1.Check.begin(&self, rule)
        }
    }

    /// The person wants to be signed in, and the flow rests. What phase B has just found nobody by would find nobody again.
    mutating func signIn() -> Next {
        switch settings.api {
        case .restV2: context.foundNobody ? RESTV2.SignOn.begin(&self, .`V2-B-10`) : RESTV2.Check.begin(&self, rules.check)
        case .restV1: RESTV1.Check.begin(&self, rules.check)
        }
    }

    /// The person wants another provider than the partner framework would come back with.
    mutating func signInElsewhere(_ rule: Rule) -> Next {
        switch settings.api {
        case .restV2: RESTV2.Code.begin(mvpd: nil, &self, rule)
        case .restV1: RESTV1.Code.beginElsewhere(&self, rule)
        }
    }

    /// An unexpired code of an earlier launch.
    mutating func resume(_ code: PersistedCode) -> Next {
        switch settings.api {
        case .restV2: BasicAuthFallback.resume(code, polling: .profileForCode(code.code), &self)
        case .restV1: BasicAuthFallback.resume(code, polling: RESTV1.Code.signInOfDevice, &self)
        }
    }

    /// An earlier launch could not tell Adobe of a sign-out.
    mutating func payOwedLogouts() -> Next {
        switch settings.api {
        case .restV2: RESTV2.SignOut.payOwed(&self, .`V2-E-07`)
        case .restV1: RESTV1.SignOut.payOwed(&self, .`V1-32`)
        }
    }

    /// Another account than the one that was signed out is on the device.
    mutating func accountChanged(_ rule: Rule) -> Next {
        switch settings.api {
        case .restV2: RESTV2.Check.askProfiles(&self, rule)
        case .restV1: RESTV1.Check.begin(&self, rule)
        }
    }

    /// Something that a state asked has its one outcome.
    mutating func answered(_ state: FlowState, _ ask: RequestID, _ result: Reply.Result) -> Next {
        switch settings.api {
        case .restV2: RESTV2.answered(state, ask, result, &self)
        case .restV1: RESTV1.answered(state, ask, result, &self)
        }
    }

    /// A timer of basic authentication ran out.
    mutating func fired(_ timer: TimerID, in state: BasicAuthFallback) -> Next {
        switch settings.api {
        case .restV2: RESTV2.Code.fired(state, timer, &self)
        case .restV1: RESTV1.Code.fired(state, timer, &self)
        }
    }

    /// The person did something about basic authentication.
    mutating func chose(_ choice: Choice, in state: BasicAuthFallback) -> Next {
        switch settings.api {
        case .restV2: RESTV2.Code.chose(state, choice, &self)
        case .restV1: RESTV1.Code.chose(state, choice, &self)
        }
    }

    /// What a wish needs first.
    mutating func ask(for wish: Wish, in state: inout Deciding) {
        switch settings.api {
        case .restV2: RESTV2.Decide.ask(wish, in: &state, &self)
        case .restV1: RESTV1.Decide.ask(wish, in: &state, &self)
        }
    }

    /// Everything of the viewer's was forgotten here; now Adobe.
    mutating func tellOfSignOut(_ state: LoggedOut, wasSignedIn: Bool) -> Next {
        switch settings.api {
        case .restV2: RESTV2.SignOut.goOn(state, &self, .`V2-E-09`)
        case .restV1: RESTV1.SignOut.begin(state, wasSignedIn: wasSignedIn, &self, .`V1-30`)
        }
    }

    /// The person did something about a sign-out.
    mutating func chose(_ choice: Choice, in state: LoggedOut) -> Next {
        switch settings.api {
        case .restV2: RESTV2.SignOut.chose(state, choice, &self)
        case .restV1: RESTV1.SignOut.chose(state, choice, &self)
        }
    }

    /// The viewer has signed out in Settings.
    mutating func settledInSettings(_ state: LoggedOut) -> Next {
        switch settings.api {
        case .restV2: RESTV2.SignOut.done(state, &self, .`V2-E-05`)
        case .restV1: RESTV1.SignOut.leave(state, &self, .`V1-31`)
        }
    }

    /// The person wants something else before they are through with signing out.
    mutating func leaveSignOut(_ state: LoggedOut) -> Next {
        switch settings.api {
        case .restV2: RESTV2.SignOut.leave(state, &self)
        case .restV1: RESTV1.SignOut.leave(state, &self, .`V2-E-09`)
        }
    }
}

/// The rules of what both APIs do alike, by the ids that each has for them.
struct CommonRules {
    let check: Rule
    let play: Rule
    let preview: Rule
    let previewed: Rule
    /// A preview that is known already.
    let previewAgain: Rule
    let userMetadata: Rule
    let accessEnded: Rule
    let authenticationNeeded: Rule
    let temporaryAccess: Rule
    let temporaryAccessRefused: Rule

    static let restV2 = CommonRules(
        check: .`V2-B-01`, play: .`V2-D-10`, preview: .`V2-D-06`, previewed: .`V2-D-08`, previewAgain: .`V2-D-09`, userMetadata: .`V2-D-18`,
        accessEnded: .`V2-B-16`, authenticationNeeded: .`V2-D-14`, temporaryAccess: .`V2-T-01`, temporaryAccessRefused: .`V2-T-04`)

    static let restV1 = CommonRules(
        check: .`V1-01`, play: .`V1-26`, preview: .`V1-28`, previewed: .`V1-28`, previewAgain: .`V1-28`, userMetadata: .`V1-30`,
        accessEnded: .`V1-01`, authenticationNeeded: .`V1-26`, temporaryAccess: .`V1-29`, temporaryAccessRefused: .`V1-29`)
}

extension Run {
    /// The rules of the API that is spoken.
    var rules: CommonRules {
        switch settings.api {
        case .restV2: .restV2
        case .restV1: .restV1
        }
    }
}
