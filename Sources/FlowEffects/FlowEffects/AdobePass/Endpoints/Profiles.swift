import FlowMachine

/// GET /api/v2/{serviceProvider}/profiles: requests all profiles with which the viewer is signed in (V2-B-08).
extension AdobePass {
    /// Reads the answer of a profiles endpoint. All four endpoints return the same form, with status 200 or 201 (G-32).
    func profilesResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        guard let profiles = try read(ProfilesAnswer.self, response).list(secrets: secrets) else { throw .transport(.unreadable) }
        return .profiles(profiles)
    }
}
