/// The judges of what only a whole run shows: they follow events and effects from the launch on. Of the model they are shown two things that
/// no effect contains: the access that the app sees, and whether the state may be idle.
package struct RunJudges: Hashable, Sendable {
    package private(set) var promises = SignOutPromises()
    private var leaving = LeavingJudge()
    private var limits = TimeLimits()
    private var expiries = ExpiryJudge()
    private var permits = PermitJudge()
    private var sendings = SendingJudge()
    private var partners = PartnerJudge()
    private var catalogs = CatalogJudge()
    private var facts = KeptJudge()
    private var screens = ScreenJudge()
    private var offers = OfferJudge()
    private var meanings = MeaningJudge()
    private var waits = WaitingJudge()
    private var loops = LoopJudge()
    private var isLaunched = false

    package init() {}

    /// The judges of a run that is judged from `model` on.
    init(at model: FlowModel) {
        promises = SignOutPromises(at: model)
        leaving = LeavingJudge(at: model)
        limits = TimeLimits(at: model)
        permits = PermitJudge(at: model)
        screens = ScreenJudge(at: model)
        meanings = MeaningJudge(at: model)
        partners = PartnerJudge(at: model)
        catalogs = CatalogJudge(at: model)
        waits = WaitingJudge(isWhole: false)
        isLaunched = model.context.isLaunched
    }

    /// Takes an event and its effects.
    /// - Parameter isEarly: whether it is a timer that fires before the clock shows its instant.
    /// - Returns: the invariants that it broke.
    package mutating func judge(
        _ event: FlowEvent, to after: FlowModel, _ effects: [Effect], isEarly: Bool, _ settings: FlowSettings
    ) -> [Invariant] {
        var broken: [Invariant] = []
        let arrived = event
        let event = limits.take(arrived, settings)
        limits.note(effects, at: event.time, settings)
        promises.take(event, arrived: arrived, settings)
        promises.note(effects, settings)
        if promises.areBroken(by: effects, at: after, settings) { broken.append(.signOutEndsAccess) }
        if promises.isUnasked { broken.append(.signOutOnlyWhenAsked) }
        if promises.isDishonest { broken.append(.signOutIsHonest) }
        let isLaunch = !isLaunched
        if case .app(.launched) = event.origin { isLaunched = true }
        broken += leaving.judge(event, effects, isLaunch: isLaunch, settings)
        expiries.take(event, isLaunch: isLaunch)
        if expiries.isBroken(by: event, effects, isLaunch: isLaunch, settings) { broken.append(.expiryFollowsAdobesClock) }
        if expiries.delivers(effects, at: event.time) { broken.append(.mediaTokenIsCurrent) }
        if expiries.begins(event, effects) { broken.append(.playedOnlyWhenPermitted) }
        if expiries.pollsExpiredCode(effects, at: event.time) { broken.append(.boundedPolling) }
        expiries.note(event, effects)
        permits.take(event)
        broken += permits.judge(effects, owed: promises.open, settings)
        if sendings.isBroken(by: event, effects, isEarly: isEarly, settings) || loops.isBroken(by: event, effects) {
            broken.append(.boundedAttempts)
        }
        partners.take(event, isLaunch: isLaunch)
        broken += partners.judge(event, effects, settings)
        if facts.isBroken(by: event, effects, isLaunch: isLaunch) { broken.append(.noReferenceIsLost) }
        broken += screens.judge(event, effects)
        if catalogs.isBroken(by: event, effects, isLaunch: isLaunch, isAsked: screens.isAsked || partners.namesAccount, settings) {
            broken.append(.configurationOnlyForChoice)
        }
        if offers.isBroken(by: event, effects) { broken.append(.optionsLeadElsewhere) }
        if meanings.isBroken(by: event, effects) { broken.append(.sameErrorSameMeaning) }
        broken += waits.judge(arrived, effects, isAtRest: after.state.isAtRest)
        // Two judges may see the same violation.
        if broken.count > 1 { broken = broken.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
        return broken
    }
}
