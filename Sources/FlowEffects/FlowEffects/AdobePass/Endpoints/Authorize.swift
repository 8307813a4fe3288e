import FlowMachine

/// POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}: may this be played, now? (V2-D-10)
extension AdobePass {
    func authorizeRequest(
        _ mvpd: MVPDID, resource: SecretRef, status: PartnerStatus?, identity: SecretRef?, token: String
    ) throws(CallFailure) -> HTTPRequest {
        var draft = Draft(
            method: "POST", path: path("decisions", "authorize", mvpd.text), body: try resourcesBody([resource]), token: token,
            status: status)
        if let identity {
            guard case .identity(let text)? = secrets.secret(identity) else { throw .transport(.secretMissing) }
            draft.identity = text
        }
        return build(draft)
    }

    func authorizeResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        try decisionsResult(response, resources: [resource], takesTokens: true)
    }

    /// Both decisions endpoints answer alike; 200 may well mean no (G-30).
    func decisionsResult(_ response: HTTPResponse, resources: [SecretRef], takesTokens: Bool) throws(CallFailure) -> Reply.Result {
        let answer = try read(DecisionsAnswer.self, response)
        var asked: [(ref: SecretRef, name: String)] = []
        for resource in resources { asked.append((resource, try resourceName(resource))) }
        return .decisions(answer.list(asked: asked, takesTokens: takesTokens, http: response.status, secrets: secrets))
    }
}
