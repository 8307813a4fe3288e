/// Judges whether decisions about expiry follow Adobe's clock, using only events and effects. The judge ignores the model's own value of
/// that clock, because that value is under test.
///
/// Adobe's clock is known from the date of Adobe's last answer in this launch. Dates are truncated to whole seconds, and an answer takes
/// some time to arrive. The judge therefore accepts every decision about an instant within 3 s of the clock.
package struct ExpiryJudge: Hashable, Sendable {
    /// The lead of Adobe's clock over the device's clock, in milliseconds; `nil` until an answer contains a date.
    var ahead: Int64?
    /// Whether Adobe's clock was known before the current event.
    var wasKnown = false
    /// The outstanding requests whose time limits are unknown, because the clock was set back after they were sent.
    private var untimed: [RequestID] = []
    /// The expiry of the profile in the vault; `nil` if the vault has no profile.
    var profileEnd: Instant?
    /// The provider of the profile in the vault; `nil` without a profile, or if Adobe has granted an access without a profile since.
    private var mvpd: MVPDID?
    /// The expiry of the code in the vault; `nil` if there is no code or no expiry.
    var codeEnd: Instant?
    /// The expiry of the token in the vault; `nil` if the vault has no token.
    var tokenEnd: Instant?
    /// The codes that have an expiry, newest last; at most 128.
    var codes: [Code] = []
    /// The expiries of the profiles and authorizations that Adobe named in this launch, newest last; at most 128.
    var ends: [Instant] = []
    /// Whether the device's clock was set back while requests to Adobe were outstanding. The judge does not know which of their answers the
    /// flow treats as late, so it judges nothing until an answer to a later request contains the date.
    var isDoubtful = false

    struct Code: Hashable, Sendable {
        let ref: SecretRef
        let end: Instant
    }

    private static let tolerance: Int64 = 3000
    private static let mostEnds = 128

    package init() {}

    /// The kinds of steps that can change this judge or break its invariants.
    static var concerns: RunStep.Kinds {
        [.launch, .adobesAnswer, .setBack, .call, .cancel, .present, .answer, .arm, .keep, .forgetFact]
    }

    /// Undoes the last step by restoring `earlier`. `step` contains the kinds of the last step.
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

    /// Whether `instant` may have passed by Adobe's clock; false if that clock is not known.
    private func mayHavePassed(_ instant: Instant, at now: Instant) -> Bool {
        difference(instant, at: now).map { $0 <= ExpiryJudge.tolerance } ?? false
    }

    /// Returns the same as `hasPassed`, but uses the device's clock until Adobe's clock is known.
    private func seemsPassed(_ instant: Instant, at now: Instant) -> Bool {
        instant.milliseconds - now.milliseconds - (ahead ?? 0) < -ExpiryJudge.tolerance
    }

    /// Returns the same as `mayHavePassed`, but uses the device's clock until Adobe's clock is known.
    private func mayBeOver(_ instant: Instant, at now: Instant) -> Bool {
        instant.milliseconds - now.milliseconds - (ahead ?? 0) <= ExpiryJudge.tolerance
    }

    // MARK: Events and effects

    /// Updates the judge with an event, before its effects are judged.
    package mutating func take(_ step: RunStep) {
        let event = step.event
        if step.isSetBack, step.before.requests.contains(where: { $0.isForAdobe }) {
            isDoubtful = true
            // Only requests that are sent after this event have a known time limit.
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
            // The flow uses this answer only if it arrived before its time limit, and the judge does not know that limit.
            if untimed.contains(request) {
                isDoubtful = isDoubtful || ahead.map { abs(shown - $0) > ExpiryJudge.tolerance } ?? true
            } else {
                (ahead, isDoubtful) = (shown, false)
            }
        case .user, .app, .timer: return
        }
    }

    /// Stores the values that the step keeps or forgets, after the step was judged.
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

    /// Returns whether the step contradicts Adobe's clock.
    package func isBroken(by step: RunStep, _ settings: FlowSettings) -> Bool {
        if isDoubtful { return false }
        if step.has([.keep, .arm, .present]), isMistimed(step, settings) { return true }
        let (event, effects) = (step.event, step.effects)
        if step.has([.call, .arm]), isEarly(effects, event.time, settings) { return true }
        let forgets = step.has(.forgetFact)
        let forgetsProfile = forgets && effects.contains(.forget(.fact(.profile)))
        let forgetsCode = forgets && effects.contains(.forget(.fact(.code)))
        switch event.origin {
        // Adobe's clock is not known at the launch, so the flow must not treat a profile or code from the vault as expired.
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

    /// Whether the step sends an expired partner status. While Adobe's clock is not known, also whether the step arms a timer for an expiry
    /// that Adobe set.
    private func isEarly(_ effects: [Effect], _ now: Instant, _ settings: FlowSettings) -> Bool {
        for effect in effects {
            switch effect {
            case .call(_, let call): if let end = call.endpoint.status?.expiry, seemsPassed(end, at: now) { return true }
            // Until Adobe's clock is known, a profile gets no timer, and the timer of a code follows the policy.
            case .arm(_, .profileExpiry, _): if ahead == nil { return true }
            case .arm(_, .codeExpiry, let end):
                if ahead == nil, end != now.advanced(by: settings.policy.boundedSessionLifetime) { return true }
            case .partner, .cancel, .present, .answer, .arm, .disarm, .keep, .forget: continue
            }
        }
        return false
    }

    /// Returns whether the step hands the app a media token that has expired.
    package func delivers(_ step: RunStep) -> Bool {
        if isDoubtful || !step.has(.answer) { return false }
        for case .answer(_, .permitted(_, let media, _, _)) in step.effects where hasPassed(media.notAfter, at: step.time) { return true }
        return false
    }

    /// Whether the step starts a playback with a profile that has expired. Temporary access needs no profile.
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
            // If Adobe returns a valid profile, the flow must not forget the profile in the vault.
            guard forgetsProfile, answered.isForAdobe, isTimed else { return false }
            return profiles.contains { $0.type != .temporary && !mayHavePassed($0.notAfter, at: step.time) }
        }
        if case .partner(let answer) = result {
            // If the partner framework reports a valid status, the check that requested this status must send it to Adobe.
            guard settings.api == .restV2, case .partner(.status) = answered.question, answer.status.permission == .granted,
                answer.status.mapping != nil, answer.status.expiry.map({ !mayBeOver($0, at: step.time) }) ?? true
            else { return false }
            return step.effects.contains { effect in
                // A request for a single profile may be for metadata, which needs a status only under some profiles; `PartnerJudge` judges
                // such requests.
                if case .call(_, let call) = effect, case .profiles(nil) = call.endpoint { true } else { false }
            }
        }
        return false
    }
}
