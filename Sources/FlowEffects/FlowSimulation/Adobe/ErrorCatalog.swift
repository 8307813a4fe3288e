extension SimulatedAdobe {
    /// Returns whether an error with this code is inside the decisions of an answer with the status 200, as in Adobe's samples, instead of
    /// being the whole answer.
    package static func isOfDecisions(_ code: String) -> Bool {
        CatalogedError(code).status == 403 || code.hasSuffix("_temporary_access")
    }
}

/// An error that the simulated server returns, with the values that Adobe's catalog of errors has for its code.
struct CatalogedError: Error, Sendable, Equatable {
    let code: String
    let action: String
    let status: Int
    let message: String
    var details: String?

    /// Creates the error with a code. A code that is not in the catalog has the action `none` and the status 400.
    init(_ code: String, details: String? = nil) {
        self.code = code
        self.details = details
        switch code {
        case "authenticated_profile_missing", "authenticated_profile_expired", "authenticated_profile_invalidated",
            "temporary_access_duration_limit_exceeded", "temporary_access_resources_limit_exceeded", "authorization_denied_by_hba_policies",
            "authorization_denied_by_session_invalidated", "identity_not_recognized_by_mvpd":
            action = "authentication"
            status = 403
        case "authentication_session_issuer_mismatch":
            action = "authentication"
            status = 400
        case "authentication_session_invalidated", "authentication_session_missing", "authentication_session_expired":
            action = "authentication"
            status = 403
        case "preauthorization_authentication_session_missing", "preauthorization_authentication_session_expired":
            action = "authentication"
            status = 412
        case "authorization_not_found":
            action = "authorization"
            status = 404
        case "authorization_expired":
            action = "authorization"
            status = 410
        case "unknown_integration":
            action = "configuration"
            status = 400
        case "network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded":
            action = "retry"
            status = 403
        case "invalid_access_token_service_provider", "invalid_access_token_client_application":
            action = "application-registration"
            status = 401
        case "too_many_resources":
            action = "configuration"
            status = 403
        case "internal_server_error", "internal_error":
            action = "none"
            status = 500
        case _ where code.hasPrefix("invalid_configuration_"):
            action = "configuration"
            status = 500
        case _ where code.contains("_denied_by_"):
            action = "none"
            status = 403
        case _:
            action = "none"
            status = 400
        }
        message = "Simulated: " + code.split(separator: "_").joined(separator: " ") + "."
    }

    /// Returns the error as Adobe writes it. The form is the same at the top level and in a decision.
    func json(trace: String) -> JSON {
        var members: [(name: String, value: JSON)] = [
            ("action", .string(action)), ("status", .integer(Int64(status))), ("code", .string(code)), ("message", .string(message)),
        ]
        if let details { members.append(("details", .string(details))) }
        members.append(("helpUrl", "https://simulated.example.net/errors"))
        members.append(("trace", .string(trace)))
        return .object(members)
    }
}
