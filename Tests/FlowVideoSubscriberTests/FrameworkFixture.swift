import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing
import VideoSubscriberAccount

/// One conversation with the framework, from `Tests/Fixtures/vsa`.
struct FrameworkFixture: CustomTestStringConvertible, Sendable {
    /// The question.
    let question: PartnerQuestion
    let channel: String?
    let includesProvider: Bool
    let includesExpiration: Bool
    /// The framework's answer.
    let access: VSAccountAccessStatus
    let accessError: NSError?
    let metadata: StandInRequest.Metadata?
    let metadataError: NSError?
    /// The meaning of the answer.
    let expected: PartnerOutcome
    let testDescription: String

    static func all() throws -> [FrameworkFixture] {
        let folder = Repository.path + "/Tests/Fixtures/vsa"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            return try FrameworkFixture(name, JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:])
        }
    }

    private struct Incomplete: Error {}

    private init(_ name: String, _ json: [String: Any]) throws {
        guard let call = json["call"] as? [String: Any], let request = call["request"] as? [String: Any],
            let result = json["result"] as? [String: Any],
            let status = (result["accessStatus"] as? String).flatMap({ Permission(rawValue: $0) }),
            let interruption = request["isInterruptionAllowed"] as? Bool
        else { throw Incomplete() }
        testDescription = name
        let names = request["attributeNames"] as? [String] ?? []
        let authentication = (request["verificationToken"] as? String).map { AuthenticationRequest(request: $0, attributeNames: names) }
        // The machine decides whether the permission dialog may appear: a silent intent forbids it.
        question = PartnerQuestion(
            isPromptAllowed: interruption, isInterruptionAllowed: interruption,
            supportedMappings: request["supportedAccountProviderIdentifiers"] as? [String] ?? [],
            featuredMappings: request["featuredAccountProviderIdentifiers"] as? [String] ?? [], authentication: authentication)
        channel = request["channelIdentifier"] as? String
        includesProvider = request["includeAccountProviderIdentifier"] as? Bool ?? false
        includesExpiration = request["includeAuthenticationExpirationDate"] as? Bool ?? false

        switch status {
        case .granted: access = .granted
        case .denied: access = .denied
        case .restricted: access = .restricted
        case .notDetermined: access = .notDetermined
        }
        accessError = FrameworkFixture.error(result["accessError"])
        metadataError = FrameworkFixture.error(result["metadataError"])
        let answer = result["metadata"] as? [String: Any]
        let expiry = (answer?["authenticationExpirationDateEpochMs"] as? NSNumber)?.int64Value
        let provider = answer?["accountProviderIdentifier"] as? String
        let saml = answer?["samlAttributeQueryResponse"] as? String
        metadata = answer.map { _ in
            StandInRequest.Metadata(
                provider: provider, expiration: expiry.map { Date(timeIntervalSince1970: Double($0) / 1000) }, saml: saml)
        }
        expected = PartnerOutcome(
            permission: status, mapping: provider, expiry: expiry, saml: saml,
            error: FrameworkFixture.meaning(metadataError ?? accessError))
    }

    private static func error(_ json: Any?) -> NSError? {
        guard let json = json as? [String: Any], let domain = json["domain"] as? String, let code = json["code"] as? Int else { return nil }
        return NSError(domain: domain, code: code, userInfo: json["userInfo"] as? [String: Any] ?? [:])
    }

    /// The error by the numbers of Apple's documentation, not by the names that the adapter uses.
    private static func meaning(_ error: NSError?) -> PartnerError? {
        guard let error else { return nil }
        switch error.code {
        case 1:
            let provider = error.userInfo["VSErrorInfoKeyUnsupportedProviderIdentifier"] as? String
            return .unsupportedProvider(provider.flatMap { PlatformMappingID($0) })
        case 2: return .canceled
        case 4: return .rejected
        case _: return .other(code: Int64(error.code))
        }
    }
}
