/// Judges what is shown to the viewer, and when, using only events and effects.
///
/// - Something that asks the viewer is shown only while an open wish allows it, while the viewer uses a screen, or while an attempt of an
///   earlier launch continues.
/// - A screen is replaced by a newer one, and only the screen that is shown is updated or taken down.
/// - A wish that arrives while a screen reports the end of an attempt does not wait for that screen.
/// - A screen that the viewer has answered returns at most twice, unless the flow said what is wrong.
package struct ScreenJudge: Hashable, Sendable {
    private var isLaunched = false
    /// The wishes that the app awaits.
    private var wishes: [Open] = []
    private var shown: Screen?
    private var newest: PresentationID?
    /// Whether the launch had an open code: the viewer began that attempt in an earlier launch.
    private var isResumed = false
    /// How often the viewer answered screens of a kind since the last text that said what is wrong, or since the viewer wanted something
    /// else.
    private var answered: [Answered] = []
    /// The questions to the partner framework that show its picker.
    private var choices: [RequestID] = []
    private var newestChoice = 0
    /// Whether the viewer may be asked something, after the last event.
    private(set) var isAsked = false

    private struct Open: Hashable, Sendable {
        let id: WishID
        let kind: Wish.Kind
    }

    private struct Screen: Hashable, Sendable {
        let id: PresentationID
        /// `nil` if the judge began while it was shown.
        let kind: Presentation.Kind?
    }

    private struct Answered: Hashable, Sendable {
        let kind: Presentation.Kind
        var count: Int
    }

    private static let most = 2

    package init() {}

    /// A judge that begins in the middle of a run.
    init(at model: FlowModel) {
        isLaunched = model.context.isLaunched
        wishes = model.context.wishes.map { Open(id: $0.id, kind: $0.kind) }
        shown = model.context.presented.map { Screen(id: $0, kind: nil) }
        newest = model.context.presented
        isResumed = model.context.resumesAttempt
    }

    /// Takes an event and its effects.
    /// - Returns: the invariants that it broke.
    package mutating func judge(_ event: FlowEvent, _ effects: [Effect]) -> [Invariant] {
        var broken: [Invariant] = []
        let before = shown
        let opened = take(event)
        isAsked = isResumed || wishes.contains { $0.kind.asksViewer } || isChoice(event, in: before)
        var isSignedIn = false
        let isLeaving = wishes.contains { $0.kind == .signOut } || isAsked
        for effect in effects {
            switch effect {
            case .present(let id, let presentation):
                if !isInPlace(id, presentation.kind) { broken.append(.shownOnlyWhileAwaited) }
                let isAllowed = presentation.kind.isSignOut ? isLeaving : isAsked
                if presentation != .nothing, !isAllowed { broken.append(.silentDoesNotInterrupt) }
                if show(id, presentation.kind) { broken.append(.noEndlessScreens) }
            case .partner(let id, let question):
                if question.interrupts, !isAsked { broken.append(.silentDoesNotInterrupt) }
                if case .choice = question {
                    if newestChoice > ScreenJudge.most { broken.append(.noEndlessScreens) }
                    choices.append(id)
                }
            case .cancel(let id): choices.removeAll { $0 == id }
            case .answer(let wish, let answer):
                forgetAnswers()
                wishes.removeAll { $0.id == wish }
                if case .signedIn = answer { isSignedIn = true }
            case .call, .arm, .disarm, .keep, .forget: continue
            }
        }
        // Decisions can be requested, so no screen of a sign-in is left.
        if isSignedIn, let kind = shown?.kind, !kind.isSignOut { broken.append(.shownOnlyWhileAwaited) }
        if let opened, let kind = before?.kind, kind == .problem || kind == .codeExpired,
            wishes.contains(where: { $0.id == opened }), before == shown
        {
            broken.append(.noWishWaitsBehindAScreen)
        }
        endResumed(event, effects)
        return broken
    }

    // MARK: Events

    /// - Returns: the wish that the event opens.
    private mutating func take(_ event: FlowEvent) -> WishID? {
        switch event.origin {
        case .app(.launched(let kept)):
            if !isLaunched { isResumed = kept.code != nil }
            isLaunched = true
        case .user(.chose(let id, let choice)):
            guard let screen = shown, screen.id == id else { return nil }
            choose(choice, in: screen)
        case .user(let user):
            guard isLaunched, let wish = user.wish, let kind = user.wishKind, !wishes.contains(where: { $0.id == wish }) else { return nil }
            wishes.append(Open(id: wish, kind: kind))
            forgetAnswers()
            if kind == .signOut { isResumed = false }
            return wish
        case .reply(let id, _):
            guard choices.contains(id) else { return nil }
            choices.removeAll { $0 == id }
            newestChoice += 1
        case .app, .timer: break
        }
        return nil
    }

    private func isChoice(_ event: FlowEvent, in screen: Screen?) -> Bool {
        if case .user(.chose(let id, _)) = event.origin { screen?.id == id } else { false }
    }

    private mutating func choose(_ choice: Choice, in screen: Screen) {
        switch choice {
        case .provider, .profile, .redirectReached, .userAgentClosed, .done:
            guard let kind = screen.kind else { return }
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
        newestChoice = 0
    }

    // MARK: Screens

    /// Whether this screen may be shown now under this number.
    private func isInPlace(_ id: PresentationID, _ kind: Presentation.Kind) -> Bool {
        if kind == .nothing { return shown?.id == id }
        // Only a code is updated in place.
        if let shown, shown.id == id { return kind == .code && shown.kind.map { $0 == .code } ?? true }
        return newest.map { $0.number < id.number } ?? true
    }

    /// - Returns: whether the viewer has answered this screen too often.
    private mutating func show(_ id: PresentationID, _ kind: Presentation.Kind) -> Bool {
        defer {
            shown = kind == .nothing ? nil : Screen(id: id, kind: kind)
            if newest.map({ $0.number < id.number }) ?? true { newest = id }
        }
        if kind == .problem || kind == .codeExpired { forgetAnswers() }
        if shown?.id == id { return false }
        return answered.contains { $0.kind == kind && $0.count > ScreenJudge.most }
    }

    /// An attempt of an earlier launch is over once its code is gone and nothing is shown. Credentials that are replaced end the code, but
    /// not the attempt.
    private mutating func endResumed(_ event: FlowEvent, _ effects: [Effect]) {
        guard isResumed, shown == nil, !effects.contains(.forget(.fact(.client))) else { return }
        if case .user(.chose) = event.origin { return }
        let endsCode = effects.contains(.forget(.fact(.code)))
        let takesDown = effects.contains { if case .present(_, .nothing) = $0 { true } else { false } }
        let isSignedIn = effects.contains { if case .keep(.profile) = $0 { true } else { false } }
        if endsCode && !effects.contains(where: { $0.isRequest }) || takesDown && isSignedIn { isResumed = false }
    }
}

extension Effect {
    /// Whether something follows from it: the attempt continues.
    fileprivate var isRequest: Bool {
        switch self {
        case .call, .partner: true
        case .cancel, .present, .answer, .arm, .disarm, .keep, .forget: false
        }
    }
}

extension PartnerRequest {
    /// Whether the viewer may be asked.
    fileprivate var interrupts: Bool {
        switch self {
        case .status(let prompt): prompt
        case .choice: true
        case .authentication(_, let interruption): interruption
        }
    }
}

extension Presentation.Kind {
    /// Whether it belongs to a sign-out.
    var isSignOut: Bool { self == .signOutInSettings || self == .signOutUserAgent || self == .legacySignOut }
}

extension UserEvent {
    /// The wish that it opens.
    var wishKind: Wish.Kind? {
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
    /// Whether it lets the viewer be asked to sign in.
    var asksViewer: Bool {
        switch self {
        case .signIn, .otherProvider, .play(_, under: .signedIn): true
        case .play(_, under: .ifSignedIn), .play(_, under: .temporary), .preview, .userMetadata, .signOut: false
        }
    }
}
