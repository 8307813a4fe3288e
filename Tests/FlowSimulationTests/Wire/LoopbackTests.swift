import FlowEffects
import FlowMachine
import FlowSimulation
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import Testing

@Suite("The simulated server behind a socket and in process", .serialized)
struct LoopbackTests {
    private func ask(_ port: UInt16, _ times: Int) async throws -> [Int] {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/o/client/register"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(AdobeCaller.deviceInformation, forHTTPHeaderField: "X-Device-Info")
        request.httpBody = Data(#"{"software_statement":"statement"}"#.utf8)
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        var statuses: [Int] = []
        for _ in 0..<times {
            let (body, response) = try await session.data(for: request)
            if body.count > 100 { statuses.append((response as? HTTPURLResponse)?.statusCode ?? 0) }
        }
        return statuses
    }

    @Test func `HTTP over a socket gets the same answers, several per connection, until the server stops`() async throws {
        let server = try LoopbackAdobe(SimulatedAdobe(softwareStatement: "statement"), now: { SimulatedWorld.start })
        #expect(try await ask(server.port, 3) == [201, 201, 201])
        #expect(server.withAdobe { $0.received } == [.register, .register, .register])
        server.stop()
        server.stop()
        await #expect(throws: (any Error).self) { _ = try await ask(server.port, 1) }
    }

    @Test func `a mishap without an answer closes the connection, or leaves it open until the client times out`() async throws {
        let server = try LoopbackAdobe()
        defer { server.stop() }
        server.withAdobe { $0.answerNext(.profiles, with: .noConnection, times: 10) }
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        var request = URLRequest(url: try #require(URL(string: "\(server.host)/api/v2/REF30/profiles")))
        let broken = await #expect(throws: URLError.self) { _ = try await session.data(for: request) }
        #expect(broken?.code != .timedOut)
        server.withAdobe { adobe in
            // The client may have tried the broken connection again.
            while adobe.takeFailure(of: HTTPRequest(method: "GET", url: "/api/v2/REF30/profiles", headers: [])) != nil {}
            adobe.answerNext(.profiles, with: .timedOut)
        }
        request.timeoutInterval = 1
        let late = await #expect(throws: URLError.self) { _ = try await session.data(for: request) }
        #expect(late?.code == .timedOut)
        request.timeoutInterval = 60
        let (_, response) = try await session.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 401)
        #expect(server.withAdobe { $0.received } == [.profiles])
    }

    @Test func `the in-process transport gets the same server's answers`() async throws {
        let shared = SharedAdobe(now: { SimulatedWorld.start })
        let request = HTTPRequest(method: "GET", url: "https://sp.auth.adobe.com/api/v2/REF30/profiles", headers: [])
        #expect(try await InProcessTransport(adobe: shared).send(request).status == 401)
        #expect(shared.withAdobe { $0.received } == [.profiles])
    }
}
