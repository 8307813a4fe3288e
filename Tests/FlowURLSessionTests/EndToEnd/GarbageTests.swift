import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import FlowURLSession
import Testing

/// A connection on which one answer is replaced.
final class Garbler: HTTPTransport {
    private let position: Int
    private let garbage: HTTPResponse
    private let count = Lock(0)
    private let session = URLSessionTransport()

    /// Replaces the answer number `position`, from 1.
    init(_ position: Int, with garbage: HTTPResponse) {
        self.position = position
        self.garbage = garbage
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let response = try await session.send(request)
        return number == position ? garbage : response
    }
}

@Suite("Invalid answers") struct GarbageTests {
    private static let bodies: [[UInt8]] = [
        [], Array("{}".utf8), Array("<html>500</html>".utf8), [0xFF, 0xFE, 0x00],
        Array("{\"profiles\":5,\"decisions\":5,\"access_token\":5,\"client_id\":5,\"actionName\":5,\"requestor\":5}".utf8),
        Array("{\"profiles\":{\"\":{}},\"decisions\":[{}],\"actionName\":\"authenticate\",\"requestor\":[]}".utf8),
        Array("{\"action\":\"retry\",\"code\":\"zZ\",\"status\":\"x\",\"message\":{}}".utf8),
        Array(String(repeating: "[", count: 9000).utf8),
    ]

    /// The replacements of an answer: any body with 200, and other statuses without Adobe's error.
    private static let answers =
        bodies.map { HTTPResponse(status: 200, body: $0) }
        + [302, 401, 429, 500].map { HTTPResponse(status: $0, body: bodies[2]) }

    @Test(arguments: 1...8, [FlowSettings.box, .box.legacy])
    func `after any single bad answer in a first playback, the wish ends and the next one plays`(
        position: Int, settings: FlowSettings
    ) async throws {
        // A third of the answers at each position, and over all positions every one of them.
        for (index, answer) in Self.answers.enumerated() where (index + position) % 3 == 0 {
            let household = try Household(SimulatedPartnerFramework(account: Household.account).answeringAlone, settings: settings)
            let viewer = Viewer(household: household)
            let flow = try household.launch(over: Garbler(position, with: answer))
            async let watching: Void = viewer.watch(flow)
            let refused = await refusal { _ = try await flow.play("show").redeem() }
            if refused != nil { _ = try await flow.play("show").redeem() }
            #expect(flow.presentation.value == nil)
            await flow.shutDown()
            await watching
        }
    }

    @Test func `a server that does not speak HTTP makes the flow unavailable`() async throws {
        for answer in ["SSH-2.0-server\r\n", "HTTP/1.1 banana\r\n\r\n", "\r\n\r\n"] {
            let server = try LoopbackServer { _ in .bytes(Array(answer.utf8)) }
            defer { server.stop() }
            var settings = FlowSettings.bare
            settings.host = server.url("")
            // The clock does not move, so a spent allowance would not refill and a pause would not end.
            settings.policy.allowanceBurst = 0
            settings.policy.breakerThreshold = 0
            let flow = try Flow(
                FlowApp("Test/1", softwareStatement: "statement", settings: settings), vault: .inMemory(), log: MemoryEventLog(),
                ports: FlowPorts(
                    transport: URLSessionTransport(), partnerFramework: nil, device: { .appleTV },
                    clock: ImpatientClock(clock: ManualClock())))
            #expect(await refusal { try await flow.signIn() }?.reason == .unreachable, "\(answer)")
            let isUnavailable = if case .unavailable = flow.status.value { true } else { false }
            #expect(isUnavailable)
            await flow.shutDown()
        }
    }
}
