import FlowMachine

extension SimulatedAdobe {
    struct HeldProfile: Sendable {
        let mvpd: String
        let type: ProfileType
        let owner: Owner
        let notBefore: Instant
        let notAfter: Instant
    }

    /// Gives the device a profile with `mvpd`, under both APIs and for every registered client, as if the viewer had signed in earlier. If
    /// no client has registered yet, the first client that registers gets the profile.
    ///
    /// Traps if the provider is not among `providers`, because that is a mistake in the test.
    /// - Parameters:
    ///   - mvpd: the id of one of `providers`.
    ///   - type: the type of the profile, which is the way in which the viewer signed in.
    ///   - device: the device's identifier, `Flow.deviceIdentifier`.
    ///   - time: the time of the sign-in by the server's clock; the profile's lifetime begins then.
    public mutating func addProfile(_ mvpd: String, _ type: ProfileType = .regular, device: String, at time: Instant) {
        requireProvider(mvpd)
        for client in [nil] + clients.map(\.id) { hold(mvpd, type, for: Owner(client: client, device: device), at: time) }
        if clients.isEmpty { awaitingClient.append((mvpd, type, device, time)) }
    }

    /// Gives the profiles that were added before any registration to the first client that registers.
    mutating func holdAwaitedProfiles(for client: String) {
        for (mvpd, type, device, time) in awaitingClient { hold(mvpd, type, for: Owner(client: client, device: device), at: time) }
        awaitingClient = []
    }

    /// Expires every profile at once.
    public mutating func expireProfiles(at time: Instant) {
        profiles = profiles.map { HeldProfile(mvpd: $0.mvpd, type: $0.type, owner: $0.owner, notBefore: $0.notBefore, notAfter: time) }
    }

    /// Adds a profile. It replaces the owner's previous profile with the same provider, whatever that profile's type is (G-41).
    mutating func hold(_ mvpd: String, _ type: ProfileType, for owner: Owner, at time: Instant) {
        profiles.removeAll { $0.mvpd == mvpd && $0.owner == owner }
        profiles.append(
            HeldProfile(mvpd: mvpd, type: type, owner: owner, notBefore: time, notAfter: time.advanced(by: profileLifetime)))
    }

    func held(_ mvpd: String, by owner: Owner, at time: Instant) -> HeldProfile? {
        profiles.first { $0.mvpd == mvpd && $0.owner == owner && time < $0.notAfter }
    }

    mutating func profiles(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        let stated = try statedProvider(request, matching: nil, at: time)
        let active = providers.filter(\.isIntegrated).map(\.id)
        let visible = profiles.filter {
            $0.owner == owner && time < $0.notAfter && active.contains($0.mvpd) && ($0.type != .appleSSO || $0.mvpd == stated?.id)
        }
        return answer(visible.map { ($0.mvpd, json($0)) })
    }

    mutating func profile(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        let provider = try integrated(request.path.last ?? "")
        if provider.temporary != nil {
            let identity = try temporaryIdentity(request, provider)
            let use = try temporaryUse(provider, owner, identity, at: time)
            return answer([(provider.id, json(use, of: provider))])
        }
        if provider.degradation == .authenticateAll { return answer([(provider.id, degradedJSON(at: time))]) }
        let stated = try statedProvider(request, matching: provider.id, at: time)
        guard let profile = held(provider.id, by: owner, at: time), profile.type != .appleSSO || stated != nil else { return answer([]) }
        return answer([(provider.id, json(profile))])
    }

    mutating func profileForCode(_ request: ReceivedRequest, at time: Instant) throws(Refusal) -> Response {
        let code = try wellFormed(request.path.last ?? "")
        guard let session = sessions.first(where: { $0.code == code && time < $0.notAfter }) else {
            throw .error("invalid_authentication_session")
        }
        guard let mvpd = session.completed else { return answer([]) }
        let provider = try integrated(mvpd)
        if provider.degradation == .authenticateAll { return answer([(mvpd, degradedJSON(at: time))]) }
        guard let profile = held(mvpd, by: session.owner, at: time) else { return answer([]) }
        return answer([(mvpd, json(profile))])
    }

    func answer(_ entries: [(String, JSON)], status: Int = 200) -> Response {
        Response(status, ["profiles": .object(entries.map { (name: $0.0, value: $0.1) })])
    }

    func json(_ profile: HeldProfile) -> JSON {
        var attributes: [(name: String, value: JSON)] = [("userID", plain(.string("simulated-user-\(profile.mvpd)")))]
        if profile.type == .appleSSO { attributes.append(("tokenSource", plain("Apple"))) }
        attributes.append(("householdID", plain(.string("simulated-household-\(profile.mvpd)"))))
        attributes.append(("zip", ["value": "c2ltdWxhdGVkLXppcA==", "state": "enc"]))
        return [
            "notBefore": .integer(profile.notBefore.milliseconds), "notAfter": .integer(profile.notAfter.milliseconds),
            "issuer": .string(profile.type == .appleSSO ? "Apple" : profile.mvpd), "type": .string(profile.type.word),
            "attributes": .object(attributes),
        ]
    }

    func degradedJSON(at time: Instant) -> JSON {
        [
            "notBefore": .integer(time.milliseconds), "notAfter": .integer(time.advanced(by: degradedLifetime).milliseconds),
            "issuer": "Adobe", "type": "degraded", "attributes": ["userID": plain("95cf93bcd183214a-simulated")],
        ]
    }

    func plain(_ value: JSON) -> JSON { ["value": value, "state": "plain"] }
}
