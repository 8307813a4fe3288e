/// Judges what follows a sign-out on this device, using only events and effects: that nothing signs in by itself, that the viewer's facts
/// are forgotten, that a logout is on disk before it is sent, and that its screens interrupt nobody. The model's mark of the sign-out, its
/// wishes and its list of pending logouts are ignored, since they are what is judged.
package struct LeavingJudge: Hashable, Sendable {
    /// Whether the viewer has signed out, and since then nobody has asked to sign in and the device has the same account.
    private var isOut = false
    /// The account on the device when the viewer signed out.
    private var leftAccount = Account.unknown
    /// The account that the partner framework named last.
    private var account = Account.unknown
    private var isLaunched = false
    /// The open wishes; those that let the viewer be asked to sign in; and the sign-outs.
    private var wishes: [WishID] = []
    private var signIns: [WishID] = []
    private var signOuts: [WishID] = []
    /// Whether the viewer wants another provider, for which the legacy API signs out everyone on the device (FM-23).
    private var isLeavingForAnother = false
    /// What is on disk.
    private var owed: [OwedLogout] = []
    private var facts: [PersistedValue.Kind] = []

    private enum Account: Hashable, Sendable {
        case unknown
        case none
        case named(PlatformMappingID)
    }

    /// The facts of one viewer.
    private static let viewersFacts: [PersistedValue.Kind] = [.profile, .provider, .code]
    private static let mostOwedLogouts = 8

    package init() {}

    /// A judge that begins in the middle of a run: everything before `model` is assumed to be correct.
    init(at model: FlowModel) {
        isLaunched = model.context.isLaunched
        isOut = model.context.signedOut != nil
        wishes = model.context.wishes.map { $0.id }
        signIns = model.context.wishes.filter { $0.asksViewer }.map { $0.id }
        signOuts = model.context.wishes.filter { $0.kind == .signOut }.map { $0.id }
        owed = model.context.owedLogouts
        isLeavingForAnother = true
    }

    /// The invariants that the event broke.
    package mutating func judge(_ step: RunStep, _ settings: FlowSettings) -> [Invariant] {
        var broken: [Invariant] = []
        let (event, effects) = (step.event, step.effects)
        let isNew = isNewWish(event, effects)
        var isSigningOut = false
        var isViewersAct = false
        switch event.origin {
        case .app(.launched(let kept)): if step.isLaunch { launch(kept) }
        case .app, .timer: break
        case .reply(_, let reply): if let answered = step.answered, !answered.isForAdobe { take(reply.result) }
        case .user(let user):
            isViewersAct = true
            isSigningOut = isSignOut(user) && isNew
            take(user, isNew: isNew)
        }
        guard step.has([.call, .partner, .present, .answer, .keep, .forgetFact]) || isSigningOut else { return [] }
        let isAsked = isViewersAct || !signIns.isEmpty || !signOuts.isEmpty
        for effect in effects {
            switch effect {
            case .call(_, let call): broken += judge(call.endpoint, settings)
            case .partner(_, let question): if question.isForSignIn { broken += judgeSignIn() }
            case .present(_, let presentation):
                if presentation.isForSignOut, !isAsked { broken.append(.silentDoesNotInterrupt) }
            case .answer(let wish, let answer): close(wish, answer)
            case .keep(let fact): keep(fact)
            case .forget(.fact(let kind)):
                facts.removeAll { $0 == kind }
                if kind == .owedLogouts { owed = [] }
                // The viewer's wish has begun; a check that it began goes on when it is canceled (FM-07).
                if kind == .signedOut, !signIns.isEmpty { isOut = false }
            case .cancel, .arm, .disarm, .forget: continue
            }
        }
        if isSigningOut, facts.contains(where: { LeavingJudge.viewersFacts.contains($0) }) { broken.append(.signOutForgetsViewer) }
        return broken
    }

    // MARK: Events

    private mutating func launch(_ kept: PersistedState) {
        isLaunched = true
        owed = kept.owedLogouts
        isOut = kept.signedOut != nil || !kept.openLogouts.isEmpty
        if let mark = kept.signedOut {
            leftAccount = mark.provider.map { .named($0) } ?? (mark.isAccountUnknown ? .unknown : .none)
        }
        if kept.profile != nil { facts.append(.profile) }
        if kept.provider != nil { facts.append(.provider) }
        if kept.code != nil { facts.append(.code) }
    }

    private func isSignOut(_ event: UserEvent) -> Bool { if case .signOut = event { true } else { false } }

    /// Whether the event opens a wish, neither again nor as one too many.
    private func isNewWish(_ event: FlowEvent, _ effects: [Effect]) -> Bool {
        guard isLaunched, case .user(let user) = event.origin, let wish = user.wish, user.kind != .cancel, !wishes.contains(wish)
        else { return false }
        return !effects.contains { if case .answer(wish, .refused(let refusal)) = $0 { refusal.reason == .tooManyWishes } else { false } }
    }

    private mutating func take(_ event: UserEvent, isNew: Bool) {
        if case .chose(_, .otherProvider) = event { isLeavingForAnother = true }
        guard isNew, let wish = event.wish else { return }
        wishes.append(wish)
        switch event {
        case .signOut:
            signOuts.append(wish)
            if !isOut || account != .unknown { leftAccount = account }
            isOut = true
        case .otherProvider:
            isLeavingForAnother = true
            signIns.append(wish)
        case .signIn, .play(_, resource: _, under: .signedIn): signIns.append(wish)
        case .chose, .play, .preview, .userMetadata, .cancel: return
        }
    }

    /// Only an account that the framework names, or its word that there is none, says something about the account.
    private mutating func take(_ result: Reply.Result) {
        guard case .partner(let answer) = result else { return }
        guard answer.status.permission == .granted else {
            if !isOut { account = .unknown }
            return
        }
        if let provider = answer.status.provider {
            account = .named(provider)
            if isOut, leftAccount == .unknown { leftAccount = account }
            if leftAccount != account { isOut = false }
        } else if answer.error == nil {
            account = .none
            if isOut { leftAccount = .none }
        }
    }

    // MARK: Effects

    private mutating func close(_ wish: WishID, _ answer: Answer) {
        wishes.removeAll { $0 == wish }
        signIns.removeAll { $0 == wish }
        signOuts.removeAll { $0 == wish }
        switch answer {
        case .signedIn, .permitted, .denied: isLeavingForAnother = false
        case .previewed, .signedOut, .userMetadata, .refused, .dropped: return
        }
    }

    private mutating func keep(_ fact: PersistedValue) {
        if case .owedLogouts(let logouts) = fact { owed = logouts }
        if !facts.contains(fact.kind) { facts.append(fact.kind) }
    }

    private mutating func judge(_ endpoint: Endpoint, _ settings: FlowSettings) -> [Invariant] {
        switch endpoint {
        case .logout(let mvpd):
            let isKept = owed.contains(.mvpd(mvpd)) || owed.count >= LeavingJudge.mostOwedLogouts
            return isKept ? [] : [.debtIsKeptFirst]
        case .restV1(.logout): return owed.isEmpty && !isLeavingForAnother ? [.debtIsKeptFirst] : []
        case .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession, .createPartnerProfile, .configuration,
            .restV1(.checkAuthentication), .restV1(.authenticationToken), .restV1(.profileRequest),
            .restV1(.exchange), .restV1(.createCode):
            return judgeSignIn()
        // The legacy API's configuration may also be asked to find out whether that API has ended (V1-50); it signs nobody in.
        case .register, .token, .preauthorize, .authorize, .restV1: return []
        }
    }

    /// Something leads to a sign-in: somebody must have asked for one since the sign-out.
    private mutating func judgeSignIn() -> [Invariant] {
        if isOut, signIns.isEmpty { return [.noSignInAfterSignOut] }
        isOut = false
        return []
    }
}

extension PartnerRequest {
    /// Whether the viewer signs in by it; a question for the status only looks.
    fileprivate var isForSignIn: Bool {
        switch self {
        case .status: false
        case .choice, .authentication: true
        }
    }
}

extension Presentation {
    fileprivate var isForSignOut: Bool {
        switch kind {
        case .signOutInSettings, .signOutUserAgent, .legacySignOut: true
        case .nothing, .providerPicker, .providerConfirmation, .profilePicker, .userAgent, .code, .codeExpired, .problem: false
        }
    }
}
