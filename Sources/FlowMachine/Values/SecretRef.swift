/// A reference to a secret, or to another value that must not appear in a state, an event, an effect or a log.
///
/// The interpreter that receives a secret puts the secret in the vault and passes on this reference, together with the facts about the secret that
/// decisions need. A log contains the reference as `kind#number`, for example `token#3`.
public struct SecretRef: Hashable, Sendable, LogValue {
    /// The kind of secret.
    public let kind: Kind
    /// The number of the secret, starting at 1. A vault never reuses a number.
    public let number: Int64

    /// Creates the reference `kind#number`.
    public init(_ kind: Kind, _ number: Int64) {
        self.kind = kind
        self.number = number
    }

    /// The kinds of values that stay outside states, events, effects and logs.
    @nonexhaustive
    public enum Kind: String, Word {
        package static let table = WordTable<Self>()
        /// The client id and client secret of the registered application.
        case client
        /// An access token.
        case token
        /// An authentication code.
        case code
        /// A URL that contains a code or a session.
        case link
        /// The SAML request that the partner framework must answer.
        case request
        /// A SAML response.
        case saml
        /// A media token.
        case media
        /// The user metadata of a profile.
        case attributes
        /// The names and logos of a configuration.
        case configuration
        /// Free text for the viewer: an error's message and details.
        case text
        /// The identifier of a resource that the viewer watches.
        case resource
        /// The viewer's identity for promotional temporary access.
        case identity
    }

    package func describe<S: LogSink>(to sink: inout S) { sink.reference(self) }
    package static func read<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { try source.reference() }

    /// The reference as text in the form `kind#number`.
    public var name: String { "\(kind.rawValue)#\(number)" }
}
