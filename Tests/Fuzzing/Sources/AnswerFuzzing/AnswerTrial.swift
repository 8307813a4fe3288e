import FlowEffects
@testable import FlowMachine

/// One answer of any endpoint, with an arbitrary body. Reading it may not trap; its event can be logged
/// and read back, its secrets are in the vault, and requests built from them are well-formed.
struct AnswerTrial {
    let choice: Int
    let date: String
    let body: [UInt8]

    private static let statuses = [200, 201, 204, 302, 400, 401, 403, 429, 503, 200]
    private static let legacyStatuses = [200, 201, 204, 400, 401, 403, 404, 410, 412, 500, 200]
    private static let settings = FlowSettings(
        serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .tvOS)
    private static let device = DeviceInformation(
        primaryHardwareType: "SetTopBox", model: "AppleTV", version: "14,1", manufacturer: "Apple", osName: "tvOS", osVersion: "18.2",
        displayWidth: 1920,
        displayHeight: 1080, connection: .wiFi, applicationID: "REF30", userAgent: "Fuzz/1")

    func run() {
        let vault = FlowVault.inMemory()
        let adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: "statement", settings: AnswerTrial.settings), secrets: vault,
            deviceIdentifier: { "device" }, device: { AnswerTrial.device })
        let token = vault.put(.token("access"))
        let isLegacy = choice >= 128
        let endpoints = isLegacy ? AnswerTrial.legacyEndpoints(vault) : AnswerTrial.endpoints(vault)
        let statuses = isLegacy ? AnswerTrial.legacyStatuses : AnswerTrial.statuses
        let status = statuses[choice % 128 / endpoints.count % statuses.count]
        let headers = date.isEmpty ? [] : [HTTPRequest.Field("Date", date)]
        let call = Call(token: token, endpoint: endpoints[choice % 128 % endpoints.count])
        let reply = adobe.reply(to: call, HTTPResponse(status: status, headers: headers, body: body))
        bounded(reply)
        logged(reply)
        var refs: [SecretRef] = []
        FlowEvent.Origin.reply(RequestID(1), reply).collect(&refs)
        for ref in refs {
            if vault.secret(ref) == nil { found("\(ref.kind) is not in the vault") }
            used(ref, adobe, token)
        }
    }

    /// One call of every endpoint of the legacy API.
    private static func legacyEndpoints(_ vault: FlowVault) -> [Endpoint] {
        guard let mvpd = MVPDID("Cablevision") else { return [.register] }
        let configuration = vault.put(.configuration(ProviderDirectory(entries: [], supported: [], featured: [])))
        let resources = ["one", "two"].map { vault.put(.resource($0)) }
        let endpoints: [RESTV1Endpoint] = [
            .checkAuthentication, .configuration, .profileRequest(mvpd, configuration: configuration),
            .exchange(mvpd, saml: vault.put(.saml("<r/>"))), .authenticationToken, .createCode(mvpd: mvpd),
            .authorize(resource: resources[0]), .mediaToken(resource: resources[0]), .preauthorize(resources: resources), .userMetadata,
            .logout, .freePreview(mvpd),
        ]
        return endpoints.map { .restV1($0) }
    }

    /// One call of every endpoint.
    private static func endpoints(_ vault: FlowVault) -> [Endpoint] {
        guard let mvpd = MVPDID("Cablevision") else { return [.register] }
        let status = PartnerStatus(permission: .granted, mapping: PlatformMappingID("AppleMSO_Cablevision"), expiry: nil)
        let resources = ["one", "two"].map { vault.put(.resource($0)) }
        let code = vault.put(.code("8ER640M"))
        return [
            .register, .token(client: vault.put(.client(ClientCredentials(id: "id", secret: "secret")))), .configuration,
            .profiles(status: status), .profile(mvpd, status: nil), .profileForCode(code), .createSession(mvpd: mvpd),
            .resumeSession(code: code, mvpd: mvpd), .partnerSession(status: status),
            .createPartnerProfile(saml: vault.put(.saml("<r/>")), status: status),
            .preauthorize(mvpd, resources: resources, status: status),
            .authorize(mvpd, resource: resources[0], status: status, identity: nil), .logout(mvpd),
        ]
    }

    private func bounded(_ reply: Reply) {
        switch reply.result {
        case .profiles(let list): if list.count > 32 { found("\(list.count) profiles") }
        case .decisions(let list): if list.count > 64 { found("\(list.count) decisions") }
        case .logouts(let list): if list.count > 32 { found("\(list.count) logouts") }
        case .configuration(let value): if value.providers.count > AdobeConfiguration.bound { found("\(value.providers.count) providers") }
        case .registered, .token, .session, .partner, .authentication, .partnerRequest, .userMetadata, .done, .failed: return
        @unknown default: found("a reply of a kind that this trial does not know")
        }
    }

    /// A log takes the reply and returns it.
    private func logged(_ reply: Reply) {
        let event = FlowEvent(time: Instant(milliseconds: 1_767_225_600_000), origin: .reply(RequestID(1), reply))
        var recorder = FlowRecorder(header: LogHeader(app: "Fuzz/1", support: "F", settings: AnswerTrial.settings))
        let log = recorder.headerLine + recorder.record(event).line
        do {
            var reader = try LogReader(log)
            if try reader.next()?.event != event { found("the reply reads back as another") }
        } catch {
            found("the reply cannot be logged: \(error.text)")
        }
    }

    /// An answer's value in a request cannot change any other part of that request.
    private func used(_ ref: SecretRef, _ adobe: AdobePass, _ token: SecretRef) {
        let call: Call
        switch ref.kind {
        case .code: call = Call(token: token, endpoint: .profileForCode(ref))
        case .token: call = Call(token: ref, endpoint: .configuration)
        case .client: call = Call(token: nil, endpoint: .token(client: ref))
        case _: return
        }
        guard let request = try? adobe.request(for: call) else { return }
        if !request.url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { found("a URL contains more than visible ASCII") }
        for field in request.headers where field.value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
            found("the header \(field.name) has lines or zero bytes")
        }
    }
}

/// Ends the process, so that libFuzzer keeps the input.
func found(_ what: String) -> Never { fatalError(what) }
