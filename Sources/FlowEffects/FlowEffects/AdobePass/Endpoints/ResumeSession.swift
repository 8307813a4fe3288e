import FlowMachine

/// POST /api/v2/{serviceProvider}/sessions/{code}: the parameters that a session still lacks (V2-F-09).
extension AdobePass {
    func resumeSessionRequest(code: SecretRef, mvpd: MVPDID?, token: String) throws(CallFailure) -> HTTPRequest {
        build(
            Draft(
                method: "POST", path: path("sessions", try self.code(code)), body: .form(sessionForm(mvpd: mvpd)), token: token,
                sendsIdentifier: sendsDeviceHeadersEverywhere, sendsDevice: sendsDeviceHeadersEverywhere))
    }
}
