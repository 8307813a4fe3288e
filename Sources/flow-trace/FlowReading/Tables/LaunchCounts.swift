import FlowMachine

/// The method by which the viewer of a launch was signed in last.
package enum SignInWay: String, CaseIterable, Sendable {
    /// The viewer was signed in with the account on the device, through the partner framework.
    case appleSSO
    /// The viewer signed in by entering a code on another screen.
    case code
    /// The viewer signed in on a page in the user agent of the device.
    case browser
    /// The viewer was not signed in, but temporary access permitted playback.
    case temporary
    /// A sign-in of an earlier launch was still valid.
    case kept
    /// Adobe already had a profile of the viewer, so no screen was shown.
    case found
    case none
}

/// The values of one launch that only the tables need, in addition to its summary.
struct LaunchCounts {
    private(set) var polls: Int64 = 0
    private(set) var throttled: Int64 = 0
    private(set) var retries: Int64 = 0
    private(set) var way = SignInWay.none
    private(set) var rules: Set<String> = []
    private(set) var traces: [String] = []
    /// The sources of the decisions that permitted playbacks.
    private(set) var sources: [WishID: AdobeDecision.Source] = [:]
    private(set) var lifetimes = Lifetimes()
    private var waited: [AwaitedParty: Int64] = [:]
    private var waiting = Waiting()
    private var last: Instant?
    private var lastScreen: Presentation?
    /// Whether REST API V1 accepted the account on the device.
    private var hasExchanged = false
    private static let mostTraces = 4
    private static let mostSources = 10_000

    /// Counts the next event of the launch.
    mutating func note(_ record: LogRecord, _ context: LaunchJudge.Context) {
        let passed = last.map { record.event.time.milliseconds - $0.milliseconds } ?? 0
        if passed > 0 { waited[waiting.awaited.party, default: 0] += passed }
        last = record.event.time
        waiting.take(record)
        rules.insert(record.rule)
        lifetimes.note(record, context.question, context.effects)
        if traces.count < LaunchCounts.mostTraces, let trace = record.trace, !traces.contains(trace) { traces.append(trace) }
        noteEvent(record, context)
        for effect in record.effects { note(effect) }
    }

    private mutating func noteEvent(_ record: LogRecord, _ context: LaunchJudge.Context) {
        switch record.event.origin {
        case .reply:
            if context.question?.isPoll == true { polls += 1 }
            if record.failure == .throttled { throttled += 1 }
            if record.failure == nil, case .call(let call)? = context.question, case .restV1(.exchange) = EndpointKind(call.endpoint) {
                hasExchanged = true
            }
        case .timer:
            if case .timer(.retry)? = context.question { retries += 1 }
            if context.timedOut?.isPoll == true { polls += 1 }
        case .app(.launched(let kept)): if kept.profile != nil { way = .kept }
        case .user, .app: break
        }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .present(_, .nothing): break
        case .present(_, let presentation): lastScreen = presentation
        case .keep(.profile(let profile)): way = way(of: profile)
        case .answer(let wish, .permitted(_, _, let source, _)):
            if sources.count < LaunchCounts.mostSources { sources[wish] = source }
            if source == .temppass { way = .temporary }
        case .answer(_, .signedOut): way = .none
        // REST API V1 has no profiles, so the sign-in's answer determines the method.
        case .answer(_, .signedIn) where way == .none: way = hasExchanged ? .appleSSO : wayOfScreen
        case .keep, .forget, .call, .partner, .cancel, .arm, .disarm, .answer: break
        }
    }

    private func way(of profile: Profile) -> SignInWay {
        if profile.type == .appleSSO { return .appleSSO }
        return way == .kept && lastScreen == nil ? .kept : wayOfScreen
    }

    private var wayOfScreen: SignInWay {
        switch lastScreen {
        case .code?, .codeExpired?: return .code
        case .userAgent?: return .browser
        case _: return .found
        }
    }

    /// Returns the time that the flow waited for `parties`, in milliseconds.
    func waited(_ parties: AwaitedParty...) -> Int64 { parties.reduce(0) { $0 + (waited[$1] ?? 0) } }

    /// Returns the shortest lifetime of the values of `kinds` that were granted in this launch, in milliseconds; `nil` if none was granted.
    func lifetime(_ kinds: Lifetimes.Kind...) -> Int64? {
        var shortest: Int64?
        for (grant, lengths) in lifetimes.fresh where kinds.contains(grant.kind) {
            for length in lengths.keys where length < shortest ?? Int64.max { shortest = length }
        }
        return shortest
    }
}
