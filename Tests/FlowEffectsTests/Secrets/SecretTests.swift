@_spi(Testing) import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

@Suite("No secret leaves the vault") struct SecretTests {
    private let search = SecretSearch([MarkedTraffic.mark])

    @Test func `the search finds a secret in every form`() {
        let mark = MarkedTraffic.mark
        for text in ["a\(mark)b", "{\"é\":\"\(mark)\"}"] {
            let bytes = Array(text.utf8)
            #expect(!search.found(in: bytes).isEmpty)
            for prefix in ["", "x", "xy"] {
                let encoded = Base64.encode(prefix + text)
                #expect(!search.found(in: Array("h: \(encoded)".utf8)).isEmpty, "\(encoded)")
            }
            let hex = bytes.map { String($0 + 0, radix: 16) }.joined()
            #expect(!search.found(in: Array(hex.utf8)).isEmpty)
            #expect(!search.found(in: Array(hex.uppercased().utf8)).isEmpty)
        }
        let odd = SecretSearch(["a b/c=ü"])
        #expect(!odd.found(in: Array(PercentEncoding.encode("?a b/c=ü").utf8)).isEmpty)
        struct Careless { let token: String }
        #expect(!search.found(printing: Careless(token: mark)).isEmpty)
        #expect(search.found(in: Array("nothing of it".utf8)).isEmpty)
    }

    @Test(arguments: [false, true])
    func `no endpoint's answer, success or error, carries a secret into an event, log or description`(hostile: Bool) throws {
        var complaints: [String] = []
        var kinds: Set<Endpoint.Kind> = []
        var legacyKinds: Set<RESTV1Endpoint.Kind> = []
        var kept = 0
        var failed = 0
        let current = try Fixture.all().map { ($0, FixtureCall($0)?.call.endpoint) }
        let legacy = try Fixture.all(in: "v1").map { ($0, FixtureCall(legacy: $0)?.call.endpoint) }
        for case (let fixture, let endpoint?) in current + legacy {
            let kind = endpoint.kind
            kinds.insert(kind)
            let traffic = MarkedTraffic()
            let call: Call
            if case .restV1(let endpoint) = endpoint {
                legacyKinds.insert(endpoint.kind)
                let resources = fixture.query["resource"]?.split(separator: ",").map(String.init) ?? []
                call = try traffic.call(endpoint.kind, resources: resources)
            } else {
                call = try traffic.call(kind, resources: fixture.member("resources") as? [String] ?? [])
            }
            let request = try traffic.adobe.request(for: call)
            let response = try MarkedTraffic.marked(fixture.response, hostile: hostile)
            let before = traffic.store.count
            let reply = traffic.adobe.reply(to: call, response)
            kept += traffic.store.count - before
            if case .failed = reply.result { failed += 1 }
            let event = FlowEvent(time: Instant(milliseconds: 1), origin: .reply(RequestID(1), reply))
            let record = LogRecord(
                number: 1, by: nil, event: event, rule: "FM-05", state: "checking", step: "asking", effects: [.call(RequestID(2), call)],
                digest: 0)
            var writer = LogWriter(header: LogHeader(app: "Test/1", support: "TEST", settings: traffic.adobe.settings))
            var found = search.found(in: writer.headerLine + writer.line(record))
            let parts: [Any] = [call, request, request.headers, response, response.headers, reply, event, record, traffic.adobe]
            for value in parts + traffic.store.all { found += search.found(printing: value) }
            complaints += found.map { "\(fixture.number) \(kind): \($0)" }
        }
        #expect(complaints.isEmpty, "\(complaints.count): \(complaints.prefix(20).joined(separator: "\n"))")
        #expect(kinds == Set(Endpoint.Kind.allCases))
        #expect(legacyKinds == Set(RESTV1Endpoint.Kind.allCases))
        #expect(kept > (hostile ? 50 : 80), "\(kept) secrets and \(failed) failures are too few for a proof")
        #expect(failed > 30, "\(kept) secrets and \(failed) failures are too few for a proof")
    }

    @Test func `requests contain the secrets in the forms that the search looks for`() throws {
        let traffic = MarkedTraffic()
        let calls =
            try Endpoint.Kind.allCases.map { try traffic.call($0, resources: []) }
            + RESTV1Endpoint.Kind.allCases.map { try traffic.call($0, resources: []) }
        for call in calls {
            let request = try traffic.adobe.request(for: call)
            let bytes = Array("\(request.url) \(request.headers.map(\.value))".utf8) + (request.body ?? [])
            #expect(!search.found(in: bytes).isEmpty, "\(call.endpoint)")
        }
    }

    @Test func `every value that contains a secret prints without it`() throws {
        let mark = MarkedTraffic.mark
        let vault = FlowVault.inMemory()
        for secret in Secret.samples(mark) { _ = vault.put(secret) }
        let statement = AdobePass(.test(.box, statement: mark), secrets: vault, deviceIdentifier: { mark }, device: { .fixture })
        let error = AdobeError(action: .none, status: 403, code: nil, text: vault.put(.text(ErrorText(message: mark, details: mark))))
        let values: [Any] =
            try Secret.samples(mark).flatMap { [$0, $0.content] } + [
                vault, statement, PartnerInterpreter(framework: Silent(), secrets: vault),
                PartnerQuestion(
                    isPromptAllowed: true, isInterruptionAllowed: true, authentication: .init(request: mark, attributeNames: [mark])),
                PartnerOutcome(permission: .granted, saml: mark), UserMetadata.Attribute(name: mark, json: mark, isEncrypted: true),
                ShownCode(mark, activationURL: URL(string: mark)),
                ShownPresentation.code(ShownCode(mark, activationURL: URL(string: mark))),
                ShownProblem(Problem(reason: .service, error: error, options: []), id: PresentationID(1), in: vault),
                ShownPresentation.userAgent(ShownPage(url: #require(URL(string: mark)))), ShownPage(url: #require(URL(string: mark))),
                PreviewedResource(
                    mark, AdobeDecision(resource: SecretRef(.resource, 1), verdict: .deny(error), source: .mvpd), from: vault),
                Permit(
                    resource: mark, source: .mvpd, media: vault.put(.media(mark)), state: MediaState(end: Instant(milliseconds: 1)),
                    vault: vault,
                    clock: SystemClock()),
                FlowRefusal(
                    .denied, AdobeError(action: .none, status: 403, code: nil, text: vault.put(.text(.init(message: mark, details: mark)))),
                    options: [], from: vault),
                HTTPRequest(method: "GET", url: mark, headers: [.init("A", mark)], body: Array(mark.utf8)),
                HTTPResponse(status: 200, headers: [.init("A", mark)], body: Array(mark.utf8)),
                LogSegment(name: "flow-1.jsonl", bytes: []),
            ]
        let found = values.flatMap { value in
            search.found(printing: value) + search.found(printing: [value]) + search.found(printing: Optional(value) as Any)
        }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test func `no dump of a flow, a vault, its ports or a device shows a secret or an identifier`() async throws {
        let mark = MarkedTraffic.mark
        let folder = TemporaryFolder()
        let vault = try FlowVault(folder: folder.url(), for: .test(.box, statement: mark), deviceIdentifier: mark)
        for secret in Secret.samples(mark) { _ = vault.put(secret) }
        var marked = DeviceInformation.fixture
        marked.connectionAddress = mark
        marked.connectionPort = 53_124
        let device = marked
        let promotion = PromotionalIdentity(mark, hash: String(repeating: "5", count: 64))
        let identities = RequestIdentities(
            visitor: { VisitorIdentifier("0123456789") }, serviceToken: { ServiceToken("\(mark).\(mark).\(mark)") })
        let ports = FlowPorts(
            transport: MarkedTransport(mark: mark), partnerFramework: Silent(), device: { device }, promotionalIdentity: { promotion },
            identities: identities)
        let log = FileEventLog(folder: folder.url("log"))
        let flow = try Flow(.test(.box, statement: mark), vault: vault, log: log, ports: ports)
        #expect(flow.deviceIdentifier == mark)
        let values: [Any?] = [
            vault, flow, ports, device, identities, identities.serviceToken(), promotion, log, flow.presentation, flow.status,
            flow.singleSignOn,
        ]
        let found = values.compactMap { $0 }.flatMap { search.found(printing: $0) + search.found(printing: ["x": $0]) }
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
        var text = ""
        dump(device, to: &text)
        #expect(!text.contains("53124"))
        #expect(text.contains("AppleTV"), "what does not identify the viewer stays visible")
        await flow.shutDown()
    }

    @Test func `a type that contains a secret can be neither encoded nor recorded`() {
        let types: [Any.Type] = [
            Secret.self, ClientCredentials.self, AuthenticationRequest.self, UserMetadata.self, UserMetadata.Attribute.self,
            ProviderDirectory.self, ProviderDirectory.Entry.self, ErrorText.self, HTTPRequest.self, HTTPRequest.Field.self,
            HTTPResponse.self, PartnerQuestion.self, PartnerOutcome.self, ShownPresentation.self, ShownPage.self,
            ShownCode.self, ShownProblem.self, PreviewedResource.self, Permit.self, FlowRefusal.self, AdobePass.self,
            PartnerInterpreter.self,
            FlowVault.self, FlowVault.State.self, FlowPorts.self, Flow.self, SessionAnswer.self, ProfilesAnswer.self, DecisionsAnswer.self,
            ErrorAnswer.self, RequestBuilder.self,
        ]
        for type in types {
            #expect(!(type is any Encodable.Type), "\(type)")
            #expect(!(type is any LogValue.Type), "\(type)")
        }
        // Checks that the search can fail.
        #expect((SecretRef.self as Any.Type) is any LogValue.Type)
        #expect((DeviceFile.self as Any.Type) is any Encodable.Type)
    }

    @Test func `only the vault's files can be encoded at all`() throws {
        var places: Set<String> = []
        for file in try Repository.texts(under: "Sources/FlowEffects/FlowEffects", suffix: ".swift") {
            let isCode: (String) -> Bool = { $0.contains("Codable") || $0.contains("Encodable") }
            for line in file.lines where isCode(line) && !line.contains("///") {
                places.insert(file.path)
            }
        }
        #expect(
            places == ["Sources/FlowEffects/FlowEffects/Vault/VaultFiles.swift", "Sources/FlowEffects/FlowEffects/Vault/VaultPlace.swift"])
    }
}

private struct MarkedTransport: HTTPTransport {
    let mark: String

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { throw .connection }
}

private struct Silent: PartnerFramework {
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome { PartnerOutcome(permission: .denied) }
}

extension Secret {
    /// One of each kind, with `text` in each secret.
    fileprivate static func samples(_ text: String) -> [Secret] {
        let entry = ProviderDirectory.Entry(mvpd: FlowSettings.anyMVPD, displayName: text, logoURL: URL(string: text), isTemporary: false)
        let samples: [Secret] = [
            .client(ClientCredentials(id: text, secret: text, grantTypes: [text])), .token(text), .code(text), .link(text),
            .request(AuthenticationRequest(request: text, attributeNames: [text])), .saml(text), .media(text),
            .attributes(UserMetadata(attributes: [.init(name: text, json: text, isEncrypted: true)])),
            .configuration(ProviderDirectory(entries: [entry], supported: [], featured: [])),
            .text(ErrorText(message: text, details: text)), .resource(text), .identity(text),
        ]
        precondition(Set(samples.map(\.kind)) == Set(SecretRef.Kind.allCases))
        return samples
    }

    /// The contents, if they have a type of their own.
    fileprivate var content: Any {
        switch self {
        case .client(let value): value
        case .request(let value): value
        case .attributes(let value): value
        case .text(let value): value
        case .token, .code, .link, .saml, .media, .configuration, .resource, .identity: self
        }
    }
}
