import FlowMachine

extension SimulatedAdobe {
    struct OpenSession: Sendable {
        let code: String
        let id: String
        let owner: Owner
        /// The description of the device; `nil` if the request had no valid description, which the legacy API does not always require.
        let device: DeviceInformation?
        var mvpd: String?
        var domainName: String?
        var redirectURL: String?
        let notBefore: Instant
        let notAfter: Instant
        /// The provider with which the viewer has signed in; `nil` before the sign-in.
        var completed: String?

        var missing: [String] {
            var missing: [String] = []
            if mvpd == nil { missing.append("mvpd") }
            if domainName == nil { missing.append("domain") }
            if redirectURL == nil { missing.append("redirectUrl") }
            return missing
        }
    }

    /// Signs the viewer in for the session with this code, as a user agent or a second screen does.
    /// - Parameters:
    ///   - code: the session's code.
    ///   - mvpd: the provider's id; `nil` for the provider of the session. Traps if the provider is not among `providers`, because that is
    ///     a mistake in the test.
    ///   - type: the type of the profile.
    ///   - time: the time of the sign-in.
    /// - Returns: whether the viewer is signed in; `false` if there is no such session, if it has expired, or if no provider is known.
    @discardableResult
    public mutating func completeSignIn(code: String, mvpd: String? = nil, type: ProfileType = .regular, at time: Instant) -> Bool {
        if let mvpd { requireProvider(mvpd) }
        guard let index = sessions.firstIndex(where: { $0.code == code && time < $0.notAfter }),
            let chosen = mvpd ?? sessions[index].mvpd, providers.contains(where: { $0.id == chosen && $0.isIntegrated })
        else { return false }
        sessions[index].mvpd = chosen
        sessions[index].completed = chosen
        hold(chosen, type, for: sessions[index].owner, at: time)
        return true
    }

    /// Returns whether the server has a provider with this id.
    package func hasProvider(_ id: String) -> Bool { providers.contains { $0.id == id } }

    /// Traps if the server has no provider with this id. Otherwise a typing error in a test would look like a viewer who does nothing.
    func requireProvider(_ id: String) {
        if hasProvider(id) { return }
        preconditionFailure("The simulated viewer means the provider \(id). Adobe has \(providers.map(\.id)).")
    }

    mutating func createSession(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        let form = try requiredForm(request)
        let provider = try form["mvpd"].map { mvpd throws(Refusal) in try integrated(mvpd) }
        if let provider, let answer = authorized(provider, owner, at: time) { return answer }
        return try open(owner, request, form, provider: provider, reason: "none", at: time)
    }

    mutating func resumeSession(_ request: ReceivedRequest, at time: Instant) throws(Refusal) -> Response {
        let code = try wellFormed(request.path.last ?? "")
        guard let index = sessions.firstIndex(where: { $0.code == code && time < $0.notAfter }) else {
            throw .error("invalid_authentication_session")
        }
        let form = try requiredForm(request)
        if let mvpd = form["mvpd"] { sessions[index].mvpd = try integrated(mvpd).id }
        if let domain = form["domainName"] { sessions[index].domainName = domain }
        if let redirect = try redirectURL(form) { sessions[index].redirectURL = redirect }
        let session = sessions[index]
        if let mvpd = session.mvpd, let answer = authorized(try integrated(mvpd), session.owner, at: time) { return answer }
        return answer(about: session, incomplete: "retry", reason: "none")
    }

    /// Opens a session and closes an earlier session of the same device (V2-F-16).
    mutating func open(
        _ owner: Owner, _ request: ReceivedRequest, _ form: [String: String], provider: SimulatedProvider?, reason: String, at time: Instant
    ) throws(Refusal) -> Response {
        let redirect = try redirectURL(form)
        sessions.removeAll { $0.owner == owner || $0.notAfter <= time }
        let session = OpenSession(
            code: generator.code(), id: generator.uuid(), owner: owner, device: DeviceInformation(request), mvpd: provider?.id,
            domainName: form["domainName"],
            redirectURL: redirect, notBefore: time, notAfter: time.advanced(by: codeLifetime))
        sessions.append(session)
        return answer(about: session, incomplete: "resume", reason: reason)
    }

    /// Returns the answer that no sign-in is needed; `nil` if the viewer must sign in. A profile by Apple's single sign-on is used only if
    /// the request contains a partner status.
    mutating func authorized(
        _ provider: SimulatedProvider, _ owner: Owner, withPartnerStatus: Bool = false, at time: Instant
    ) -> Response? {
        let reason: String
        if provider.temporary != nil {
            reason = "temporary"
        } else if provider.degradation == .authenticateAll {
            reason = "degraded"
        } else if let profile = held(provider.id, by: owner, at: time), profile.type != .appleSSO || withPartnerStatus {
            reason = profile.type == .regular ? "authenticated" : "authenticatedSSO"
        } else {
            return nil
        }
        return Response(
            200,
            [
                "actionName": "authorize", "actionType": "direct", "reasonType": .string(reason),
                "url": .string("/api/v2/\(serviceProvider)/decisions/authorize/\(provider.id)"), "sessionId": .string(generator.uuid()),
                "mvpd": .string(provider.id), "serviceProvider": .string(serviceProvider),
            ])
    }

    /// Returns the form of a request. Adobe's pages require a form even if it is empty.
    func requiredForm(_ request: ReceivedRequest) throws(Refusal) -> [String: String] {
        guard request.isForm || isLenient else { throw .uncoded(400, "the Content-Type is not application/x-www-form-urlencoded") }
        return request.form
    }

    /// Returns the code if it is well-formed; otherwise throws a refusal.
    func wellFormed(_ code: String) throws(Refusal) -> String {
        let allowed = code.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
        guard allowed, code.utf8.count == SimulatedAdobe.codeLength else { throw .error("invalid_parameter_code") }
        return code
    }

    private func redirectURL(_ form: [String: String]) throws(Refusal) -> String? {
        guard let redirect = form["redirectUrl"] else { return nil }
        guard redirect.contains(":") else { throw .error("invalid_parameter_redirect_url") }
        return redirect
    }

    private func answer(about session: OpenSession, incomplete: String, reason: String) -> Response {
        let missing = session.missing
        var members: [(name: String, value: JSON)] = [
            ("actionName", .string(missing.isEmpty ? "authenticate" : incomplete)),
            ("actionType", missing.isEmpty ? "interactive" : "direct"), ("reasonType", .string(reason)),
        ]
        if missing.isEmpty {
            members.append(("url", .string("/api/v2/authenticate/\(serviceProvider)/\(session.code)")))
        } else {
            members.append(("missingParameters", .array(missing.map { .string($0) })))
            members.append(("url", .string("/api/v2/\(serviceProvider)/sessions/\(session.code)")))
        }
        members.append(("code", .string(session.code)))
        members.append(("sessionId", .string(session.id)))
        if let mvpd = session.mvpd { members.append(("mvpd", .string(mvpd))) }
        members.append(("serviceProvider", .string(serviceProvider)))
        // Only this answer contains milliseconds as strings (G-34).
        members.append(("notBefore", .string(String(session.notBefore.milliseconds))))
        if reportsCodeExpiry { members.append(("notAfter", .string(String(session.notAfter.milliseconds)))) }
        return Response(200, .object(members))
    }
}
