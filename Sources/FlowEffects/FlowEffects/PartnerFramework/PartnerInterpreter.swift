import FlowMachine

/// The interpreter for the partner framework: asks each of the machine's questions once, and reports the framework's answer.
package struct PartnerInterpreter: Sendable {
    private let framework: any PartnerFramework
    private let secrets: any SecretStore

    /// Creates an interpreter that asks `framework`; SAML requests and responses stay in `secrets`.
    package init(framework: any PartnerFramework, secrets: any SecretStore) {
        self.framework = framework
        self.secrets = secrets
    }

    /// Asks the framework and returns the reply. The result is `.partner`, or `.failed(.transport(.secretMissing))` if the store no longer has a
    /// secret that the question needs.
    package func perform(_ request: PartnerRequest) async -> Reply {
        guard let question = question(for: request) else { return Reply(.failed(.transport(.secretMissing))) }
        return reply(to: await framework.ask(question))
    }

    /// Returns the question for a request; `nil` if the store no longer has a secret that the question needs.
    ///
    /// Only a choice (V2-C-05) and an authentication that may interrupt allow the framework to show its screens. A request for the status itself
    /// determines whether the permission dialog may appear (G-02, G-03).
    package func question(for request: PartnerRequest) -> PartnerQuestion? {
        switch request {
        case .status(let prompt):
            return PartnerQuestion(isPromptAllowed: prompt, isInterruptionAllowed: false)
        case .choice(let ref):
            guard case .configuration(let directory)? = secrets.secret(ref) else { return nil }
            // If the list were empty, the framework would offer every provider, so its picker may not appear.
            let offersNone = directory.isLimited && directory.supported.isEmpty
            return PartnerQuestion(
                isPromptAllowed: true, isInterruptionAllowed: !offersNone, supportedMappings: directory.supported.map(\.text),
                featuredMappings: directory.featured.map(\.text))
        case .authentication(let ref, let interruption):
            guard case .request(let authentication)? = secrets.secret(ref) else { return nil }
            return PartnerQuestion(isPromptAllowed: interruption, isInterruptionAllowed: interruption, authentication: authentication)
        }
    }

    /// Converts the framework's answer to a reply. Normalizes a SAML response and puts it into the store (V2-C-23).
    package func reply(to outcome: PartnerOutcome) -> Reply {
        let status = PartnerStatus(
            permission: outcome.permission, mapping: outcome.mapping.flatMap { PlatformMappingID($0) },
            expiry: outcome.expiry.map { Instant(milliseconds: $0) })
        let saml = outcome.saml.map { response in
            let normalized = SAMLNormalization.normalize(response)
            return PartnerAnswer.SAML(ref: secrets.put(.saml(normalized)), length: Int64(normalized.utf8.count))
        }
        return Reply(.partner(PartnerAnswer(status: status, saml: saml, error: outcome.error)))
    }
}
