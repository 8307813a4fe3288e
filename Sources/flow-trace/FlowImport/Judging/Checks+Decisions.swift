import FlowMachine

extension Check {
    /// The checks of phase D: may a resource be played?
    static let decisions: [Check] = [
        Check(
            "V2-D-01", "Under a profile of type appleSSO, each decision carries a valid partner status.",
            needs: "a decision under an appleSSO profile", { $0.decisionsWithoutStatus }),
        Check(
            "V2-D-04", "No decision is sent with a partner status that is no longer valid, or names another provider.",
            needs: "a decision with a partner status", { $0.decisionsWithInvalidStatus }),
        Check("V2-D-07", "An authorization names one resource.", needs: "an authorization") { track in
            let asked = track.all(.v2(.authorize))
            return Outcome(asked.count, asked.filter { $0.resources.count > 1 }) {
                "\(counted($0, "authorization")) for several resources."
            }
        },
        Check(
            "V2-D-09", "Permits of a preauthorization stay in memory and answer another preview.", needs: "a preauthorization",
            { $0.repeatedPreviews }),
        Check(
            "V2-D-13", "After a denial the app shows the reason: no retry and no sign-out.", needs: "a denied authorization",
            { $0.retriesAfterDenial }),
        Check(
            "V2-D-14", "If Adobe requires a sign-in, the profiles are checked or a sign-in starts before the next decision.",
            needs: "a decision's error with the action authentication", { $0.decisionsWithoutSignIn }),
    ]

    /// The checks of the playbacks that decisions allow.
    static let playback: [Check] = [
        Check(
            "V2-D-10", "Every playback is authorized, whatever a preauthorization said.",
            needs: "a preview that permits, and a stream of that resource at another host", { $0.playbacksOfPreviews }),
        Check(
            "V2-D-12", "A media token is valid for one playback and a few minutes, and is never kept.",
            needs: "a media token, and a request to the app's own server that carries it", { $0.keptMediaTokens }),
        Check(
            "V2-D-16", "A stream continues when its token expires; the next playback is authorized again.",
            needs: "a permitted authorization",
            { $0.authorizationsDuringPlayback }),
    ]
}

extension Track {
    fileprivate var decisionsWithoutStatus: Outcome {
        var outcome = Outcome()
        var bare: [Observed] = []
        // The current profile for each provider's decisions, from the last answer that named the provider.
        var profiles: [MVPDID: (Profile, Observed)] = [:]
        var answers = requests.sorted { ($0.answered, $0.number) < ($1.answered, $1.number) }[...]
        for observed in all(.v2(.authorize), .v2(.preauthorize)) {
            while let earlier = answers.first, earlier.answered <= observed.sent {
                answers.removeFirst()
                if earlier.target == .v2(.logout), let mvpd = earlier.mvpd { profiles[mvpd] = nil }
                for profile in (earlier.profiles ?? []).reversed() { profiles[profile.mvpd] = (profile, earlier) }
            }
            guard let mvpd = observed.mvpd, let (profile, answer) = profiles[mvpd], profile.type == .appleSSO else { continue }
            outcome.occasions += 1
            if observed.partner == nil { bare += bare.isEmpty ? [answer, observed] : [observed] }
        }
        if !bare.isEmpty {
            outcome.add("\(counted(bare.count - 1, "decision")) without AP-Partner-Framework-Status under an appleSSO profile.", bare)
        }
        return outcome
    }

    fileprivate var decisionsWithInvalidStatus: Outcome {
        let sent = all(.v2(.authorize), .v2(.preauthorize)).filter { $0.partner != nil }
        let invalid = sent.filter { observed in
            if hasInvalidStatus(observed) { return true }
            return observed.partner?.status.map { $0.permission != .granted } ?? true
        }
        return Outcome(sent.count, invalid) { "\(counted($0, "decision")) with a partner status that has expired, or is not granted." }
    }

    fileprivate var repeatedPreviews: Outcome {
        let previews = all(.v2(.preauthorize), .v1(.preauthorize))
        var outcome = Outcome(occasions: previews.count)
        var again: [Observed] = []
        for (index, observed) in previews.enumerated() where !observed.resources.isEmpty {
            // Requests that were sent more than four minutes before are skipped, because their answers cannot be from the last two minutes.
            let recent = previews[..<index].reversed().prefix { observed.sent.milliseconds - $0.sent.milliseconds < 240_000 }
            let earlier = recent.first { $0.mvpd == observed.mvpd && Set($0.resources).isSuperset(of: observed.resources) }
            guard let earlier, gap(earlier, observed) < 120_000, isPermitted(observed.resources, by: earlier) else { continue }
            // If a viewer signed in or out between the two requests, the permits may have changed.
            let isChanged = any(from: earlier.answered, to: observed.sent) { other in
                [.v2(.logout), .v2(.createPartnerProfile), .v1(.logout), .v1(.exchange)].contains(other.target)
                    || (other.target.descriptor?.role == .poll && !other.viewers.isEmpty)
            }
            if !isChanged { again += again.last?.number == earlier.number ? [observed] : [earlier, observed] }
        }
        if !again.isEmpty { outcome.add("The same resources are previewed again within two minutes, although all were permitted.", again) }
        return outcome
    }

    private func isPermitted(_ resources: [SecretRef], by observed: Observed) -> Bool {
        let permitted = observed.decisions.compactMap { if case .permit = $0.verdict { $0.resource } else { nil } }
        return Set(permitted).isSuperset(of: resources)
    }

    fileprivate var retriesAfterDenial: Outcome {
        let denied = all(.v2(.authorize)).filter(\.isDenied)
        var outcome = Outcome(occasions: denied.count)
        for chain in insistent(chains(within: 60_000) { $0.target == .v2(.authorize) && $0.isDenied }) {
            outcome.add(
                "Authorized again after a denial: \(counted(chain.count - 1, "time")), \(length(gap(chain[0], chain[1]))) after it.", chain)
        }
        for observed in denied {
            let next = byTime.from(observed.answered).first { $0.target.api != .registration }
            guard let next, next.target == .v2(.logout), gap(observed, next) < 2000 else { continue }
            outcome.add("The viewer is signed out \(length(gap(observed, next))) after a denial.", [observed, next])
        }
        return outcome
    }

    fileprivate var decisionsWithoutSignIn: Outcome {
        func requiresSignIn(_ observed: Observed) -> Bool {
            observed.target.isDecision && observed.refusals.contains { $0.action == .authentication }
        }
        var outcome = Outcome(occasions: calls.count(where: requiresSignIn))
        for chain in chains(within: 60_000, requiresSignIn) {
            let again = zip(chain, chain.dropFirst()).filter { first, second in
                !any(from: first.answered, to: second.sent) { $0.target.api != .registration && !$0.target.isDecision }
            }
            guard let first = again.first else { continue }
            outcome.add(
                "Decided again without a sign-in, \(length(gap(first.0, first.1))) after Adobe required one.",
                again.flatMap { [$0.0, $0.1] })
        }
        return outcome
    }
}

extension Track {
    fileprivate var playbacksOfPreviews: Outcome {
        var outcome = Outcome()
        var authorized: [SecretRef: Instant] = [:]
        for observed in all(.v2(.authorize), .v1(.authorize)) {
            for resource in observed.resources where authorized[resource] == nil { authorized[resource] = observed.sent }
        }
        for preview in all(.v2(.preauthorize), .v1(.preauthorize)) {
            for decision in preview.decisions {
                guard case .permit = decision.verdict, let stream = others.stream(of: decision.resource, from: preview.answered) else {
                    continue
                }
                outcome.occasions += 1
                if let first = authorized[decision.resource], first <= stream.sent { continue }
                outcome.add("A stream of \(decision.resource.name) starts after a preauthorization alone.", [preview], others: [stream])
            }
        }
        return outcome
    }

    fileprivate var keptMediaTokens: Outcome {
        var outcome = Outcome()
        for (ref, notAfter, granted) in grants {
            let uses = others.uses(of: ref, from: granted.answered)
            guard let first = uses.first else { continue }
            outcome.occasions += 1
            let late = uses.filter { server($0.sent) > notAfter.milliseconds + 2000 }
            // A second request within a minute belongs to the same playback.
            let again = uses.filter { $0.sent.milliseconds > first.sent.milliseconds + 60_000 }
            if !late.isEmpty {
                outcome.add("\(ref.name) is used after it expired: \(counted(late.count, "time")).", [granted], others: late)
            } else if !again.isEmpty {
                outcome.add(
                    "\(ref.name) is used again \(length(again[0].sent.milliseconds - first.sent.milliseconds)) after its first use.",
                    [granted], others: [first] + again)
            }
        }
        return outcome
    }

    /// The media tokens, each with its expiry and the first answer that contains it.
    private var grants: [(ref: SecretRef, notAfter: Instant, granted: Observed)] {
        var grants: [(ref: SecretRef, notAfter: Instant, granted: Observed)] = []
        var seen: Set<SecretRef> = []
        for observed in requests {
            for decision in observed.decisions {
                guard case .permit(let media?) = decision.verdict, seen.insert(media.ref).inserted else { continue }
                grants.append((media.ref, media.notAfter, observed))
            }
        }
        return grants.sorted { $0.ref.number < $1.ref.number }
    }

    fileprivate var authorizationsDuringPlayback: Outcome {
        let permitted = all(.v2(.authorize)).filter { !$0.decisions.isEmpty && !$0.isDenied && $0.refusals.isEmpty }
        var outcome = Outcome(occasions: permitted.count)
        var run: [Observed] = []
        func end(_ outcome: inout Outcome) {
            if run.count > 3 { outcome.add("One resource is authorized \(run.count) times in a row, less than a minute apart.", run) }
            run = []
        }
        for observed in permitted {
            if let last = run.last, last.key != observed.key || gap(last, observed) > 60_000 { end(&outcome) }
            run.append(observed)
        }
        end(&outcome)
        return outcome
    }
}
