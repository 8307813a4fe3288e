import FlowMachine

extension FlowCause.CanceledFinding {
    /// Returns the finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .canceledByApp(let after, let pending):
            let rest =
                switch pending {
                case nil: "."
                case .at(let screen): ", while the viewer was at \(screen.words)."
                case .waiting(let wait):
                    ". It had waited \(TimeWords.length(wait.milliseconds)) for \(wait.awaited.party.name) (\(wait.awaited.what))."
                }
            return FindingWords(
                "The app canceled it after \(TimeWords.length(after))\(rest)",
                "Find out in the app why its task was canceled: a time limit of its own, or a screen that was left.")
        case .shutDown(let after):
            return FindingWords(
                "The app called shutDown() \(TimeWords.length(after)) later, before there was an answer.",
                "Find out in the app why it shut the flow down, for example because the account screen was closed.")
        case .canceledByViewer(let screen, let after, let act):
            let shown = screen == nil ? nil : after.map { ", \(TimeWords.length($0)) after it appeared" }
            return FindingWords(
                "The viewer canceled\(screen.map { " at \($0.words)" } ?? "")\(shown ?? ""): \(act.act(words)), event \(act.number).",
                FindingWords.unlessUnintended)
        case .canceledAtProblem(_, let failed):
            return FindingWords("The app showed a problem, and the viewer canceled: \(failed.text).", failed.advice)
        case .pageClosed(let event, let waited):
            return FindingWords(
                "The provider's page was closed at event \(event) without reaching the redirect URL, and Adobe had no profile yet \(TimeWords.length(waited)) later.",
                "Ask the viewer how far they got on the page. If Adobe has a profile at a later launch, the provider reported the sign-in late, and the policy userAgentGrace is too short."
            )
        case .redirectUnconfirmed(let event, let waited, let grace):
            return FindingWords(
                "The provider's page led back to the app at event \(event), so the viewer had finished there, but Adobe had no profile yet \(TimeWords.length(waited)) later, and the flow stopped waiting: the policy userAgentGrace is \(ComparedHeaders.length(grace)).",
                grace < 5000
                    ? "Set the policy userAgentGrace to 15 s, as it is by default: a provider reports a sign-in some seconds late."
                    : "Ask the provider why it reports the sign-in so late, or lengthen the policy userAgentGrace.")
        case .codeExpired(let code, let isCanceled) where code.isGivenUp:
            return FindingWords(
                "The flow gave the code up after \(TimeWords.term(code.life ?? 0)), and nobody had signed in with it: Adobe did not state how long it is valid, so the app's policy sessionLifetime decided. \(words.count(code.polls, "poll")) found nothing.\(isCanceled ? " Then the viewer canceled." : "")",
                "Set the policy sessionLifetime to 30 minutes, as it is by default, and ask Adobe why the answer has no lifetime.")
        case .codeExpired(let code, let isCanceled):
            let life = code.life.map { " after \(TimeWords.term($0))" } ?? ""
            return FindingWords(
                "The code expired\(life), and nobody had signed in with it: \(words.count(code.polls, "poll")) found nothing.\(isCanceled ? " Then the viewer canceled." : "")",
                code.isShort
                    ? "Adobe's configuration sets how long a code is valid, usually 30 minutes. Tell the viewer to get a new code and to use it at once."
                    : "Ask the viewer whether they opened the page on the second screen, and how far they got.")
        case .pollsFailed(let polls, let unpolled): return FindingWords("\(unpolled.text(words)) \(polls.trouble)", polls.advice)
        }
    }
}

extension FlowCause.Unpolled {
    func text(_ words: Wording) -> String {
        switch self {
        case .unanswered(let end): end.text
        case .late(let took): "It took \(TimeWords.length(took))."
        case .refused(let finding): finding.words(words).text
        }
    }
}
