import FlowDevice
import FlowEffects
import FlowTestSupport
import Network
import Testing

/// The ports of an app, with this device and its current connection.
@MainActor func ports(
    transport: any HTTPTransport, partnerFramework: (any PartnerFramework)?
) -> FlowPorts {
    FlowPorts(
        transport: transport, partnerFramework: partnerFramework,
        device: DeviceInformation.observed())
}

@Suite("What the article's device code does") struct SampleTests {
    private struct Silent: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { throw .connection }
    }

    @Test @MainActor func `the article's device reports the network at each request, while the ports exist`() async {
        let network = StandInNetwork()
        var ports: FlowPorts? = StandInNetwork.$current.withValue(network) {
            FlowDeviceTests.ports(transport: Silent(), partnerFramework: nil)
        }
        #expect(ports?.device().connection == .wiFi)
        await network.change(to: .satisfied, over: [.wiredEthernet])
        #expect(ports?.device().connection == .lan)
        ports = nil
        #expect(!network.isObserved)
    }
}
