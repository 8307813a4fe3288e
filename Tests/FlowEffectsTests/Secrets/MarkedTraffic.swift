import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation

/// Requests and answers in which every secret contains one mark.
struct MarkedTraffic {
    static let mark = "Zq7kXvMark"

    let store = InMemorySecretStore()
    let adobe: AdobePass

    init() {
        let settings = FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .tvOS)
        adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: word("statement"), settings: settings), secrets: store,
            deviceIdentifier: { word("device") }, device: { .fixture })
    }

    /// A call of that kind, with every secret that it needs marked.
    func call(_ kind: Endpoint.Kind, resources: [String]) throws -> Call {
        let mvpd = try MVPDID("Cablevision").unwrapped
        let status = PartnerStatus(permission: .granted, mapping: PlatformMappingID("AppleMSO_Cablevision"), expiry: nil)
        let names = (resources.isEmpty ? ["channel"] : resources).map { store.put(.resource(word($0))) }
        let code = store.put(.code(word("code")))
        let endpoint: Endpoint =
            switch kind {
            case .register: .register
            case .token: .token(client: store.put(.client(ClientCredentials(id: word("id"), secret: word("secret")))))
            case .configuration: .configuration
            case .profiles: .profiles(status: status)
            case .profile: .profile(mvpd, status: status)
            case .profileForCode: .profileForCode(code)
            case .createSession: .createSession(mvpd: mvpd)
            case .resumeSession: .resumeSession(code: code, mvpd: mvpd)
            case .partnerSession: .partnerSession(status: status)
            case .createPartnerProfile: .createPartnerProfile(saml: store.put(.saml(word("<saml>"))), status: status)
            case .preauthorize: .preauthorize(mvpd, resources: names, status: status)
            case .authorize:
                .authorize(mvpd, resource: names[0], status: status, identity: store.put(.identity(word("identity"))))
            case .logout: .logout(mvpd)
            case .restV1: .restV1(try legacy(.exchange, resources: names))
            }
        return Call(token: store.put(.token(word("token"))), endpoint: endpoint)
    }

    /// The same for the legacy API.
    func call(_ kind: RESTV1Endpoint.Kind, resources: [String]) throws -> Call {
        let names = (resources.isEmpty ? ["channel"] : resources).map { store.put(.resource(word($0))) }
        return Call(token: store.put(.token(word("token"))), endpoint: .restV1(try legacy(kind, resources: names)))
    }

    private func legacy(_ kind: RESTV1Endpoint.Kind, resources names: [SecretRef]) throws -> RESTV1Endpoint {
        let mvpd = try MVPDID("Cablevision").unwrapped
        let entry = ProviderDirectory.Entry(
            mvpd: mvpd, displayName: word("name"), logoURL: nil, isTemporary: false, requiredMetadataFields: [word("attribute")])
        let directory = ProviderDirectory(entries: [entry], supported: [], featured: [])
        switch kind {
        case .checkAuthentication: return .checkAuthentication
        case .configuration: return .configuration
        case .profileRequest: return .profileRequest(mvpd, configuration: store.put(.configuration(directory)))
        case .exchange: return .exchange(mvpd, saml: store.put(.saml(word("<saml>"))))
        case .authenticationToken: return .authenticationToken
        case .createCode: return .createCode(mvpd: mvpd)
        case .authorize: return .authorize(resource: names[0])
        case .mediaToken: return .mediaToken(resource: names[0])
        case .preauthorize: return .preauthorize(resources: names)
        case .userMetadata: return .userMetadata
        case .logout: return .logout
        case .freePreview: return .freePreview(mvpd)
        }
    }

    /// The answer with a mark in every secret and every free text. `hostile`: also marks words that this build would have
    /// to know.
    static func marked(_ response: HTTPResponse, hostile: Bool) throws -> HTTPResponse {
        let headers = response.headers.map { HTTPRequest.Field($0.name, $0.name == "Content-Type" ? $0.value : word($0.value)) }
        guard let json = try? JSONSerialization.jsonObject(with: Data(response.body)) else {
            return HTTPResponse(status: response.status, headers: headers, body: Array(word("page").utf8))
        }
        let body = try JSONSerialization.data(withJSONObject: marked(json, name: "", hostile: hostile))
        return HTTPResponse(status: response.status, headers: headers, body: Array(body))
    }

    /// Members that the log may contain unchanged, because their form is bounded, and members that decide.
    private static let plain: Set = ["mvpd", "id", "platformMappingId", "type", "trace", "notBefore", "notAfter", "grant_types", "expires"]
    private static let words: Set = [
        "actionName", "actionType", "reasonType", "action", "source", "boardingStatus", "missingParameters", "error", "state",
        "tokenSource",
    ]

    private static func marked(_ json: Any, name: String, hostile: Bool) -> Any {
        if let members = json as? [String: Any] {
            let isError = members["message"] != nil || members["action"] != nil
            return members.reduce(into: [String: Any]()) { result, member in
                let isName = name == "attributes" || name == "data" && (hostile || !words.contains(member.key))
                let key = isName ? word(member.key) : member.key
                // The legacy API calls a resource's name its id.
                if name == "resources", member.key == "id", let text = member.value as? String {
                    result[key] = word(text)
                    return
                }
                let isErrorCode = isError && member.key == "code"
                result[key] = isErrorCode && !hostile ? member.value : marked(member.value, name: member.key, hostile: hostile)
            }
        }
        if let list = json as? [Any] { return list.map { marked($0, name: name, hostile: hostile) } }
        guard let text = json as? String, !plain.contains(name), hostile || !words.contains(name) else { return json }
        if name == "url" { return text.hasPrefix("/") ? "/\(mark)\(text)" : "https://\(mark).example/" }
        return word(text)
    }
}

private func word(_ text: String) -> String { "\(MarkedTraffic.mark)-\(text)" }
