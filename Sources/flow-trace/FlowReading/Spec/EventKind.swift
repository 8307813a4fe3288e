import FlowMachine

/// An event without its numbers and values. Events are compared by their kinds, and the transition table lists the kinds.
enum EventKind: Hashable {
    case signIn, otherProvider, play, playIfSignedIn, playTemporarily, preview, userMetadata, signOut
    case givenUp
    case chose(Choice.Kind)
    case app(AppEvent.Kind)
    case reply(Reply.Result.Kind)
    case session(Session)
    case noAuthentication
    case failed(Failure)
    case timer(TimerPurpose?)

    /// The action that a session requires.
    enum Session: String { case authorize, authenticate, resume, retry, partnerProfile = "partner_profile", unknown }

    /// The reason why a call failed, as far as the machine distinguishes it.
    enum Failure: Hashable {
        case unauthorized, throttled, registration, transport
        case refused(ErrorAction)
        case status(isServers: Bool)
    }

    /// Creates the kind of `event`. `asked` is the question that the event answers.
    init(_ event: FlowEvent, asked: Question?) {
        switch event.origin {
        case .user(let user): self.init(user)
        case .app(let app): self = .app(app.kind)
        case .reply(_, let reply): self.init(reply.result)
        case .timer: if case .timer(let purpose)? = asked { self = .timer(purpose) } else { self = .timer(nil) }
        }
    }

    private init(_ event: UserEvent) {
        switch event {
        case .signIn: self = .signIn
        case .otherProvider: self = .otherProvider
        case .play(_, _, under: .signedIn): self = .play
        case .play(_, _, under: .ifSignedIn): self = .playIfSignedIn
        case .play(_, _, under: .temporary): self = .playTemporarily
        case .preview: self = .preview
        case .userMetadata: self = .userMetadata
        case .signOut: self = .signOut
        case .cancel: self = .givenUp
        case .chose(_, let choice): self = .chose(choice.kind)
        }
    }

    private init(_ result: Reply.Result) {
        switch result {
        case .session(let session): self = .session(Session(session))
        case .authentication(nil): self = .noAuthentication
        case .failed(let failure): self = .failed(Failure(failure))
        case _: self = .reply(result.kind)
        }
    }

    /// The kind in words.
    var words: String {
        switch self {
        case .signIn: "wish sign in"
        case .otherProvider: "wish other provider"
        case .play: "wish play"
        case .playIfSignedIn: "wish play, if signed in"
        case .playTemporarily: "wish play, temporary"
        case .preview: "wish preview"
        case .userMetadata: "wish user metadata"
        case .signOut: "wish sign out"
        case .givenUp: "wish given up"
        case .chose(let choice): "chose " + EventKind.words(choice.rawValue)
        case .app(let kind): EventKind.words(kind.rawValue)
        case .reply(let kind): "reply " + EventKind.words(kind.rawValue)
        case .session(let session): "reply session " + session.rawValue
        case .noAuthentication: "reply authentication none"
        case .failed(let failure): "failed " + failure.words
        case .timer(let purpose): "timer" + (purpose.map { " " + $0.rawValue } ?? "")
        }
    }

    /// Returns a name in words, such as "vault failed" for "vaultFailed".
    private static func words(_ name: String) -> String {
        name.reduce(into: "") { words, character in
            if character.isUppercase { words += " " }
            words += character.lowercased()
        }
    }
}

extension EventKind.Session {
    init(_ session: AdobeSession) {
        switch session {
        case .authorize: self = .authorize
        case .authenticate: self = .authenticate
        case .resume: self = .resume
        case .retry: self = .retry
        case .partnerProfile: self = .partnerProfile
        case .unsupported: self = .unknown
        }
    }
}

extension EventKind.Failure {
    init(_ failure: CallFailure) {
        switch failure {
        case .unauthorized: self = .unauthorized
        case .throttled: self = .throttled
        case .refused(_, let error): self = .refused(error.action)
        case .registrationRefused: self = .registration
        case .status(let http): self = .status(isServers: http >= 500)
        case .transport: self = .transport
        }
    }

    fileprivate var words: String {
        switch self {
        case .unauthorized: "unauthorized"
        case .throttled: "throttled"
        case .refused(let action): "refused, \(action.rawValue)"
        case .registration: "registration"
        case .status(let isServers): isServers ? "status 5xx" : "status"
        case .transport: "transport"
        }
    }
}
