/// Signed in, or let in without: decisions can be asked. Phase D.
public struct Deciding: Hashable, Sendable, Recorded {
    /// What decisions are made under.
    var access: Access
    /// Decisions under way; at most 16.
    var pending: [PendingDecision] = []
    /// What preauthorization permitted under this access, to filter by and never to play by (V2-D-09); at most 64.
    var permits: [Decision] = []
    /// Ends the access.
    var expiryTimer: TimerID?
    /// Whether Adobe has not confirmed the access since the launch, for want of a connection.
    var isUnconfirmed = false

    /// What the state waits for, by its most telling decision.
    var step: Step {
        guard let first = pending.first else { return .ready }
        return first.step
    }

    enum Step: String, Word {
        /// For the app.
        case ready
        /// For the partner status (V2-D-02).
        case partnerStatus
        /// For an authorization (V2-D-10).
        case authorizing
        /// For a preauthorization (V2-D-06).
        case preauthorizing
        /// For the viewer's metadata.
        case metadata
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Deciding(
                access: try archive.field("access", old?.access),
                pending: try archive.field("pending", old?.pending),
                permits: try archive.field("permits", old?.permits),
                expiryTimer: try archive.optional("expiryTimer", old?.expiryTimer),
                isUnconfirmed: try archive.field("isUnconfirmed", old?.isUnconfirmed))
        }
    }
}

/// A decision under way, for one wish.
struct PendingDecision: Hashable, Sendable, Recorded {
    let wish: WishID
    let step: Deciding.Step
    let ask: RequestID
    /// Whether Adobe refused a partner status for it already (V2-D-05; once).
    var refusedStatus = false

    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PendingDecision(
                wish: try archive.field("wish", old?.wish),
                step: try archive.field("step", old?.step),
                ask: try archive.field("ask", old?.ask),
                refusedStatus: try archive.field("refusedStatus", old?.refusedStatus))
        }
    }
}

// MARK: Reducing

extension Deciding {
    /// Decisions can be asked: whoever waited for a sign-in is answered, and the wishes that wait for decisions begin.
    static func enter(_ access: Access, isUnconfirmed: Bool = false, _ run: inout Run, _ rule: Rule) -> Next {
        var next = Deciding(access: access, isUnconfirmed: isUnconfirmed)
        run.known.resumesAttempt = false
        run.known.foundNobody = false
        next.hold(access, &run)
        for wish in run.known.wishes { next.start(wish, &run) }
        return Next(.deciding(next), rule)
    }

    /// Takes over `access`: remembers what is to be remembered, and watches its end.
    private mutating func hold(_ access: Access, _ run: inout Run) {
        self.access = access
        if let notAfter = access.notAfter { expiryTimer = run.arm(.profileExpiry, at: run.local(notAfter)) }
        if access.isTemporary { return }
        if case .profile(let profile) = access {
            run.keep(profile)
            run.noteProviders([profile])
        }
        if let mvpd = access.mvpd {
            run.remember(mvpd, account: access.needsPartnerStatus ? run.known.platformAccount : nil)
            if run.known.keptProfile?.mvpd != mvpd { run.forgetProfile() }
        }
    }

    // MARK: Beginning

    func wished(_ wish: Wish, _ run: inout Run) -> Next {
        var next = self
        switch wish.kind {
        case .otherProvider: return run.attempt(.`FM-15`)
        case .signIn, .play:
            if access.isTemporary { return run.attempt(.`V2-B-01`) }
            next.start(wish, &run)
            return Next(.deciding(next), wish.kind == .signIn ? .`FM-16` : next.ruleOfBeginning(.`V2-D-10`))
        case .preview:
            if access.isTemporary {
                run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
                return Next(.deciding(self), .`FM-17`)
            }
            next.start(wish, &run)
            let isKnown = !run.known.wishes.contains { $0.id == wish.id }
            return Next(.deciding(next), isKnown ? .`V2-D-09` : next.ruleOfBeginning(.`V2-D-06`))
        case .userMetadata:
            next.start(wish, &run)
            return Next(.deciding(next), .`V2-D-18`)
        case .signOut: return Next(.deciding(self), .`FM-05`)
        }
    }

    /// The status comes first where it is not at hand (V2-D-02).
    private func ruleOfBeginning(_ rule: Rule) -> Rule {
        pending.last?.step == .partnerStatus ? .`V2-D-02` : rule
    }

    /// Begins what a wish needs.
    mutating func start(_ wish: Wish, _ run: inout Run) {
        switch wish.kind {
        case .signIn, .otherProvider:
            run.answer(wish.id, .signedIn(access))
        case .play(_, under: .temporary): askDecision(wish, &run)
        case .preview(let resources) where isPermitted(resources):
            run.answer(wish.id, .previewed(inOrder(resources, permits)))
        case .play(_, under: .signedIn), .preview:
            if access.needsPartnerStatus, run.statusForDecision == nil {
                let ask = run.ask(PartnerRequest.status(prompt: false))
                pending.append(PendingDecision(wish: wish.id, step: .partnerStatus, ask: ask))
            } else {
                askDecision(wish, &run)
            }
        case .userMetadata:
            guard let mvpd = access.mvpd ?? run.known.provider?.mvpd else {
                run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
                return
            }
            let ask = run.ask(Endpoint.profile(mvpd, status: run.statusForCheck))
            pending.append(PendingDecision(wish: wish.id, step: .metadata, ask: ask))
        case .signOut: return
        }
    }

    private func isPermitted(_ resources: [SecretRef]) -> Bool {
        resources.allSatisfy { resource in permits.contains { $0.resource == resource } }
    }

    /// The decisions about these resources, in the order in which they were asked.
    private func inOrder(_ resources: [SecretRef], _ decisions: [Decision]) -> [Decision] {
        resources.compactMap { resource in decisions.first { $0.resource == resource } }
    }

    private mutating func keepPermits(_ decisions: [Decision]) {
        for decision in decisions where decision.verdict == .permit(media: nil) && !isPermitted([decision.resource]) {
            if permits.count < 64 { permits.append(decision) }
        }
    }

    /// Asks Adobe for the decision, with the status at hand where the access needs or may need one.
    private mutating func askDecision(_ wish: Wish, refusedStatus: Bool = false, _ run: inout Run) {
        let provider = access.mvpd ?? run.known.provider?.mvpd
        let status = access.mayNeedPartnerStatus ? run.statusForDecision : nil
        switch wish.kind {
        case .play(let resource, under: .temporary(let identity)):
            guard let mvpd = run.settings.temporaryAccess else { return refuse(wish, .temporaryAccess, &run) }
            let ask = run.ask(Endpoint.authorize(mvpd, resource: resource, status: nil, identity: identity))
            pending.append(PendingDecision(wish: wish.id, step: .authorizing, ask: ask))
        case .play(let resource, under: .signedIn):
            guard let provider else { return refuse(wish, .authentication, &run) }
            let ask = run.ask(Endpoint.authorize(provider, resource: resource, status: status, identity: nil))
            pending.append(PendingDecision(wish: wish.id, step: .authorizing, ask: ask, refusedStatus: refusedStatus))
        case .preview(let resources):
            guard let provider else { return refuse(wish, .authentication, &run) }
            let missing = resources.filter { !isPermitted([$0]) }
            let ask = run.ask(Endpoint.preauthorize(provider, resources: missing, status: status))
            pending.append(PendingDecision(wish: wish.id, step: .preauthorizing, ask: ask, refusedStatus: refusedStatus))
        case .signIn, .otherProvider, .userMetadata, .signOut: return
        }
    }

    private func refuse(_ wish: Wish, _ reason: Refusal.Reason, _ run: inout Run) {
        run.answer(wish.id, .refused(Refusal(reason: reason, ways: [.retry, .otherProvider])))
    }

    // MARK: Answers

    func answered(_ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
        var next = self
        guard let index = pending.firstIndex(where: { $0.ask == ask }) else { return Next(.deciding(self), .`FM-02`) }
        let decision = next.pending.remove(at: index)
        guard let wish = run.known.wishes.first(where: { $0.id == decision.wish }) else { return Next(.deciding(next), .`FM-02`) }
        switch result {
        case .partner(let answer): return next.statusCame(answer.status, wish, decision, &run)
        case .decisions(let decisions): return next.decisionsCame(decisions, wish, &run)
        case .profiles(let profiles): return next.metadataCame(profiles, wish, &run)
        case .failed(let failure): return next.failed(failure, wish, decision, &run)
        case .registered, .token, .configuration, .session, .logouts: return Next(.deciding(self), .`FM-02`)
        }
    }

    private mutating func statusCame(_ status: PartnerStatus, _ wish: Wish, _ decision: PendingDecision, _ run: inout Run) -> Next {
        run.note(status)
        guard run.statusForDecision != nil else { return goBack(for: wish, .`V2-D-04`, &run) }
        askDecision(wish, refusedStatus: decision.refusedStatus, &run)
        return Next(.deciding(self), .`V2-D-03`)
    }

    private mutating func decisionsCame(_ decisions: [Decision], _ wish: Wish, _ run: inout Run) -> Next {
        if case .preview(let resources) = wish.kind {
            keepPermits(decisions)
            run.answer(wish.id, .previewed(inOrder(resources, decisions + permits)))
            return Next(.deciding(self), .`V2-D-08`)
        }
        guard case .play(let resource, let under) = wish.kind else { return Next(.deciding(self), .`FM-02`) }
        guard let decision = decisions.first(where: { $0.resource == resource }) else {
            refuse(wish, .service, &run)
            return Next(.deciding(self), .`FM-13`)
        }
        switch decision.verdict {
        case .permit(let media?):
            run.answer(wish.id, .permitted(resource: resource, media: media, source: decision.source))
            return Next(.deciding(self), .`V2-D-11`)
        case .permit(nil):
            refuse(wish, .service, &run)
            return Next(.deciding(self), .`FM-13`)
        case .deny(let error): return denied(error, wish, resource, under, &run)
        }
    }

    private func denied(_ error: AdobeError, _ wish: Wish, _ resource: SecretRef, _ under: PlayAccess, _ run: inout Run) -> Next {
        if case .temporary = under {
            run.answer(wish.id, .refused(Refusal(reason: .temporaryAccess, error: error, ways: [.otherProvider, .cancel])))
            return Next(.deciding(self), .`V2-T-04`)
        }
        if error.action == .authentication { return authenticationNeeded(error, wish, &run) }
        run.answer(wish.id, .denied(resource: resource, error: error))
        return Next(.deciding(self), .`V2-D-13`)
    }

    private mutating func metadataCame(_ profiles: [Profile], _ wish: Wish, _ run: inout Run) -> Next {
        let mvpd = access.mvpd ?? run.known.provider?.mvpd
        guard let profile = profiles.first(where: { $0.mvpd == mvpd && $0.notAfter > run.serverNow }) else {
            run.answer(wish.id, .refused(Refusal(reason: .notSignedIn)))
            return Next(.deciding(self), .`V2-D-18`)
        }
        // What is under way was asked under the access as it was.
        if pending.isEmpty || access.type == profile.type { hold(.profile(profile), &run) }
        if let attributes = profile.attributes {
            run.answer(wish.id, .userMetadata(attributes: attributes))
        } else {
            refuse(wish, .service, &run)
        }
        return Next(.deciding(self), .`V2-D-18`)
    }

    // MARK: Failures

    private mutating func failed(_ failure: CallFailure, _ wish: Wish, _ decision: PendingDecision, _ run: inout Run) -> Next {
        if let error = failure.error {
            if error.namesPartnerStatus, decision.step != .metadata, !wish.isTemporary { return statusRefused(wish, decision, &run) }
            if error.action == .authentication, decision.step == .authorizing { return authenticationNeeded(error, wish, &run) }
        }
        run.answer(wish.id, .refused(Refusal(Problem(failure))))
        return Next(.deciding(self), failure.isRefusedAgain ? .`V2-X-09` : .`FM-13`)
    }

    /// Adobe asks for a sign-in: a check first, and if that does not help, the wish ends with the ways on (V2-D-14).
    private func authenticationNeeded(_ error: AdobeError, _ wish: Wish, _ run: inout Run) -> Next {
        if wish.asksPerson, !wish.returned { return goBack(for: wish, .`V2-D-14`, &run) }
        let reason: Refusal.Reason = wish.asksPerson ? .authentication : .temporaryAccess
        run.answer(wish.id, .refused(Refusal(reason: reason, error: error, ways: [.otherProvider, .cancel])))
        return Next(.deciding(self), wish.asksPerson ? .`V2-D-14` : .`V2-T-04`)
    }

    /// Adobe refused the status: it is asked anew once, then the check decides (V2-D-05).
    private mutating func statusRefused(_ wish: Wish, _ decision: PendingDecision, _ run: inout Run) -> Next {
        run.known.partnerStatus = nil
        if decision.refusedStatus { return goBack(for: wish, .`V2-D-05`, &run) }
        let ask = run.ask(PartnerRequest.status(prompt: false))
        pending.append(PendingDecision(wish: wish.id, step: .partnerStatus, ask: ask, refusedStatus: true))
        return Next(.deciding(self), .`V2-D-05`)
    }

    /// The access is in doubt: phase B, once for a wish; its decision is asked again after it.
    private func goBack(for wish: Wish, _ rule: Rule, _ run: inout Run) -> Next {
        guard !wish.returned, let index = run.known.wishes.firstIndex(where: { $0.id == wish.id }) else {
            refuse(wish, .authentication, &run)
            return Next(.deciding(self), rule)
        }
        run.known.wishes[index].returned = true
        return Checking.begin(&run, rule)
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

    // MARK: Time and the app

    /// The access has ended: phase B, with the provider remembered (V2-B-16).
    func fired(_ timer: TimerID, _ run: inout Run) -> Next {
        guard timer == expiryTimer else { return Next(.deciding(self), .`FM-03`) }
        run.forgetProfile()
        return Checking.begin(&run, .`V2-B-16`)
    }

    /// The platform account may have changed in Settings: the status at hand counts no more (V2-X-16). An access that
    /// Adobe has not confirmed since the launch is checked.
    func foregrounded(_ run: inout Run) -> Next {
        if isUnconfirmed, pending.isEmpty { return Checking.begin(&run, .`V2-X-16`) }
        guard run.known.partnerStatus != nil else { return Next(.deciding(self), .`FM-10`) }
        run.known.partnerStatus = nil
        return Next(.deciding(self), .`V2-X-16`)
    }
}

extension Access {
    /// When it ends, if known.
    var notAfter: Instant? {
        switch self {
        case .profile(let profile): profile.notAfter
        case .serverWord(let word): word.notAfter
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
        case .serverWord(let word): word.reason == .temporary
        }
    }

    /// Whether a decision under it must carry a partner status (V2-D-01).
    var needsPartnerStatus: Bool {
        if case .profile(let profile) = self { profile.type == .appleSSO } else { false }
    }

    /// Whether a decision under it carries a status if one is at hand: Adobe did not say which single sign-on it is.
    var mayNeedPartnerStatus: Bool {
        if case .serverWord(let word) = self { word.reason == .authenticatedSSO } else { needsPartnerStatus }
    }
}
