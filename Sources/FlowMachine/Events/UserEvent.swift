/// A wish of the viewer or of the app, the cancellation of a wish, or the viewer's choice on a screen.
@nonexhaustive
public enum UserEvent: Hashable, Sendable, LogObject {
    /// The viewer asks to be signed in now.
    case signIn(WishID)
    /// The viewer asks to sign in with a provider other than that of the account on the device.
    case otherProvider(WishID)
    /// The app asks to play a resource.
    case play(WishID, resource: SecretRef, under: PlayAccess)
    /// The app asks which of the `resources` could be played, without interrupting the viewer. Only the first 64 resources are used.
    case preview(WishID, resources: [SecretRef])
    /// The app asks to fetch the viewer's metadata again.
    case userMetadata(WishID)
    /// The viewer asks to be signed out.
    case signOut(WishID)
    /// The app no longer waits for the answer to a wish.
    case cancel(WishID)
    /// The viewer made a choice in a presentation.
    case chose(PresentationID, Choice)

    package enum Kind: String, Word {
        package static let table = WordTable<Self>()
        case signIn = "start"
        case otherProvider, play, preview, userMetadata, signOut, cancel, chose
    }

    /// The maximum number of resources in one preview.
    package static let maximumPreview = 64

    /// The wish that this event opens or cancels; `nil` if the event concerns no wish.
    package var wish: WishID? {
        switch self {
        case .signIn(let wish), .otherProvider(let wish), .userMetadata(let wish), .signOut(let wish), .cancel(let wish): wish
        case .play(let wish, _, _), .preview(let wish, _): wish
        case .chose: nil
        }
    }

    package var kind: Kind {
        switch self {
        case .signIn: .signIn
        case .otherProvider: .otherProvider
        case .play: .play
        case .preview: .preview
        case .userMetadata: .userMetadata
        case .signOut: .signOut
        case .cancel: .cancel
        case .chose: .chose
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .signIn(let wish): sink.fields(Kind.signIn, "wish", wish)
        case .otherProvider(let wish): sink.fields(Kind.otherProvider, "wish", wish)
        case .play(let wish, let resource, let under): sink.fields(Kind.play, "wish", wish, "resource", resource, "under", under)
        case .preview(let wish, let resources): sink.fields(Kind.preview, "wish", wish, "resources", resources)
        case .userMetadata(let wish): sink.fields(Kind.userMetadata, "wish", wish)
        case .signOut(let wish): sink.fields(Kind.signOut, "wish", wish)
        case .cancel(let wish): sink.fields(Kind.cancel, "wish", wish)
        case .chose(let presentation, let choice): sink.fields(Kind.chose, "presentation", presentation, "choice", choice)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .signIn: return .signIn(try source.field("wish"))
        case .otherProvider: return .otherProvider(try source.field("wish"))
        case .play: return .play(try source.field("wish"), resource: try source.field("resource"), under: try source.field("under"))
        case .preview: return .preview(try source.field("wish"), resources: try source.field("resources"))
        case .userMetadata: return .userMetadata(try source.field("wish"))
        case .signOut: return .signOut(try source.field("wish"))
        case .cancel: return .cancel(try source.field("wish"))
        case .chose: return .chose(try source.field("presentation"), try source.field("choice"))
        }
    }
}

/// The access under which the app asks to play a resource.
@nonexhaustive
public enum PlayAccess: Hashable, Sendable, LogObject {
    /// Access by the viewer's own provider. The flow signs the viewer in if needed.
    case signedIn
    /// Access by the viewer's own provider, if the viewer is already signed in. The flow does not ask the viewer to sign in.
    case ifSignedIn
    /// Temporary access, without a sign-in. Promotional temporary access needs the viewer's identity (V2-T-03).
    case temporary(identity: SecretRef?)

    enum Kind: String, Word {
        static let table = WordTable<Self>()
        case signedIn, ifSignedIn, temporary
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .signedIn: sink.fields(Kind.signedIn)
        case .ifSignedIn: sink.fields(Kind.ifSignedIn)
        case .temporary(let identity): sink.fields(Kind.temporary, "identity", identity)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .signedIn: return .signedIn
        case .ifSignedIn: return .ifSignedIn
        case .temporary: return .temporary(identity: try source.field("identity"))
        }
    }
}

/// The choices that a viewer can make in a presentation.
@nonexhaustive
public enum Choice: Hashable, Sendable, LogObject {
    /// The viewer chose an MVPD in the app's own picker, or confirmed the last provider.
    case provider(MVPDID)
    /// The viewer chose the profile with the given MVPD.
    case profile(MVPDID)
    /// The viewer wants to choose a different provider.
    case otherProvider
    /// The viewer wants to try again.
    case retry
    /// The viewer wants a new code.
    case newCode
    /// The viewer has read the text or done the task on the screen.
    case done
    /// The user agent reached the redirect URL (V2-F-05).
    case redirectReached
    /// The user agent was closed before it reached the redirect URL (V2-F-22).
    case userAgentClosed
    /// The viewer closed the screen without a choice.
    case cancel

    package enum Kind: String, Word {
        package static let table = WordTable<Self>()
        case provider, profile, otherProvider, retry, newCode, done, redirectReached, userAgentClosed, cancel
    }

    package var kind: Kind {
        switch self {
        case .provider: .provider
        case .profile: .profile
        case .otherProvider: .otherProvider
        case .retry: .retry
        case .newCode: .newCode
        case .done: .done
        case .redirectReached: .redirectReached
        case .userAgentClosed: .userAgentClosed
        case .cancel: .cancel
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .provider(let mvpd): sink.fields(Kind.provider, "mvpd", mvpd)
        case .profile(let mvpd): sink.fields(Kind.profile, "mvpd", mvpd)
        case .otherProvider: sink.fields(Kind.otherProvider)
        case .retry: sink.fields(Kind.retry)
        case .newCode: sink.fields(Kind.newCode)
        case .done: sink.fields(Kind.done)
        case .redirectReached: sink.fields(Kind.redirectReached)
        case .userAgentClosed: sink.fields(Kind.userAgentClosed)
        case .cancel: sink.fields(Kind.cancel)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .provider: return .provider(try source.field("mvpd"))
        case .profile: return .profile(try source.field("mvpd"))
        case .otherProvider: return .otherProvider
        case .retry: return .retry
        case .newCode: return .newCode
        case .done: return .done
        case .redirectReached: return .redirectReached
        case .userAgentClosed: return .userAgentClosed
        case .cancel: return .cancel
        }
    }
}
