import FlowMachine

extension Wording {
    /// Returns an effect in the words of the table of a replay.
    package func effect(_ effect: Effect, at time: Instant) -> String {
        switch effect {
        case .call(let id, let call): return "call \(id.number) \(self.call(call))"
        case .partner(let id, let request): return "partner \(id.number) \(partner(request).text)"
        case .cancel(let id): return "cancel \(id.number)"
        case .present(_, .nothing): return "present nothing"
        case .present(let id, let presentation): return "present \(id.number) \(self.presentation(presentation, at: time).text)"
        case .answer(let id, let answer): return "answer \(id.number) \(self.answer(answer, at: time).text)"
        case .arm(let id, let purpose, let at):
            let wait = at <= time ? "at once" : "in \(TimeWords.term(at.milliseconds - time.milliseconds))"
            return "arm \(id.number) \(purpose.rawValue) \(wait)"
        case .disarm(let id): return "disarm \(id.number)"
        case .keep(let fact): return "keep \(self.fact(fact))"
        case .forget(.secret(let ref)): return "forget \(ref.name)"
        case .forget(.fact(let kind)): return "forget \(self.fact(kind))"
        }
    }

    /// Returns a presentation in words.
    func presentation(_ presentation: Presentation, at time: Instant) -> Label {
        switch presentation {
        case .nothing: Label("nothing")
        case .providerPicker(let configuration): Label("provider picker", configuration.name)
        case .providerConfirmation(let mvpd): Label("provider confirmation", mvpd.text)
        case .profilePicker(let profiles): Label("profile picker", profiles.map { $0.mvpd.text }.joined(separator: ", "))
        case .userAgent(let link): Label("user agent", link.name)
        case .code(let code, let notAfter, let isSlow):
            Label(isSlow ? "\(code.name), slow" : code.name, term(notAfter, from: time))
        case .codeExpired: Label("the code expired")
        case .signOutUserAgent(let link): Label("user agent, sign out", link.name)
        case .legacySignOut: Label("user agent, sign out")
        case .signOutInSettings: Label("sign out in Settings")
        case .problem(let problem):
            Label(
                "problem: \(self.problem(problem.reason))",
                joined([
                    problem.error.map(adobeError) ?? "", httpStatus(problem.status),
                    "options: " + problem.options.map { $0.rawValue }.joined(separator: ", "),
                ]))
        }
    }

    private func httpStatus(_ status: Int64?) -> String { status.map { "HTTP \($0)" } ?? "" }

    private func problem(_ reason: Problem.Reason) -> String {
        switch reason {
        case .registration: "registration"
        case .setup: "the app's setup"
        case .unreachable: "Adobe cannot be reached"
        case .service: "service"
        case .throttled: "throttled"
        case .noProviders: "no providers"
        case .provider: "provider"
        case .vault: "vault"
        case .partnerStatus: "partner status"
        case .authentication: "authentication"
        case .apiEnded: "REST API V1 has been shut down"
        }
    }

    /// Returns the answer to a request of the app or the viewer in words.
    package func answer(_ answer: WishAnswer, at time: Instant) -> Label {
        switch answer {
        case .permitted(_, let media, let source, let attributes):
            Label("permitted", joined([media.ref.name, self.source(source), attributes?.name ?? ""]))
        case .denied(let resource, let error): Label("denied \(ref(resource))", adobeError(error))
        case .previewed(let decisions): Label("preview of \(count(decisions.count, "resource"))")
        case .signedIn(let access): signedIn(access)
        case .signedOut(let owed, let settings):
            Label(
                "signed out",
                joined([owed ? "the sign-out has not reached Adobe yet" : "", settings ? "Settings follows" : ""]))
        case .userMetadata(let attributes): Label("user metadata", attributes.name)
        case .refused(let refusal) where refusal.reason == .temporaryAccess:
            Label(self.refusal(refusal.reason), refusal.error.map(adobeError) ?? "")
        case .refused(let refusal):
            Label("refused: \(self.refusal(refusal.reason))", joined([refusal.error.map(adobeError) ?? "", httpStatus(refusal.status)]))
        case .dropped: Label("dropped")
        }
    }

    private func signedIn(_ access: Access) -> Label {
        switch access {
        case .profile(let profile): Label("signed in", profile.mvpd.text)
        case .serverAuthorization(let authorization):
            Label("signed in", joined([authorization.reason.rawValue, authorization.mvpd?.text ?? ""]))
        }
    }

    private func refusal(_ reason: Refusal.Reason) -> String {
        switch reason {
        case .notSignedIn: "not signed in"
        case .noDecision: "no decision"
        case .canceled: "cancelled"
        case .signedOut: "signed out"
        case .temporaryAccess: "no temporary access"
        case .tooManyWishes: "too many wishes"
        case .service: "service"
        case .unreachable: "Adobe could not be reached"
        case .registration: "registration"
        case .setup: "the app's setup"
        case .authentication: "authentication"
        case .apiEnded: "REST API V1 has been shut down"
        }
    }
}
