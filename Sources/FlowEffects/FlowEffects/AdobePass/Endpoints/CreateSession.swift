import FlowMachine

/// POST /api/v2/{serviceProvider}/sessions: creates a session, with a code for signing in on another device if needed (V2-F-02).
extension AdobePass {
    /// Reads the answer of a sessions endpoint. All three endpoints return the same form.
    func sessionResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        guard let session = try read(SessionAnswer.self, response).session(links: links, secrets: secrets) else {
            throw .transport(.unreadable)
        }
        return .session(session)
    }
}
