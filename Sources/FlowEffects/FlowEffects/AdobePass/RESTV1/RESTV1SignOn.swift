import FlowMachine

/// The legacy API's partner single sign-on (steps 6 to 9 of the legacy cookbook).
extension AdobePass {
    /// GET /api/v1/{requestor}/profile-requests/{mvpd}: reads the request for the partner framework. The body is an opaque verification token,
    /// which is passed on unchanged (V1-12). The configuration names the attributes to request for the provider (V1-14).
    func profileRequestResult(_ response: HTTPResponse, _ mvpd: MVPDID, configuration: SecretRef) throws(CallFailure) -> Reply.Result {
        try refusePage(response)
        guard case .configuration(let directory)? = secrets.secret(configuration) else { throw .transport(.secretMissing) }
        // `String(decoding:as:)` keeps a byte order mark, which Foundation would drop.
        let request = String(decoding: response.body, as: UTF8.self)
        guard !response.body.isEmpty, response.body.count <= AdobePass.bodyBound, request.utf8.elementsEqual(response.body) else {
            throw .transport(.unreadable)
        }
        let attributes = directory.entries.first { $0.mvpd == mvpd }?.requiredMetadataFields ?? []
        return .partnerRequest(secrets.put(.request(AuthenticationRequest(request: request, attributeNames: attributes))))
    }
}
