import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SimulatedAdobe {
    struct Client: Sendable {
        let id: String
        let secret: String
    }

    struct Token: Sendable {
        let text: String
        let client: String
        let notAfter: Instant
    }

    /// The owner of profiles: a client on a device. A different client or device has different profiles (V2-X-19).
    struct Owner: Sendable, Equatable {
        /// The client's id; `nil` under the legacy API, where profiles belong only to the device.
        let client: String?
        /// The device's identifier, decoded from Base64.
        let device: String
    }

    /// Invalidates every issued token, as if it had expired.
    public mutating func revokeTokens() { tokens = [] }

    /// Forgets every client, so that all credentials and tokens become invalid.
    public mutating func forgetClients() {
        clients = []
        tokens = []
    }

    mutating func register(_ request: ReceivedRequest, at time: Instant) throws(Refusal) -> Response {
        struct Body: Decodable {
            let statement: String?
            let redirect: String?

            enum CodingKeys: String, CodingKey {
                case statement = "software_statement"
                case redirect = "redirect_uri"
            }
        }
        guard let body = request.json(Body.self), let statement = body.statement else {
            throw .registration(
                "invalid_request", "the body is not JSON with a software_statement, or its Content-Type is not application/json")
        }
        if let fault = deviceInformationFault(request, mayBeMissing: isLenient) { throw .registration("invalid_request", fault) }
        guard statement == softwareStatement else {
            throw .registration("invalid_software_statement", "this server expects a different software_statement")
        }
        if let redirect = body.redirect, !redirect.contains(":") {
            throw .registration("invalid_redirect_uri", "redirect_uri is not a URL")
        }
        let client = Client(id: generator.uuid(), secret: generator.hexadecimal(32))
        clients.append(client)
        holdAwaitedProfiles(for: client.id)
        return Response(
            201,
            [
                "client_id": .string(client.id), "client_secret": .string(client.secret),
                "redirect_uris": .array(body.redirect.map { [.string($0)] } ?? []), "grant_types": ["client_credentials"],
                "scopes": ["api:client:v2"], "client_id_issued_at": .integer(time.milliseconds / 1000),
            ])
    }

    mutating func issueToken(_ request: ReceivedRequest, at time: Instant) throws(Refusal) -> Response {
        let form = request.form
        guard let id = form["client_id"], let secret = form["client_secret"], let grant = form["grant_type"] else {
            throw .registration(
                "invalid_request",
                "client_id, client_secret or grant_type is missing, or the Content-Type is not application/x-www-form-urlencoded")
        }
        if let fault = deviceInformationFault(request, mayBeMissing: isLenient) { throw .registration("invalid_request", fault) }
        guard clients.contains(where: { $0.id == id && $0.secret == secret }) else {
            throw .registration("invalid_client", "no client with this id and secret has registered here")
        }
        guard grant == "client_credentials" else {
            throw .registration("unsupported_grant_type", "the only grant_type is client_credentials")
        }
        tokens.removeAll { $0.notAfter <= time }
        let token = Token(text: "simulated." + generator.hexadecimal(48), client: id, notAfter: time.advanced(by: tokenLifetime))
        tokens.append(token)
        return Response(
            201,
            [
                "id": .string(generator.uuid()), "access_token": .string(token.text), "created_at": .integer(time.milliseconds),
                "expires_in": .integer(tokenLifetime.milliseconds / 1000), "token_type": "bearer",
            ])
    }

    /// Returns the client whose token the request contains.
    /// - Throws: a refusal if the token is missing or not valid.
    func authorizedClient(_ request: ReceivedRequest, at time: Instant) throws(Refusal) -> String {
        let prefix = "Bearer "
        guard let value = request.header("Authorization"), value.hasPrefix(prefix) else {
            throw .uncoded(401, "the header Authorization is missing or does not begin with \"Bearer \"")
        }
        guard let token = tokens.first(where: { $0.text == value.dropFirst(prefix.count) && time < $0.notAfter }) else {
            throw .uncoded(401, "the token is unknown, expired or revoked")
        }
        return token.client
    }

    /// Returns the owner of the profiles that the request is about: `client`, on the device that the request's headers name (V2-X-02,
    /// V2-X-03).
    func owner(_ client: String, _ request: ReceivedRequest) throws(Refusal) -> Owner {
        let prefix = "fingerprint "
        guard let value = request.header("AP-Device-Identifier"), value.hasPrefix(prefix),
            let device = Data(base64Encoded: String(value.dropFirst(prefix.count))), !device.isEmpty
        else { throw .error("invalid_header_device_identifier") }
        if let fault = deviceInformationFault(request) { throw .error("invalid_header_device_info", fault) }
        return Owner(client: client, device: String(decoding: device, as: UTF8.self))
    }

    /// Returns the problem with the header that describes the device; `nil` if the header is valid.
    private func deviceInformationFault(_ request: ReceivedRequest, mayBeMissing: Bool = false) -> String? {
        struct Device: Decodable {
            let model: String
            let version: String
            let osName: String
            let osVersion: String
            let connectionType: String
        }
        if request.header("X-Device-Info") == nil { return mayBeMissing ? nil : "the header X-Device-Info is missing" }
        if request.encoded("X-Device-Info", Device.self) != nil { return nil }
        return "the header X-Device-Info is not Base64 of JSON with model, version, osName, osVersion and connectionType as texts"
    }
}
