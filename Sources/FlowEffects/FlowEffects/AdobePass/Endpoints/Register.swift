import FlowMachine

/// POST /o/client/register: requests credentials for this installation of the app (V2-A-02, V2-A-03).
extension AdobePass {
    func registerResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(Answer.self, response)
        guard !answer.id.isEmpty, !answer.secret.isEmpty else { throw .transport(.unreadable) }
        let grants = answer.grantTypes ?? [AdobePass.grant]
        // These credentials would be useless, because no token can be requested with them. The failure contains the code with which the token
        // endpoint would refuse the credentials. It ends the registration.
        if !grants.contains(AdobePass.grant), let code = ErrorCode("unsupported_grant_type") { throw .registrationRefused(code) }
        let credentials = ClientCredentials(id: answer.id, secret: answer.secret, grantTypes: grants)
        return .registered(client: secrets.put(.client(credentials)))
    }

    /// The only grant type that Adobe documents. It is assumed if an answer names no grant type.
    static let grant = "client_credentials"

    private struct Answer: JSONReadable {
        let id: String
        let secret: String
        let grantTypes: [String]?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            id = try object.required("client_id")
            secret = try object.required("client_secret")
            grantTypes = try object.optional("grant_types")
        }
    }
}
