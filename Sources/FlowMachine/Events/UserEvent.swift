/// A request of the viewer or of the app, or a choice on a screen.
@nonexhaustive
public enum UserEvent: Hashable, Sendable, LogObject {
    /// Sign me in now.
    case signIn(WishID)
    /// Sign me in with a provider other than the device's own.
    case otherProvider(WishID)
    /// The app asks to play this resource.
    case play(WishID, resource: SecretRef, under: PlayAccess)
    /// Report which of these resources could be played; never interrupts the viewer. At most `maximumPreview`; more are ignored.
    case preview(WishID, resources: [SecretRef])
    /// Fetch the viewer's metadata again.
    case userMetadata(WishID)
    /// The viewer asks to be signed out.
    case signOut(WishID)
    /// The app no longer waits for this wish.
    case cancel(WishID)
    /// The viewer's choice in a presentation.
    case chose(PresentationID, Choice)

    package enum Kind: String, Word {
        package static let table = WordTable<Self>()
        case signIn = "start"
        case otherProvider, play, preview, userMetadata, signOut, cancel, chose
    }

    /// The number of resources that one preview takes.
    package static let maximumPreview = 64

    /// The wish that this event opens or cancels, if any.
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

/// The access that a playback is requested under.
@nonexhaustive
public enum PlayAccess: Hashable, Sendable, LogObject {
    /// The viewer's own provider; signs in if needed.
    case signedIn
    /// The viewer's own provider, if the viewer is already signed in; asks the viewer nothing.
    case ifSignedIn
    /// Temporary access, with the identity that a promotional one needs (V2-T-03).
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
    /// Chose an MVPD in the app's own picker.
    case provider(MVPDID)
    /// Chose one of several profiles.
    case profile(MVPDID)
    /// Wants to choose another provider.
    case otherProvider
    /// Wants to try again.
    case retry
    /// Wants a new code.
    case newCode
    /// Reports that the viewer has read the text or done the task on the screen.
    case done
    /// The user agent reached the redirect URL (V2-F-05).
    case redirectReached
    /// The user agent was closed before it reached the redirect URL (V2-F-22).
    case userAgentClosed
    /// Closes the screen without a choice.
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
