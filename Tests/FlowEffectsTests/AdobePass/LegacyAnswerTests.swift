import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

/// Requests and answers of the legacy API that are in no fixture.
struct LegacyAnswerTests {
    private let interpreter = Interpreter()

    private func line(_ endpoint: RESTV1Endpoint, _ body: String, status: Int = 200) -> String {
        interpreter.line(.restV1(endpoint), body, status: status)
    }

    private func resource(_ name: String) -> SecretRef { interpreter.store.put(.resource(name)) }

    // MARK: Errors

    /// The catalog of Adobe's page on enhanced error codes for the legacy API.
    static let catalog: [(action: String, codes: [String])] = [
        (
            "none",
            [
                "invalid_requestor", "invalid_device_info", "invalid_device_id", "missing_resource", "malformed_authz_request",
                "preauthorization_denied_by_mvpd", "authorization_denied_by_mvpd", "authorization_denied_by_parental_controls",
                "internal_error",
            ]
        ), ("configuration", ["unknown_integration", "too_many_resources"]),
        (
            "authentication",
            [
                "authentication_session_issuer_mismatch", "authorization_denied_by_hba_policies",
                "authorization_denied_by_session_invalidated", "identity_not_recognized_by_mvpd", "authentication_session_invalidated",
                "authentication_session_missing", "authentication_session_expired", "preauthorization_authentication_session_missing",
                "preauthorization_authentication_session_expired",
            ]
        ), ("authorization", ["authorization_not_found", "authorization_expired"]),
        ("retry", ["network_received_error", "network_connection_timeout", "maximum_execution_time_exceeded"]),
    ]

    private func json(_ action: String, _ code: String, _ status: Int) -> String {
        #"{"action":"\#(action)","status":\#(status),"code":"\#(code)","message":"m","trace":"8bcb17f9-b172-422b-a9d7-60d799abe353"}"#
    }

    private func xml(_ action: String, _ code: String, _ status: Int) -> String {
        """
        <?xml version="1.0"?>
        <error><action>\(action)</action><status>\(status)</status><code>\(code)</code><message>m</message>
        <helpUrl>https://example.com</helpUrl><trace>8bcb17f9-b172-422b-a9d7-60d799abe353</trace></error>
        """
    }

    @Test func `every enhanced error of the legacy API keeps action, code, trace and text in JSON and XML`() throws {
        #expect(LegacyAnswerTests.catalog.flatMap(\.codes).count == 25)
        for endpoint in try interpreter.everyLegacyEndpoint() {
            for (action, codes) in LegacyAnswerTests.catalog {
                for code in codes {
                    let expected = "refused 400: \(action) 400 \(code) 8bcb17f9+text"
                    #expect(line(endpoint, json(action, code, 400), status: 400) == expected, "\(endpoint.kind)")
                    #expect(line(endpoint, xml(action, code, 400), status: 400) == expected, "\(endpoint.kind)")
                    // An error that Adobe names does not justify sending a SAML response twice.
                    #expect(line(endpoint, xml(action, code, 500), status: 500).hasPrefix("refused 500: \(action) 500 \(code)"))
                }
            }
        }
    }

    @Test func `an error in a successful answer is not a permission`() throws {
        for endpoint in try interpreter.everyLegacyEndpoint() {
            for status in [200, 201, 204] {
                let expired = #"{"status":412,"message":"User not authenticated","details":null}"#
                #expect(line(endpoint, expired, status: status) == "refused \(status): authentication 412 - -+text", "\(endpoint.kind)")
                let denied = xml("none", "authorization_denied_by_mvpd", 403)
                #expect(line(endpoint, denied, status: status).hasPrefix("refused \(status): none 403 authorization_denied_by_mvpd"))
            }
        }
        // A code for signing in is not an error code.
        #expect(line(.createCode(mvpd: nil), #"{"code":"internal_error"}"#, status: 201).hasPrefix("session authenticate internal_error"))
    }

    @Test func `an error in a 403 decides whether it means no viewer, a denial or a failure`() {
        let channel = resource("channel")
        for (action, isNobody) in [("authentication", true), ("retry", false), ("none", false), ("application-registration", false)] {
            let body = json(action, "some_code", 403)
            #expect((line(.checkAuthentication, body, status: 403) == "authentication none") == isNobody, "\(action)")
            #expect((line(.authenticationToken, body, status: 404) == "authentication none") == isNobody, "\(action)")
            let isDenial = action != "application-registration"
            #expect(line(.authorize(resource: channel), body, status: 403).hasPrefix("decisions") == isDenial, "\(action)")
        }
        #expect(line(.checkAuthentication, "", status: 403) == "authentication none")
    }

    @Test func `a permit is valid for the resource that it names`() {
        let channel = resource(" channel ")
        for (named, isOwn) in [("channel", true), (" channel", true), ("Channel", false), ("other", false)] {
            let authorized = line(.authorize(resource: channel), #"{"mvpd":"M","resource":"\#(named)","expires":"5"}"#)
            #expect(authorized == (isOwn ? "decisions  channel  permit by mvpd until -" : "transport unreadable"), "\(named)")
            let media = line(.mediaToken(resource: channel), #"{"resource":"\#(named)","expires":"5","serializedToken":"PHNp"}"#)
            #expect(media.hasPrefix("decisions") == isOwn, "\(named)")
        }
    }

    // MARK: Temporary access

    @Test func `promotional access sends its identity with the token and the authorization`() throws {
        let mvpd = try MVPDID("TempPass").unwrapped
        let identity = interpreter.store.put(.identity(#"{"email":"f7ee&5e"}"#))
        let parameter = "generic_data=%7B%22email%22%3A%22f7ee%265e%22%7D"
        let channel = resource("channel")
        for (endpoint, bare) in [
            (RESTV1Endpoint.freePreview(mvpd, identity: identity), .freePreview(mvpd)),
            (.authorize(resource: channel, identity: identity), .authorize(resource: channel)),
        ] as [(RESTV1Endpoint, RESTV1Endpoint)] {
            #expect(try interpreter.request(.restV1(endpoint)).url.contains(parameter))
            #expect(try !interpreter.request(.restV1(bare)).url.contains("generic_data"))
        }
        let lost = RESTV1Endpoint.freePreview(mvpd, identity: SecretRef(.identity, 99))
        #expect(throws: CallFailure.transport(.secretMissing)) { try interpreter.request(.restV1(lost)) }
    }

    @Test func `a permit under temporary access is marked as such`() {
        var settings = FlowSettings.box.legacy
        settings.temporaryAccess = MVPDID("TempPass")
        let store = InMemorySecretStore()
        let adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: "", settings: settings), secrets: store, deviceIdentifier: { "device" },
            device: { .fixture })
        let channel = store.put(.resource("channel"))
        for (mvpd, source) in [("TempPass", AdobeDecision.Source.temppass), ("Cablevision", .mvpd)] {
            for (endpoint, body) in [
                (RESTV1Endpoint.authorize(resource: channel), #"{"mvpd":"\#(mvpd)"}"#),
                (.mediaToken(resource: channel), #"{"mvpdId":"\#(mvpd)","expires":"5","serializedToken":"PHNp"}"#),
            ] {
                let reply = adobe.reply(
                    to: Call(token: nil, endpoint: .restV1(endpoint)), HTTPResponse(status: 200, body: Array(body.utf8)))
                guard case .decisions(let decisions) = reply.result else {
                    Issue.record("\(reply.result)")
                    continue
                }
                #expect(decisions.map(\.source) == [source])
            }
        }
    }

    // MARK: Preview

    @Test func `a preview trims blanks, omits a resource with a comma, and reads a missing answer as a denial`() throws {
        let resources = [resource(" one "), resource("two,three"), resource("four")]
        let endpoint = RESTV1Endpoint.preauthorize(resources: resources)
        let url = try interpreter.request(.restV1(endpoint)).url
        #expect(url.contains("resource=%20one%20%2Cfour"), "\(url)")
        let body = #"{"resources":[{"id":"one","authorized":true},{"id":"two","authorized":true},{"id":"three","authorized":true}]}"#
        let reply = interpreter.reply(.restV1(endpoint), body)
        guard case .decisions(let decisions) = reply.result else { throw Missing() }
        #expect(decisions.map(\.resource) == resources)
        #expect(decisions.map(\.verdict).map { if case .permit = $0 { true } else { false } } == [true, false, false])
        #expect(line(endpoint, #"{"resources":[]}"#).components("deny(").count == 4)
    }

    @Test func `a preview with no resource that can be sent is answered without a request`() async {
        let endpoint = RESTV1Endpoint.preauthorize(resources: [resource("two,three")])
        let reply = await interpreter.adobe.perform(Call(token: interpreter.token, endpoint: .restV1(endpoint)), over: Silent())
        guard case .decisions(let decisions) = reply.result else {
            Issue.record("\(reply.result)")
            return
        }
        #expect(decisions.map(\.verdict) == [.deny(AdobeError(action: .none, status: 200, code: nil))])
    }

    private struct Silent: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            Issue.record("a request was sent")
            throw .connection
        }
    }

    // MARK: Sign-out

    @Test func `the sign-out page describes the device in a parameter`() throws {
        let settings = FlowSettings.phone.legacy
        let shown = ShownPresentation(
            PresentationID(1), .legacySignOut, in: FlowVault.inMemory(), settings: settings, hosts: AdobeHosts(settings.host),
            device: .fixture)
        guard case .signOutUserAgent(let page)? = shown else { throw Missing() }
        let information = DeviceHeaders.information(.fixture)
        #expect(page.url.absoluteString.contains("&device_info=\(PercentEncoding.encode(information))&redirect_url="), "\(page.url)")
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] { split(separator: separator, omittingEmptySubsequences: false) }
}
