import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowSimulation
@testable import flow_trace

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@Suite("serve's pages: commands over HTTP, and the log of the app") struct ServedPagesTests {
    private let adobe = SharedAdobe(now: { SimulatedWorld.start })

    private func pages(_ path: String? = nil) -> ServedPages { ServedPages(adobe, LogFeed(path: path, start: SimulatedWorld.start)) }

    private func ask(_ pages: ServedPages, _ method: String, _ url: String, _ body: String = "", _ fields: [String: String] = [:])
        -> HTTPResponse?
    {
        let headers = fields.merging(["Host": "127.0.0.1:80"]) { $1 }.map { HTTPRequest.Field($0.key, $0.value) }
        let request = HTTPRequest(method: method, url: url, headers: headers, body: Array(body.utf8))
        switch pages.answer(request) {
        case .whole(let response): return response
        case .stream(let response, _): return response
        case nil: return nil
        }
    }

    private func text(_ response: HTTPResponse?) -> String { String(decoding: response?.body ?? [], as: UTF8.self) }

    /// A function that returns the text of the messages that were added.
    private func messages(_ pages: ServedPages, after last: String? = nil) throws -> () -> String {
        let headers = last.map { [HTTPRequest.Field("Last-Event-ID", $0)] } ?? []
        guard case .stream(_, let next) = pages.answer(HTTPRequest(method: "GET", url: "/events", headers: headers)) else {
            return { "no stream" }
        }
        return { String(decoding: next(), as: UTF8.self) }
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded"])
    func `a command is executed, or refused with 400`(type: String) {
        let pages = pages()
        let done = ask(pages, "POST", "/control", "deny channel-1", ["Content-Type": type])
        #expect(done?.status == 200)
        #expect(text(done) == "denied\n")
        #expect(adobe.withAdobe { $0.denials.map(\.resource) } == ["channel-1"])
        for wrong in ["dance", "", "  ", "sign-in ABCDEFG", "next authorize 99", "allow channel-2"] {
            #expect(ask(pages, "POST", "/control", wrong, ["Content-Type": type])?.status == 400, "\(wrong)")
        }
        #expect(text(ask(pages, "POST", "/control", "allow channel-1")) == "allowed\n")
    }

    @Test func `the panel's forms are commands, and work without a script`() {
        let pages = pages()
        let panel = text(ask(pages, "GET", "/panel"))
        #expect(panel.contains("<form method=\"post\" action=\"/control\"") && !panel.contains("<script"))
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        let answer = ask(pages, "POST", "/control", "word=deny&word=channel-1&word=", form)
        #expect(answer?.header("Content-Type")?.hasPrefix("text/html") == true)
        #expect(text(answer).contains("denied"))
        let hostile = ask(pages, "POST", "/control", "word=next&word=%3Cimg%3E&word=503", form)
        #expect(hostile?.status == 400)
        #expect(text(hostile).contains("&lt;img&gt;") && !text(hostile).contains("<img>"))
    }

    @Test func `codes lists what is open, for the panel and for scripts`() throws {
        #expect(text(ask(pages(), "POST", "/control", "codes")) == "no code is open\n")
        let code = try #require(adobe.openCode())
        #expect(text(ask(pages(), "POST", "/control", "codes")) == "\(code)  no provider yet  expires in 1800 s\n")
        #expect(text(ask(pages(), "GET", "/panel")).contains("<option value=\"\(code)\">"))
        #expect(text(ask(pages(), "POST", "/control", "sign-in \(code) SmallCo")) == "signed in\n")
    }

    @Test func `only the server's own pages may send commands, and a web app of this machine its log`() {
        let pages = pages()
        let local = ["Origin": "http://localhost:5173", "Sec-Fetch-Site": "same-site"]
        #expect(ask(pages, "POST", "/control", "expire", ["Origin": "http://127.0.0.1:80"])?.status == 200)
        #expect(ask(pages, "POST", "/control", "expire", local)?.status == 403)
        #expect(ask(pages, "POST", "/control", "expire", ["Origin": "null"])?.status == 403)
        #expect(ask(pages, "POST", "/log", "{\"format\":1}\n", local)?.status == 204)
        #expect(ask(pages, "POST", "/log", "{\"format\":1}\n", ["Origin": "https://evil.example"])?.status == 403)
    }

    @Test func `a method that a page does not have is refused with those that it has`() {
        for (method, url, allowed) in [("GET", "/control", "POST"), ("DELETE", "/log", "POST"), ("POST", "/events", "GET, HEAD")] {
            let answer = ask(pages(), method, url)
            #expect(answer?.status == 405)
            #expect(answer?.header("Allow") == allowed)
        }
        #expect(ask(pages(), "GET", "/elsewhere") == nil)
    }

    @Test func `a log that an app sends reaches a page line by line, and a reconnected page gets the rest`() throws {
        let pages = pages()
        let next = try messages(pages)
        #expect(next().isEmpty)
        #expect(text(ask(pages, "POST", "/log", "{\"number\":1}\n")) == "the first line must be the header of a log\n")
        _ = ask(pages, "POST", "/log?name=web.jsonl", "{\"format\":1}\n{\"number\":1}\n")
        let log = SimulatedWorld.start.milliseconds + 1
        #expect(
            next() == "event: begin\ndata: {\"name\":\"web.jsonl\"}\n\n"
                + "id: \(log).1\ndata: {\"format\":1}\n\nid: \(log).2\ndata: {\"number\":1}\n\n")
        #expect(next().isEmpty)
        _ = ask(pages, "POST", "/log", "{\"number\":2}\n")
        #expect(next() == "id: \(log).3\ndata: {\"number\":2}\n\n")
        #expect(try messages(pages, after: "\(log).2")() == "id: \(log).3\ndata: {\"number\":2}\n\n")
        #expect(try messages(pages, after: "1.2")().hasPrefix("event: begin\n"), "it was another log")
        _ = ask(pages, "POST", "/log", "{\"format\":1}\n")
        #expect(next().hasPrefix("event: begin\ndata: {\"name\":\"sent to the server\"}\n\nid: \(log + 1).1\n"))
    }

    @Test func `requests are messages, too, for an app that writes no log`() throws {
        let pages = pages()
        pages.note(HTTPRequest(method: "GET", url: "/api/v2/\"x\"?a=secret", headers: []), 404, "no endpoint")
        let next = try messages(pages)
        let time = SimulatedWorld.start.milliseconds
        #expect(
            next()
                == "event: request\ndata: {\"time\":\(time),\"method\":\"GET\",\"path\":\"/api/v2/\\\"x\\\"\",\"status\":404,\"text\":\"no endpoint\"}\n\n"
        )
        #expect(next().isEmpty)
        for _ in 0..<300 { pages.note(HTTPRequest(method: "GET", url: "/", headers: []), nil, nil) }
        #expect(next().split(separator: "event: request").count == 200, "the newest ones are kept")
        #expect(try messages(pages, after: "1.1")().isEmpty, "a page that reconnects has them")
    }

    @Test func `the newest file of a folder is followed, also if the folder comes later`() throws {
        let folder = TemporaryFolder()
        let next = try messages(pages("\(folder.path)/logs"))
        #expect(next().isEmpty)
        mkdir("\(folder.path)/logs", 0o700)
        let header = "{\"format\":1}"
        _ = try folder.write(Array((header + "\n{\"numb").utf8), "logs/app.jsonl")
        let begin = next()
        #expect(begin.hasPrefix("event: begin\ndata: {\"name\":\"app.jsonl\"}\n\nid: "))
        #expect(begin.hasSuffix("data: \(header)\n\n"), "a line that is not whole is not sent")
        _ = try folder.write(Array((header + "\n{\"number\":1}\n").utf8), "logs/app.jsonl")
        #expect(next().hasSuffix("data: {\"number\":1}\n\n"))
    }

    @Test func `a silent stream says from time to time that it is open`() throws {
        let now = Lock(SimulatedWorld.start)
        let next = LogFeed(path: nil, start: SimulatedWorld.start).messages(after: nil, now: { now.withLock { $0 } })
        #expect(next().isEmpty)
        now.withLock { $0 = $0.advanced(by: .seconds(15)) }
        #expect(String(decoding: next(), as: UTF8.self) == ": still here\n\n")
        #expect(next().isEmpty)
    }

    @Test func `an error is broken into the next answer where Adobe's samples have it`() {
        #expect(ServedEndpoint.restV2(.authorize).mishap(code: "network_received_error") == .item(code: "network_received_error"))
        #expect(ServedEndpoint.restV2(.authorize).mishap(code: "internal_server_error") == .error(code: "internal_server_error"))
        #expect(ServedEndpoint.restV2(.profile).mishap(code: "too_many_resources") == .error(code: "too_many_resources"))
    }
}

extension SharedAdobe {
    /// The code of a session that a new device opens.
    fileprivate func openCode() -> String? {
        let device = HTTPRequest.Field(
            "X-Device-Info",
            "eyJtb2RlbCI6IkJveCIsInZlcnNpb24iOiIxIiwib3NOYW1lIjoiTGludXgiLCJvc1ZlcnNpb24iOiI2IiwiY29ubmVjdGlvblR5cGUiOiJ3aXJlZCJ9")
        let form = HTTPRequest.Field("Content-Type", "application/x-www-form-urlencoded")
        let registration = #"{"software_statement":"simulated.software.statement"}"#
        func call(_ url: String, _ fields: [HTTPRequest.Field], _ body: String) -> String {
            String(
                decoding: answer(HTTPRequest(method: "POST", url: url, headers: fields + [device], body: Array(body.utf8))).body,
                as: UTF8.self)
        }
        func value(_ name: String, of json: String) -> String {
            json.split(separator: "\"\(name)\":\"").last.map { String($0.prefix { $0 != "\"" }) } ?? ""
        }
        let client = call("/o/client/register", [HTTPRequest.Field("Content-Type", "application/json")], registration)
        let credentials = "client_id=\(value("client_id", of: client))&client_secret=\(value("client_secret", of: client))"
        let token = value("access_token", of: call("/o/client/token", [form], credentials + "&grant_type=client_credentials"))
        _ = call(
            "/api/v2/REF30/sessions",
            [
                form, HTTPRequest.Field("Authorization", "Bearer " + token),
                HTTPRequest.Field("AP-Device-Identifier", "fingerprint ZGV2aWNl"),
            ], "")
        return withAdobe { $0.latestCode }
    }
}
