import FlowMachine

extension Check {
    /// The checks of a sign-in with a code, and of the app's reaction to a failed check of the profiles.
    static let signIn: [Check] = [
        Check(
            "V2-B-14", "A failed request for the profiles does not mean that there is none: no sign-in starts from it.",
            needs: "a request for the profiles that fails", { $0.signInsAfterFailure }),
        Check(
            "V2-F-02", "A session is created with provider, domain and redirect URL together if the provider is known.",
            needs: "a new session that names a provider", { $0.incompleteSessions }),
        Check(
            "V2-F-19", "The code that sessions/sso answered with is used, and no second session is created.",
            needs: "a partner session that falls back to a code", { $0.secondSessions }),
    ]

    /// The checks of the partner framework's status and SAML response.
    static let partner: [Check] = [
        Check(
            "V2-B-11", "Profiles are requested with GET profiles, never with POST profiles/sso, which belongs to the exchange.",
            needs: "a partner profile", { $0.misusedPartnerProfiles }),
        Check(
            "V2-C-15", "A partner session is requested with domain name, redirect URL and partner status.", needs: "a partner session",
            { $0.incompletePartnerSessions }),
        Check(
            "V2-C-23", "A SAML response has no line breaks or runs of blanks when it is sent.",
            needs: "a partner profile with a SAML response"
        ) {
            $0.samlFaults(.whiteSpace)
        },
        Check("V2-C-29", "The SAML response is percent-encoded exactly once.", needs: "a partner profile with a SAML response") {
            $0.samlFaults(.encoding)
        },
        Check(
            "V2-X-15", "Only a valid partner status is sent, and only while it is valid.", needs: "a request with a partner status",
            { $0.invalidStatuses }),
    ]
}

extension Track {
    fileprivate var signInsAfterFailure: Outcome {
        let failed = all(.v2(.profiles), .v2(.profile)).filter { observed in
            guard observed.failure != nil, observed.http != 401 else { return false }
            return observed.error?.action != .authentication
        }
        var outcome = Outcome(occasions: failed.count)
        for observed in failed {
            let next = byTime.from(observed.answered).first { $0.target != observed.target && $0.target.api == .restV2 }
            guard let next, [.v2(.createSession), .v2(.partnerSession)].contains(next.target), gap(observed, next) < 10_000 else {
                continue
            }
            // If the same request succeeded before the sign-in, the sign-in does not follow from the failure.
            if any(from: observed.answered, to: next.sent, { $0.profiles != nil }) { continue }
            outcome.add("A sign-in starts \(length(gap(observed, next))) after the profiles could not be read.", [observed, next])
        }
        return outcome
    }

    fileprivate var incompleteSessions: Outcome {
        let sessions = all(.v2(.createSession)).filter { $0.form.value("mvpd") != nil }
        return Outcome(
            sessions.count, sessions.filter { $0.form.value("domainName") == nil || $0.form.value("redirectUrl") == nil }
        ) { "\(counted($0, "new session")) with a provider, but without domain name or redirect URL." }
    }

    fileprivate var secondSessions: Outcome {
        let fallbacks = all(.v2(.partnerSession)).filter { $0.session != nil }
        var outcome = Outcome(occasions: fallbacks.count)
        for observed in fallbacks {
            let next = byTime.from(observed.answered).first { $0.target.api == .restV2 && $0.target != .v2(.configuration) }
            guard let next, next.target == .v2(.createSession), gap(observed, next) < 10_000 else { continue }
            outcome.add(
                "A second session is created \(length(gap(observed, next))) after a fallback that brought a code.", [observed, next])
        }
        return outcome
    }

    fileprivate var misusedPartnerProfiles: Outcome {
        let posts = all(.v2(.createPartnerProfile))
        var outcome = Outcome(occasions: posts.count)
        var first: [SecretRef: Observed] = [:]
        let firstSession = all(.v2(.partnerSession)).first?.sent
        let firstRequest = all(of: .restV2).first?.sent
        for observed in posts {
            guard let saml = observed.secret else { continue }
            if let before = first[saml] {
                // Only a success is final: a request that failed may be sent again for many reasons.
                if before.profiles != nil {
                    outcome.add("The same SAML response is sent again: profiles/sso does not check a sign-in.", [before, observed])
                }
            } else if firstSession.map({ $0 > observed.sent }) ?? true, firstRequest.map({ $0 < observed.sent }) ?? false {
                outcome.add("A partner profile without a partner session before it.", [observed])
            }
            first[saml] = observed
        }
        return outcome
    }

    fileprivate var incompletePartnerSessions: Outcome {
        let sessions = all(.v2(.partnerSession))
        let incomplete = sessions.filter { observed in
            observed.form.value("domainName") == nil || observed.form.value("redirectUrl") == nil || observed.partner == nil
        }
        return Outcome(sessions.count, incomplete) {
            "\(counted($0, "partner session")) without domain name, redirect URL or AP-Partner-Framework-Status."
        }
    }

    fileprivate enum SAMLFault { case whiteSpace, encoding }

    fileprivate func samlFaults(_ fault: SAMLFault) -> Outcome {
        let posts = all(.v2(.createPartnerProfile), .v1(.exchange))
        let wrong = posts.filter { observed in
            guard let text = observed.form.value("SAMLResponse") else { return false }
            // A plus sign that was not encoded is decoded as a blank.
            if text.utf8.contains(UInt8(ascii: "%")) || text.utf8.contains(0x20) { return fault == .encoding }
            guard fault == .whiteSpace, let bytes = Exchange.base64(text) else { return false }
            return bytes.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
                || zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
        }
        return Outcome(posts.count, wrong) { count in
            switch fault {
            case .whiteSpace: "\(counted(count, "SAML response")) with line breaks, tabs or runs of blanks."
            case .encoding: "\(counted(count, "SAML response")) percent-encoded twice, or with a plus sign that was not encoded."
            }
        }
    }

    fileprivate var invalidStatuses: Outcome {
        let sent = requests.filter { $0.partner != nil && !$0.target.isDecision }
        return Outcome(sent.count, sent.filter { hasInvalidStatus($0) }) {
            "\(counted($0, "request")) with a partner status that has expired, or is not the Base64 of the documented JSON."
        }
    }

    /// Returns whether a request carries a status that cannot be valid.
    func hasInvalidStatus(_ observed: Observed) -> Bool {
        guard let partner = observed.partner else { return false }
        guard let status = partner.status else { return true }
        return status.expiry.map { server(observed.sent) > $0.milliseconds + 2000 } ?? false
    }
}
