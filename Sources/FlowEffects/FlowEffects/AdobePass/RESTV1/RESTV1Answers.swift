import FlowMachine

/// Reads the answers of the legacy REST API V1.
extension AdobePass {
    func result(of endpoint: RESTV1Endpoint, _ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        try refuseError(response, of: endpoint.kind)
        switch endpoint {
        case .checkAuthentication:
            try refusePage(response)
            return .authentication(ServerAuthorization(reason: .legacyToken))
        case .configuration: return try configurationResult(response)
        case .profileRequest(let mvpd, let configuration): return try profileRequestResult(response, mvpd, configuration: configuration)
        case .authenticationToken: return try authenticationTokenResult(response)
        case .createCode(let mvpd): return try createCodeResult(response, mvpd: mvpd)
        case .authorize(let resource, _): return try authorizationResult(response, resource: resource)
        case .mediaToken(let resource): return try mediaTokenResult(response, resource: resource)
        case .preauthorize(let resources): return try legacyPreauthorizeResult(response, resources: resources)
        case .userMetadata: return try userMetadataResult(response)
        case .exchange, .logout, .freePreview:
            try refuseBody(response)
            return .done
        }
    }

    /// Returns the result of an answer whose status is not 2xx but that is not a failure; `nil` for a failure. At some endpoints, such a status
    /// means that no viewer is signed in, or that the resource is denied.
    func answer(_ endpoint: RESTV1Endpoint, refused response: HTTPResponse) -> Reply.Result? {
        switch (endpoint, response.status) {
        case (.checkAuthentication, 403), (.authenticationToken, 404): saysNobody(response) ? .authentication(nil) : nil
        case (.userMetadata, 404), (.userMetadata, 412):
            saysNobody(response) ? .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)) : nil
        case (.authorize(let resource, _), 403), (.mediaToken(let resource), 403):
            legacyDenial(response).map { .decisions([AdobeDecision(resource: resource, verdict: .deny($0), source: .mvpd)]) }
        case _: nil
        }
    }
}
