/// Judges which screens the flow shows the viewer, and when, using only events and effects.
///
/// - The flow asks the viewer something only while an open wish allows questions, after the viewer's choice on a screen, or while an
///   attempt of an earlier launch continues.
/// - A newer screen replaces the current screen. Only the current screen is updated or removed.
/// - A wish that arrives while a screen reports the end of an attempt does not wait for that screen.
/// - A screen that the viewer has answered appears again at most twice. This limit starts anew if the flow has reported what is wrong, or
///   if the device's account changed or expired outside the app.
package struct ScreenJudge: Hashable, Sendable {
    private var shown: Screen?
    private var newest: PresentationID?
    /// Whether an attempt of an earlier launch continues. It does so if the vault had an open code at the launch.
    private var isResumed = false
    /// Whether the code of the earlier launch is gone while a request or a timer of its attempt is still outstanding.
    private var isEnding = false
    /// The number of times that the viewer has answered each kind of screen. Counting starts anew when the flow reports what is wrong or
    /// answers a wish, and when the viewer asks for something else.
    private var answered: [Answered] = []
    private var picker = Picker()
    /// Whether the flow was allowed to ask the viewer something in the last step.
    private(set) var isAsked = false

    private struct Screen: Hashable, Sendable {
        let id: PresentationID
        /// The kind of the screen; `nil` if the screen appeared before the judge began.
        let kind: Presentation.Kind?
        /// Whether the viewer has answered the screen. Further answers to the same screen are ignored (FM-04) and not counted.
        var isAnswered = false
    }

    private struct Answered: Hashable, Sendable {
        let kind: Presentation.Kind
        var count: Int
    }

    /// The viewer's answers to the partner framework's picker. Counting starts anew at the same times as for `answered`.
    private struct Picker: Hashable {
        /// The number of times that the viewer answered the picker.
        var answers = 0
        /// The account that the framework named last; `nil` if the app may not see it, or if its sign-in has expired.
        var account: PlatformMappingID?
        /// Whether the app has come to the foreground since the framework's last answer.
        var wasAway = false
    }

    private static let most = 2

    package init() {}

    /// Returns whether a step with `step` as its kinds concerns the judge. If the code of an earlier launch is gone, any step may end the
    /// attempt.
    func isConcerned(by step: RunStep.Kinds) -> Bool { isEnding || !step.isDisjoint(with: ScreenJudge.concerns) }

    private static var concerns: RunStep.Kinds {
        [.launch, .user, .foregrounded, .partnersAnswer, .call, .partner, .present, .answer, .keep, .forgetFact]
    }

    /// Undoes the last step by restoring `earlier`. `step` contains the kinds of the last step. A call or a question changes the judge only
    /// during an attempt of an earlier launch.
    mutating func goBack(to earlier: ScreenJudge, _ step: RunStep.Kinds) {
        isAsked = earlier.isAsked
        if earlier.isResumed || earlier.isEnding || !step.isDisjoint(with: ScreenJudge.concerns.subtracting([.call, .partner])) {
            self = earlier
        }
    }

    /// Creates a judge that begins in the middle of a run, at `model`.
    init(at model: FlowModel) {
        shown = model.context.presented.map { Screen(id: $0, kind: nil) }
        newest = model.context.presented
        isResumed = model.context.resumesAttempt
    }

    /// Judges the event and the effects of a step.
    /// - Returns: the invariants that the step broke.
    package mutating func judge(_ step: RunStep) -> [Invariant] {
        var broken: [Invariant] = []
        let before = shown
        take(step)
        isAsked = isResumed || step.wants { $0.asksViewer } || isChoice(step.event, in: before)
        var isSignedIn = false
        let isLeaving = isAsked || step.wants { $0 == .signOut }
        for effect in step.effects {
            switch effect {
            case .present(let id, let presentation):
                if !isInPlace(id, presentation.kind) { broken.append(.shownOnlyWhileAwaited) }
                let isAllowed = presentation.kind.isSignOut ? isLeaving : isAsked
                if presentation != .nothing, !isAllowed { broken.append(.silentDoesNotInterrupt) }
                if show(id, presentation.kind) { broken.append(.noEndlessScreens) }
            case .partner(_, let question):
                if question.interrupts, !isAsked { broken.append(.silentDoesNotInterrupt) }
                if case .choice = question, picker.answers > ScreenJudge.most { broken.append(.noEndlessScreens) }
            case .answer(_, let answer):
                forgetAnswers()
                if case .signedIn = answer { isSignedIn = true }
            case .call, .cancel, .arm, .disarm, .keep, .forget: continue
            }
        }
        // The viewer is signed in, so no screen of a sign-in may remain.
        if isSignedIn, let kind = shown?.kind, !kind.isSignOut { broken.append(.shownOnlyWhileAwaited) }
        if let opened = step.opened, let kind = before?.kind, kind == .problem || kind == .codeExpired, before == shown,
            step.after.awaits(opened.id)
        {
            broken.append(.noWishWaitsBehindAScreen)
        }
        endResumed(step)
        return broken
    }

    // MARK: Events

    private mutating func take(_ step: RunStep) {
        switch step.event.origin {
        case .app(.launched(let kept)): if step.isLaunch { isResumed = kept.code != nil }
        case .user(.chose(let id, let choice)): if let screen = shown, screen.id == id { choose(choice, in: screen) }
        case .user:
            guard let opened = step.opened else { return }
            forgetAnswers()
            if opened.kind == .signOut { isResumed = false }
        case .reply(_, let reply):
            guard case .partner(let question) = step.answered?.question, case .partner(let answer) = reply.result else { return }
            take(answer, to: question, at: step.time)
        case .app(.foregrounded): if picker.answers > 0 { picker.wasAway = true }
        case .app, .timer: return
        }
    }

    private mutating func take(_ answer: PartnerAnswer, to question: PartnerRequest, at now: Instant) {
        if case .choice = question { picker.answers += 1 }
        guard picker.answers > 0, answer.error == nil else { return }
        let isOver = answer.status.expiry.map { $0 <= now } ?? false
        let account = answer.status.permission == .granted && !isOver ? answer.status.mapping : nil
        if picker.wasAway, account != picker.account { return forgetAnswers() }
        (picker.account, picker.wasAway) = (account, false)
    }

    private func isChoice(_ event: FlowEvent, in screen: Screen?) -> Bool {
        if case .user(.chose(let id, _)) = event.origin { screen?.id == id } else { false }
    }

    private mutating func choose(_ choice: Choice, in screen: Screen) {
        switch choice {
        case .provider, .profile, .redirectReached, .userAgentClosed, .done:
            guard let kind = screen.kind, !screen.isAnswered else { return }
            shown?.isAnswered = true
            if let index = answered.firstIndex(where: { $0.kind == kind }) {
                answered[index].count += 1
            } else {
                answered.append(Answered(kind: kind, count: 1))
            }
        case .cancel:
            isResumed = false
            forgetAnswers()
        case .otherProvider, .retry, .newCode: forgetAnswers()
        }
    }

    private mutating func forgetAnswers() {
        answered = []
        picker = Picker()
    }

    // MARK: Screens

    /// Whether a screen of `kind` may be shown under `id` now.
    private func isInPlace(_ id: PresentationID, _ kind: Presentation.Kind) -> Bool {
        if kind == .nothing { return shown?.id == id }
        // Only the screen of a code may be updated under the same id.
        if let shown, shown.id == id { return kind == .code && shown.kind.map { $0 == .code } ?? true }
        return newest.map { $0.number < id.number } ?? true
    }

    /// Stores the screen that is shown.
    /// - Returns: whether the viewer had already answered screens of `kind` too often.
    private mutating func show(_ id: PresentationID, _ kind: Presentation.Kind) -> Bool {
        defer {
            shown = kind == .nothing ? nil : Screen(id: id, kind: kind)
            if newest.map({ $0.number < id.number }) ?? true { newest = id }
        }
        if kind == .problem || kind == .codeExpired { forgetAnswers() }
        if shown?.id == id { return false }
        return answered.contains { $0.kind == kind && $0.count > ScreenJudge.most }
    }

    /// Ends an attempt of an earlier launch once its code is gone and no screen and no request is outstanding. If new credentials replace
    /// the old credentials, the code is gone, but the attempt continues.
    private mutating func endResumed(_ step: RunStep) {
        let (event, effects) = (step.event, step.effects)
        // A new code replaces the code that is gone, even if a screen shows the new code already.
        let keepsCode = effects.contains { if case .keep(.code) = $0 { true } else { false } }
        if keepsCode { isEnding = false }
        guard isResumed, shown == nil, !effects.contains(.forget(.fact(.client))) else { return }
        if case .user(.chose) = event.origin { return }
        if !keepsCode, effects.contains(.forget(.fact(.code))) { isEnding = true }
        let takesDown = effects.contains { if case .present(_, .nothing) = $0 { true } else { false } }
        let isSignedIn = effects.contains { if case .keep(.profile) = $0 { true } else { false } }
        // The check of the sign-in that follows the code's expiry may still wait for a token, or for a retry of the token request.
        let after = step.after
        let isOver = isEnding && after.requests.isEmpty && !after.isArmed(.retry) && !after.isArmed(.hold)
        if isOver || takesDown && isSignedIn { (isResumed, isEnding) = (false, false) }
    }
}

extension RunStep {
    /// Whether the event opens a wish that `isWanted` accepts, or such a wish was open before the event.
    fileprivate func wants(_ isWanted: (Wish.Kind) -> Bool) -> Bool {
        if let opened, isWanted(opened.kind) { return true }
        for index in before.wishes.indices where isWanted(before.wishes[index].kind) { return true }
        return false
    }
}

extension PartnerRequest {
    /// Whether the partner framework may show the viewer a screen because of this question.
    fileprivate var interrupts: Bool {
        switch self {
        case .status(let prompt): prompt
        case .choice: true
        case .authentication(_, let interruption): interruption
        }
    }
}

extension Presentation.Kind {
    /// Whether the screen belongs to a sign-out.
    var isSignOut: Bool { self == .signOutInSettings || self == .signOutUserAgent || self == .legacySignOut }
}

extension UserEvent {
    /// The kind of wish that the event opens; `nil` if it opens none.
    package var wishKind: Wish.Kind? {
        switch self {
        case .signIn: .signIn
        case .otherProvider: .otherProvider
        case .play(_, let resource, let access): .play(resource: resource, under: access)
        case .preview(_, let resources): .preview(resources)
        case .userMetadata: .userMetadata
        case .signOut: .signOut
        case .cancel, .chose: nil
        }
    }
}

extension Wish.Kind {
    /// Whether the wish allows the flow to ask the viewer to sign in.
    var asksViewer: Bool {
        switch self {
        case .signIn, .otherProvider, .play(_, under: .signedIn): true
        case .play(_, under: .ifSignedIn), .play(_, under: .temporary), .preview, .userMetadata, .signOut: false
        }
    }
}
