import FlowMachine

extension SimulatedAdobe {
    mutating func logout(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        guard let redirect = request.query["redirectUrl"], redirect.contains(":") else { throw .error("invalid_parameter_redirect_url") }
        let provider = try integrated(request.path.last ?? "")
        let removed = held(provider.id, by: owner, at: time)
        profiles.removeAll { $0.mvpd == provider.id && $0.owner == owner }
        var entry: [(name: String, value: JSON)]
        if let removed {
            entry = action(for: removed, provider, redirect)
        } else if provider.temporary != nil || provider.degradation == .authenticateAll {
            entry = [("actionName", "complete"), ("actionType", "none")]
        } else {
            entry = [("actionName", "invalid"), ("actionType", "none")]
        }
        entry.insert(("mvpd", .string(provider.id)), at: 2)
        return Response(200, ["logouts": .object([(provider.id, .object(entry))])])
    }

    private func action(
        for profile: HeldProfile, _ provider: SimulatedProvider, _ redirect: String
    ) -> [(name: String, value: JSON)] {
        guard profile.type != .appleSSO else { return [("actionName", "partner_logout"), ("actionType", "partner_interactive")] }
        guard provider.hasLogoutPage else { return [("actionName", "complete"), ("actionType", "none")] }
        let query = "noflash=true&mso_id=\(percentEncoded(provider.id))&requestor_id=\(percentEncoded(serviceProvider))"
        return [
            ("actionName", "logout"), ("actionType", "interactive"),
            ("url", .string("\(host)/adobe-services/logout?\(query)&redirect_url=\(percentEncoded(redirect))")),
        ]
    }
}
