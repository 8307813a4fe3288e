/// The answer to a wish: to a request of the viewer or the app, such as to play or to sign in.
public enum WishAnswer: Hashable, Sendable, LogObject {
    /// Play: Adobe permits it. `media` is the media token for this one playback, and `attributes` is what Adobe reports about the viewer.
    case permitted(resource: SecretRef, media: MediaToken, source: AdobeDecision.Source, attributes: SecretRef? = nil)
    /// Play: the provider or one of Adobe's rules denies it (V2-D-13).
    case denied(resource: SecretRef, error: AdobeError)
    /// Preview: one decision per resource. Such a decision does not permit playback (V2-D-09).
    case previewed([AdobeDecision])
    /// Sign in or other provider: the viewer is signed in, and decisions can be requested.
    case signedIn(Access)
    /// Sign-out: the viewer is signed out on this device.
    ///
    /// `owed` means that Adobe has not answered a logout yet, and that the flow will send it again. `settings` means that a presentation
    /// also asks the viewer to sign out in Settings (V2-E-05); that presentation remains after this answer.
    case signedOut(owed: Bool, settings: Bool = false)
    /// User metadata: Adobe has returned the metadata, and they are in the vault.
    case userMetadata(attributes: SecretRef)
    /// The wish could not be granted.
    case refused(Refusal)
    /// The app canceled the wish.
    case dropped

    /// The kind of an answer, without its content.
    public enum Kind: String, Word {
        package static let table = WordTable<Self>()
        /// See ``WishAnswer/permitted(resource:media:source:attributes:)``.
        case permitted
        /// See ``WishAnswer/denied(resource:error:)``.
        case denied
        /// See ``WishAnswer/previewed(_:)``.
        case previewed
        /// See ``WishAnswer/signedIn(_:)``.
        case signedIn
        /// See ``WishAnswer/signedOut(owed:settings:)``.
        case signedOut
        /// See ``WishAnswer/userMetadata(attributes:)``.
        case userMetadata
        /// See ``WishAnswer/refused(_:)``.
        case refused
        /// See ``WishAnswer/dropped``.
        case dropped
    }

    /// The kind of this answer, without its content.
    public var kind: Kind {
        switch self {
        case .permitted: .permitted
        case .denied: .denied
        case .previewed: .previewed
        case .signedIn: .signedIn
        case .signedOut: .signedOut
        case .userMetadata: .userMetadata
        case .refused: .refused
        case .dropped: .dropped
        }
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .permitted(let resource, let media, let source, let attributes):
            sink.fields(Kind.permitted, "resource", resource, "media", media, "source", source, "attributes", attributes)
        case .denied(let resource, let error): sink.fields(Kind.denied, "resource", resource, "error", error)
        case .previewed(let decisions): sink.fields(Kind.previewed, "decisions", decisions)
        case .signedIn(let access): sink.fields(Kind.signedIn, "access", access)
        case .signedOut(let owed, let settings): sink.fields(Kind.signedOut, "owed", owed, "settings", settings ? true : nil)
        case .userMetadata(let attributes): sink.fields(Kind.userMetadata, "attributes", attributes)
        case .refused(let refusal): sink.fields(Kind.refused, "refusal", refusal)
        case .dropped: sink.fields(Kind.dropped)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .permitted:
            return .permitted(
                resource: try source.field("resource"), media: try source.field("media"), source: try source.field("source"),
                attributes: try source.field("attributes"))
        case .denied: return .denied(resource: try source.field("resource"), error: try source.field("error"))
        case .previewed: return .previewed(try source.field("decisions"))
        case .signedIn: return .signedIn(try source.field("access"))
        case .signedOut: return .signedOut(owed: try source.field("owed"), settings: try source.field("settings") ?? false)
        case .userMetadata: return .userMetadata(attributes: try source.field("attributes"))
        case .refused: return .refused(try source.field("refusal"))
        case .dropped: return .dropped
        }
    }
}

/// The reason why a wish was not granted, and the viewer's options.
public struct Refusal: Hashable, Sendable, LogObject {
    /// The reason of the refusal.
    public let reason: Reason
    /// Adobe's error, if it reported one.
    public let error: AdobeError?
    /// The HTTP status, if Adobe or a server on the way answered without an `AdobeError`.
    public let status: Int64?
    /// The options that the app can offer the viewer.
    public let options: [Problem.Option]

    /// The kind of reason why a wish was not granted.
    @nonexhaustive
    public enum Reason: String, Word {
        package static let table = WordTable<Self>()
        /// No viewer is signed in, and this wish may not ask the viewer to sign in.
        case notSignedIn
        /// The viewer canceled the attempt.
        case canceled = "cancelled"
        /// The viewer signed out meanwhile.
        case signedOut
        /// Temporary access is not configured, or is used up.
        case temporaryAccess
        /// Too many wishes are open; the maximum is 16.
        case tooManyWishes
        /// Adobe or a server on the way reported a failure.
        case service
        /// Adobe's answer contains no decision about the requested resource. Old servers answer like this.
        case noDecision
        /// Adobe could not be reached.
        case unreachable
        /// The app's registration was refused.
        case registration
        /// The app is set up wrongly, for example with a redirect URL that is not registered at Adobe.
        case setup
        /// The viewer is signed in, but Adobe does not accept the sign-in for this wish.
        case authentication
        /// Adobe has shut down the API that this version of the app uses (V1-50). Only an update of the app helps.
        case apiEnded
    }

    /// The viewer canceled the attempt and may try again.
    static let canceled = Refusal(reason: .canceled, options: [.retry])
    /// No viewer is signed in, and the wish may not ask the viewer to sign in.
    static let notSignedIn = Refusal(reason: .notSignedIn)

    /// Creates a refusal of a wish. Each parameter sets the property of the same name.
    public init(reason: Reason, error: AdobeError? = nil, status: Int64? = nil, options: [Problem.Option] = []) {
        self.reason = reason
        self.error = error
        self.status = status
        self.options = options
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("reason", reason)
        sink.field("error", error)
        sink.field("status", status)
        sink.field("ways", options)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Refusal(
            reason: try source.field("reason"),
            error: try source.field("error"),
            status: try source.field("status"),
            options: try source.field("ways"))
    }
}
