/// Watches a run from `launched` on and reports which invariants each event broke.
///
/// Events and effects decide, never what the machine remembers. The model is read only for what no effect shows, and for whether it agrees:
/// the access and the kind of state that the app sees, the references that are still held, the open wishes, and the screen. Nothing that the
/// model says excuses a violation.
public struct InvariantChecker {
    private let settings: FlowSettings
    /// The references in the model before.
    private var held: [SecretRef] = []
    /// The lost secrets that have been forgotten, although a question that was asked with them is still open.
    private var lost: [SecretRef] = []
    private var isLaunched = false
    private var openWishes: [OpenWish] = []
    private var shown: PresentationID?
    private var handedOutMedia: [SecretRef] = []
    /// `nil` if the caller runs the judges itself.
    private var judges: RunJudges? = RunJudges(polls: true)
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

    /// A checker for one run under these settings.
    public init(settings: FlowSettings) { self.settings = settings }

    /// A checker that begins in the middle of a run, at `model`. It does not find what only a whole run shows: a media token that was
    /// handed out twice, a wish that was answered twice, a wish that waits for nothing, or a sign-out that Adobe has not answered.
    public init(settings: FlowSettings, at model: FlowModel) {
        self.init(settings: settings, at: model, RunJudges(at: model))
    }

    /// A checker that begins in the middle of a run, at `model`, with the judges that know the run so far; `nil` if the caller runs them
    /// itself.
    package init(settings: FlowSettings, at model: FlowModel, _ judges: RunJudges?) {
        self.settings = settings
        self.judges = judges
        held = References.of(model).list
        isLaunched = model.context.isLaunched
        shown = model.context.presented
        if let hold = model.calls.hold { armed.append((hold.timer, .hold, hold.until)) }
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
        broken += checkEffects(event, after, effects)
        broken += checkWishes(event, after, effects)
        broken += checkReferences(event, references ?? References.of(after).list, effects)
        broken += judges?.judge(event, to: after, effects, settings) ?? []
        return broken
    }

    // MARK: Effects

    private mutating func checkEffects(_ event: FlowEvent, _ after: FlowModel, _ effects: [Effect]) -> [Invariant] {
        var broken: [Invariant] = []
        note(event)
        let isHeld = !isEarlyTimer && armed.contains { $0.purpose == .hold && $0.instant > event.time }
        for effect in effects {
            switch effect {
            case .call(_, let call):
                if isHeld { broken.append(.boundedAttempts) }
                if !call.endpoint.descriptor.api.isSpoken(by: settings.api) { broken.append(.onlyChosenAPI) }
                if let status = call.endpoint.status, status.permission != .granted || status.provider == nil {
                    broken.append(.onlyValidStatusIsSent)
                }
            case .answer(_, .permitted(_, let media, _, _)):
                if handedOutMedia.contains(media.ref) { broken.append(.mediaTokenOnce) }
                handedOutMedia.append(media.ref)
            case .answer(_, .signedIn(let access)): if isTemporary(access) { broken.append(.temporaryAccessIsNoSignIn) }
            case .arm(let timer, let purpose, let instant): armed.append((timer, purpose, instant))
            case .disarm(let timer): armed.removeAll { $0.timer == timer }
            case .present(let id, let presentation): shown = presentation == .nothing ? nil : id
            case .answer, .cancel, .keep, .forget, .partner: continue
            }
        }
        // The app is shown this access as a viewer's, and answers this screen.
        if let access = after.state.access, !access.isTemporary, isTemporary(access) { broken.append(.temporaryAccessIsNoSignIn) }
        if shown != after.context.presented || shown != nil && !after.state.awaiting.presents { broken.append(.shownOnlyWhileAwaited) }
        return broken
    }

    /// Whether this access belongs to no viewer: by its type, or because it is that of the temporary provider.
    private func isTemporary(_ access: Access) -> Bool {
        access.isTemporary || settings.api == .restV1 && access.mvpd != nil && access.mvpd == settings.temporaryAccess
    }

    private mutating func note(_ event: FlowEvent) {
        isEarlyTimer = false
        if case .timer(let timer) = event.origin, let index = armed.firstIndex(where: { $0.timer == timer }) {
            isEarlyTimer = event.time < armed.remove(at: index).instant
        }
    }

    // MARK: Wishes

    private mutating func checkWishes(_ event: FlowEvent, _ after: FlowModel, _ effects: [Effect]) -> [Invariant] {
        var broken: [Invariant] = []
        if case .app(.launched) = event.origin { isLaunched = true }
        if case .user(let user) = event.origin, let wish = user.wish, let kind = user.wishKind, isLaunched,
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
