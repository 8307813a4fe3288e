import FlowEffects
import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Checks the parameters that Adobe's pages about the legacy API require in every request.
extension SimulatedAdobe {
    /// Checks the service provider, which is in the path of some endpoints and in a parameter of all other endpoints.
    func checkRequestor(_ endpoint: RESTV1Endpoint.Kind, _ request: ReceivedRequest) throws(Refusal) {
        let name = endpoint == .freePreview ? "requestor_id" : "requestor"
        let requestor: String?
        switch endpoint {
        case .configuration: requestor = request.path.last
        case .profileRequest, .createCode: requestor = request.path.dropFirst(2).first
        case .checkAuthentication, .exchange, .authenticationToken, .authorize, .mediaToken, .preauthorize, .userMetadata, .logout,
            .freePreview:
            requestor = request.query[name] ?? request.form[name]
        }
        guard let requestor else { throw .legacy(400, "Required '\(name)' is not present") }
        guard requestor == serviceProvider else {
            throw .legacy(400, "Unknown requestor", "the requestor is \(requestor), but this server serves only \(serviceProvider)")
        }
    }

    /// Returns the owner of profiles: the device in the parameter `deviceId` of the query or the form. The owner includes no client, because a
    /// device may get new credentials while a code is open.
    func legacyOwner(_ endpoint: RESTV1Endpoint.Kind, _ request: ReceivedRequest) throws(Refusal) -> Owner {
        guard let value = request.query["deviceId"] ?? request.form["deviceId"], let device = Data(base64Encoded: value), !device.isEmpty
        else { throw .legacy(400, "Required 'deviceId' is not present", "deviceId is missing, or is not Base64") }
        if let fault = legacyDeviceFault(endpoint, request) { throw .legacy(400, "The device description is missing or incomplete", fault) }
        return Owner(client: nil, device: String(decoding: device, as: UTF8.self))
    }

    /// Returns the problem with the description of the device, which is in a header or a parameter; `nil` if the description is valid.
    private func legacyDeviceFault(_ endpoint: RESTV1Endpoint.Kind, _ request: ReceivedRequest) -> String? {
        struct Device: Decodable {
            let model: String
            let osName: String
        }
        let header = request.header("X-Device-Info").map { percentDecoded($0[...], plusIsSpace: false) ?? $0 }
        guard let text = header ?? request.query["device_info"] ?? request.form["device_info"] else {
            // The exchange of a SAML response does not need the description, and Adobe is known to issue codes without it.
            let mayBeMissing = endpoint == .exchange || (isLenient && endpoint == .createCode)
            return mayBeMissing ? nil : "the header X-Device-Info is missing"
        }
        if let data = Data(base64Encoded: text), (try? JSONDecoder().decode(Device.self, from: data)) != nil { return nil }
        return "the header X-Device-Info is not Base64 of JSON with model and osName as texts"
    }
}
