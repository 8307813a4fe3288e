import FlowMachine

/// Finds why a request was not fulfilled, from the events between the request and its end. It states what was observed; inferences begin
/// with *Probably*.
struct CauseFinder: Sendable {
    let words: Wording
    /// The header of the log.
    private let header: LogHeader
    /// A sign-in with another provider that the viewer began and did not finish.
    private var unfinishedChange: TriagedRequest?
    /// The sign-out after which nobody is signed in.
    var signedOut: Evidence?
    /// The sign-in that the vault held at the launch.
    var kept: Profile?
    /// Calls without a usable answer since the launch or the last usable one.
    var launchFailures = FailedCalls()
    /// The sign-ins that Adobe knew where one was taken without asking.
    private var several: (mvpds: [MVPDID], taken: MVPDID, event: Int64)?
    /// The provider before and after a change, and the event that changed it.
    private var change: (old: MVPDID, new: MVPDID, event: Int64)?
    /// The expiry of the kept sign-in, if it is before the launch.
    var expired: ExpiredSignIn?
    /// Playbacks that temporary access was used for.
    var temporary: [Evidence] = []

    init(_ words: Wording, _ header: LogHeader) {
        self.words = words
        self.header = header
    }

    /// Notes how a request ended.
    mutating func noteEnded(_ asked: UserEvent, _ request: TriagedRequest) {
        if case .otherProvider = asked { unfinishedChange = request.outcome.isFulfilled ? nil : request }
    }

    /// Notes who is signed in.
    mutating func note(_ record: LogRecord, _ question: Question?, isAdobes: Bool?) {
        switch record.event.origin {
        case .user(.signOut):
            signedOut = Evidence(event: record.number, time: record.event.time, text: words.sentence(record.event, asked: nil))
        case .reply(_, let reply):
            if let failure = record.failure {
                launchFailures.note(FailureKind(failure), Witness(record, question), isAdobes: isAdobes)
            } else if reply.adobesTime != nil {
                launchFailures = FailedCalls()
            }
        case .app(.launched(let kept)):
            self.kept = kept.profile
            signedOut = kept.signedOut.map { _ in
                Evidence(
                    event: record.number, time: record.event.time,
                    text: "the vault recorded that the viewer had signed out before this launch")
            }
        case .user, .app, .timer: break
        }
        for case .keep(.profile(let profile)) in record.effects {
            several = nil
            if case .reply(_, let reply) = record.event.origin, case .profiles(let profiles) = reply.result, profiles.count > 1 {
                several = (profiles.map(\.mvpd), profile.mvpd, record.number)
            }
            if let old = kept?.mvpd, old != profile.mvpd { change = (old, profile.mvpd, record.number) }
            (signedOut, expired, kept) = (nil, nil, profile)
        }
        for case .answer(_, .signedOut) in record.effects {
            signedOut = Evidence(event: record.number, time: record.event.time, text: "signed out")
        }
        if case .app(.launched(let kept)) = record.event.origin, let profile = kept.profile, profile.notAfter <= record.event.time {
            expired = ExpiredSignIn(profile, at: record)
        }
    }

    /// Notes the beginning of a segment.
    mutating func note(_ snapshot: Snapshot) {
        guard snapshot.model?.context.signedOut != nil, signedOut == nil else { return }
        signedOut = Evidence(
            event: snapshot.number, time: nil, text: "a viewer had signed out before this event")
    }

    /// Notes a permitted playback under temporary access.
    mutating func noteTemporary(_ trail: RequestTrail) {
        guard let event = trail.event else { return }
        temporary.append(Evidence(event: event, time: trail.start, text: words.user(trail.asked).sentence))
        if temporary.count > CauseFinder.mostShown { temporary.removeFirst() }
    }

    /// The maximum number of events of one kind that are shown.
    private static let mostShown = 6

    /// Why `answer` in the event of `record` did not fulfill a request; `nil` if it did and nothing went wrong meanwhile.
    /// `question`: the question that the event answers.
    func cause(_ answer: WishAnswer, _ trail: RequestTrail, _ record: LogRecord, _ question: Question?) -> TriageCause? {
        let end = Evidence(event: record.number, time: record.event.time, text: words.sentence(record.event, asked: question))
        switch answer {
        case .signedOut(owed: true, settings: _): return notTold(trail)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata: return slow(trail, end)
        case .dropped:
            if case .app(.shutDown) = record.event.origin { return shutDown(trail, end) }
            return givenUp(trail, end)
        case .denied(_, let error): return denied(error, trail, end, question)
        case .refused(let refusal): return refused(refusal, trail, end)
        }
    }

    /// What a log can tell about a launch that ended in the foreground.
    static func foregroundEnd(_ header: LogHeader) -> String {
        hasShutdown(header)
            ? "The app crashed or was killed: after shutDown() the log's last event would be \"shut down\"."
            : "The app crashed, was killed, or called shutDown(): a log of this version does not tell which, because none of them is an event."
    }

    static func foregroundAdvice(_ header: LogHeader) -> String {
        hasShutdown(header)
            ? "Look for a crash report of that time."
            : "If the app did not call shutDown() then, look for a crash report of that time."
    }

    /// Whether the library that wrote the log records a shutdown.
    static func hasShutdown(_ header: LogHeader) -> Bool { header.modelRevision >= 4 }

    /// Why a request has no answer at the end of the log. `shown`: the screen that the viewer sees then. `backgrounded`: the event by which
    /// the app went to the background, if it stayed there.
    func unanswered(
        _ trail: RequestTrail, _ last: LogRecord, _ shown: (presentation: Presentation, since: Instant)?, _ backgrounded: Evidence?
    ) -> TriageCause {
        let wait = "The log ends \(trail.length(to: last.event.time)) later, in \(last.state).\(last.step), without an answer."
        if let trouble = trail.polls.trouble {
            return TriageCause(
                kind: .pollsFailed, text: "\(wait) \(trouble)", owner: trail.polls.owner, advice: trail.polls.advice, quotes: trail.quotes,
                evidence: trail.polls.evidence(words) + [trail.codeExpired].compactMap { $0?.evidence(words) })
        }
        if let expired = trail.codeExpired?.evidence(words), case .codeExpired? = shown?.presentation {
            return TriageCause(
                kind: .codeExpired,
                text:
                    "The code expired\(trail.codeLength), and nobody had signed in with it: \(words.count(trail.polls.count, "poll")) found nothing.",
                owner: trail.isCodeShort ? .adobe : .viewer, advice: CauseFinder.codeAdvice(trail),
                evidence: trail.polls.evidence(words) + [expired])
        }
        let failed = trail.failures
        if case .problem(let problem)? = shown?.presentation, problem.reason == .apiEnded {
            return apiEnded(trail, failed.evidence(words))
        }
        if let backgrounded, failed.isEmpty {
            let screen = shown.map {
                " Shown to the viewer since \(TimeWords.utc($0.since)): \(words.presentation($0.presentation, at: $0.since).main)."
            }
            return TriageCause(
                kind: .endedInBackground, text: "It was not answered before the app ended in the background.\(screen ?? "")",
                owner: .viewer, advice: "Nothing is wrong: the viewer left the app, and the app ended there.",
                evidence: [trail.lastAct].compactMap { $0?.evidence(words) } + [backgrounded])
        }
        if backgrounded == nil, let shown, last.event.time.milliseconds - shown.since.milliseconds < 2000 {
            let what = words.presentation(shown.presentation, at: shown.since).main
            return TriageCause(
                kind: .endedAtScreen,
                text:
                    "The log ends \(TimeWords.length(last.event.time.milliseconds - shown.since.milliseconds)) after the flow asked the app to show: \(what). \(CauseFinder.foregroundEnd(header))",
                owner: .app, advice: CauseFinder.foregroundAdvice(header), evidence: [trail.lastAct].compactMap { $0?.evidence(words) })
        }
        if let shown {
            let what = words.presentation(shown.presentation, at: shown.since).main
            let since = "Shown to the viewer since \(TimeWords.utc(shown.since)): \(what)."
            if case .problem = shown.presentation, !failed.isEmpty {
                return TriageCause(
                    kind: .problemUnanswered, text: "\(wait) \(since) Before that: \(failed.text).",
                    owner: failed.owner, advice: failed.advice, quotes: trail.quotes, evidence: failed.evidence(words))
            }
            return TriageCause(
                kind: .unansweredAtScreen, text: "\(wait) \(since)", owner: .viewer,
                advice: "Ask the viewer what they saw and did.", evidence: [trail.lastAct].compactMap { $0?.evidence(words) })
        }
        if !failed.isEmpty {
            return TriageCause(
                kind: .unansweredAfterFailures, text: "\(wait) Calls without a usable answer: \(failed.text).",
                owner: failed.owner, advice: failed.advice, quotes: trail.quotes, evidence: failed.evidence(words))
        }
        return TriageCause(
            kind: .unanswered,
            text: CauseFinder.hasShutdown(header)
                ? "\(wait) The app crashed or was killed, or the log was exported before."
                : "\(wait) The app crashed, was killed, or called shutDown(), or the log was exported before.",
            owner: .app, advice: "Look for a later log of this device.", evidence: [trail.lastAct].compactMap { $0?.evidence(words) })
    }

    private func givenUp(_ trail: RequestTrail, _ end: Evidence) -> TriageCause {
        let longest = trail.waits.max { $0.milliseconds < $1.milliseconds }
        let wait =
            longest.map { " It had waited \(TimeWords.length($0.milliseconds)) for \($0.awaited.party.name) (\($0.awaited.what))." } ?? ""
        let opening = trail.event.map { [Evidence(event: $0, time: trail.start, text: words.user(trail.asked).sentence)] } ?? []
        return TriageCause(
            kind: .canceledByApp(waitedFor: longest?.awaited.party),
            text: "The app canceled it after \(trail.length(to: end.time)).\(wait)", owner: .app,
            advice: "Find out in the app why its task was canceled: a time limit of its own, or a screen that was left.",
            evidence: opening + [end])
    }

    private func shutDown(_ trail: RequestTrail, _ end: Evidence) -> TriageCause {
        TriageCause(
            kind: .shutDown,
            text: "The app called shutDown() \(trail.length(to: end.time)) later, before there was an answer.", owner: .app,
            advice: "Find out in the app why it shut the flow down, for example because the account screen was closed.", evidence: [end])
    }

    /// The sign-out that did not reach Adobe.
    private func notTold(_ trail: RequestTrail) -> TriageCause {
        let failed = trail.failures
        if trail.foundEnd { return apiEnded(trail, failed.evidence(words)) }
        let why = failed.isEmpty ? "" : ": \(failed.text)"
        return TriageCause(
            kind: .signOutNotReached,
            text: "The sign-out did not reach Adobe\(why). Until it does, nobody can sign in or play.", owner: failed.owner,
            advice: (failed.isInBetween ? failed.advice + " " : "")
                + "The flow sends the sign-out again at the next launch, sign-in or playback.",
            quotes: trail.quotes,
            evidence: failed.evidence(words))
    }

    /// The longest time that an answer may take before it is reported, without the viewer's own time.
    private static let longest: Int64 = 8000

    /// Why a fulfilled request took long.
    private func slow(_ trail: RequestTrail, _ end: Evidence) -> TriageCause? {
        if let trouble = trail.polls.trouble {
            return TriageCause(
                kind: .pollsFailed, text: "It took \(trail.length(to: end.time)). \(trouble)", owner: trail.polls.owner,
                advice: trail.polls.advice, quotes: trail.quotes, evidence: trail.polls.evidence(words))
        }
        // Waiting for other requests of the app is its own queue; between two polls, the flow waits for nobody.
        var waits = trail.waits.filter { !$0.awaited.isPolls }.sorted { $0.milliseconds > $1.milliseconds }
        let own = waits.first { $0.awaited == .ownAllowance }
        let split = own == nil ? nil : trail.previews.split(trail.asked)
        let isBehindOthers = own != nil && split == nil
        if let own {
            let queued = waits.filter { $0.awaited.party == .adobe || $0.awaited == own.awaited }.reduce(0) { $0 + $1.milliseconds }
            waits = [RequestTrail.Wait(awaited: own.awaited, milliseconds: queued)]
        }
        let all = waits.reduce(0) { $0 + $1.milliseconds }
        guard all >= CauseFinder.longest, let longest = waits.first else { return nil }
        let texts = waits.prefix(3).map { wait in
            let what = (isBehindOthers ? Awaited.behindOthers : "") + wait.awaited.what
            return "\(TimeWords.length(wait.milliseconds)) \(wait.awaited.party.name)\(what.isEmpty ? "" : " (\(what))")"
        }
        let text =
            "It took \(trail.length(to: end.time)), including \(TimeWords.length(all)) in which it did not wait for the viewer: \(texts.joined(separator: ", "))."
        let opening = trail.event.map { [Evidence(event: $0, time: trail.start, text: words.user(trail.asked).sentence)] } ?? []
        if let split {
            return TriageCause(
                kind: .splitPreview, text: "\(text) \(split.text)", owner: .app, advice: split.advice,
                quotes: trail.quotes, evidence: opening + [end])
        }
        return TriageCause(
            kind: .slow(longest.awaited, behindOthers: isBehindOthers), text: text, owner: CauseFinder.owner(longest.awaited.party),
            advice: CauseFinder.advice(longest.awaited), quotes: trail.quotes, evidence: opening + [end])
    }

    private static func owner(_ party: Timeline.Party) -> TriageCause.Owner {
        switch party {
        case .adobe: .adobe
        case .network: .network
        case .held: .app
        case .partner: .device
        case .viewer, .rest: .viewer
        }
    }

    private static func advice(_ awaited: Awaited) -> String {
        switch awaited.party {
        case .adobe: "Ask Adobe's support, and quote the lines below."
        case .network: "Check the device's connection."
        case .held where awaited == .otherFlow:
            "Find out what the app's other flows on this host request, and why Adobe throttled them."
        case .held: "Find out why the app sends so many requests: they use up the policy allowanceBurst."
        case .partner: "Check the device's TV provider settings."
        case .viewer, .rest: "Nothing is wrong."
        }
    }

    // MARK: Denied

    private func denied(_ error: AdobeError, _ trail: RequestTrail, _ end: Evidence, _ question: Question?) -> TriageCause {
        let reported = TriageCause.ReportedError(error)
        let code = reported.words
        var mvpd: MVPDID?
        if case .call(let call)? = question { mvpd = call.endpoint.parameters.mvpd }
        let provider = mvpd.map { " \($0.text)" } ?? ""
        var text: String
        let owner: TriageCause.Owner
        let advice: String
        switch Denier(error.code) {
        case .degradationRule:
            (text, owner) = ("Adobe denied it by a degradation rule (\(code)).", .adobe)
            advice = "Ask the administrator who set the rule in Adobe's dashboard."
        case .parentalControls:
            (text, owner) = ("The account's parental controls denied it (\(code)).", .viewer)
            advice = "The viewer can change the parental controls at the provider\(provider)."
        case .provider:
            (text, owner) = ("The provider\(provider) denied it (\(code)).", .provider)
            advice = "Tell the viewer to ask the provider\(provider) whether the channel is in their package."
        case .adobe:
            (text, owner) = ("Adobe denied it (\(code)).", .adobe)
            advice = "Look the code up in Specs/rules/ERR-errors.md, or ask Adobe's support."
        }
        var resource: SecretRef?
        if case .play(_, let played, _) = trail.asked { resource = played }
        func cause(
            _ denial: TriageCause.Denial, _ owner: TriageCause.Owner, _ advice: String, _ evidence: [Evidence]
        ) -> TriageCause {
            TriageCause(
                kind: .denied(reported, denial), text: text, owner: owner, advice: advice, quotes: trail.quotes, evidence: evidence,
                subject: TriageCause.Subject(mvpd: mvpd, resource: resource))
        }
        if let change, change.new == mvpd {
            text += " The viewer's provider had changed from \(change.old.text) to \(change.new.text) at event \(change.event)."
            return cause(
                .afterChangeOfProvider, .viewer,
                "Ask the viewer whether \(change.new.text) is the right provider: the account in the device's settings determines it.",
                [end])
        }
        if let several, mvpd != nil {
            let mvpds = several.mvpds.map(\.text).joined(separator: " and ")
            text +=
                " At event \(several.event) Adobe reported sign-ins with \(mvpds), and the flow chose \(several.taken.text) without asking the viewer."
            return cause(
                .byOneOfSeveralSignIns, .app,
                "Let the viewer choose: offer a sign-in with another provider, or change the policy profileChoice.", [end])
        }
        var evidence = [end]
        if let change = unfinishedChange, let event = change.event {
            let asked = mvpd?.text ?? "the old provider"
            text += " The viewer started a sign-in with another provider at event \(event) but did not finish it, so \(asked) decided."
            evidence = (change.cause?.evidence ?? []) + evidence
        }
        return cause(.alone, owner, advice, evidence)
    }
}

/// Who denied a playback, as the families of Adobe's codes say it: a code that is new in a family means the same.
private enum Denier {
    case degradationRule, parentalControls, provider, adobe

    init(_ code: ErrorCode?) {
        guard let code = code?.text else {
            self = .adobe
            return
        }
        self =
            code.contains("degradation")
            ? .degradationRule : code.contains("parental") ? .parentalControls : code.hasSuffix("by_mvpd") ? .provider : .adobe
    }
}
