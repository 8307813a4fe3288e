import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedAdobe {
    /// The SAML request for the partner framework, before Base64.
    static let samlRequest = #"<?xml version="1.0" encoding="UTF-8"?><samlp:AuthnRequest ID="_simulated"/>"#

    mutating func partnerSession(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        guard request.path.last == "Apple" else { throw .error("invalid_parameter_partner") }
        let form = try requiredForm(request)
        switch partnerProvider(request, at: time) {
        case .failure: return try open(owner, request, form, provider: nil, reason: "pfs_fallback", at: time)
        case .success(let provider):
            guard provider.isIntegrated else { throw .error("invalid_integration") }
            if let answer = authorized(provider, owner, withPartnerStatus: true, at: time) { return answer }
            guard form["domainName"] != nil, form["redirectUrl"] != nil else {
                return try open(owner, request, form, provider: provider, reason: "missing_parameters_fallback", at: time)
            }
            guard provider.allowsPartnerSignOn, provider.enablesPlatformServices == true, provider.boarding == .supported else {
                return try open(owner, request, form, provider: provider, reason: "configuration_fallback", at: time)
            }
            return Response(
                200,
                [
                    "actionName": "partner_profile", "actionType": "direct", "reasonType": "none",
                    "url": .string("/api/v2/\(serviceProvider)/profiles/sso/Apple"), "sessionId": .string(generator.uuid()),
                    "mvpd": .string(provider.id), "serviceProvider": .string(serviceProvider),
                    "authenticationRequest": [
                        "type": "saml", "request": .string(Data(SimulatedAdobe.samlRequest.utf8).base64EncodedString()),
                        "attributesNames": ["uid", "NameID", "uniqueId"],
                    ],
                ])
        }
    }

    mutating func createPartnerProfile(_ request: ReceivedRequest, _ owner: Owner, at time: Instant) throws(Refusal) -> Response {
        guard request.path.last == "Apple" else { throw .error("invalid_parameter_partner") }
        let provider: SimulatedProvider
        switch partnerProvider(request, at: time) {
        case .failure(let error): throw .cataloged(error)
        case .success(let stated): provider = stated
        }
        guard provider.isIntegrated else { throw .error("invalid_integration") }
        guard isSAML(try requiredForm(request)["SAMLResponse"]) else { throw .error("invalid_parameter_saml_response") }
        if provider.degradation == .authenticateAll { return answer([(provider.id, degradedJSON(at: time))]) }
        // If Adobe's check of the partner sign-on fails, the answer contains the same profiles as a request for profiles (V2-C-32).
        guard provider.allowsPartnerSignOn else { return try profiles(request, owner, at: time) }
        hold(provider.id, .appleSSO, for: owner, at: time)
        let created = held(provider.id, by: owner, at: time)
        return answer(created.map { [(provider.id, json($0))] } ?? [], status: 201)
    }

    /// Returns whether the value is Base64 of a SAML response on one line. The value is not Base64 if the client escaped it twice (G-20).
    func isSAML(_ value: String?) -> Bool {
        guard let value, let data = Data(base64Encoded: value) else { return false }
        let text = String(decoding: data, as: UTF8.self)
        return text.hasPrefix("<") && text.hasSuffix(">") && text.contains("Response") && !text.utf8.contains(0x0A)
    }
}
