import FlowMachine
import Testing

@testable import FlowSimulation

@Suite("The simulated server's decisions and sign-outs")
struct SimulatedDecisionTests {
    private let body = #"{"resources":["REF30"]}"#

    private func signedIn(_ mvpd: String, _ type: ProfileType = .regular) -> AdobeCaller {
        var caller = AdobeCaller.registered()
        caller.adobe.addProfile(mvpd, type, device: "device", at: caller.time)
        return caller
    }

    @Test func `a permit brings a media token for seven minutes, a denial brings the provider's words`() {
        var caller = signedIn("Cablevision")
        caller.adobe.denials = [SimulatedAdobe.Denial(resource: "live", details: "Not in your package")]
        let permit = caller.v2("POST", "decisions/authorize/Cablevision", body)
        #expect(permit.text("decisions.0.source") == "mvpd")
        #expect(permit.text("decisions.0.token.notAfter") == "1767226020000")
        let denial = caller.v2("POST", "decisions/authorize/Cablevision", #"{"resources":["live"]}"#)
        #expect(denial.response.status == 200)
        #expect(denial.text("decisions.0.authorized") == "0")
        #expect(!denial.body.contains("token"))
        #expect(denial.text("decisions.0.error.code") == "authorization_denied_by_mvpd")
        #expect(denial.text("decisions.0.error.details") == "Not in your package")
        let preview = caller.v2("POST", "decisions/preauthorize/Cablevision", #"{"resources":["REF30","live"]}"#)
        #expect(preview.text("decisions.1.error.code") == "preauthorization_denied_by_mvpd")
        #expect(!preview.body.contains("token"))
    }

    @Test func `a decision needs a valid profile and at most the agreed number of resources`() {
        var caller = signedIn("Cablevision")
        let two = #"{"resources":["a","b"]}"#
        let six = #"{"resources":["a","b","c","d","e","f"]}"#
        func error(_ path: String, _ body: String) -> String { caller.v2("POST", "decisions/\(path)", body).text("decisions.0.error.code") }
        #expect(error("authorize/Cablevision", two) == "too_many_resources")
        #expect(error("preauthorize/Cablevision", six) == "too_many_resources")
        #expect(error("authorize/Spectrum", body) == "authenticated_profile_missing")
        caller.adobe.expireProfiles(at: caller.time)
        let expired = caller.v2("POST", "decisions/authorize/Cablevision", body)
        #expect(expired.outcome == "200 ")
        #expect(expired.text("decisions.0.error.code") == "authenticated_profile_expired")
        #expect(expired.text("decisions.0.error.action") == "authentication")
        #expect(caller.v2("GET", "profiles").body == #"{"profiles":{}}"#)
    }

    @Test func `one answer can deny every resource with an error that allows a retry`() {
        var caller = signedIn("Cablevision")
        caller.adobe.answerNext(.authorize, with: .item(code: "network_connection_timeout"))
        let answer = caller.v2("POST", "decisions/authorize/Cablevision", body)
        #expect(answer.response.status == 200)
        #expect(answer.text("decisions.0.error.action") == "retry")
        #expect(caller.v2("POST", "decisions/authorize/Cablevision", body).text("decisions.0.authorized") == "1")
    }

    @Test func `degradation admits every viewer or denies every viewer`() {
        var caller = AdobeCaller.registered()
        caller.adobe.providers[0].degradation = .authenticateAll
        #expect(caller.v2("POST", "sessions", "mvpd=Cablevision").session == "authorize/direct/degraded")
        #expect(caller.v2("GET", "profiles/Cablevision").text("profiles.Cablevision.type") == "degraded")
        #expect(caller.v2("GET", "profiles").body == #"{"profiles":{}}"#)
        #expect(caller.v2("POST", "decisions/authorize/Cablevision", body).text("decisions.0.source") == "degradation")
        #expect(caller.v2("GET", "logout/Cablevision?redirectUrl=app%3A%2F%2Fx").text("logouts.Cablevision.actionName") == "complete")
        caller = signedIn("Cablevision")
        caller.adobe.providers[0].degradation = .authorizeNone(details: "Back soon")
        let denied = caller.v2("POST", "decisions/authorize/Cablevision", body)
        #expect(denied.text("decisions.0.error.code") == "authorization_denied_by_degradation_rule")
    }

    @Test func `temporary access ends after its duration, counted from the first playback`() {
        var caller = AdobeCaller.registered()
        #expect(caller.v2("POST", "sessions", "mvpd=TempPass_TEST40").session == "authorize/direct/temporary")
        caller.time = caller.time.advanced(by: .seconds(600))
        let first = caller.v2("POST", "decisions/authorize/TempPass_TEST40", body)
        #expect(first.text("decisions.0.source") == "temppass")
        #expect(first.text("decisions.0.notAfter") == "1767226380000")
        #expect(caller.v2("GET", "profiles/TempPass_TEST40").text("profiles.TempPass_TEST40.type") == "temporary")
        caller.time = caller.time.advanced(by: .seconds(180))
        let later = caller.v2("POST", "decisions/authorize/TempPass_TEST40", body)
        #expect(later.response.status == 200)
        #expect(later.text("decisions.0.error.code") == "temporary_access_duration_limit_exceeded")
        #expect(caller.v2("GET", "profiles/TempPass_TEST40").outcome == "403 temporary_access_duration_limit_exceeded")
    }

    @Test func `promotional temporary access needs an identity`() {
        var caller = AdobeCaller.registered()
        caller.adobe.providers[5].temporary?.needsIdentity = true
        let answer = caller.v2("POST", "decisions/authorize/TempPass_TEST40", body)
        #expect(answer.text("decisions.0.error.code") == "invalid_header_identity_for_temporary_access")
    }

    @Test func `a sign-out reports the remaining steps`() {
        let logout = "logout/Cablevision?redirectUrl=app%3A%2F%2Fx"
        for (type, page, expected) in [
            (ProfileType.regular, true, "logout/interactive"), (.regular, false, "complete/none"),
            (.appleSSO, true, "partner_logout/partner_interactive"),
        ] {
            var caller = signedIn("Cablevision", type)
            caller.adobe.providers[0].hasLogoutPage = page
            let answer = caller.v2("GET", logout)
            #expect(answer.text("logouts.Cablevision.actionName") + "/" + answer.text("logouts.Cablevision.actionType") == expected)
            #expect(answer.text("logouts.Cablevision.url").contains("redirect_url=app%3A%2F%2Fx") == (expected == "logout/interactive"))
            #expect(caller.v2("GET", logout).text("logouts.Cablevision.actionName") == "invalid")
        }
    }
}
