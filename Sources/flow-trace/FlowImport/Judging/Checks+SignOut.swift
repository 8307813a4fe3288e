import FlowMachine

extension Check {
    /// The checks of phase E: signing out.
    static let signOut: [Check] = [
        Check("V2-E-02", "A sign-out is GET logout/{mvpd} with the redirect URL.", needs: "a sign-out") { track in
            let logouts = track.all(.v2(.logout))
            return Outcome(logouts.count, logouts.filter { $0.exchange.url.query.value("redirectUrl") == nil }) {
                "\(counted($0, "sign-out")) without the redirect URL."
            }
        },
        Check(
            "V2-E-04", "If the action is logout, its link is opened in the user agent.",
            needs: "a sign-out with the action logout, and the traffic of a user agent", { $0.unopenedLogoutPages }),
        Check(
            "V2-E-07", "A sign-out that failed is sent again before the next sign-in.", needs: "a sign-out that fails",
            { $0.forgottenLogouts }),
        Check(
            "V2-E-09", "After a sign-out, profile and decisions are forgotten: no decision before another sign-in.",
            needs: "a sign-out that succeeds, and traffic after it", { $0.decisionsAfterLogout }),
    ]

    /// The checks of rules that only the legacy API has.
    static let legacy: [Check] = [
        Check(
            "V1-21", "On the sign-in page's link, reg_code is first and redirect_url last.", needs: "the legacy sign-in page",
            { $0.legacyLinks }),
        Check(
            "V1-25", "The legacy API is polled 3 to 5 s after the last answer, or later, and until the code expires.",
            needs: "two polls of the legacy API", { $0.legacyPolls }),
        Check(
            "V1-26", "If the legacy API denies a resource, the authorization is not repeated.",
            needs: "a denied authorization of the legacy API", { $0.legacyDenials }),
        Check(
            "V1-27", "The media token is requested once the playback is authorized.", needs: "a media token's request of the legacy API",
            { $0.legacyMediaTokens }),
        Check(
            "V1-30", "Before a sign-out, tokens/usermetadata tells whether the sign-in came from the platform.",
            needs: "a sign-out after a sign-in through the platform", { $0.legacyLogouts }),
    ]
}

extension Track {
    fileprivate var unopenedLogoutPages: Outcome {
        // The check needs the user agent's traffic. If the capture has none, the user agent may have opened the link unseen.
        let pages = all(.page(.signIn))
        let lastPage = all(.page(.unknown)).last?.sent
        var outcome = Outcome()
        for observed in all(.v2(.logout)) {
            guard case .logouts(let logouts)? = observed.reply?.result else { continue }
            let hasPage = logouts.contains { if case .logout = $0.action { true } else { false } }
            guard hasPage, !pages.isEmpty else { continue }
            outcome.occasions += 1
            let soon = observed.answered.advanced(by: Interval(milliseconds: 59_999))
            let isOpened =
                lastPage.map { $0 >= observed.answered } ?? false
                || others.byTime.between(observed.answered, soon).contains { $0.method == "GET" }
            if !isOpened { outcome.add("The sign-out page that Adobe names is not opened.", [observed]) }
        }
        return outcome
    }

    fileprivate var forgottenLogouts: Outcome {
        let failed = all(.v2(.logout)).filter { observed in
            switch observed.failure {
            case .status(let http)?: http >= 500
            case .transport(.connection)?, .transport(.timedOut)?, .throttled?: true
            case _: false
            }
        }
        var outcome = Outcome(occasions: failed.count)
        for observed in failed {
            let next = byTime.from(observed.answered.advanced(by: Interval(milliseconds: 1))).first { other in
                [.v2(.createSession), .v2(.partnerSession), .v2(.authorize), .v2(.logout)].contains(other.target)
            }
            guard let next, next.target != .v2(.logout) else { continue }
            outcome.add("A sign-out failed and is not sent again before the next sign-in or playback.", [observed, next])
        }
        return outcome
    }

    fileprivate var decisionsAfterLogout: Outcome {
        var outcome = Outcome()
        let decisions = Dictionary(grouping: all(.v2(.authorize), .v2(.preauthorize))) { $0.mvpd }.mapValues { ByTime(sent: $0) }
        for observed in all(.v2(.logout)) {
            guard case .logouts? = observed.reply?.result else { continue }
            outcome.occasions += 1
            guard let next = decisions[observed.mvpd]?.from(observed.answered.advanced(by: Interval(milliseconds: 101))).first else {
                continue
            }
            // A check or sign-in between the two requests may have found a different viewer.
            let isSignedIn = any(from: observed.answered, to: next.sent) { other in
                other.profiles.map { !$0.isEmpty } ?? (other.target.descriptor?.reply == .session)
            }
            if !isSignedIn {
                outcome.add("A decision \(length(gap(observed, next))) after the sign-out, without another sign-in.", [observed, next])
            }
        }
        return outcome
    }
}

extension Track {
    fileprivate var legacyLinks: Outcome {
        let pages = all(.page(.signIn)).filter { $0.exchange.url.segments.starts(with: ["api", "v1"]) }
        return Outcome(
            pages.count,
            pages.filter { $0.exchange.url.query.first?.name != "reg_code" || $0.exchange.url.query.last?.name != "redirect_url" }
        ) { "\(counted($0, "link")) in another order: old user agents garble &reg_code, and Adobe reads redirect_url to the end." }
    }

    fileprivate var legacyPolls: Outcome {
        let polls = all(.v1(.authenticationToken))
        var outcome = Outcome(occasions: max(0, polls.count - 1))
        var fast: [Observed] = []
        var shortest = Int64.max
        for (first, second) in zip(polls, polls.dropFirst()) {
            let distance = second.sent.milliseconds - first.sent.milliseconds
            // Only a poll that found no viewer is repeated; a poll after any other answer has another purpose.
            guard first.http == 404, distance < Track.shortestPoll else { continue }
            shortest = min(shortest, distance)
            fast += fast.last?.number == first.number ? [second] : [first, second]
        }
        if !fast.isEmpty {
            outcome.add("\(counted(fast.count - 1, "poll")) too soon, \(length(shortest)) after the one before at the closest.", fast)
        }
        let codes = requests.filter { $0.target == .v1(.createCode) }
        let byTime = ByTime(sent: polls)
        for (index, opened) in codes.enumerated() {
            guard let notAfter = opened.session?.notAfter else { continue }
            let end = index + 1 < codes.count ? codes[index + 1].sent : Instant(milliseconds: .max)
            let late = byTime.from(opened.answered).prefix { $0.sent < end }.filter {
                server($0.sent) > notAfter.milliseconds + 5000 && $0.http == 404
            }
            if late.count > 1 { outcome.add("\(counted(late.count, "poll")) after the code expired.", [opened] + late) }
        }
        return outcome
    }

    fileprivate var legacyDenials: Outcome {
        func isDenied(_ observed: Observed) -> Bool { observed.target == .v1(.authorize) && observed.http == 403 }
        var outcome = Outcome(occasions: calls.count(where: isDenied))
        for chain in insistent(chains(within: 60_000, isDenied)) {
            let isChecked = zip(chain, chain.dropFirst()).allSatisfy { first, second in
                any(from: first.answered, to: second.sent) {
                    $0.target == .v1(.checkAuthentication) || $0.target == .v1(.authenticationToken)
                }
            }
            if chain.count < 3, isChecked { continue }
            outcome.add("Authorized again after a denial: \(counted(chain.count - 1, "time")).", chain)
        }
        return outcome
    }

    fileprivate var legacyMediaTokens: Outcome {
        let asked = all(.v1(.mediaToken))
        var authorized: [[SecretRef]: Instant] = [:]
        for other in all(.v1(.authorize)) where other.http == 200 {
            authorized[other.resources] = min(authorized[other.resources] ?? other.answered, other.answered)
        }
        let bare = asked.filter { observed in authorized[observed.resources].map { $0 > observed.sent } ?? true }
        return Outcome(asked.count, bare) { "\(counted($0, "media token")) requested without an authorization of that resource." }
    }

    fileprivate var legacyLogouts: Outcome {
        var outcome = Outcome()
        let exchanges = ByTime(sent: all(.v1(.exchange)))
        for observed in all(.v1(.logout)) {
            guard let exchange = exchanges.before(observed.sent).last(where: { $0.answered <= observed.sent }) else { continue }
            outcome.occasions += 1
            if any(from: exchange.answered, to: observed.sent, { $0.target == .v1(.userMetadata) }) { continue }
            outcome.add("A sign-out without asking where the sign-in came from.", [exchange, observed])
        }
        return outcome
    }
}
