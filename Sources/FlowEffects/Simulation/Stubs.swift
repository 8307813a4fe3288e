import FlowEffects
import FlowMachine
public struct AdobePass: Sendable {
    public init(settings: FlowSettings, secrets: any SecretStore, softwareStatement: String, deviceIdentifier: @escaping @Sendable () -> String, device: @escaping @Sendable () -> DeviceInformation, sendsDeviceHeadersEverywhere: Bool = false) {}
    public func request(for call: Call) throws(CallFailure) -> HTTPRequest { throw .transport(.connection) }
    public func reply(to call: Call, _ response: HTTPResponse) -> Reply { Reply(.failed(.transport(.connection))) }
}
public struct PartnerInterpreter: Sendable { public init(framework: any PartnerFramework, secrets: any SecretStore) {}
    public func question(for request: PartnerRequest) -> PartnerQuestion? { nil }
    public func reply(to outcome: PartnerOutcome) -> Reply { Reply(.failed(.transport(.connection))) }
}
