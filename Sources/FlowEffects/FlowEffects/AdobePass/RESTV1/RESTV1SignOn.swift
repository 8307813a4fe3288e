import FlowMachine

/// Partner single sign-on: steps 6 to 9 of the legacy cookbook.
extension AdobePass {
    /// GET /api/v1/{requestor}/profile-requests/{mvpd} (V1-12). Opaque octets: the verification token, passed on unchanged. The attributes
    /// are those that the configuration names for the provider (V1-14).
    func profileRequestResult(_ response: HTTPResponse, _ mvpd: MVPDID, configuration: SecretRef) throws(CallFailure) -> Reply.Result {
        try refusePage(response)
        guard case .configuration(let directory)? = secrets.secret(configuration) else { throw .transport(.secretMissing) }
        // Foundation's reading would drop a byte order mark.
        let request = String(decoding: response.body, as: UTF8.self)
        guard !response.body.isEmpty, response.body.count <= AdobePass.bodyBound, request.utf8.elementsEqual(response.body) else {
            throw .transport(.unreadable)
        }
        let attributes = directory.entries.first { $0.mvpd == mvpd }?.requiredMetadataFields ?? []
        return .partnerRequest(secrets.put(.request(AuthenticationRequest(request: request, attributeNames: attributes))))
    }
}
