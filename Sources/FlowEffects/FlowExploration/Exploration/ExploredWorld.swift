import FlowMachine
import FlowReading
import FlowSimulation

/// A model with its environment: the outstanding requests, the running timers and the current presentation.
struct ExploredWorld {
    /// The model, which copies of this world share, because most copies are only tried and then discarded.
    private(set) var shared = SharedModel()
    var model: FlowModel { _read { yield shared.model } }
    /// The time of the device's clock.
    private(set) var now = Alphabet.start
    /// The lead of Adobe's clock over the device's clock.
    private var ahead = Interval.seconds(0)
    private(set) var faultsLeft: Int
    /// The judges of the invariants, which remember the run so far. The digest contains a part of their memory: the timers, the presentation, and
    /// the sign-outs that Adobe has not answered, for which Adobe still has the profiles. If the machine is correct, the model determines the
    /// remaining memory.
    private(set) var judges = RunJudges()
    /// The invariants that the last event broke.
    private(set) var broken: [Invariant] = []
    /// The sign-outs that Adobe has answered and that no sign-in has followed. Adobe has no profiles for these sign-outs.
    private var gone: [OwedLogout] = []
    /// Whether the connection is lost. The connection returns when Adobe answers a request.
    private(set) var isOffline = false
    private var isLaunched = false
    private var nextSecret: Int64 = 1
    private var nextWish: Int64 = 1
    private var token: SecretRef?
    private var client: SecretRef?

    private var outstanding: Outstanding { _read { yield judges.outstanding } }
    var out: [Outstanding.Request] { outstanding.requests }
    var shown: Outstanding.Shown? { outstanding.shown }
    var wishes: [Outstanding.Open] { outstanding.wishes }

    init(_ alphabet: Alphabet) { faultsLeft = alphabet.faults }

    /// Changes this world to the world to which `move` leads.
    /// - Returns: the event. The engine contains the event's effects until the next event.
    mutating func take(_ move: Move, _ engine: inout FlowEngine, _ settings: FlowSettings) -> FlowEvent {
        let event = tryOut(move, &engine, settings)
        shared = engine.shareModel()
        return event
    }

    /// Completes this world after `tryOut`, with the model that the engine contained.
    mutating func keep(_ model: SharedModel) { shared = model }

    /// Does the same as `take`, but leaves the new model in the engine, so that it need not be copied.
    mutating func tryOut(_ move: Move, _ engine: inout FlowEngine, _ settings: FlowSettings) -> FlowEvent {
        now = max(move.time ?? now, now)
        if let jump = move.jump { set(jump) }
        let event = FlowEvent(time: now, origin: move.origin)
        if move.kind == .fault, !isOffline { faultsLeft -= 1 }
        isOffline = move.isOffline ?? isOffline
        leave(move.origin)
        engine.begin(at: shared)
        engine.apply(event)
        for effect in engine.lastEffects() { note(effect) }
        broken = engine.judge(&judges, event, settings)
        return event
    }

    /// Undoes the last `tryOut`.
    /// - Parameter earlier: this world before that call.
    mutating func goBack(to earlier: ExploredWorld) {
        now = earlier.now
        ahead = earlier.ahead
        faultsLeft = earlier.faultsLeft
        judges.goBack(to: earlier.judges)
        broken = earlier.broken
        gone = earlier.gone
        isOffline = earlier.isOffline
        isLaunched = earlier.isLaunched
        nextSecret = earlier.nextSecret
        nextWish = earlier.nextWish
        token = earlier.token
        client = earlier.client
    }

    /// Moves the device's clock by `jump`.
    private mutating func set(_ jump: Interval) {
        now = now.advanced(by: jump)
        ahead = Interval(milliseconds: ahead.milliseconds - jump.milliseconds)
    }

    /// The time of Adobe's clock.
    private var adobesTime: Instant { now.advanced(by: ahead) }

    /// Updates the environment for the event itself, before the machine decides. For example, a launch sets the token that the vault has kept.
    private mutating func leave(_ origin: FlowEvent.Origin) {
        nextSecret += 1
        switch origin {
        case .app(.launched(let kept)):
            isLaunched = true
            token = kept.token?.ref
            client = kept.client
        case .app: return
        case .reply(let id, let reply):
            if let endpoint = judges.outstanding.request(id)?.endpoint { gone.note(reply.result, to: endpoint) }
        case .timer, .user(.cancel), .user(.chose): return
        case .user: nextWish += 1
        }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .keep(.token(let kept)): token = kept.ref
        case .keep(.client(let kept)): client = kept
        case .forget(.fact(.token)): token = nil
        case .forget(.fact(.client)): client = nil
        case .call, .partner, .cancel, .present, .answer, .arm, .disarm, .keep, .forget: return
        }
    }

    /// Returns a digest that distinguishes this world from others. Afterward, `canonicalizer.references` are the references in the model.
    func digest(_ canonicalizer: inout Canonicalizer) -> CanonicalDigest {
        canonicalizer.begin(model, at: now)
        return digestRest(&canonicalizer)
    }

    /// Returns the digest of this world after `tryOut`, when the engine contains the model.
    func digest(_ canonicalizer: inout Canonicalizer, _ engine: inout FlowEngine) -> CanonicalDigest {
        engine.beginDigest(&canonicalizer, at: now)
        return digestRest(&canonicalizer)
    }

    private func digestRest(_ canonicalizer: inout Canonicalizer) -> CanonicalDigest {
        if let shown, let what = shown.what { canonicalizer.add(shown.id, what) }
        canonicalizer.add(outstanding.timers)
        canonicalizer.add(Int64(faultsLeft))
        canonicalizer.add(judges.promises.open)
        canonicalizer.add(gone)
        canonicalizer.add(isOffline)
        canonicalizer.add(ahead)
        return canonicalizer.digest
    }

    /// Returns whether the app waits for an answer, or the flow waits for the result of an activity that it started.
    func awaits(in state: FlowState) -> Bool {
        if !wishes.isEmpty { return true }
        switch state {
        case .registered, .deciding: return false
        case .unregistered: return isLaunched && !state.isAtRest
        case .loggedOut: return !state.isAtRest
        case .checking, .partnerAuth, .basicAuthFallback: return true
        }
    }

    /// Whether something can happen without a new request of the app: a reply, a choice of the viewer, or a timer.
    var isMoving: Bool { !out.isEmpty || shown != nil || !outstanding.timers.isEmpty }

    // MARK: Moves

    /// Returns every meaningful move that is possible next.
    func moves(_ alphabet: Alphabet) -> [Move] {
        var recent = RecentReplies()
        return moves(alphabet, &recent)
    }

    /// Returns every meaningful move that is possible next. Reuses the replies in `recent`, which were built for other worlds.
    func moves(_ alphabet: Alphabet, _ recent: inout RecentReplies) -> [Move] {
        if !isLaunched { return launches(alphabet) }
        var moves: [Move] = []
        moves.reserveCapacity(32)
        for outgoing in out { addReplies(outgoing, &recent, alphabet, &moves) }
        addTimers(alphabet, &moves)
        if let shown { addChoices(shown, alphabet, &moves) }
        addWishes(alphabet, &moves)
        addApp(alphabet, &moves)
        if let seed = alphabet.order {
            var random = RandomSource(seed: seed)
            moves.shuffle(using: &random)
        }
        return moves
    }

    /// Returns the launches with every kept state and every clock. All worlds begin at the same time by Adobe's clock, by which kept values
    /// expire; the device's clock differs.
    private func launches(_ alphabet: Alphabet) -> [Move] {
        alphabet.clocks.flatMap { clock in
            alphabet.launches.map { Move(.viewer, .app(.launched($0)), jump: Interval(milliseconds: -clock.milliseconds)) }
        }
    }

    /// Returns events that must not change anything: a reply without an outstanding request, a timer that is not running, a choice for a
    /// presentation that is not shown, and a second launch.
    func staleMoves(_ alphabet: Alphabet) -> [Move] {
        let reply = Reply(.profiles([Profile(mvpd: alphabet.mvpds[0], type: .regular, notAfter: now.advanced(by: .seconds(3600)))]))
        return [
            Move(.answer, .reply(RequestID(-1), reply)), Move(.timer, .timer(TimerID(-1))),
            Move(.viewer, .user(.chose(PresentationID(-1), .cancel))), Move(.viewer, .app(.launched(PersistedState()))),
        ]
    }

    private func addReplies(
        _ outgoing: Outstanding.Request, _ recent: inout RecentReplies, _ alphabet: Alphabet, _ moves: inout [Move]
    ) {
        let number = outgoing.question.number
        let replies = recent.replies(to: outgoing.question, number, alphabet, at: adobesTime, secrets: nextSecret)
        // If Adobe answers, there is a connection again.
        let isConnected = isOffline && outgoing.isForAdobe
        for answer in replies.answers where isPossible(answer.reply.result, to: outgoing.question) {
            if answer.isOutage, faultsLeft == 0 || !alphabet.allowsFailedAnswers { continue }
            moves.append(
                Move(
                    answer.isOutage ? .fault : .answer, .reply(outgoing.id, answer.reply), isOffline: isConnected ? false : nil,
                    answered: (number, answer.index)))
        }
        guard outgoing.isForAdobe else { return }
        let lost = FlowEvent.Origin.reply(outgoing.id, Reply(.failed(.transport(.connection))))
        if isOffline { return moves.append(Move(.fault, lost)) }
        guard faultsLeft > 0, alphabet.allowsFailedAnswers else { return }
        if alphabet.allowsLostConnection { moves.append(Move(.fault, lost, isOffline: true)) }
        for failure in replies.failures { moves.append(Move(.fault, .reply(outgoing.id, failure))) }
    }

    /// Returns whether Adobe can give this answer. The answer must agree with the sign-outs that Adobe has received and with the pending sign-outs.
    private func isPossible(_ result: Reply.Result, to question: Outstanding.Question) -> Bool {
        guard case .adobe(let endpoint) = question else { return true }
        if !gone.isEmpty, gone.contradict(result, to: endpoint) { return false }
        let open = judges.promises.open
        return open.isEmpty || open.allSatisfy { $0.isHeld(in: result, to: endpoint) }
    }

    /// Adds the timers that can fire next: the earliest timer or, after an absence of the app, all timers that were due meanwhile, in any order. If
    /// an answer is late when a timer fires, the move is a fault.
    private func addTimers(_ alphabet: Alphabet, _ moves: inout [Move]) {
        let timers = outstanding.timers
        guard let earliest = timers.map({ $0.due }).min() else { return }
        let first = max(earliest, now)
        let isLate = out.contains { $0.due.map { $0 > now && $0 <= first } ?? false }
        if isLate, faultsLeft == 0 || isOffline || !alphabet.allowsFailedAnswers { return }
        for timer in timers where timer.due <= first { moves.append(Move(isLate ? .fault : .timer, .timer(timer.id), at: first)) }
    }

    private func addChoices(_ shown: Outstanding.Shown, _ alphabet: Alphabet, _ moves: inout [Move]) {
        for choice in shown.what?.choices(among: alphabet.mvpds) ?? [] { moves.append(Move(.viewer, .user(.chose(shown.id, choice)))) }
    }

    private func addWishes(_ alphabet: Alphabet, _ moves: inout [Move]) {
        for wish in wishes { moves.append(Move(.viewer, .user(.cancel(wish.id)))) }
        if wishes.count >= alphabet.maximumWishes { return }
        let wish = WishID(nextWish)
        let resource = SecretRef(.resource, 1)
        for kind in alphabet.wishes {
            let event: UserEvent
            switch kind {
            case .start: event = .signIn(wish)
            case .otherProvider: event = .otherProvider(wish)
            case .play: event = .play(wish, resource: resource, under: .signedIn)
            case .playIfSignedIn: event = .play(wish, resource: resource, under: .ifSignedIn)
            case .playTemporary: event = .play(wish, resource: resource, under: .temporary(identity: nil))
            case .preview: event = .preview(wish, resources: [resource])
            case .userMetadata: event = .userMetadata(wish)
            case .signOut: event = .signOut(wish)
            }
            moves.append(Move(.viewer, .user(event)))
        }
    }

    private func addApp(_ alphabet: Alphabet, _ moves: inout [Move]) {
        moves.append(Move(.viewer, .app(.foregrounded)))
        if let absence = alphabet.absence {
            moves.append(Move(.viewer, .app(.foregrounded), at: now.advanced(by: absence)))
        }
        if alphabet.isWide { moves.append(Move(.viewer, .app(.backgrounded))) }
        if faultsLeft > 0 {
            for jump in alphabet.jumps { moves.append(Move(.fault, .app(.backgrounded), jump: jump)) }
        }
        guard alphabet.isWide, faultsLeft > 0 else { return }
        if let token { moves.append(Move(.fault, .app(.secretLost(token)))) }
        if let client { moves.append(Move(.fault, .app(.secretLost(client)))) }
        moves.append(Move(.fault, .app(.held(until: now.advanced(by: .seconds(5))))))
    }
}
