import FlowMachine

extension SimulatedAdobe {
    /// The use of temporary access by one device or one identity: the start, and the resources played.
    struct TemporaryUse: Sendable {
        let mvpd: String
        let user: String
        let began: Instant
        var resources: [String]
    }

    /// Returns the identity that promotional temporary access needs (V2-T-03); `nil` for other providers.
    /// - Throws: a refusal if the request does not contain a required identity.
    func temporaryIdentity(_ request: ReceivedRequest, _ provider: SimulatedProvider) throws(Refusal) -> String? {
        guard provider.temporary?.needsIdentity == true else { return nil }
        guard let identity = request.header("AP-TempPass-Identity"), !identity.isEmpty else {
            throw .error("invalid_header_identity_for_temporary_access")
        }
        return identity
    }

    /// Returns the use of temporary access so far. Before the first authorization, the use begins at `time`.
    /// - Throws: a refusal if the duration is over.
    func temporaryUse(
        _ provider: SimulatedProvider, _ owner: Owner, _ identity: String?, at time: Instant
    ) throws(Refusal) -> TemporaryUse {
        let user = identity ?? owner.device
        guard let use = temporaries.first(where: { $0.mvpd == provider.id && $0.user == user }), let temporary = provider.temporary else {
            return TemporaryUse(mvpd: provider.id, user: user, began: time, resources: [])
        }
        guard time < use.began.advanced(by: temporary.duration) else { throw .error("temporary_access_duration_limit_exceeded") }
        return use
    }

    /// Notes that `resource` is played under temporary access, and returns the expiry of the access.
    /// - Throws: a refusal if the duration is over or the maximum number of resources is reached.
    mutating func spendTemporary(
        _ temporary: SimulatedProvider.Temporary, _ provider: SimulatedProvider, _ owner: Owner, _ identity: String?, on resource: String,
        at time: Instant
    ) throws(Refusal) -> Instant {
        var use = try temporaryUse(provider, owner, identity, at: time)
        if !use.resources.contains(resource) {
            if let limit = temporary.resources, use.resources.count >= limit { throw .error("temporary_access_resources_limit_exceeded") }
            use.resources.append(resource)
        }
        temporaries.removeAll { $0.mvpd == use.mvpd && $0.user == use.user }
        temporaries.append(use)
        return use.began.advanced(by: temporary.duration)
    }

    func json(_ use: TemporaryUse, of provider: SimulatedProvider) -> JSON {
        let notAfter = use.began.advanced(by: provider.temporary?.duration ?? .seconds(0)).milliseconds
        var attributes: [(name: String, value: JSON)] = [("userID", plain("temppass_simulated"))]
        if let limit = provider.temporary?.resources {
            attributes.append(("remaining_resources", plain(.integer(Int64(limit - use.resources.count)))))
            attributes.append(("used_assets", plain(.array(use.resources.map { .string($0) }))))
        }
        attributes.append(("expiration_date", plain(.integer(notAfter))))
        return [
            "notBefore": .integer(use.began.milliseconds), "notAfter": .integer(notAfter), "issuer": "Adobe", "type": "temporary",
            "attributes": .object(attributes),
        ]
    }
}
