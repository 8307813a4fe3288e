/// Phase D: the viewer is signed in, or has access without a sign-in, and decisions can be requested.
///
/// Every wish that Adobe has to answer (a playback, a preview, the viewer's metadata) has a decision of its own in progress; several run at
/// the same time. What a decision needs first (a partner status, an authorization, a media token) depends on the access and on the API. An
/// access that has expired or is in doubt leads back to phase B.
///
/// Can go to: `unregistered`, `checking`, `partnerAuth`, `basicAuthFallback`, `loggedOut`.
/// Rules: V2-D, V2-T, V2-B-16, V1-26 to V1-30, V1-39, FM-17, FM-24, FM-26.
package struct Deciding: Hashable, Sendable {
    /// The access that decisions are made under.
    package private(set) var access: Access
    /// Decisions in progress; at most 16, one for each wish.
    private(set) var pending: [PendingDecision] = []
    /// The resources that preauthorization permitted under this access. They filter a list and never permit playback (V2-D-09). At most 64.
    private(set) var permits: [AdobeDecision] = []
    /// Fires when the access expires.
    private(set) var expiryTimer: TimerID?
    /// The silent request for the partner status after the app came to the foreground (V2-X-16).
    private(set) var accountCheck: CallID?
    /// Whether Adobe's profile came from the device's account, and the device now has another account or none (V2-B-15).
    package private(set) var accountChanged = false
    /// Whether the access is still unconfirmed because Adobe could not be reached since launch.
    let isUnconfirmed: Bool

    private static let mostPermits = 64

    /// The step of the oldest decision.
    var step: Step { pending.first?.step ?? .ready }

    /// What a decision waits for. The steps of both APIs are side by side, since a decision has the same data at each of them
    /// (`PendingDecision`). Each phase D lists those that its API does not have.
    enum Step: String, Word {
        /// Waits for the app.
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
    /// Whether Adobe already refused a partner status (V2-D-05) or a media token (V1-27) for this decision. It is requested again only
    /// once.
    let afterRefusal: Bool
    /// The denial to answer with if the viewer is still signed in (V1-39).
    var denial: AdobeError?
}

// MARK: Entering

extension Deciding {
    /// Decisions can be requested: answers every wish for a sign-in, and begins the wishes that wait for decisions.
    static func enter(_ access: Access, isUnconfirmed: Bool = false, _ rule: Rule, _ run: inout Run) -> Next {
        var next = Deciding(access, isUnconfirmed: isUnconfirmed)
        run.context.resumesAttempt = false
        // Under the legacy API, temporary access does not change whether a sign-out needs a logout.
        if !access.isTemporary || run.settings.api == .restV2 { run.context.foundNobody = false }
        run.context.codeWasGone = false
        if !access.isTemporary { run.forgetKeptCode() }
        next.adopt(access, &run)
        for wish in run.context.wishes { next.start(wish, &run) }
        return .move(.deciding(next), rule)
    }

    /// Watches the expiry of the access as soon as Adobe's clock is known.
    mutating func watchExpiry(_ run: inout Run) {
        guard let notAfter = access.notAfter, let end = run.local(notAfter) else { return }
        expiryTimer = run.arm(.profileExpiry, at: end)
    }

    /// Adopts `access`: remembers the parts that outlast the launch, and watches its expiry.
    mutating func adopt(_ access: Access, _ run: inout Run) {
        self.access = access
        watchExpiry(&run)
        if access.isTemporary { return }
        if case .profile(let profile) = access {
            run.keep(profile)
            run.noteProviders([profile])
        } else if run.settings.api == .restV2 {
            // Adobe lets the viewer in with this provider, without a profile in hand: a sign-out concerns it all the same (V2-E-02).
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
        // The device slept past the access's expiry, and its timer has not fired yet.
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
        // Every state signs out alike.
        case .signOut: return .unexpected
        }
    }

    /// Returns V2-D-02 if a status must be requested first, otherwise `rule`.
    private func ruleOfBeginning(_ rule: Rule) -> Rule {
        pending.last?.step == .partnerStatus ? .`V2-D-02` : rule
    }

    /// Begins what a wish needs.
    mutating func start(_ wish: Wish, _ run: inout Run) {
        switch wish.kind {
        // The viewer chose temporary access on the second screen: no viewer is signed in.
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

    /// Whether kept permits answer a preview of all of these resources.
    func isPermitted(_ resources: [SecretRef]) -> Bool { resources.allSatisfy { isPermitted($0) } }

    /// The decisions about these resources, in the order of the request: a new denial or full decision first, otherwise the kept permit. A
    /// bare permit that cannot be kept is returned without attributes, because nothing here holds their reference.
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

    /// Nothing failed, yet the wish cannot be granted. The server would give the same answer again, so *retry* is not offered.
    func refuse(_ wish: Wish, _ reason: Refusal.Reason, _ run: inout Run) {
        run.answer(wish.id, .refused(Refusal(reason: reason, options: [.otherProvider, .cancel])))
    }

    /// `wish` continues when this request has its outcome.
    mutating func wait(for wish: Wish, _ step: Step, _ call: CallID, afterRefusal: Bool = false, denial: AdobeError? = nil) {
        pending.append(PendingDecision(wish: wish.id, step: step, call: call, afterRefusal: afterRefusal, denial: denial))
    }
}

// MARK: Outcomes

extension Deciding {
    /// The decision that waited for this request, which it no longer does, and the decision's wish.
    mutating func resolve(_ call: CallID, _ run: borrowing Run) -> (Wish, PendingDecision)? {
        guard let index = pending.firstIndex(where: { $0.call == call }) else { return nil }
        let decision = pending.remove(at: index)
        for wish in run.context.wishes where wish.id == decision.wish { return (wish, decision) }
        return nil
    }

    /// The outstanding call of another wish with the same request. Equal requests for the viewer's metadata share one call.
    func sharedCall(_ endpoint: Endpoint, _ run: borrowing Run) -> CallID? {
        for decision in pending where run.calls.isPending(decision.call, with: endpoint) { return decision.call }
        return nil
    }

    /// Whether another wish waits for the same call.
    func waits(for call: CallID) -> Bool {
        for decision in pending where decision.call == call { return true }
        return false
    }

    /// No token is available: every decision that Adobe was asked for has failed.
    mutating func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        for decision in pending where !run.calls.asksPartner(decision.call) {
            run.answer(decision.wish, .refused(Refusal(Problem(failure))))
            pending.removeAll { $0.wish == decision.wish }
        }
        return .stay(.`V2-X-13`)
    }

    /// The decisions of this preauthorization, merged with the earlier ones.
    mutating func previewed(_ decisions: [AdobeDecision], of resources: [SecretRef], _ wish: Wish, _ run: inout Run) -> Next {
        keepPermits(decisions)
        run.answer(wish.id, .previewed(inOrder(resources, decisions)))
        return .stay(run.rules.previewed)
    }

    /// Adobe's answer does not contain the requested decision. If a step receives what it never asks for (`Next.unexpected`), the wish would
    /// wait forever without this answer.
    func unanswered(_ wish: Wish, because reason: Refusal.Reason = .service, _ run: inout Run) -> Next {
        refuse(wish, reason, &run)
        return .stay(.`FM-13`)
    }

    /// The access is in doubt: checks it, once for each wish, and then requests the wish's decision again.
    func goBack(for wish: Wish, _ rule: Rule, _ run: inout Run) -> Next {
        guard wish.returned == .no else {
            refuse(wish, .authentication, &run)
            return .stay(rule)
        }
        run.context.noteReturn(of: wish.id, .toCheck)
        return run.check(rule)
    }

    /// Adobe asks for a sign-in: checks the access first. If that does not help, refuses the wish with the viewer's options (V2-D-14,
    /// V1-26).
    func authenticationNeeded(_ error: AdobeError, _ wish: Wish, _ run: inout Run) -> Next {
        if wish.isTemporary { return temporaryAccessRefused(error, wish, &run) }
        let rule = run.rules.authenticationNeeded
        if wish.returned == .no { return goBack(for: wish, rule, &run) }
        run.answer(wish.id, .refused(Refusal(reason: .authentication, error: error, options: [.otherProvider, .cancel])))
        return .stay(rule)
    }

    /// Temporary access is used up or unavailable; a sign-in would help (V2-T-04, V1-29).
    func temporaryAccessRefused(_ error: AdobeError, _ wish: Wish, _ run: inout Run) -> Next {
        run.answer(wish.id, .refused(Refusal(reason: .temporaryAccess, error: error, options: [.otherProvider, .cancel])))
        return .stay(run.rules.temporaryAccessRefused)
    }
}

// MARK: Time and the app

extension Deciding {
    /// The access has expired: starts phase B with the remembered provider (V2-B-16). Only Adobe can say that the profile is gone: the
    /// device's clock may have been changed since Adobe's clock was last known.
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        guard timer == expiryTimer else { return .stale(.`FM-03`) }
        if let notAfter = access.notAfter, !run.hasPassed(notAfter) {
            var next = self
            next.watchExpiry(&run)
            return .move(.deciding(next), .`FM-24`)
        }
        return run.startWithToken(run.rules.accessExpired)
    }

    /// The viewer may have changed the platform account in Settings, so the current status is dropped. If the access depends on a status,
    /// the framework is asked for it again, silently (V2-X-16). An access that Adobe has not confirmed since the launch is checked.
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

    /// The current partner status. If it is no longer that of the sign-in, Adobe is asked whether the profile is still valid. An error of
    /// the partner framework says nothing about the sign-in: the next foreground, or the next decision, asks again.
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
