import FlowMachine

/// A step of the viewer's way that an app counts. Holds nothing personal: no resource, no code, nothing that names the viewer or the device.
public enum AnalyticsEvent: Hashable, Sendable {
    /// A provider picker is before the viewer.
    case pickerShown(Picker)
    /// The viewer chose a provider in a picker; `nil` where the framework named one that no MVPD maps to.
    case providerChosen(MVPDID?, in: Picker)
    /// A code for a second screen is before the viewer.
    case codeShown
    /// A user agent is before the viewer, to sign in.
    case userAgentShown
    /// The viewer is signed in. `isSilent`: they were found without being asked anything.
    case signedIn(MVPDID?, by: Way, isSilent: Bool)
    /// A playback was permitted.
    case permitted(by: Decision.Source)
    /// A playback was denied, with Adobe's error code.
    case denied(code: String?)
    /// Something that was asked for could not be done.
    case refused(Refusal.Reason)
    /// The viewer signed out. `isOwed`: Adobe could not be told yet.
    case signedOut(isOwed: Bool)

    /// Which picker.
    public enum Picker: Hashable, Sendable {
        /// The app's own.
        case own
        /// The partner framework's.
        case partnerFramework
    }

    /// How a viewer is signed in.
    public enum Way: Hashable, Sendable {
        /// By the device's TV provider account.
        case partnerFramework
        /// In a user agent or on a second screen.
        case basicAuthentication
        /// Adobe lets everybody in for now.
        case degradation
        /// As Adobe knows it; the legacy API does not say how.
        case unknown
    }
}

/// Follows the records, and tells the steps that an app counts.
struct AnalyticsTracker: Sendable {
    private var isSignedIn = false
    private var wasAsked = false
    /// The MVPDs by the ids that the partner framework has for them.
    private var mappings: [PlatformMappingID: MVPDID] = [:]
    private var choice: RequestID?

    /// The steps in a record, in their order.
    mutating func events(in record: FlowRecord) -> [AnalyticsEvent] {
        var events: [AnalyticsEvent] = []
        switch record.event.origin {
        case .user(.chose(_, .provider(let mvpd))): events.append(.providerChosen(mvpd, in: .own))
        case .reply(let id, let reply): events += answered(id, reply.result)
        case .user, .app, .timer: break
        }
        for effect in record.effects { events += event(effect) }
        noteSignIn(record.state, &events)
        return events
    }

    private mutating func answered(_ id: RequestID, _ result: Reply.Result) -> [AnalyticsEvent] {
        if case .configuration(let configuration) = result {
            for provider in configuration.providers { if let mapping = provider.mapping { mappings[mapping] = provider.mvpd } }
        }
        guard id == choice, case .partner(let answer) = result else { return [] }
        choice = nil
        if case .unsupportedProvider(let mapping)? = answer.error {
            return [.providerChosen(mapping.flatMap { mappings[$0] }, in: .partnerFramework)]
        }
        guard let mapping = answer.status.provider, answer.error == nil else { return [] }
        return [.providerChosen(mappings[mapping], in: .partnerFramework)]
    }

    private mutating func event(_ effect: Effect) -> [AnalyticsEvent] {
        switch effect {
        case .partner(let id, .choice):
            choice = id
            return asked(.pickerShown(.partnerFramework))
        case .present(_, .providerPicker): return asked(.pickerShown(.own))
        // A code that is shown again because Adobe answers late is the same code.
        case .present(_, .code(_, _, isSlow: false)): return asked(.codeShown)
        case .present(_, .userAgent): return asked(.userAgentShown)
        case .answer(_, .permitted(_, _, let source, _)): return [.permitted(by: source)]
        case .answer(_, .denied(_, let error)): return [.denied(code: error.code?.text)]
        case .answer(_, .refused(let refusal)): return [.refused(refusal.reason)]
        case .answer(_, .signedOut(let isOwed)): return [.signedOut(isOwed: isOwed)]
        case .answer, .partner, .present, .call, .cancel, .arm, .disarm, .keep, .forget: return []
        }
    }

    private mutating func asked(_ event: AnalyticsEvent) -> [AnalyticsEvent] {
        wasAsked = true
        return [event]
    }

    private mutating func noteSignIn(_ state: FlowState, _ events: inout [AnalyticsEvent]) {
        switch state {
        case .deciding(let state) where !state.access.isTemporary:
            if !isSignedIn { events.append(.signedIn(state.access.mvpd, by: state.access.way, isSilent: !wasAsked)) }
            (isSignedIn, wasAsked) = (true, false)
        // A look at a viewer who is signed in changes nothing until it is over.
        case .checking, .unregistered: break
        case .deciding, .registered, .partnerAuth, .basicAuthFallback, .loggedOut: isSignedIn = false
        }
        if case .registered = state { wasAsked = false }
    }
}

extension Access {
    /// How the viewer is signed in.
    var way: AnalyticsEvent.Way {
        switch self {
        case .profile(let profile):
            switch profile.type {
            case .appleSSO: .partnerFramework
            case .degraded: .degradation
            case .regular: .basicAuthentication
            case _: .unknown
            }
        case .serverAuthorization(let word):
            switch word.reason {
            case .authenticatedSSO: .partnerFramework
            case .degraded: .degradation
            case .authenticated: .basicAuthentication
            case _: .unknown
            }
        }
    }
}
