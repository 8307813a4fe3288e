import FlowEffects
import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Recognizes the requests of a capture by Adobe's tables of endpoints, and reads the answers with the library's own decoders.
struct Recognizer {
    let secrets = ImportedSecrets()
    private let adobe: AdobePass
    /// The hosts that are Adobe's in this capture because the user says so.
    private let hosts: Set<String>

    init(hosts: [String]) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        let settings = FlowSettings(serviceProvider: "imported", domainName: "", redirectURL: "", platform: .other)
        let device = DeviceInformation(
            primaryHardwareType: "", model: "", version: "", manufacturer: "", osName: "", osVersion: "", connection: .lan)
        adobe = AdobePass(
            FlowApp("imported", softwareStatement: nil, settings: settings), secrets: secrets, deviceIdentifier: { "" },
            device: { device })
    }

    /// Returns whether a request goes to Adobe, according to its host. If the host is this device, a simulated server or a reverse proxy may listen
    /// there, so the path decides.
    func isAdobe(_ url: CapturedURL) -> Bool {
        let host = url.host
        if hosts.contains(host) || hosts.contains(url.authority) { return true }
        if host.hasSuffix(".auth.adobe.com") || host.hasSuffix(".auth-staging.adobe.com") { return true }
        return Recognizer.isThisDevice(host) && Recognizer.looksLikeAdobe(url)
    }

    static func isThisDevice(_ host: String) -> Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Returns whether the URL's path belongs to Adobe Pass, whatever the host.
    static func looksLikeAdobe(_ url: CapturedURL) -> Bool {
        switch url.segments.first {
        case "o": url.segments.dropFirst().first == "client"
        case "api": url.segments.dropFirst().first == "v1" || url.segments.dropFirst().first == "v2"
        case "reggie": true
        case _: false
        }
    }

    /// Recognizes a request to Adobe.
    func observe(_ exchange: Exchange) -> Observed {
        let (target, values) = Target.of(exchange.method, exchange.url.segments)
        let form = isForm(target) ? FormField.fields(exchange.body) : []
        let fields = form + exchange.url.query
        let mvpd = (values["mvpd"] ?? fields.value("mvpd") ?? fields.value("mso_id")).flatMap { MVPDID($0) }
        let code = values["code"].map { secrets.put(.code($0)) }
        let partner = exchange.header("AP-Partner-Framework-Status").map { PartnerHeader($0) }
        let secret = secret(target, form)
        let resources = resources(target, exchange).map { secrets.put(.resource($0)) }
        let token = bearer(exchange).map { secrets.put(.token($0)) }
        let endpoint = endpoint(
            target, Parts(mvpd: mvpd, code: code, secret: secret, resources: resources, status: partner?.status))
        let call = endpoint.map { Call(token: token, endpoint: $0) }
        return Observed(
            exchange: exchange, target: target,
            serviceProvider: (values["serviceProvider"] ?? fields.value("requestor") ?? fields.value("requestor_id")).flatMap(
                Recognizer.plain),
            mvpd: mvpd.flatMap { Recognizer.plain($0.text) }.flatMap { MVPDID($0) }, code: code, secret: secret, resources: resources,
            token: token,
            device: device(target, exchange).map { secrets.device($0) }, partner: partner, form: form, call: call,
            reply: call.flatMap { reply(to: $0, exchange) })
    }

    /// Returns the answer; `nil` if the request got no answer, or if the capture does not contain the answer's body.
    private func reply(to call: Call, _ exchange: Exchange) -> Reply? {
        guard let response = exchange.response else { return nil }
        let isSuccess = (200...299).contains(response.status)
        if isSuccess, exchange.unreadable != nil { return nil }
        // Every success of this endpoint has a body, so the capture left it out.
        if isSuccess, response.body.isEmpty, response.status != 204, call.endpoint.descriptor.reply != .done { return nil }
        return adobe.reply(to: call, response)
    }

    /// Returns text that may be printed: a plain word, like Adobe's ids of service providers and MVPDs; `nil` for any other text.
    static func plain(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            case _: false
            }
        }
        return isPlain && (1...48).contains(text.utf8.count) ? text : nil
    }

    private func isForm(_ target: Target) -> Bool {
        switch target {
        case .v2(.register), .v2(.preauthorize), .v2(.authorize): false
        case .v2, .v1, .page: true
        }
    }

    private func bearer(_ exchange: Exchange) -> String? {
        guard let text = exchange.header("Authorization"), text.lowercased().hasPrefix("bearer ") else { return nil }
        let token = text.dropFirst("bearer ".count).drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }

    /// Returns the device identifier. Base64 is decoded, so that a device that sends the identifier in both forms is recognized.
    private func device(_ target: Target, _ exchange: Exchange) -> String? {
        let isLegacy = target.api == .restV1
        let text =
            isLegacy
            ? exchange.url.query.value("deviceId") ?? FormField.fields(exchange.body).value("deviceId")
            : exchange.header("AP-Device-Identifier")
        guard let text else { return nil }
        let identifier = text.hasPrefix("fingerprint ") ? String(text.dropFirst("fingerprint ".count)) : text
        guard let bytes = Data(base64Encoded: identifier) else { return identifier }
        let decoded = String(decoding: bytes, as: UTF8.self)
        return Array(decoded.utf8) == Array(bytes) ? decoded : identifier
    }

    private func secret(_ target: Target, _ form: [FormField]) -> SecretRef? {
        switch target {
        case .v2(.token):
            return secrets.put(.client(ClientCredentials(id: form.value("client_id") ?? "", secret: form.value("client_secret") ?? "")))
        case .v2(.createPartnerProfile), .v1(.exchange): return secrets.put(.saml(form.value("SAMLResponse") ?? ""))
        case .v2, .v1, .page: return nil
        }
    }

    private struct ResourceList: Decodable { let resources: [String] }

    private func resources(_ target: Target, _ exchange: Exchange) -> [String] {
        switch target {
        case .v2(.authorize), .v2(.preauthorize):
            return (try? JSONDecoder().decode(ResourceList.self, from: Data(exchange.body)))?.resources ?? []
        case .v1(.authorize), .v1(.mediaToken): return exchange.url.query.value("resource").map { [$0] } ?? []
        case .v1(.preauthorize): return exchange.url.query.value("resource")?.split(separator: ",").map { String($0) } ?? []
        case .v2, .v1, .page: return []
        }
    }
}

extension Recognizer {
    /// The parts of a request that determine the endpoint's parameters.
    private struct Parts {
        let mvpd: MVPDID?
        let code: SecretRef?
        let secret: SecretRef?
        let resources: [SecretRef]
        let status: PartnerStatus?

        /// Returns the first resource, or a resource without a name if there is none.
        func resource(_ secrets: ImportedSecrets) -> SecretRef { resources.first ?? secrets.put(.resource("")) }
    }

    private func endpoint(_ target: Target, _ parts: Parts) -> Endpoint? {
        switch target {
        case .v1(let kind): legacy(kind, parts).map { .restV1($0) }
        case .v2(let kind): current(kind, parts)
        case .page: nil
        }
    }

    private func current(_ kind: Endpoint.Kind, _ parts: Parts) -> Endpoint? {
        // Adobe treats a request without the header as a request without permission.
        let status = parts.status ?? PartnerStatus(permission: .notDetermined)
        switch kind {
        case .register: return .register
        case .token: return parts.secret.map { .token(client: $0) }
        case .configuration: return .configuration
        case .profiles: return .profiles(status: parts.status)
        case .profile: return parts.mvpd.map { .profile($0, status: parts.status) }
        case .profileForCode: return parts.code.map { .profileForCode($0) }
        case .createSession: return .createSession(mvpd: parts.mvpd)
        case .resumeSession: return parts.code.map { .resumeSession(code: $0, mvpd: parts.mvpd) }
        case .partnerSession: return .partnerSession(status: status)
        case .createPartnerProfile: return parts.secret.map { .createPartnerProfile(saml: $0, status: status) }
        case .preauthorize: return parts.mvpd.map { .preauthorize($0, resources: parts.resources, status: parts.status) }
        case .authorize:
            return parts.mvpd.map { .authorize($0, resource: parts.resource(secrets), status: parts.status, identity: nil) }
        case .logout: return parts.mvpd.map { .logout($0) }
        case .restV1: return nil
        case _: return nil
        }
    }

    private func legacy(_ kind: RESTV1Endpoint.Kind, _ parts: Parts) -> RESTV1Endpoint? {
        switch kind {
        case .checkAuthentication: return .checkAuthentication
        case .configuration: return .configuration
        case .profileRequest: return parts.mvpd.map { .profileRequest($0, configuration: SecretRef(.configuration, 1)) }
        case .exchange: return parts.mvpd.flatMap { mvpd in parts.secret.map { .exchange(mvpd, saml: $0) } }
        case .authenticationToken: return .authenticationToken
        case .createCode: return .createCode(mvpd: parts.mvpd)
        case .authorize: return .authorize(resource: parts.resource(secrets))
        case .mediaToken: return .mediaToken(resource: parts.resource(secrets))
        case .preauthorize: return .preauthorize(resources: parts.resources)
        case .userMetadata: return .userMetadata
        case .logout: return .logout
        case .freePreview: return parts.mvpd.map { .freePreview($0) }
        case _: return nil
        }
    }
}
