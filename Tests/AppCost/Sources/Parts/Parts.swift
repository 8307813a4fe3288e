import FlowEffects
import FlowMachine

/// A started flow as an app creates it, over a vault and a log in memory and without a partner framework.
/// - Parameters:
///   - transport: answers the flow's requests; `nil` for one that has no connection.
/// - Returns: the flow, and a stream that has an element whenever a request was answered.
public func makeFlow(over transport: (any HTTPTransport)? = nil) throws -> (flow: Flow, answered: AsyncStream<Void>) {
    let (answered, continuation) = AsyncStream<Void>.makeStream()
    let device = DeviceInformation(
        primaryHardwareType: "SetTopBox", model: "Box", version: "1", manufacturer: "Maker", osName: "Linux", osVersion: "1",
        connection: .wiFi, applicationID: "REF30",
        userAgent: "AppCost/1")
    // Nothing listens on port 9 of this computer.
    let settings = FlowSettings(
        serviceProvider: "REF30", host: "http://127.0.0.1:9", domainName: "example.com", redirectURL: "demo://done", platform: .other)
    let flow = try Flow(
        FlowApp("AppCost/1", softwareStatement: "statement", settings: settings), vault: .inMemory(), log: MemoryEventLog(),
        ports: FlowPorts(
            transport: WatchedTransport(transport: transport, answered: continuation), partnerFramework: nil, device: { device }))
    Task { await flow.start() }
    return (flow, answered)
}

/// Reports each answer of another transport.
private struct WatchedTransport: HTTPTransport {
    let transport: (any HTTPTransport)?
    let answered: AsyncStream<Void>.Continuation

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        defer { answered.yield() }
        guard let transport else { throw .connection }
        return try await transport.send(request)
    }
}
