import FlowMachine

/// POST /api/v2/{serviceProvider}/sessions/sso/{partner}: may the partner framework sign the viewer in? (V2-C-15)
extension AdobePass {
    /// No MVPD: Adobe takes it from the partner status. The rest of the form serves Adobe's fallback to a session.
    func partnerSessionRequest(status: PartnerStatus, token: String) -> HTTPRequest {
        build(
            Draft(
                method: "POST", path: path("sessions", "sso", AdobePass.partner), body: .form(sessionForm(mvpd: nil)), token: token,
                status: status))
    }
}
