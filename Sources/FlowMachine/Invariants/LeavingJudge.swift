/// Judges what follows a sign-out on this device, using only events and effects: that nothing signs in by itself, that the viewer's facts
/// are forgotten, that a logout is on disk before it is sent, and that its screens interrupt nobody. The model's mark of the sign-out, its
/// wishes and its list of pending logouts are ignored, since they are what is judged.
package struct LeavingJudge: Hashable, Sendable {
    /// Whether the viewer has signed out, and since then no viewer has asked to sign in and the device has the same account.
    private var isOut = false
    /// The account on the device when the viewer signed out.
    private var leftAccount = Account.unknown
    /// The account that the partner framework named last.
    private var account = Account.unknown
    /// Whether the viewer wants another provider, for which the legacy API signs out everyone on the device (FM-23).
    private var isLeavingForAnother = false
    /// The logouts that the vault keeps.
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

    /// The steps that concern the judge.
    static var concerns: RunStep.Kinds { [.launch, .user, .partnersAnswer, .call, .partner, .present, .answer, .keep, .forgetFact] }

    /// Returns to `earlier`, the judge before the last step, whose kinds are `step`. Without a sign-out before it, a sign-in changes nothing.
    mutating func goBack(to earlier: LeavingJudge, _ step: RunStep.Kinds) {
        if earlier.isOut || !step.isDisjoint(with: [.launch, .user, .partnersAnswer, .answer, .keep, .forgetFact]) { self = earlier }
    }

    /// A judge that begins in the middle of a run: everything before `model` is assumed to be correct.
    init(at model: FlowModel) {
        isOut = model.context.signedOut != nil
        owed = model.context.owedLogouts
        isLeavingForAnother = true
    }

    /// The invariants that the event broke.
    package mutating func judge(_ step: RunStep, _ settings: FlowSettings) -> [Invariant] {
        var broken: [Invariant] = []
        var isSigningOut = false
        var isViewersAct = false
        switch step.event.origin {
        case .app(.launched(let kept)): if step.isLaunch { launch(kept) }
        case .app, .timer: break
        case .reply(_, let reply): if let answered = step.answered, !answered.isForAdobe { take(reply.result) }
        case .user(let user):
            isViewersAct = true
            if case .chose(_, .otherProvider) = user { isLeavingForAnother = true }
            if let kind = step.begun?.kind {
                begin(kind)
                isSigningOut = kind == .signOut
            }
        }
        guard step.has([.call, .partner, .present, .answer, .keep, .forgetFact]) || isSigningOut else { return [] }
        var wanted = Wanted(step)
        let isAsked = isViewersAct || wanted.signsIn || wanted.signsOut
        for effect in step.effects {
            switch effect {
            case .call(_, let call): broken += judge(call.endpoint, wanted, settings)
            case .partner(_, let question): if question.isForSignIn { broken += judgeSignIn(wanted) }
            case .present(_, let presentation):
                if presentation.kind.isSignOut, !isAsked { broken.append(.silentDoesNotInterrupt) }
            case .answer(let wish, let answer):
                wanted.remove(wish)
                close(answer)
            case .keep(let fact): keep(fact)
            case .forget(.fact(let kind)):
                facts.removeAll { $0 == kind }
                if kind == .owedLogouts { owed = [] }
                // The viewer's wish has begun; a check that it began continues when it is canceled (FM-07).
                if kind == .signedOut, wanted.signsIn { isOut = false }
            case .cancel, .arm, .disarm, .forget: continue
            }
        }
        if isSigningOut, facts.contains(where: { LeavingJudge.viewersFacts.contains($0) }) { broken.append(.signOutForgetsViewer) }
        return broken
    }

    /// The viewer's wishes while an event's effects are judged in their order.
    private struct Wanted {
        private var wishes: [Outstanding.Open]

        init(_ step: RunStep) {
            wishes = step.before.wishes
            if let begun = step.begun { wishes.append(begun) }
        }

        var signsIn: Bool { wishes.contains { $0.kind.asksViewer } }
        var signsOut: Bool { wishes.contains { $0.kind == .signOut } }

        mutating func remove(_ wish: WishID) { wishes.removeAll { $0.id == wish } }
    }

    // MARK: Events

    private mutating func launch(_ kept: PersistedState) {
        owed = kept.owedLogouts
        isOut = kept.signedOut != nil || !kept.openLogouts.isEmpty
        if let mark = kept.signedOut {
            leftAccount = mark.account.map { .named($0) } ?? (mark.isAccountUnknown ? .unknown : .none)
        }
        if kept.profile != nil { facts.append(.profile) }
        if kept.provider != nil { facts.append(.provider) }
        if kept.code != nil { facts.append(.code) }
    }

    private mutating func begin(_ wish: Wish.Kind) {
        switch wish {
        case .signOut:
            if !isOut || account != .unknown { leftAccount = account }
            isOut = true
        case .otherProvider: isLeavingForAnother = true
        case .signIn, .play, .preview, .userMetadata: return
        }
    }

    /// Takes the account from a reply. It changes only if the framework names an account, or says that there is none.
    private mutating func take(_ result: Reply.Result) {
        guard case .partner(let answer) = result else { return }
        guard answer.status.permission == .granted else {
            if !isOut { account = .unknown }
            return
        }
        if let mapping = answer.status.mapping {
            account = .named(mapping)
            if isOut, leftAccount == .unknown { leftAccount = account }
            if leftAccount != account { isOut = false }
        } else if answer.error == nil {
            account = .none
            if isOut { leftAccount = .none }
        }
    }

    // MARK: Effects

    private mutating func close(_ answer: WishAnswer) {
        switch answer {
        case .signedIn, .permitted, .denied: isLeavingForAnother = false
        case .previewed, .signedOut, .userMetadata, .refused, .dropped: return
        }
    }

    private mutating func keep(_ fact: PersistedValue) {
        if case .owedLogouts(let logouts) = fact { owed = logouts }
        if !facts.contains(fact.kind) { facts.append(fact.kind) }
    }

    private mutating func judge(_ endpoint: Endpoint, _ wanted: Wanted, _ settings: FlowSettings) -> [Invariant] {
        switch endpoint {
        case .logout(let mvpd):
            let isKept = owed.contains(.mvpd(mvpd)) || owed.count >= LeavingJudge.mostOwedLogouts
            return isKept ? [] : [.debtIsKeptFirst]
        case .restV1(.logout): return owed.isEmpty && !isLeavingForAnother ? [.debtIsKeptFirst] : []
        case .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession, .createPartnerProfile, .configuration,
            .restV1(.checkAuthentication), .restV1(.authenticationToken), .restV1(.profileRequest),
            .restV1(.exchange), .restV1(.createCode):
            return judgeSignIn(wanted)
        // The legacy API's configuration may also be asked to find out whether that API has ended (V1-50); it signs nobody in.
        case .register, .token, .preauthorize, .authorize, .restV1: return []
        }
    }

    /// Something leads to a sign-in: somebody must have asked for one since the sign-out.
    private mutating func judgeSignIn(_ wanted: Wanted) -> [Invariant] {
        if isOut, !wanted.signsIn { return [.noSignInAfterSignOut] }
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

extension RunStep {
    /// The wish that the event opens, unless it was refused as one too many.
    fileprivate var begun: Outstanding.Open? {
        guard let opened else { return nil }
        for case .answer(opened.id, .refused(let refusal)) in effects where refusal.reason == .tooManyWishes { return nil }
        return opened
    }
}
