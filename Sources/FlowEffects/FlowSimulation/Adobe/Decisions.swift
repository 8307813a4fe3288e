import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedAdobe {
    mutating func preauthorize(
        _ request: ReceivedRequest, _ owner: Owner, _ itemError: String?, at time: Instant
    ) throws(Refusal) -> Response {
        let resources = try resources(request)
        let grounds = try grounds(request, owner, at: time)
        let common = grounds.error(of: resources, limit: preauthorizationLimit)
        var decisions: [JSON] = []
        for resource in resources {
            var error = itemError.map { CatalogedError($0) } ?? common ?? denial(of: resource, grounds)
            if error?.code == "authorization_denied_by_mvpd" {
                error = CatalogedError("preauthorization_denied_by_mvpd", details: error?.details)
            }
            decisions.append(decision(resource, grounds, error, []))
        }
        return Response(200, ["decisions": .array(decisions)])
    }

    mutating func authorize(
        _ request: ReceivedRequest, _ owner: Owner, _ itemError: String?, at time: Instant
    ) throws(Refusal) -> Response {
        let resources = try resources(request)
        let grounds = try grounds(request, owner, at: time)
        let common = grounds.error(of: resources, limit: authorizationLimit)
        var decisions: [JSON] = []
        for resource in resources {
            let error = itemError.map { CatalogedError($0) } ?? common ?? denial(of: resource, grounds)
            var notAfter = time.advanced(by: .seconds(4200))
            if error == nil, let temporary = grounds.provider.temporary {
                do throws(Refusal) {
                    let identity = try temporaryIdentity(request, grounds.provider)
                    notAfter = try spendTemporary(temporary, grounds.provider, owner, identity, on: resource, at: time)
                } catch {
                    guard case .cataloged(let refused) = error.kind else { throw error }
                    decisions.append(decision(resource, grounds, refused, []))
                    continue
                }
            }
            decisions.append(decision(resource, grounds, error, error == nil ? permit(resource, until: notAfter, at: time) : []))
        }
        return Response(200, ["decisions": .array(decisions)])
    }

    /// The basis of decisions: the provider, and the source of the viewer's access.
    private struct Grounds {
        let provider: SimulatedProvider
        let source: String
        /// The code of the error if no decision is possible; otherwise `nil`. As in Adobe's samples, each decision of an answer with the status 200
        /// contains this error.
        var missing: String?

        /// Returns the error that every decision must contain; `nil` if there is none.
        func error(of resources: [String], limit: Int) -> CatalogedError? {
            resources.count > limit ? CatalogedError("too_many_resources") : missing.map { CatalogedError($0) }
        }
    }

    private func grounds(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Grounds {
        let provider = try integrated(request.path.last ?? "")
        if provider.temporary != nil { return Grounds(provider: provider, source: "temppass") }
        if provider.degradation == .authenticateAll { return Grounds(provider: provider, source: "degradation") }
        let stated = try statedProvider(request, matching: provider.id, at: time)
        guard let profile = held(provider.id, by: owner, at: time) else {
            let expired = profiles.contains { $0.mvpd == provider.id && $0.owner == owner }
            let code = expired ? "authenticated_profile_expired" : "authenticated_profile_missing"
            return Grounds(provider: provider, source: "mvpd", missing: code)
        }
        // If the request contains no partner status, a profile by Apple's single sign-on is not visible. The profiles endpoints behave in the same
        // way.
        guard profile.type != .appleSSO || stated != nil else {
            return Grounds(provider: provider, source: "mvpd", missing: "authenticated_profile_missing")
        }
        return Grounds(provider: provider, source: provider.degradation == nil ? "mvpd" : "degradation")
    }

    private func resources(_ request: ReceivedRequest) throws(Refusal) -> [String] {
        struct Body: Decodable { let resources: [String] }
        guard let resources = request.json(Body.self)?.resources, !resources.isEmpty, !resources.contains("") else {
            throw .error("invalid_parameter_resources")
        }
        return resources
    }

    private func denial(of resource: String, _ grounds: Grounds) -> CatalogedError? {
        switch grounds.provider.degradation {
        case .authenticateAll, .authorizeAll: return nil
        case .authorizeNone(let details): return CatalogedError("authorization_denied_by_degradation_rule", details: details)
        case nil: break
        }
        return denials.first { $0.resource == resource && ($0.mvpd ?? grounds.provider.id) == grounds.provider.id }
            .map { CatalogedError($0.code, details: $0.details) }
    }

    private mutating func decision(
        _ resource: String, _ grounds: Grounds, _ error: CatalogedError?, _ more: [(name: String, value: JSON)]
    ) -> JSON {
        var members: [(name: String, value: JSON)] = [
            ("resource", .string(resource)), ("serviceProvider", .string(serviceProvider)), ("mvpd", .string(grounds.provider.id)),
            ("source", .string(grounds.source)), ("authorized", .bool(error == nil)),
        ]
        if let error { members.append(("error", error.json(trace: generator.uuid()))) }
        if error == nil, !decisionAttributes.isEmpty {
            let attributes: [(name: String, value: JSON)] = decisionAttributes.map {
                ($0.name, ["value": .string($0.value), "state": "plain"])
            }
            members.append(("attributes", .object(attributes)))
        }
        return .object(members + more)
    }

    private mutating func permit(_ resource: String, until notAfter: Instant, at time: Instant) -> [(name: String, value: JSON)] {
        let media = "<signatureInfo>\(generator.hexadecimal(32))</signatureInfo>"
        return [
            (
                "token",
                [
                    "notBefore": .integer(time.milliseconds), "notAfter": .integer(time.advanced(by: mediaTokenLifetime).milliseconds),
                    "serializedToken": .string(Data(media.utf8).base64EncodedString()),
                ]
            ),
            ("notBefore", .integer(time.milliseconds)), ("notAfter", .integer(notAfter.milliseconds)),
        ]
    }
}
