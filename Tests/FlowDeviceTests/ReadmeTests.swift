import FlowDevice
import FlowEffects
import FlowTestSupport
import Network
import Testing

// README: begin
/// The ports of an app on Apple's platforms, with this device and its current connection.
@MainActor func ports(transport: any HTTPTransport, partnerFramework: (any PartnerFramework)?) -> FlowPorts {
    let device = DeviceInformation.current(applicationID: "REF30", userAgent: "DemoTV/1.0")
    let connections = ConnectionObserver()
    return FlowPorts(
        transport: transport, partnerFramework: partnerFramework, device: { connections.connected(device) })
}
// README: end

@Suite("The README's device", .timeLimit(.minutes(15))) struct ReadmeTests {
    private struct Silent: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { throw .connection }
    }

    @Test func `the README shows the device code as it is compiled and run here`() throws {
        #expect(try Repository.readmeComplaint(about: "FlowDeviceTests/ReadmeTests.swift") == nil)
    }

    @Test @MainActor func `the README's device reports the network at each request, while the ports exist`() async {
        let network = StandInNetwork()
        var ports: FlowPorts? = StandInNetwork.$current.withValue(network) {
            FlowDeviceTests.ports(transport: Silent(), partnerFramework: nil)
        }
        #expect(ports?.device().connection == .wiFi)
        await network.change(to: .satisfied, over: [.wiredEthernet])
        #expect(ports?.device().connection == .lan)
        #expect(ports?.device().applicationID == "REF30")
        ports = nil
        #expect(!network.isObserved)
    }
}
