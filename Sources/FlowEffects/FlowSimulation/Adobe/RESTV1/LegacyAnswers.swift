import FlowEffects
import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The answers of the legacy REST API V1. A device has one sign-in at a time, so a request for a decision names no provider.
extension SimulatedAdobe {
    mutating func answer(
        _ endpoint: RESTV1Endpoint.Kind, _ request: ReceivedRequest, _ itemError: String?, at time: Instant
    ) throws(Refusal) -> Response {
        try checkRequestor(endpoint, request)
        switch endpoint {
        case .configuration: return Response(200, legacyConfiguration)
        case .profileRequest: return try profileRequest(request)
        case .checkAuthentication, .exchange, .authenticationToken, .createCode, .authorize, .mediaToken, .preauthorize, .userMetadata,
            .logout, .freePreview:
            break
        }
        let owner = try legacyOwner(endpoint, request)
        switch endpoint {
        case .checkAuthentication:
            if legacyToken(of: owner, at: time) == nil { throw .legacy(403, "Authentication token expired", details: nil) }
            return Response(status: 200, headers: [], body: [])
        case .authenticationToken: return try legacyToken(owner, at: time)
        case .exchange: return try exchange(request, owner, at: time)
        case .createCode: return try createCode(request, owner, at: time)
        case .authorize: return try legacyAuthorize(request, owner, itemError, at: time)
        case .mediaToken: return try mediaToken(request, owner, itemError, at: time)
        case .preauthorize: return try legacyPreauthorize(request, owner, itemError, at: time)
        case .userMetadata: return try legacyMetadata(owner, at: time)
        case .logout:
            profiles.removeAll { $0.owner == owner }
            legacyTemporary.removeAll { $0.owner == owner }
            return Response(status: 204, headers: [], body: [])
        case .freePreview: return try freePreview(request, owner, at: time)
        case .configuration, .profileRequest: throw .status(404)
        }
    }

    /// Returns the most recent sign-in on the device that has not expired.
    private func legacySignIn(of owner: Owner, at time: Instant) -> HeldProfile? {
        profiles.last { $0.owner == owner && time < $0.notAfter }
    }

    /// Returns the provider of the device's token: the provider of the sign-in, or else the provider of temporary access.
    private func legacyToken(of owner: Owner, at time: Instant) -> String? {
        legacySignIn(of: owner, at: time)?.mvpd ?? legacyTemporary.first { $0.owner == owner }?.mvpd
    }

    private var legacyConfiguration: JSON {
        ["requestor": ["id": .string(serviceProvider), "name": "Simulated site", "mvpds": .array(providers.map(\.legacyJSON))]]
    }

    // MARK: Signing in

    private func profileRequest(_ request: ReceivedRequest) throws(Refusal) -> Response {
        guard request.query["deviceType"] == "tvOS" || request.query["deviceType"] == "iOS",
            let provider = providers.first(where: { $0.id == request.path.last && $0.isIntegrated }), provider.allowsPartnerSignOn
        else { throw .status(400, "deviceType is not tvOS or iOS, or no provider with partner single sign-on has this id") }
        let octets = Data(SimulatedAdobe.samlRequest.utf8).base64EncodedString()
        return Response(
            status: 200, headers: [HTTPRequest.Field("Content-Type", "application/octet-stream")], body: Array(octets.utf8))
    }

    private mutating func exchange(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        let form = request.form
        guard let provider = providers.first(where: { $0.id == form["mvpd"] && $0.isIntegrated && $0.allowsPartnerSignOn }),
            isSAML(form["SAMLResponse"])
        else { throw .status(400, "no provider with partner single sign-on has this id, or SAMLResponse is not Base64 of XML") }
        hold(provider.id, .appleSSO, for: owner, at: time)
        return Response(status: 204, headers: [], body: [])
    }

    private mutating func createCode(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        let mvpd = request.query["mvpd"] ?? request.form["mvpd"]
        if let mvpd, !providers.contains(where: { $0.id == mvpd && $0.isIntegrated }) {
            throw .status(400, "no integrated provider has the id \(mvpd)")
        }
        sessions.removeAll { $0.owner == owner || $0.notAfter <= time }
        // A new code removes an expired sign-in. Otherwise the server would answer every later poll with 410 because of the expired sign-in.
        profiles.removeAll { $0.owner == owner && $0.notAfter <= time }
        let session = OpenSession(
            code: generator.code(), id: generator.uuid(), owner: owner, device: DeviceInformation(request), mvpd: mvpd,
            domainName: domainNames.first,
            redirectURL: "legacy:", notBefore: time, notAfter: time.advanced(by: codeLifetime))
        sessions.append(session)
        var members: [(name: String, value: JSON)] = [
            ("id", .string(session.id)), ("code", .string(session.code)), ("requestor", .string(serviceProvider)),
        ]
        if let mvpd = session.mvpd { members.append(("mvpd", .string(mvpd))) }
        members.append(("generated", .integer(time.milliseconds)))
        if reportsCodeExpiry { members.append(("expires", .integer(session.notAfter.milliseconds))) }
        return Response(201, .object(members))
    }

    /// Returns the answer about the device's token. If the sign-in has expired, the status is 410 instead of 404.
    private func legacyToken(_ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        guard let mvpd = legacyToken(of: owner, at: time) else {
            let hasEnded = profiles.contains { $0.owner == owner }
            throw .legacy(hasEnded ? 410 : 404, hasEnded ? "Gone" : "Not Found", details: nil)
        }
        let notAfter = legacySignIn(of: owner, at: time)?.notAfter ?? time.advanced(by: .seconds(86_400))
        return Response(
            200,
            [
                "requestor": .string(serviceProvider), "mvpd": .string(mvpd), "userId": .string("simulated-user-\(mvpd)"),
                "expires": .string(String(notAfter.milliseconds)),
            ])
    }

    private mutating func freePreview(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        guard let provider = providers.first(where: { $0.id == request.query["mso_id"] }), provider.temporary != nil else {
            throw .status(400, "mso_id does not name a provider of temporary access")
        }
        _ = try legacyIdentity(request, provider)
        legacyTemporary.removeAll { $0.owner == owner }
        legacyTemporary.append((owner, provider.id))
        return Response(status: 204, headers: [], body: [])
    }

    /// Returns the identity for promotional temporary access, which is the parameter `generic_data`; `nil` for other providers.
    private func legacyIdentity(_ request: ReceivedRequest, _ provider: SimulatedProvider) throws(Refusal) -> String? {
        guard provider.temporary?.needsIdentity == true else { return nil }
        guard let identity = request.query["generic_data"], !identity.isEmpty else {
            throw .legacy(400, "Required 'generic_data' is not present")
        }
        return identity
    }

    private func legacyMetadata(_ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        guard let profile = legacySignIn(of: owner, at: time) else { throw .legacy(412, "No valid sign-in", details: nil) }
        var data: [(name: String, value: JSON)] = [("userID", .string("simulated-user-\(profile.mvpd)"))]
        if profile.type == .appleSSO { data.append(("tokenSource", "Apple")) }
        return Response(200, ["updated": .integer(time.milliseconds / 1000), "encrypted": [], "data": .object(data)])
    }

    // MARK: Decisions

    /// Returns the provider of the viewer's sign-in, or of temporary access.
    /// - Parameters:
    ///   - owner: the device.
    ///   - http: the status of the refusal if the device has neither a sign-in nor temporary access.
    ///   - time: the time of the request.
    private func legacyProvider(_ owner: Owner, otherwise http: Int = 412, at time: Instant) throws(Refusal) -> SimulatedProvider {
        let id = legacyToken(of: owner, at: time)
        guard let provider = providers.first(where: { $0.id == id }) else {
            throw .legacy(http, http == 403 ? "User not authorized" : "No valid sign-in", details: nil)
        }
        return provider
    }

    private func denial(of resource: String, _ provider: SimulatedProvider, _ itemError: String?) -> CatalogedError? {
        if let itemError { return CatalogedError(itemError) }
        return denials.first { $0.resource == resource && ($0.mvpd ?? provider.id) == provider.id }
            .map { CatalogedError($0.code, details: $0.details) }
    }

    private mutating func legacyAuthorize(
        _ request: ReceivedRequest, _ owner: Owner, _ itemError: String?, at time: Instant
    ) throws(Refusal) -> Response {
        let resource = request.query["resource"] ?? ""
        // Adobe's page names only the status 403, so a denial and an expired sign-in have the same answer.
        let provider = try legacyProvider(owner, otherwise: 403, at: time)
        if let error = denial(of: resource, provider, itemError) { throw .legacy(403, "User not authorized", details: error.details) }
        if let temporary = provider.temporary {
            let identity = try legacyIdentity(request, provider)
            do throws(Refusal) { _ = try spendTemporary(temporary, provider, owner, identity, on: resource, at: time) } catch {
                throw .legacy(403, "User not authorized", details: nil)
            }
        }
        return Response(
            200,
            [
                "mvpd": .string(provider.id), "resource": .string(resource), "requestor": .string(serviceProvider),
                "expires": .string(String(time.advanced(by: .seconds(4200)).milliseconds)),
            ])
    }

    private mutating func mediaToken(
        _ request: ReceivedRequest, _ owner: Owner, _ itemError: String?, at time: Instant
    ) throws(Refusal) -> Response {
        let provider = try legacyProvider(owner, at: time)
        if itemError != nil { throw .legacy(403, "User not authorized", details: nil) }
        let media = "<signatureInfo>\(generator.hexadecimal(32))</signatureInfo>"
        return Response(
            200,
            [
                "resource": .string(request.query["resource"] ?? ""), "requestor": .string(serviceProvider),
                "expires": .string(String(time.advanced(by: mediaTokenLifetime).milliseconds)),
                "serializedToken": .string(Data(media.utf8).base64EncodedString()), "mvpdId": .string(provider.id),
            ])
    }

    private mutating func legacyPreauthorize(
        _ request: ReceivedRequest, _ owner: Owner, _ itemError: String?, at time: Instant
    ) throws(Refusal) -> Response {
        let provider = try legacyProvider(owner, at: time)
        var entries: [JSON] = []
        let resources = (request.query["resource"] ?? "").split(separator: ",").map(String.init)
        guard resources.count <= preauthorizationLimit else { throw .legacy(403, "Too many resources", details: nil) }
        for resource in resources {
            var members: [(name: String, value: JSON)] = [("id", .string(resource))]
            let error = denial(of: resource, provider, itemError)
            members.append(("authorized", .bool(error == nil)))
            if let error { members.append(("error", error.json(trace: generator.uuid()))) }
            entries.append(.object(members))
        }
        return Response(200, ["resources": .array(entries)])
    }
}

extension SimulatedProvider {
    /// The provider as the configuration of the legacy API lists it.
    var legacyJSON: JSON {
        guard case .object(var members) = json else { return json }
        if platformMappingID != nil { members.append(("requiredMetadataFields", ["uid", "NameID", "uniqueId"])) }
        return .object(members)
    }
}
