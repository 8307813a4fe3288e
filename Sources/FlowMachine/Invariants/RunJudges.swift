/// The judges of a run. Each judge follows the events and effects from the launch on, and checks some of the invariants. The judges receive
/// two values from the model, because no effect contains them: the access that the app sees, and whether the state may be idle.
///
/// A judge receives only the steps that concern it. A step that does not concern a judge cannot break its invariants or change it.
package struct RunJudges: Hashable, Sendable {
    package private(set) var promises = SignOutPromises()
    private var leaving = LeavingJudge()
    /// The requests, timers, presentation and wishes that the run waits for.
    package private(set) var outstanding = Outstanding()
    private var expiries = ExpiryJudge()
    private var permits = PermitJudge()
    private var sendings = SendingJudge()
    private var partners = PartnerJudge()
    private var catalogs = CatalogJudge()
    private var facts = KeptJudge()
    private var screens = ScreenJudge()
    private var offers = OfferJudge()
    private var meanings = MeaningJudge()
    private var shutdown = ShutdownJudge()
    private var waits = WaitingJudge()
    private var loops = LoopJudge()
    /// The judge of the pace of polls; `nil` if the pace is not judged.
    private var polls: PollJudge?
    /// The kinds of the last step, for `goBack`.
    private var last: RunStep.Kinds = []

    package init() {}

    /// Creates the judges of a run, from its launch on.
    /// - Parameter polls: whether the pace of polls is judged as well.
    init(polls: Bool) { self.polls = polls ? PollJudge() : nil }

    /// Creates the judges for a run that is followed from `model` on.
    init(at model: FlowModel) {
        promises = SignOutPromises(at: model)
        leaving = LeavingJudge(at: model)
        outstanding = Outstanding(at: model)
        permits = PermitJudge(at: model)
        screens = ScreenJudge(at: model)
        meanings = MeaningJudge(at: model)
        partners = PartnerJudge(at: model)
        catalogs = CatalogJudge(at: model)
        waits = WaitingJudge(isWhole: false)
        shutdown = ShutdownJudge(at: model)
    }

    /// Whether the flow was shut down.
    var isOver: Bool { shutdown.isOver }

    /// Returns the event and its effects as the judges see them, for `judge`.
    mutating func step(_ event: FlowEvent, _ effects: [Effect], _ settings: FlowSettings) -> RunStep {
        outstanding.step(event, effects, settings)
    }

    /// Undoes the last step.
    ///
    /// An explorer, which searches the flow's possible runs, tries many steps from one model. Restoring the few judges that the last step
    /// concerned is faster than copying all judges for each step.
    /// - Parameter earlier: the judges before the last step.
    package mutating func goBack(to earlier: RunJudges) {
        outstanding = earlier.outstanding
        shutdown = earlier.shutdown
        if !last.isDisjoint(with: SignOutPromises.concerns) { promises = earlier.promises }
        leaving.goBack(to: earlier.leaving, last)
        expiries.goBack(to: earlier.expiries, last)
        if !last.isDisjoint(with: PermitJudge.concerns) { permits = earlier.permits }
        if !last.isDisjoint(with: SendingJudge.concerns) { sendings = earlier.sendings }
        if !last.isDisjoint(with: LoopJudge.concerns) { loops = earlier.loops }
        partners.goBack(to: earlier.partners, last)
        if !last.isDisjoint(with: KeptJudge.concerns) { facts = earlier.facts }
        screens.goBack(to: earlier.screens, last)
        catalogs.goBack(to: earlier.catalogs, last)
        if earlier.offers.isConcerned(by: last) { offers = earlier.offers }
        if !last.isDisjoint(with: MeaningJudge.concerns) { meanings = earlier.meanings }
        waits = earlier.waits
        polls = earlier.polls
        last = earlier.last
    }

    /// Judges the next step.
    /// - Parameter after: the model after the step.
    /// - Returns: the invariants that the step broke.
    mutating func judge(_ step: RunStep, to after: FlowModel, _ settings: FlowSettings) -> [Invariant] {
        last = step.kinds
        let isOver = shutdown.isOver
        if shutdown.isBroken(by: step) { return [.nothingAfterShutdown] }
        if isOver { return [] }
        var broken: [Invariant] = []
        judgePromises(step, to: after, settings, &broken)
        if step.has(LeavingJudge.concerns) { broken.add(leaving.judge(step, settings)) }
        if step.has(ExpiryJudge.concerns) { judgeExpiries(step, settings, &broken) }
        if step.has(PermitJudge.concerns) {
            permits.take(step)
            broken.add(permits.judge(step, owed: promises.open, settings))
        }
        if step.has(SendingJudge.concerns), sendings.isBroken(by: step, settings) { broken.append(.boundedAttempts) }
        if step.has(LoopJudge.concerns), loops.isBroken(by: step) { broken.append(.boundedAttempts) }
        if step.has(PartnerJudge.concerns) {
            partners.take(step)
            broken.add(partners.judge(step, settings))
        }
        if step.has(KeptJudge.concerns), facts.isBroken(by: step) { broken.append(.noReferenceIsLost) }
        if screens.isConcerned(by: step.kinds) { broken.add(screens.judge(step)) }
        if step.has(CatalogJudge.concerns),
            catalogs.isBroken(by: step, isAsked: screens.isAsked || partners.namesAccount, settings)
        {
            broken.append(.configurationOnlyForChoice)
        }
        if offers.isConcerned(by: step.kinds), offers.isBroken(by: step) { broken.append(.optionsLeadElsewhere) }
        if step.has(MeaningJudge.concerns), meanings.isBroken(by: step) { broken.append(.sameErrorSameMeaning) }
        broken.add(waits.judge(step, isAtRest: after.state.isAtRest))
        if let atWrongPace = polls?.judge(step, settings) { broken.add(atWrongPace) }
        // Two judges may report the same violation.
        if broken.count > 1 { broken = broken.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
        return broken
    }

    private mutating func judgePromises(
        _ step: RunStep, to after: FlowModel, _ settings: FlowSettings, _ broken: inout [Invariant]
    ) {
        let isConcerned = step.has(SignOutPromises.concerns)
        if isConcerned {
            promises.take(step.event, arrived: step.arrived, settings)
            promises.note(step.effects, settings)
        }
        // The access is judged after every step, because the app can read it at any time.
        if promises.areBroken(by: step.effects, at: after, settings) { broken.append(.signOutEndsAccess) }
        if isConcerned, promises.isUnasked { broken.append(.signOutOnlyWhenAsked) }
        if isConcerned, promises.isDishonest { broken.append(.signOutIsHonest) }
    }

    private mutating func judgeExpiries(_ step: RunStep, _ settings: FlowSettings, _ broken: inout [Invariant]) {
        expiries.take(step)
        if expiries.isBroken(by: step, settings) { broken.append(.expiryFollowsAdobesClock) }
        if expiries.delivers(step) { broken.append(.mediaTokenIsCurrent) }
        if expiries.begins(step) { broken.append(.playedOnlyWhenPermitted) }
        if expiries.pollsExpiredCode(step) { broken.append(.boundedPolling) }
        expiries.note(step)
    }
}

extension [Invariant] {
    /// Appends the violations that a judge found. The check for an empty list saves time: appending an empty list takes a hundred times
    /// longer.
    mutating func add(_ found: [Invariant]) { if !found.isEmpty { self += found } }
}
