/// Judges each step by itself: its calls, its answers, and whether the model agrees with the run. Nothing in the model excuses a violation.
struct StepJudge: Hashable, Sendable {
    private var handedOutMedia: [SecretRef] = []

    /// Returns the invariants that the step broke.
    mutating func judge(_ step: RunStep, at after: FlowModel, _ settings: FlowSettings) -> [Invariant] {
        var broken: [Invariant] = []
        if step.has([.call, .answer]) {
            for effect in step.effects {
                switch effect {
                case .call(_, let call):
                    if !call.endpoint.descriptor.api.isSpoken(by: settings.api) { broken.append(.onlyChosenAPI) }
                    if let status = call.endpoint.status, status.permission != .granted || status.mapping == nil {
                        broken.append(.onlyValidStatusIsSent)
                    }
                case .answer(_, .permitted(_, let media, _, _)):
                    if handedOutMedia.contains(media.ref) { broken.append(.mediaTokenOnce) }
                    handedOutMedia.append(media.ref)
                case .answer(_, .signedIn(let access)): if settings.isTemporary(access) { broken.append(.temporaryAccessIsNoSignIn) }
                case .arm, .disarm, .present, .answer, .cancel, .keep, .forget, .partner: continue
                }
            }
        }
        // The app treats the access in the model as a viewer's access, and reports the viewer's choices for the presentation in the model.
        // Both must therefore be correct.
        if let access = after.state.access, !access.isTemporary, settings.isTemporary(access) { broken.append(.temporaryAccessIsNoSignIn) }
        let shown = step.after.shown?.id
        if shown != after.context.presented || shown != nil && !after.state.awaiting.presents { broken.append(.shownOnlyWhileAwaited) }
        if !areAnsweredOnce(step, after) { broken.append(.answeredOnce) }
        return broken
    }

    /// Whether each answer is the first answer to an open wish and fits the wish's kind, and whether the model contains the same open
    /// wishes as the run.
    private func areAnsweredOnce(_ step: RunStep, _ after: FlowModel) -> Bool {
        if step.has(.answer) {
            var answered: [WishID] = []
            for case .answer(let wish, let answer) in step.effects {
                guard !answered.contains(wish), let kind = step.kind(of: wish), answer.fits(kind, step.event, wish) else { return false }
                answered.append(wish)
            }
        }
        let (open, known) = (step.after.wishes, after.context.wishes)
        // Neither list contains a wish twice. If the counts are equal and one list contains the other list, both contain the same wishes.
        return open.count == known.count && open.allSatisfy { open in known.contains { $0.id == open.id } }
    }
}

extension RunStep {
    /// Returns the kind of `wish`; `nil` if the wish was not open before the event and is not opened by it.
    func kind(of wish: WishID) -> Wish.Kind? {
        if let opened, opened.id == wish { return opened.kind }
        return before.wishes.first { $0.id == wish }?.kind
    }
}

extension FlowSettings {
    /// Whether `access` belongs to no viewer: its type is temporary, or its provider is the provider for temporary access.
    fileprivate func isTemporary(_ access: Access) -> Bool {
        access.isTemporary || api == .restV1 && access.mvpd != nil && access.mvpd == temporaryAccess
    }
}

extension WishAnswer {
    /// Whether the answer fits a wish of `kind`.
    fileprivate func fits(_ kind: Wish.Kind, _ event: FlowEvent, _ wish: WishID) -> Bool {
        switch (self, kind) {
        case (.permitted(let resource, _, _, _), .play(let asked, _)), (.denied(let resource, _), .play(let asked, _)): resource == asked
        case (.previewed(let decisions), .preview(let resources)): decisions.allSatisfy { resources.contains($0.resource) }
        case (.signedIn, .signIn), (.signedIn, .otherProvider), (.signedOut, .signOut), (.userMetadata, .userMetadata), (.refused, _): true
        case (.dropped, _): event.origin == .user(.cancel(wish)) || event.origin == .app(.shutDown)
        case (.permitted, _), (.denied, _), (.previewed, _), (.signedIn, _), (.signedOut, _), (.userMetadata, _): false
        }
    }
}
