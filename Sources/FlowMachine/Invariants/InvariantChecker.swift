/// Watches a run from `launched` on and reports which invariants each event broke.
public struct InvariantChecker {
    private let settings: FlowSettings
    private var before = FlowModel()
    /// The references in `before`.
    private var held: [SecretRef] = []
    /// The lost secrets that have been forgotten, although a question that was asked with them is still open.
    private var lost: [SecretRef] = []
    private var openWishes: [OpenWish] = []
    private var handedOutMedia: [SecretRef] = []
    /// `nil` if the caller runs the judges itself.
    private var judges: RunJudges? = RunJudges()
    /// `nil` if the checker begins in the middle of a run.
    private var waiting: WaitingJudge? = WaitingJudge()
    private var lastPollAnswer: Instant?
    /// How many polls in a row were answered by 429 or 5xx, so far.
    private var slowPolls = 0
    /// How many requests for a token failed so since the last answer at the usual pace: each may end a poll that waits for the token.
    private var slowTokens = 0
    private var sendings: [Sendings] = []
    /// The armed timers, and the instants that they were armed for.
    private var armed: [(timer: TimerID, purpose: TimerPurpose, instant: Instant)] = []
    /// Whether the event is a timer that fires before the clock shows its instant: the timer waited for its full duration, and the clock
    /// was set back meanwhile, so pauses cannot be measured by the clock.
    private var isEarlyTimer = false
    private var shutdown = ShutdownJudge()

    private struct OpenWish {
        let id: WishID
        let kind: Wish.Kind
    }
    /// Whether an endpoint of the legacy API has failed as if that API had been shut down, and no other endpoint was asked since.
    private var mayAskWitness = false

    /// How often one call was sent, counted from the effects.
    private struct Sendings {
        let call: CallID
        /// The endpoint that was sent last; a preauthorization in parts sends another one with each part.
        var endpoint: Endpoint
        var count: Int64
        /// Whether a refused or lost token explains one additional sending (V2-X-08).
        var isReplayed: Bool
    }

    /// A checker for one run under these settings.
    public init(settings: FlowSettings) { self.settings = settings }

    /// A checker that begins in the middle of a run, at `model`. It does not find what only a whole run shows: a media token that was
    /// handed out twice, a wish that was answered twice, or a sign-out that Adobe has not answered.
    public init(settings: FlowSettings, at model: FlowModel) {
        self.init(settings: settings, at: model, RunJudges(at: model))
    }

    /// A checker that begins in the middle of a run, at `model`, with the judges that know the run so far; `nil` if the caller runs them
    /// itself.
    package init(settings: FlowSettings, at model: FlowModel, _ judges: RunJudges?) {
        self.settings = settings
        self.judges = judges
        waiting = nil
        before = model
        held = References.of(model).list
        mayAskWitness = model.calls.doubted != nil
        for call in model.calls.pending {
            guard case .adobe(let endpoint) = call.question, call.attempt > 0 else { continue }
            let count = call.attempt + (call.replayed ? 1 : 0)
            sendings.append(Sendings(call: call.id, endpoint: endpoint, count: count, isReplayed: call.replayed))
        }
        openWishes = model.context.wishes.map { OpenWish(id: $0.id, kind: $0.kind) }
        shutdown = ShutdownJudge(at: model)
    }

    /// The invariants that `event` broke, with the model and effects it led to.
    /// - Parameters:
    ///   - event: the next event of the run.
    ///   - after: the model after it.
    ///   - effects: its effects.
    ///   - references: those in `after`, if they are known; looking for them takes most of the time.
    /// - Returns: the broken invariants; empty if there are none.
    public mutating func check(
        _ event: FlowEvent, _ after: FlowModel, _ effects: [Effect], references: [SecretRef]? = nil
    ) -> [Invariant] {
        if shutdown.isOver { return shutdown.isBroken(by: event, effects) ? [.nothingAfterShutdown] : [] }
        var broken: [Invariant] = shutdown.isBroken(by: event, effects) ? [.nothingAfterShutdown] : []
        // After a shutdown, nothing waits anymore.
        if !shutdown.isOver { broken += checkModel(after) }
        broken += checkEffects(event, after, effects)
        broken += checkWishes(event, after, effects)
        broken += checkReferences(event, references ?? References.of(after).list, effects)
        broken += judges?.judge(event, from: before, to: after, effects, isEarly: isEarlyTimer, settings) ?? []
        broken += waiting?.judge(event, effects) ?? []
        before = after
        return broken
    }

    // MARK: The model

    private func checkModel(_ model: FlowModel) -> [Invariant] {
        var broken: [Invariant] = []
        if !model.state.isAtRest, !model.isWaiting { broken.append(.idlesOnlyWhereAllowed) }
        if model.context.presented != nil, !model.state.awaiting.presents { broken.append(.shownOnlyWhileAwaited) }
        for wish in model.context.wishes where !model.isUnderWay(wish) { broken.append(.wishesMakeProgress) }
        if model.calls.pending.filter({ $0.isForToken }).count > 1 { broken.append(.oneTokenRequest) }
        return broken
    }

    // MARK: Effects

    private mutating func checkEffects(_ event: FlowEvent, _ after: FlowModel, _ effects: [Effect]) -> [Invariant] {
        var broken: [Invariant] = []
        note(event)
        for effect in effects {
            switch effect {
            case .call(let request, let call):
                broken += isWitness(request, after) ? checkWitness() : checkCall(call, event, after)
                if isSentTooOften(request, call.endpoint, after) { broken.append(.boundedAttempts) }
            case .answer(_, .permitted(_, let media, _, _)):
                if handedOutMedia.contains(media.ref) { broken.append(.mediaTokenOnce) }
                handedOutMedia.append(media.ref)
            case .answer(_, .signedIn(let access)): if isTemporary(access) { broken.append(.temporaryAccessIsNoSignIn) }
            case .arm(let timer, let purpose, let instant):
                armed.append((timer, purpose, instant))
                if purpose == .poll, instant < event.time.advanced(by: .seconds(3)) { broken.append(.boundedPolling) }
                if purpose == .poll, instant < event.time.advanced(by: leastWait()) { broken.append(.pollsBackOff) }
                if purpose == .poll, isTooLate(instant, event.time, after) { broken.append(.pollsBackOff) }
            case .disarm(let timer): armed.removeAll { $0.timer == timer }
            case .answer, .cancel, .keep, .forget, .partner, .present: continue
            }
        }
        // The app is shown this access as a viewer's.
        if let access = after.state.access, !access.isTemporary, isTemporary(access) { broken.append(.temporaryAccessIsNoSignIn) }
        sendings.removeAll { sending in !after.calls.pending.contains { $0.id == sending.call } }
        return broken
    }

    /// Whether this access belongs to no viewer: by its type, or because it is that of the temporary provider.
    private func isTemporary(_ access: Access) -> Bool {
        access.isTemporary || settings.api == .restV1 && access.mvpd != nil && access.mvpd == settings.temporaryAccess
    }

    /// Counts one more sending. Every call has 3, and one more after a refused token.
    private mutating func isSentTooOften(_ request: RequestID, _ endpoint: Endpoint, _ after: FlowModel) -> Bool {
        guard let call = after.calls.pending.first(where: { $0.isSent(as: request) }), case .adobe = call.question else { return false }
        guard let index = sendings.firstIndex(where: { $0.call == call.id }) else {
            sendings.append(Sendings(call: call.id, endpoint: endpoint, count: 1, isReplayed: false))
            return false
        }
        if sendings[index].endpoint == endpoint {
            sendings[index].count += 1
        } else {
            sendings[index].endpoint = endpoint
            sendings[index].count = 1
        }
        // A refused token and a missing secret explain one more sending each.
        return sendings[index].count > (sendings[index].isReplayed ? 5 : 3)
    }

    private mutating func note(_ event: FlowEvent) {
        isEarlyTimer = false
        if case .timer(let timer) = event.origin, let index = armed.firstIndex(where: { $0.timer == timer }) {
            isEarlyTimer = event.time < armed.remove(at: index).instant
        }
        // A clock that was set back does not show how long ago the last answer was.
        if let last = lastPollAnswer, last > event.time { lastPollAnswer = nil }
        guard case .reply(let request, let reply) = event.origin,
            let asked = before.calls.pending.first(where: { $0.isSent(as: request) })
        else { return }
        if let kind = asked.question.legacyKind {
            // An answer of another endpoint cannot be read.
            if case .failed(let failure) = reply.result { mayAskWitness = mayAskWitness || kind.isGone(failure) }
            if !asked.expects(reply.result) { mayAskWitness = true }
        }
        if asked.isForToken, reply.result.isSlow { slowTokens += 1 }
        if case .poll = asked.question {
            lastPollAnswer = event.time
            // A poll whose token is refused is sent again, and that answer counts.
            let isLost = reply.result.isLost || reply.result.concernsToken || asked.isLate(at: event.time)
            slowPolls = isLost ? slowPolls : reply.result.isSlow ? slowPolls + 1 : 0
            if !isLost, !reply.result.isSlow { slowTokens = 0 }
        }
        // A new code begins with the usual wait.
        if case .session = reply.result { (slowPolls, slowTokens) = (0, 0) }
        // So does a code that is polled again because Adobe's answer to the check of the profiles shows that it is still valid (FM-24).
        if case .profiles = reply.result, case .adobe = asked.question { (slowPolls, slowTokens) = (0, 0) }
        if reply.result.concernsToken, let index = sendings.firstIndex(where: { $0.call == asked.id }) {
            sendings[index].isReplayed = true
        }
    }

    /// Whether the next poll waits longer than the last answers and the holds ask for: polling must recover, and never stop. A checker that
    /// begins in the middle of a run knows no earlier hold.
    private func isTooLate(_ instant: Instant, _ now: Instant, _ after: FlowModel) -> Bool {
        if waiting == nil { return false }
        let holds = armed.filter { $0.purpose == .hold }.map { $0.instant }
        let latest = now.advanced(by: settings.policy.pollInterval(after: Int64(slowPolls + slowTokens)))
        return instant > holds.reduce(latest) { max($0, $1) }
    }

    /// Three quarters of the wait after this many slow answers in a row: jitter subtracts at most the rest.
    private func leastWait() -> Interval {
        let most = settings.policy.longestPollInterval.milliseconds
        var wait = max(settings.policy.pollInterval.milliseconds, 3000)
        for _ in 0..<slowPolls where wait < most { wait = min(wait * 2, most) }
        return Interval(milliseconds: slowPolls == 0 ? 0 : wait / 4 * 3)
    }

    /// Whether this request only finds out whether the legacy API has ended: nothing else is decided by it (V1-50).
    private func isWitness(_ request: RequestID, _ after: FlowModel) -> Bool {
        after.calls.pending.contains { $0.id == after.calls.endOfLife.probe && $0.isSent(as: request) }
    }

    /// Such a request follows an answer that gives reason for it, once; its repetitions are bounded like those of any other.
    private mutating func checkWitness() -> [Invariant] {
        let isRepeated = before.calls.endOfLife.probe.map { probe in before.calls.pending.contains { $0.id == probe && !$0.isUnsent } }
        defer { mayAskWitness = false }
        return mayAskWitness || isRepeated ?? false ? [] : [.configurationOnlyForChoice]
    }

    private func checkCall(_ call: Call, _ event: FlowEvent, _ after: FlowModel) -> [Invariant] {
        var broken: [Invariant] = []
        if let hold = before.calls.hold, hold.until > event.time, !isEarlyTimer { broken.append(.boundedAttempts) }
        if let status = call.endpoint.status, status.permission != .granted || status.provider == nil {
            broken.append(.onlyValidStatusIsSent)
        }
        switch call.endpoint {
        case .register:
            if after.calls.client != nil { broken.append(.oneTokenRequest) }
        case .configuration: broken += checkConfiguration(event, after)
        case .profileForCode: broken += checkPoll(event, after)
        case .createPartnerProfile:
            if after.state.kind == .checking { broken.append(.noPartnerProfileInCheck) }
        case .restV1(let endpoint): broken += checkLegacy(endpoint, event, after)
        case .authorize, .preauthorize, .token, .profiles, .profile, .createSession, .resumeSession, .partnerSession, .logout: break
        }
        if !call.endpoint.descriptor.api.isSpoken(by: settings.api) { broken.append(.onlyChosenAPI) }
        return broken
    }

    private func checkConfiguration(_ event: FlowEvent, _ after: FlowModel) -> [Invariant] {
        // A repeated request is not judged again, since the clock may have been set back before it.
        let isRepeated = before.calls.pending.contains {
            $0.question == .adobe(.configuration) || $0.question == .adobe(.restV1(.configuration))
        }
        // A catalog that Adobe has just declared invalid is not judged either.
        let isKept = !isRepeated && after.context.catalog != nil
        let isFresh = isKept && before.context.catalog.map { $0.freshUntil > event.time } ?? false
        let isForChoice = after.state.kind == .partnerAuth || after.state.kind == .basicAuthFallback
        return isFresh || !isForChoice ? [.configurationOnlyForChoice] : []
    }

    private func checkLegacy(_ endpoint: RESTV1Endpoint, _ event: FlowEvent, _ after: FlowModel) -> [Invariant] {
        switch endpoint {
        case .configuration: return checkConfiguration(event, after)
        case .authenticationToken where after.state.kind == .checking: return []
        case .authenticationToken: return checkPoll(event, after)
        case .exchange: return after.state.kind == .partnerAuth ? [] : [.noPartnerProfileInCheck]
        case .checkAuthentication, .createCode, .profileRequest, .authorize, .mediaToken, .preauthorize, .userMetadata, .logout,
            .freePreview:
            return []
        }
    }

    private func checkPoll(_ event: FlowEvent, _ after: FlowModel) -> [Invariant] {
        let polls = after.calls.pending.filter { if case .poll = $0.question { true } else { false } }
        if polls.count > 1 || after.state.kind != .basicAuthFallback { return [.boundedPolling] }
        guard case .timer = event.origin, let last = lastPollAnswer, polls.first?.attempt == 1, !isEarlyTimer else { return [] }
        return event.time < last.advanced(by: .seconds(3)) && before.calls.hold == nil ? [.boundedPolling] : []
    }

    // MARK: Wishes

    private mutating func checkWishes(_ event: FlowEvent, _ after: FlowModel, _ effects: [Effect]) -> [Invariant] {
        var broken: [Invariant] = []
        if case .user(let user) = event.origin, let wish = user.wish, let kind = user.wishKind, before.context.isLaunched,
            !openWishes.contains(where: { $0.id == wish })
        {
            openWishes.append(OpenWish(id: wish, kind: kind))
        }
        for case .answer(let wish, let answer) in effects {
            if let open = openWishes.first(where: { $0.id == wish }) {
                if !answer.fits(open.kind, event, wish) { broken.append(.answeredOnce) }
            } else {
                broken.append(.answeredOnce)
            }
            openWishes.removeAll { $0.id == wish }
        }
        let known = after.context.wishes.map { $0.id }
        let open = openWishes.map { $0.id }
        if open.contains(where: { !known.contains($0) }) || known.contains(where: { !open.contains($0) }) {
            broken.append(.answeredOnce)
        }
        return broken
    }

    // MARK: References

    private mutating func checkReferences(_ event: FlowEvent, _ after: [SecretRef], _ effects: [Effect]) -> [Invariant] {
        let came = held + References.of(event).list
        held = after
        if case .app(.secretLost(let secret)) = event.origin, effects.contains(.forget(.secret(secret))) { lost.append(secret) }
        let gone = came.filter { !held.contains($0) && !lost.contains($0) }
        lost.removeAll { !held.contains($0) }
        if forgetsTooMuch(event, after, effects) { return [.noReferenceIsLost] }
        if gone.isEmpty { return [] }
        let done = References.of(effects).list
        return gone.allSatisfy { done.contains($0) } ? [] : [.noReferenceIsLost]
    }

    /// Whether a secret is forgotten that the flow still holds, or hands to the app at this moment. A lost secret cannot be kept.
    private func forgetsTooMuch(_ event: FlowEvent, _ after: [SecretRef], _ effects: [Effect]) -> Bool {
        var needed = after
        for effect in effects {
            if case .answer = effect { needed += References.of(effect).list }
        }
        if case .app(.secretLost(let lost)) = event.origin { needed.removeAll { $0 == lost } }
        for case .forget(.secret(let ref)) in effects where needed.contains(ref) { return true }
        return false
    }
}

extension FlowModel {
    /// Whether something is going to arrive: a reply, a timer, or a choice of the viewer.
    var isWaiting: Bool {
        let awaiting = state.awaiting
        if context.presented != nil, awaiting.presents { return true }
        if case .unregistered = state { return calls.isGettingToken }
        if awaiting.pollTimer != nil { return true }
        return calls.pending.contains { awaiting.names($0.id) && isOnItsWay($0) }
    }

    private func isOnItsWay(_ call: PendingCall) -> Bool {
        switch call.stage {
        case .sent, .backingOff, .failing: true
        case .queued: calls.hold != nil || calls.isGettingToken
        // Another endpoint is asked, as soon as the registration has answered.
        case .doubted: calls.isGettingToken || calls.pending.contains { $0.id == calls.endOfLife.probe && isOnItsWay($0) }
        }
    }

    /// Whether a wish waits for something that is going to arrive.
    func isUnderWay(_ wish: Wish) -> Bool {
        switch state {
        case .deciding(let state): state.pending.contains { $0.wish == wish.id } && isWaiting
        case .unregistered, .checking, .partnerAuth, .basicAuthFallback, .loggedOut: isWaiting
        case .registered: false
        }
    }
}

extension Answer {
    /// Whether it answers such a wish.
    fileprivate func fits(_ kind: Wish.Kind, _ event: FlowEvent, _ wish: WishID) -> Bool {
        switch (self, kind) {
        case (.permitted(let resource, _, _, _), .play(let asked, _)), (.denied(let resource, _), .play(let asked, _)): resource == asked
        case (.previewed(let decisions), .preview(let resources)): decisions.allSatisfy { resources.contains($0.resource) }
        case (.signedIn, .signIn), (.signedIn, .otherProvider), (.signedOut, .signOut), (.userMetadata, .userMetadata), (.refused, _): true
        case (.dropped, _): event.origin == .user(.cancel(wish)) || event.origin == .app(.shutDown)
        case (.permitted, _), (.denied, _), (.previewed, _), (.signedIn, _), (.signedOut, _), (.userMetadata, _): false
        }
    }
}

extension Reply.Result {
    /// Whether Adobe throttled the request or had a server error.
    fileprivate var isSlow: Bool {
        switch self {
        case .failed(.throttled): true
        case .failed(.status(let http)), .failed(.refused(let http, _)): http >= 500
        case _: false
        }
    }

    /// Whether no answer arrived at all.
    fileprivate var isLost: Bool { if case .failed(.transport) = self { true } else { false } }
}

extension Reply.Result {
    /// Whether the token was at fault, for the whole call or for a resource.
    fileprivate var concernsToken: Bool {
        switch self {
        case .failed(let failure): failure.concernsToken
        case .decisions(let decisions): decisions.contains { $0.error?.action == .applicationRegistration }
        case _: false
        }
    }
}

extension CallFailure {
    /// Whether the token was at fault: Adobe refused it, or it was lost.
    fileprivate var concernsToken: Bool {
        switch self {
        case .unauthorized, .transport(.secretMissing): true
        case .refused(_, let error): error.action == .applicationRegistration
        case .registrationRefused, .status, .throttled, .transport: false
        }
    }
}
