/// The rules of the REST API V2, a file for each of its phases, on the states and values that V1 uses too. Registration, tokens,
/// wishes and all that concerns calls as such are common to both.
enum RESTV2 {
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
