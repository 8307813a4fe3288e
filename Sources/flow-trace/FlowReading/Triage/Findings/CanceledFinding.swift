import FlowMachine

extension TriageCause {
    /// Why a request was canceled, or why nobody used its code.
    enum CanceledFinding: Sendable {
        /// How long it was open, in milliseconds, and what it was busy with; `nil` if that is not known.
        case canceledByApp(after: Int64, Pending?)
        case shutDown(after: Int64)
        /// `nil` if the screen is not known.
        case canceledByViewer(at: Screen?, Witness)
        case canceledAtProblem(FailureKind, FailedCalls)
        /// `waited`: how long there was no profile after the page was closed, in milliseconds.
        case pageClosed(event: Int64, waited: Int64)
        case codeExpired(UnusedCode, isCanceled: Bool)
        indirect case pollsFailed(Polls, Unpolled)

        /// What it is counted, grouped and compared by.
        var kind: Kind {
            switch self {
            case .canceledByApp(_, let pending): .canceledByApp(waitedFor: pending?.party)
            case .shutDown: .shutDown
            case .canceledByViewer(let screen, _): .canceledByViewer(at: screen)
            case .canceledAtProblem(let failure, _): .canceledAtProblem(failure)
            case .pageClosed: .pageClosed
            case .codeExpired: .codeExpired
            case .pollsFailed: .pollsFailed
            }
        }

        /// Who can do something about it.
        var owner: Owner {
            switch self {
            case .canceledByApp, .shutDown: .app
            case .canceledByViewer: .viewer
            case .canceledAtProblem(_, let failed): failed.owner
            case .pageClosed: .provider
            case .codeExpired(let code, _): code.isShort ? .adobe : .viewer
            case .pollsFailed(let polls, _): polls.owner
            }
        }
    }

    /// What a request was busy with when the app canceled it.
    enum Pending: Sendable {
        /// The viewer was at this screen.
        case at(Screen)
        /// What it had waited for longest.
        case waiting(RequestTrail.Wait)

        var party: Timeline.Party {
            switch self {
            case .at: .viewer
            case .waiting(let wait): wait.awaited.party
            }
        }
    }

    /// A code that nobody used.
    struct UnusedCode: Sendable {
        /// How long it was valid, in milliseconds, if that is known.
        let life: Int64?
        /// How many polls found nobody.
        let polls: Int

        /// Whether it was valid for less time than viewers need.
        var isShort: Bool { life.map { $0 < 10 * 60_000 } ?? false }
    }

    /// How a request ended whose polls failed.
    enum Unpolled: Sendable {
        case unanswered(LogEnd)
        /// Fulfilled, after this many milliseconds.
        case late(Int64)
        /// What else explains the refusal.
        case refused(Finding)
    }
}

extension TriageCause.CanceledFinding {
    /// The finding in words.
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
        case .canceledByViewer(let screen, let act):
            return FindingWords(
                "The viewer canceled\(screen.map { " at \($0.words)" } ?? ""): \(act.act(words)), event \(act.number).",
                FindingWords.unlessUnintended)
        case .canceledAtProblem(_, let failed):
            return FindingWords("The app showed a problem, and the viewer canceled: \(failed.text).", failed.advice)
        case .pageClosed(let event, let waited):
            return FindingWords(
                "The provider's page was closed at event \(event) without reaching the redirect URL, and Adobe had no profile yet \(TimeWords.length(waited)) later.",
                "Ask the viewer how far they got on the page. If Adobe has a profile at a later launch, the provider reported the sign-in late, and the policy userAgentGrace is too short."
            )
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

extension TriageCause.Unpolled {
    func text(_ words: Wording) -> String {
        switch self {
        case .unanswered(let end): end.text
        case .late(let took): "It took \(TimeWords.length(took))."
        case .refused(let finding): finding.words(words).text
        }
    }
}
