/// Judges when the flow fetches Adobe's configuration (the list of providers), using only events and effects. The judge ignores the model's
/// state and catalog, because they are under test.
///
/// A fetch is correct only if the last configuration is no longer fresh. In addition, the flow must be allowed to ask the viewer for a
/// provider, or the partner framework must name the viewer's account.
package struct CatalogJudge: Hashable, Sendable {
    /// The outstanding witnesses: configuration requests that only test whether the legacy API has ended (V1-50). Their answers are not
    /// used to choose a provider. A failed witness may be sent again; `SendingJudge` limits how often.
    private var witnesses: [RequestID] = []
    /// Whether an endpoint of the legacy API has failed since the last configuration request. If so, the next configuration request may be
    /// a witness, which tests whether the legacy API has ended (V1-50).
    private var mayAskWitness = false
    private var freshUntil: Instant?

    package init() {}

    /// The kinds of steps that can change this judge or break its invariant.
    static var concerns: RunStep.Kinds { [.launch, .secretLost, .adobesAnswer, .setBack, .call, .cancel] }

    /// Undoes the last step by restoring `earlier`. `step` contains the kinds of the last step. If `mayAskWitness` was false, a step that
    /// only sent calls has changed nothing.
    mutating func goBack(to earlier: CatalogJudge, _ step: RunStep.Kinds) {
        if earlier.mayAskWitness || !step.isDisjoint(with: CatalogJudge.concerns.subtracting(.call)) { self = earlier }
    }

    /// Creates a judge that begins in the middle of a run. A configuration that arrived before `model` is unknown to the judge.
    init(at model: FlowModel) {
        mayAskWitness = model.calls.doubted != nil
        for call in model.calls.pending {
            guard case .sent(let request, _) = call.stage else { continue }
            if call.id == model.calls.endOfLife.probe, call.question == .adobe(.restV1(.configuration)) { witnesses.append(request) }
        }
    }

    private static func isFetch(_ endpoint: Endpoint) -> Bool {
        endpoint == .configuration || endpoint == .restV1(.configuration)
    }

    /// Returns whether the step requests a configuration although `isAsked` is false or a fresh configuration is available.
    /// - Parameter isAsked: whether the flow may ask the viewer something, or the partner framework names the viewer's account.
    package mutating func isBroken(by step: RunStep, isAsked: Bool, _ settings: FlowSettings) -> Bool {
        let event = step.event
        // After the clock was set back, the age of the configuration cannot be measured.
        if step.isLaunch || step.isSetBack { freshUntil = nil }
        // A configuration that the vault has lost may be fetched again (FM-20).
        if case .app(.secretLost(let lost)) = event.origin, lost.kind == .configuration { freshUntil = nil }
        if case .reply(let request, let reply) = event.origin, let endpoint = step.answered?.endpoint {
            take(reply.result, to: request, endpoint, at: event.time, settings)
        }
        guard step.has([.call, .cancel]) else { return false }
        var isBroken = false
        for effect in step.effects {
            switch effect {
            case .call(let request, let call):
                if CatalogJudge.isFetch(call.endpoint), mayAskWitness {
                    mayAskWitness = false
                    witnesses.append(request)
                    continue
                }
                if CatalogJudge.isFetch(call.endpoint), !isAsked || freshUntil.map({ $0 > event.time }) ?? false { isBroken = true }
            case .cancel(let request): endsWitness(request, isFailed: true)
            case .partner, .present, .answer, .arm, .disarm, .keep, .forget: continue
            }
        }
        return isBroken
    }

    /// Removes `request` from the witnesses. If the witness failed, the flow may send a new witness.
    /// - Returns: whether `request` was a witness.
    @discardableResult
    private mutating func endsWitness(_ request: RequestID, isFailed: Bool) -> Bool {
        guard let index = witnesses.firstIndex(of: request) else { return false }
        witnesses.remove(at: index)
        if isFailed { mayAskWitness = true }
        return true
    }

    private mutating func take(
        _ result: Reply.Result, to request: RequestID, _ endpoint: Endpoint, at time: Instant, _ settings: FlowSettings
    ) {
        if endsWitness(request, isFailed: result.kind != .configuration) { return }
        let isFetch = CatalogJudge.isFetch(endpoint)
        if !isFetch, endpoint.descriptor.api == .restV1, result.kind != endpoint.descriptor.reply, result.mayMeanTheEnd {
            mayAskWitness = true
        }
        if isFetch, result.kind == .configuration { freshUntil = time.advanced(by: settings.policy.configurationAge) }
        // Adobe rejects a provider that the configuration lists, so the configuration may be fetched again.
        if result.errors.contains(where: { $0.namesProvider }) { freshUntil = nil }
    }
}

extension Reply.Result {
    /// Whether an endpoint may give this answer after the legacy API has ended: a reply of a different kind, a web page, a status below 500
    /// other than throttling, or no connection. The flow uses a different function for this test, `RESTV1Endpoint.Kind.isGone`. The judge
    /// has a function of its own, because it checks the flow.
    fileprivate var mayMeanTheEnd: Bool {
        switch failure {
        case .status(let http), .refused(let http, _): http < 500
        case .transport(let transport): transport != .timedOut && transport != .secretMissing
        case .throttled, .unauthorized, .registrationRefused: false
        case nil: true
        }
    }
}

/// Judges whether the flow forgets a secret that a value in the vault still names, using only events and effects.
package struct KeptJudge: Hashable, Sendable {
    private var kept: [Fact] = []

    private struct Fact: Hashable, Sendable {
        let kind: PersistedValue.Kind
        let refs: [SecretRef]
    }

    package init() {}

    /// The kinds of steps that can change this judge or break its invariant.
    static var concerns: RunStep.Kinds { [.launch, .keep, .forgetFact, .forgetSecret] }

    /// Returns whether the step forgets a secret that a value in the vault still names. Tokens are exempt, because each new token replaces
    /// the kept token.
    package mutating func isBroken(by step: RunStep) -> Bool {
        if step.isLaunch, case .app(.launched(let state)) = step.event.origin { begin(with: state) }
        guard step.has([.keep, .forgetFact, .forgetSecret]) else { return false }
        var lost: SecretRef?
        if case .app(.secretLost(let ref)) = step.event.origin { lost = ref }
        for effect in step.effects {
            switch effect {
            case .keep(let value): keep(value)
            case .forget(.fact(let kind)): kept.removeAll { $0.kind == kind }
            case .forget(.secret), .call, .partner, .cancel, .present, .answer, .arm, .disarm: continue
            }
        }
        for case .forget(.secret(let ref)) in step.effects where ref != lost && kept.contains(where: { $0.refs.contains(ref) }) {
            return true
        }
        return false
    }

    private mutating func begin(with state: PersistedState) {
        kept = []
        if let client = state.client { keep(.client(client)) }
        if let profile = state.profile { keep(.profile(profile)) }
        if let code = state.code { keep(.code(code)) }
    }

    private mutating func keep(_ value: PersistedValue) {
        if value.kind == .token { return }
        kept.removeAll { $0.kind == value.kind }
        let refs = References.of(value).list
        if !refs.isEmpty { kept.append(Fact(kind: value.kind, refs: refs)) }
    }
}
