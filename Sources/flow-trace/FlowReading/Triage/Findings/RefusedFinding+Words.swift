import FlowMachine

extension FlowCause.RefusedFinding {
    /// Returns the finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .refused(let refused): return refused.words(words)
        case .nobodySignedIn:
            return FindingWords(
                "Nobody was signed in, and this request never asks for a sign-in.",
                "Nothing, if the app only checks whether a viewer is signed in.")
        case .keptSignInUnchecked(let mvpd, let failed):
            return FindingWords(
                "A sign-in with \(mvpd.text) was kept, but the flow could not check it with Adobe: \(failed.text).", failed.advice)
        case .keptSignInExpiredBefore(let profile):
            return FindingWords(
                "Nobody was signed in any longer, and this request never asks for a sign-in: \(profile.expiredWords(words.clock)).",
                "The provider sets how long a sign-in is valid. The viewer must sign in again.")
        case .signedOutBefore(let event):
            return FindingWords(
                "Nobody was signed in, and this request never asks for a sign-in. A viewer had signed out before: event \(event).",
                "Ask the household who signed out. A viewer must sign in again.")
        case .temporaryAccessNotSetUp:
            return FindingWords(
                "The app asked for temporary access, and its settings name no provider for it.",
                "Set temporaryAccess in the app's FlowSettings to the MVPD of temporary access in Adobe's dashboard.")
        case .ownTokensRefused(let failed):
            return FindingWords("Adobe issued access tokens and then refused them: \(failed.text).", FindingWords.askAdobe)
        case .otherServer(let error, let failed):
            return FindingWords(
                "Another server answered in place of Adobe\(FlowCause.inParentheses(error))\(failed.afterColon).", failed.advice)
        case .apiEnded(let failed):
            return FindingWords(
                "Adobe has shut down REST API V1, which this version of the app uses\(failed.afterColon)."
                    + " Registration at Adobe still answers, so the network and the app's credentials are fine.",
                "Publish a version of the app that uses REST API V2, and tell viewers to update. If Adobe has not ended V1, report an outage of its hosts to Adobe."
            )
        case .denied(let denied): return FindingWords(denied.text(words), denied.advice)
        case .signOutNotReached(let failed):
            return FindingWords(
                "The sign-out did not reach Adobe\(failed.afterColon). Until it does, nobody can sign in or play.",
                (failed.isInBetween ? failed.advice + " " : "") + FindingWords.sendsSignOutAgain)
        }
    }
}

extension FlowCause.Refused {
    func words(_ words: Wording) -> FindingWords {
        let code = FlowCause.inParentheses(error)
        switch reason {
        case .canceled: return FindingWords("The request was canceled.", FindingWords.unlessUnintended)
        case .signedOut: return FindingWords("The viewer signed out meanwhile.", "Nothing is wrong.")
        case .tooManyWishes: return FindingWords("16 requests were already open.", "Find out why the app sends so many requests.")
        case .temporaryAccess:
            if temporary.isEmpty {
                return FindingWords(
                    "Temporary access is used up, or is not configured\(code).", "Check the temporary provider in Adobe's dashboard.")
            }
            let used = temporary.map { "\($0.evidence(words).text) (event \($0.number))" }.joined(separator: ", ")
            return FindingWords(
                "Temporary access is used up\(code). In this launch it was used for \(used).",
                "Find out whether the viewer or the app itself requested those.")
        case .noDecision: return FindingWords("Adobe answered without a decision.", FindingWords.askAdobe)
        case .authentication where isHomeOnly:
            return FindingWords("\(FindingWords.homeOnly)\(code).", FindingWords.watchAtHome)
        case .authentication:
            return FindingWords(
                "The viewer is signed in, but the sign-in cannot be used for this request\(code).", FindingWords.askAdobe)
        case .registration: return FindingWords("Adobe refused the app's registration\(code).", "Check the software statement.")
        case .unreachable where failed.isOnlySignOuts:
            return FindingWords(
                "The sign-out before it must reach Adobe first, or the old viewer would stay signed in, and it did not\(failed.afterColon).",
                failed.advice)
        case .unreachable:
            if failed.isClocks, let proof = failed.clockProof {
                return FindingWords(
                    "The device's clock is wrong: \(proof). Probably for this reason Adobe could not be reached: \(failed.counted).",
                    failed.advice)
            }
            let what = failed.isInBetween ? "Another server answered in place of Adobe" : "Adobe could not be reached"
            return FindingWords("\(what)\(failed.afterColon).", failed.advice)
        case .service where !isAboutParameter:
            return FindingWords("Adobe's service failed\(code)\(failed.afterColon).", FindingWords.askAdobe)
        case .service, .setup:
            return FindingWords("Adobe rejected the app's request\(code)\(failed.afterColon).", FindingWords.compareSettings)
        // These two reasons have the same words as the findings of the same names.
        case .notSignedIn: return FlowCause.RefusedFinding.nobodySignedIn.words(words)
        case .apiEnded: return FlowCause.RefusedFinding.apiEnded(failed).words(words)
        }
    }
}

extension FindingWords {
    fileprivate static let homeOnly = "The provider permits it only at the viewer's home, by home-based authentication"
    fileprivate static let watchAtHome = "Tell the viewer to watch it at home: elsewhere, a new sign-in changes nothing."
}

extension FlowCause.Denied {
    private var provider: String { subject.mvpd.map { " \($0.text)" } ?? "" }

    private var denied: String {
        let code = error.words
        return switch denier {
        case .degradationRule: "Adobe denied it by a degradation rule (\(code))."
        case .parentalControls: "The account's parental controls denied it (\(code))."
        case .provider: "The provider\(provider) denied it (\(code))."
        case .adobe: "Adobe denied it (\(code))."
        case .homeOnly: "\(FindingWords.homeOnly) (\(code))."
        }
    }

    func text(_ words: Wording) -> String {
        switch circumstance {
        case .none: denied
        case .providerChanged(let old, let new, let event, let launch):
            "\(denied) The viewer's provider had changed from \(old.text) to \(new.text) at event \(event)\(launch.map { " of the launch of \(TimeWords.second($0, words.clock))" } ?? "")."
        case .severalSignIns(let mvpds, let taken, let event):
            "\(denied) At event \(event) Adobe reported sign-ins with \(mvpds.map { $0.text }.joined(separator: " and ")), and the flow chose \(taken.text) without asking the viewer."
        case .unfinishedChange(let event):
            "\(denied) The viewer started a sign-in with another provider at event \(event) but did not finish it, so \(subject.mvpd?.text ?? "the old provider") decided."
        }
    }

    var advice: String {
        switch circumstance {
        case .providerChanged(let old, let new, _, _):
            return
                "Ask the viewer whether \(new.text) is the right provider. If not, sign out and sign in with \(old.text); on an Apple device, look at the account in Settings first."
        case .severalSignIns:
            return "Let the viewer choose: offer a sign-in with another provider, or change the policy profileChoice."
        case .none, .unfinishedChange: break
        }
        return denier.advice(error, provider: provider)
    }
}

extension FlowCause.Denier {
    /// Returns the advice on a denial with this error. `provider` is the name of the viewer's provider after a space; empty for many viewers.
    func advice(_ error: FlowCause.ReportedError, provider: String) -> String {
        switch self {
        case .degradationRule: return "Ask the administrator who set the rule in Adobe's dashboard."
        case .parentalControls: return "The viewer can change the parental controls at the provider\(provider)."
        case .provider: return "Tell the viewer to ask the provider\(provider) whether the channel is in their package."
        case .homeOnly: return FindingWords.watchAtHome
        case .adobe:
            if case .status = error { return FindingWords.askAdobe }
            return "Look the code up with flow-trace help codes, or ask Adobe's support."
        }
    }
}

extension Profile {
    /// Returns the expiry of the sign-in as part of a sentence.
    func expiredWords(_ clock: DisplayedClock) -> String {
        "the kept sign-in with \(mvpd.text) had expired at \(TimeWords.second(notAfter, clock))"
    }
}
