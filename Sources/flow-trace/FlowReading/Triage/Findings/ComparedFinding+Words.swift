import FlowMachine

extension FlowCause.ComparedFinding {
    /// Returns the finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .launchesOverlap(let since, let by):
            return FindingWords(
                "It began \(TimeWords.term(by)) before the launch of \(TimeWords.second(since, words.clock)) ended: the device's clock was set back, or the logs are not in order.",
                "Compare the clocks in the headings.")
        case .missing(let kind, let kept, let since, let apps):
            let place = kept.event.map { "kept at event \($0) of" } ?? "in the vault during"
            return FindingWords(
                "Missing here: \(kept.name), \(place) the launch of \(TimeWords.second(since, words.clock)). \(consequence(kind))",
                apps.advice
            )
        case .vaultEmptied(let kept, let since, let apps, let afterFailures):
            let why =
                afterFailures ? "In that launch the vault could not save values." : "The app was reinstalled, or its vault was erased."
            return FindingWords(
                "The vault was empty, although the launch of \(TimeWords.second(since, words.clock)) had \(kept.map { $0.name }.joined(separator: ", ")). \(why)",
                afterFailures
                    ? "Look for the keychain's error in the app's own log, and at the app's keychain entitlement." : apps.advice)
        case .vaultFoundEmpty(let support):
            return FindingWords(
                "The vault was empty, although the app had launched before, with the support id \(support). That launch ended before Adobe registered the app, or what it kept was lost.",
                "Read the log of the launch \(support), too: it shows what the vault had.")
        case .signedInAfterAll(let asked, let event, let isUnanswered, let since):
            return FindingWords(
                "Adobe had a profile at this launch, although the launch of \(TimeWords.second(since, words.clock)) ended \"\(words.user(asked).sentence)\"\(event.map { " (event \($0))" } ?? "") without one: "
                    + "the viewer completed the sign-in later.",
                isUnanswered
                    ? "Nothing is wrong: the app ended during the sign-in, and this launch found it."
                    : "Check how long the flow waited: the policies userAgentGrace and pollInterval, and the code's expiry.")
        case .endedInForeground(let since, let pause, let last):
            return FindingWords(
                "The launch of \(TimeWords.second(since, words.clock)) ended without going to the background, \(TimeWords.length(pause)) before this one: "
                    + "\(words.lastEvent(last)). \(words.foregroundEnd)", words.foregroundAdvice)
        case .methodChanged(let mvpd, let old, let new, let since, let change):
            let was =
                "The sign-in with \(mvpd.text) was \(old.word) in the launch of \(TimeWords.second(since, words.clock)), and is \(new.word) here."
            switch change {
            case .accessDenied:
                return FindingWords("\(was) Here the viewer had denied this app access to the TV provider.", FindingWords.allowAccess)
            case .declined: return FindingWords("\(was) Here Adobe declined Apple's single sign-on.", FindingWords.askAboutIntegration)
            case .unknown: return FindingWords(was, FindingWords.askAboutIntegration)
            }
        case .configurationChanged(let changes):
            let rest = changes.count > 6 ? "; and \(changes.count - 6) more" : ""
            return FindingWords(
                "Adobe's configuration changed: \(changes.prefix(6).map { $0.words }.joined(separator: "; "))\(rest).",
                "Ask the administrator of Adobe's dashboard whether the change was intended.")
        case .settingsChanged(let changes, let since):
            let texts = changes.map { "\($0.what) from \($0.texts.left) to \($0.texts.right)" }
            let effects = changes.compactMap { SettingEffect.sentence($0.what, $0.texts.right) }.map { " \($0)" }
            return FindingWords(
                "Settings changed since the launch of \(TimeWords.second(since, words.clock)): \(texts.joined(separator: "; ")).\(effects.joined())",
                "Check that the change was intended.")
        case .versionChanged(let changes, let since):
            let texts = changes.map { "\($0.texts.left) to \($0.texts.right)" }
            return FindingWords(
                "Changed since the launch of \(TimeWords.second(since, words.clock)): \(texts.joined(separator: "; ")).",
                "Check whether the problem started with this version.")
        case .clockSet(let by, let since):
            return FindingWords(
                "The device's clock was set by \(TimeWords.term(abs(by))) \(by > 0 ? "ahead" : "back") since the launch of \(TimeWords.second(since, words.clock)).",
                "Do not compare the times of the two launches.")
        }
    }

    private func consequence(_ kind: PersistedValue.Kind) -> String {
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

extension FlowCause.ComparedApps {
    var advice: String {
        before == after
            ? "Find out whether the app erases its vault, or uses another one: on Apple devices, another keychain group or service name."
            : "Find out what \(after) does with the vault that \(before) did not: its clean-up, its place, on Apple devices its keychain group and its service name."
    }
}

extension FlowCause.ProviderChange {
    var words: String {
        switch self {
        case .new(let mvpd): "\(mvpd.text) is new"
        case .gone(let mvpd): "\(mvpd.text) is gone"
        case .changed(let mvpd, let change): "\(mvpd.text): \(change.what) from \(change.texts.left) to \(change.texts.right)"
        }
    }
}
