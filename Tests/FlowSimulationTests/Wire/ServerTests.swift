import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowSimulation

@Suite("One client of the simulated server does not disturb the others") struct ServerTests {
    private func server(_ limits: ServerLimits = ServerLimits(), site: Site? = nil) throws -> LoopbackAdobe {
        try LoopbackAdobe(SharedAdobe(refused: { _ in }, now: { SimulatedWorld.start }), site: site, limits: limits)
    }

    private static let request = "GET /second-screen HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    private func connect(_ server: LoopbackAdobe, receiveBuffer: Int32? = nil) throws -> RawConnection {
        try #require(RawConnection(server.port, receiveBuffer: receiveBuffer))
    }

    private func isAnswered(_ server: LoopbackAdobe) throws -> Bool {
        let client = try connect(server)
        client.send(Self.request)
        return client.receive().hasPrefix("HTTP/1.1 200 OK\r\n")
    }

    @Test func `a client that does not read its answers keeps no other client waiting, and the server can stop`() throws {
        let server = try server()
        let silent = try connect(server, receiveBuffer: 4096)
        let requests = String(repeating: Self.request, count: 2_000)
        #expect(silent.sendWithoutWaiting(requests) > 0)
        #expect(try isAnswered(server))
        server.stop()
    }

    @Test func `all answers arrive at a client that reads late`() throws {
        let server = try server()
        defer { server.stop() }
        let client = try connect(server)
        client.send(String(repeating: Self.request, count: 400))
        client.finish()
        #expect(client.receiveAll().split(separator: "HTTP/1.1 200 OK").count == 400)
    }

    @Test func `with too many connections, the one that has been silent longest is closed`() throws {
        var limits = ServerLimits()
        limits.connections = 4
        let server = try server(limits)
        defer { server.stop() }
        let served = try connect(server)
        served.send(Self.request)
        #expect(served.receive().hasPrefix("HTTP/1.1 200 "))
        let idle = try (0..<12).map { _ in try connect(server) }
        #expect(try isAnswered(server))
        #expect(idle[0].receiveAll().isEmpty)
        served.send(Self.request)
        #expect(served.receive().hasPrefix("HTTP/1.1 200 "), "a client that sent requests is closed last")
    }

    @Test func `a request that does not arrive is answered with 408, and a silent connection is closed`() throws {
        var limits = ServerLimits()
        limits.request = .zero
        let slow = try server(limits)
        defer { slow.stop() }
        let client = try connect(slow)
        client.send("POST /o/client/token HTTP/1.1\r\n")
        let answer = client.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        #expect(answer.contains("Connection: close\r\n"))
        limits.idle = .zero
        let idle = try server(limits)
        defer { idle.stop() }
        #expect(try connect(idle).receiveAll().isEmpty)
    }

    @Test func `the client decides whether the connection stays open`() throws {
        let server = try server()
        defer { server.stop() }
        let open = try connect(server)
        for _ in 0..<2 {
            open.send("HEAD /second-screen HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = open.receive(until: "\r\n\r\n")
            #expect(answer.hasSuffix("\r\n\r\n") && !answer.contains("Connection:"), "the answer to HEAD has no body")
        }
        for request in ["GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"] {
            let closing = try connect(server)
            closing.send(request)
            #expect(closing.receiveAll().contains("\r\nConnection: close\r\n"))
        }
    }

    @Test func `an answer that grows is sent as it grows, beside other requests`() throws {
        let pieces = Lock(["one", "two"])
        let site = Site { request in
            guard request.url == "/grows" else { return nil }
            return .stream(
                HTTPResponse(status: 200), { Array((pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? "").utf8) })
        }
        let server = try server(site: site)
        defer { server.stop() }
        let client = try connect(server)
        client.send("GET /grows HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.receive(until: "onetwo").hasSuffix("\r\n\r\nonetwo"))
        #expect(try isAnswered(server))
        pieces.withLock { $0 = ["three"] }
        #expect(client.receive() == "three")
    }
}
