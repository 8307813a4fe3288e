/// One reduction under way: what the states work with. It holds the model and is never copied, so neither is the model.
struct Run: ~Copyable {
    var turn: Turn
    var model: FlowModel

    init(_ model: consuming FlowModel, _ turn: Turn) {
        self.model = model
        self.turn = turn
    }

    var calls: Calls {
        _read { yield model.calls }
        _modify { yield &model.calls }
    }

    var context: Context {
        _read { yield model.context }
        _modify { yield &model.context }
    }

    /// Ends in the next state.
    consuming func end(_ next: consuming Next) -> Transition {
        let rule = next.rule
        model.state = next.state
        return Transition(model: model, effects: turn.effects, rule: rule)
    }

    var now: Instant { turn.now }
    var settings: FlowSettings { turn.settings }
    var policy: Policy { turn.settings.policy }

    /// Now, by Adobe's clock.
    var serverNow: Instant { turn.now.advanced(by: calls.clockOffset) }

    // MARK: Asking

    /// Asks Adobe; the state gets one outcome under the number returned.
    mutating func ask(_ endpoint: Endpoint) -> RequestID { model.calls.ask(.adobe(endpoint), &turn) }

    /// Asks the partner framework; the state gets one outcome under the number returned.
    mutating func ask(_ question: PartnerRequest) -> RequestID { model.calls.ask(.partner(question), &turn) }

    /// Looks once whether the viewer has signed in.
    mutating func poll(_ endpoint: Endpoint) -> RequestID { model.calls.ask(.poll(endpoint), &turn) }

    /// Sees to it that there will be a token.
    mutating func getToken() { model.calls.getToken(&turn) }

    /// Arms a timer that is disarmed as soon as the state no longer names it.
    mutating func arm(_ purpose: TimerPurpose, at instant: Instant) -> TimerID {
        let timer = model.calls.arm(purpose, at: instant, &turn)
        calls.stateTimers.append(timer)
        return timer
    }

    /// The moment by our clock when Adobe's clock shows `instant`.
    func local(_ instant: Instant) -> Instant {
        instant.advanced(by: Interval(milliseconds: -calls.clockOffset.milliseconds))
    }

    // MARK: The person

    /// Whether nobody asked for the attempt under way: then nothing may interrupt the person.
    var isSilent: Bool { !context.resumesAttempt && !context.wishes.contains { $0.asksPerson } }

    /// Puts something before the person in place of whatever is shown.
    mutating func present(_ presentation: Presentation) {
        let id = PresentationID(calls.numbers.presentation)
        calls.numbers.presentation += 1
        context.presented = id
        turn.emit(.present(id, presentation))
    }

    /// Takes down whatever is shown.
    mutating func takeDown() {
        guard let presented = context.presented else { return }
        context.presented = nil
        turn.emit(.present(presented, .nothing))
    }

    // MARK: Wishes

    /// Answers a wish, exactly once.
    mutating func answer(_ id: WishID, _ answer: Answer) {
        guard let index = context.wishes.firstIndex(where: { $0.id == id }) else { return }
        context.wishes.remove(at: index)
        turn.emit(.answer(id, answer))
    }

    /// Answers every open wish but sign-outs: those that asked for a sign-in with `refusal`, the others that nobody is
    /// signed in.
    mutating func refuseWishes(_ refusal: Refusal, where isRefused: (Wish) -> Bool = { _ in true }) {
        for wish in context.wishes where isRefused(wish) {
            switch wish.kind {
            case .signIn, .otherProvider, .play: answer(wish.id, .refused(refusal))
            case .preview, .userMetadata: answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
            case .signOut: continue
            }
        }
    }

    /// Answers every open sign-out.
    mutating func answerSignOuts(owed: Bool) {
        for wish in context.wishes where wish.kind == .signOut { answer(wish.id, .signedOut(owed: owed)) }
    }

    // MARK: Partner status

    /// Whether a status may go with a check or a sign-in: granted, a provider, and an expiry not past (V2-B-05).
    func isValidForCheck(_ status: PartnerStatus) -> Bool {
        guard status.permission == .granted, status.provider != nil else { return false }
        if let expiry = status.expiry { return expiry > now }
        return true
    }

    /// Whether a status may go with a decision: as for a check, but the expiry must be known (V2-D-03).
    func isValidForDecision(_ status: PartnerStatus) -> Bool {
        isValidForCheck(status) && (status.expiry != nil || policy.acceptsStatusWithoutExpiry)
    }

    /// The status at hand, if it may go with a check now.
    var statusForCheck: PartnerStatus? {
        guard let status = context.partnerStatus, isValidForCheck(status) else { return nil }
        return status
    }

    /// The status at hand, if it may go with a decision now.
    var statusForDecision: PartnerStatus? {
        guard let status = context.partnerStatus, isValidForDecision(status) else { return nil }
        return status
    }

    /// Keeps a status while it is valid, and only then (V2-X-15).
    mutating func note(_ status: PartnerStatus) {
        context.platformAccount = status.permission == .granted ? status.provider : nil
        context.partnerStatus = isValidForCheck(status) ? status : nil
    }

    // MARK: Provider

    /// Remembers the provider over launches (CHK-M-2.2). `account` is its id in the partner framework where the viewer
    /// signed in through it.
    mutating func remember(_ mvpd: MVPDID, account: PlatformMappingID? = nil) {
        let former = context.provider?.mvpd == mvpd ? context.provider?.mapping : nil
        remember(RememberedProvider(mvpd: mvpd, mapping: context.catalog?.mapping(for: mvpd) ?? account ?? former))
    }

    private mutating func remember(_ provider: RememberedProvider) {
        if context.provider == provider { return }
        context.provider = provider
        turn.emit(.keep(.provider(provider)))
    }

    /// Remembers no provider any more.
    mutating func forgetProvider() {
        if context.provider == nil { return }
        context.provider = nil
        turn.emit(.forget(.fact(.provider)))
    }

    /// Adobe does not take the provider any more: neither it counts nor the list that it was chosen from (V2-B-13).
    mutating func forgetUnusableProvider() {
        forgetProvider()
        context.catalog = nil
    }

    /// Adobe named these profiles: a sign-out concerns them.
    mutating func noteProviders(_ profiles: [Profile]) {
        for profile in profiles where profile.type != .temporary && !context.signedInProviders.contains(profile.mvpd) {
            if context.signedInProviders.count < 8 { context.signedInProviders.append(profile.mvpd) }
        }
    }

    /// Keeps the profile over launches, in place of another.
    mutating func keep(_ profile: Profile) {
        if context.keptProfile == profile { return }
        context.keptProfile = profile
        turn.emit(.keep(.profile(profile)))
    }

    /// Keeps no profile any more.
    mutating func forgetProfile() {
        if context.keptProfile == nil { return }
        context.keptProfile = nil
        turn.emit(.forget(.fact(.profile)))
    }

    /// Keeps no code of an earlier launch any more.
    mutating func forgetKeptCode() {
        if context.keptCode == nil { return }
        context.keptCode = nil
        turn.emit(.forget(.fact(.code)))
    }

    /// The catalog, while it is good (V2-C-04a).
    var freshCatalog: ProviderCatalog? {
        guard let catalog = context.catalog, catalog.freshUntil > now else { return nil }
        return catalog
    }

    /// Keeps a configuration for a while (V2-C-02).
    mutating func note(_ configuration: Configuration) {
        context.catalog = ProviderCatalog(configuration, freshUntil: now.advanced(by: policy.configurationAge))
    }
}
