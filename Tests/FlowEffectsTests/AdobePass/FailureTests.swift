import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

struct FailureTests {
    private let interpreter = Interpreter()

    @Test func `the status decides on token and pace, Adobe's error decides the rest`() {
        let error =
            #"{"action":"retry","status":403,"code":"network_received_error","message":"m","trace":"12f6fef9-d2e0-422b-a9d7-60d799abe353"}"#
        let known = "retry 403 network_received_error 12f6fef9+text"
        let cases = [
            (401, "", "unauthorized -"), (401, "<html>", "unauthorized -"), (401, "{}", "unauthorized -"),
            (401, error, "unauthorized \(known)"),
            (429, "<html>", "throttled"), (429, error, "throttled"), (400, error, "refused 400: \(known)"),
            (503, error, "refused 503: \(known)"),
            (503, "<html>503</html>", "status 503"), (500, "", "status 500"), (404, "{}", "status 404"),
            (302, "", "status 302"), (304, error, "refused 304: \(known)"), (100, "", "status 100"),
            (0, "", "status 0"),
            (-1, "", "status -1"), (400, #"{"error":"invalid_request"}"#, "status 400"), (204, "", "transport unreadable"),
            (200, "<html>", "transport unreadable"), (200, error, "transport unreadable"),
        ]
        for (status, body, expected) in cases {
            #expect(interpreter.line(.profiles(status: nil), body, status: status) == expected, "\(status) \(body)")
        }
    }

    @Test func `registration and token requests are refused by their own codes`() {
        let cases = [
            (400, #"{"error":"invalid_client"}"#, "registrationRefused invalid_client"),
            (401, #"{"error":"invalid_client","error_description":"d"}"#, "registrationRefused invalid_client"),
            (401, "", "status 401"), (400, #"{"error":"Not A Code"}"#, "status 400"),
            (400, #"{"error":{}}"#, "status 400"),
            (429, "", "throttled"), (500, "<html>", "status 500"),
        ]
        let client = SecretRef(.client, 1)
        for (status, body, expected) in cases {
            for endpoint in [Endpoint.register, .token(client: client)] {
                #expect(interpreter.line(endpoint, body, status: status) == expected, "\(status) \(body)")
            }
        }
    }

    @Test func `an error keeps only what may be logged, and its texts go to the secret store`() throws {
        let long = String(repeating: "a", count: 65)
        let cases = [
            (#"{"code":"new_code_2"}"#, "none 400 new_code_2 -"), (#"{"action":"dance","code":"x"}"#, "none 400 x -"),
            (#"{"action":"none","code":"Has Blanks","status":"403"}"#, "none 403 - -"), (#"{"code":"\#(long)"}"#, "none 400 - -"),
            (#"{"code":"x","trace":"of Ms Smith"}"#, "none 400 x -"), (#"{"code":"x","trace":"AB12-CD34"}"#, "none 400 x -"),
            (#"{"code":"x","trace":"\#(long)"}"#, "none 400 x -"),
            (#"{"code":"x","message":{},"status":[],"trace":5}"#, "none 400 x -"), (#"{"code":"x","details":"d"}"#, "none 400 x -+text"),
        ]
        for (body, expected) in cases {
            #expect(interpreter.line(.configuration, body, status: 400) == "refused 400: \(expected)", "\(body)")
        }
        let reply = interpreter.reply(.configuration, #"{"code":"x","message":"m","details":"d"}"#, status: 400)
        guard case .failed(.refused(_, let error)) = reply.result, let ref = error.text,
            case .text(let text)? = interpreter.store.secret(ref)
        else { throw Missing() }
        #expect(text == ErrorText(message: "m", details: "d"))
    }

    /// Bodies that no endpoint returns, or that try to harm a reader.
    private static let hostile: [String] = [
        "", " ", "null", "true", "1", "\"x\"", "[]", "{", "}", "]", "{\"a\"", "\"", "\\", "{]", "{\"a\":1,}", "{\"a\":\"\\", "nul",
        "\u{0}{}",
        "{\"a\":\"\\ud800\"}", "{\"a\":\"\\u00", "\u{FEFF}{}", "{'a':1}", "{\"a\":NaN}", "{\"a\":1e999999999}", "{\"a\":--1}",
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
        String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        #"{"profiles":"# + String(repeating: "{\"a\":", count: 70) + "1" + String(repeating: "}", count: 71),
        #"{"profiles":[],"decisions":{},"logouts":[],"requestor":[],"actionName":{},"client_id":1,"access_token":[]}"#,
        #"{"profiles":{"A":{"type":"regular","notAfter":1e400}},"decisions":[{"authorized":"yes"}],"logouts":{"A":{"actionName":1}}}"#,
        #"{"profiles":{"A":{"type":"regular","notAfter":9223372036854775808}}}"#,
        #"{"profiles":{"A":{"type":"regular","notAfter":1.5}},"mvpds":[{"id":7}]}"#,
        #"{"profiles":{"A":{"type":"regular","notAfter":1},"A":{"type":"regular","notAfter":2}}}"#, #"{"profiles":{},"profiles":{}}"#,
        #"{"mvpds":[],"mvpds":[]}"#, #"{"logouts":{},"logouts":{}}"#, #"{"actionName":"authorize","actionName":"dance"}"#,
        #"{"access_token":"t","created_at":1e30,"expires_in":1}"#, #"{"access_token":"t","created_at":1,"expires_in":true}"#,
    ]

    @Test func `an unusable body makes the answer unreadable, and nothing is stored`() throws {
        for endpoint in try interpreter.everyEndpoint() {
            let before = interpreter.store.count
            for (index, body) in FailureTests.hostile.enumerated() {
                let line = interpreter.line(endpoint, body)
                #expect(line == "transport unreadable", "\(endpoint.kind), body \(index)")
            }
            #expect(interpreter.store.count == before)
        }
    }

    @Test func `user metadata is read 64 levels deep and no deeper`() {
        // Five objects surround the value.
        for (levels, expected) in [(59, "profiles A/regular/1/a"), (60, "transport unreadable"), (500, "transport unreadable")] {
            let value = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            let body = #"{"profiles":{"A":{"type":"regular","notAfter":1,"attributes":{"a":{"value":\#(value)}}}}}"#
            #expect(interpreter.line(.profiles(status: nil), body) == expected, "\(levels)")
        }
    }

    @Test func `bytes that are not text, and text of other encodings, are unreadable`() {
        let wide = Array(#"{"profiles":{}}"#.utf8).flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
        let cut = Array(#"{"profiles":{"#.utf8) + [0xC3, 0x28]
        let cases: [[UInt8]] = [[0xFF, 0xFE] + wide, wide, cut, [0x80], [UInt8](repeating: 0, count: 9)]
        for bytes in cases {
            let reply = interpreter.reply(.profiles(status: nil), HTTPResponse(status: 200, body: bytes))
            #expect(reply.result == .failed(.transport(.unreadable)), "\(bytes.prefix(4))")
        }
    }

    @Test func `a randomly damaged answer never traps`() throws {
        var random = Seeded(7)
        for fixture in try Fixture.all() where !fixture.response.body.isEmpty {
            let known = try #require(FixtureCall(fixture))
            for _ in 0..<20 {
                var body = fixture.response.body
                for _ in 0..<3 {
                    body[Int(random.next() % UInt64(body.count))] = UInt8(truncatingIfNeeded: random.next())
                }
                body.removeLast(Int(random.next() % 4) == 0 ? Int(random.next() % UInt64(body.count)) : 0)
                let response = HTTPResponse(status: fixture.response.status, body: body)
                let first = known.adobe.reply(to: known.call, response)
                let isFailure = if case .failed = first.result { true } else { false }
                #expect(fixture.response.status < 300 || isFailure)
            }
        }
    }

    @Test func `a body of up to 4 MB is read`() {
        let padding = String(repeating: " ", count: 4 << 20)
        #expect(interpreter.line(.profiles(status: nil), #"{"profiles":{}}"# + padding) == "transport unreadable")
        #expect(interpreter.line(.profiles(status: nil), #"{"profiles":{}}"# + padding.dropLast(15)) == "profiles")
        #expect(interpreter.line(.profiles(status: nil), padding + "!", status: 500) == "status 500")
    }
}

/// The same numbers in every run.
private struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
