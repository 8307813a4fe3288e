import FlowEffects
import FlowMachine
import Testing

@testable import FlowSimulation

@Suite("The simulated server answers second screens, user agents and mistakes as Adobe's pages say") struct UserAgentTests {
    private static let session = "domainName=adobe.com&redirectUrl=https%3A%2F%2Fexample.com%2Fdone"

    @Test func `a second screen reads which parameters of a code are missing, and which device shows it`() throws {
        var caller = AdobeCaller.registered()
        let code = caller.v2("POST", "sessions", Self.session).text("code")
        let answer = caller.v2("GET", "sessions/\(code)", without: "AP-Device-Identifier")
        #expect(answer.outcome == "200 ")
        #expect(answer.text("missingParameters.0") == "mvpd")
        #expect(answer.text("existingParameters.redirectUrl") == "https://example.com/done")
        #expect(answer.text("existingParameters.serviceProvider") == "REF30")
        #expect(answer.text("device.model") == "AppleTV")
        #expect(answer.text("device.version.major") == "14")
        #expect(answer.text("notAfter") == "\(SimulatedWorld.start.milliseconds + 1_800_000)")
        _ = caller.v2("POST", "sessions/\(code)", "mvpd=SmallCo")
        #expect(!caller.v2("GET", "sessions/\(code)").names.contains("missingParameters"))
        #expect(caller.v2("GET", "sessions/ABCDEFG").outcome == "400 invalid_authentication_session")
        #expect(caller.v2("GET", "sessions/abc").outcome == "400 invalid_parameter_code")
        caller.token = "old"
        #expect(caller.v2("GET", "sessions/\(code)").response.status == 401)
    }

    @Test func `the link of a session leads to the second-screen page`() throws {
        var caller = AdobeCaller.registered()
        let link = caller.v2("POST", "sessions", Self.session + "&mvpd=SmallCo").text("url")
        caller.token = ""
        let answer = caller.call("GET", link)
        #expect(answer.response.status == 302)
        #expect(answer.response.header("Location")?.hasPrefix("/second-screen?code=") == true)
        let gone = caller.call("GET", "/api/v2/authenticate/REF30/ABCDEFG")
        #expect(gone.response.status == 400)
        #expect(gone.response.header("Content-Type") == "text/html")
    }

    @Test func `a wrong method is answered with 405 and the methods that the path allows`() {
        var caller = AdobeCaller.registered()
        let allowed = [
            ("GET", "/o/client/register", "POST"), ("DELETE", "/api/v2/REF30/profiles", "GET"),
            ("PUT", "/api/v2/REF30/sessions/ABCDEFG", "GET, POST"),
            ("POST", "/api/v2/REF30/logout/SmallCo", "GET"), ("HEAD", "/api/v1/checkauthn", "GET"),
        ]
        for (method, path, methods) in allowed {
            let answer = caller.call(method, path)
            #expect(answer.response.status == 405, "\(path)")
            #expect(answer.response.header("Allow") == methods, "\(path)")
        }
        #expect(caller.call("GET", "/nowhere").response.status == 404)
    }

    @Test func `an error without a code is JSON, as its content type says`() {
        var caller = AdobeCaller.registered()
        caller.token = "old"
        for answer in [caller.v2("GET", "profiles"), caller.call("PUT", "/o/client/token"), caller.call("GET", "/nowhere")] {
            #expect(answer.response.header("Content-Type")?.hasPrefix("application/json") == true)
            #expect(answer.body == "{}")
        }
    }

    @Test func `a session's parameters must be a form, unless the server is lenient`() {
        var caller = AdobeCaller.registered()
        for path in ["sessions", "sessions/sso/Apple"] {
            #expect(caller.v2("POST", path, #"{"mvpd":"SmallCo"}"#).response.status == 400)
            #expect(caller.v2("POST", path).response.status == 400)
            #expect(caller.v2("POST", path, "").response.status == 200, "an empty form is a form")
        }
        caller.adobe.isLenient = true
        #expect(caller.v2("POST", "sessions").text("actionName") == "resume")
    }

    @Test func `what hinders every decision is in each decision of an answer with the status 200`() {
        var caller = AdobeCaller.registered()
        let missing = caller.v2("POST", "decisions/authorize/SmallCo", #"{"resources":["a"]}"#)
        #expect(missing.outcome == "200 ")
        #expect(missing.text("decisions.0.error.code") == "authenticated_profile_missing")
        let many = caller.v2("POST", "decisions/preauthorize/SmallCo", #"{"resources":["a","b","c","d","e","f"]}"#)
        #expect(many.outcome == "200 ")
        #expect(many.text("decisions.5.error.code") == "too_many_resources")
    }
}
