import FlowMachine

/// Judges one launch, record by record: the outcome of each request, its cause, and all other problems. Memory grows with the requests, not with the
/// log.
package struct LaunchJudge {
    private var finder: CauseFinder
    private var outstanding = QuestionHistory()
    private var waiting = Waiting()
    private var marks = AdobesMarks()
    private var expired: FlowCause?
    private var providerChange: FlowCause?
    /// The profile of the viewer's last sign-in.
    package private(set) var profile: Profile?
    /// The event that saved `profile` in the vault.
    package private(set) var profileKept: Witness?
    /// The answer by which Adobe declined Apple's single sign-on.
    package private(set) var declined: Witness?
    /// The answer that said that the viewer denied the app access to the TV provider; `nil` if access was granted later.
    package private(set) var accessDenied: Witness?
    /// The failed attempts to log the viewer out at Adobe.
    private var failedLogouts = FailedCalls()
    /// The number of calls that Adobe answered.
    private var answered = 0
    private var open: [Open] = []
    private var acts = ViewerActs()
    /// The first `most` answered requests, in the order of their answers.
    private var closed: [JudgedRequest] = []
    private var count = 0
    /// The number of requests that this type ignored, because too many were open.
    private var unfollowed = 0
    /// The contents of the vault at the beginning and at the end of the launch.
    package private(set) var vault = LaunchVault()
    private var begin: Instant?
    /// The latest time of an event.
    package private(set) var end = Instant(milliseconds: 0)
    /// The number of events.
    package private(set) var events = 0
    /// The lead of the device's clock over Adobe's at the first answer with Adobe's time, in milliseconds; negative if the clock is behind.
    package private(set) var clockAhead: Int64?
    /// The MVPD that the viewer chose or signed in with last, whether or not the sign-in succeeded.
    package private(set) var provider: MVPDID?
    private var last = Last()
    /// The event that put the app in the background; `nil` while the app is in the foreground.
    package private(set) var backgrounded: Witness?
    /// Whether the app shut the flow down.
    package private(set) var isShutDown = false
    private var lostSecrets: [Witness] = []
    /// The events in which the vault could not save a value; the last four.
    package private(set) var vaultFailures: [Witness] = []
    private var logFindings: [FlowCause] = []
    private var loops = RequestLoops()
    private var permitted = PermittedAgain()
    private var floods = PreviewFloods()
    private var tokens = TokenReplacements()
    private var leftAccount = AccountLeftOnDevice()
    private var (ended, signOuts) = (EndedSignIns(), SignOutsAtReturn())
    private var rejection: (kind: FlowCause.SingleSignOnRejection, witness: Witness)?

    /// The maximum number of requests that are kept, so that memory does not grow with the log. No viewer makes more requests in one launch.
    package static let most = 10_000
    /// The maximum number of open requests that this type follows. The machine itself refuses to have more than 16.
    private static let mostOpen = 64

    /// A request that has no answer yet.
    fileprivate struct Open {
        package let wish: WishID
        package var trail: RequestTrail
    }

    package init(_ settings: FlowSettings, _ snapshot: Snapshot?) {
        finder = CauseFinder(settings)
        for wish in (snapshot?.model?.context.wishes ?? []).prefix(LaunchJudge.mostOpen) {
            open.append(Open(wish: wish.id, trail: RequestTrail(wish.opening, event: nil, start: Instant(milliseconds: 0))))
        }
        if let snapshot { beginSegment(snapshot, isFirst: true) }
    }

    /// Records the beginning of a segment that does not begin with a launch.
    package mutating func beginSegment(_ snapshot: Snapshot, isFirst: Bool = false) {
        finder.note(snapshot)
        if case .gap(let from, let cause) = snapshot.reason {
            vault.noteGap()
            logFindings.append(FlowCause(.log(.eventsMissing(from: from, to: snapshot.number, cause))))
            noteAnswered(in: from, snapshot)
        } else if isFirst, snapshot.number > 0 {
            logFindings.append(FlowCause(.log(.beginsInTheMiddle(event: snapshot.number + 1))))
        }
    }

    /// Marks each open request that the flow no longer has after a gap: its answer was in the gap.
    private mutating func noteAnswered(in first: Int64, _ snapshot: Snapshot) {
        guard let waiting = snapshot.model?.context.wishes, first <= snapshot.number else { return }
        for index in open.indices where !waiting.contains(where: { $0.id == open[index].wish }) {
            open[index].trail.noteAnswered(in: first...snapshot.number)
        }
    }

    /// Records damaged lines that are followed by more events.
    package mutating func noteDamage(_ lines: String) {
        finder.foreground.noteMissing()
        let damage = RequestTrail.Damage(lines: lines, event: last.number, time: end)
        for index in open.indices { open[index].trail.note(damage) }
    }

    /// Adds a problem with the log itself.
    package mutating func note(_ finding: FlowCause) { logFindings.append(finding) }

    /// The screen that the viewer sees after the last event, and the time when it was shown; `nil` if none is shown.
    package var shown: FlowCause.ShownScreen? {
        outstanding.shown.map { FlowCause.ShownScreen(presentation: $0.presentation, since: $0.since) }
    }

    /// The last event as evidence; `nil` if there is none.
    package var lastWitness: Witness? {
        if events == 0 { return nil }
        return Witness(last.number, last.event.time, .event(last.event, asked: outstanding.question(last.event), shown: nil))
    }

    /// The number of the last event; 0 if there is none.
    package var lastNumber: Int64 { last.number }

    /// The time when the log begins, by the device's clock.
    package var start: Instant { begin ?? end }

    /// The number of requests that are not in `requests`, because the log has too many.
    package var leftOut: Int { max(0, count - LaunchJudge.most) + unfollowed }

    /// The time of the oldest open request; `nil` if no open request is in the log.
    private var oldestOpen: Instant? { open.first { $0.trail.event != nil }?.trail.start }

    /// The longest run of requests that the app repeated without the viewer; `nil` if there is none.
    package var loop: RequestLoops.Loop? { loops.longest }

    /// Processes the next event.
    /// - Parameter previewed: Receives the answer to each preview, with the request.
    @discardableResult
    package mutating func note(_ record: LogRecord, previewed: ([AdobeDecision], _ asked: UserEvent) -> Void = { _, _ in }) -> Context {
        let question = outstanding.question(record.event)
        let origin = RequestTrail.Note.Origin.of(record.event, question)
        let effects = EffectKinds(of: record.effects)
        let late = outstanding.timedOut(by: record, question)
        let timedOut = late?.question
        let context = Context(
            question: question, asked: late?.since ?? outstanding.since(record.event), timedOut: timedOut, effects: effects,
            showedScreen: outstanding.shown != nil, oldestOpen: oldestOpen)
        begin = begin ?? record.event.time
        end = max(end, record.event.time)
        events += 1
        let isAdobes = origin == .reply ? marks.isAdobes(record, question) : nil
        if !open.isEmpty {
            let passed = events > 1 ? record.event.time.milliseconds - last.event.time.milliseconds : 0
            if passed > 0 { open.note(RequestTrail.Wait(awaited: waiting.awaited, milliseconds: passed)) }
            if RequestTrail.Note.isNeeded(record, origin, effects, timedOut: timedOut) {
                let note = RequestTrail.Note(
                    record, origin, question, effects, timedOut: timedOut, shown: outstanding.shown,
                    asked: origin == .reply ? context.asked : nil, isAdobes: isAdobes)
                acts.note(note)
                if !note.isOnlyAct { open.note(note) }
            }
        }
        if case .user(let user) = record.event.origin {
            loops.note(record)
            noteRequest(user, record)
        }
        if origin == .reply {
            tokens.note(record)
            noteSignOn(record, question)
            noteLogout(record, question, isAdobes)
        }
        floods.note(record, effects)
        leftAccount.note(record, effects)
        ended.note(record, question, effects, clockAhead: clockAhead)
        signOuts.note(record)
        waiting.take(record)
        finder.note(record, question, effects, isAdobes: isAdobes)
        noteProfile(record, question)
        for case .answer(let wish, let answer) in effects.contains(.answer) ? record.effects : [] {
            if let asked = close(wish, answer, record, question), case .previewed(let decisions) = answer { previewed(decisions, asked) }
        }
        noteDevice(record)
        noteProvider(record, question, effects)
        vault.note(record)
        if origin == .reply { marks.note(record, question) }
        outstanding.note(record)
        last.note(record)
        return context
    }

    /// Follows a request from now on.
    private mutating func noteRequest(_ user: UserEvent, _ record: LogRecord) {
        guard let wish = user.wish, user.opens, !open.contains(where: { $0.wish == wish }) else { return }
        guard open.count < LaunchJudge.mostOpen else { return unfollowed += 1 }
        open.append(Open(wish: wish, trail: RequestTrail(user, in: record)))
    }

    /// Records the answer to a request.
    /// - Returns: The request; `nil` if it is not among the open requests.
    private mutating func close(_ wish: WishID, _ answer: WishAnswer, _ record: LogRecord, _ question: Question?) -> UserEvent? {
        guard let place = open.firstIndex(where: { $0.wish == wish }) else { return nil }
        var trail = open.remove(at: place).trail
        if trail.event != record.number { trail.noteEnd(outstanding.shown) }
        trail.note(acts)
        trail.note(finder.conditions)
        let cause = finder.cause(answer, trail, record, question)
        var reason: String?
        var error: AdobeError?
        switch answer {
        case .denied(_, let denial): error = denial
        case .refused(let refusal): (reason, error) = (refusal.reason.rawValue, refusal.error)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .dropped: break
        }
        let request = JudgedRequest(
            wish: wish, asked: trail.asked, event: trail.event, time: trail.event == nil ? start : trail.start,
            outcome: RequestOutcome(answer),
            answer: JudgedRequest.Answer(
                event: record.number, time: record.event.time, reason: reason,
                code: (error?.code ?? (reason == nil ? nil : trail.failures.code))?.text),
            cause: cause, slow: finder.slowDenial(answer, trail, record, question))
        finder.noteEnded(trail.asked, request)
        switch request.outcome {
        case .denied, .refused: loops.noteFailure(trail.asked, trail.opening.first, at: record.event.time)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .signedOutHere, .canceled, .givenUp, .unanswered: break
        }
        if case .permitted(let resource, _, _, _) = answer, let asked = trail.opening.first {
            permitted.note(resource, asked: asked, at: trail.start, permitted: record.event.time)
        }
        if case .permitted(_, _, source: .temppass, _) = answer { finder.noteTemporary(trail) }
        count += 1
        if closed.count < LaunchJudge.most { closed.append(request) }
        return trail.asked
    }

    private mutating func noteDevice(_ record: LogRecord) {
        switch record.event.origin {
        case .reply(_, let reply):
            if clockAhead == nil { clockAhead = DeviceClock.ahead(reply, at: record.event.time) }
        case .app(.secretLost(let ref)):
            lostSecrets = (lostSecrets + [Witness(record, .secretLost(ref))]).suffix(4)
        case .app(.vaultFailed):
            vaultFailures = (vaultFailures + [Witness(record, .vaultFailed)]).suffix(4)
        case .app(.backgrounded): backgrounded = Witness(record, nil)
        case .app(.launched), .app(.foregrounded): backgrounded = nil
        case .app(.shutDown): isShutDown = true
        case .app, .user, .timer: break
        }
    }

    /// Records an expired kept sign-in, and whether the viewer denied access to the TV provider.
    private mutating func noteProfile(_ record: LogRecord, _ question: Question?) {
        switch record.event.origin {
        case .app(.launched(let kept)):
            guard let profile = kept.profile, profile.notAfter <= record.event.time else { return }
            expired = FlowCause(
                .launch(.keptSignInExpired(profile, launched: record.event.time)), [Witness(record, .expiredAtLaunch(profile))])
        case .reply(_, let reply):
            guard case .partner(let answer) = reply.result else { return }
            switch answer.status.permission {
            case .denied, .restricted:
                accessDenied = accessDenied ?? Witness(record, question)
            case .granted, .notDetermined: accessDenied = nil
            }
        case .timer:
            guard let profile, record.rule == Rule.`V2-B-16`.rawValue || record.rule == Rule.`V1-01`.rawValue,
                profile.notAfter <= record.event.time
            else { return }
            expired = FlowCause(.launch(.signInExpired(profile)), [Witness(record, question)])
        case .user, .app: break
        }
    }

    /// Records whether the account on the device signs the viewer in, and if not, the party that refused.
    private mutating func noteSignOn(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin, let found = LaunchJudge.signOn(reply.result, question) else { return }
        rejection = found.map { ($0, Witness(record, question)) }
        if case .declined? = found { declined = rejection?.witness }
    }

    private mutating func noteLogout(_ record: LogRecord, _ question: Question?, _ isAdobes: Bool?) {
        guard case .reply(_, let reply) = record.event.origin, case .call(let call)? = question else { return }
        guard case .failed(let failure) = reply.result else {
            answered += 1
            return
        }
        guard call.endpoint.descriptor.reply == .logouts else { return }
        failedLogouts.note(FailureKind(failure), Witness(record, question), isAdobes: isAdobes)
    }

    private mutating func noteProvider(_ record: LogRecord, _ question: Question?, _ effects: EffectKinds) {
        for effect in effects.contains(.keep) ? record.effects : [] {
            switch effect {
            case .keep(.profile(let kept)):
                let witness = Witness(record, question)
                if let old = profile, old.mvpd != kept.mvpd {
                    providerChange = FlowCause(.launch(.providerChanged(from: old.mvpd, to: kept, event: record.number)), [witness])
                }
                provider = kept.mvpd
                profile = kept
                profileKept = witness
            case .keep(.provider(let kept)): provider = kept.mvpd
            case _: break
            }
        }
        if case .app(.launched(let kept)) = record.event.origin {
            profile = kept.profile
            provider = kept.profile?.mvpd ?? kept.provider?.mvpd
        }
    }

    // MARK: The end

    /// The requests in the order of their answers, followed by the requests without an answer.
    package var requests: [JudgedRequest] {
        var requests = closed
        if events > 0 {
            for index in open.indices {
                var trail = open[index].trail
                trail.note(acts)
                trail.note(finder.conditions)
                requests.append(
                    JudgedRequest(
                        wish: open[index].wish, asked: trail.asked, event: trail.event, time: trail.event == nil ? start : trail.start,
                        outcome: .unanswered, answer: nil, cause: finder.unanswered(trail, last, shown, backgrounded)))
            }
        }
        let floods = floods.floods
        if !floods.isEmpty { for index in requests.indices { requests[index].noteCauses(floods) } }
        return requests
    }

    /// Returns the problems of the launch as a whole: with its log, its clock or its vault.
    /// - Parameter requests: The judged requests. A problem that one of these requests reports is not reported again.
    package func findings(beside requests: [JudgedRequest]) -> [FlowCause] {
        var findings = logFindings
        func note(_ finding: FlowCause.LaunchFinding, _ witnesses: [Witness]) {
            findings.append(FlowCause(.launch(finding), witnesses))
        }
        if let clockAhead, DeviceClock.isWrong(clockAhead) { note(.clockWrong(ahead: clockAhead), []) }
        if !vaultFailures.isEmpty { note(.vaultFailed, vaultFailures) }
        if let accessDenied { note(.accessDenied, [accessDenied]) }
        if !lostSecrets.isEmpty { note(.secretLost, lostSecrets) }
        // If a request ended because of the unreported return, the request's cause already reports the gap.
        if let gap = finder.foreground.gap, !requests.contains(where: { $0.cause?.kind == .foregroundUnreported }) {
            note(.foregroundUnreported(gap), gap.witnesses)
        }
        if let end = ended.first { note(.signInEnded(end), end.witnesses) }
        if let found = signOuts.found { note(.signedOutAtReturn(found), found.witnesses) }
        if !leftAccount.witnesses.isEmpty { note(.accountLeftOnDevice, leftAccount.witnesses) }
        if let loop = loops.longest { note(.requestLoop(loop), [loop.first, loop.last]) }
        if let run = permitted.longest { note(.permittedAgain(run), [run.first, run.last]) }
        if let run = tokens.found { note(.tokensReplacedEarly(run), [run.first, run.last]) }
        if let flood = floods.worst { note(.previewFlood(flood), flood.witnesses) }
        if let rejection { note(.singleSignOnRejected(rejection.kind), [rejection.witness]) }
        if !vault.owedLogouts.isEmpty, !requests.contains(where: { $0.outcome == .signedOutHere }) {
            note(.signOutPending(vault.owedLogouts, failedLogouts.under(finder.conditions), answered: answered), failedLogouts.witnesses)
        }
        return findings + [expired, providerChange].compactMap { $0 }
    }
}

extension [LaunchJudge.Open] {
    // Each function takes the whole list: with a call per request, Swift's checks of the access to the list took an eighth of the time for a log
    // with many open requests.

    /// Adds the wait before an event to all open requests.
    fileprivate mutating func note(_ wait: RequestTrail.Wait) {
        guard wait.awaited.party != .viewer, wait.awaited.party != .rest else { return }
        for index in indices { self[index].trail.note(wait) }
    }

    /// Adds an event to all open requests.
    fileprivate mutating func note(_ note: RequestTrail.Note) { for index in indices { self[index].trail.note(note) } }
}
