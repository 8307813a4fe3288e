import FlowMachine

/// GET /api/v2/{serviceProvider}/profiles/code/{code}: has the viewer signed in elsewhere yet? (V2-F-12)
extension AdobePass {
    func profileForCodeRequest(code: SecretRef, token: String) throws(CallFailure) -> HTTPRequest {
        build(
            Draft(
                method: "GET", path: path("profiles", "code", try self.code(code)), token: token,
                sendsIdentifier: sendsDeviceHeadersEverywhere, sendsDevice: sendsDeviceHeadersEverywhere))
    }
}
