import FlowMachine

/// POST /o/client/register: credentials for this installation of the app (V2-A-02, V2-A-03).
extension AdobePass {
    func registerBody() -> Draft.Body {
        var json = JSONText()
        json.add("software_statement", softwareStatement)
        json.add("redirect_uri", settings.redirectURL)
        return .json(json.text)
    }

    func registerResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(Answer.self, response)
        guard !answer.client_id.isEmpty, !answer.client_secret.isEmpty else { throw .transport(.unreadable) }
        let credentials = ClientCredentials(
            id: answer.client_id, secret: answer.client_secret, grantTypes: answer.grant_types ?? [AdobePass.defaultGrant])
        return .registered(client: secrets.put(.client(credentials)))
    }

    /// The grant that Adobe documents, for an answer that names none.
    static let defaultGrant = "client_credentials"

    private struct Answer: Decodable {
        let client_id: String
        let client_secret: String
        let grant_types: [String]?
    }
}
