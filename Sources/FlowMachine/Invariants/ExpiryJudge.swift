/// Finds decisions that contradict Adobe's clock, using only events and effects. The model's own value of that clock is ignored, since it
/// is what is judged.
///
/// The clock is the one that Adobe's last answer of this launch showed. Its dates are truncated to the second and travel for a while, so no
/// instant within 3 s of it is judged.
package struct ExpiryJudge: Hashable, Sendable {
    /// The lead of Adobe's clock over the device's, in milliseconds; `nil` until an answer has shown it.
    var ahead: Int64?
    /// Whether the clock was known before the current event.
    var wasKnown = false
    /// The outstanding requests to Adobe whose time limit is not known, because the clock was set back meanwhile.
    private var untimed: [RequestID] = []
    /// When the values in the vault expire.
    var profileEnd: Instant?
    /// The provider of that profile, unless Adobe has granted another access since.
    private var mvpd: MVPDID?
    var codeEnd: Instant?
    var tokenEnd: Instant?
    /// When each code expires.
    var codes: [Code] = []
    /// When profiles and authorizations expire that Adobe named in this launch, newest last.
    var ends: [Instant] = []
    /// Whether the device's clock was set back while requests were outstanding, so that their time limits cannot be known.
    var isDoubtful = false

    struct Code: Hashable, Sendable {
        let ref: SecretRef
        let end: Instant
    }

    private static let tolerance: Int64 = 3000
    private static let mostEnds = 128

    package init() {}

    /// The steps that concern the judge.
    static var concerns: RunStep.Kinds {
        [.launch, .adobesAnswer, .setBack, .call, .cancel, .present, .answer, .arm, .keep, .forgetFact]
    }

    /// Takes the last step back, whose kinds are `step`.
    mutating func goBack(to earlier: ExpiryJudge, _ step: RunStep.Kinds) {
        wasKnown = earlier.wasKnown
        if !earlier.untimed.isEmpty || !step.isDisjoint(with: [.launch, .adobesAnswer, .setBack, .keep, .forgetFact]) { self = earlier }
    }

    // MARK: The clock

    private func difference(_ instant: Instant, at now: Instant) -> Int64? {
        ahead.map { instant.milliseconds - now.milliseconds - $0 }
    }

    /// Whether `instant` has certainly passed by Adobe's clock.
    func hasPassed(_ instant: Instant, at now: Instant) -> Bool {
        difference(instant, at: now).map { $0 < -ExpiryJudge.tolerance } ?? false
    }

    /// Whether `instant` may have passed by Adobe's clock, which is known.
    private func mayHavePassed(_ instant: Instant, at now: Instant) -> Bool {
        difference(instant, at: now).map { $0 <= ExpiryJudge.tolerance } ?? false
    }

    /// Does the same as `hasPassed`, but by the device's clock until Adobe's is known.
    private func seemsPassed(_ instant: Instant, at now: Instant) -> Bool {
        instant.milliseconds - now.milliseconds - (ahead ?? 0) < -ExpiryJudge.tolerance
    }

    /// Does the same as `mayHavePassed`, but by the device's clock until Adobe's is known.
    private func mayBeOver(_ instant: Instant, at now: Instant) -> Bool {
        instant.milliseconds - now.milliseconds - (ahead ?? 0) <= ExpiryJudge.tolerance
    }

    // MARK: Events and effects

    /// Takes an event, before its effects are judged.
    package mutating func take(_ step: RunStep) {
        let event = step.event
        if step.isSetBack, step.before.requests.contains(where: { $0.isForAdobe }) {
            isDoubtful = true
            // Only a request that is sent from now on has a time limit that can be known.
            untimed = step.before.requests.map { $0.id }
        }
        wasKnown = ahead != nil
        switch event.origin {
        case .app(.launched(let kept)):
            guard step.isLaunch else { return }
            profileEnd = kept.profile?.notAfter
            mvpd = kept.profile?.mvpd
            codeEnd = kept.code?.notAfter
            tokenEnd = kept.token?.notAfter
            if let code = kept.code { codes.append(Code(ref: code.code, end: code.notAfter)) }
        case .reply(let request, let reply):
            guard let answered = step.answered, answered.isForAdobe else { return }
            if case .session(let session) = reply.result, let open = session.open, let end = open.notAfter {
                codes = Array((codes + [Code(ref: open.code, end: end)]).suffix(ExpiryJudge.mostEnds))
            }
            let named = reply.result.ends
            if !named.isEmpty { ends = Array((ends + named).suffix(ExpiryJudge.mostEnds)) }
            if case .session(.authorize) = reply.result { mvpd = nil }
            guard let time = AdobesWord.time(of: reply) else { return }
            let shown = time.milliseconds - event.time.milliseconds
            // The flow followed this answer if it was in time, which cannot be known here.
            if untimed.contains(request) {
                isDoubtful = isDoubtful || ahead.map { abs(shown - $0) > ExpiryJudge.tolerance } ?? true
            } else {
                (ahead, isDoubtful) = (shown, false)
            }
        case .user, .app, .timer: return
        }
    }

    /// Stores what the event led to, after it was judged.
    package mutating func note(_ step: RunStep) {
        if !untimed.isEmpty { untimed.removeAll { step.after.request($0) == nil } }
        guard step.has([.keep, .forgetFact]) else { return }
        for effect in step.effects { note(effect) }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .keep(.profile(let profile)): (profileEnd, mvpd) = (profile.notAfter, profile.mvpd)
        case .keep(.code(let code)): codeEnd = code.notAfter
        case .keep(.token(let token)): tokenEnd = token.notAfter
        case .forget(.fact(.profile)): (profileEnd, mvpd) = (nil, nil)
        case .forget(.fact(.code)): codeEnd = nil
        case .call, .partner, .cancel, .present, .answer, .arm, .disarm, .keep, .forget: return
        }
    }

    // MARK: Violations

    /// Whether the event led to something that contradicts Adobe's clock.
    package func isBroken(by step: RunStep, _ settings: FlowSettings) -> Bool {
        if isDoubtful { return false }
        if step.has([.keep, .arm, .present]), isMistimed(step, settings) { return true }
        let (event, effects) = (step.event, step.effects)
        if step.has([.call, .arm]), isEarly(effects, event.time, settings) { return true }
        let forgets = step.has(.forgetFact)
        let forgetsProfile = forgets && effects.contains(.forget(.fact(.profile)))
        let forgetsCode = forgets && effects.contains(.forget(.fact(.code)))
        switch event.origin {
        // A launch does not know Adobe's clock yet, so nothing that was kept may be forgotten.
        case .app(.launched): return step.isLaunch && (forgetsProfile || forgetsCode)
        case .timer:
            guard let fired = step.fired else { return false }
            if fired.purpose == .profileExpiry { return forgetsProfile }
            guard fired.purpose == .codeExpiry, forgetsCode, let codeEnd, ahead != nil else { return false }
            return !mayHavePassed(codeEnd, at: event.time)
        case .reply(let request, let reply):
            guard let answered = step.answered else { return false }
            return isBroken(by: reply.result, to: answered, isTimed: !untimed.contains(request), step, forgetsProfile, settings)
        case .user, .app: return false
        }
    }

    /// Whether an expired status is sent, or an instant of Adobe's is awaited before Adobe's clock is known.
    private func isEarly(_ effects: [Effect], _ now: Instant, _ settings: FlowSettings) -> Bool {
        for effect in effects {
            switch effect {
            case .call(_, let call): if let end = call.endpoint.status?.expiry, seemsPassed(end, at: now) { return true }
            // Until Adobe's clock is known, only the policy's own time limit may be watched.
            case .arm(_, .profileExpiry, _): if ahead == nil { return true }
            case .arm(_, .codeExpiry, let end):
                if ahead == nil, end != now.advanced(by: settings.policy.boundedSessionLifetime) { return true }
            case .partner, .cancel, .present, .answer, .arm, .disarm, .keep, .forget: continue
            }
        }
        return false
    }

    /// Whether a media token is delivered that has expired.
    package func delivers(_ step: RunStep) -> Bool {
        if isDoubtful || !step.has(.answer) { return false }
        for case .answer(_, .permitted(_, let media, _, _)) in step.effects where hasPassed(media.notAfter, at: step.time) { return true }
        return false
    }

    /// Whether the event begins a playback under a profile that has expired.
    package func begins(_ step: RunStep) -> Bool {
        guard !isDoubtful, case .user(.play(_, _, let kind)) = step.event.origin, let profileEnd, let mvpd else { return false }
        if case .temporary = kind { return false }
        guard hasPassed(profileEnd, at: step.time) else { return false }
        return step.effects.contains { effect in
            guard case .call(_, let call) = effect, case .authorize(mvpd, _, _, _) = call.endpoint else { return false }
            return true
        }
    }

    private func isBroken(
        by result: Reply.Result, to answered: Outstanding.Request, isTimed: Bool, _ step: RunStep, _ forgetsProfile: Bool,
        _ settings: FlowSettings
    ) -> Bool {
        if case .profiles(let profiles) = result {
            // An unexpired profile from Adobe must not sign anybody out.
            guard forgetsProfile, answered.isForAdobe, isTimed else { return false }
            return profiles.contains { $0.type != .temporary && !mayHavePassed($0.notAfter, at: step.time) }
        }
        if case .partner(let answer) = result {
            // A valid status must be sent with the check that requested it.
            guard settings.api == .restV2, case .partner(.status) = answered.question, answer.status.permission == .granted,
                answer.status.mapping != nil, answer.status.expiry.map({ !mayBeOver($0, at: step.time) }) ?? true
            else { return false }
            return step.effects.contains { effect in
                // A request for metadata carries a status only if its profile depends on one, which `PartnerJudge` watches.
                if case .call(_, let call) = effect, case .profiles(nil) = call.endpoint { true } else { false }
            }
        }
        return false
    }
}
