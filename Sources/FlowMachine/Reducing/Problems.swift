// The meaning of a failed call for the viewer, and the options that the viewer gets.

extension Run {
    /// Ends an attempt after a failed call: shows the problem, and waits for the viewer in `state`. A silent attempt shows nothing. The
    /// flow then becomes idle and reports the problem to the app.
    mutating func stop(_ failure: CallFailure, in state: FlowState, _ rule: Rule) -> Next {
        let problem = Problem(failure)
        if isSilent { return Registered.rest(Refusal(problem), because: problem, rule, &self) }
        present(.problem(problem))
        return .move(state, rule)
    }

    /// Handles the option that the viewer chose for a problem.
    mutating func choseAboutProblem(_ choice: Choice) -> Next {
        switch choice {
        case .retry: return context.wants(.otherProvider) ? signInElsewhere(.`FM-14`) : check(.`FM-14`)
        case .otherProvider: return signInElsewhere(.`FM-15`)
        case .cancel: return Registered.rest(.canceled, .`FM-08`, &self)
        case .provider, .profile, .newCode, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
        }
    }
}

extension Problem {
    /// Creates the problem that describes a failed call.
    init(_ failure: CallFailure) {
        let options: [Option] = [.retry, .otherProvider, .cancel]
        switch failure {
        case .unauthorized(let error): self.init(reason: .registration, error: error, options: [.retry, .cancel])
        case .registrationRefused(let code):
            // Adobe would refuse the same software statement again. By RFC 7591, section 3.2.2, the status is 400.
            self.init(reason: .registration, error: AdobeError(action: .none, status: 400, code: code), options: [.cancel])
        case .throttled: self.init(reason: .throttled, options: options)
        case .refused(_, let error) where error.namesSetup:
            // The app would send the same parameters again, whatever the viewer tries.
            self.init(reason: .setup, error: error, options: [.cancel])
        case .refused(_, let error):
            self.init(reason: error.namesProvider ? .provider : .service, error: error, options: options)
        case .status(let http): self.init(reason: failure.mayPass ? .unreachable : .service, status: http, options: options)
        case .transport(let transport):
            switch transport {
            case .timedOut, .connection, .status: self.init(reason: .unreachable, options: options)
            case .unreadable: self.init(reason: .service, options: options)
            case .secretMissing: self.init(reason: .vault, options: options)
            // Only an update of the app helps.
            case .apiEnded: self.init(reason: .apiEnded, options: [.cancel])
            }
        }
    }
}

extension Problem {
    /// Whether the same request may succeed later without any change, because there was no usable answer or the server failed.
    var mayPass: Bool {
        switch reason {
        case .unreachable, .throttled, .vault: true
        case .service:
            if let error { error.status >= 500 || error.action == .retry } else { status == nil }
        case .registration, .setup, .noProviders, .provider, .partnerStatus, .authentication, .apiEnded: false
        }
    }

    /// The problem without Adobe's text for the viewer. A lasting state stores this version, so that the state holds no reference to the
    /// text.
    var withoutText: Problem {
        guard let error else { return self }
        let bare = AdobeError(action: error.action, status: error.status, code: error.code, trace: error.trace)
        return Problem(reason: reason, error: bare, status: status, options: options)
    }
}

extension Refusal {
    /// Creates the refusal of a wish from a problem.
    init(_ problem: Problem) {
        let reason: Reason
        switch problem.reason {
        case .registration: reason = .registration
        case .unreachable: reason = .unreachable
        case .setup: reason = .setup
        case .apiEnded: reason = .apiEnded
        case .service, .throttled, .noProviders, .provider, .vault: reason = .service
        case .partnerStatus, .authentication: reason = .authentication
        }
        self.init(reason: reason, error: problem.error, status: problem.status, options: problem.options)
    }
}

extension AdobeError {
    /// Whether `name` is the error's code.
    func isNamed(_ name: String) -> Bool { code?.isSpelled(name) ?? false }

    /// Whether the error says that the MVPD cannot be used, because it is unknown or switched off.
    var namesProvider: Bool {
        isNamed("invalid_integration") || isNamed("invalid_parameter_mvpd") || isNamed("unknown_integration")
    }

    /// Whether the error reports a wrong setup of the app, in its settings or at Adobe. The domain, the redirect URL or the service
    /// provider is then not registered.
    var namesSetup: Bool {
        isNamed("invalid_parameter_redirect_url") || isNamed("invalid_parameter_domain_name")
            || isNamed("invalid_parameter_service_provider")
    }

    /// Whether the error says that temporary access is used up, misconfigured or lacks an identity (V2-T-04, V2-T-05).
    var namesTemporaryAccess: Bool {
        isNamed("temporary_access_duration_limit_exceeded") || isNamed("temporary_access_resources_limit_exceeded")
            || isNamed("invalid_configuration_temporary_access") || isNamed("invalid_header_identity_for_temporary_access")
    }

    /// Whether the error reports that Adobe refused the partner status (V2-X-20).
    var namesPartnerStatus: Bool { code.map { hasPrefix($0.text, "invalid_header_pfs_") } ?? false }

    /// Whether the error says that the authentication session is over (V2-F-15).
    var namesSession: Bool { isNamed("invalid_authentication_session") || isNamed("invalid_parameter_code") }
}

extension CallFailure {
    /// Adobe's error; `nil` if the answer contains none.
    var error: AdobeError? {
        switch self {
        case .unauthorized(let error): error
        case .refused(_, let error): error
        case .throttled, .registrationRefused, .status, .transport: nil
        }
    }
}
