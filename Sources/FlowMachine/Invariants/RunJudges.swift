/// The judges of what only a whole run shows: they follow events and effects from the launch on.
package struct RunJudges: Hashable, Sendable {
    package private(set) var promises = SignOutPromises()
    private var expiries = ExpiryJudge()
    private var permits = PermitJudge()
    private var sendings = SendingJudge()

    package init() {}

    init(promises: SignOutPromises, expiries: ExpiryJudge, permits: PermitJudge, sendings: SendingJudge) {
        self.promises = promises
        self.expiries = expiries
        self.permits = permits
        self.sendings = sendings
    }

    /// Takes an event and its effects.
    /// - Parameter isEarly: whether it is a timer that fires before the clock shows its instant.
    /// - Returns: the invariants that it broke.
    package mutating func judge(
        _ event: FlowEvent, from before: FlowModel, to after: FlowModel, _ effects: [Effect], isEarly: Bool, _ settings: FlowSettings
    ) -> [Invariant] {
        var broken: [Invariant] = []
        promises.take(event, at: before, settings)
        promises.note(effects, at: after)
        if promises.areBroken(by: effects, at: after, settings) { broken.append(.signOutEndsAccess) }
        // A logout that was requested while the registration was lost is sent late; until then the mark represents it.
        if promises.isUnasked, after.context.signedOut == nil { broken.append(.signOutOnlyWhenAsked) }
        let isLaunch = !before.context.isLaunched
        expiries.take(event, isLaunch: isLaunch)
        if expiries.isBroken(by: event, effects, isLaunch: isLaunch, settings) { broken.append(.expiryFollowsAdobesClock) }
        if expiries.pollsExpiredCode(effects, at: event.time) { broken.append(.boundedPolling) }
        expiries.note(event, effects, settings)
        permits.take(event)
        if permits.isBroken(by: effects, settings) { broken.append(.playedOnlyWhenPermitted) }
        if sendings.isBroken(by: event, effects, isEarly: isEarly, settings) { broken.append(.boundedAttempts) }
        return broken
    }
}
