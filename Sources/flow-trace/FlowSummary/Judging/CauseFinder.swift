import FlowMachine

/// Finds why a request was not fulfilled, from the events between the request and its end. The texts state what was observed; inferences begin with
/// *Probably*.
package struct CauseFinder: Sendable {
    package let settings: FlowSettings
    /// A sign-in with another provider that the viewer began and did not finish.
    private var unfinishedChange: JudgedRequest?
    /// The last sign-out, while no viewer has signed in since; otherwise `nil`.
    package var signedOut: Witness?
    /// The sign-in that the vault contained at the launch, or a later sign-in.
    package var kept: Profile?
    /// The failed calls since the launch or since Adobe's last usable answer.
    package var launchFailures = FailedCalls()
    /// The sign-ins that Adobe had when the flow chose one of them without asking the viewer; `nil` if Adobe had only one sign-in.
    private var several: (mvpds: [MVPDID], taken: MVPDID, event: Int64)?
    /// The provider before and after a change, and the event that changed it.
    private var change: (old: MVPDID, new: MVPDID, event: Int64)?
    /// The launch and its kept sign-in, if that sign-in had expired before the launch.
    package var expired: (profile: Profile, launch: Witness)?
    /// The playbacks for which temporary access was used; the last six.
    package var temporary: [Witness] = []
    /// Whether the app reports that it returns to the foreground.
    package var foreground = UnreportedForeground()
    /// The circumstances that explain why calls got no answer.
    package private(set) var conditions: CallConditions

    package init(_ settings: FlowSettings) {
        self.settings = settings
        conditions = CallConditions(settings)
    }

    /// Records the end of a request.
    package mutating func noteEnded(_ asked: UserEvent, _ request: JudgedRequest) {
        if case .otherProvider = asked { unfinishedChange = request.outcome.isFulfilled ? nil : request }
    }

    /// Processes the next event, which may show who is signed in.
    package mutating func note(_ record: LogRecord, _ question: Question?, _ effects: EffectKinds, isAdobes: Bool?) {
        foreground.note(record)
        conditions.note(record)
        switch record.event.origin {
        case .user(.signOut):
            signedOut = Witness(record, nil)
        case .reply(_, let reply):
            if let failure = record.failure {
                launchFailures.note(FailureKind(failure), Witness(record, question), isAdobes: isAdobes)
            } else if reply.adobesTime != nil, !launchFailures.isEmpty {
                launchFailures = FailedCalls()
            }
        case .app(.launched(let kept)):
            self.kept = kept.profile
            signedOut = kept.signedOut.map { _ in Witness(record, .signedOutAtLaunch) }
        case .user, .app, .timer: break
        }
        for case .keep(.profile(let profile)) in effects.contains(.keep) ? record.effects : [] {
            several = nil
            if case .reply(_, let reply) = record.event.origin, case .profiles(let profiles) = reply.result, profiles.count > 1 {
                several = (profiles.map { $0.mvpd }, profile.mvpd, record.number)
            }
            if let old = kept?.mvpd, old != profile.mvpd { change = (old, profile.mvpd, record.number) }
            (signedOut, expired, kept) = (nil, nil, profile)
        }
        for case .answer(_, .signedOut) in effects.contains(.answer) ? record.effects : [] {
            signedOut = Witness(record, .signedOut)
        }
        if case .app(.launched(let kept)) = record.event.origin, let profile = kept.profile, profile.notAfter <= record.event.time {
            expired = (profile, Witness(record, .expired(profile)))
        }
    }

    /// Records the beginning of a segment.
    package mutating func note(_ snapshot: Snapshot) {
        if case .gap = snapshot.reason { foreground.noteMissing() }
        guard snapshot.model?.context.signedOut != nil, signedOut == nil else { return }
        signedOut = Witness(snapshot.number, nil, .signedOutBefore)
    }

    /// Records a permitted playback under temporary access.
    package mutating func noteTemporary(_ trail: RequestTrail) {
        temporary += trail.opening
        if temporary.count > CauseFinder.mostShown { temporary.removeFirst() }
    }

    /// The maximum number of events of one kind that are shown.
    private static let mostShown = 6

    /// Returns why `answer`, in the event of `record`, did not fulfill a request or came late; `nil` if the request had no problem.
    ///
    /// - Parameter question: The question that the event answers.
    package func cause(_ answer: WishAnswer, _ trail: RequestTrail, _ record: LogRecord, _ question: Question?) -> FlowCause? {
        let end = Witness(record, question)
        switch answer {
        case .signedOut(owed: true, settings: _):
            return trail.foundEnd
                ? apiEnded(trail) : cause(.refused(.signOutNotReached(trail.failures)), trail, trail.failures.witnesses)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata: return slow(trail, end)
        case .dropped:
            let length = trail.length(to: end.time)
            if case .app(.shutDown) = record.event.origin { return FlowCause(.canceled(.shutDown(after: length)), [end]) }
            // While a screen asks the viewer, the flow waits for nothing else.
            if let shown = trail.shown?.presentation, shown != .nothing {
                return FlowCause(.canceled(.canceledByApp(after: length, .at(Screen(shown)))), trail.opening + [end])
            }
            let longest = trail.waits.max { $0.milliseconds < $1.milliseconds }
            return FlowCause(.canceled(.canceledByApp(after: length, longest.map { .waiting($0) })), trail.opening + [end])
        case .denied(_, let error): return denied(error, trail, end, question)
        case .refused(let refusal): return refused(refusal, trail, end)
        }
    }

    /// Returns a cause that quotes Adobe's ids from the request's answers.
    package func cause(_ finding: FlowCause.Finding, _ trail: RequestTrail, _ witnesses: [Witness]) -> FlowCause {
        FlowCause(finding, ids: trail.ids, witnesses)
    }

    /// Returns the cause that Adobe has shut down the API that the app uses (V1-50: the legacy API has ended).
    private func apiEnded(_ trail: RequestTrail) -> FlowCause {
        cause(.refused(.apiEnded(trail.failures)), trail, CauseFinder.distinct(trail.failures.witnesses))
    }

    /// Returns the witnesses, which are events quoted as evidence, in the order of the log and without duplicates.
    package static func distinct(_ witnesses: [Witness]) -> [Witness] {
        // Most are in order already.
        if zip(witnesses, witnesses.dropFirst()).allSatisfy({ $0.number < $1.number }) { return witnesses }
        var kept: [Witness] = []
        for one in witnesses.ordered(by: { $0.number < $1.number }) where kept.last?.number != one.number { kept.append(one) }
        return kept
    }

    /// Returns why a request has no answer at the end of the log.
    ///
    /// - Parameters:
    ///   - shown: The screen at the end of the log.
    ///   - backgrounded: The event that put the app in the background; `nil` if the app returned.
    func unanswered(
        _ trail: RequestTrail, _ last: LaunchJudge.Last, _ shown: FlowCause.ShownScreen?, _ backgrounded: Witness?
    ) -> FlowCause {
        if let missing = trail.answeredIn {
            return FlowCause(.unanswered(.answerMissing(from: missing.lowerBound, to: missing.upperBound)), trail.opening)
        }
        let end = FlowCause.LogEnd(after: trail.length(to: last.event.time), state: last.state, step: last.step)
        let failed = trail.failures
        let lastAct = [trail.lastAct].compactMap { $0 }
        if trail.polls.areTroubled {
            return cause(
                .canceled(.pollsFailed(trail.polls, .unanswered(end))), trail,
                trail.polls.witnesses + [trail.codeExpired].compactMap { $0 })
        }
        if let gap = foreground.gap, failed.isEmpty {
            let witnesses = gap.witnesses + [trail.codeExpired].compactMap { $0 }
            return FlowCause(.launch(.foregroundUnreported(gap)), CauseFinder.distinct(witnesses))
        }
        if let expired = trail.codeExpired, case .codeExpired? = shown?.presentation {
            return FlowCause(
                .canceled(.codeExpired(trail.unusedCode(settings.policy), isCanceled: false)), trail.polls.witnesses + [expired])
        }
        if case .problem(let problem)? = shown?.presentation, problem.reason == .apiEnded { return apiEnded(trail) }
        if let damage = trail.damage, !trail.isOpen(after: damage), shown.map({ $0.since <= damage.time }) ?? true {
            let before = lastAct.filter { $0.number <= damage.event }
            return FlowCause(.unanswered(.answerMayBeDamaged(lines: damage.lines, shown)), trail.opening + before)
        }
        if let shown, case .problem = shown.presentation, failed.isEmpty, !launchFailures.isEmpty {
            return cause(
                .unanswered(.problemUnanswered(end, shown, launchFailures.under(conditions))), trail,
                CauseFinder.distinct(launchFailures.witnesses + lastAct + [backgrounded].compactMap { $0 }))
        }
        if let backgrounded, failed.isEmpty { return FlowCause(.unanswered(.endedInBackground(shown)), lastAct + [backgrounded]) }
        guard let shown else {
            if failed.isEmpty { return FlowCause(.unanswered(.unanswered(end)), lastAct) }
            return cause(.unanswered(.unansweredAfterFailures(end, failed)), trail, failed.witnesses)
        }
        let shownFor = last.event.time.milliseconds - shown.since.milliseconds
        if backgrounded == nil, shownFor < 2000 { return FlowCause(.unanswered(.endedAtScreen(shown, after: shownFor)), lastAct) }
        if case .problem = shown.presentation, !failed.isEmpty {
            return cause(.unanswered(.problemUnanswered(end, shown, failed)), trail, failed.witnesses)
        }
        return FlowCause(.unanswered(.unansweredAtScreen(end, shown)), lastAct)
    }

    /// The longest time, in milliseconds, that a request may take before it is reported as slow. The viewer's own time does not count.
    package static let longest: Int64 = 8000

    /// Returns why a fulfilled request took long, or which failures preceded it; `nil` if it was fast and without failures.
    private func slow(_ trail: RequestTrail, _ end: Witness) -> FlowCause? {
        let took = trail.length(to: end.time)
        if trail.polls.areTroubled { return cause(.canceled(.pollsFailed(trail.polls, .late(took))), trail, trail.polls.witnesses) }
        // Waits between polls are not late. If the app had used up its allowance, all waits for Adobe are one wait in the app's own queue.
        var waits = trail.waits.filter { !$0.awaited.isPolls }.ordered { $0.milliseconds > $1.milliseconds }
        let own = waits.first { $0.awaited == .ownAllowance }
        let split = own == nil ? nil : trail.previews.split(trail.asked)
        if let own {
            let queued = waits.filter { $0.awaited.party == .adobe || $0.awaited == own.awaited }.reduce(0) { $0 + $1.milliseconds }
            waits = [RequestTrail.Wait(awaited: own.awaited, milliseconds: queued)]
        }
        let waited = waits.reduce(0) { $0 + $1.milliseconds }
        guard waited >= CauseFinder.longest, let longest = waits.first?.awaited else { return rescued(trail, took) }
        let slow = FlowCause.Slow(
            took: took, waited: waited, waits: Array(waits.prefix(3)), longest: longest, isBehindOthers: own != nil && split == nil)
        return cause(.late(split.map { .splitPreview(slow, $0) } ?? .slow(slow)), trail, trail.opening + [end])
    }

    /// Returns why a denied request took long; `nil` if the request was not denied, or was fast. The denial does not explain the time.
    package func slowDenial(_ answer: WishAnswer, _ trail: RequestTrail, _ record: LogRecord, _ question: Question?) -> FlowCause? {
        guard case .denied = answer, let cause = slow(trail, Witness(record, question)), case .late(.slow) = cause.finding else {
            return nil
        }
        return cause
    }

    /// Returns the cause of a fulfilled request whose failed calls were retried; `nil` if no call failed.
    private func rescued(_ trail: RequestTrail, _ took: Int64) -> FlowCause? {
        guard let commonest = trail.failures.commonest, !trail.failures.isOnlyRefusedToken else { return nil }
        return cause(.late(.fulfilledAfterFailures(commonest, trail.failures, after: took)), trail, trail.failures.witnesses)
    }

    private func denied(_ error: AdobeError, _ trail: RequestTrail, _ end: Witness, _ question: Question?) -> FlowCause {
        var mvpd: MVPDID?
        var denier = FlowCause.Denier(error.code)
        if case .call(let call)? = question {
            mvpd = call.endpoint.parameters.mvpd
            // REST API V1 reports what a provider denies with status 403, and without a code (V1-26).
            if call.endpoint.descriptor.api == .restV1, error.code == nil, error.status == 403 { denier = .provider }
        }
        var resource: SecretRef?
        if case .play(_, let played, _) = trail.asked { resource = played }
        var circumstance = FlowCause.Denied.Circumstance.none
        var earlier: [Witness] = []
        if let change, change.new == mvpd {
            circumstance = .providerChanged(from: change.old, to: change.new, event: change.event, launch: nil)
        } else if let several, mvpd != nil {
            circumstance = .severalSignIns(several.mvpds, taken: several.taken, event: several.event)
        } else if let change = unfinishedChange, let event = change.event {
            circumstance = .unfinishedChange(event: event)
            earlier = change.cause?.witnesses ?? []
        }
        let denied = FlowCause.Denied(
            error: FlowCause.ReportedError(error), denier: denier,
            subject: FlowCause.Subject(mvpd: mvpd, resource: resource), circumstance: circumstance)
        return cause(.refused(.denied(denied)), trail, earlier + [end])
    }
}
