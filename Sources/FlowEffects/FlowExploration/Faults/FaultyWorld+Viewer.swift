import FlowEffects
import FlowMachine
import FlowSimulation

// The actions of the viewer in front of the app.
extension FaultyWorld {
    // MARK: Presentations

    mutating func show(_ presentation: Presentation, _ id: PresentationID) {
        reached.presentations[presentation.kind, default: 0] += 1
        if let shown = world.show(presentation, id), isCalm || !random.once(in: plan.options.ignoredScreenOneIn) { answer(shown) }
    }

    /// Schedules actions of the viewer that answer the presentation and lead toward a sign-in.
    mutating func answer(_ shown: SimulatedWorld.PresentationRecord) {
        let after = isCalm ? Int64.random(in: 500...8_000, using: &random) : random.pick(plan.options.answersAfter)
        for action in helpful(shown.presentation) {
            world.agenda.add(.action(shown, action), at: now.advanced(by: .milliseconds(after)))
        }
    }

    private mutating func helpful(_ presentation: Presentation) -> [SimulatedViewer.Action] {
        switch presentation {
        case .nothing: return []
        case .providerPicker: return [.choose(provider: random.pick(["Cablevision", "Spectrum", "Dish", "Cox", "SmallCo"]))]
        case .providerConfirmation(let mvpd): return [.choose(random.once(in: 3) ? .otherProvider : .provider(mvpd))]
        case .profilePicker(let profiles): return profiles.isEmpty ? [] : [.choose(.profile(random.pick(profiles).mvpd))]
        case .userAgent: return [.signIn(mvpd: nil), .choose(.redirectReached)]
        case .code: return [.signIn(mvpd: nil)]
        case .codeExpired: return [.choose(.newCode)]
        case .signOutUserAgent, .legacySignOut: return [.choose(.redirectReached)]
        case .signOutInSettings: return [.choose(.done)]
        case .problem(let problem):
            switch random.once(in: 4) ? problem.options.last : problem.options.first {
            case .retry: return [.choose(.retry)]
            case .otherProvider: return [.choose(.otherProvider)]
            case .cancel, nil: return [.choose(.cancel)]
            }
        }
    }

    mutating func carryOut(_ action: SimulatedViewer.Action, about shown: SimulatedWorld.PresentationRecord) {
        switch action {
        case .choose(let choice): if isAlive, !isSuspended { take(.user(.chose(shown.id, choice))) }
        case .signIn: signIn(shown.presentation)
        case .setAccount(let account): world.partner.account = account
        case .visitSettings: return
        }
    }

    /// Signs the viewer in on a second screen or in the user agent, with the session's provider, or with SmallCo if the session has no provider.
    private mutating func signIn(_ presentation: Presentation) {
        guard let code = world.code(of: presentation) else {
            // The code cannot be read, so the viewer asks for a new code.
            if isAlive, !isSuspended, let last = shown.last { take(.user(.chose(last.id, .newCode))) }
            return
        }
        if !world.adobe.completeSignIn(code: code, at: now) { world.adobe.completeSignIn(code: code, mvpd: "SmallCo", at: now) }
    }

    // MARK: Wishes

    mutating func newWish() -> WishID {
        openWishes.append(world.newWish())
        return openWishes[openWishes.count - 1]
    }

    /// Performs an action of the viewer now, if the app is running.
    mutating func perform(_ act: PlannedFault.Act) {
        guard isAlive, !isSuspended else { return }
        switch act {
        case .start: take(.user(.signIn(newWish())))
        case .otherProvider: take(.user(.otherProvider(newWish())))
        case .play(let number): take(.user(.play(newWish(), resource: resource(number), under: .signedIn)))
        case .playIfSignedIn(let number): take(.user(.play(newWish(), resource: resource(number), under: .ifSignedIn)))
        case .playTemporarily(let number):
            let identity = number.isMultiple(of: 2) ? world.put(.identity("simulated-identity")) : nil
            take(.user(.play(newWish(), resource: resource(number), under: .temporary(identity: identity))))
        case .preview(let number):
            let resources = (0...number).map { resource($0) }
            take(.user(.preview(newWish(), resources: resources)))
        case .userMetadata: take(.user(.userMetadata(newWish())))
        case .signOut: take(.user(.signOut(newWish())))
        case .cancel(let back):
            // The request may already be answered.
            if let wish = world.wishes.dropLast(back).last { take(.user(.cancel(wish))) }
        case .choose(let number, let back):
            guard let shown = shown.dropLast(back).last else { return }
            if number.isMultiple(of: 2), back == 0 { return answer(shown) }
            take(.user(.chose(shown.id, choice(number))))
        }
    }

    private mutating func resource(_ number: Int) -> SecretRef { world.put(.resource("resource\(number)")) }

    private func choice(_ number: Int) -> Choice {
        let choices: [Choice] =
            [.otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed, .cancel]
            + ["Cablevision", "SmallCo", "Nobody"].compactMap { MVPDID($0) }.flatMap { [.provider($0), .profile($0)] }
        return choices[number / 2 % choices.count]
    }
}
