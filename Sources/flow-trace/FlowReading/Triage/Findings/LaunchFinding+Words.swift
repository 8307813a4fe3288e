import FlowMachine

extension FlowCause.LaunchFinding {
    /// Returns the finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .keptSignInExpired(let profile, let launched):
            let ago = TimeWords.term(launched.milliseconds - profile.notAfter.milliseconds)
            return FindingWords(
                "The sign-in with \(profile.mvpd.text) had expired at \(TimeWords.second(profile.notAfter, words.clock)), \(ago) before this launch.",
                "The provider sets how long a sign-in is valid: compare the times of several launches.")
        case .signInExpired(let profile):
            return FindingWords(
                "The sign-in with \(profile.mvpd.text) expired at \(TimeWords.second(profile.notAfter, words.clock)), while the app ran.",
                "The provider sets how long a sign-in is valid: compare the times of several launches.")
        case .signInEnded(let end): return end.words(words)
        case .signedOutAtReturn(let found):
            let times = found.count == 1 ? "" : ", \(found.count) times"
            return FindingWords(
                "The app requested a sign-out \(TimeWords.length(found.after)) after it returned from the background, where it had been for \(TimeWords.term(found.away))\(times): no viewer acts so fast.",
                "Find the code of the app that signs out when it returns, for example after a limit on the time in the background.")
        case .providerChanged(let old, let new, let event):
            return FindingWords(
                "Up to event \(event) the viewer was signed in with \(old.text), from then on with \(new.mvpd.text) (\(new.type.word)).",
                "Ask the viewer whether the change was intended, for example another account in the device's settings.")
        case .clockWrong(let ahead):
            return FindingWords(
                "\(capitalized(DeviceClock.sentence(ahead))). Times below are by the device's clock.",
                "Ask the viewer to turn on automatic time in the device's settings.")
        case .vaultFailed:
            return FindingWords(
                "The vault could not save a value: the next launch may register or ask for a sign-in again.",
                "Look for a keychain or disk error in the app's own log.")
        case .accessDenied:
            return FindingWords(
                "The viewer had denied this app access to the TV provider, so Apple's single sign-on could not be used.",
                FindingWords.allowAccess)
        case .foregroundUnreported(let gap): return gap.words(words)
        case .accountLeftOnDevice:
            return FindingWords(
                "The sign-out in the app is complete, but the viewer closed the request to sign out in Settings and did not leave the app: the account on the device stays signed in, and the next sign-in takes it without asking.",
                "Ask the viewer to sign out of the TV provider in the device's Settings.")
        case .secretLost:
            return FindingWords("A secret was missing from the vault.", "Find out whether something else deletes the app's keychain items.")
        case .requestLoop(let loop):
            return FindingWords(
                "The app made this request \(loop.count) times\(loop.rate), each within a second of the failure of the one before: no viewer asks so fast.",
                "Find the loop in the app: after a denial or a failure, wait for the viewer, or at least longer each time.")
        case .permittedAgain(let run):
            return FindingWords(
                "\(run.resource.name) was permitted \(run.count) times within \(TimeWords.term(run.length)), each time at a new request: what failed is probably after the permit: the stream, the player or the media token's verification. This flow did what was asked.",
                "Compare with the player's own log: its error, the stream's address, and where the media token is verified.")
        case .tokensReplacedEarly(let run):
            return FindingWords(
                "The flow requested \(run.count) access tokens within \(TimeWords.term(run.length)), about one every \(TimeWords.term(run.length / Int64(max(1, run.count)))), although each token before was valid for \(TimeWords.term(run.lifetime)) and Adobe had not refused it.",
                "Look at the setting policy.tokenMargin: a token is replaced this long before it expires, so a margin near the lifetime of the tokens makes the flow request them all the time."
            )
        case .previewFlood(let flood):
            return FindingWords(
                "The app requested \(flood.requested), which took \(words.count(flood.amount.calls, "call")); a play waits behind them.",
                FindingWords.previewLess)
        case .singleSignOnRejected(let rejection): return FindingWords(rejection.text, rejection.advice)
        case .vaultShared(let apps):
            return FindingWords(
                "The vault is also used by \(apps.joined(separator: ", ")): each app forgets and replaces what the other keeps.",
                "Give each app a vault of its own: another keychain service name, or another access group.")
        case .signOutPending(let logouts, let failed, let answered):
            let others = answered > 0 ? ", although Adobe answered \(words.count(answered, "other call"))" : ""
            let tried = failed.isEmpty ? "" : " Tried in this launch: \(failed.text)\(others)."
            return FindingWords(
                "At the end of the log, a sign-out had not reached Adobe yet: \(logouts.map { words.owed($0) }.joined(separator: ", ")).\(tried)",
                failed.isEmpty
                    ? "Nothing: t\(FindingWords.sendsSignOutAgain.dropFirst())" : "\(failed.advice) \(FindingWords.sendsSignOutAgain)")
        }
    }
}

extension EndedSignIns.End {
    func words(_ words: Wording) -> FindingWords {
        let until = "the sign-in with \(profile.mvpd.text) was valid until \(TimeWords.second(profile.notAfter, words.clock))"
        let code: ErrorCode
        switch reason {
        case .refused(let refusal): code = refusal
        case .gone:
            return FindingWords(
                "Adobe no longer had a sign-in, although \(until). The viewer was asked to sign in again.",
                "Ask the provider and Adobe whether they ended sign-ins then.")
        case .registrationRejected(let refusal):
            return FindingWords(
                "Adobe no longer accepted the registration of this device\(refusal.map { " (\($0.text))" } ?? ""). A new registration has no sign-ins, although \(until). The viewer was asked to sign in again.",
                "Ask Adobe why it ended registrations of this app then: for example, its entry in Adobe's dashboard was changed.")
        }
        // In Adobe's list of codes, this code means that the device has left the home network.
        let isHomeOnly = code.text == "authorization_denied_by_hba_policies"
        return FindingWords(
            "The provider wanted a new sign-in (\(code.text)\(isHomeOnly ? ": the sign-in is valid in the home network only" : "")), although \(until). The viewer was asked to sign in again.",
            isHomeOnly
                ? "Nothing is to be repaired in the app: the provider accepts this sign-in in the viewer's home network only. Tell the viewer so."
                : "Ask the provider whether it ended sign-ins or changed accounts then.")
    }
}

extension FlowCause.SingleSignOnRejection {
    private var inParentheses: String { detail.map { " (\($0))" } ?? "" }

    var text: String {
        let otherwise = "so the account on the device could not sign the viewer in."
        return switch self {
        case .byProvider: "The provider's answer to Apple's framework had no sign-in\(inParentheses), \(otherwise)"
        case .byAdobe: "Adobe did not accept the sign-in that Apple's framework had brought from the provider\(inParentheses), \(otherwise)"
        case .declined: "Adobe asked for a sign-in without Apple's framework\(inParentheses), \(otherwise)"
        }
    }

    var advice: String {
        switch self {
        case .byProvider: "If it happens again, the provider and Apple must investigate."
        case .byAdobe: FindingWords.askAdobe
        case .declined(.missingParametersFallback): "Set the domain and the redirect URL in the app's settings."
        case .declined: FindingWords.askAboutIntegration
        }
    }
}
