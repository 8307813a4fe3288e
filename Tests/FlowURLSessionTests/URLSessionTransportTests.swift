import FlowEffects
import Foundation
import Testing

@testable import FlowURLSession

@Suite struct URLSessionTransportTests {
    private func get(_ url: String) -> HTTPRequest { HTTPRequest(method: "GET", url: url, headers: []) }

    @Test func `a request is sent with its method, path, headers and body, and its answer arrives whole`() async throws {
        let server = try LoopbackServer { _ in
            .response("201 Created", headers: ["content-type: text/plain", "X-Odd: a", "Set-Cookie: c=1"], body: Array("grüß".utf8))
        }
        defer { server.stop() }
        let request = HTTPRequest(
            method: "POST", url: server.url("/a%2Fb?q=%2B"),
            headers: [.init("Authorization", "Bearer t"), .init("AP-Device-Identifier", "fingerprint x"), .init("User-Agent", "Demo/1")],
            body: Array("SAMLResponse=PD%2B".utf8))
        let response = try await URLSessionTransport().send(request)
        #expect(response.status == 201)
        #expect(response.body == Array("grüß".utf8))
        #expect(response.header("CONTENT-TYPE") == "text/plain")
        #expect(response.header("x-odd") == "a")

        let sent = try #require(server.requests.first)
        let lines = sent.components(separatedBy: "\r\n")
        #expect(lines.first == "POST /a%2Fb?q=%2B HTTP/1.1")
        let names = ["authorization: bearer t", "ap-device-identifier: fingerprint x", "user-agent: demo/1"]
        for name in names { #expect(lines.filter { $0.lowercased() == name }.count == 1, "\(name)") }
        #expect(sent.hasSuffix("\r\n\r\nSAMLResponse=PD%2B"))
    }

    @Test func `cookies are neither kept nor sent, and no response is cached`() async throws {
        let server = try LoopbackServer { _ in .response("200 OK", headers: ["Set-Cookie: c=1; Path=/", "Cache-Control: max-age=1000"]) }
        defer { server.stop() }
        let transport = URLSessionTransport()
        for _ in 0..<2 { _ = try await transport.send(get(server.url("/"))) }
        #expect(server.requests.count == 2)
        #expect(!server.requests.contains { $0.lowercased().contains("\r\ncookie:") })
    }

    @Test func `a redirect is an answer and is not followed`() async throws {
        let server = try LoopbackServer { _ in .response("302 Found", headers: ["Location: /elsewhere"]) }
        defer { server.stop() }
        let response = try await URLSessionTransport().send(get(server.url("/here")))
        #expect(response.status == 302)
        #expect(response.header("location") == "/elsewhere")
        #expect(server.requests.count == 1)
    }

    @Test func `an answer may have no body and any status`() async throws {
        for status in ["204 No Content", "401 Unauthorized", "429 Too Many Requests", "503 Service Unavailable"] {
            let server = try LoopbackServer { _ in .bytes(Array("HTTP/1.1 \(status)\r\nConnection: close\r\n\r\n".utf8)) }
            defer { server.stop() }
            let response = try await URLSessionTransport().send(get(server.url("/")))
            #expect(status.hasPrefix("\(response.status)"), "\(status)")
            #expect(response.body.isEmpty, "\(status)")
        }
    }

    @Test func `a late answer times out, after at least one second`() async throws {
        let server = try LoopbackServer { _ in .silence }
        defer { server.stop() }
        let transport = URLSessionTransport(timeout: .milliseconds(200))
        let start = ContinuousClock.now
        await #expect(throws: HTTPFailure.timedOut) { try await transport.send(get(server.url("/"))) }
        #expect(ContinuousClock.now - start > .milliseconds(900))
    }

    @Test func `a refused, reset or broken connection is a connection failure, and so is an invalid URL`() async throws {
        let refused = try LoopbackServer { _ in .silence }
        refused.stop()
        let reset = try LoopbackServer { _ in .reset }
        let cut = try LoopbackServer { _ in .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf".utf8)) }
        let mute = try LoopbackServer { _ in .bytes([]) }
        defer { for server in [reset, cut, mute] { server.stop() } }
        let transport = URLSessionTransport()
        for url in [refused.url("/"), reset.url("/"), cut.url("/"), mute.url("/"), "http://[", ""] {
            await #expect(throws: HTTPFailure.connection, "\(url)") { try await transport.send(get(url)) }
        }
    }

    @Test func `a body is read up to its bound and not one byte further`() async throws {
        let server = try LoopbackServer { request in
            let isBig = String(decoding: request.prefix(9), as: UTF8.self) == "GET /big "
            return .response("200 OK", body: [UInt8](repeating: 0x61, count: isBig ? 100_001 : 100_000))
        }
        defer { server.stop() }
        let transport = URLSessionTransport(bodyBound: 100_000)
        #expect(try await transport.send(get(server.url("/fits"))).body.count == 100_000)
        await #expect(throws: HTTPFailure.tooBig) { try await transport.send(get(server.url("/big"))) }
    }

    @Test func `canceling the task ends the request before it starts and while it waits`() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { _ in
            arrived.continuation.yield()
            return .silence
        }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let request = get(server.url("/"))

        let early = Task { () -> HTTPFailure? in
            while !Task.isCancelled { await Task.yield() }
            do throws(HTTPFailure) { _ = try await transport.send(request) } catch { return error }
            return nil
        }
        early.cancel()
        #expect(await early.value == .canceled)

        let waiting = Task { () -> HTTPFailure? in
            do throws(HTTPFailure) { _ = try await transport.send(request) } catch { return error }
            return nil
        }
        for await _ in arrived.stream { break }
        waiting.cancel()
        #expect(await waiting.value == .canceled)
    }

    @Test func `each of several concurrent requests gets its own answer, even if others are canceled`() async throws {
        let server = try LoopbackServer { request in
            let path = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
            return .response("200 OK", body: Array(path.utf8))
        }
        defer { server.stop() }
        let transport = URLSessionTransport()
        let wrong = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
            for index in 0..<60 {
                let request = get(server.url("/\(index)"))
                group.addTask {
                    let task = Task { () -> String in
                        do throws(HTTPFailure) {
                            return String(decoding: try await transport.send(request).body, as: UTF8.self)
                        } catch {
                            return error == .canceled ? "cancelled" : "failed"
                        }
                    }
                    if index % 3 == 0 { task.cancel() }
                    let value = await task.value
                    return value == "/\(index)" || (index % 3 == 0 && value == "cancelled")
                }
            }
            return await group.reduce(0) { $1 ? $0 : $0 + 1 }
        }
        #expect(wrong == 0)
    }
}
