/// Judges what follows a sign-out on this device, using only events and effects. No sign-in starts by itself, the flow forgets the viewer's
/// values, and a logout is in the vault before it is sent. The screens of a sign-out appear only while a viewer uses the app.
///
/// The judge ignores the sign-out, the wishes and the pending logouts in the model, because they are under test.
package struct LeavingJudge: Hashable, Sendable {
    /// Whether the viewer has signed out. Becomes false when a viewer asks to sign in or the device has a different account.
    private var isOut = false
    /// The account on the device when the viewer signed out.
    private var leftAccount = Account.unknown
    /// The account that the partner framework reported last.
    private var account = Account.unknown
    /// Whether the viewer wants a different provider. With the legacy API, the flow then first signs out everyone on the device (FM-23).
    private var isLeavingForAnother = false
    /// The pending logouts in the vault.
    private var owed: [OwedLogout] = []
    /// The kinds of the values in the vault.
    private var facts: [PersistedValue.Kind] = []

    private enum Account: Hashable, Sendable {
        case unknown
        case none
        case named(PlatformMappingID)
    }

    /// The kinds of values that belong to one viewer.
    private static let viewersFacts: [PersistedValue.Kind] = [.profile, .provider, .code]
    private static let mostOwedLogouts = 8

    package init() {}

    /// The kinds of steps that can change this judge or break its invariants.
    static var concerns: RunStep.Kinds { [.launch, .user, .partnersAnswer, .call, .partner, .present, .answer, .keep, .forgetFact] }

    /// Undoes the last step by restoring `earlier`. `step` contains the kinds of the last step. If no sign-out was in effect, the start of
    /// a sign-in has changed nothing.
    mutating func goBack(to earlier: LeavingJudge, _ step: RunStep.Kinds) {
        if earlier.isOut || !step.isDisjoint(with: [.launch, .user, .partnersAnswer, .answer, .keep, .forgetFact]) { self = earlier }
    }

    /// Creates a judge that begins in the middle of a run and assumes that everything before `model` was correct.
    init(at model: FlowModel) {
        isOut = model.context.signedOut != nil
        owed = model.context.owedLogouts
        isLeavingForAnother = true
    }

    /// Returns the invariants that the step broke.
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
                // The viewer asked to sign in, so the sign-out is no longer in effect, even if that wish is canceled while its check
                // continues (FM-07).
                if kind == .signedOut, wanted.signsIn { isOut = false }
            case .cancel, .arm, .disarm, .forget: continue
            }
        }
        if isSigningOut, facts.contains(where: { LeavingJudge.viewersFacts.contains($0) }) { broken.append(.signOutForgetsViewer) }
        return broken
    }

    /// The open wishes while the effects of one event are judged in order.
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

    /// Stores the account that the partner framework reports, or that there is none. Without permission the account becomes unknown, except
    /// after a sign-out. An error changes nothing.
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
        // A configuration request of the legacy API may test whether that API has ended (V1-50). It signs no viewer in.
        case .register, .token, .preauthorize, .authorize, .restV1: return []
        }
    }

    /// Judges a call or a question that starts a sign-in. After a sign-out, the flow may start one only for an open wish to sign in.
    private mutating func judgeSignIn(_ wanted: Wanted) -> [Invariant] {
        if isOut, !wanted.signsIn { return [.noSignInAfterSignOut] }
        isOut = false
        return []
    }
}

extension PartnerRequest {
    /// Whether the question signs the viewer in. A question for the status only reads the account.
    fileprivate var isForSignIn: Bool {
        switch self {
        case .status: false
        case .choice, .authentication: true
        }
    }
}

extension RunStep {
    /// The wish that the event opens; `nil` if the flow refused it because too many wishes are open.
    fileprivate var begun: Outstanding.Open? {
        guard let opened else { return nil }
        for case .answer(opened.id, .refused(let refusal)) in effects where refusal.reason == .tooManyWishes { return nil }
        return opened
    }
}
