import FlowMachine

extension Check {
    /// The checks of how often the app sends requests to Adobe.
    static let pace: [Check] = [
        Check(
            "V2-X-10", "After 429 nothing is sent for a second, or for as long as Retry-After asks, up to a minute.", needs: "an answer 429"
        ) {
            $0.ignoredThrottling(.restV2)
        },
        Check("V1-34", "After 429 nothing is sent for at least a second.", needs: "an answer 429 of the legacy API") {
            $0.ignoredThrottling(.restV1)
        },
        Check(
            "V2-X-18", "A device sends at most ten requests at once, and one per second over time.", needs: "more than ten requests",
            { $0.tooManyRequests }),
        Check(
            "V2-C-04a", "A fresh configuration is used again; it is requested only if the viewer must choose a provider.",
            needs: "a configuration, and traffic after it", { $0.repeatedConfigurations }),
        Check(
            "V2-B-13", "The profiles are requested once for a check, and with the code while a code is pending.",
            needs: "a request for the profiles", { $0.repeatedProfiles }),
        Check(
            "V2-F-12", "A code is polled 3 to 5 s after the last answer, or later, never sooner.", needs: "two polls of a code",
            { $0.fastPolls }),
        Check("V2-F-13", "Polling stops once a poll finds a profile.", needs: "a poll that finds a profile", { $0.pollsAfterSuccess }),
        Check(
            "V2-F-15", "Polling stops when the code expires, or Adobe no longer knows it.", needs: "a code with its expiry, and polls",
            { $0.pollsAfterExpiry }),
        Check("V2-F-16", "Polling for a code stops when a new code is requested.", needs: "two codes", { $0.pollsOfOldCodes }),
    ]
}

extension Track {
    fileprivate func ignoredThrottling(_ api: EndpointDescriptor.Family) -> Outcome {
        let throttled = requests.filter { observed in
            observed.http == 429 && (observed.target.api == api || (api == .restV2 && observed.target.api == .registration))
        }
        var outcome = Outcome(occasions: throttled.count)
        for observed in throttled {
            let wait = min(max(observed.reply?.retryAfter?.milliseconds ?? 1000, 1000), 60_000)
            let end = observed.answered.advanced(by: Interval(milliseconds: wait - 101))
            let early = byTime.between(observed.answered, end).filter { other in
                guard other.target.api != nil, other.number != observed.number else { return false }
                // A different request may have been sent before the answer was read. An equal request is always a retry.
                return gap(observed, other) >= 50 || other.isSameRequest(as: observed)
            }
            guard let first = early.first else { continue }
            outcome.add(
                "\(counted(early.count, "request")) within the \(length(wait)) after a 429, the first after \(length(gap(observed, first))).",
                [observed] + early)
        }
        return outcome
    }

    fileprivate var tooManyRequests: Outcome {
        var outcome = Outcome(occasions: calls.count > 10 ? calls.count : 0)
        // The allowance is ten requests at once, then one per second. Two more requests are tolerated, because the capture's times are inaccurate.
        var allowance = 10_000.0
        var before: Instant?
        var excess: [Observed] = []
        for observed in calls {
            if let before { allowance = min(10_000, allowance + Double(observed.sent.milliseconds - before.milliseconds)) }
            before = observed.sent
            allowance -= 1000
            if allowance < -2000 {
                excess.append(observed)
                allowance = -2000
            }
        }
        if !excess.isEmpty {
            outcome.add("\(counted(excess.count, "request")) more than Adobe's allowance: it answers such with 429.", excess)
        }
        return outcome
    }

    fileprivate var repeatedConfigurations: Outcome {
        let answers = all(.v2(.configuration))
        var outcome = Outcome(occasions: answers.count)
        var fresh: Observed?
        var again: [Observed] = []
        for observed in answers {
            if let first = fresh, gap(first, observed) >= 0, gap(first, observed) < 120_000 {
                again += again.isEmpty ? [first, observed] : [observed]
            }
            if case .configuration? = observed.reply?.result { fresh = observed }
        }
        if again.count > 1 {
            outcome.add("The configuration is requested again within two minutes: \(counted(again.count - 1, "time")).", again)
        }
        return outcome
    }

    fileprivate var repeatedProfiles: Outcome {
        // Failed requests are left out, because other rules are about them.
        let asked = all(.v2(.profiles), .v2(.profile)).filter { $0.profiles != nil }
        var outcome = Outcome(occasions: asked.count)
        var run: [Observed] = []
        var shortest = Int64.max
        func end(_ outcome: inout Outcome) {
            if run.count > 3 {
                outcome.add("The profiles are requested \(run.count) times in a row, \(length(shortest)) apart at the closest.", run)
            }
            run = []
            shortest = .max
        }
        for observed in asked {
            guard let last = run.last else {
                run = [observed]
                continue
            }
            let distance = observed.sent.milliseconds - last.sent.milliseconds
            // A sign-in, a sign-out or a different partner status is a reason to request the profiles again.
            let isAsked = any(from: last.sent, to: observed.sent) { [.v2(.createPartnerProfile), .v2(.logout)].contains($0.target) }
            if observed.key != last.key || distance > 15_000 || isAsked || observed.partner?.status != last.partner?.status {
                end(&outcome)
            }
            if !run.isEmpty { shortest = min(shortest, distance) }
            run.append(observed)
        }
        end(&outcome)
        return outcome
    }

    /// The polls for each code.
    private var polls: [SecretRef: [Observed]] {
        Dictionary(grouping: all(.v2(.profileForCode)).filter { $0.code != nil }) { $0.code ?? SecretRef(.code, 0) }
    }

    fileprivate var fastPolls: Outcome {
        var outcome = Outcome()
        for (_, polls) in polls.sorted(by: { $0.key.number < $1.key.number }) {
            outcome.occasions += polls.count - 1
            var fast: [Observed] = []
            var shortest = Int64.max
            for (first, second) in zip(polls, polls.dropFirst()) {
                // Measures from one request to the next, because some apps start their timer at the request. Three seconds are enough in either case.
                let distance = second.sent.milliseconds - first.sent.milliseconds
                guard distance < Track.shortestPoll else { continue }
                shortest = min(shortest, distance)
                fast += fast.last?.number == first.number ? [second] : [first, second]
            }
            // A single fast poll may be the first after the app returned from the background or was restarted.
            if fast.count > 2 {
                outcome.add("\(counted(fast.count - 1, "poll")) too soon, \(length(shortest)) after the one before at the closest.", fast)
            }
        }
        return outcome
    }

    /// Three seconds, less the possible inaccuracy of a proxy's clock and of a timer, in milliseconds.
    static let shortestPoll: Int64 = 2800

    fileprivate var pollsAfterSuccess: Outcome {
        var outcome = Outcome()
        for (_, polls) in polls.sorted(by: { $0.key.number < $1.key.number }) {
            guard let found = polls.first(where: { !$0.viewers.isEmpty }) else { continue }
            outcome.occasions += 1
            let late = polls.filter { $0.sent.milliseconds > found.answered.milliseconds + 100 }
            if !late.isEmpty { outcome.add("\(counted(late.count, "poll")) after a poll found the profile.", [found] + late) }
        }
        return outcome
    }

    fileprivate var pollsAfterExpiry: Outcome {
        var outcome = Outcome()
        var sessions: [SecretRef: Observed] = [:]
        for observed in requests { if let code = observed.session?.code { sessions[code] = observed } }
        for (code, polls) in polls.sorted(by: { $0.key.number < $1.key.number }) {
            let opened = sessions[code]
            let refused = polls.first { observed in
                ["invalid_parameter_code", "invalid_authentication_session"].contains(observed.error?.code?.text ?? "")
            }
            if opened?.session?.notAfter != nil || refused != nil { outcome.occasions += polls.count }
            let expired = polls.filter { observed in
                opened?.session?.notAfter.map { server(observed.sent) > $0.milliseconds + 2000 } ?? false
            }
            if !expired.isEmpty {
                outcome.add("\(counted(expired.count, "poll")) after the code expired.", (opened.map { [$0] } ?? []) + expired)
            }
            guard let refused else { continue }
            let late = polls.filter { $0.sent.milliseconds > refused.answered.milliseconds + 100 }
            if !late.isEmpty { outcome.add("\(counted(late.count, "poll")) after Adobe no longer knew the code.", [refused] + late) }
        }
        return outcome
    }

    fileprivate var pollsOfOldCodes: Outcome {
        let opened = requests.filter { $0.session != nil && $0.target == .v2(.createSession) }
        var outcome = Outcome(occasions: max(0, opened.count - 1))
        let polls = polls
        for (old, new) in zip(opened, opened.dropFirst()) {
            guard let code = old.session?.code, code != new.session?.code else { continue }
            let late = (polls[code] ?? []).filter { $0.sent.milliseconds > new.answered.milliseconds + 100 }
            if !late.isEmpty { outcome.add("\(counted(late.count, "poll")) for a code after a new one arrived.", [new] + late) }
        }
        return outcome
    }
}
