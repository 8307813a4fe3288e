/// The rules of the legacy REST API V1, a file for each of its parts, on the states and values that V2 uses too. Registration,
/// tokens, wishes and all that concerns calls as such are common to both.
enum RESTV1 {
    /// Something that a state asked has its one outcome.
    static func answered(_ state: FlowState, _ ask: RequestID, _ result: Reply.Result, _ run: inout Run) -> Next {
        switch state {
        case .checking(let state): Check.answered(state, result, &run)
        case .partnerAuth(let state): SignOn.answered(state, result, &run)
        case .basicAuthFallback(let state): Code.answered(state, result, &run)
        case .deciding(let state): Decide.answered(state, ask, result, &run)
        case .loggedOut(let state): SignOut.answered(state, ask, result, &run)
        case .unregistered, .registered: Next(state, .`FM-02`)
        }
    }
}

extension Run {
    /// Asks Adobe by the legacy API; the state gets one outcome under the number returned.
    mutating func ask(_ endpoint: RESTV1Endpoint) -> RequestID { ask(Endpoint.restV1(endpoint)) }
}
