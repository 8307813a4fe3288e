import FlowMachine

extension PossibleReplies {
    /// Returns the possible failures of a call: Adobe's errors, failures of the connection, and answers that are not Adobe's.
    package func failures(of endpoint: Endpoint) -> [PossibleReply] {
        let isRegistration = endpoint.descriptor.api == .registration
        let errors = isRegistration ? registrationErrors : errors(of: endpoint) + commonErrors
        let rest = [
            failure("429, throttled", .throttled, [.common, .explained]),
            failure("no connection", .transport(.connection), [.common, .explained]),
            failure("an unreadable answer", .transport(.unreadable), .rare),
            failure("503, a page", .status(http: 503), .explained),
            failure("404, a page", .status(http: 404), [.rare, .explained]),
        ]
        return errors + rest
    }

    private func failure(_ label: String, _ failure: CallFailure, _ uses: PossibleReply.Uses) -> PossibleReply {
        PossibleReply(label, .failed(failure), uses)
    }

    private func refused(
        _ label: String, _ action: ErrorAction, _ status: Int64, _ code: String?, _ uses: PossibleReply.Uses = [.common, .explained]
    ) -> PossibleReply {
        let error = AdobeError(action: action, status: status, code: code.flatMap { ErrorCode($0) })
        return failure(label, .refused(http: status, error), uses)
    }

    private var registrationErrors: [PossibleReply] {
        ["invalid_client", "invalid_request"].compactMap { code in
            ErrorCode(code).map { failure("an error, \(code)", .registrationRefused($0), [.common, .explained]) }
        }
    }

    private func errors(of endpoint: Endpoint) -> [PossibleReply] {
        var errors = ownErrors(of: endpoint)
        if endpoint.status != nil {
            errors.append(refused("an error about the partner status", .none, 400, "invalid_header_pfs_provider_info_expired"))
        }
        if endpoint.mvpd != nil {
            errors.append(refused("an error about the provider", .none, 400, "invalid_integration", .explained))
            errors.append(refused("an error, outdated configuration", .configuration, 400, "invalid_integration", .common))
        }
        return errors
    }

    /// Returns the errors that Adobe reports only for requests of this kind.
    private func ownErrors(of endpoint: Endpoint) -> [PossibleReply] {
        let descriptor = endpoint.descriptor
        switch (descriptor.api, descriptor.reply) {
        case (.restV2, .decisions):
            return [
                refused("an error that requires a new sign-in", .authentication, 403, "authenticated_profile_missing"),
                refused("an error, too many resources", .configuration, 403, "too_many_resources", .explained),
            ]
        case (.restV1, .decisions):
            return [
                refused(
                    "an error, nobody signed in", .authentication, 412, nil,
                    descriptor.role == .preview ? .explained : [.common, .explained])
            ]
        case (.restV2, _) where endpoint.parameters.secret?.kind == .code:
            return [refused("an error, unknown code", .none, 400, "invalid_authentication_session")]
        case (.restV1, _) where descriptor.role == .poll:
            return [refused("an error, expired sign-in", .authentication, 410, nil)]
        case (.restV1, .partnerRequest), (.restV1, .session): return [refused("an error, the request refused", .none, 400, nil, .explained)]
        case (.restV1, .done) where descriptor.method == .post:
            return [refused("an error, the request refused", .none, 400, nil, .explained)]
        case (.registration, _), (.restV2, _), (.restV1, _): return []
        }
    }

    private var commonErrors: [PossibleReply] {
        let errors = [
            refused("a temporary error", .retry, 403, "network_received_error"),
            refused("an error without a remedy", .none, 500, "internal_server_error"),
            failure("401, the token refused", .unauthorized(nil), [.common, .explained]),
            refused("an error, the registration refused", .applicationRegistration, 400, "invalid_access_token_service_provider", .rare),
            refused("an error, a denial by the provider", .authorization, 400, "authorization_denied_by_mvpd", .rare),
        ]
        guard let error = values.anyError else { return errors }
        return errors + [failure("another error", .refused(http: error.status, error), .random)]
    }
}
