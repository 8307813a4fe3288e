/// Signed in, or let in without: decisions can be asked. Phase D.
public struct Deciding: Hashable, Sendable, LogObject {
    /// What decisions are made under.
    var access: Access
    /// Decisions under way; at most 16.
    var pending: [PendingDecision] = []
    /// What preauthorization permitted under this access, to filter by and never to play by (V2-D-09); at most 64.
    var permits: [Decision] = []
    /// Ends the access.
    var expiryTimer: TimerID?
    /// Whether Adobe has not confirmed the access since the launch, for want of a connection.
    var isUnconfirmed: Bool

    /// What the state waits for, by its most telling decision.
    var step: Step {
        guard let first = pending.first else { return .ready }
        return first.step
    }

    enum Step: String, Word {
        static let table = WordTable<Self>()
        /// For the app.
        case ready
        /// For the partner status (V2-D-02).
        case partnerStatus
        /// For an authorization (V2-D-10).
        case authorizing
        /// For the media token of what was authorized (V1-27).
        case mediaToken
        /// For temporary access to be granted to this device (V1-29).
        case temporaryAccess
        /// For a preauthorization (V2-D-06).
        case preauthorizing
        /// For the viewer's metadata.
        case metadata
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("access", access)
        sink.field("pending", pending)
        sink.field("permits", permits)
        sink.field("expiryTimer", expiryTimer)
        sink.field("isUnconfirmed", isUnconfirmed)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Deciding(
            access: try source.field("access"),
            pending: try source.field("pending"),
            permits: try source.field("permits"),
            expiryTimer: try source.field("expiryTimer"),
            isUnconfirmed: try source.field("isUnconfirmed"))
    }
}

/// A decision under way, for one wish.
struct PendingDecision: Hashable, Sendable, LogObject {
    let wish: WishID
    let step: Deciding.Step
    let ask: RequestID
    /// Whether Adobe refused a partner status for it already (V2-D-05; once).
    let refusedStatus: Bool

    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("wish", wish)
        sink.field("step", step)
        sink.field("ask", ask)
        sink.field("refusedStatus", refusedStatus)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PendingDecision(
            wish: try source.field("wish"),
            step: try source.field("step"),
            ask: try source.field("ask"),
            refusedStatus: try source.field("refusedStatus"))
    }
}

// MARK: Reducing

extension Deciding {
    /// Decisions can be asked: whoever waited for a sign-in is answered, and the wishes that wait for decisions begin.
    static func enter(_ access: Access, isUnconfirmed: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
        var next = Deciding(access: access, isUnconfirmed: isUnconfirmed)
        run.context.resumesAttempt = false
        run.context.foundNobody = false
        if !access.isTemporary { run.forgetKeptCode() }
        next.hold(access, &run)
        for wish in run.context.wishes { next.begin(wish, &run) }
        return Next(.deciding(next), rule)
    }

    /// Takes over `access`: remembers what is to be remembered, and watches its end.
    mutating func hold(_ access: Access, _ run: inout Run) {
        self.access = access
        if let notAfter = access.notAfter { expiryTimer = run.arm(.profileExpiry, at: run.local(notAfter)) }
        if access.isTemporary { return }
        if case .profile(let profile) = access {
            run.keep(profile)
            run.noteProviders([profile])
        }
        if let mvpd = access.mvpd {
            run.remember(mvpd, account: access.needsPartnerStatus ? run.context.platformAccount : nil)
            if run.context.keptProfile?.mvpd != mvpd { run.forgetProfile() }
        }
    }

    // MARK: Beginning

    func wished(_ wish: Wish, _ run: inout Run) -> Next {
        var next = self
        switch wish.kind {
        case .otherProvider: return run.attempt(.`FM-15`)
        case .signIn, .play:
            if access.isTemporary { return run.attempt(run.rules.check) }
            next.begin(wish, &run)
            return Next(.deciding(next), wish.kind == .signIn ? .`FM-16` : next.ruleOfBeginning(run.rules.play))
        case .preview where access.isTemporary, .userMetadata where access.isTemporary:
            next.begin(wish, &run)
            return Next(.deciding(next), .`FM-17`)
        case .preview:
            next.begin(wish, &run)
            let isKnown = !run.context.wishes.contains { $0.id == wish.id }
            return Next(.deciding(next), isKnown ? run.rules.previewAgain : next.ruleOfBeginning(run.rules.preview))
        case .userMetadata:
            next.begin(wish, &run)
            return Next(.deciding(next), run.rules.userMetadata)
        case .signOut: return Next(.deciding(self), .`FM-05`)
        }
    }

    /// The status comes first where it is not at hand (V2-D-02).
    private func ruleOfBeginning(_ rule: Rule) -> Rule {
        pending.last?.step == .partnerStatus ? .`V2-D-02` : rule
    }

    /// Begins what a wish needs.
    mutating func begin(_ wish: Wish, _ run: inout Run) {
        switch wish.kind {
        case .signIn, .otherProvider: run.answer(wish.id, .signedIn(access))
        // Temporary access is nobody's, so there is nothing to know of the viewer (V2-T-03).
        case .preview where access.isTemporary, .userMetadata where access.isTemporary:
            run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
        case .preview(let resources) where isPermitted(resources): run.answer(wish.id, .previewed(inOrder(resources, permits)))
        case .play, .preview, .userMetadata: run.ask(for: wish, in: &self)
        case .signOut: return
        }
    }

    func isPermitted(_ resources: [SecretRef]) -> Bool {
        resources.allSatisfy { resource in permits.contains { $0.resource == resource } }
    }

    /// The decisions about these resources, in the order in which they were asked.
    func inOrder(_ resources: [SecretRef], _ decisions: [Decision]) -> [Decision] {
        resources.compactMap { resource in decisions.first { $0.resource == resource } }
    }

    mutating func keepPermits(_ decisions: [Decision]) {
        for decision in decisions where decision.verdict == .permit(media: nil) && !isPermitted([decision.resource]) {
            if permits.count < 64 { permits.append(decision) }
        }
    }

    func refuse(_ wish: Wish, _ reason: Refusal.Reason, _ run: inout Run) {
        run.answer(wish.id, .refused(Refusal(reason: reason, ways: [.retry, .otherProvider])))
    }

    // MARK: Answers

    /// `wish` goes on when this is answered.
    mutating func wait(for wish: Wish, _ step: Step, _ ask: RequestID, refusedStatus: Bool = false) {
        pending.append(PendingDecision(wish: wish.id, step: step, ask: ask, refusedStatus: refusedStatus))
    }

    /// What was waited for under this number, and the wish it was for, which waits for it no more.
    mutating func take(_ ask: RequestID, _ run: borrowing Run) -> (Wish, PendingDecision)? {
        guard let index = pending.firstIndex(where: { $0.ask == ask }) else { return nil }
        let decision = pending.remove(at: index)
        for wish in run.context.wishes where wish.id == decision.wish { return (wish, decision) }
        return nil
    }

    /// No token can be had: everything that was asked of Adobe has failed.
    func failed(_ failure: CallFailure, _ run: inout Run) -> Next {
        var next = self
        for decision in pending where decision.step != .partnerStatus {
            run.answer(decision.wish, .refused(Refusal(Problem(failure))))
            next.pending.removeAll { $0.wish == decision.wish }
        }
        return Next(.deciding(next), .`V2-X-13`)
    }

    /// What preauthorization told, with what it told before.
    mutating func previewed(_ decisions: [Decision], of resources: [SecretRef], _ wish: Wish, _ run: inout Run) -> Next {
        keepPermits(decisions)
        run.answer(wish.id, .previewed(inOrder(resources, decisions + permits)))
        return Next(.deciding(self), run.rules.previewed)
    }

    /// Adobe denies the resource; its text is for the viewer.
    func denied(_ resource: SecretRef, _ error: AdobeError, _ wish: Wish, _ run: inout Run, _ rule: Rule) -> Next {
        if wish.isTemporary { return temporaryAccessRefused(error, wish, &run) }
        if error.action == .authentication { return authenticationNeeded(error, wish, &run) }
        run.answer(wish.id, .denied(resource: resource, error: error))
        return Next(.deciding(self), rule)
    }

    /// The access is in doubt: a check, once for a wish; its decision is asked again after it.
    func goBack(for wish: Wish, _ run: inout Run, _ rule: Rule) -> Next {
        guard !wish.returned, let index = run.context.wishes.firstIndex(where: { $0.id == wish.id }) else {
            refuse(wish, .authentication, &run)
            return Next(.deciding(self), rule)
        }
        run.context.wishes[index].returned = true
        return run.check(rule)
    }

    /// Adobe asks for a sign-in: a check first, and if that does not help, the wish ends with the ways on (V2-D-14, V1-26).
    func authenticationNeeded(_ error: AdobeError, _ wish: Wish, _ run: inout Run) -> Next {
        if wish.isTemporary { return temporaryAccessRefused(error, wish, &run) }
        if !wish.returned { return goBack(for: wish, &run, run.rules.authenticationNeeded) }
        run.answer(wish.id, .refused(Refusal(reason: .authentication, error: error, ways: [.otherProvider, .cancel])))
        return Next(.deciding(self), run.rules.authenticationNeeded)
    }

    /// Temporary access is used up, or not to be had: a sign-in would help (V2-T-04, V1-29).
    private func temporaryAccessRefused(_ error: AdobeError, _ wish: Wish, _ run: inout Run) -> Next {
        run.answer(wish.id, .refused(Refusal(reason: .temporaryAccess, error: error, ways: [.otherProvider, .cancel])))
        return Next(.deciding(self), run.rules.temporaryAccessRefused)
    }

    // MARK: Time and the app

    /// The access has ended: phase B, with the provider remembered (V2-B-16).
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        guard timer == expiryTimer else { return Next(.deciding(self), .`FM-03`) }
        if !access.isTemporary { run.forgetProfile() }
        return run.begin(run.rules.accessEnded)
    }

    /// The platform account may have changed in Settings: the status at hand counts no more (V2-X-16). An access that
    /// Adobe has not confirmed since the launch is checked.
    func foregrounded(_ run: inout Run) -> Next {
        if isUnconfirmed, pending.isEmpty { return run.check(.`V2-X-16`) }
        guard run.context.partnerStatus != nil else { return Next(.deciding(self), .`FM-10`) }
        run.context.partnerStatus = nil
        return Next(.deciding(self), .`V2-X-16`)
    }
}

extension Access {
    /// When it ends, if known.
    var notAfter: Instant? {
        switch self {
        case .profile(let profile): profile.notAfter
        case .serverAuthorization(let word): word.notAfter
        }
    }

    /// The type of its profile, if it is one.
    var type: ProfileType? {
        if case .profile(let profile) = self { profile.type } else { nil }
    }

    /// Whether it is temporary access, which nobody signed in for.
    var isTemporary: Bool {
        switch self {
        case .profile(let profile): profile.type == .temporary
        case .serverAuthorization(let word): word.reason == .temporary
        }
    }

    /// Whether a decision under it must carry a partner status (V2-D-01).
    var needsPartnerStatus: Bool {
        if case .profile(let profile) = self { profile.type == .appleSSO } else { false }
    }

    /// Whether a decision under it carries a status if one is at hand: Adobe did not say which single sign-on it is.
    var mayNeedPartnerStatus: Bool {
        if case .serverAuthorization(let word) = self { word.reason == .authenticatedSSO } else { needsPartnerStatus }
    }
}
