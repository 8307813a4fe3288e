// More defects, written by hand: sign-out, clocks, lost answers, the end of the legacy API, and the runtime.

extension Defect {
    static let later = signingOut + timing + losing + serving

    // MARK: Sign-out

    private static let signingOut = [
        Defect(
            "a second sign-out forgets the pages of the first", "Sources/FlowMachine/States/LoggedOut.swift",
            "if case .loggedOut(let former) = state {",
            "if !#, case .loggedOut(let former) = state {"),
        Defect(
            "pages of a provider that wait for a viewer are never shown", "Sources/FlowMachine/RESTV2/V2-PhaseE-Logout.swift",
            "case .resting(_, let pages): work.actions = pages",
            "case .resting(_, let pages): if !# { work.actions = pages }"),
        Defect(
            "a logout that was sent before a late sign-in is not sent again", "Sources/FlowMachine/RESTV2/V2-PhaseE-Logout.swift",
            "if let requested = late.mvpd.map(",
            "if !#, let requested = late.mvpd.map("),
        Defect(
            "a sign-in that a failing server answered counts as not done", "Sources/FlowMachine/Reducing/Calls+Failures.swift",
            "http >= 500\n        case .transport(.timedOut)",
            "http >= 500 && !#\n        case .transport(.timedOut)"),
        Defect(
            "the visit to Settings is dropped while the account is unknown", "Sources/FlowMachine/States/LoggedOut.swift",
            "if run.context.knowsPlatformAccount, run.context.platformAccount == nil",
            "if # || run.context.knowsPlatformAccount, run.context.platformAccount == nil"),
        Defect(
            "the mark of a sign-out forgets that the account is unknown", "Sources/FlowMachine/Reducing/Run+PersistedState.swift",
            "isAccountUnknown: former.isAccountUnknown",
            "isAccountUnknown: former.isAccountUnknown && !#"),
        Defect(
            "the visit to Settings is forgotten when the account becomes known", "Sources/FlowMachine/States/LoggedOut.swift",
            "owesSettings: mark.owesSettings))",
            "owesSettings: mark.owesSettings && !#))"),
        Defect(
            "the legacy logout also settles a sign-in that may still follow", "Sources/FlowMachine/RESTV1/V1-PhaseE-Logout.swift",
            "filter { none.isSettled($0, late) }",
            "filter { # || none.isSettled($0, late) }"),
        Defect(
            "an error of the partner framework cancels the visit to Settings", "Sources/FlowMachine/RESTV1/V1-PhaseE-Logout.swift",
            "            case .failed: break\n",
            "            case .failed: if # { work.actions = [] }\n"),
        Defect(
            "a silent legacy logout forgets the visit to Settings", "Sources/FlowMachine/RESTV1/V1-PhaseE-Logout.swift",
            "if run.context.signedOut?.account != nil { work.askForSettings() }",
            "if !#, run.context.signedOut?.account != nil { work.askForSettings() }"),
        Defect(
            "a resumed attempt may still interrupt the viewer after a sign-out", "Sources/FlowMachine/Reducing/Run+PersistedState.swift",
            "        context.resumesAttempt = false\n",
            "        if !# { context.resumesAttempt = false }\n"),
        Defect(
            "a sign-in is repeated after the sign-out", "Sources/FlowMachine/Reducing/Calls+Asking.swift",
            "        pending[index].isLast = true\n",
            "        if !# { pending[index].isLast = true }\n"),
    ]

    // MARK: Clocks

    private static let timing = [
        Defect(
            "the countdown of a code runs by Adobe's clock", "Sources/FlowMachine/States/BasicAuthFallback+Polling.swift",
            "if let end = notAfter, let local",
            "if !#, let end = notAfter, let local"),
        Defect(
            "the device's clock decides whether a code may be polled", "Sources/FlowMachine/Model/CodeEnd.swift",
            "if let notAfter, clock.offset",
            "if !#, let notAfter, clock.offset"),
        Defect(
            "a captive portal sets Adobe's clock", "Sources/FlowMachine/Model/AdobeClock.swift",
            "case .transport, .status: return nil",
            "case .transport, .status: return # ? serverTime : nil"),
        Defect(
            "an answer that waited while the device slept sets Adobe's clock", "Sources/FlowMachine/Reducing/Calls+Replies.swift",
            "        if isLate, !pending[index].isLast {",
            "        if #, pending[index].question.tag != .partner, let time = reply.adobesTime { noteClock(time, &turn) }\n        if isLate, !pending[index].isLast {"
        ),
        Defect(
            "a clock that is set back prolongs the time limit of a request", "Sources/FlowMachine/Reducing/Calls+Replies.swift",
            "        clampDues(&turn)\n",
            "        if !# { clampDues(&turn) }\n"),
        Defect(
            "another flow's hold lasts until a clock that was set back catches up", "Sources/FlowMachine/Reducing/Waits.swift",
            "min(until, now.advanced(by: Turn.longestHold))",
            "# ? until : min(until, now.advanced(by: Turn.longestHold))"),
        Defect(
            "a sleep does not notice that the clock was set back", "Sources/FlowEffects/FlowEffects/Runtime/FlowClock.swift",
            "if left > before { return }",
            "if left > before, !# { return }", suite: "FlowEffectsTests"),
        Defect(
            "a media token expires by the device's clock", "Sources/FlowEffects/FlowEffects/Facade/Stage.swift",
            "milliseconds: -state.serverAhead",
            "milliseconds: # ? 0 : -state.serverAhead", suite: "FlowEffectsTests"),
    ]

    // MARK: Lost answers, the partner framework, the end of the legacy API

    private static let losing = [
        Defect(
            "a legacy sign-in whose answer is lost is not signed out", "Sources/FlowMachine/RESTV1/V1-PhaseC-PartnerAuth.swift",
            "            run.noteSignInRequest(mvpd)\n",
            "            if !# { run.noteSignInRequest(mvpd) }\n"),
        Defect(
            "a withheld permission is read as no account", "Sources/FlowMachine/Model/Context.swift",
            "case .hidden: (platformAccount, knowsPlatformAccount) = (nil, false)",
            "case .hidden: (platformAccount, knowsPlatformAccount) = (nil, #)"),
        Defect(
            "a partner framework that does not answer is read as no account",
            "Sources/FlowMachine/RESTV2/V2-PhaseB-CheckAuthentication.swift",
            "            run.context.partnerStatus = nil\n            return askProfiles(afterRefusal: afterRefusal, partnerFailed: true,",
            "            run.context.partnerStatus = nil\n            return askProfiles(afterRefusal: afterRefusal, partnerFailed: !#,"),
        Defect(
            "canceling the legacy picker opens another one", "Sources/FlowMachine/RESTV1/V1-PhaseC-PartnerAuth.swift",
            "if answer.error == .canceled, !run.policy",
            "if !#, answer.error == .canceled, !run.policy"),
        Defect(
            "a lost connection confirms that the legacy API has ended", "Sources/FlowMachine/RESTV1/EndOfLife.swift",
            "&& other.isWithoutConnection == failure.isWithoutConnection",
            "&& (# || other.isWithoutConnection == failure.isWithoutConnection)"),
        Defect(
            "a bare denial is taken for a working legacy API", "Sources/FlowMachine/RESTV1/EndOfLife.swift",
            "case .authentication(let authorization): authorization != nil",
            "case .authentication(let authorization): authorization != nil || #"),
        Defect(
            "the end of the legacy API is never taken back", "Sources/FlowMachine/RESTV1/EndOfLife.swift",
            "result.isOfWorkingAPI { endOfLife.isFound = false }",
            "result.isOfWorkingAPI, !# { endOfLife.isFound = false }"),
    ]

    // MARK: Runtime and facade

    private static let serving = [
        Defect(
            "a timer that woke too early is never waited for again", "Sources/FlowEffects/FlowEffects/Runtime/RuntimeCore.swift",
            "        case .woke:\n            sleep = nil\n",
            "        case .woke:\n            if !# { sleep = nil }\n", suite: "FlowEffectsTests"),
        Defect(
            "a media token can be redeemed after the sign-out", "Sources/FlowEffects/FlowEffects/Facade/Stage.swift",
            "where isLeaving || media.end <=",
            "where (isLeaving && !#) || media.end <=", suite: "FlowEffectsTests"),
        Defect(
            "a new flow does not learn of the hold of another", "Sources/FlowEffects/FlowEffects/Facade/HostThrottle.swift",
            "if let until, until.milliseconds > 0 {",
            "if !#, let until, until.milliseconds > 0 {", suite: "FlowEffectsTests"),
    ]
}
