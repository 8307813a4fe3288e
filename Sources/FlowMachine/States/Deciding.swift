/// Phase D: the viewer is signed in, or has access without a sign-in, and decisions can be requested.
///
/// Adobe must answer some wishes: a playback, a preview, or the viewer's metadata. Each of them has its own decision in progress; several
/// run at the same time. The access and the API determine what a decision needs first: a partner status, an authorization or a media token.
/// If the access has expired or is in doubt, the flow returns to phase B.
///
/// Can go to: `unregistered`, `checking`, `partnerAuth`, `basicAuthFallback`, `loggedOut`.
/// Rules: V2-D, V2-T, V2-B-16, V1-26 to V1-30, V1-39, FM-17, FM-24, FM-26.
package struct Deciding: Hashable, Sendable {
    /// The access under which decisions are requested.
    package private(set) var access: Access
    /// The decisions in progress, one per wish; at most 16.
    private(set) var pending: [PendingDecision] = []
    /// The permits from preauthorization under this access; at most 64. They answer later previews and never permit a playback (V2-D-09).
    private(set) var permits: [AdobeDecision] = []
    /// The timer for the expiry of the access; `nil` if the expiry or Adobe's clock is not known.
    private(set) var expiryTimer: TimerID?
    /// The silent request for the partner status after the app came to the foreground (V2-X-16); `nil` if it is not outstanding.
    private(set) var accountCheck: CallID?
    /// Whether Adobe's profile came from the device's account, and the device now has a different account or none (V2-B-15).
    package private(set) var accountChanged = false
    /// Whether the access is still unconfirmed because Adobe could not be reached since launch.
    let isUnconfirmed: Bool

    private static let mostPermits = 64

    /// The step of the oldest decision; `ready` if no decision is in progress.
    var step: Step { pending.first?.step ?? .ready }

    /// The reply that a decision waits for. One list contains the steps of both APIs, because a decision has the same data
    /// (`PendingDecision`) at each step. Phase D of each API lists the steps that this API does not have.
    enum Step: String, Word {
        /// Waits for the app: no decision is in progress.
        case ready
        /// Waits for the partner status (V2-D-02).
        case partnerStatus
        /// Waits for an authorization (V2-D-10).
        case authorizing
        /// Waits for the media token of an authorized resource (V1-27).
        case mediaToken
        /// Waits for Adobe to grant temporary access to this device (V1-29).
        case temporaryAccess
        /// Checks whether the viewer is still signed in, after a denial without a code (V1-39).
        case confirming
        /// Waits for a preauthorization (V2-D-06).
        case preauthorizing
        /// Waits for the viewer's metadata.
        case metadata

        static let table = WordTable<Self>()
    }

    private init(_ access: Access, isUnconfirmed: Bool) {
        self.access = access
        self.isUnconfirmed = isUnconfirmed
    }

    var awaiting: Awaiting { Awaiting(call: accountCheck, decisions: pending, expiryTimer: expiryTimer, references: references) }

    private var references: Awaiting.References {
        for index in permits.indices where permits[index].attributes != nil { return .permits(access.attributes, permits) }
        return Awaiting.References(access)
    }
}

/// A decision in progress, for one wish.
struct PendingDecision: Hashable, Sendable {
    let wish: WishID
    let step: Deciding.Step
    let call: CallID
    /// Whether Adobe has refused a partner status (V2-D-05) or a media token (V1-27) for this decision. The refused value is requested
    /// again only once.
    let afterRefusal: Bool
    /// The denial that answers the wish if the viewer is still signed in (V1-39); `nil` without a denial.
    var denial: AdobeError?
}

// MARK: Entering

extension Deciding {
    /// Enters this state: answers every wish for a sign-in, and begins the wishes that wait for decisions.
    static func enter(_ access: Access, isUnconfirmed: Bool = false, _ rule: Rule, _ run: inout Run) -> Next {
        var next = Deciding(access, isUnconfirmed: isUnconfirmed)
        run.context.resumesAttempt = false
        // Under the legacy API, `foundNobody` decides whether a sign-out needs a logout. Temporary access does not change this property.
        if !access.isTemporary || run.settings.api == .restV2 { run.context.foundNobody = false }
        run.context.codeWasGone = false
        if !access.isTemporary { run.forgetKeptCode() }
        next.adopt(access, &run)
        for wish in run.context.wishes { next.start(wish, &run) }
        return .move(.deciding(next), rule)
    }

    /// Arms the timer for the expiry of the access, as soon as Adobe's clock is known.
    mutating func watchExpiry(_ run: inout Run) {
        guard let notAfter = access.notAfter, let end = run.local(notAfter) else { return }
        expiryTimer = run.arm(.profileExpiry, at: end)
    }

    /// Adopts `access`: stores the values that must outlast the launch, and arms the timer for its expiry.
    mutating func adopt(_ access: Access, _ run: inout Run) {
        self.access = access
        watchExpiry(&run)
        if access.isTemporary { return }
        if case .profile(let profile) = access {
            run.keep(profile)
            run.noteProviders([profile])
        } else if run.settings.api == .restV2 {
            // Adobe admits the viewer with this provider although there is no profile, so a sign-out must include the provider (V2-E-02).
            run.noteSignInRequest(access.mvpd)
        }
        accountChanged = false
        if let mvpd = access.mvpd {
            run.remember(mvpd, account: access.needsPartnerStatus ? run.context.platformAccount : nil)
            if run.context.keptProfile?.mvpd != mvpd { run.forgetProfile() }
            let context = run.context
            if access.needsPartnerStatus, context.knowsPlatformAccount {
                accountChanged = context.platformAccount != context.provider?.mapping
            }
        }
    }
}

// MARK: Wishes

extension Deciding {
    mutating func opened(_ wish: Wish, _ run: inout Run) -> Next {
        let rules = run.rules
        // The device slept past the expiry of the access, and the expiry timer has not fired yet.
        if !access.isTemporary, let notAfter = access.notAfter, run.hasPassed(notAfter) {
            return run.startWithToken(rules.accessExpired)
        }
        switch wish.kind {
        case .otherProvider: return run.attempt(.`FM-15`)
        case .signIn:
            if access.isTemporary { return run.attempt(rules.check) }
            start(wish, &run)
            return .stay(.`FM-16`)
        case .play(_, under: .ifSignedIn) where access.isTemporary:
            start(wish, &run)
            return .stay(.`FM-17`)
        case .play:
            if access.isTemporary { return run.attempt(rules.check) }
            start(wish, &run)
            return .stay(ruleOfBeginning(rules.play))
        case .preview:
            start(wish, &run)
            if access.isTemporary { return .stay(.`FM-17`) }
            let isAnswered = !run.context.wishes.contains { $0.id == wish.id }
            return .stay(isAnswered ? rules.previewAgain : ruleOfBeginning(rules.preview))
        case .userMetadata:
            start(wish, &run)
            return .stay(access.isTemporary ? .`FM-17` : rules.userMetadata)
        // `Run` handles a sign-out before the event reaches a state.
        case .signOut: return .unexpected
        }
    }

    /// Returns V2-D-02 if the last decision must request a partner status first, otherwise `rule`.
    private func ruleOfBeginning(_ rule: Rule) -> Rule {
        pending.last?.step == .partnerStatus ? .`V2-D-02` : rule
    }

    /// Answers a wish, or begins the decision that the wish needs.
    mutating func start(_ wish: Wish, _ run: inout Run) {
        switch wish.kind {
        // The viewer chose temporary access on the second screen, so no viewer is signed in.
        case .signIn where access.isTemporary, .otherProvider where access.isTemporary, .play(_, under: .signedIn) where access.isTemporary:
            refuse(wish, .temporaryAccess, &run)
        case .signIn, .otherProvider: run.answer(wish.id, .signedIn(access))
        // Temporary access belongs to no viewer, so there is no metadata to fetch (V2-T-03).
        case .play(_, under: .ifSignedIn) where access.isTemporary, .preview where access.isTemporary,
            .userMetadata where access.isTemporary:
            run.answer(wish.id, .refused(.notSignedIn))
        case .preview(let resources) where isPermitted(resources): run.answer(wish.id, .previewed(inOrder(resources, [])))
        case .play, .preview, .userMetadata: run.ask(for: wish, in: &self)
        case .signOut: return
        }
    }

    mutating func gaveUp(_ wish: Wish) -> Next {
        pending.removeAll { $0.wish == wish.id }
        return .stay(.`FM-07`)
    }

    func isPermitted(_ resource: SecretRef) -> Bool {
        permits.index(of: resource) != nil
    }

    /// Whether kept permits can answer a preview of all `resources`.
    func isPermitted(_ resources: [SecretRef]) -> Bool { resources.allSatisfy { isPermitted($0) } }

    /// Returns the decisions about `resources`, in the order of `resources`. A bare permit is a permit without a media token. A new
    /// decision replaces a kept permit, unless the new decision is a bare permit. A bare permit that is not kept is returned without its
    /// attributes, because the flow does not hold the reference to them.
    private func inOrder(_ resources: [SecretRef], _ decisions: [AdobeDecision]) -> [AdobeDecision] {
        var ordered: [AdobeDecision] = []
        ordered.reserveCapacity(resources.count)
        for resource in resources {
            let new = decisions.decision(about: resource)
            if let new, !new.isBarePermit {
                ordered.append(new)
            } else if let index = permits.index(of: resource) {
                ordered.append(permits[index])
            } else if let new {
                ordered.append(new.withoutAttributes)
            }
        }
        return ordered
    }

    private mutating func keepPermits(_ decisions: [AdobeDecision]) {
        for index in decisions.indices where decisions[index].isBarePermit && !isPermitted(decisions[index].resource) {
            if decisions.decision(about: decisions[index].resource)?.error != nil { continue }
            if permits.count < Deciding.mostPermits { permits.append(decisions[index]) }
        }
    }

    /// Refuses a wish although no request failed. Adobe would give the same answer again, so the option *retry* is not offered.
    func refuse(_ wish: Wish, _ reason: Refusal.Reason, _ run: inout Run) {
        run.answer(wish.id, .refused(Refusal(reason: reason, options: [.otherProvider, .cancel])))
    }

    /// Adds a decision that makes `wish` wait for the outcome of `call`.
    mutating func wait(for wish: Wish, _ step: Step, _ call: CallID, afterRefusal: Bool = false, denial: AdobeError? = nil) {
        pending.append(PendingDecision(wish: wish.id, step: step, call: call, afterRefusal: afterRefusal, denial: denial))
    }
}

// MARK: Outcomes

extension Deciding {
    /// Removes and returns the decision that waited for `call`, with its wish; `nil` if there is none.
    mutating func resolve(_ call: CallID, _ run: borrowing Run) -> (Wish, PendingDecision)? {
        guard let index = pending.firstIndex(where: { $0.call == call }) else { return nil }
        let decision = pending.remove(at: index)
        for wish in run.context.wishes where wish.id == decision.wish { return (wish, decision) }
        return nil
    }

    /// Returns an outstanding call with the same request, which another wish has begun; `nil` if there is none. Equal requests for the
    /// viewer's metadata share one call.
    func sharedCall(_ endpoint: Endpoint, _ run: borrowing Run) -> CallID? {
        for decision in pending where run.calls.isPending(decision.call, with: endpoint) { return decision.call }
        return nil
    }

    /// Whether a decision still waits for `call`.
    func waits(for call: CallID) -> Bool {
        for decision in pending where decision.call == call { return true }
        return false
    }

    /// Refuses every wish that waits for Adobe, because no token is available.
    mutating func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        for decision in pending where !run.calls.asksPartner(decision.call) {
            run.answer(decision.wish, .refused(Refusal(Problem(failure))))
            pending.removeAll { $0.wish == decision.wish }
        }
        return .stay(.`V2-X-13`)
    }

    /// Answers a preview with the new `decisions` of a preauthorization and the kept permits.
    mutating func previewed(_ decisions: [AdobeDecision], of resources: [SecretRef], _ wish: Wish, _ run: inout Run) -> Next {
        keepPermits(decisions)
        run.answer(wish.id, .previewed(inOrder(resources, decisions)))
        return .stay(run.rules.previewed)
    }

    /// Refuses a wish because Adobe's answer does not contain the requested decision. Without a refusal, the wish would wait forever.
    func unanswered(_ wish: Wish, because reason: Refusal.Reason = .service, _ run: inout Run) -> Next {
        refuse(wish, reason, &run)
        return .stay(.`FM-13`)
    }

    /// Checks an access that is in doubt, and then requests the decision again. A second doubt about the same wish refuses the wish.
    func goBack(for wish: Wish, _ rule: Rule, _ run: inout Run) -> Next {
        guard wish.returned == .no else {
            refuse(wish, .authentication, &run)
            return .stay(rule)
        }
        run.context.noteReturn(of: wish.id, .toCheck)
        return run.check(rule)
    }

    /// Handles an error with which Adobe asks for a sign-in. Checks the access first. If the access was checked before, refuses the wish
    /// and offers a different provider (V2-D-14, V1-26).
    func authenticationNeeded(_ error: AdobeError, _ wish: Wish, _ run: inout Run) -> Next {
        if wish.isTemporary { return temporaryAccessRefused(error, wish, &run) }
        let rule = run.rules.authenticationNeeded
        if wish.returned == .no { return goBack(for: wish, rule, &run) }
        run.answer(wish.id, .refused(Refusal(reason: .authentication, error: error, options: [.otherProvider, .cancel])))
        return .stay(rule)
    }

    /// Refuses a wish because temporary access is used up or unavailable. A sign-in would help (V2-T-04, V1-29).
    func temporaryAccessRefused(_ error: AdobeError, _ wish: Wish, _ run: inout Run) -> Next {
        run.answer(wish.id, .refused(Refusal(reason: .temporaryAccess, error: error, options: [.otherProvider, .cancel])))
        return .stay(run.rules.temporaryAccessRefused)
    }
}

// MARK: Time and the app

extension Deciding {
    /// Handles the expiry of the access: starts phase B with the remembered provider (V2-B-16). Only Adobe can report that the profile is
    /// gone, because the device's clock may have changed since Adobe's last answer.
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        guard timer == expiryTimer else { return .stale(.`FM-03`) }
        if let notAfter = access.notAfter, !run.hasPassed(notAfter) {
            var next = self
            next.watchExpiry(&run)
            return .move(.deciding(next), .`FM-24`)
        }
        return run.startWithToken(run.rules.accessExpired)
    }

    /// Drops the current partner status, because the viewer may have changed the platform account in Settings. If the access depends on a
    /// status, requests the status again, silently (V2-X-16). If Adobe has not confirmed the access since the launch, checks the access
    /// instead.
    mutating func foregrounded(_ run: inout Run) -> Next {
        if isUnconfirmed, pending.isEmpty { return run.check(.`V2-X-16`) }
        let isDropped = run.context.partnerStatus != nil
        run.context.partnerStatus = nil
        guard access.mayNeedPartnerStatus, run.settings.partner == .apple else {
            return isDropped ? .stay(.`V2-X-16`) : .ignore(.`FM-10`)
        }
        if accountCheck == nil { accountCheck = run.ask(.status(prompt: false)) }
        return .stay(.`V2-X-16`)
    }

    /// Handles the answer to `accountCheck`. If the status differs from that of the sign-in, asks Adobe whether the profile is still valid.
    /// After an error of the partner framework, nothing is known about the sign-in, so the next foreground or the next decision requests
    /// the status again.
    mutating func receivedAccountCheck(_ result: Reply.Result, _ run: inout Run) -> Next {
        accountCheck = nil
        switch result.partner {
        case .success(let answer):
            switch run.note(answer) {
            case .failed: return .stay(.`FM-22`)
            case .account, .nobody, .hidden:
                let isSame = run.statusForCheck != nil && run.context.platformAccount == run.context.provider?.mapping
                return isSame ? .stay(.`V2-X-16`) : run.accountChanged(.`V2-X-16`)
            }
        case .failure: return .stay(.`FM-22`)
        }
    }
}

// MARK: Log

extension Deciding: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("access", access)
        sink.field("pending", pending)
        sink.field("permits", permits)
        sink.field("expiryTimer", expiryTimer)
        sink.field("look", accountCheck)
        sink.field("accountChanged", accountChanged)
        sink.field("isUnconfirmed", isUnconfirmed)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let access: Access = try source.field("access")
        let pending: [PendingDecision] = try source.field("pending")
        let permits: [AdobeDecision] = try source.field("permits")
        let expiryTimer: TimerID? = try source.field("expiryTimer")
        let accountCheck: CallID? = try source.field("look")
        let accountChanged: Bool = try source.field("accountChanged")
        var state = Deciding(access, isUnconfirmed: try source.field("isUnconfirmed"))
        (state.accountCheck, state.accountChanged) = (accountCheck, accountChanged)
        (state.pending, state.permits, state.expiryTimer) = (pending, permits, expiryTimer)
        return state
    }
}

extension PendingDecision: LogObject {
    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("wish", wish)
        sink.field("step", step)
        sink.field("ask", call)
        sink.field("refusedStatus", afterRefusal)
        sink.field("denial", denial)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PendingDecision(
            wish: try source.field("wish"), step: try source.field("step"), call: try source.field("ask"),
            afterRefusal: try source.field("refusedStatus"), denial: try source.field("denial"))
    }
}
