/// Signing in through the partner framework: phase C.
public struct PartnerAuth: Hashable, Sendable, LogValue {
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

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PartnerAuth(
                step: try archive.field("step", old?.step),
                ask: try archive.optional("ask", old?.ask),
                provider: try archive.optional("provider", old?.provider),
                mvpd: try archive.optional("mvpd", old?.mvpd),
                restarted: try archive.field("restarted", old?.restarted))
        }
    }
}
