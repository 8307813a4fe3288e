import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

struct PartnerInterpreterTests {
    private struct Scripted: PartnerFramework {
        let outcome: PartnerOutcome

        func ask(_ question: PartnerQuestion) async -> PartnerOutcome { outcome }
    }

    /// One outcome of the partner framework, from `Tests/Fixtures/vsa`.
    private struct Outcome {
        let name: String
        let request: [String: Any]
        let prompt: Bool?
        let result: PartnerOutcome
        let header: NSDictionary?

        init(name: String, json: [String: Any]) {
            self.name = name
            let call = json["call"] as? [String: Any] ?? [:]
            request = call["request"] as? [String: Any] ?? [:]
            prompt = (call["checkAccessStatus"] as? [String: Any])?["prompt"] as? Bool
            let result = json["result"] as? [String: Any] ?? [:]
            let metadata = result["metadata"] as? [String: Any] ?? [:]
            self.result = PartnerOutcome(
                permission: Permission(rawValue: result["accessStatus"] as? String ?? "") ?? .notDetermined,
                mapping: metadata["accountProviderIdentifier"] as? String,
                expiry: (metadata["authenticationExpirationDateEpochMs"] as? NSNumber)?.int64Value,
                saml: metadata["samlAttributeQueryResponse"] as? String, error: Outcome.error(result["metadataError"] as? [String: Any]))
            header = json["derivedPartnerFrameworkStatus"] as? NSDictionary
        }

        /// The framework's error numbers, as its adapter reads them.
        private static func error(_ error: [String: Any]?) -> PartnerError? {
            guard let error, let code = error["code"] as? Int else { return nil }
            let provider = (error["userInfo"] as? [String: Any])?["VSErrorInfoKeyUnsupportedProviderIdentifier"] as? String
            switch code {
            case 1: return .unsupportedProvider(provider.flatMap { PlatformMappingID($0) })
            case 2: return .canceled
            case 4: return .rejected
            case _: return .other(code: Int64(code))
            }
        }
    }

    private static func outcomes() throws -> [Outcome] {
        let folder = Repository.path + "/Tests/Fixtures/vsa"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            Outcome(name: $0, json: try Fixture.object(at: "\(folder)/\($0)"))
        }
    }

    @Test func `every outcome is reported with its status, its error and its normalized SAML response`() async throws {
        let outcomes = try PartnerInterpreterTests.outcomes()
        #expect(outcomes.count >= 25)
        for outcome in outcomes {
            let store = InMemorySecretStore()
            let interpreter = PartnerInterpreter(framework: Scripted(outcome: outcome.result), secrets: store)
            let reply = await interpreter.perform(.status(prompt: false))
            guard case .partner(let answer) = reply.result else { throw Missing() }
            let expected = PartnerStatus(
                permission: outcome.result.permission, mapping: outcome.result.mapping.flatMap { PlatformMappingID($0) },
                expiry: outcome.result.expiry.map { Instant(milliseconds: $0) })
            #expect(answer.status == expected, "\(outcome.name)")
            #expect(answer.error == outcome.result.error, "\(outcome.name)")
            #expect((answer.saml == nil) == (outcome.result.saml == nil), "\(outcome.name)")
            if let saml = answer.saml, case .saml(let text)? = store.secret(saml.ref) {
                #expect(text == SAMLNormalization.normalize(outcome.result.saml ?? ""))
                #expect(saml.length == Int64(text.utf8.count))
            }
        }
    }

    @Test func `the header reports the fixture's status for every outcome without a framework error`() throws {
        for outcome in try PartnerInterpreterTests.outcomes() {
            guard let header = outcome.header, outcome.result.error == nil else { continue }
            let interpreter = PartnerInterpreter(framework: Scripted(outcome: outcome.result), secrets: InMemorySecretStore())
            guard case .partner(let answer) = interpreter.reply(to: outcome.result).result else { throw Missing() }
            let json = try JSONSerialization.jsonObject(with: Data(PartnerStatusHeader.json(answer.status).utf8))
            #expect(json as? NSDictionary == header, "\(outcome.name)")
        }
    }

    @Test func `a SAML response of only white space has length zero`() throws {
        let interpreter = PartnerInterpreter(
            framework: Scripted(outcome: PartnerOutcome(permission: .granted)), secrets: InMemorySecretStore())
        let reply = interpreter.reply(to: PartnerOutcome(permission: .granted, saml: " \n\t \r\n "))
        guard case .partner(let answer) = reply.result else { throw Missing() }
        #expect(answer.saml?.length == 0)
    }

    @Test func `each phase's question has its own flags, lists and request`() throws {
        let store = InMemorySecretStore()
        let interpreter = PartnerInterpreter(framework: Scripted(outcome: PartnerOutcome(permission: .granted)), secrets: store)
        let mappings = ["AppleMSO_Cablevision", "AppleMSO_Dish"].compactMap { PlatformMappingID($0) }
        let configuration = store.put(.configuration(ProviderDirectory(entries: [], supported: mappings, featured: [mappings[0]])))
        let authentication = AuthenticationRequest(request: "PD94", attributeNames: ["uid"])
        let request = store.put(.request(authentication))
        for flag in [false, true] {
            #expect(
                interpreter.question(for: .status(prompt: flag)) == PartnerQuestion(isPromptAllowed: flag, isInterruptionAllowed: false))
            #expect(
                interpreter.question(for: .authentication(request: request, interruption: flag))
                    == PartnerQuestion(isPromptAllowed: flag, isInterruptionAllowed: flag, authentication: authentication))
        }
        #expect(
            interpreter.question(for: .choice(configuration: configuration))
                == PartnerQuestion(
                    isPromptAllowed: true, isInterruptionAllowed: true, supportedMappings: mappings.map(\.text),
                    featuredMappings: ["AppleMSO_Cablevision"]))
    }

    @Test func `the fixtures' requests use the same flags`() throws {
        let store = InMemorySecretStore()
        let interpreter = PartnerInterpreter(framework: Scripted(outcome: PartnerOutcome(permission: .granted)), secrets: store)
        for outcome in try PartnerInterpreterTests.outcomes() {
            let asks: PartnerRequest
            if let supported = outcome.request["supportedAccountProviderIdentifiers"] as? [String] {
                let featured = outcome.request["featuredAccountProviderIdentifiers"] as? [String] ?? []
                let directory = ProviderDirectory(
                    entries: [], supported: supported.compactMap { PlatformMappingID($0) },
                    featured: featured.compactMap { PlatformMappingID($0) })
                asks = .choice(configuration: store.put(.configuration(directory)))
            } else if let token = outcome.request["verificationToken"] as? String {
                let names = outcome.request["attributeNames"] as? [String] ?? []
                asks = .authentication(
                    request: store.put(.request(AuthenticationRequest(request: token, attributeNames: names))), interruption: true)
            } else {
                asks = .status(prompt: true)
            }
            let question = try #require(interpreter.question(for: asks))
            let isSame =
                question.isPromptAllowed == outcome.prompt
                && question.isInterruptionAllowed == outcome.request["isInterruptionAllowed"] as? Bool
                && question.supportedMappings == outcome.request["supportedAccountProviderIdentifiers"] as? [String] ?? []
                && question.featuredMappings == outcome.request["featuredAccountProviderIdentifiers"] as? [String] ?? []
                && question.authentication?.request == outcome.request["verificationToken"] as? String
                && PartnerQuestion.channelIdentifier == outcome.request["channelIdentifier"] as? String
            #expect(isSame, "\(outcome.name)")
        }
    }

    @Test func `a question with a lost secret fails without a request`() async {
        let interpreter = PartnerInterpreter(
            framework: Scripted(outcome: PartnerOutcome(permission: .granted)), secrets: InMemorySecretStore())
        let lost: [PartnerRequest] = [
            .choice(configuration: SecretRef(.configuration, 1)), .authentication(request: SecretRef(.request, 1), interruption: true),
        ]
        for request in lost {
            #expect(await interpreter.perform(request).result == .failed(.transport(.secretMissing)))
        }
    }

    @Test func `a printed question reveals no SAML request`() {
        let question = PartnerQuestion(
            isPromptAllowed: true, isInterruptionAllowed: true, authentication: AuthenticationRequest(request: "PD94", attributeNames: []))
        var printed = "\(question)"
        dump(question, to: &printed)
        #expect(!printed.contains("PD94"))
    }
}
