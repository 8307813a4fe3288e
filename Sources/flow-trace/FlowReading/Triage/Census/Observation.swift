import FlowMachine

/// Something that a launch shows, and that is no failure by itself. It is reported only if it occurs with a property more often than chance explains.
enum Observation: Hashable, Sendable {
    /// Adobe refused a call with an error, whether or not a request failed for it.
    case refusedCall(FailureKind)
    /// A call to Adobe had no answer, whatever it asked for: there was no connection, or the answer did not come in time.
    case unansweredCall
    /// Adobe or Apple's framework took long to answer a question, or did not answer it.
    case slowAnswer(Awaited)
    /// The partner framework reported an account whose sign-in with the TV provider had expired.
    case accountExpired
    /// The app requested a sign-in so soon after its launch that no viewer can have asked for it.
    case signInAtLaunch
    /// The app requested a sign-out so soon after its launch that no viewer can have asked for it.
    case signOutAtLaunch
    /// The app requested a sign-out so soon after a denial that no viewer can have asked for it.
    case signOutAfterDenial
    /// The app canceled a sign-in so soon after its return to the foreground that no viewer can have done it.
    case cancelAtReturn
    /// The provider's page was closed so soon after the app's return to the foreground that no viewer can have done it.
    case pageClosedAtReturn
    /// A playback was denied although a preview in the same launch had permitted the resource.
    case previewContradicted
    /// A playback was permitted although a preview in the same launch had denied the resource.
    case previewTooStrict
    /// A playback was permitted by a degradation rule, without asking the provider.
    case degraded
    /// The viewer, or the app in the viewer's name, requested a sign-out.
    case signOut
    /// The viewer denied the app access to the TV provider when the system asked.
    case accessDenied
    /// An earlier launch had access to the TV provider, and this launch does not have it.
    case accessGone
    /// Apple reported an account to an earlier launch, and reports none to this launch.
    case accountGone
    /// Apple reported an account of a TV provider to which the app has access, and the viewer was asked for a page or a code nevertheless.
    case askedDespiteAccount
    /// A preview was answered, and no play was requested in the launch: the viewer left.
    case leftAfterPreview
    /// A viewer of earlier launches was asked to sign in: the provider picker, a page or a code was shown.
    case askedAgain

    /// What a launch must have tried to show this; empty if every launch could have shown it.
    var attempt: Attempts {
        switch self {
        case .refusedCall, .unansweredCall, .signInAtLaunch, .signOutAtLaunch, .signOut, .askedAgain: []
        case .slowAnswer(let awaited): FlowCause.Kind.slow(awaited, behindOthers: false).attempt
        case .accountExpired, .accessGone, .accountGone, .askedDespiteAccount: .status
        case .accessDenied: .access
        case .previewContradicted, .previewTooStrict, .leftAfterPreview: .preview
        case .cancelAtReturn, .pageClosedAtReturn: .page
        case .degraded: .decision
        case .signOutAfterDenial: .denial
        }
    }

    /// Whether viewers often do this, from habit or for various reasons. Such an observation needs more proof, and explains no other cause.
    var isHabit: Bool {
        switch self {
        case .signOut, .askedAgain, .leftAfterPreview: true
        case .refusedCall, .unansweredCall, .slowAnswer, .accountExpired, .accessDenied, .accessGone, .accountGone, .signInAtLaunch,
            .signOutAtLaunch, .signOutAfterDenial, .cancelAtReturn, .pageClosedAtReturn, .previewContradicted,
            .previewTooStrict, .degraded, .askedDespiteAccount:
            false
        }
    }

    /// Whether the observation is also made now and then without any fault, for example because a connection was lost.
    var isNoise: Bool {
        switch self {
        case .refusedCall, .unansweredCall, .slowAnswer: true
        case _: false
        }
    }

    /// Whether Apple's single sign-on cannot be used any more.
    var endsSingleSignOn: Bool {
        switch self {
        case .accountExpired, .accessDenied, .accessGone, .accountGone: true
        case _: false
        }
    }

    /// Whether requests have different outcomes because of the observation: some are late, others fail, and some viewers do not wait.
    var hasOutcomes: Bool {
        switch self {
        case .slowAnswer, .unansweredCall, .signInAtLaunch, .pageClosedAtReturn: true
        case _: false
        }
    }

    /// Whether something acts in place of the viewer. It explains a cause as soon as nearly all launches with the cause have it.
    var isAct: Bool { self == .signInAtLaunch || self == .pageClosedAtReturn }

    /// The order in which observations are considered, those with outcomes by their numbers of launches, the most frequent first. If two observations occur
    /// in the same launches, the earlier one in this order explains the other.
    var order: (Int, String) {
        switch self {
        case .refusedCall(let failure): (0, failure.sentence)
        case .unansweredCall: (1, "")
        case .slowAnswer(let awaited): (1, awaited.what)
        case .accountExpired: (2, "")
        case .accessGone: (3, "")
        case .accountGone: (4, "")
        case .accessDenied: (5, "")
        case .signInAtLaunch: (6, "in")
        case .signOutAtLaunch: (6, "out")
        case .signOutAfterDenial: (7, "")
        case .cancelAtReturn: (8, "cancel")
        case .pageClosedAtReturn: (8, "close")
        case .previewContradicted: (8, "denied")
        case .previewTooStrict: (8, "permitted")
        case .degraded: (9, "")
        case .askedDespiteAccount: (10, "")
        case .signOut: (11, "")
        case .askedAgain: (12, "")
        case .leftAfterPreview: (13, "")
        }
    }
}

/// Finds what a launch shows, event by event.
struct ObservationReader {
    private(set) var found: Set<Observation> = []
    /// The first and the last report of Apple's framework; `nil` if there is none.
    private(set) var statuses: (first: PartnerStatus, last: PartnerStatus)?
    /// Whether the system asked the viewer for access to the TV provider.
    private(set) var isAsked = false
    private var launched: Instant?
    /// The time of the last denial.
    private var denied: Instant?
    /// The last time when the app went to the background or came back: a question asked before may have waited for it.
    private var moved: Instant?
    /// The time of the last return to the foreground.
    private var returned: Instant?
    /// The resources that previews of the launch permitted, and those that they denied.
    private var previewed: Set<SecretRef> = []
    private var deniedInPreview: Set<SecretRef> = []
    /// The questions to Apple's framework in which the system may ask the viewer for access.
    private var prompts: Set<RequestID> = []

    /// The time after a launch or a denial in which no viewer can have asked for a sign-out, in milliseconds.
    private static let soonest: Int64 = 3000
    /// The time after a launch in which no viewer can have asked for a sign-in, in milliseconds.
    private static let soonestSignIn: Int64 = 1000
    /// The time after a return to the foreground in which no viewer can have canceled, in milliseconds.
    private static let soonestCancel: Int64 = 500

    mutating func note(_ record: LogRecord, _ context: LaunchJudge.Context) {
        noteAnswer(record, context)
        switch record.event.origin {
        case .app(.launched): launched = record.event.time
        case .app(.backgrounded): moved = record.event.time
        case .app(.foregrounded): (moved, returned) = (record.event.time, record.event.time)
        case .user(.signIn): if isSoon(record, after: launched, ObservationReader.soonestSignIn) { found.insert(.signInAtLaunch) }
        case .user(.signOut):
            found.insert(.signOut)
            if isSoon(record, after: launched, ObservationReader.soonest) { found.insert(.signOutAtLaunch) }
            if isSoon(record, after: denied, ObservationReader.soonest) { found.insert(.signOutAfterDenial) }
        case .user(.cancel), .user(.chose(_, .cancel)):
            if isSoon(record, after: returned, ObservationReader.soonestCancel) { found.insert(.cancelAtReturn) }
        case .user(.chose(_, .userAgentClosed)):
            if isSoon(record, after: returned, ObservationReader.soonestCancel) { found.insert(.pageClosedAtReturn) }
        case .reply(let request, let reply): if case .partner(let answer) = reply.result { note(answer.status, request, record.event.time) }
        case .app, .user, .timer: break
        }
        for effect in record.effects {
            switch effect {
            case .partner(let request, .status(prompt: true)): prompts.insert(request)
            case .answer(_, let answer):
                if case .denied = answer { denied = record.event.time }
                note(answer)
            case .partner, .call, .cancel, .arm, .disarm, .keep, .forget, .present: break
            }
        }
    }

    private func isSoon(_ record: LogRecord, after cause: Instant?, _ limit: Int64) -> Bool {
        cause.map { record.event.time.milliseconds - $0.milliseconds < limit } ?? false
    }

    /// Notes an answer that takes long, or does not come.
    private mutating func noteAnswer(_ record: LogRecord, _ context: LaunchJudge.Context) {
        guard let asked = context.asked, record.event.time.milliseconds - asked.milliseconds >= CauseFinder.longest,
            moved.map({ $0 < asked }) ?? true, let awaited = (context.timedOut ?? context.question).flatMap({ Awaited($0) })
        else { return }
        found.insert(.slowAnswer(awaited))
    }

    private mutating func note(_ answer: WishAnswer) {
        switch answer {
        case .previewed(let decisions):
            for decision in decisions {
                switch decision.verdict {
                case .permit: previewed.insert(decision.resource)
                case .deny: deniedInPreview.insert(decision.resource)
                }
            }
        case .denied(let resource, _): if previewed.contains(resource) { found.insert(.previewContradicted) }
        case .permitted(let resource, _, let source, _):
            if source == .degradation { found.insert(.degraded) }
            if deniedInPreview.contains(resource) { found.insert(.previewTooStrict) }
        case _: break
        }
    }

    private mutating func note(_ status: PartnerStatus, _ request: RequestID, _ time: Instant) {
        if status.mapping != nil, let expiry = status.expiry, expiry < time { found.insert(.accountExpired) }
        if prompts.remove(request) != nil, statuses?.last.permission == .notDetermined {
            isAsked = true
            if status.permission == .denied { found.insert(.accessDenied) }
        }
        statuses = (statuses?.first ?? status, status)
    }
}

extension LaunchReport {
    /// What the launch shows that is no failure by itself.
    ///
    /// - Parameters:
    ///   - isCompared: Whether there is an earlier launch of the same device.
    ///   - before: The last report of Apple's framework to an earlier launch, or a report that an earlier launch had; `nil` if there is none.
    func observed(isCompared: Bool, after before: PartnerStatus?) -> Set<Observation> {
        var all = observations.union(calls.refused.map { .refusedCall($0) })
        if calls.hasLost { all.insert(.unansweredCall) }
        if isCompared, !attempts.isDisjoint(with: [.picker, .page, .code]) { all.insert(.askedAgain) }
        if let now = statuses?.last, now.permission == .granted, now.mapping != nil, !attempts.isDisjoint(with: [.page, .code]) {
            all.insert(.askedDespiteAccount)
        }
        if requests.contains(where: { $0.outcome == .previewed }), !requests.contains(where: { $0.asked.kind == .play }) {
            all.insert(.leftAfterPreview)
        }
        if let before, let now = statuses?.first, before.permission == .granted {
            if now.permission != .granted { all.insert(.accessGone) }
            if now.permission == .granted, before.mapping != nil, now.mapping == nil { all.insert(.accountGone) }
        }
        return all
    }
}
