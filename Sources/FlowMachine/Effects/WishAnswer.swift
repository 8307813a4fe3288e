/// The answer to a wish, which is a request of the viewer or the app, such as to play or to sign in.
public enum WishAnswer: Hashable, Sendable, LogObject {
    /// The answer to a playback that Adobe permits. `media` is the media token for this playback only. `attributes` refers to Adobe's data
    /// about the viewer; `nil` if Adobe returned none.
    case permitted(resource: SecretRef, media: MediaToken, source: AdobeDecision.Source, attributes: SecretRef? = nil)
    /// The answer to a playback that the provider or a rule of Adobe denies (V2-D-13).
    case denied(resource: SecretRef, error: AdobeError)
    /// The answer to a preview, with one decision per resource. Such a decision does not permit playback (V2-D-09).
    case previewed([AdobeDecision])
    /// The answer to a wish for a sign-in or for a different provider: the viewer is signed in, and decisions can be requested.
    case signedIn(Access)
    /// The answer to a sign-out: the viewer is signed out on this device.
    ///
    /// `owed` means that Adobe has not answered a logout yet, and that the flow will send the logout again. `settings` means that a
    /// presentation also asks the viewer to sign out in Settings (V2-E-05). This presentation remains after the answer.
    case signedOut(owed: Bool, settings: Bool = false)
    /// The answer to a request for user metadata: Adobe has returned the metadata, and they are in the vault.
    case userMetadata(attributes: SecretRef)
    /// The flow could not grant the wish.
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

/// The reason that a wish was not granted, and the viewer's options.
public struct Refusal: Hashable, Sendable, LogObject {
    /// The kind of reason for the refusal.
    public let reason: Reason
    /// Adobe's error; `nil` if Adobe reported none.
    public let error: AdobeError?
    /// The HTTP status of an answer without an `AdobeError`, from Adobe or from a server in between; `nil` for any other refusal.
    public let status: Int64?
    /// The options that the app can offer the viewer.
    public let options: [Problem.Option]

    /// The kind of reason that a wish was not granted.
    @nonexhaustive
    public enum Reason: String, Word {
        package static let table = WordTable<Self>()
        /// No viewer is signed in, and the wish does not allow the flow to ask the viewer to sign in.
        case notSignedIn
        /// The viewer canceled the attempt.
        case canceled = "cancelled"
        /// The viewer signed out while the wish was open.
        case signedOut
        /// Temporary access is not configured, or is used up.
        case temporaryAccess
        /// Too many wishes are open; the maximum is 16.
        case tooManyWishes
        /// Adobe or a server in between reported a failure.
        case service
        /// Adobe's answer contains no decision about the requested resource. Old servers give such answers.
        case noDecision
        /// Adobe could not be reached.
        case unreachable
        /// Adobe refused the app's registration.
        case registration
        /// The app is set up incorrectly, for example with a redirect URL that is not registered at Adobe.
        case setup
        /// The viewer is signed in, but Adobe does not accept the sign-in for this wish.
        case authentication
        /// Adobe has shut down the API that the installed version of the app uses (V1-50). Only an update of the app helps.
        case apiEnded
    }

    /// The viewer canceled the attempt and may try again.
    static let canceled = Refusal(reason: .canceled, options: [.retry])
    /// No viewer is signed in, and the wish does not allow the flow to ask the viewer to sign in.
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
