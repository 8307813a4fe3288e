import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

struct AnswerTests {
    private let mvpd: MVPDID
    private let interpreter = Interpreter()

    init() throws { mvpd = try MVPDID("A").unwrapped }

    @Test func `providers are read nested or not; missing flags are false; a provider without an id is omitted`() {
        let list = #"[{"id":"A","enablePlatformServices":null},{"displayName":"no id"},{"id":""},{"id":"B","boardingStatus":"NEW"}]"#
        let expected = "configuration A/-/-/none B/-/-/none; supported ; featured "
        #expect(interpreter.line(.configuration, #"{"requestor":{"mvpds":\#(list)}}"#) == expected)
        #expect(interpreter.line(.configuration, #"{"requestor":{"id":"x"},"mvpds":\#(list)}"#) == expected)
        #expect(interpreter.line(.configuration, #"{"requestor":{"id":"x"}}"#) == "transport unreadable")
    }

    @Test func `a configuration is cut at its bound, and so are its names`() throws {
        let entries = (0..<2100).map { #"{"id":"M\#($0)","displayName":"N\#($0)","logoUrl":"https://l/\#($0)"}"# }
        let reply = interpreter.reply(.configuration, #"{"mvpds":[\#(entries.joined(separator: ","))]}"#)
        guard case .configuration(let configuration) = reply.result,
            case .configuration(let directory)? = interpreter.store.secret(configuration.ref)
        else { throw Missing() }
        #expect(configuration.providers.count == AdobeConfiguration.bound)
        #expect(directory.entries.map(\.mvpd) == configuration.providers.map(\.mvpd))
        #expect(directory.entries.last?.displayName == "N1999")
        #expect(directory.entries.last?.logoURL?.absoluteString == "https://l/1999")
    }

    @Test func `profiles are sorted by MVPD, at most 32, after 200 and 201 alike`() {
        let entries = (0..<40).reversed().map { #""M\#($0 + 10)":{"type":"regular","notAfter":"5"}"# }
        let body = #"{"profiles":{\#(entries.joined(separator: ","))}}"#
        let expected = "profiles" + (10..<42).map { " M\($0)/regular/5/-" }.joined()
        for status in [200, 201, 299] { #expect(interpreter.line(.profiles(status: nil), body, status: status) == expected) }
    }

    @Test func `an unknown profile type is kept, and an impossible one makes the answer unreadable`() {
        let long = String(repeating: "x", count: 65)
        let cases = [
            (#""A":{"type":"newSSO","notAfter":1}"#, "profiles A/newSSO/1/-"), (#""A":{"type":"","notAfter":1}"#, "transport unreadable"),
            (#""A":{"type":"\#(long)","notAfter":1}"#, "transport unreadable"),
            (#""":{"type":"regular","notAfter":1}"#, "transport unreadable"),
            (#""A":{"type":"regular"}"#, "transport unreadable"), (#""A":null"#, "transport unreadable"),
        ]
        for (entry, expected) in cases { #expect(interpreter.line(.profiles(status: nil), #"{"profiles":{\#(entry)}}"#) == expected) }
    }

    @Test func `user metadata keeps every kind of value as JSON, with sorted members`() throws {
        let attributes = """
            "zip":{"value":["1","2"],"state":"plain"},"maxRating":{"value":{"VCHIP":"X","MPAA":"PG-13"},"state":"plain"},
            "big":{"value":12345678901234567890123456789,"state":"plain"},"part":{"value":-1.25},"is":{"value":true},"no":{"value":null},
            "secret":{"value":"a\\"\\u00e9","state":"enc"}
            """
        let reply = interpreter.reply(
            .profile(mvpd, status: nil), #"{"profiles":{"A":{"type":"regular","notAfter":1,"attributes":{\#(attributes)}}}}"#)
        guard case .profiles(let profiles) = reply.result, let ref = profiles.first?.attributes,
            case .attributes(let metadata)? = interpreter.store.secret(ref)
        else { throw Missing() }
        #expect(
            metadata.attributes.map { "\($0.name)=\($0.json)\($0.isEncrypted ? "*" : "")" } == [
                "big=12345678901234567890123456789", "is=true", #"maxRating={"MPAA":"PG-13","VCHIP":"X"}"#, "no=null", "part=-1.25",
                #"secret="a\"é"*"#, #"zip=["1","2"]"#,
            ])
    }

    @Test func `a session keeps known values and marks the unknown ones`() {
        let cases = [
            (#"{"actionName":"dance"}"#, "session unsupported"),
            (#"{"actionName":"authorize","reasonType":"whim"}"#, "session authorize other -"),
            (#"{"actionName":"authenticate","code":"C"}"#, "session authenticate C - none until - missing - at -"),
            (#"{"actionName":"authenticate"}"#, "transport unreadable"), (#"{"actionName":"resume","code":""}"#, "transport unreadable"),
            (
                #"{"actionName":"resume","code":"C","notAfter":7,"reasonType":"whim","missingParameters":["domainName","shoe"],"url":"/x"}"#,
                "session resume C - other until 7 missing domainName,other at -"
            ), (#"{"actionName":"partner_profile"}"#, "transport unreadable"),
            (
                #"{"actionName":"partner_profile","authenticationRequest":{"type":"SAML","request":"PD94","attributes":["uid"]}}"#,
                "session partnerProfile - PD94 uid"
            ),
            (
                // Since 3.9 some requests have other types, which the framework may be able to answer.
                #"{"actionName":"partner_profile","authenticationRequest":{"type":"OAuth2","request":"PD94"}}"#,
                "session partnerProfile - PD94 "
            ),
            (#"{"actionName":5}"#, "transport unreadable"), (#"[]"#, "transport unreadable"),
        ]
        for (body, expected) in cases { #expect(interpreter.line(.createSession(mvpd: nil), body) == expected, "\(body)") }
    }

    @Test func `a decision is about the resource that it names, without its blanks, once each`() {
        let resources = ["one", "two", " two "].map { interpreter.store.put(.resource($0)) }
        func entry(_ resource: String?) -> String {
            let echo = resource.map { #""resource":"\#($0)","# } ?? ""
            return #"{\#(echo)"authorized":true,"token":{"notAfter":9,"serializedToken":"t"}}"#
        }
        let cases: [([String?], String)] = [
            (["one ", "two", "two"], "decisions one permit by other until -; two permit by other until -;  two  permit by other until -"),
            (["two", "one"], "decisions two permit by other until -; one permit by other until -"),
            (["three", "one", "one"], "decisions one permit by other until -"),
            (["two", nil], "decisions two permit by other until -"),
            ([nil, nil], "decisions one permit by other until -; two permit by other until -"), ([], "decisions "),
        ]
        for (echoes, expected) in cases {
            let body = #"{"decisions":[\#(echoes.map(entry).joined(separator: ","))]}"#
            #expect(interpreter.line(.preauthorize(mvpd, resources: resources, status: nil), body) == expected)
        }
        // Only authorize returns a media token.
        let single = Endpoint.authorize(mvpd, resource: resources[0], status: nil, identity: nil)
        #expect(interpreter.line(single, #"{"decisions":[\#(entry("one"))]}"#) == "decisions one permit(t until 9) by other until -")
    }

    @Test func `at most 64 decisions are kept`() throws {
        let names = (0..<70).map { "r\($0)" }
        let resources = names.map { interpreter.store.put(.resource($0)) }
        let entries = names.map { #"{"resource":"\#($0)","authorized":false}"# }.joined(separator: ",")
        let reply = interpreter.reply(.preauthorize(mvpd, resources: resources, status: nil), #"{"decisions":[\#(entries)]}"#)
        guard case .decisions(let decisions) = reply.result else { throw Missing() }
        #expect(decisions.map(\.resource) == Array(resources.prefix(64)))
        #expect(decisions.first?.verdict == .deny(AdobeError(action: .none, status: 200, code: nil)))
    }

    @Test func `logouts use the map's keys, resolve relative links, and mark unknown actions`() throws {
        let body = """
            {"logouts":{"B":{"actionName":"logout","mvpd":"Other","url":"/out?a=b"},"A":{"actionName":"logout"},
            "C":{"actionName":"dance"},"D":{"actionName":"logout","url":"javascript:x"}}}
            """
        let expected = "logouts A logout; B logout at https://sp.auth.adobe.com/out?a=b; C unsupported; D logout"
        #expect(interpreter.line(.logout(mvpd), body) == expected)
        let many = (0..<40).map { #""M\#($0 + 10)":{"actionName":"complete"}"# }.joined(separator: ",")
        guard case .logouts(let logouts) = interpreter.reply(.logout(mvpd), #"{"logouts":{\#(many)}}"#).result else {
            throw Missing()
        }
        #expect(logouts.count == 32)
    }

    @Test func `a token's expiry is computed from milliseconds and seconds, as numbers or text`() {
        let client = interpreter.store.put(.client(ClientCredentials(id: "i", secret: "s")))
        let cases = [
            (#"{"access_token":"t","created_at":1000,"expires_in":2}"#, "token t until 3000"),
            (#"{"access_token":"t","created_at":"1000","expires_in":"2"}"#, "token t until 3000"),
            (#"{"access_token":"t","created_at":1000,"expires_in":9223372036854775807}"#, "transport unreadable"),
            (#"{"access_token":"t","created_at":1000,"expires_in":-1}"#, "transport unreadable"),
            (#"{"access_token":"a\r\nX: y","created_at":1000,"expires_in":2}"#, "transport unreadable"),
            (#"{"access_token":"","created_at":1000,"expires_in":2}"#, "transport unreadable"),
            (#"{"access_token":"t","expires_in":2}"#, "transport unreadable"),
        ]
        for (body, expected) in cases { #expect(interpreter.line(.token(client: client), body) == expected, "\(body)") }
        #expect(interpreter.line(.register, #"{"client_id":"i","client_secret":"s"}"#, status: 201) == "registered i s client_credentials")
        #expect(interpreter.line(.register, #"{"client_id":"i","client_secret":""}"#, status: 201) == "transport unreadable")
    }

    @Test func `the server's date is part of an answer and of a failure`() {
        let date = [HTTPRequest.Field("date", "Sun, 06 Nov 1994 08:49:37 GMT")]
        for (body, status) in [(#"{"profiles":{}}"#, 200), ("", 503), ("", 401)] {
            let reply = interpreter.reply(.profiles(status: nil), body, status: status, headers: date)
            #expect(reply.serverTime == Instant(milliseconds: 784_111_777_000))
        }
        #expect(interpreter.reply(.profiles(status: nil), #"{"profiles":{}}"#).serverTime == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("120", 120), ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:48:37 GMT", 0), ("999999999", 86_400),
            ("", nil), ("-1", nil), ("1.5", nil), ("soon", nil), ("12345678901234567890", nil),
        ] as [(String, Int64?)])
    func `Retry-After is a number of seconds or a date by the server's clock`(text: String, seconds: Int64?) {
        let headers = [HTTPRequest.Field("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), HTTPRequest.Field("retry-after", text)]
        let reply = interpreter.reply(.profiles(status: nil), "", status: 429, headers: headers)
        #expect(reply.retryAfter == seconds.map { .seconds($0) })
    }

    @Test func `an unusable answer is traced by its status and by Adobe's request id`() {
        let headers = [HTTPRequest.Field("Adobe-Request-Id", "7af28ec2-a068-45c2-8009-f5443049baf4")]
        for (body, status) in [("<html>", 200), ("<html>", 403), ("", 429)] {
            let reply = interpreter.reply(.profiles(status: nil), body, status: status, headers: headers)
            #expect(reply.trace == AnswerTrace(http: Int64(status), request: TraceID("7af28ec2-a068-45c2-8009-f5443049baf4")))
        }
        let good = interpreter.reply(.profiles(status: nil), #"{"profiles":{}}"#, headers: headers)
        #expect(good.trace == AnswerTrace(request: TraceID("7af28ec2-a068-45c2-8009-f5443049baf4")))
        let odd = [HTTPRequest.Field("Adobe-Request-Id", "7af28ec2-a068-45c2-8009")]
        #expect(interpreter.reply(.profiles(status: nil), #"{"profiles":{}}"#, headers: odd).trace == nil)
    }

    @Test func `a session is traced by Adobe's session id`() {
        let body =
            #"{"actionName":"authenticate","code":"A","url":"https://x.example/a","sessionId":"1b614390-6610-4d14-9421-6565f6e75958"}"#
        #expect(
            interpreter.reply(.createSession(mvpd: nil), body).trace
                == AnswerTrace(session: TraceID("1b614390-6610-4d14-9421-6565f6e75958")))
        for odd in ["7", #""1b614390""#, #""1b614390-6610-4d14-9421-6565f6e7595x""#] {
            let body = #"{"actionName":"authenticate","code":"A","url":"https://x.example/a","sessionId":\#(odd)}"#
            #expect(interpreter.reply(.createSession(mvpd: nil), body).trace == nil)
        }
    }

    @Test(arguments: [4_444_444_444_444_444_403, -1, 0, 99, 1000, 9_007_199_254_740_993] as [Int64])
    func `an invalid status in an error is replaced by the answer's HTTP status`(status: Int64) {
        let body = #"{"status":\#(status),"code":"internal_error","action":"none"}"#
        let reply = interpreter.reply(.profiles(status: nil), body, status: 500)
        guard case .failed(.refused(_, let error)) = reply.result else {
            Issue.record("\(reply.result)")
            return
        }
        #expect(error.status == 500)
        let xml = "<error><status>\(status)</status><code>internal_error</code><message>m</message></error>"
        let legacy = interpreter.reply(.restV1(.userMetadata), xml, status: 500)
        guard case .failed(.refused(_, let error)) = legacy.result else {
            Issue.record("\(legacy.result)")
            return
        }
        #expect(error.status == 500)
    }
}
