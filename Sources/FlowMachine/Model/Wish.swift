/// A request of the viewer or the app, such as to play or to sign in, that the flow has not answered yet.
package struct Wish: Hashable, Sendable {
    package let id: WishID
    package let kind: Kind
    /// The last step to which the wish has returned from `deciding`.
    package internal(set) var returned = Return.no
    /// Whether Adobe refused a partner status that was sent for this wish (V2-D-03).
    package internal(set) var isStatusRefused = false

    /// The steps to which a wish can return from `deciding`. A wish returns to each step at most once.
    package enum Return: String, Word {
        /// The wish has not returned.
        case no
        /// The wish returned to a check of the sign-in.
        case toCheck
        /// The wish returned to a sign-in, because the check changed nothing.
        case toSignIn

        package static let table = WordTable<Self>()
    }

    /// Whether the wish allows the flow to ask the viewer to sign in.
    var asksViewer: Bool {
        switch kind {
        case .signIn, .otherProvider, .play(_, under: .signedIn): true
        case .play(_, under: .ifSignedIn), .play(_, under: .temporary), .preview, .userMetadata, .signOut: false
        }
    }

    /// Whether the wish is a playback under temporary access. Its request carries no partner status, and a sign-in does not help it.
    var isTemporary: Bool {
        if case .play(_, under: .temporary) = kind { true } else { false }
    }

    package enum Kind: Hashable, Sendable {
        case signIn
        case otherProvider
        case play(resource: SecretRef, under: PlayAccess)
        case preview([SecretRef])
        case userMetadata
        case signOut

        enum Tag: String, Word {
            case signIn, otherProvider, play, preview, userMetadata, signOut

            static let table = WordTable<Self>()
        }

        var tag: Tag {
            switch self {
            case .signIn: .signIn
            case .otherProvider: .otherProvider
            case .play: .play
            case .preview: .preview
            case .userMetadata: .userMetadata
            case .signOut: .signOut
            }
        }
    }
}

// MARK: Log

extension Wish: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("id", id)
        sink.field("kind", kind)
        sink.field("returned", returned)
        sink.field("isStatusRefused", isStatusRefused)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Wish(
            id: try source.field("id"), kind: try source.field("kind"),
            returned: try source.field("returned"), isStatusRefused: try source.field("isStatusRefused"))
    }
}

extension Wish.Kind: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .signIn: sink.fields(Tag.signIn)
        case .otherProvider: sink.fields(Tag.otherProvider)
        case .play(let resource, let under): sink.fields(Tag.play, "resource", resource, "under", under)
        case .preview(let resources): sink.fields(Tag.preview, "resources", resources)
        case .userMetadata: sink.fields(Tag.userMetadata)
        case .signOut: sink.fields(Tag.signOut)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Tag.self) {
        case .signIn: return .signIn
        case .otherProvider: return .otherProvider
        case .play: return .play(resource: try source.field("resource"), under: try source.field("under"))
        case .preview: return .preview(try source.field("resources"))
        case .userMetadata: return .userMetadata
        case .signOut: return .signOut
        }
    }
}
