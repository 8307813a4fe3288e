import FlowMachine

/// POST /o/client/token: requests an access token for the credentials, initially and at every refresh (V2-A-06, V2-A-07).
extension AdobePass {
    /// Reads the access token. Adobe reports `created_at` in milliseconds and `expires_in` in seconds (G-34).
    func tokenResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(Answer.self, response)
        let (lifetime, overflow) = answer.lifetime.value.multipliedReportingOverflow(by: 1000)
        // A token must be sent in a header, so it may contain only printable ASCII characters without blanks.
        let isPlain = !answer.token.isEmpty && answer.token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, !overflow, lifetime >= 0 else { throw .transport(.unreadable) }
        let notAfter = answer.created.instant.advanced(by: Interval(milliseconds: lifetime))
        return .token(AccessToken(ref: secrets.put(.token(answer.token)), notAfter: notAfter))
    }

    private struct Answer: JSONReadable {
        let token: String
        let created: WholeNumber
        let lifetime: WholeNumber

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            token = try object.required("access_token")
            created = try object.required("created_at")
            lifetime = try object.required("expires_in")
        }
    }
}
