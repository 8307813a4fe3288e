import FlowMachine

extension Wording {
    /// Returns an event in the words of the table of a replay.
    package func event(_ event: FlowEvent, asked: Question?) -> String {
        switch event.origin {
        case .user(let user): self.user(user, numbered: true).text
        case .app(let app): self.app(app, at: event.time).text
        case .reply(let request, let reply): "reply \(request.number): \(self.reply(reply, to: asked, at: event.time).text)"
        case .timer(let timer): "timer \(timer.number)" + (asked.map { ": \(question($0))" } ?? "")
        }
    }

    /// Returns an event of the viewer in words. With `numbered`, the words contain the number of the request or presentation.
    package func user(_ event: UserEvent, numbered: Bool = false) -> Label {
        func wish(_ id: WishID) -> String { numbered ? "wish \(id.number)" : "" }
        switch event {
        case .signIn(let id): return Label("sign in", wish(id))
        case .otherProvider(let id): return Label("sign in, other provider", wish(id))
        case .play(let id, let resource, let access): return Label("play \(ref(resource))", joined([under(access), wish(id)]))
        case .preview(let id, let resources):
            let what = resources.count == 1 ? resources.map(ref).joined() : count(resources.count, "resource")
            return Label("preview \(what)", wish(id))
        case .userMetadata(let id): return Label("user metadata", wish(id))
        case .signOut(let id): return Label("sign out", wish(id))
        case .cancel(let id): return Label("cancels wish \(id.number)")
        case .chose(let id, let choice): return Label(self.choice(choice), numbered ? "presentation \(id.number)" : "")
        }
    }

    private func under(_ access: PlayAccess) -> String {
        switch access {
        case .signedIn: ""
        case .ifSignedIn: "if signed in"
        case .temporary(let identity): "temporary access" + (identity.map { " as \(ref($0))" } ?? "")
        }
    }

    private func choice(_ choice: Choice) -> String {
        switch choice {
        case .provider(let mvpd): "chose \(mvpd.text)"
        case .profile(let mvpd): "chose profile \(mvpd.text)"
        case .otherProvider: "other provider"
        case .retry: "try again"
        case .newCode: "new code"
        case .done: "done"
        case .redirectReached: "redirect reached"
        case .userAgentClosed: "user agent closed"
        case .cancel: "cancel"
        }
    }

    /// Returns an event of the app in words.
    func app(_ event: AppEvent, at time: Instant) -> Label {
        switch event {
        case .launched(let kept): Label("launched", "vault: " + (self.kept(kept, at: time).isEmpty ? "empty" : self.kept(kept, at: time)))
        case .foregrounded: Label("to the foreground")
        case .backgrounded: Label("to the background")
        case .held(let until): Label("held for \(term(until, from: time))", "another flow on this host was throttled")
        case .secretLost(let ref): Label("\(ref.name) was lost")
        case .vaultFailed: Label("the vault could not save a value")
        case .shutDown: Label("shut down")
        }
    }

    private func kept(_ kept: PersistedState, at time: Instant) -> String {
        joined([
            kept.client?.name ?? "",
            kept.token.map { "\($0.ref.name) (\(term($0.notAfter, from: time)))" } ?? "",
            kept.provider.map { "provider \($0.mvpd.text)" } ?? "",
            kept.profile.map { "profile \($0.mvpd.text)" } ?? "",
            kept.code.map { "\($0.code.name) (\(term($0.notAfter, from: time)))" } ?? "",
            kept.signedOut == nil ? "" : "signed out",
            kept.owedLogouts.isEmpty ? "" : "\(count(kept.owedLogouts.count, "pending sign-out"))",
        ])
    }

    /// Returns a question in words, as the reason for a timer.
    private func question(_ question: Question) -> String {
        switch question {
        case .call(let call): EndpointKind(call.endpoint).name
        case .partner(let request): partner(request).text
        case .timer(let purpose): timer(purpose)
        }
    }

    /// Returns the purpose of a timer in words.
    func timer(_ purpose: TimerPurpose) -> String {
        switch purpose {
        case .tokenRefresh: "the access token expires soon"
        case .timeout: "a request timed out"
        case .retry: "try again"
        case .hold: "the hold is over"
        case .poll: "next poll due"
        case .codeExpiry: "the code expired"
        case .profileExpiry: "the profile expired"
        }
    }
}
