import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowURLSession

/// Adobe's endpoints over real connections to a server that misbehaves as servers, proxies and captive portals do.
@Suite("A server that misbehaves") struct MisbehaviorTests {
    private static let good = Array(#"{"profiles":{}}"#.utf8)

    /// However busy the machine is, only the server's behavior ends a call.
    private static var patient: URLSessionTransport { URLSessionTransport(timeout: .seconds(600)) }
    /// For calls that only a timeout can end.
    private static var impatient: URLSessionTransport { URLSessionTransport(timeout: .seconds(1)) }

    private static func head(_ fields: String..., status: String = "200 OK") -> [UInt8] {
        Array((["HTTP/1.1 \(status)"] + fields).joined(separator: "\r\n").utf8) + Array("\r\n\r\n".utf8)
    }

    /// The result of a profiles call with this answer of the server.
    private func result(
        _ server: LoopbackServer, scheme: String = "http", over transport: URLSessionTransport = MisbehaviorTests.patient
    ) async -> Reply.Result {
        let store = InMemorySecretStore()
        var settings = FlowSettings.box
        settings.host = "\(scheme)://127.0.0.1:\(server.port)"
        let adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: "statement", settings: settings), secrets: store, deviceIdentifier: { "identifier" },
            device: { .test })
        return await adobe.perform(Call(token: store.put(.token("access")), endpoint: .profiles(status: nil)), over: transport).result
    }

    private func result(_ answer: LoopbackServer.Answer, over transport: URLSessionTransport = MisbehaviorTests.patient) async throws
        -> Reply.Result
    {
        let server = try LoopbackServer { _ in answer }
        defer { server.stop() }
        return await result(server, over: transport)
    }

    @Test func `a server that stops within the head or the body of its answer causes a timeout`() async throws {
        let stops: [[UInt8]] = [
            [], Array("HTTP/1.1 200 OK\r\nContent-Ty".utf8), Self.head("Content-Length: 15"),
            Self.head("Content-Length: 15") + Self.good.prefix(7), Self.head("Transfer-Encoding: chunked") + Array("f\r\n{".utf8),
        ]
        for stop in stops {
            #expect(
                try await result(.held(stop), over: Self.impatient) == .failed(.transport(.timedOut)),
                "\(String(decoding: stop, as: UTF8.self))")
        }
    }

    @Test func `a server that hangs up, breaks off or sends garbage is a connection failure`() async throws {
        let answers: [LoopbackServer.Answer] = [
            // Not only the first half of the head: on Linux, Foundation itself ends the process then.
            .reset, .bytes([]), .bytes(Array("HTTP/1.1 200".utf8)),
            .bytes(Self.head("Content-Length: 15") + Self.good.prefix(7)),
            .bytes(Self.head("Transfer-Encoding: chunked") + Array("f\r\n{".utf8)),
            .bytes(Self.head("Transfer-Encoding: chunked") + Array("zzz\r\n{".utf8)),
            .bytes(Self.head("Content-Encoding: gzip", "Content-Length: 15") + Self.good),
        ]
        for (index, answer) in answers.enumerated() {
            #expect(try await result(answer) == .failed(.transport(.connection)), "answer \(index)")
        }
    }

    @Test func `a web page instead of an answer is unreadable or only a status`() async throws {
        let page = Array("<html>Welcome to the airport</html>".utf8)
        for (status, expected) in [
            ("200 OK", CallFailure.transport(.unreadable)), ("203 Non-Authoritative Information", .transport(.unreadable)),
            ("204 No Content", .transport(.unreadable)),
            ("302 Found", .status(http: 302)), ("403 Forbidden", .status(http: 403)), ("500 Internal Server Error", .status(http: 500)),
            ("511 Network Authentication Required", .status(http: 511)),
        ] {
            let body = status.hasPrefix("204") ? [] : page
            let answer = LoopbackServer.Answer.response(status, headers: ["Content-Type: text/html", "Location: /portal"], body: body)
            #expect(try await result(answer) == .failed(expected), "\(status)")
        }
    }

    @Test func `an answer is read by its content, not by its content type`() async throws {
        for type in ["Content-Type: text/plain", "Content-Type: image/png", "Content-Type: application/json; charset=utf-16", "X-None: 1"] {
            #expect(try await result(.response("200 OK", headers: [type], body: Self.good)) == .profiles([]), "\(type)")
        }
    }

    @Test func `no redirect of any kind is followed, and no request is sent twice`() async throws {
        for status in ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"] {
            let server = try LoopbackServer { _ in .response(status, headers: ["Location: /elsewhere"], body: Self.good) }
            defer { server.stop() }
            let code = Int64(status.prefix(3)) ?? 0
            #expect(await result(server) == .failed(.status(http: code)), "\(status)")
            #expect(server.requests.count == 1)
        }
    }

    @Test func `an endless answer is ended at its bound: plain, chunked, compressed or in its head`() async throws {
        let bound = 1 << 20
        let block = [UInt8](repeating: 0x20, count: 65_536)
        let bomb = Gzip.blanks(200_000)
        let answers: [(LoopbackServer.Answer, CallFailure.Transport)] = [
            (.endless(Self.head("Content-Length: 1099511627776"), then: block), .unreadable),
            (.endless(Self.head(), then: block), .unreadable),
            (.endless(Self.head("Transfer-Encoding: chunked"), then: Array("10000\r\n".utf8) + block + Array("\r\n".utf8)), .unreadable),
            (.held(Self.head("Content-Encoding: gzip", "Content-Length: \(bomb.count)") + bomb), .unreadable),
            (.endless(Array("HTTP/1.1 200 OK\r\n".utf8), then: Array("X-Field: 0123456789\r\n".utf8)), .connection),
            (.endless(Array("HTTP/1.1 200 OK\r\nX-Field: ".utf8), then: Array(repeating: 0x61, count: 1000)), .connection),
            (.endless([], then: Self.head(status: "103 Early Hints")), .connection),
        ]
        for (index, (answer, expected)) in answers.enumerated() {
            let server = try LoopbackServer { _ in answer }
            defer { server.stop() }
            #expect(
                await result(server, over: URLSessionTransport(timeout: .seconds(600), bodyBound: bound)) == .failed(.transport(expected)),
                "answer \(index)")
            // The server sees the end; the sockets and Foundation's own queue decide how much it has sent by then.
            await server.ended.until { !$0.isEmpty }
        }
    }

    @Test func `a compressed answer is read`() async throws {
        let body = Gzip.stored(Self.good)
        #expect(try await result(.response("200 OK", headers: ["Content-Encoding: gzip"], body: body)) == .profiles([]))
    }

    @Test func `one connection serves many calls, and a new one opens after the server closed it`() async throws {
        let answer = Self.head("Content-Length: \(Self.good.count)") + Self.good
        let count = Lock(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 5 ? .bytes(answer) : .kept(answer)
        }
        defer { server.stop() }
        let transport = Self.patient
        for _ in 0..<5 { #expect(await result(server, over: transport) == .profiles([])) }
        // On a busy machine, Foundation may return an answer before the answer's connection is free again, and opens another one.
        let first = server.connections
        #expect((1...3).contains(first))
        await server.ended.until { !$0.isEmpty }
        for _ in 0..<5 { #expect(await result(server, over: transport) == .profiles([])) }
        #expect((first...6).contains(server.connections))
        #expect(server.requests.count == 10)
    }

    @Test func `a secure call to a plain-text server is a connection failure, or times out if it is silent`() async throws {
        let talkative = try LoopbackServer { _ in .response("400 Bad Request") }
        let silent = try LoopbackServer { _ in .silence }
        defer { for server in [talkative, silent] { server.stop() } }
        #expect(await result(talkative, scheme: "https") == .failed(.transport(.connection)))
        #expect(await result(silent, scheme: "https", over: Self.impatient) == .failed(.transport(.timedOut)))
        let first = try #require(talkative.requests.first)
        #expect(!first.contains("Bearer"))
    }

    @Test func `canceling a call closes its connection, whatever the server is about to send`() async throws {
        for stop in [[], Self.head("Content-Length: 15"), Self.head("Content-Length: 15") + Self.good.prefix(7)] {
            let arrived = Journal<Bool>()
            let server = try LoopbackServer { _ in
                arrived.note(true)
                return .held(stop)
            }
            defer { server.stop() }
            let transport = Self.patient
            let call = Task { await result(server, over: transport) }
            await arrived.until { !$0.isEmpty }
            call.cancel()
            #expect(await call.value == .failed(.transport(.connection)))
            await server.ended.until { !$0.isEmpty }
        }
    }

    @Test func `a call that the machine cancels closes its connection`() async throws {
        let arrived = Journal<Bool>()
        let server = try LoopbackServer { _ in
            arrived.note(true)
            return .held(Self.head("Content-Length: 15"))
        }
        defer { server.stop() }
        var settings = FlowSettings.bare
        settings.host = server.url("")
        settings.policy.allowanceBurst = 0
        settings.policy.breakerThreshold = 0
        settings.policy.attempts = 1
        let clock = ManualClock()
        let due = clock.now.advanced(by: settings.policy.requestTimeout)
        let flow = try Flow(
            FlowApp("Test/1", softwareStatement: "statement", settings: settings), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(transport: Self.patient, partnerFramework: nil, device: { .test }, clock: clock))
        let signIn = Task { await refusal { try await flow.signIn() } }
        await arrived.until { !$0.isEmpty }
        await clock.asleep.until(due)
        clock.advance(to: due)
        await server.ended.until { !$0.isEmpty }
        #expect(await signIn.value?.reason == .unreachable)
        await flow.shutDown()
    }
}

extension DeviceInformation {
    fileprivate static let test = DeviceInformation(
        primaryHardwareType: "SetTopBox", model: "Box", version: "1", manufacturer: "Maker", osName: "Linux", osVersion: "1",
        displayWidth: 1, displayHeight: 1,
        connection: .wiFi, applicationID: "Test", userAgent: "Test/1")
}
