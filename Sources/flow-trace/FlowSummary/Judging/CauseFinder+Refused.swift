import FlowMachine

// Finds the cause of a refused or canceled request.
extension CauseFinder {
    package func refused(_ refusal: Refusal, _ trail: RequestTrail, _ end: Witness) -> FlowCause {
        let (finding, witnesses) = finding(refusal, trail, end)
        // Failed polls explain more than the last act of the viewer or of the flow. The end of the API explains more than failed polls.
        if trail.polls.areTroubled, finding.kind != .apiEnded {
            return cause(
                .canceled(.pollsFailed(trail.polls, .refused(finding))), trail,
                CauseFinder.distinct(trail.polls.witnesses + witnesses + [end]))
        }
        return cause(finding, trail, CauseFinder.distinct(witnesses + [end]))
    }

    private func finding(
        _ refusal: Refusal, _ trail: RequestTrail, _ end: Witness
    ) -> (finding: FlowCause.Finding, witnesses: [Witness]) {
        let failed = trail.failures
        let code = (refusal.error?.code ?? failed.code).map { FlowCause.ReportedError.code($0) }
        let refused = FlowCause.Refused(
            reason: refusal.reason, error: code ?? refusal.status.map { .status($0) }, failed: failed, temporary: temporary)
        switch refusal.reason {
        case .canceled: return canceled(refused, trail, end)
        case .notSignedIn: return notSignedIn(end.time ?? trail.start)
        case .signedOut, .tooManyWishes, .noDecision: return (.refused(.refused(refused)), [])
        case .temporaryAccess:
            return settings.temporaryAccess == nil
                ? (.refused(.temporaryAccessNotSetUp), []) : (.refused(.refused(refused)), temporary)
        case .apiEnded: return (.refused(.apiEnded(failed)), failed.witnesses)
        case .registration where failed.commonest?.isRefusedToken == true: return (.refused(.ownTokensRefused(failed)), failed.witnesses)
        case .service where failed.isInBetween: return (.refused(.otherServer(refused.error, failed)), failed.witnesses)
        case .authentication, .registration, .unreachable, .service, .setup: return (.refused(.refused(refused)), failed.witnesses)
        }
    }

    private func notSignedIn(_ time: Instant) -> (FlowCause.Finding, [Witness]) {
        if let kept, !launchFailures.isEmpty, kept.notAfter > time {
            return (.refused(.keptSignInUnchecked(kept.mvpd, launchFailures.under(conditions))), launchFailures.witnesses)
        }
        if let signedOut { return (.refused(.signedOutBefore(event: signedOut.number)), [signedOut]) }
        return expired.map { (.refused(.keptSignInExpiredBefore($0.profile)), [$0.launch]) } ?? (.refused(.nobodySignedIn), [])
    }

    private func canceled(
        _ refused: FlowCause.Refused, _ trail: RequestTrail, _ end: Witness
    ) -> (FlowCause.Finding, [Witness]) {
        let failed = trail.failures
        if case .problem(let problem)? = trail.lastActScreen {
            if problem.reason == .apiEnded { return (.refused(.apiEnded(failed)), failed.witnesses) }
            if let commonest = failed.commonest { return (.canceled(.canceledAtProblem(commonest, failed)), failed.witnesses) }
        }
        if let expired = trail.codeExpired, let gap = foreground.gap {
            return (.launch(.foregroundUnreported(gap)), gap.witnesses + [expired])
        }
        if let expired = trail.codeExpired {
            return (.canceled(.codeExpired(trail.unusedCode(settings.policy), isCanceled: true)), [expired])
        }
        guard let lastAct = trail.lastAct else { return (.refused(.refused(refused)), []) }
        if let (choice, witness) = trail.lastChoice {
            let waited = trail.length(from: witness, to: end.time)
            switch choice {
            case .userAgentClosed: return (.canceled(.pageClosed(event: witness.number, waited: waited)), [witness])
            case .redirectReached:
                let grace = settings.policy.userAgentGrace.milliseconds
                return (.canceled(.redirectUnconfirmed(event: witness.number, waited: waited, grace: grace)), [witness])
            case .provider, .profile, .otherProvider, .retry, .newCode, .done, .cancel: break
            }
        }
        let after =
            lastAct.number == end.number
            ? trail.shown.flatMap { shown in end.time.map { $0.milliseconds - shown.since.milliseconds } } : nil
        return (.canceled(.canceledByViewer(at: trail.lastActScreen.map { Screen($0) }, after: after, lastAct)), [lastAct])
    }
}
