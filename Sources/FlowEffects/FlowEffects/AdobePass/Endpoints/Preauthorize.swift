import FlowMachine

/// POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}: asks which resources may be shown as playable (V2-D-06). The answer is never a
/// permit to play (G-80).
extension AdobePass {
    func preauthorizeResult(_ response: HTTPResponse, resources: [SecretRef]) throws(CallFailure) -> Reply.Result {
        try decisionsResult(response, resources: resources, takesTokens: false)
    }
}
