import FlowMachine

extension Words {
    /// What a viewer does while the partner framework has this request; empty if it does not ask the viewer.
    func interruption(_ request: PartnerRequest) -> String {
        switch request {
        case .status(let prompt): prompt ? "asked for permission" : ""
        case .choice: "chooses a provider"
        case .authentication(_, let interruption): interruption ? "signs in at the provider" : ""
        }
    }

    /// What a viewer does while this is shown; empty if nothing is shown.
    func presence(_ presentation: Presentation) -> String {
        switch presentation {
        case .nothing: ""
        case .providerPicker: "chooses a provider"
        case .providerConfirmation: "confirms the provider"
        case .profilePicker: "chooses a profile"
        case .userAgent: "in the user agent"
        case .code: "on the second screen"
        case .codeExpired: "chooses what to do next"
        case .signOutUserAgent, .legacySignOut: "signs out in the user agent"
        case .signOutInSettings: "signs out in Settings"
        case .problem: "chooses what to do next"
        }
    }

    /// What Adobe is busy with.
    func work(_ endpoint: Endpoint.Kind) -> String {
        let descriptor = endpoint.descriptor
        if descriptor.api == .restV1 { return "legacy call" }
        switch descriptor.reply {
        case .registered, .token: return "registration"
        case .configuration: return "configuration"
        case .profiles: return descriptor.method == .post ? "partner profile" : "profiles"
        case .session: return "session"
        case .decisions: return "decision"
        case .logouts: return "logout"
        case .partner, .authentication, .partnerRequest, .userMetadata, .done, .failed: return ""
        }
    }
}
