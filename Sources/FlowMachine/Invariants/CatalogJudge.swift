/// Judges when a configuration is fetched, using only events and effects: only while the viewer may be asked to choose
/// or the partner framework names the viewer's account, and not while the flow must still have a fresh one. The model's state and catalog are ignored.
package struct CatalogJudge: Hashable, Sendable {
    /// The outstanding requests for a configuration that only find out whether the legacy API has ended. What they bring is not used for a
    /// choice. One that fails may be repeated; how often is judged elsewhere.
    private var witnesses: [RequestID] = []
    /// Whether an endpoint of the legacy API failed since the last configuration: the configuration may then be asked to find out whether
    /// that API has ended (V1-50).
    private var mayAskWitness = false
    private var freshUntil: Instant?

    package init() {}

    /// The steps that concern the judge.
    static var concerns: RunStep.Kinds { [.launch, .secretLost, .adobesAnswer, .setBack, .call, .cancel] }

    /// Undoes the last step, whose kinds are `step`, by restoring `earlier`. A step whose only concern is a call changes the judge only if
    /// `mayAskWitness` was set.
    mutating func goBack(to earlier: CatalogJudge, _ step: RunStep.Kinds) {
        if earlier.mayAskWitness || !step.isDisjoint(with: CatalogJudge.concerns.subtracting(.call)) { self = earlier }
    }

    /// A judge that begins in the middle of a run: a configuration that arrived before is unknown.
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

    /// Whether the event led to a configuration request although nobody signs in, or a fresh configuration is available.
    package mutating func isBroken(by step: RunStep, isAsked: Bool, _ settings: FlowSettings) -> Bool {
        let event = step.event
        // A clock that was set back does not show how old the configuration is.
        if step.isLaunch || step.isSetBack { freshUntil = nil }
        // A lost configuration is fetched anew (FM-20).
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

    /// Ends a request that was sent only to find out whether the legacy API has ended; if it failed, another may be sent.
    /// - Returns: whether `request` was such a request.
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
        // Adobe does not accept a provider of this configuration.
        if result.errors.contains(where: { $0.namesProvider }) { freshUntil = nil }
    }
}

extension Reply.Result {
    /// Whether an endpoint that is gone may answer so: another one's answer, a page, a client error without throttling, or no connection. In
    /// other words than the machine's own, which are judged.
    fileprivate var mayMeanTheEnd: Bool {
        switch failure {
        case .status(let http), .refused(let http, _): http < 500
        case .transport(let transport): transport != .timedOut && transport != .secretMissing
        case .throttled, .unauthorized, .registrationRefused: false
        case nil: true
        }
    }
}

/// Judges whether a secret is forgotten that a kept fact still names, using only events and effects.
package struct KeptJudge: Hashable, Sendable {
    private var kept: [Fact] = []

    private struct Fact: Hashable, Sendable {
        let kind: PersistedValue.Kind
        let refs: [SecretRef]
    }

    package init() {}

    /// The steps that concern the judge.
    static var concerns: RunStep.Kinds { [.launch, .keep, .forgetFact, .forgetSecret] }

    /// Whether the event led to the removal of a secret that a kept fact still names. Tokens are exempt: the next token replaces a kept one
    /// in any case.
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
