import FlowMachine

/// Reads the log of one launch, record by record, into its report. Memory grows with the requests, not with the log.
package final class LaunchReader {
    private let words: Wording
    private let header: LogHeader
    private var finder: CauseFinder
    private var outstanding = QuestionHistory()
    private var waiting = Waiting()
    private var marks = AdobesMarks()
    private var configuration: AdobeConfiguration?
    private var configured: Sightings?
    private var expired: TriageCause?
    private var foundProfile: Witness?
    private var profile: Profile?
    private var profileKept: Witness?
    private var declined: Witness?
    private var accessDenied: Witness?
    private var providerChange: TriageCause?
    /// Failed attempts to log the viewer out at Adobe.
    private var failedLogouts = FailedCalls()
    /// The number of calls that Adobe answered.
    private var answered = 0
    private var hasShown = false
    private var codeShown: Instant?
    /// How long sign-ins on the second screen took, from the code to the profile, in milliseconds.
    private var codeWaits: [Int64] = []
    private var open: [Open] = []
    /// The first requests, in the order of their answers.
    private var requests: [TriagedRequest] = []
    private var count = 0
    /// The number of requests that were not followed, because too many were open.
    private var unfollowed = 0
    private var vault = LaunchVault()
    private var start: Instant?
    private var end = Instant(milliseconds: 0)
    private var events = 0
    private var clockAhead: Int64?
    private var provider: String?
    /// The TV-provider account that the partner framework reported last.
    private var account: String?
    private var last: LogRecord?
    /// The event "to the background"; `nil` while the app is in the foreground.
    private var backgrounded: Witness?
    /// Whether the app shut the flow down.
    private var isShutDown = false
    private var lostSecrets: [Witness] = []
    private var vaultFailures: [Witness] = []
    private var logFindings: [TriageCause] = []
    private var loops = RequestLoops()
    private var permitted = PermittedAgain()
    private var floods = PreviewFloods()
    private var calls = CallCounts()
    private var lifetimes = Lifetimes()
    private var previewDenials = PreviewDenials()
    private var rejection: (kind: TriageCause.SingleSignOnRejection, witness: Witness)?
    private var segments: [LaunchReport.Segment] = []
    /// Whether the current file has damaged lines, and maybe events after them.
    private var isDamaged = false

    /// The maximum number of kept requests: no viewer makes more in one launch, and memory must not grow with the log.
    private static let most = 10_000
    /// The maximum number of open requests that are followed. The machine itself refuses to have more than 16.
    private static let mostOpen = 64

    /// A request that has no answer yet.
    private struct Open {
        let wish: WishID
        var trail: RequestTrail
    }

    package init(_ header: LogHeader, _ snapshot: Snapshot?, _ clock: DisplayedClock = .utc) {
        self.header = header
        words = Wording(header, clock)
        finder = CauseFinder(words)
        for wish in (snapshot?.model?.context.wishes ?? []).prefix(LaunchReader.mostOpen) {
            open.append(Open(wish: wish.id, trail: RequestTrail(wish.opening, event: nil, start: Instant(milliseconds: 0))))
        }
        if let snapshot { beginSegment(snapshot, isFirst: true) }
    }

    /// Notes the beginning of a segment that does not begin with a launch.
    package func beginSegment(_ snapshot: Snapshot, isFirst: Bool = false) {
        finder.note(snapshot)
        if case .gap(let from, let cause) = snapshot.reason {
            vault.noteGap()
            logFindings.append(TriageCause(.log(.eventsMissing(from: from, to: snapshot.number, cause)), words))
        } else if isFirst, snapshot.number > 0 {
            logFindings.append(TriageCause(.log(.beginsInTheMiddle(event: snapshot.number + 1)), words))
        }
    }

    /// Notes damaged lines.
    package func noteDamage(_ lines: DamagedLines) {
        // No event follows an incomplete last line.
        if lines.failure.reason == .torn { return }
        isDamaged = true
        finder.foreground.noteMissing()
        let damage = RequestTrail.Damage(lines: lines.text, event: last?.number ?? 0, time: end)
        for index in open.indices { open[index].trail.note(damage) }
    }

    /// Notes the end of a file.
    package func endSegment(_ file: String) {
        segments.append(LaunchReport.Segment(file: file, last: last?.number ?? 0, isDamaged: isDamaged))
        isDamaged = false
    }

    /// Notes a problem with the log itself.
    package func note(_ finding: TriageCause) { logFindings.append(finding) }

    /// Notes the next event.
    package func note(_ record: LogRecord) {
        let question = outstanding.question(record.event)
        start = start ?? record.event.time
        end = max(end, record.event.time)
        events += 1
        let awaited = waiting.awaited
        let isAdobes = marks.isAdobes(record, question)
        let passed = last.map { record.event.time.milliseconds - $0.event.time.milliseconds } ?? 0
        let timedOut = outstanding.timedOut(by: record)
        if !open.isEmpty {
            let note = RequestTrail.Note(record, question, timedOut: timedOut, before: outstanding, isAdobes: isAdobes)
            for index in open.indices {
                open[index].trail.note(awaited, passed)
                open[index].trail.note(note)
            }
        }
        calls.note(record, question, timedOut: timedOut)
        loops.note(record)
        floods.note(record)
        lifetimes.note(record, question)
        noteSignOn(record, question)
        waiting.take(record)
        finder.note(record, question, isAdobes: isAdobes)
        noteLogout(record, question, isAdobes)
        noteProfile(record, question)
        if case .user(let user) = record.event.origin, let wish = user.wish, user.opens, !open.contains(where: { $0.wish == wish }) {
            if open.count < LaunchReader.mostOpen {
                open.append(Open(wish: wish, trail: RequestTrail(user, in: record)))
            } else {
                unfollowed += 1
            }
        }
        for case .answer(let wish, let answer) in record.effects { close(wish, answer, record, question) }
        noteDevice(record)
        noteProvider(record, question)
        vault.note(record)
        marks.note(record, question)
        outstanding.note(record)
        last = record
    }

    private func close(_ wish: WishID, _ answer: WishAnswer, _ record: LogRecord, _ question: Question?) {
        guard let place = open.firstIndex(where: { $0.wish == wish }) else { return }
        let trail = open.remove(at: place).trail
        let cause = finder.cause(answer, trail, record, question)
        var reason: String?
        var error: AdobeError?
        switch answer {
        case .denied(_, let denial): error = denial
        case .refused(let refusal): (reason, error) = (refusal.reason.rawValue, refusal.error)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .dropped: break
        }
        let request = TriagedRequest(
            wish: wish, asked: trail.asked, words: words, event: trail.event, time: trail.event == nil ? start ?? end : trail.start,
            outcome: TriagedRequest.Outcome(answer), answerEvent: record.number, answerTime: record.event.time, reason: reason,
            code: (error?.code ?? (reason == nil ? nil : trail.failures.code))?.text, cause: cause)
        finder.noteEnded(trail.asked, request)
        if case .previewed(let decisions) = answer { previewDenials.note(decisions, asked: trail.asked) }
        switch request.outcome {
        case .denied, .refused: loops.noteFailure(trail.asked, at: record.event.time)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .signedOutHere, .canceled, .givenUp, .unanswered: break
        }
        if case .permitted(let resource, _, _, _) = answer, let asked = trail.opening.first {
            permitted.note(resource, asked: asked, at: trail.start, permitted: record.event.time)
        }
        if case .permitted(_, _, source: .temppass, _) = answer { finder.noteTemporary(trail) }
        count += 1
        if requests.count < LaunchReader.most { requests.append(request) }
    }

    private func noteDevice(_ record: LogRecord) {
        switch record.event.origin {
        case .reply(_, let reply):
            if clockAhead == nil { clockAhead = DeviceClock.ahead(reply, at: record.event.time) }
        case .app(.secretLost(let ref)):
            lostSecrets.append(Witness(record, .secretLost(ref)))
        case .app(.vaultFailed):
            vaultFailures.append(Witness(record, .vaultFailed))
        case .app(.backgrounded): backgrounded = Witness(record, nil)
        case .app(.launched), .app(.foregrounded): backgrounded = nil
        case .app(.shutDown): isShutDown = true
        case .app, .user, .timer: break
        }
        lostSecrets = lostSecrets.suffix(4)
        vaultFailures = vaultFailures.suffix(4)
    }

    /// Notes an expired kept sign-in, and what the configuration says about the providers.
    private func noteProfile(_ record: LogRecord, _ question: Question?) {
        switch record.event.origin {
        case .app(.launched(let kept)):
            guard let profile = kept.profile, profile.notAfter <= record.event.time else { return }
            expired = TriageCause(
                .launch(.keptSignInExpired(profile, launched: record.event.time)), words, [Witness(record, .expiredAtLaunch(profile))])
        case .reply(_, let reply):
            if case .configuration(let found) = reply.result {
                configuration = found
                configured = Sightings(reply.adobesTime ?? record.event.time, in: "", event: record.number)
            }
            if case .partner(let answer) = reply.result {
                account = answer.status.mapping?.text ?? account
                switch answer.status.permission {
                case .denied, .restricted:
                    accessDenied = accessDenied ?? Witness(record, question)
                case .granted, .notDetermined: accessDenied = nil
                }
            }
            if foundProfile == nil, !hasShown, reply.result.hasProfile {
                foundProfile = Witness(record, question)
            }
        case .user, .app, .timer: break
        }
        for case .present(_, let presentation) in record.effects {
            hasShown = true
            if case .code = presentation { codeShown = codeShown ?? record.event.time }
        }
        if case .reply(_, let reply) = record.event.origin, reply.result.hasProfile, let shown = codeShown {
            if codeWaits.count < LaunchReader.most { codeWaits.append(record.event.time.milliseconds - shown.milliseconds) }
            codeShown = nil
        }
        // A viewer who gives up has not signed in.
        for case .answer in record.effects where outstanding.shown == nil { codeShown = nil }
    }

    /// Notes whether the account on the device signs the viewer in, and if not, who refused it.
    private func noteSignOn(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin, let found = LaunchReader.signOn(reply.result, question) else { return }
        rejection = found.map { ($0, Witness(record, question)) }
        if case .declined? = found { declined = rejection?.witness }
    }

    /// What a reply says about the sign-in by the account on the device: `nil` for nothing, an empty optional for a sign-in.
    private static func signOn(_ result: Reply.Result, _ question: Question?) -> TriageCause.SingleSignOnRejection?? {
        if case .session(let session) = result, let reason = session.declined { return .declined(reason) }
        if case .partner(.authentication)? = question, case .partner(let answer) = result {
            let isEmpty = answer.saml.map { $0.length == 0 } ?? true
            return answer.status.permission == .granted && isEmpty && answer.error != .canceled ? .byProvider(answer.error) : nil
        }
        guard case .call(let call)? = question else { return nil }
        switch EndpointKind(call.endpoint) {
        case .other(.createPartnerProfile), .restV1(.exchange): break
        case .other, .restV1: return nil
        }
        switch result {
        case .failed(let failure): return .byAdobe(FailureKind(failure))
        case .profiles(let profiles): return profiles.isEmpty ? .byAdobe(nil) : .some(nil)
        case _: return .some(nil)
        }
    }

    private func noteLogout(_ record: LogRecord, _ question: Question?, _ isAdobes: Bool?) {
        guard case .reply(_, let reply) = record.event.origin, case .call(let call)? = question else { return }
        guard case .failed(let failure) = reply.result else {
            answered += 1
            return
        }
        guard call.endpoint.descriptor.reply == .logouts else { return }
        failedLogouts.note(FailureKind(failure), Witness(record, question), isAdobes: isAdobes)
    }

    private func noteProvider(_ record: LogRecord, _ question: Question?) {
        for effect in record.effects {
            switch effect {
            case .keep(.profile(let kept)):
                let witness = Witness(record, question)
                if let old = profile, old.mvpd != kept.mvpd {
                    providerChange = TriageCause(
                        .launch(.providerChanged(from: old.mvpd, to: kept, event: record.number)), words, [witness])
                }
                provider = kept.mvpd.text
                profile = kept
                profileKept = witness
            case .keep(.provider(let kept)): provider = kept.mvpd.text
            case _: break
            }
        }
        if case .app(.launched(let kept)) = record.event.origin {
            profile = kept.profile
            provider = kept.profile?.mvpd.text ?? kept.provider?.mvpd.text
        }
    }

    // MARK: The end

    /// The report on the records read.
    package var report: LaunchReport {
        var requests = requests
        if let last {
            let shown = outstanding.shown.map { TriageCause.ShownScreen(presentation: $0.presentation, since: $0.since) }
            for asked in open {
                let trail = asked.trail
                requests.append(
                    TriagedRequest(
                        wish: asked.wish, asked: trail.asked, words: words, event: trail.event,
                        time: trail.event == nil ? start ?? end : trail.start,
                        outcome: .unanswered, answerEvent: nil, answerTime: nil, reason: nil, code: nil,
                        cause: finder.unanswered(trail, last, shown, backgrounded)))
            }
        }
        let floods = floods.floods
        for index in requests.indices { requests[index].noteCauses(floods) }
        return LaunchReport(
            segments: segments, header: header, words: words, start: start ?? end, end: end, events: events, clockAhead: clockAhead,
            provider: provider, account: account,
            requests: requests, leftOut: max(0, count - LaunchReader.most) + unfollowed,
            findings: logFindings + deviceFindings(requests) + [expired, providerChange].compactMap { $0 }, vault: vault,
            configuration: configuration, configured: configured,
            profile: profile, profileKept: profileKept, declined: declined, accessDenied: accessDenied, vaultFailures: vaultFailures,
            endsInBackground: backgrounded != nil, isShutDown: isShutDown, last: last.map { Witness($0, outstanding.question($0.event)) },
            foundProfile: foundProfile,
            codeWaits: codeWaits, calls: calls, lifetimes: lifetimes, previewDenials: previewDenials, loop: loops.longest)
    }

    private func deviceFindings(_ requests: [TriagedRequest]) -> [TriageCause] {
        var findings: [TriageCause] = []
        func note(_ finding: TriageCause.LaunchFinding, _ witnesses: [Witness]) {
            findings.append(TriageCause(.launch(finding), words, witnesses))
        }
        if let clockAhead, DeviceClock.isWrong(clockAhead) { note(.clockWrong(ahead: clockAhead), []) }
        if !vaultFailures.isEmpty { note(.vaultFailed, vaultFailures) }
        if let accessDenied { note(.accessDenied, [accessDenied]) }
        if !lostSecrets.isEmpty { note(.secretLost, lostSecrets) }
        // A request that ended this way already reports it.
        if let gap = finder.foreground.gap, !requests.contains(where: { $0.cause?.kind == .foregroundUnreported }) {
            note(.foregroundUnreported(gap), gap.witnesses)
        }
        if let loop = loops.longest { note(.requestLoop(loop), [loop.first, loop.last]) }
        if let run = permitted.longest { note(.permittedAgain(run), [run.first, run.last]) }
        if let flood = floods.worst { note(.previewFlood(flood), flood.witnesses) }
        if let rejection { note(.singleSignOnRejected(rejection.kind), [rejection.witness]) }
        // A request that ended this way already reports it.
        if !vault.owedLogouts.isEmpty, !requests.contains(where: { $0.outcome == .signedOutHere }) {
            note(.signOutPending(vault.owedLogouts, failedLogouts, answered: answered), failedLogouts.witnesses)
        }
        return findings
    }
}

extension AdobeSession {
    /// Why Adobe sends the viewer to basic authentication although the partner framework could be used; `nil` if it does not.
    fileprivate var declined: OpenSession.Reason? {
        switch self {
        case .authenticate(let open), .resume(let open), .retry(let open): open.reason == .none ? nil : open.reason
        case .authorize, .partnerProfile, .unsupported: nil
        }
    }
}

extension UserEvent {
    /// Whether the event is a request.
    package var opens: Bool { if case .cancel = self { false } else { wish != nil } }
}

extension Wish {
    /// The event that opened the request.
    fileprivate var opening: UserEvent {
        switch kind {
        case .signIn: .signIn(id)
        case .otherProvider: .otherProvider(id)
        case .play(let resource, let access): .play(id, resource: resource, under: access)
        case .preview(let resources): .preview(id, resources: resources)
        case .userMetadata: .userMetadata(id)
        case .signOut: .signOut(id)
        }
    }
}
