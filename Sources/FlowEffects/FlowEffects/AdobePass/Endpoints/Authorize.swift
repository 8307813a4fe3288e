import FlowMachine

/// POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}: asks whether a resource may be played now (V2-D-10).
extension AdobePass {
    func authorizeResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        try decisionsResult(response, resources: [resource], takesTokens: true)
    }

    /// Reads the answer of a decisions endpoint. Both endpoints return the same form, and an answer with status 200 may be a denial (G-30).
    func decisionsResult(_ response: HTTPResponse, resources: [SecretRef], takesTokens: Bool) throws(CallFailure) -> Reply.Result {
        let answer = try read(DecisionsAnswer.self, response)
        var asked: [(ref: SecretRef, name: String)] = []
        for resource in resources { asked.append((resource, try resourceName(resource))) }
        return .decisions(answer.list(asked: asked, takesTokens: takesTokens, http: response.status, secrets: secrets))
    }
}
