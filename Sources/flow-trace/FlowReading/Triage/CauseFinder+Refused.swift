import FlowMachine

// Why a request was refused or canceled.
extension CauseFinder {
    func refused(_ refusal: Refusal, _ trail: RequestTrail, _ end: Evidence) -> TriageCause {
        let failed = trail.failures
        let named = refusal.error?.code ?? failed.code
        let reported = named.map { TriageCause.ReportedError.code($0) } ?? refusal.status.map { .status($0) }
        let code = TriageCause.inParentheses(reported)
        let failures = failed.isEmpty ? "" : ": " + failed.text
        func cause(
            _ text: String, _ owner: TriageCause.Owner, _ advice: String, _ evidence: [Evidence] = [],
            kind: TriageCause.Kind? = nil
        ) -> TriageCause {
            // Failed polls explain more than what the viewer or the flow did at the end.
            if let trouble = trail.polls.trouble {
                return TriageCause(
                    kind: .pollsFailed, text: "\(text) \(trouble)", owner: trail.polls.owner, advice: trail.polls.advice,
                    quotes: trail.quotes, evidence: distinct(trail.polls.evidence(words) + evidence + [end]))
            }
            return TriageCause(
                kind: kind ?? .refused(refusal.reason, reported), text: text, owner: owner, advice: advice, quotes: trail.quotes,
                evidence: distinct(evidence + [end]))
        }
        switch refusal.reason {
        case .canceled: return canceled(trail, end, cause)
        case .notSignedIn:
            if let kept, !launchFailures.isEmpty, kept.notAfter > (end.time ?? trail.start) {
                return cause(
                    "A sign-in with \(kept.mvpd.text) was kept, but the flow could not check it with Adobe: \(launchFailures.text).",
                    launchFailures.owner, launchFailures.advice, launchFailures.evidence(words),
                    kind: .keptSignInUnchecked)
            }
            if signedOut == nil, let expired {
                return cause(
                    "Nobody was signed in any longer, and this request never asks for a sign-in: \(expired.text).",
                    .provider,
                    "The provider sets how long a sign-in is valid. The viewer must sign in again.", [expired.evidence],
                    kind: .keptSignInExpiredBefore)
            }
            guard let signedOut else {
                return cause(
                    "Nobody was signed in, and this request never asks for a sign-in.", .app,
                    "Nothing, if the app only checks whether a viewer is signed in.",
                    kind: .nobodySignedIn)
            }
            return cause(
                "Nobody was signed in, and this request never asks for a sign-in. A viewer had signed out before: event \(signedOut.event).",
                .viewer,
                "Ask the household who signed out. A viewer must sign in again.", [signedOut],
                kind: .signedOutBefore)
        case .signedOut: return cause("The viewer signed out meanwhile.", .viewer, "Nothing is wrong.")
        case .tooManyWishes: return cause("16 requests were already open.", .app, "Find out why the app sends so many requests.")
        case .temporaryAccess where words.settings.temporaryAccess == nil:
            return cause(
                "The app asked for temporary access, and its settings name no provider for it.", .app,
                "Set temporaryAccess in the app's FlowSettings to the MVPD of temporary access in Adobe's dashboard.",
                kind: .temporaryAccessNotSetUp)
        case .temporaryAccess:
            if temporary.isEmpty {
                return cause(
                    "Temporary access is used up, or is not configured\(code).", .adobe,
                    "Check the temporary provider in Adobe's dashboard.")
            }
            let used = words.joined(temporary.map { "\($0.text) (event \($0.event))" })
            return cause(
                "Temporary access is used up\(code). In this launch it was used for \(used).", .app,
                "Find out whether the viewer or the app itself requested those.", temporary)
        case .apiEnded: return apiEnded(trail, distinct(failed.evidence(words) + [end]))
        case .noDecision: return cause("Adobe answered without a decision.", .adobe, "Ask Adobe's support, and quote the lines below.")
        case .authentication:
            return cause(
                "The viewer is signed in, but the sign-in cannot be used for this request\(code).", .adobe,
                "Ask Adobe's support, and quote the lines below.",
                failed.evidence(words))
        case .registration:
            if failed.commonest?.isRefusedToken == true {
                return cause(
                    "Adobe issued access tokens and then refused them: \(failed.text).", .adobe,
                    "Ask Adobe's support, and quote the lines below.",
                    failed.evidence(words), kind: .ownTokensRefused)
            }
            return cause("Adobe refused the app's registration\(code).", .app, "Check the software statement.", failed.evidence(words))
        case .unreachable:
            let what = failed.isInBetween ? "Another server answered in place of Adobe" : "Adobe could not be reached"
            return cause("\(what)\(failures).", failed.owner, failed.advice, failed.evidence(words))
        case .service:
            if failed.isInBetween {
                return cause(
                    "Another server answered in place of Adobe\(code)\(failures).", .network, failed.advice, failed.evidence(words),
                    kind: .otherServer)
            }
            if named?.isAboutParameter == true { return rejected() }
            return cause(
                "Adobe's service failed\(code)\(failures).", .adobe, "Ask Adobe's support, and quote the lines below.",
                failed.evidence(words))
        case .setup: return rejected()
        }
        func rejected() -> TriageCause {
            cause(
                "Adobe rejected the app's request\(code)\(failures).", .app,
                "Compare the app's settings with Adobe's dashboard: names of providers, temporary access, domain and redirect URL.",
                failed.evidence(words))
        }
    }

    /// Adobe has shut down the API that the app uses (V1-50).
    func apiEnded(_ trail: RequestTrail, _ evidence: [Evidence]) -> TriageCause {
        let failed = trail.failures
        return TriageCause(
            kind: .apiEnded,
            text: "Adobe has shut down REST API V1, which this version of the app uses\(failed.isEmpty ? "" : ": " + failed.text)."
                + " Registration at Adobe still answers, so the network and the app's credentials are fine.",
            owner: .app,
            advice:
                "Publish a version of the app that uses REST API V2 (Specs/migration/from-rest-v1.md), and tell viewers to update. If Adobe has not ended V1, report an outage of its hosts to Adobe.",
            quotes: trail.quotes, evidence: evidence)
    }

    static func codeAdvice(_ trail: RequestTrail) -> String {
        trail.isCodeShort
            ? "Adobe's configuration sets how long a code is valid, usually 30 minutes. Tell the viewer to get a new code and to use it at once."
            : "Ask the viewer whether they opened the page on the second screen, and how far they got."
    }

    private func canceled(
        _ trail: RequestTrail, _ end: Evidence,
        _ cause: (String, TriageCause.Owner, String, [Evidence], TriageCause.Kind?) -> TriageCause
    ) -> TriageCause {
        let failed = trail.failures
        if case .problem(let problem)? = trail.lastActScreen, problem.reason == .apiEnded {
            return apiEnded(trail, distinct(failed.evidence(words) + [end]))
        }
        if case .problem? = trail.lastActScreen, let commonest = failed.commonest {
            return cause(
                "The app showed a problem, and the viewer canceled: \(failed.text).", failed.owner, failed.advice, failed.evidence(words),
                .canceledAtProblem(commonest))
        }
        if let expired = trail.codeExpired?.evidence(words) {
            let polls = words.count(trail.polls.count, "poll")
            return cause(
                "The code expired\(trail.codeLength), and nobody had signed in with it: \(polls) found nothing. Then the viewer canceled.",
                trail.isCodeShort ? .adobe : .viewer, CauseFinder.codeAdvice(trail), [expired],
                .codeExpired)
        }
        guard let lastAct = trail.lastAct else {
            return cause("The request was canceled.", .viewer, "Nothing is wrong, unless the viewer did not intend to cancel.", [end], nil)
        }
        if case .user(.chose(_, .userAgentClosed)) = lastAct.event.origin {
            return cause(
                "The provider's page was closed at event \(lastAct.number) without reaching the redirect URL, and Adobe had no profile yet \(trail.sinceLastAct(end.time)) later.",
                .provider,
                "Ask the viewer how far they got on the page. If Adobe has a profile at a later launch, the provider reported the sign-in late, and the policy userAgentGrace is too short.",
                [lastAct.evidence(words)], .pageClosed)
        }
        let screen = trail.lastActScreen.map { Screen($0) }
        let place = screen.map { " at \($0.words)" } ?? ""
        var what = words.sentence(lastAct.event, asked: lastAct.question)
        if case .user(let user) = lastAct.event.origin { what = words.user(user).main }
        return cause(
            "The viewer canceled\(place): \(what), event \(lastAct.number).", .viewer,
            "Nothing is wrong, unless the viewer did not intend to cancel.", [lastAct.evidence(words)],
            .canceledByViewer(at: screen))
    }

    private func distinct(_ evidence: [Evidence]) -> [Evidence] {
        var kept: [Evidence] = []
        for one in evidence.sorted(by: { $0.event < $1.event }) where kept.last?.event != one.event { kept.append(one) }
        return kept
    }
}

extension ErrorCode {
    /// Whether Adobe rejected a parameter of the request.
    fileprivate var isAboutParameter: Bool { text.hasPrefix("invalid_parameter") }
}
