import FlowMachine

extension Check {
    /// The checks of phase A: client credentials and access tokens.
    static let registration: [Check] = [
        Check(
            "V2-A-02", "An app registers only if it has no client credentials: they are kept permanently.",
            needs: "a registration", { $0.repeatedRegistrations }),
        Check(
            "V2-A-05", "A registration that is refused with 400 is not sent again by itself.",
            needs: "a registration that is refused", { $0.insistentRegistrations }),
        Check(
            "V2-A-07", "An access token is kept until it expires, and sent with every call.",
            needs: "an access token's answer, and time or calls after it", { $0.earlyTokens }),
        Check(
            "V2-A-08", "A token that has expired is replaced before the next call.",
            needs: "an access token's answer, and calls with that token", { $0.expiredTokens }),
        Check(
            "V2-A-09", "If a token request is refused with invalid_client, the app registers again; any other error stops it.",
            needs: "a token request that is refused with 400", { $0.insistentTokenRequests }),
    ]
}

extension Track {
    fileprivate var repeatedRegistrations: Outcome {
        let registrations = all(.v2(.register))
        var outcome = Outcome(occasions: registrations.count)
        var evidence: [Observed] = []
        var held: Observed?
        for observed in registrations {
            if let first = held, observed.sent >= first.answered, !hasLostCredentials(from: first.answered, to: observed.sent) {
                evidence += evidence.isEmpty ? [first, observed] : [observed]
            }
            if observed.isRegistered { held = observed }
        }
        // A token request shows that the app had credentials before the capture began.
        if held == nil || evidence.isEmpty, let token = all(.v2(.token)).first,
            let next = registrations.first(where: { $0.sent >= token.answered }),
            case .token? = token.reply?.result, !registrations.contains(where: { $0.sent < token.sent }),
            !hasLostCredentials(from: token.answered, to: next.sent)
        {
            evidence = [token, next]
        }
        if !evidence.isEmpty {
            outcome.add(
                "The app registers again although it has credentials: \(counted(evidence.count - 1, "time")). Viewers must then sign in again.",
                evidence)
        }
        return outcome
    }

    fileprivate var insistentRegistrations: Outcome {
        let refused = all(.v2(.register)).filter { $0.http == 400 }
        var outcome = Outcome(occasions: refused.count)
        for chain in insistent(chains(within: 60_000) { $0.target == .v2(.register) && $0.http == 400 }) {
            outcome.add("A registration that was refused with 400 is sent again: \(counted(chain.count - 1, "time")).", chain)
        }
        return outcome
    }

    fileprivate var insistentTokenRequests: Outcome {
        let refused = all(.v2(.token)).filter { $0.http == 400 }
        var outcome = Outcome(occasions: refused.count)
        for chain in insistent(chains(within: 60_000) { $0.target == .v2(.token) && $0.http == 400 }) {
            outcome.add("A token request that was refused with 400 is sent again unchanged: \(counted(chain.count - 1, "time")).", chain)
        }
        return outcome
    }

    /// Returns the chains that no viewer can cause: a repetition within a second, or at least three requests.
    func insistent(_ chains: [[Observed]]) -> [[Observed]] {
        chains.filter { chain in
            chain.count > 2 || zip(chain, chain.dropFirst()).contains { gap($0, $1) < 1000 }
        }
    }

    fileprivate var earlyTokens: Outcome {
        let answers = all(.v2(.token))
        var outcome = Outcome()
        var evidence: [Observed] = []
        var held: (observed: Observed, token: AccessToken)?
        for observed in answers {
            if let held, observed.sent >= held.observed.answered {
                outcome.occasions += 1
                let remaining = held.token.notAfter.milliseconds - server(observed.sent)
                let lifetime = held.token.notAfter.milliseconds - server(held.observed.answered)
                // A request within the last quarter of the lifetime, or within its last ten minutes (but at most half of it), is not too early.
                let isEarly = remaining > max(lifetime / 4, min(600_000, lifetime / 2))
                let isSame = observed.secret == held.observed.secret
                if isEarly, isSame, !hasReasonForToken(from: held.observed.answered, to: observed.sent) {
                    evidence += evidence.last?.number == held.observed.number ? [observed] : [held.observed, observed]
                }
            }
            if case .token(let token)? = observed.reply?.result {
                held = (observed, token)
                outcome.occasions += 1
            }
        }
        if !evidence.isEmpty {
            outcome.add("A token is requested while the one before it is still valid, and Adobe has not refused it.", evidence)
        }
        return outcome
    }

    fileprivate var expiredTokens: Outcome {
        var expiries: [SecretRef: (Int64, Observed)] = [:]
        var outcome = Outcome()
        var late: [Observed] = []
        for observed in requests {
            if let token = observed.token, let (notAfter, answer) = expiries[token] {
                outcome.occasions += 1
                if server(observed.sent) > notAfter + 5000 { late += late.isEmpty ? [answer, observed] : [observed] }
            }
            if case .token(let token)? = observed.reply?.result { expiries[token.ref] = (token.notAfter.milliseconds, observed) }
        }
        // A single late call may come from a device with a wrong clock.
        if late.count > 2 { outcome.add("A token is sent after it expired: \(counted(late.count - 1, "call")).", late) }
        return outcome
    }
}

extension Observed {
    /// Whether Adobe refused the credentials or the token.
    var losesCredentials: Bool {
        if case .registrationRefused? = failure { return true }
        return http == 401 || refusals.contains { $0.action == .applicationRegistration }
    }

    /// Whether the answer seems to come from a server other than Adobe's.
    var raisesDoubts: Bool {
        // The legacy API may have been shut down while the registration still exists.
        if target.api == .restV1, http == 410 { return true }
        switch failure {
        case .transport?, .status?: return http != 403 || target.api == .restV1
        case _: return false
        }
    }

    /// Whether the answer contains client credentials.
    var isRegistered: Bool { if case .registered? = reply?.result { true } else { false } }
}
