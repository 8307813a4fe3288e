import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

/// A simulated Adobe that answers one service provider's requests immediately.
private final class Service: HTTPTransport {
    let adobe: Lock<SimulatedAdobe>
    let requests = Journal<HTTPRequest>()
    private let clock: ManualClock

    init(_ serviceProvider: String, clock: ManualClock) {
        adobe = Lock(
            SimulatedAdobe(
                serviceProvider: serviceProvider, softwareStatement: "statement-\(serviceProvider)",
                seed: UInt64(serviceProvider.utf8.last ?? 1)))
        self.clock = clock
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        requests.note(request)
        return adobe.withLock { [clock] in $0.answer(request, at: clock.now) }
    }

    var decisions: Int { adobe.withLock { $0.received.count { $0 == .authorize } } }
}

@Suite("Several flows in one process") struct TwoFlowsTests {
    private let clock = ManualClock(SimulatedWorld.start.milliseconds)
    private let throttle = HostThrottle()
    private let folder = TemporaryFolder()

    /// A flow with its service and the events that it has decided.
    private struct Side {
        let flow: Flow
        let service: Service
        let events = Journal<FlowEvent.Origin>()
        private let watching: Task<Void, Never>

        init(_ flow: Flow, _ service: Service) {
            self.flow = flow
            self.service = service
            watching = Task { [events, records = flow.records()] in for await record in records { events.note(record.event.origin) } }
        }

        var held: [FlowEvent.Origin] { events.entries.filter { if case .app(.held) = $0 { true } else { false } } }

        func end() async {
            await flow.shutDown()
            await watching.value
        }
    }

    private func side(_ serviceProvider: String, host: String = "https://sp.auth.adobe.com") throws -> Side {
        var settings = FlowSettings(
            serviceProvider: serviceProvider, host: host, domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .other,
            temporaryAccess: MVPDID("TempPass_TEST40"))
        settings.policy.allowanceBurst = 0
        settings.policy.breakerThreshold = 0
        let statement = "statement-\(serviceProvider)"
        let service = Service(serviceProvider, clock: clock)
        let flow = try Flow(
            .test(settings, statement: statement), vault: FlowVault(folder: folder.url(), for: .test(settings, statement: statement)),
            log: MemoryEventLog(),
            ports: FlowPorts(
                transport: service, partnerFramework: nil,
                device: {
                    DeviceInformation(
                        primaryHardwareType: "SetTopBox", model: "M", version: "1", manufacturer: "Maker", osName: "os", osVersion: "1",
                        connection: .wiFi, applicationID: "App",
                        userAgent: "Test/1")
                }, clock: clock, throttle: throttle))
        return Side(flow, service)
    }

    @Test func `two service providers on one device have separate credentials and vaults`() async throws {
        let (first, second) = (try side("REF30"), try side("REF31"))
        for side in [first, second] { _ = try await side.flow.play("show", under: .temporary).redeem() }
        #expect(Set([first, second].flatMap { $0.service.requests.entries.compactMap(\.token) }).count == 2)
        let devices = [first, second].map { Set($0.service.requests.entries.compactMap(\.deviceIdentifier)) }
        #expect(devices[0] == devices[1])
        #expect(devices[0].count == 1)
        let folders = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".json") }
        #expect(folders.count == 2)

        // After the sign-out of one flow, the other still plays under the token that it has.
        try await first.flow.signOut()
        _ = try await second.flow.play("show", under: .temporary).redeem()
        #expect(second.service.adobe.withLock { $0.received.count { $0 == .token } } == 1)
        for side in [first, second] { await side.end() }
    }

    @Test func `a 429 to one flow holds every flow on that host and is reported once`() async throws {
        let (first, second) = (try side("REF30"), try side("REF31"))
        let elsewhere = try side("REF30", host: "https://sp.auth-staging.adobe.com")
        for side in [first, second, elsewhere] { _ = try await side.flow.play("show", under: .temporary).redeem() }
        first.service.adobe.withLock { $0.answerNext(.authorize, with: .throttled) }
        let end = clock.now.advanced(by: .seconds(1))
        let throttled = Task { try await first.flow.play("show", under: .temporary).redeem() }
        await second.events.until(.app(.held(until: end)))

        // A request of the second flow now waits for the same instant.
        let waiting = Task { try await second.flow.play("show", under: .temporary).redeem() }
        await second.events.until { $0.contains { if case .user(.play(WishID(2), _, _)) = $0 { true } else { false } } }
        #expect(second.service.decisions == 1)
        #expect(first.service.decisions == 2)
        // A flow that starts during the hold also receives it and does not even register before the hold ends.
        let late = try side("REF32")
        await late.events.until(.app(.held(until: end)))
        _ = try await elsewhere.flow.play("show", under: .temporary).redeem()

        await clock.asleep.until { $0.count { $0 == end } >= 3 }
        #expect(late.service.requests.entries.count <= 1)
        clock.advance(to: end)
        _ = try await throttled.value
        _ = try await waiting.value
        #expect(second.service.decisions == 2)
        #expect(first.service.decisions == 3)
        #expect(first.held.isEmpty)
        #expect(second.held.count == 1)
        #expect(elsewhere.held.isEmpty)
        for side in [first, second, late, elsewhere] { await side.end() }
    }

    @Test func `a released flow gets no hold and is not retained`() async throws {
        let heard = Journal<Instant>()
        var seat: HostThrottle.Seat? = throttle.join("host") { heard.note($0) }
        let other = throttle.join("host") { _ in }
        let until = Instant(milliseconds: 5000)
        let throttled = DecidedRecord(
            number: 1, by: nil, event: FlowEvent(time: clock.now, origin: .reply(RequestID(1), Reply(.failed(.throttled)))),
            rule: .`V2-X-10`, state: FlowModel().state, effects: [.arm(TimerID(1), .hold, at: until)], line: [])
        other.note(throttled)
        #expect(heard.entries == [until])
        weak let kept = seat
        seat = nil
        #expect(kept == nil)
        other.note(throttled)
        #expect(heard.entries == [until])
        // The flow's own hold, for a spent allowance, affects no other flow.
        let mine = throttle.join("elsewhere") { heard.note($0) }
        let paused = DecidedRecord(
            number: 1, by: nil, event: FlowEvent(time: clock.now, origin: .app(.foregrounded)), rule: .`FM-05`,
            state: FlowModel().state, effects: [.arm(TimerID(1), .hold, at: until)], line: [])
        throttle.join("elsewhere") { _ in }.note(paused)
        #expect(heard.entries == [until])
        withExtendedLifetime(mine) {}
    }
}

extension HTTPRequest {
    fileprivate func field(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    fileprivate var token: String? { field("Authorization") }
    fileprivate var deviceIdentifier: String? { field("AP-Device-Identifier") }
}
