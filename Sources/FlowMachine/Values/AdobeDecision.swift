/// Adobe's decision about one resource.
public struct AdobeDecision: Hashable, Sendable, LogObject {
    /// The resource that the decision is about.
    public let resource: SecretRef
    /// The verdict: a permit or a denial.
    public let verdict: Verdict
    /// The party that decided.
    public let source: Source
    /// The expiry of the decision; `nil` if Adobe does not name it.
    public let notAfter: Instant?
    /// The reference to the attributes of the viewer that Adobe reports with a permit (since Adobe Pass 3.10); `nil` if there are none.
    public let attributes: SecretRef?

    /// The parties that can make a decision.
    @nonexhaustive
    public enum Source: String, Word {
        package static let table = WordTable<Self>()
        /// The provider of the viewer.
        case mvpd
        /// A rule that Adobe applies while the provider has an outage.
        case degradation
        /// Adobe's rule for temporary access.
        case temppass
        /// Adobe's value `dummy`, which its documentation does not explain.
        case dummy
        /// A source that this build does not know.
        case other
    }

    /// A permit or a denial.
    @nonexhaustive
    public enum Verdict: Hashable, Sendable, LogObject {
        /// A permit. `media` is the media token of an `authorize` decision; `nil` for a `preauthorize` decision.
        case permit(media: MediaToken?)
        /// A denial, with Adobe's error.
        indirect case deny(AdobeError)

        enum Kind: String, Word {
            static let table = WordTable<Self>()
            case permit, deny
        }

        package func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .permit(let media): sink.fields(Kind.permit, "media", media)
            case .deny(let error): sink.fields(Kind.deny, "error", error)
            }
        }

        package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Kind.self) {
            case .permit: return .permit(media: try source.field("media"))
            case .deny: return .deny(try source.field("error"))
            }
        }
    }

    /// Creates a decision about one resource. Each parameter sets the property of the same name.
    public init(resource: SecretRef, verdict: Verdict, source: Source, notAfter: Instant? = nil, attributes: SecretRef? = nil) {
        self.resource = resource
        self.verdict = verdict
        self.source = source
        self.notAfter = notAfter
        self.attributes = attributes
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("resource", resource)
        sink.field("verdict", verdict)
        sink.field("source", source)
        sink.field("notAfter", notAfter)
        sink.field("attributes", attributes)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        AdobeDecision(
            resource: try source.field("resource"),
            verdict: try source.field("verdict"),
            source: try source.field("source"),
            notAfter: try source.field("notAfter"),
            attributes: try source.field("attributes"))
    }
}

extension AdobeDecision {
    /// The error of a denial; `nil` for a permit.
    var error: AdobeError? { if case .deny(let error) = verdict { error } else { nil } }

    var withoutAttributes: AdobeDecision { AdobeDecision(resource: resource, verdict: verdict, source: source, notAfter: notAfter) }

    /// Whether the decision is a permit without a media token, as preauthorization returns it.
    var isBarePermit: Bool { if case .permit(media: nil) = verdict { true } else { false } }

    /// Whether Adobe may decide differently if the flow requests the decision again (V2-D-15).
    var isToBeRepeated: Bool { if case .deny(let error) = verdict { error.action == .retry } else { false } }
}

extension [AdobeDecision] {
    /// Returns the index of the first decision about `resource`; `nil` if there is none. The loop is over indices, because a closure would
    /// copy every element.
    func index(of resource: SecretRef) -> Int? {
        for index in indices where self[index].resource == resource { return index }
        return nil
    }
}

/// A media token, which is valid for one playback and never kept (V2-D-12).
public struct MediaToken: Hashable, Sendable, LogObject {
    /// The reference to the token, which the interpreter keeps.
    public let ref: SecretRef
    /// The expiry of the token, by Adobe's clock.
    public let notAfter: Instant

    /// Creates a media token. Each parameter sets the property of the same name.
    public init(ref: SecretRef, notAfter: Instant) {
        self.ref = ref
        self.notAfter = notAfter
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("ref", ref)
        sink.field("notAfter", notAfter)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        MediaToken(ref: try source.field("ref"), notAfter: try source.field("notAfter"))
    }
}

/// The action that the viewer must take for one profile that Adobe removed (V2-E-03).
public struct Logout: Hashable, Sendable, LogObject {
    /// The MVPD; `nil` with the legacy API, which signs out every viewer on the device.
    public let mvpd: MVPDID?
    /// The action that Adobe requires of the viewer.
    public let action: Action

    /// The action that a logout requires: Adobe's `actionName`.
    @nonexhaustive
    public enum Action: Hashable, Sendable, LogObject {
        /// `logout`: the viewer signs out in a user agent that opens `link` (V2-E-04). Without a link, there is no page to show.
        case logout(link: SecretRef?)
        /// `partner_logout`: the viewer signs out in Settings (V2-E-05).
        case partnerLogout
        /// `complete`: no action is required.
        case complete
        /// `invalid`: there was no profile.
        case invalid
        /// An action that this build does not know; it is treated as if no action were required.
        case unsupported

        enum Kind: String, Word {
            static let table = WordTable<Self>()
            case logout, partnerLogout, complete, invalid, unsupported
        }

        package func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .logout(let link): sink.fields(Kind.logout, "link", link)
            case .partnerLogout: sink.fields(Kind.partnerLogout)
            case .complete: sink.fields(Kind.complete)
            case .invalid: sink.fields(Kind.invalid)
            case .unsupported: sink.fields(Kind.unsupported)
            }
        }

        package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Kind.self) {
            case .logout: return .logout(link: try source.field("link"))
            case .partnerLogout: return .partnerLogout
            case .complete: return .complete
            case .invalid: return .invalid
            case .unsupported: return .unsupported
            }
        }
    }

    /// Creates the required action for a removed profile. Each parameter sets the property of the same name.
    public init(mvpd: MVPDID?, action: Action) {
        self.mvpd = mvpd
        self.action = action
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("mvpd", mvpd)
        sink.field("action", action)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Logout(mvpd: try source.field("mvpd"), action: try source.field("action"))
    }
}
