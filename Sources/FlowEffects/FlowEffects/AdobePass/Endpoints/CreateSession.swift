import FlowMachine

/// POST /api/v2/{serviceProvider}/sessions: a session, with a code to sign in elsewhere if that is needed (V2-F-02).
extension AdobePass {
    /// All three sessions endpoints return the same form.
    func sessionResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        guard let session = try read(SessionAnswer.self, response).session(links: links, secrets: secrets) else {
            throw .transport(.unreadable)
        }
        return .session(session)
    }
}
