import FlowEffects
import FlowMachine
import Testing

@testable import FlowSimulation

@Suite("The simulated server answers as documented")
struct SimulatedAdobeTests {
    @Test func `registration and token answers have the documented members and units`() {
        var caller = AdobeCaller()
        let client = caller.call("POST", "/o/client/register", #"{"software_statement":"statement"}"#)
        #expect(client.response.status == 201)
        #expect(client.names == ["client_id", "client_secret", "redirect_uris", "grant_types", "scopes", "client_id_issued_at"])
        #expect(client.text("client_id_issued_at") == "1767225600")
        let form = "client_id=\(client.text("client_id"))&client_secret=\(client.text("client_secret"))&grant_type=client_credentials"
        let token = caller.call("POST", "/o/client/token", form)
        #expect(token.names == ["id", "access_token", "created_at", "expires_in", "token_type"])
        #expect([token.text("created_at"), token.text("expires_in")] == ["1767225600000", "21600"])
        #expect(token.response.header("date") == "Thu, 01 Jan 2026 00:00:00 GMT")
    }

    @Test func `an invalid registration is refused with its error`() {
        var caller = AdobeCaller()
        let cases: [(path: String, body: String, error: String)] = [
            ("register", #"{"software_statement":"another"}"#, "invalid_software_statement"),
            ("register", #"{"redirect_uri":"app://x"}"#, "invalid_request"),
            ("register", "software_statement=statement", "invalid_request"),
            ("register", #"{"software_statement":"statement","redirect_uri":"x"}"#, "invalid_redirect_uri"),
            ("token", "client_id=a&client_secret=b&grant_type=client_credentials", "invalid_client"),
            ("token", "client_id=a&grant_type=client_credentials", "invalid_request"),
        ]
        for (path, body, error) in cases { #expect(caller.call("POST", "/o/client/" + path, body).outcome == "400 " + error) }
    }

    @Test func `a token is valid for six hours, and an invented one never is`() {
        var caller = AdobeCaller.registered()
        caller.time = caller.time.advanced(by: Interval(milliseconds: 21_599_999))
        #expect(caller.v2("GET", "profiles").response.status == 200)
        caller.time = caller.time.advanced(by: Interval(milliseconds: 1))
        let ended = caller.v2("GET", "profiles")
        #expect(ended.response.status == 401)
        #expect(ended.body == "{}")
        caller.token = "invented"
        #expect(caller.v2("GET", "configuration").response.status == 401)
    }

    @Test func `the configuration lists only flags that are set`() {
        var caller = AdobeCaller.registered()
        let answer = caller.v2("GET", "configuration", without: "AP-Device-Identifier")
        #expect(answer.names == ["device", "clientType", "os", "requestor"])
        let dish = #"{"id":"Dish","displayName":"DISH","logoUrl":"https://simulated.example.net/logo/Dish.png","boardingStatus":"PICKER","#
        #expect(answer.body.contains(dish + #""platformMappingId":"AppleMSO_Dish","enablePlatformServices":true,"#))
        #expect(answer.text("requestor.mvpds.4.enablePlatformServices") == "")
        #expect(answer.text("requestor.mvpds.5.isTempPass") == "1")
    }

    @Test func `the device headers are optional where Adobe says so or is known to accept requests without`() {
        var caller = AdobeCaller.registered()
        let form = HTTPRequest.Field("Content-Type", "application/x-www-form-urlencoded")
        func status(_ method: String, _ path: String, _ body: String? = nil) -> Int {
            let headers = [HTTPRequest.Field("Authorization", "Bearer " + caller.token), form]
            let request = HTTPRequest(
                method: method, url: "https://api.auth.adobe.com" + path, headers: headers, body: body.map { Array($0.utf8) })
            return caller.adobe.answer(request, at: caller.time).status
        }
        let code = "requestor=REF30&deviceId=ZGV2aWNl&format=json"
        let token = "client_id=a&client_secret=b&grant_type=client_credentials"
        for isLenient in [false, true] {
            caller.adobe.isLenient = isLenient
            #expect(status("GET", "/api/v2/REF30/configuration") == 200)
            #expect(status("POST", "/reggie/v1/REF30/regcode", code) == (isLenient ? 201 : 400))
            #expect(
                caller.call("POST", "/o/client/token", token, without: "X-Device-Info").text("error")
                    == (isLenient ? "invalid_client" : "invalid_request"))
            #expect(status("GET", "/api/v1/checkauthn?requestor=REF30&deviceId=ZGV2aWNl") == 400)
            #expect(status("GET", "/api/v2/REF30/profiles") == 400)
        }
    }

    @Test func `the legacy API requires the requestor and a device description, as its pages say`() {
        var caller = AdobeCaller.registered()
        func reason(_ path: String, device: String?) -> String? {
            var headers = [HTTPRequest.Field("Authorization", "Bearer " + caller.token)]
            if let device { headers.append(HTTPRequest.Field("X-Device-Info", device)) }
            let request = HTTPRequest(method: "GET", url: "/api/v1/" + path, headers: headers)
            var reason: String?
            _ = caller.adobe.answer(request, at: caller.time) { reason = $0.split(separator: ": ", maxSplits: 1).last.map(String.init) }
            return reason
        }
        let described = AdobeCaller.base64(#"{"model":"Box","osName":"Linux"}"#)
        let encoded = described.split(separator: "=").joined() + "%3D"
        let faulty = "the header X-Device-Info is not Base64 of JSON with model and osName as texts"
        let cases: [(path: String, device: String?, reason: String?)] = [
            ("checkauthn?requestor=REF30&deviceId=ZGV2aWNl", described, "Authentication token expired"),
            ("checkauthn?requestor=REF30&deviceId=ZGV2aWNl&device_info=\(encoded)", nil, "Authentication token expired"),
            ("checkauthn?requestor=REF30&deviceId=ZGV2aWNl", nil, "the header X-Device-Info is missing"),
            ("checkauthn?requestor=REF30&deviceId=ZGV2aWNl", "e30=", faulty), ("checkauthn?requestor=REF30&deviceId=ZGV2aWNl", "x", faulty),
            ("checkauthn?deviceId=ZGV2aWNl", described, "Required 'requestor' is not present"),
            ("checkauthn?requestor=REF30", described, "deviceId is missing, or is not Base64"),
            ("checkauthn?requestor=OTHER&deviceId=ZGV2aWNl", described, "the requestor is OTHER, but this server serves only REF30"),
            ("config/OTHER", nil, "the requestor is OTHER, but this server serves only REF30"), ("config/REF30", nil, nil),
        ]
        for (path, device, expected) in cases { #expect(reason(path, device: device) == expected, "\(path)") }
    }

    @Test func `a refusal names the error in the request`() {
        var caller = AdobeCaller.registered()
        func reason(_ path: String, _ headers: [String: String] = [:]) -> String? {
            var all = ["Authorization": "Bearer " + caller.token, "AP-Device-Identifier": "fingerprint ZGV2aWNl"]
            all["X-Device-Info"] = AdobeCaller.deviceInformation
            let fields = all.merging(headers) { $1 }.filter { !$0.value.isEmpty }.map { HTTPRequest.Field($0.key, $0.value) }
            var reason: String?
            _ = caller.adobe.answer(HTTPRequest(method: "GET", url: path, headers: fields), at: caller.time) { reason = $0 }
            return reason
        }
        let profiles = "/api/v2/REF30/profiles"
        let device = "the header X-Device-Info is not Base64 of JSON with model, version, osName, osVersion and connectionType as texts"
        let cases: [(path: String, headers: [String: String], reason: String?)] = [
            (profiles, [:], nil), ("/nowhere?x=1", [:], "refused GET /nowhere with 404 Not Found: no endpoint has this path"),
            (
                profiles, ["Authorization": "Bearer x"],
                "refused GET \(profiles) with 401 Unauthorized: the token is unknown, expired or revoked"
            ),
            (profiles, ["X-Device-Info": "x"], "refused GET \(profiles) with 400 invalid_header_device_info: \(device)"),
            (
                "/api/v2/OTHER/profiles", [:],
                "refused GET /api/v2/OTHER/profiles with 400 invalid_parameter_service_provider: this server serves only REF30"
            ), (profiles + "/Nobody", [:], "refused GET \(profiles)/Nobody with 400 invalid_parameter_mvpd: no provider has this id"),
        ]
        for (path, headers, expected) in cases { #expect(reason(path, headers) == expected) }
        caller.adobe.answerNext(.profiles, with: .page(status: 503))
        #expect(reason(profiles) == "refused GET \(profiles) with 503 Service Unavailable: the script requested this answer")
    }

    @Test func `a request with a wrong header or parameter gets the documented error`() {
        var caller = AdobeCaller.registered()
        caller.adobe.providers[4].isIntegrated = false
        let form = "domainName=adobe.com&redirectUrl=app%3A%2F%2Fx"
        let cases: [(method: String, path: String, body: String?, without: String?, code: String)] = [
            ("GET", "profiles", nil, "AP-Device-Identifier", "invalid_header_device_identifier"),
            ("POST", "sessions", form, "X-Device-Info", "invalid_header_device_info"),
            ("GET", "profiles/SmallCo", nil, nil, "invalid_integration"), ("GET", "profiles/Nobody", nil, nil, "invalid_parameter_mvpd"),
            ("POST", "sessions", "mvpd=Cox&domainName=adobe.com&redirectUrl=x", nil, "invalid_parameter_redirect_url"),
            ("GET", "profiles/code/!!", nil, nil, "invalid_parameter_code"),
            ("GET", "profiles/code/8ER640M", nil, nil, "invalid_authentication_session"),
            ("POST", "sessions/8ER640M", form, nil, "invalid_authentication_session"),
            ("POST", "sessions/sso/apple", form, nil, "invalid_parameter_partner"),
            ("POST", "decisions/authorize/Cox", #"{"resources":[]}"#, nil, "invalid_parameter_resources"),
            ("GET", "logout/Cox", nil, nil, "invalid_parameter_redirect_url"),
        ]
        for (method, path, body, without, code) in cases {
            let answer = caller.v2(method, path, body, without: without)
            #expect(answer.outcome == "400 " + code, "\(path)")
            #expect(answer.names == ["action", "status", "code", "message", "helpUrl", "trace"])
        }
        #expect(caller.call("GET", "/api/v2/NOPE/configuration").outcome == "400 invalid_parameter_service_provider")
        #expect(caller.v2("PUT", "sessions", form).response.status == 405)
    }

    @Test func `a code leads to a profile once a viewer has signed in with it`() {
        var caller = AdobeCaller.registered()
        let session = caller.v2("POST", "sessions", "mvpd=Cablevision&domainName=adobe.com&redirectUrl=app%3A%2F%2Fx")
        #expect(session.session == "authenticate/interactive/none")
        #expect(
            session.names == [
                "actionName", "actionType", "reasonType", "url", "code", "sessionId", "mvpd", "serviceProvider", "notBefore", "notAfter",
            ])
        #expect(session.text("notAfter") == "1767227400000")
        #expect(session.body.contains(#""notAfter":"1767227400000""#))
        let code = session.text("code")
        #expect(code.utf8.count == SimulatedAdobe.codeLength)
        #expect(session.text("url") == "/api/v2/authenticate/REF30/" + code)
        #expect(caller.v2("GET", "profiles/code/" + code, without: "AP-Device-Identifier").body == #"{"profiles":{}}"#)
        let completed = caller.adobe.completeSignIn(code: code, at: caller.time)
        #expect(completed)
        let polled = caller.v2("GET", "profiles/code/" + code)
        #expect(polled.text("profiles.Cablevision.type") == "regular")
        #expect(polled.body.contains(#""notAfter":1769817600000,"issuer":"Cablevision""#))
        #expect(caller.v2("POST", "sessions", "mvpd=Cablevision").session == "authorize/direct/authenticated")
    }

    @Test func `a code expires after half an hour or when the device requests a new one`() {
        var caller = AdobeCaller.registered()
        let form = "mvpd=Dish&domainName=adobe.com&redirectUrl=app%3A%2F%2Fx"
        let first = caller.v2("POST", "sessions", form).text("code")
        let second = caller.v2("POST", "sessions", form).text("code")
        #expect(caller.v2("GET", "profiles/code/" + first).outcome == "400 invalid_authentication_session")
        #expect(caller.v2("GET", "profiles/code/" + second).response.status == 200)
        caller.time = caller.time.advanced(by: .seconds(1800))
        #expect(caller.v2("GET", "profiles/code/" + second).outcome == "400 invalid_authentication_session")
        let completed = caller.adobe.completeSignIn(code: second, at: caller.time)
        #expect(!completed)
    }

    @Test func `a session asks for its missing parameters until it has them`() {
        var caller = AdobeCaller.registered()
        let empty = caller.v2("POST", "sessions", "x=y")
        #expect(empty.session == "resume/direct/none")
        #expect(empty.text("mvpd").isEmpty)
        #expect(empty.body.contains(#""missingParameters":["mvpd","domain","redirectUrl"]"#))
        let path = "sessions/" + empty.text("code")
        let partly = caller.v2("POST", path, "mvpd=Dish&domainName=adobe.com")
        #expect(partly.session == "retry/direct/none")
        #expect(partly.body.contains(#""missingParameters":["redirectUrl"]"#))
        let whole = caller.v2("POST", path, "redirectUrl=app%3A%2F%2Fx")
        #expect(whole.session == "authenticate/interactive/none")
        #expect(whole.text("mvpd") == "Dish")
    }

    @Test func `the same requests at the same times get the same bytes`() {
        func run() -> [[UInt8]] {
            var caller = AdobeCaller.registered()
            return (0..<5).map { _ in caller.v2("POST", "sessions", "mvpd=Cox&domainName=a&redirectUrl=app%3A%2F%2Fx").response.body }
        }
        let bodies = run()
        #expect(bodies == run())
        #expect(Set(bodies).count == 5)
    }

    @Test func `the next answers of an endpoint can be scripted to fail`() {
        var caller = AdobeCaller.registered()
        caller.adobe.answerNext(.profiles, with: .throttled)
        caller.adobe.answerNext(.profiles, with: .page(status: 503))
        caller.adobe.answerNext(.profiles, with: .error(code: "internal_server_error"))
        caller.adobe.answerNext(.profiles, with: .unauthorized)
        #expect(caller.v2("GET", "configuration").response.status == 200)
        let throttled = caller.v2("GET", "profiles")
        #expect(throttled.response.status == 429)
        #expect(throttled.response.header("Content-Type") == "text/html")
        #expect(caller.v2("GET", "profiles").response.status == 503)
        #expect(caller.v2("GET", "profiles").outcome == "500 internal_server_error")
        #expect(caller.v2("GET", "profiles").response.status == 401)
        #expect(caller.v2("GET", "profiles").response.status == 200)
    }
}
