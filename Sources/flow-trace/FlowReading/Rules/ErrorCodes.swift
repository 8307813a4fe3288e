/// The error codes that Adobe documents for both APIs and for registration. A test keeps them equal to `Specs/rules/ERR-errors.md`.
enum ErrorCodes {
    static let all: [String] = [
        // Codes whose action is none.
        "invalid_parameter_service_provider", "invalid_parameter_mvpd", "invalid_parameter_code", "invalid_parameter_resources",
        "invalid_parameter_redirect_url", "invalid_parameter_partner", "invalid_parameter_saml_response", "invalid_header_device_info",
        "invalid_header_device_identifier", "invalid_header_identity_for_temporary_access",
        "invalid_header_pfs_permission_access_not_present", "invalid_header_pfs_permission_access_not_determined",
        "invalid_header_pfs_permission_access_not_granted", "invalid_header_pfs_provider_id_not_determined",
        "invalid_header_pfs_provider_id_mismatch", "invalid_header_pfs_provider_info_expired", "invalid_integration",
        "invalid_authentication_session", "preauthorization_denied_by_mvpd", "authorization_denied_by_mvpd",
        "authorization_denied_by_parental_controls", "authorization_denied_by_degradation_rule", "internal_server_error",
        // Codes whose action is configuration.
        "too_many_resources", "invalid_configuration_user_metadata_certificate", "invalid_configuration_temporary_access",
        "invalid_configuration_platform", "invalid_configuration_platform_id", "invalid_configuration_platform_trait",
        "invalid_configuration_platform_category_trait", "invalid_configuration_platform_services", "invalid_configuration_mvpd_platform",
        "invalid_configuration_mvpd_platform_boarding_status", "invalid_configuration_mvpd_platform_profile_exchange",
        // Codes whose action is application-registration.
        "invalid_access_token_service_provider", "invalid_access_token_client_application",
        // Codes whose action is authentication.
        "authenticated_profile_missing", "authenticated_profile_expired", "authenticated_profile_invalidated",
        "temporary_access_duration_limit_exceeded", "temporary_access_resources_limit_exceeded", "authorization_denied_by_hba_policies",
        "authorization_denied_by_session_invalidated", "identity_not_recognized_by_mvpd",
        // Codes whose action is retry.
        "network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded",
        // Codes that only Adobe's schema contains.
        "authorization_denied_by_degradation_configuration_change", "degraded_integration", "invalid_refresh_token",
        "maximum_attempts_exceeded",
        // Codes that only the legacy API reports.
        "invalid_requestor", "invalid_device_info", "invalid_device_id", "missing_resource", "malformed_authz_request", "internal_error",
        "unknown_integration", "authentication_session_issuer_mismatch", "authentication_session_invalidated",
        "authentication_session_missing", "authentication_session_expired", "preauthorization_authentication_session_missing",
        "preauthorization_authentication_session_expired", "authorization_not_found", "authorization_expired",
        // Codes of registration and of token requests.
        "invalid_request", "invalid_redirect_uri", "invalid_software_statement", "unapproved_software_statement", "invalid_client",
        "unauthorized_client", "unsupported_grant_type",
    ]
}
