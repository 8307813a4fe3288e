/// Signing in through the partner framework: phase C.
public struct PartnerAuth: Hashable, Sendable, LogObject {
    var step: Step
    /// What the step waits for; nothing while it waits for the person.
    var ask: RequestID?
    /// The provider that the partner session is for.
    var provider: PlatformMappingID?
    /// The MVPD that Adobe named for it.
    var mvpd: MVPDID?
    /// Whether it went back from C.3 to C.2 already, because the provider changed (V2-C-27; at most once).
    var restarted = false

    enum Step: String, Word {
        static let table = WordTable<Self>()
        /// C.1: for the configuration (V2-C-01).
        case configuration
        /// C.2: for the person's choice in the partner framework (V2-C-05).
        case choosing
        /// C.2: for Adobe's partner session (V2-C-15).
        case session
        /// For Adobe's request to the partner framework (V1-12).
        case request
        /// C.3: for the SAML response (V2-C-21).
        case authenticating
        /// C.3: for the partner profile (V2-C-28).
        case profile
        /// For Adobe to take the SAML response (V1-17).
        case exchange
        /// For the person, after a failure.
        case problem
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step)
        sink.field("ask", ask)
        sink.field("provider", provider)
        sink.field("mvpd", mvpd)
        sink.field("restarted", restarted)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PartnerAuth(
            step: try source.field("step"),
            ask: try source.field("ask"),
            provider: try source.field("provider"),
            mvpd: try source.field("mvpd"),
            restarted: try source.field("restarted"))
    }
}
