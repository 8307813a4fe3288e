import FlowMachine

/// A finding in words: the cause in one or two sentences, and what to do about it.
struct FindingWords {
    let text: String
    let advice: String

    init(_ text: String, _ advice: String) {
        self.text = text
        self.advice = advice
    }

    init(_ finding: TriageCause.Finding, _ words: Wording) {
        switch finding {
        // A request without an answer.
        case .endedInBackground(let shown):
            self.init(
                "It was not answered before the app ended in the background.\(shown.map { " \($0.sinceWhen(words))" } ?? "")",
                "Nothing is wrong: the viewer left the app, and the app ended there.")
        case .endedAtScreen(let shown, let after):
            self.init(
                "The log ends \(TimeWords.length(after)) after the flow asked the app to show: \(shown.words(words)). \(words.foregroundEnd)",
                words.foregroundAdvice)
        case .problemUnanswered(let end, let shown, let failed):
            self.init("\(end.text) \(shown.sinceWhen(words)) Before that: \(failed.text).", failed.advice)
        case .unansweredAtScreen(let end, let shown):
            self.init("\(end.text) \(shown.sinceWhen(words))", "Ask the viewer what they saw and did.")
        case .unansweredAfterFailures(let end, let failed):
            self.init("\(end.text) Calls without a usable answer: \(failed.text).", failed.advice)
        case .unanswered(let end):
            let why = words.recordsShutdown ? "crashed or was killed" : "crashed, was killed, or called shutDown()"
            self.init("\(end.text) The app \(why), or the log was exported before.", "Look for a later log of this device.")

        // A request that was canceled, or whose code nobody used.
        case .canceledByApp(let after, let longest):
            let wait = longest.map {
                " It had waited \(TimeWords.length($0.milliseconds)) for \($0.awaited.party.name) (\($0.awaited.what))."
            }
            self.init(
                "The app canceled it after \(TimeWords.length(after)).\(wait ?? "")",
                "Find out in the app why its task was canceled: a time limit of its own, or a screen that was left.")
        case .shutDown(let after):
            self.init(
                "The app called shutDown() \(TimeWords.length(after)) later, before there was an answer.",
                "Find out in the app why it shut the flow down, for example because the account screen was closed.")
        case .canceledByViewer(let screen, let act):
            self.init(
                "The viewer canceled\(screen.map { " at \($0.words)" } ?? ""): \(act.act(words)), event \(act.number).",
                FindingWords.unlessUnintended)
        case .canceledAtProblem(_, let failed):
            self.init("The app showed a problem, and the viewer canceled: \(failed.text).", failed.advice)
        case .pageClosed(let event, let waited):
            self.init(
                "The provider's page was closed at event \(event) without reaching the redirect URL, and Adobe had no profile yet \(TimeWords.length(waited)) later.",
                "Ask the viewer how far they got on the page. If Adobe has a profile at a later launch, the provider reported the sign-in late, and the policy userAgentGrace is too short."
            )
        case .codeExpired(let code, let isCanceled):
            let life = code.life.map { " after \(TimeWords.term($0))" } ?? ""
            self.init(
                "The code expired\(life), and nobody had signed in with it: \(words.count(code.polls, "poll")) found nothing.\(isCanceled ? " Then the viewer canceled." : "")",
                code.isShort
                    ? "Adobe's configuration sets how long a code is valid, usually 30 minutes. Tell the viewer to get a new code and to use it at once."
                    : "Ask the viewer whether they opened the page on the second screen, and how far they got.")
        case .pollsFailed(let polls, let unpolled): self.init("\(unpolled.text(words)) \(polls.trouble)", polls.advice)

        // A request that was refused or denied.
        case .refused(let refused): self = refused.words(words)
        case .nobodySignedIn:
            self.init(
                "Nobody was signed in, and this request never asks for a sign-in.",
                "Nothing, if the app only checks whether a viewer is signed in.")
        case .keptSignInUnchecked(let mvpd, let failed):
            self.init(
                "A sign-in with \(mvpd.text) was kept, but the flow could not check it with Adobe: \(failed.text).", failed.advice)
        case .keptSignInExpiredBefore(let profile):
            self.init(
                "Nobody was signed in any longer, and this request never asks for a sign-in: \(profile.expiredWords).",
                "The provider sets how long a sign-in is valid. The viewer must sign in again.")
        case .signedOutBefore(let event):
            self.init(
                "Nobody was signed in, and this request never asks for a sign-in. A viewer had signed out before: event \(event).",
                "Ask the household who signed out. A viewer must sign in again.")
        case .temporaryAccessNotSetUp:
            self.init(
                "The app asked for temporary access, and its settings name no provider for it.",
                "Set temporaryAccess in the app's FlowSettings to the MVPD of temporary access in Adobe's dashboard.")
        case .ownTokensRefused(let failed):
            self.init("Adobe issued access tokens and then refused them: \(failed.text).", FindingWords.askAdobe)
        case .otherServer(let error, let failed):
            self.init("Another server answered in place of Adobe\(TriageCause.inParentheses(error))\(failed.afterColon).", failed.advice)
        case .apiEnded(let failed):
            self.init(
                "Adobe has shut down REST API V1, which this version of the app uses\(failed.afterColon)."
                    + " Registration at Adobe still answers, so the network and the app's credentials are fine.",
                "Publish a version of the app that uses REST API V2 (Specs/migration/from-rest-v1.md), and tell viewers to update. If Adobe has not ended V1, report an outage of its hosts to Adobe."
            )
        case .denied(let denied): self.init(denied.text, denied.advice)
        case .signOutNotReached(let failed):
            self.init(
                "The sign-out did not reach Adobe\(failed.afterColon). Until it does, nobody can sign in or play.",
                (failed.isInBetween ? failed.advice + " " : "") + FindingWords.sendsSignOutAgain)

        // A request that was fulfilled late.
        case .slow(let slow): self.init(slow.text, slow.advice)
        case .splitPreview(let slow, let split):
            self.init(
                "\(slow.text) \(split.text)", "Preview fewer resources at a time: here Adobe accepted \(split.accepted) per call.")

        case .fulfilledAfterFailures(_, let failed, let after):
            self.init("It was fulfilled after \(TimeWords.length(after)), although calls failed: \(failed.text).", failed.advice)

        // A launch.
        case .requestLoop(let loop):
            let rate = loop.rate.isEmpty ? "" : ", \(loop.rate)"
            self.init(
                "The app made this request \(loop.count) times\(rate), each within a second of the failure of the one before: no viewer asks so fast.",
                "Find the loop in the app: after a denial or a failure, wait for the viewer, or at least longer each time.")
        case .singleSignOnRejected(let rejection): self.init(rejection.text, rejection.advice)
        case .vaultShared(let apps):
            self.init(
                "The vault is also used by \(apps.joined(separator: ", ")): each app forgets and replaces what the other keeps.",
                "Give each app a vault of its own: another keychain service name, or another access group.")
        case .keptSignInExpired(let profile, let launched):
            let ago = TimeWords.term(launched.milliseconds - profile.notAfter.milliseconds)
            self.init(
                "The sign-in with \(profile.mvpd.text) had expired at \(TimeWords.utc(profile.notAfter)), \(ago) before this launch.",
                "The provider sets how long a sign-in is valid: compare the times of several launches.")
        case .providerChanged(let old, let new, let event):
            self.init(
                "Up to event \(event) the viewer was signed in with \(old.text), from then on with \(new.mvpd.text) (\(new.type.word)).",
                "Ask the viewer whether the change was intended, for example another account in the device's settings.")
        case .clockWrong(let ahead):
            self.init(
                "\(capitalized(DeviceClock.sentence(ahead))). Times below are by the device's clock.",
                "Ask the viewer to turn on automatic time in the device's settings.")
        case .vaultFailed:
            self.init(
                "The vault could not save a value: the next launch may register or ask for a sign-in again.",
                "Look for a keychain or disk error in the app's own log.")
        case .accessDenied:
            self.init(
                "The viewer had denied this app access to the TV provider, so Apple's single sign-on could not be used.",
                FindingWords.allowAccess)
        case .secretLost:
            self.init("A secret was missing from the vault.", "Find out whether something else deletes the app's keychain items.")
        case .signOutPending(let logouts, let failed, let answered):
            let others = answered > 0 ? ", although Adobe answered \(words.count(answered, "other call"))" : ""
            let tried = failed.isEmpty ? "" : " Tried in this launch: \(failed.text)\(others)."
            self.init(
                "At the end of the log, a sign-out had not reached Adobe yet: \(logouts.map { words.owed($0) }.joined(separator: ", ")).\(tried)",
                failed.isEmpty
                    ? "Nothing: t\(FindingWords.sendsSignOutAgain.dropFirst())" : "\(failed.advice) \(FindingWords.sendsSignOutAgain)")

        // A launch, compared with the one before.
        case .launchesOverlap(let since, let by):
            self.init(
                "It began \(TimeWords.term(by)) before the launch of \(TimeWords.utc(since)) ended: the device's clock was set back, or the logs are not in order.",
                "Compare the clocks in the headings.")
        case .missing(let kind, let kept, let since, let apps):
            let place = kept.event.map { "kept at event \($0) of" } ?? "in the vault during"
            self.init(
                "Missing here: \(kept.name), \(place) the launch of \(TimeWords.utc(since)). \(FindingWords.consequence(kind))", apps.advice
            )
        case .vaultEmptied(let kept, let since, let apps, let afterFailures):
            let why =
                afterFailures ? "In that launch the vault could not save values." : "The app was reinstalled, or its vault was erased."
            self.init(
                "The vault was empty, although the launch of \(TimeWords.utc(since)) had \(kept.map(\.name).joined(separator: ", ")). \(why)",
                afterFailures
                    ? "Look for the keychain's error in the app's own log, and at the app's keychain entitlement." : apps.advice)
        case .signedInAfterAll(let asked, let event, let isUnanswered, let since):
            self.init(
                "Adobe had a profile at this launch, although the launch of \(TimeWords.utc(since)) ended \"\(words.user(asked).sentence)\"\(event.map { " (event \($0))" } ?? "") without one: "
                    + "the viewer completed the sign-in later.",
                isUnanswered
                    ? "Nothing is wrong: the app ended during the sign-in, and this launch found it."
                    : "Check how long the flow waited: the policies userAgentGrace and pollInterval, and the code's expiry.")
        case .endedInForeground(let since, let pause, let last):
            self.init(
                "The launch of \(TimeWords.utc(since)) ended without going to the background, \(TimeWords.length(pause)) before this one: "
                    + "\(words.lastEvent(last)). \(words.foregroundEnd)", words.foregroundAdvice)
        case .methodChanged(let mvpd, let old, let new, let since, let change):
            let was = "The sign-in with \(mvpd.text) was \(old.word) in the launch of \(TimeWords.utc(since)), and is \(new.word) here."
            switch change {
            case .accessDenied:
                self.init("\(was) Here the viewer had denied this app access to the TV provider.", FindingWords.allowAccess)
            case .declined: self.init("\(was) Here Adobe declined Apple's single sign-on.", FindingWords.askAboutIntegration)
            case .unknown: self.init(was, FindingWords.askAboutIntegration)
            }
        case .configurationChanged(let changes):
            let rest = changes.count > 6 ? "; and \(changes.count - 6) more" : ""
            self.init(
                "Adobe's configuration changed: \(changes.prefix(6).map(\.words).joined(separator: "; "))\(rest).",
                "Ask the administrator of Adobe's dashboard whether the change was intended.")
        case .settingsChanged(let changes, let since):
            let texts = changes.map { "\($0.what) from \($0.texts.left) to \($0.texts.right)" }
            self.init(
                "Settings changed since the launch of \(TimeWords.utc(since)): \(texts.joined(separator: "; ")).",
                "Check that the change was intended.")
        case .versionChanged(let changes, let since):
            let texts = changes.map { "\($0.texts.left) to \($0.texts.right)" }
            self.init(
                "Changed since the launch of \(TimeWords.utc(since)): \(texts.joined(separator: "; ")).",
                "Check whether the problem started with this version.")
        case .clockSet(let by, let since):
            self.init(
                "The device's clock was set by \(TimeWords.term(abs(by))) \(by > 0 ? "ahead" : "back") since the launch of \(TimeWords.utc(since)).",
                "Do not compare the times of the two launches.")

        // The log itself.
        case .eventsMissing(let first, let last, let cause):
            self.init(
                "Events \(first) to \(last) may be missing from the log: \(FindingWords.gap(cause)).",
                "Treat the requests near this gap with caution.")
        case .beginsInTheMiddle(let event):
            self.init(
                "The log begins with event \(event): the earlier segments of the launch were not given.",
                "Pass all segments of the launch to flow-trace, if you have them.")
        case .logDamaged(let fault), .lastLineIncomplete(let fault), .decidedDifferently(let fault): self.init(fault.text, fault.advice)
        }
    }

    // MARK: Sentences that several findings have

    static let askAdobe = "Ask Adobe's support, and quote the lines below."
    static let unlessUnintended = "Nothing is wrong, unless the viewer did not intend to cancel."
    private static let allowAccess = "Ask the viewer to allow it in the device's settings for the TV provider."
    static let askAboutIntegration = "Ask the administrator of Adobe's dashboard whether the provider's integration was changed."
    private static let sendsSignOutAgain = "The flow sends the sign-out again at the next launch, sign-in or playback."

    private static func gap(_ cause: Snapshot.Cause) -> String {
        switch cause {
        case .folder: "the log's folder could not be used"
        case .alreadyOpen: "another log was using its folder"
        case .writing: "writing failed"
        case .syncing: "written records may not have reached the disk"
        }
    }

    private static func consequence(_ kind: PersistedValue.Kind) -> String {
        switch kind {
        case .client: "So the app registered again."
        case .token: "So a new token was requested."
        case .provider, .profile: "So the viewer may be asked to sign in again."
        case .code: "So the flow did not notice a sign-in on the second screen."
        case .signedOut: "So the flow may sign in by itself again."
        case .owedLogouts: "So the sign-out never reaches Adobe."
        }
    }
}

extension Wording {
    /// What a log can tell about a launch that ended in the foreground.
    fileprivate var foregroundEnd: String {
        recordsShutdown
            ? "The app crashed or was killed: after shutDown() the log's last event would be \"shut down\"."
            : "The app crashed, was killed, or called shutDown(): a log of this version does not tell which, because none of them is an event."
    }

    fileprivate var foregroundAdvice: String {
        recordsShutdown
            ? "Look for a crash report of that time."
            : "If the app did not call shutDown() then, look for a crash report of that time."
    }

    fileprivate func lastEvent(_ last: Witness?) -> String {
        last.map { "its last event is \($0.number), \($0.evidence(self).text)" } ?? "it has no event"
    }
}

// MARK: Parts of findings

extension TriageCause.ShownScreen {
    /// What is shown, in words.
    func words(_ words: Wording) -> String { words.presentation(presentation, at: since).main }

    fileprivate func sinceWhen(_ words: Wording) -> String {
        "Shown to the viewer since \(TimeWords.utc(since)): \(self.words(words))."
    }
}

extension TriageCause.LogEnd {
    fileprivate var text: String { "The log ends \(TimeWords.length(after)) later, in \(state).\(step), without an answer." }
}

extension TriageCause.Unpolled {
    fileprivate func text(_ words: Wording) -> String {
        switch self {
        case .unanswered(let end): end.text
        case .late(let took): "It took \(TimeWords.length(took))."
        case .refused(let finding): FindingWords(finding, words).text
        }
    }
}

extension TriageCause.Refused {
    fileprivate func words(_ words: Wording) -> FindingWords {
        let code = TriageCause.inParentheses(error)
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
        case .authentication:
            return FindingWords(
                "The viewer is signed in, but the sign-in cannot be used for this request\(code).", FindingWords.askAdobe)
        case .registration: return FindingWords("Adobe refused the app's registration\(code).", "Check the software statement.")
        case .unreachable:
            let what = failed.isInBetween ? "Another server answered in place of Adobe" : "Adobe could not be reached"
            return FindingWords("\(what)\(failed.afterColon).", failed.advice)
        case .service where !isAboutParameter:
            return FindingWords("Adobe's service failed\(code)\(failed.afterColon).", FindingWords.askAdobe)
        case .service, .setup:
            return FindingWords(
                "Adobe rejected the app's request\(code)\(failed.afterColon).",
                "Compare the app's settings with Adobe's dashboard: names of providers, temporary access, domain and redirect URL.")
        // The finder has findings of their own for these two.
        case .notSignedIn: return FindingWords(.nobodySignedIn, words)
        case .apiEnded: return FindingWords(.apiEnded(failed), words)
        }
    }
}

extension TriageCause.Denied {
    private var provider: String { subject.mvpd.map { " \($0.text)" } ?? "" }

    private var denied: String {
        let code = error.words
        return switch denier {
        case .degradationRule: "Adobe denied it by a degradation rule (\(code))."
        case .parentalControls: "The account's parental controls denied it (\(code))."
        case .provider: "The provider\(provider) denied it (\(code))."
        case .adobe: "Adobe denied it (\(code))."
        }
    }

    fileprivate var text: String {
        switch circumstance {
        case .none: denied
        case .providerChanged(let old, let new, let event):
            "\(denied) The viewer's provider had changed from \(old.text) to \(new.text) at event \(event)."
        case .severalSignIns(let mvpds, let taken, let event):
            "\(denied) At event \(event) Adobe reported sign-ins with \(mvpds.map(\.text).joined(separator: " and ")), and the flow chose \(taken.text) without asking the viewer."
        case .unfinishedChange(let event):
            "\(denied) The viewer started a sign-in with another provider at event \(event) but did not finish it, so \(subject.mvpd?.text ?? "the old provider") decided."
        }
    }

    fileprivate var advice: String {
        switch circumstance {
        case .providerChanged(_, let new, _):
            return "Ask the viewer whether \(new.text) is the right provider: the account in the device's settings determines it."
        case .severalSignIns:
            return "Let the viewer choose: offer a sign-in with another provider, or change the policy profileChoice."
        case .none, .unfinishedChange: break
        }
        switch denier {
        case .degradationRule: return "Ask the administrator who set the rule in Adobe's dashboard."
        case .parentalControls: return "The viewer can change the parental controls at the provider\(provider)."
        case .provider: return "Tell the viewer to ask the provider\(provider) whether the channel is in their package."
        case .adobe: return "Look the code up in Specs/rules/ERR-errors.md, or ask Adobe's support."
        }
    }
}

extension TriageCause.Slow {
    fileprivate var text: String {
        let texts = waits.map { wait in
            let what = (isBehindOthers ? Awaited.behindOthers : "") + wait.awaited.what
            return "\(TimeWords.length(wait.milliseconds)) \(wait.awaited.party.name)\(what.isEmpty ? "" : " (\(what))")"
        }
        return
            "It took \(TimeWords.length(took)), including \(TimeWords.length(waited)) in which it did not wait for the viewer: \(texts.joined(separator: ", "))."
    }

    fileprivate var advice: String {
        switch longest.party {
        case .adobe: FindingWords.askAdobe
        case .network: "Check the device's connection."
        case .held where longest == .otherFlow:
            "Find out what the app's other flows on this host request, and why Adobe throttled them."
        case .held: "Find out why the app sends so many requests: they use up the policy allowanceBurst."
        case .partner: "Check the device's TV provider settings."
        case .viewer, .rest: "Nothing is wrong."
        }
    }
}

extension TriageCause.SingleSignOnRejection {
    private var inParentheses: String { detail.map { " (\($0))" } ?? "" }

    fileprivate var text: String {
        let otherwise = "so the account on the device could not sign the viewer in."
        return switch self {
        case .byProvider: "The provider's answer to Apple's framework had no sign-in\(inParentheses), \(otherwise)"
        case .byAdobe: "Adobe did not accept the sign-in that Apple's framework had brought from the provider\(inParentheses), \(otherwise)"
        case .declined: "Adobe asked for a sign-in without Apple's framework\(inParentheses), \(otherwise)"
        }
    }

    fileprivate var advice: String {
        switch self {
        case .byProvider: "If it happens again, the provider and Apple must investigate."
        case .byAdobe: FindingWords.askAdobe
        case .declined(.missingParametersFallback): "Set the domain and the redirect URL in the app's settings."
        case .declined: FindingWords.askAboutIntegration
        }
    }
}

extension TriageCause.ComparedApps {
    fileprivate var advice: String {
        before == after
            ? "Find out whether the app erases its keychain items, or uses another keychain group or service name."
            : "Find out what \(after) does with the vault that \(before) did not: its keychain group, its service name, its clean-up."
    }
}

extension TriageCause.ProviderChange {
    fileprivate var words: String {
        switch self {
        case .new(let mvpd): "\(mvpd.text) is new"
        case .gone(let mvpd): "\(mvpd.text) is gone"
        case .changed(let mvpd, let change): "\(mvpd.text): \(change.what) from \(change.texts.left) to \(change.texts.right)"
        }
    }
}

extension Profile {
    /// When it expired, as part of a sentence.
    var expiredWords: String { "the kept sign-in with \(mvpd.text) had expired at \(TimeWords.utc(notAfter))" }
}
