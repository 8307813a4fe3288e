import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

/// Answers of the legacy API's endpoints other than the documented ones.
struct LegacyFailureTests {
    private let interpreter = Interpreter()

    private func line(_ endpoint: RESTV1Endpoint, _ body: String, status: Int = 200) -> String {
        interpreter.line(.restV1(endpoint), body, status: status)
    }

    private static let page = "<!DOCTYPE HTML>\n<html><body>sign in to this network</body></html>"
    private static let xml = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?><error><status>403</status><message>a &amp;lt; b &lt;c&gt;</message>\
        <details>&quot;it&apos;s&quot;</details></error>
        """

    @Test func `a failure is typed for any body: JSON, XML, a page or no body`() throws {
        let bodies = [#"{"status":499,"message":"m","details":"d"}"#, LegacyFailureTests.xml, LegacyFailureTests.page, "", "[", "\u{0}"]
        for endpoint in try interpreter.everyLegacyEndpoint() {
            for (index, body) in bodies.enumerated() {
                let error = index == 0 ? "none 499 - -+text" : index == 1 ? "none 403 - -+text" : nil
                let refused = error.map { "refused 400: \($0)" } ?? "status 400"
                #expect(line(endpoint, body, status: 400) == refused, "\(endpoint.kind) \(index)")
                #expect(line(endpoint, body, status: 401).hasPrefix("unauthorized"), "\(endpoint.kind) \(index)")
                #expect(line(endpoint, body, status: 429) == "throttled", "\(endpoint.kind) \(index)")
                for status in [0, 100, 302] {
                    #expect(line(endpoint, body, status: status) == "status \(status)", "\(endpoint.kind) \(index) \(status)")
                }
                for status in [500, 503] {
                    let refused = error.map { "refused \(status): \($0)" } ?? "status \(status)"
                    #expect(line(endpoint, body, status: status) == refused, "\(endpoint.kind) \(index) \(status)")
                }
            }
        }
    }

    @Test func `403, 404, 410 and 412 have the meaning that each endpoint documents`() throws {
        let denied = "decisions channel deny(none 403 - -) by mvpd until -"
        let signedOut = [410: "refused 410: authentication 410 - -", 412: "refused 412: authentication 412 - -"]
        let meaning: [RESTV1Endpoint.Kind: [Int: String]] = [
            .checkAuthentication: [403: "authentication none"], .authenticationToken: [404: "authentication none"],
            .authorize: [403: denied],
            .mediaToken: [
                403: denied, 404: "refused 404: authorization 404 - -", 410: "refused 410: authorization 410 - -",
            ],
            .userMetadata: [404: "userMetadata none", 412: "userMetadata none"],
        ]
        for endpoint in try interpreter.everyLegacyEndpoint() {
            for status in [403, 404, 410, 412] {
                let expected = meaning[endpoint.kind]?[status] ?? signedOut[status] ?? "status \(status)"
                #expect(line(endpoint, "", status: status) == expected, "\(endpoint.kind) \(status)")
                // A page from another server means nothing, whatever its status.
                #expect(line(endpoint, LegacyFailureTests.page, status: status) == "status \(status)", "\(endpoint.kind) \(status)")
            }
        }
        // Adobe's own code is not overridden.
        let coded = #"{"action":"none","status":412,"code":"x"}"#
        #expect(line(.authenticationToken, coded, status: 412) == "refused 412: none 412 x -")
    }

    @Test func `a denial's text reaches the app unchanged, from JSON and from XML`() throws {
        let resource = interpreter.store.put(.resource("channel"))
        let cases = [
            (#"{"status":403,"message":"m","details":"the \"sport\" package"}"#, ErrorText(message: "m", details: "the \"sport\" package")),
            (LegacyFailureTests.xml, ErrorText(message: "a &lt; b <c>", details: "\"it's\"")),
            ("<error><message>m</message></error>", ErrorText(message: "m", details: nil)),
        ]
        for (body, expected) in cases {
            for endpoint in [RESTV1Endpoint.authorize(resource: resource), .mediaToken(resource: resource)] {
                let reply = interpreter.reply(.restV1(endpoint), body, status: 403)
                guard case .decisions(let decisions) = reply.result, case .deny(let error)? = decisions.first?.verdict,
                    let ref = error.text, case .text(let text)? = interpreter.store.secret(ref)
                else {
                    Issue.record("\(body): \(reply.result)")
                    continue
                }
                #expect(text == expected)
            }
        }
        // Without text there is no error: elements without an end, or elements of another kind.
        for body in ["<error><message>m</mess", "<message>m</message>", "<error></message><message></error>"] {
            #expect(line(.authorize(resource: resource), body, status: 403) == "status 403")
        }
    }

    /// Bodies that are no success of any endpoint that returns a body.
    private static let hostile: [String] = [
        "", " ", "null", "true", "1", "\"x\"", "[]", "{", "{]", "nul", "\u{0}{}", "{\"a\":NaN}", page,
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
        #"{"code":"A","code":"B","data":{},"data":{},"resources":[],"resources":[],"mvpds":[],"mvpds":[]}"#,
    ]

    /// Objects without the endpoint's required members.
    private static let empty: [String] = [
        "{}",
        #"{"code":1,"requestor":{"mvpds":1},"resources":{},"data":[],"serializedToken":1,"expires":[]}"#,
        #"{"code":"","requestor":[],"resources":[{"id":1,"authorized":"yes"}],"data":1,"serializedToken":"","expires":"1"}"#,
    ]

    @Test func `an unusable success is unreadable, and nothing is stored`() throws {
        for endpoint in try interpreter.everyLegacyEndpoint() {
            let before = interpreter.store.count
            for (index, body) in (LegacyFailureTests.hostile + LegacyFailureTests.empty).enumerated() {
                let isUnreadable = line(endpoint, body) == "transport unreadable"
                switch endpoint.kind {
                case .configuration, .createCode, .mediaToken, .preauthorize, .userMetadata:
                    #expect(isUnreadable, "\(endpoint.kind), body \(index)")
                case .authorize, .authenticationToken:
                    // Any object is accepted: the status alone decides.
                    #expect(isUnreadable || index >= LegacyFailureTests.hostile.count, "\(endpoint.kind), body \(index)")
                case .checkAuthentication:
                    // The body is ignored, so only a page is rejected as another server's.
                    #expect(isUnreadable == (body == LegacyFailureTests.page), "\(endpoint.kind), body \(index)")
                case .exchange, .logout, .freePreview:
                    // 204 is the documented answer, and any other success without a body is accepted.
                    #expect(isUnreadable == (body != "" && body != " "), "\(endpoint.kind), body \(index)")
                case .profileRequest: continue
                }
            }
            if endpoint.kind != .profileRequest { #expect(interpreter.store.count == before) }
        }
    }

    @Test func `a profile request is kept unchanged, but refused if missing, not text or too big`() throws {
        let request = try #require(try interpreter.everyLegacyEndpoint().first { $0.kind == .profileRequest })
        #expect(line(request, "PD94=\n") == "partnerRequest PD94=\n for ")
        let bad: [[UInt8]] = [[], [0xFF, 0xFE], [UInt8](repeating: 0x41, count: (4 << 20) + 1), Array(LegacyFailureTests.page.utf8)]
        for body in bad {
            let reply = interpreter.reply(.restV1(request), HTTPResponse(status: 200, body: body))
            #expect(reply.result == .failed(.transport(.unreadable)))
        }
    }

    @Test func `a lost secret fails the call before it is sent`() throws {
        let mvpd = try MVPDID("Cablevision").unwrapped
        let lost: [RESTV1Endpoint] = [
            .exchange(mvpd, saml: SecretRef(.saml, 99)), .authorize(resource: SecretRef(.resource, 99)),
            .mediaToken(resource: SecretRef(.resource, 99)), .preauthorize(resources: [SecretRef(.resource, 99)]),
        ]
        for endpoint in lost { #expect(throws: CallFailure.transport(.secretMissing)) { try interpreter.request(.restV1(endpoint)) } }
        #expect(throws: CallFailure.transport(.secretMissing)) {
            try interpreter.adobe.request(for: Call(token: nil, endpoint: .restV1(.logout)))
        }
        // The configuration that names a provider's attributes is needed when the answer arrives.
        let request = RESTV1Endpoint.profileRequest(mvpd, configuration: SecretRef(.configuration, 99))
        #expect(line(request, "PD94") == "transport secretMissing")
    }

    @Test func `only Apple's sign-ins come from the platform, and metadata is reported as JSON`() {
        let cases = [
            (#"{"data":{"tokenSource":"Apple"}}"#, "userMetadata Apple tokenSource=\"Apple\""),
            (#"{"data":{"tokenSource":"apple"}}"#, "userMetadata regular tokenSource=\"apple\""),
            (#"{"data":{"tokenSource":["Apple"]},"encrypted":["a"]}"#, "userMetadata regular tokenSource=[\"Apple\"]"),
            (#"{"data":{"a":{"b":null}},"encrypted":["a"]}"#, "userMetadata regular a*={\"b\":null}"),
            (#"{"data":{},"encrypted":null}"#, "userMetadata regular "),
        ]
        for (body, expected) in cases { #expect(line(.userMetadata, body) == expected) }
    }

    @Test func `a code without a provider has no user-agent page, and one without an expiry keeps none`() {
        #expect(line(.createCode(mvpd: nil), #"{"code":"C"}"#, status: 201) == "session authenticate C - none until - missing - at -")
        let named = line(.createCode(mvpd: nil), #"{"code":"C&D","mvpd":"M N","expires":"5"}"#, status: 201)
        #expect(named.hasPrefix("session authenticate C&D M N none until 5 "))
        #expect(named.contains("?reg_code=C%26D&"))
        #expect(named.contains("&mso_id=M%20N&"))
    }
}
