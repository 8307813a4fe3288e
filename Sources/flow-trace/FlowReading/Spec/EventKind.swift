import FlowMachine

/// The kind of an event, without its numbers and values: the columns of the transition table.
enum EventKind {
    static func of(_ event: FlowEvent, asked: Question?) -> String {
        switch event.origin {
        case .user(let user): self.user(user)
        case .app(let app): words(app.kind.rawValue)
        case .reply(_, let reply): self.reply(reply.result)
        case .timer: "timer" + timer(asked)
        }
    }

    private static func user(_ event: UserEvent) -> String {
        switch event {
        case .signIn: "wish sign in"
        case .otherProvider: "wish other provider"
        case .play(_, _, under: .signedIn): "wish play"
        case .play(_, _, under: .ifSignedIn): "wish play, if signed in"
        case .play(_, _, under: .temporary): "wish play, temporary"
        case .preview: "wish preview"
        case .userMetadata: "wish user metadata"
        case .signOut: "wish sign out"
        case .cancel: "wish given up"
        case .chose(_, let choice): "chose " + words(choice.kind.rawValue)
        }
    }

    /// A name in words: "vaultFailed" is "vault failed".
    static func words(_ name: String) -> String {
        name.reduce(into: "") { words, character in
            if character.isUppercase { words += " " }
            words += character.lowercased()
        }
    }

    private static func reply(_ result: Reply.Result) -> String {
        let reply = "reply " + words(result.kind.rawValue)
        return switch result {
        case .session(let session): reply + " " + self.session(session)
        case .authentication(nil): reply + " none"
        case .failed(let failure): "failed " + self.failure(failure)
        case _: reply
        }
    }

    private static func session(_ session: Session) -> String {
        switch session {
        case .authorize: "authorize"
        case .authenticate: "authenticate"
        case .resume: "resume"
        case .retry: "retry"
        case .partnerProfile: "partner_profile"
        case .unsupported: "unknown"
        }
    }

    private static func failure(_ failure: CallFailure) -> String {
        switch failure {
        case .unauthorized: "unauthorized"
        case .throttled: "throttled"
        case .refused(_, let error): "refused, \(error.action.rawValue)"
        case .registrationRefused: "registration"
        case .status(let http): http >= 500 ? "status 5xx" : "status"
        case .transport: "transport"
        }
    }

    private static func timer(_ question: Question?) -> String {
        guard case .timer(let purpose) = question else { return "" }
        return " " + purpose.rawValue
    }
}
