import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@Suite struct ServeTests {
    /// Serves while `client` runs, which gets the port and a function that sends lines to the server's input.
    private func serve(_ words: [String] = [], _ lines: [(UInt16) -> String?]) throws -> (code: ExitCode, output: String) {
        var output = ""
        var rest = lines[...]
        let console = Console(columns: nil, usesColor: false, invocation: "", write: { output += $0 }, complain: { output += $0 })
        let arguments = try Arguments(words, ServeCommand.syntax)
        let refused = Journal<String>()
        let code = try ServeCommand.run(arguments, console, refused: { refused.note($0) }) {
            let port = output.split(separator: ":").compactMap { UInt16($0.prefix { $0.isNumber }) }.first ?? 0
            return rest.popFirst()?(port)
        }
        return (code, output + refused.entries.map { $0 + "\n" }.joined())
    }

    @Test func `serve answers over a socket, executes typed commands, and ends with its input`() throws {
        var answers: [String] = []
        let device = "eyJtb2RlbCI6IkJveCIsInZlcnNpb24iOiIxIiwib3NOYW1lIjoiTGludXgiLCJvc1ZlcnNpb24iOiI2IiwiY29ubmVjdGlvblR5cGUiOiJ3aXJlZCJ9"
        func register(_ port: UInt16) {
            let body = #"{"software_statement":"simulated.software.statement"}"#
            answers.append(
                ask(
                    port,
                    "POST /o/client/register HTTP/1.1\r\nX-Device-Info: \(device)\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"))
        }
        let run = try serve(
            [],
            [
                {
                    register($0); return "next register 503"
                },
                {
                    register($0); return ""
                },
                {
                    register($0); return "received"
                }, { _ in "sign-in ABCDEFG" }, { _ in "dance" },
            ])
        #expect(run.code == .fine)
        try #require(answers.count == 3, "\(answers)")
        #expect(answers[0].contains(#""client_id":""#), "\(answers)")
        #expect(answers[1].hasPrefix("HTTP/1.1 503 "))
        #expect(answers[2].hasPrefix("HTTP/1.1 201 "))
        #expect(run.output.contains(device), "the examples send the same")
        for told in [
            "the next call of register gets this answer\n", "register 3\n", "no open session has this code",
            "this is not a command; the commands are:",
        ] {
            #expect(run.output.contains(told), "\(told)")
        }
    }

    /// The server's answers to `requests`, sent one after the other, each over its own connection.
    private func answers(_ words: [String] = [], to requests: [String]) throws -> (answers: [String], output: String) {
        var answers: [String] = []
        let run = try serve(
            words,
            requests.map { request in
                {
                    answers.append(ask($0, request)); return ""
                }
            })
        return (answers, run.output)
    }

    private func post(_ path: String, _ type: String, _ body: String) -> String {
        "POST \(path) HTTP/1.1\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test func `a status line has the standard's reason phrase`() throws {
        let lines = [
            "GET /api/v2/REF30/profiles HTTP/1.1\r\n\r\n", "GET /nowhere HTTP/1.1\r\n\r\n", post("/o/client/token", "text/plain", "x"),
        ]
        let phrases = ["401 Unauthorized", "404 Not Found", "400 Bad Request"]
        let received = try answers(to: lines).answers
        #expect(received.map { $0.prefix { $0 != "\r\n" } } == phrases.map { "HTTP/1.1 \($0)" })
    }

    @Test func `a query may contain a URL as it is`() throws {
        let path = "/api/v2/REF30/logout/SmallCo?redirectUrl=https://example.com/done"
        // The token is missing; the path is found.
        for target in [path, "http://127.0.0.1" + path] {
            let received = try answers(to: ["GET \(target) HTTP/1.1\r\n\r\n"]).answers
            #expect(received.first?.hasPrefix("HTTP/1.1 401 ") == true, "\(target): \(received)")
        }
    }

    @Test func `an invalid request is refused with an answer`() throws {
        let cases = [
            ("Content-Length: -1", "400"), ("Content-Length: x", "400"), ("Content-Length: 1\r\nContent-Length: 2", "400"),
            ("Content-Length: 1048577", "413"), ("Content-Length: 99999999999999999999", "413"), ("no colon", "400"),
            ("Transfer-Encoding: gzip", "501"), ("X: \(String(repeating: "x", count: 1 << 17))", "431"),
        ]
        let received = try answers(to: cases.map { "POST /o/client/token HTTP/1.1\r\n\($0.0)\r\n\r\n" } + ["hello\r\n\r\n"])
        #expect(received.answers.count == cases.count + 1)
        for (answer, (line, status)) in zip(received.answers, cases + [("hello", "400")]) {
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(line.prefix(40)): \(answer)")
            #expect(answer.contains("Connection: close\r\n"), "\(line.prefix(40))")
        }
    }

    @Test func `serve is as strict as the documentation, or as lenient as Adobe if asked`() throws {
        let registration = post("/o/client/register", "application/json", #"{"software_statement":"simulated.software.statement"}"#)
        let token = post(
            "/o/client/token", "application/x-www-form-urlencoded", "client_id=a&client_secret=b&grant_type=client_credentials")
        let strict = try answers(to: [registration, token])
        #expect(strict.answers.allSatisfy { $0.contains(#"{"error":"invalid_request"}"#) }, "\(strict.answers)")
        let reason = "refused POST /o/client/register with 400 invalid_request: the header X-Device-Info is missing\n"
        #expect(strict.output.contains(reason), "\(strict.output)")
        let lenient = try answers(["--lenient"], to: [registration, token])
        #expect(lenient.answers.first?.hasPrefix("HTTP/1.1 201 ") == true, "\(lenient.answers)")
        #expect(lenient.answers.last?.contains(#"{"error":"invalid_client"}"#) == true, "\(lenient.answers)")
        #expect(!lenient.output.contains("X-Device-Info is missing"))
    }

    @Test(arguments: [
        ("410", "HTTP/1.1 410 "), ("404", "HTTP/1.1 404 "), ("403", "HTTP/1.1 403 "), ("html", "HTTP/1.1 200 "), ("closed", ""),
    ])
    func `after the end of life, serve answers the legacy API's addresses as asked, and no others`(
        end: String, start: String
    ) throws {
        let addresses = ["/api/v1/checkauthn", "/api/v1/authenticate", "/reggie/v1/REF30/regcode"]
        let lines = addresses.map { "GET \($0) HTTP/1.1\r\n\r\n" } + ["GET /api/v2/REF30/profiles HTTP/1.1\r\n\r\n"]
        let received = try answers(["--after-end-of-life=\(end)"], to: lines).answers
        try #require(received.count == 4)
        for answer in received.prefix(3) { #expect(start.isEmpty ? answer.isEmpty : answer.hasPrefix(start), "\(end): \(answer)") }
        #expect(received[3].hasPrefix("HTTP/1.1 401 "))
    }

    @Test func `serve's commands change profiles, codes and denials`() {
        var adobe = SimulatedAdobe()
        let time = SimulatedWorld.start
        func say(_ line: String) -> String { ServeScript.carryOut(line.split(separator: " ").map(String.init), on: &adobe, at: time).text }
        #expect(say("deny channel-1 SmallCo") == "denied")
        #expect(adobe.denials == [.init(resource: "channel-1", mvpd: "SmallCo")])
        let noSession = "no open session has this code, or the session has no provider yet: sign-in CODE MVPD"
        for line in ["sign-in ABCDEFG", "sign-in ABCDEFG SmallCo", "sign-in ABCDEFG Nobody"] { #expect(say(line) == noSession) }
        for line in ["expire", "revoke", "forget"] { #expect(say(line) == "done") }
        #expect(say("received") == "nothing")
        #expect(say("next authorise 503") == "there is no endpoint authorise: did you mean authorize?")
        #expect(say("next authorize 200") == "a status must be 400 to 599")
        #expect(say("next authorize throttled 0") == "TIMES must be 1 to 1000")
        #expect(say("next authorize internal_server_error 2") == "the next 2 calls of authorize get this answer")
        #expect(say("next v1/authorize 403") == "the next call of v1/authorize gets this answer")
        #expect(say("next v1/authorise 403") == "there is no endpoint v1/authorise: did you mean v1/authorize?")
        #expect(say("next token timed-out") == "the next call of token gets no answer")
        #expect(say("next token no-connection 2") == "the next 2 calls of token get no answer")
        #expect(say("next restV1 503").hasPrefix("there is no endpoint restV1"))
    }

    @Test(arguments: ["", "a/b", "a b", "a%2Fb"])
    func `a provider that no path could name is refused`(provider: String) {
        #expect(throws: UsageFailure.self) { try serve(["--provider", provider], []) }
    }

    @Test func `an input that is the null device or closed is no input`() throws {
        let null = open("/dev/null", O_RDONLY)
        #expect(StandardInput.isNothing(null))
        close(null)
        #expect(StandardInput.isNothing(-1))
        let folder = TemporaryFolder()
        let file = open(try folder.write([], "empty"), O_RDONLY)
        #expect(!StandardInput.isNothing(file))
        close(file)
    }

    @Test func `a port in use is reported`() throws {
        let other = try LoopbackAdobe(now: { SimulatedWorld.start })
        defer { other.stop() }
        let run = try serve(["--port", "\(other.port)"], [])
        #expect(run.code == .unreadable)
        #expect(run.output == "flow-trace: port \(other.port) is in use: choose another --port, or 0 for a free one")
    }

    @Test func `serve prints the providers it knows, and its help says when to restart the app`() throws {
        let output = try serve([], []).output
        for row in [
            "  Cablevision      Optimum, Apple single sign-on\n",
            "  Dish             DISH, in Apple's picker, without Apple single sign-on\n",
            "  Cox              Cox, Apple single sign-on switched off\n", "  SmallCo          SmallCo\n",
            "\nTemporary access, for the setting temporaryAccess:\n  TempPass_TEST40  Temporary access, 3 minutes\n",
        ] {
            #expect(output.contains(row), "\(row)")
        }
        let help = flat(Run(["serve", "--help"]).output)
        #expect(help.contains("after the server was restarted twice, restart the app, or let the viewer try again."))
    }
}

extension ServeTests {
    @Test func `a program that does not read what serve prints stops nobody, and later reads how much it missed`() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let printer = RefusalPrinter(descriptor: ends[1])
        // More than any pipe takes. Without the limit, this would wait forever.
        let line = String(repeating: "x", count: 2_000)
        for _ in 0..<2_000 { printer.print(line) }
        var buffer = [UInt8](repeating: 0, count: 1 << 21)
        let taken = read(ends[0], &buffer, buffer.count) / (line.utf8.count + 1)
        #expect(taken > 0)
        printer.print("the next")
        let count = read(ends[0], &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        #expect(text == "\(grouped(2_000 - taken)) more requests were refused while nobody read this output\nthe next\n")
        printer.print(String(repeating: "y", count: 100_000))
        #expect(read(ends[0], &buffer, buffer.count) <= 4_000)
    }
}

/// The first bytes of the answer to a request over its own connection; empty if there is none. The request gets the field `Host`.
func ask(_ port: UInt16, _ request: String) -> String {
    let lines = request.split(separator: "\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard let connection = RawConnection(port), lines.count == 2 else { return "" }
    connection.send("\(lines[0])\r\nHost: 127.0.0.1:\(port)\r\n\(lines[1])")
    return connection.receive()
}
