import FlowEffects
import FlowSimulation

import Foundation
import Testing

@Suite struct LivingRoomTests {
    @Test func `the second channel plays if the first is denied`() async throws {
        let app = livingRoomApp(host: "https://sp.auth.adobe.com")
        // Adobe's server and a viewer with a phone, both simulated. Twenty simulated seconds pass in one second.
        let clock = SimulatedClock(speed: 20)
        let adobe = SharedAdobe(SimulatedAdobe(for: app), now: { clock.now })
        adobe.withAdobe { $0.denials = [.init(resource: "channel-9", details: "Ask for Gold.")] }
        let flow = try Flow(
            app, vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe), device: { livingRoomDevice }, clock: clock,
                throttle: HostThrottle()))
        let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .usesCode(after: .seconds(1))])
        let sofa = Task { await viewer.use(flow, adobe: adobe) }

        var shown: [String] = []
        let token = try await mediaTokenOfFirst(["channel-9", "channel-1"], from: flow) { shown.append($0) }
        #expect(token != nil)
        #expect(shown == ["channel-9: Ask for Gold.", "Playing channel-1."])

        await flow.shutDown()
        await sofa.value
    }
}

/// The program of the tutorial, which is never called here: it needs `flow-trace serve`.
private func program() async throws {
    try await livingRoom(
        host: "http://127.0.0.1:8080", provider: "SmallCo", channels: ["channel-9", "channel-1"],
        folder: URL(filePath: "living-room", relativeTo: .currentDirectory()), show: { print($0) })
}
