import FlowMachine

/// The reason why the flow waits. Each reason belongs to a party for which the flow waits.
package enum Awaited: Hashable, Sendable {
    case viewer(ViewerActivity)
    /// Polls fail, so they cannot find the viewer's sign-in.
    case polls(FailureKind)
    case answer(Work)
    case partnerStatus
    /// Adobe throttled a call.
    case throttled
    /// Too many calls failed in a row.
    case pause(after: FailureKind?)
    /// The app has used up its allowance of calls.
    case ownAllowance
    /// Adobe throttled another flow that uses the same host.
    case otherFlow
    case anotherAttempt
    case retry(after: FailureKind)
    case rest

    /// The work that the flow requests from Adobe.
    package enum Work: String, Sendable {
        case legacyCall = "legacy call"
        case registration, configuration
        case partnerProfile = "partner profile"
        case profiles, session, decision, logout
        case other = ""
    }

    /// The party that the flow waits for.
    package var party: AwaitedParty {
        switch self {
        case .viewer: .viewer
        case .polls(let failure), .retry(let failure): Awaited.party(failure)
        case .pause(let failure): failure.map(Awaited.party) ?? .adobe
        case .answer, .throttled: .adobe
        case .partnerStatus: .partner
        case .ownAllowance, .otherFlow, .anotherAttempt: .held
        case .rest: .rest
        }
    }

    /// Returns the party for which the flow must wait after a failed call.
    private static func party(_ failure: FailureKind) -> AwaitedParty {
        switch failure {
        case .unauthorized, .throttled, .refused, .registrationRefused, .status: .adobe
        case .transport(.secretMissing): .held
        case .transport: .network
        }
    }

    /// Whether the flow waits because polls fail.
    package var isPolls: Bool { if case .polls = self { true } else { false } }
}

extension Awaited {
    /// Returns what the flow waits for until this question is answered; `nil` for a poll, a timer, or a question to the viewer.
    package init?(_ question: Question) {
        switch question {
        case .call(let call):
            if question.isPoll { return nil }
            self = .answer(Work(call.endpoint.descriptor))
        case .partner(let request):
            if ViewerActivity(request) != nil { return nil }
            self = .partnerStatus
        case .timer: return nil
        }
    }
}

extension Awaited.Work {
    init(_ endpoint: EndpointDescriptor) {
        if endpoint.api == .restV1 {
            self = .legacyCall
            return
        }
        switch endpoint.reply {
        case .registered, .token: self = .registration
        case .configuration: self = .configuration
        case .profiles: self = endpoint.method == .post ? .partnerProfile : .profiles
        case .session: self = .session
        case .decisions: self = .decision
        case .logouts: self = .logout
        case .partner, .authentication, .partnerRequest, .userMetadata, .done, .failed: self = .other
        }
    }
}

/// The activity of a viewer for whom the flow waits.
package enum ViewerActivity: String, Sendable {
    case grantsPermission = "asked for permission"
    case choosesProvider = "chooses a provider"
    case signsInAtProvider = "signs in at the provider"
    case confirmsProvider = "confirms the provider"
    case choosesProfile = "chooses a profile"
    case usesUserAgent = "in the user agent"
    case usesSecondScreen = "on the second screen"
    case choosesOption = "chooses what to do next"
    case signsOutInUserAgent = "signs out in the user agent"
    case signsOutInSettings = "signs out in Settings"

    /// Returns the activity during a request to the partner framework; `nil` if the request does not ask the viewer.
    package init?(_ request: PartnerRequest) {
        switch request {
        case .status(let prompt):
            guard prompt else { return nil }
            self = .grantsPermission
        case .choice: self = .choosesProvider
        case .authentication(_, let interruption):
            guard interruption else { return nil }
            self = .signsInAtProvider
        }
    }

    /// Returns the activity while this screen is shown; `nil` if no screen is shown.
    package init?(_ presentation: Presentation) {
        switch presentation {
        case .nothing: return nil
        case .providerPicker: self = .choosesProvider
        case .providerConfirmation: self = .confirmsProvider
        case .profilePicker: self = .choosesProfile
        case .userAgent: self = .usesUserAgent
        case .code: self = .usesSecondScreen
        case .codeExpired, .problem: self = .choosesOption
        case .signOutUserAgent, .legacySignOut: self = .signsOutInUserAgent
        case .signOutInSettings: self = .signsOutInSettings
        }
    }
}
