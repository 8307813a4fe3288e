import FlowMachine

/// A step of the flow, for the app's analytics. A step contains no resource and no code, and names neither the viewer nor the device, but it may
/// contain the viewer's TV provider. If the app links the steps to a user or a device, they are personal data.
@nonexhaustive
public enum AnalyticsEvent: Hashable, Sendable {
    /// A provider picker is shown to the viewer.
    case pickerShown(Picker)
    /// The viewer chose a provider in a picker. The id is `nil` if Adobe's configuration has no MVPD for the provider that the framework named.
    case providerChosen(MVPDID?, in: Picker)
    /// A code for a second screen is shown to the viewer.
    case codeShown
    /// A user agent is shown to the viewer, to sign in.
    case userAgentShown
    /// The viewer is signed in. `isSilent`: the flow found the sign-in without asking the viewer anything.
    case signedIn(MVPDID?, by: Method, isSilent: Bool)
    /// A playback was permitted.
    case permitted(by: AdobeDecision.Source)
    /// A playback was denied, with Adobe's error code.
    case denied(code: String?)
    /// A request of the app could not be fulfilled.
    case refused(FlowRefusal.Reason)
    /// The viewer signed out. `isOwed`: the logout has not reached Adobe yet.
    case signedOut(isOwed: Bool)

    /// The picker that was shown.
    @nonexhaustive
    public enum Picker: Hashable, Sendable {
        /// The picker of the app.
        case own
        /// The picker of the partner framework.
        case partnerFramework
    }

    /// The method by which a viewer is signed in.
    @nonexhaustive
    public enum Method: Hashable, Sendable {
        /// The device's TV provider account signed the viewer in.
        case partnerFramework
        /// The viewer signed in with a user agent or on a second screen.
        case basicAuthentication
        /// Degradation: Adobe currently treats every viewer of the provider as signed in.
        case degradation
        /// The method is unknown, because the legacy API does not report it.
        case unknown
    }
}

/// Follows the records and derives the events for the app's analytics from them.
struct AnalyticsTracker: Sendable {
    private var viewer: Viewer?
    private var wasAsked = false
    /// The app's picker that was shown last; `nil` after the viewer has chosen in it, so that a second tap is not reported.
    private var picker: PresentationID?
    /// The code that was shown last; the same code is not reported twice.
    private var code: PresentationID?
    /// The MVPD for each of the partner framework's provider ids.
    private var mappings: [PlatformMappingID: MVPDID] = [:]
    private var choice: RequestID?

    /// The viewer who is signed in, and the kind of sign-in.
    private struct Viewer: Equatable {
        let mvpd: MVPDID?
        let method: AnalyticsEvent.Method
    }

    /// Returns the analytics events of a record, in order.
    mutating func events(in record: DecidedRecord) -> [AnalyticsEvent] {
        var events: [AnalyticsEvent] = []
        switch record.event.origin {
        case .user(.chose(let id, .provider(let mvpd))) where id == picker:
            picker = nil
            events.append(.providerChosen(mvpd, in: .own))
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
        guard let mapping = answer.status.mapping, answer.error == nil else { return [] }
        return [.providerChosen(mappings[mapping], in: .partnerFramework)]
    }

    private mutating func event(_ effect: Effect) -> [AnalyticsEvent] {
        switch effect {
        case .partner(let id, .choice):
            choice = id
            return asked(.pickerShown(.partnerFramework))
        case .present(let id, .providerPicker):
            picker = id
            return asked(.pickerShown(.own))
        case .present(let id, .code):
            // A code that is shown again, because Adobe answers late or answers normally again, is the same code.
            if id == code { return [] }
            code = id
            return asked(.codeShown)
        case .present(_, .profilePicker), .present(_, .providerConfirmation):
            wasAsked = true
            return []
        case .present(_, .userAgent): return asked(.userAgentShown)
        case .answer(_, .permitted(_, _, let source, _)): return [.permitted(by: source)]
        case .answer(_, .denied(_, let error)): return [.denied(code: error.code?.text)]
        case .answer(_, .refused(let refusal)): return [.refused(FlowRefusal.Reason(refusal.reason))]
        case .answer(_, .signedOut(let isOwed, _)):
            viewer = nil
            return [.signedOut(isOwed: isOwed)]
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
            let found = Viewer(mvpd: state.access.mvpd, method: state.access.method)
            if viewer != found { events.append(.signedIn(found.mvpd, by: found.method, isSilent: !wasAsked)) }
            (viewer, wasAsked) = (found, false)
        // A viewer who cancels a sign-in with another provider, or watches under temporary access meanwhile, is still signed in.
        case .unregistered, .checking, .partnerAuth, .basicAuthFallback, .deciding: break
        case .registered, .loggedOut: viewer = nil
        }
        if case .registered = state { wasAsked = false }
    }
}

extension Access {
    /// The method by which the viewer is signed in.
    var method: AnalyticsEvent.Method {
        switch self {
        case .profile(let profile):
            switch profile.type {
            case .appleSSO: .partnerFramework
            case .degraded: .degradation
            case .regular: .basicAuthentication
            case _: .unknown
            }
        case .serverAuthorization(let authorization):
            switch authorization.reason {
            case .authenticatedSSO: .partnerFramework
            case .degraded: .degradation
            case .authenticated: .basicAuthentication
            case _: .unknown
            }
        }
    }
}
