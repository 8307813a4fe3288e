import FlowMachine

extension Check {
    /// The checks of repeated requests.
    static let repetition: [Check] = [
        Check(
            "V2-X-08", "After 401 a new token is requested first, then the request is sent once more.", needs: "an answer 401",
            { $0.refusedTokens }),
        Check(
            "V2-X-09", "If a fresh token is refused, too, the app registers again once, then it stops.", needs: "an answer 401",
            { $0.endlessUnauthorized }),
        Check(
            "V2-X-11", "An error whose action is retry allows two or three attempts in all, each later than the one before.",
            needs: "an error with the action retry", { $0.retriesOf(isDecision: false) }),
        Check(
            "V2-D-15", "A decision whose error's action is retry is requested two or three times in all.",
            needs: "a decision's error with the action retry", { $0.retriesOf(isDecision: true) }),
        Check(
            "V2-X-12", "An error 500 whose action is none or configuration is not retried.",
            needs: "an error 500 with the action none or configuration", { $0.uselessRetries }),
        Check(
            "V2-X-13", "After 5xx or without an answer, a few attempts follow, each later than the one before.",
            needs: "an answer 5xx without a readable error, or none", { $0.impatientRetries }),
        Check(
            "V2-X-14",
            "A request that Adobe refuses with 400 or 405, or below 500 without an error of its own, is never sent again unchanged.",
            needs: "a request of REST API V2 that is refused so", { $0.refusedRequests }),
    ]
}

extension Track {
    /// The time below which a pause cannot be intended, in milliseconds.
    private static let noPause: Int64 = 250

    fileprivate var refusedTokens: Outcome {
        let refused = calls.filter { $0.http == 401 && $0.token != nil }
        var outcome = Outcome(occasions: refused.count)
        for chain in chains(within: 60_000, { $0.http == 401 && $0.token != nil }) {
            guard let first = chain.first else { continue }
            let same = chain.dropFirst().filter { $0.token == first.token }
            if !same.isEmpty {
                outcome.add("Sent again with the token that Adobe refused: \(counted(same.count, "time")).", [first] + same)
            }
        }
        return outcome
    }

    fileprivate var endlessUnauthorized: Outcome {
        let refused = calls.filter { $0.http == 401 }
        var outcome = Outcome(occasions: refused.count)
        for chain in chains(within: 60_000, { $0.http == 401 }) where chain.count(where: { $0.http == 401 }) > 3 {
            outcome.add("The same request is refused with 401 again and again: \(counted(chain.count, "time")).", chain)
        }
        return outcome
    }

    fileprivate func retriesOf(isDecision: Bool) -> Outcome {
        func allowsRetry(_ observed: Observed) -> Bool {
            observed.target.isDecision == isDecision && observed.refusals.contains { $0.action == .retry }
        }
        var outcome = Outcome(occasions: calls.count(where: allowsRetry))
        for chain in chains(within: 30_000, allowsRetry) {
            // The fourth attempt may be the viewer's.
            if chain.count > 4 { outcome.add("\(chain.count) attempts, three are the most.", chain) } else { addHaste(chain, to: &outcome) }
        }
        return outcome
    }

    private func addHaste(_ chain: [Observed], to outcome: inout Outcome) {
        let gaps = zip(chain, chain.dropFirst()).map { gap($0, $1) }
        guard let shortest = gaps.min(), shortest < Track.noPause else { return }
        outcome.add("\(counted(chain.count - 1, "repetition")) without a pause, \(length(shortest)) after the answer.", chain)
    }

    fileprivate var uselessRetries: Outcome {
        func isFinal(_ observed: Observed) -> Bool {
            observed.http == 500 && observed.error.map { $0.action == .none || $0.action == .configuration } ?? false
        }
        var outcome = Outcome(occasions: calls.count(where: isFinal))
        for chain in insistent(chains(within: 30_000, isFinal)) {
            outcome.add("\(counted(chain.count - 1, "repetition")) of a request whose error says that none helps.", chain)
        }
        return outcome
    }

    fileprivate var impatientRetries: Outcome {
        func isLost(_ observed: Observed) -> Bool {
            switch observed.failure {
            case .status(let http)?: http >= 500
            case .transport(.connection)?, .transport(.timedOut)?: true
            case _: false
            }
        }
        var outcome = Outcome(occasions: calls.count(where: isLost))
        for chain in chains(within: 30_000, isLost) {
            let isPoll = chain.first?.target.descriptor?.role == .poll
            let gaps = zip(chain, chain.dropFirst()).map { gap($0, $1) }
            // If pauses grow and then shrink, the later attempts belong to the viewer's next request.
            let isSteady = (gaps.max() ?? 0) * 2 < (gaps.min() ?? 0) * 3
            if chain.count > 5, isSteady, !isPoll {
                outcome.add("\(chain.count) attempts at a request that Adobe does not answer.", chain)
            } else {
                addHaste(chain, to: &outcome)
            }
        }
        return outcome
    }

    fileprivate var refusedRequests: Outcome {
        func isRefused(_ observed: Observed) -> Bool {
            // Requests for a code's profile, and denials, are left to other rules.
            guard observed.target.api == .restV2, observed.target != .v2(.profileForCode), let http = observed.http else { return false }
            // The comparison ignores headers. After an error about the partner status, the next request may have a corrected status in its header.
            if observed.error?.code?.text.hasPrefix("invalid_header_pfs") ?? false { return false }
            if http == 400 || http == 405 { return !observed.refusals.contains { $0.action == .retry } }
            if case .status(let http)? = observed.failure { return http < 500 }
            return false
        }
        var outcome = Outcome(occasions: calls.count(where: isRefused))
        for chain in insistent(chains(within: 60_000, isRefused)) {
            outcome.add(
                "Sent again unchanged, although Adobe refused it with \(chain[0].http ?? 0): \(counted(chain.count - 1, "time")).", chain)
        }
        return outcome
    }
}
