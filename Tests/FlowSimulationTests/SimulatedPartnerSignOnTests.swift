import FlowMachine
import Testing

@testable import FlowSimulation

@Suite("The simulated server's partner single sign-on")
struct SimulatedPartnerSignOnTests {
    private let form = "domainName=adobe.com&redirectUrl=app%3A%2F%2Fx"
    private let saml = "SAMLResponse=" + percentEncoded(AdobeCaller.base64("<samlp:Response ID=\"_1\"/>"))

    @Test func `a valid status leads to a SAML request, and its response to a profile`() {
        var caller = AdobeCaller.registered()
        caller.status = AdobeCaller.partnerStatus(expiry: "1769817600000")
        let session = caller.v2("POST", "sessions/sso/Apple", form)
        #expect(session.session == "partner_profile/direct/none")
        #expect(session.text("mvpd") == "Cablevision")
        #expect(session.text("authenticationRequest.request").hasPrefix("PD94bWwg"))
        #expect(session.text("code").isEmpty)
        let created = caller.v2("POST", "profiles/sso/Apple", saml)
        #expect(created.response.status == 201)
        #expect(created.text("profiles.Cablevision.type") == "appleSSO")
        #expect(created.text("profiles.Cablevision.attributes.tokenSource.value") == "Apple")
        #expect(caller.v2("POST", "sessions/sso/Apple", form).session == "authorize/direct/authenticatedSSO")
        #expect(caller.v2("GET", "profiles").text("profiles.Cablevision.type") == "appleSSO")
        caller.status = nil
        #expect(caller.v2("GET", "profiles").body == #"{"profiles":{}}"#)
    }

    @Test func `an invalid status falls back, or is an error if no fallback exists`() {
        let cases: [(status: String?, code: String)] = [
            (nil, "permission_access_not_present"), ("not Base64", "permission_access_not_present"),
            (AdobeCaller.partnerStatus("notDetermined", nil), "permission_access_not_determined"),
            (AdobeCaller.partnerStatus("denied", nil), "permission_access_not_granted"),
            (AdobeCaller.partnerStatus("granted", nil), "provider_id_not_determined"),
            (AdobeCaller.partnerStatus("granted", "Cablevision"), "provider_id_not_determined"),
            (AdobeCaller.partnerStatus(expiry: "1767225600000"), "provider_info_expired"),
            (AdobeCaller.partnerStatus(expiry: "soon"), "provider_info_expired"),
        ]
        for (status, code) in cases {
            var caller = AdobeCaller.registered()
            caller.status = status
            #expect(caller.v2("POST", "sessions/sso/Apple", form).session == "resume/direct/pfs_fallback", "\(code)")
            #expect(caller.v2("POST", "profiles/sso/Apple", saml).outcome == "400 invalid_header_pfs_" + code)
            if status != nil { #expect(caller.v2("GET", "profiles").outcome == "400 invalid_header_pfs_" + code) }
        }
    }

    @Test func `Adobe falls back if partner sign-on is off, a provider is only listed, or parameters are missing`() {
        var caller = AdobeCaller.registered()
        caller.adobe.providers[1].allowsPartnerSignOn = false
        for (provider, body, expected) in [
            ("AppleMSO_Spectrum", form, "authenticate/interactive/configuration_fallback"),
            ("AppleMSO_Dish", form, "authenticate/interactive/configuration_fallback"),
            ("AppleMSO_Cox", form, "authenticate/interactive/configuration_fallback"),
            ("AppleMSO_Cablevision", "domainName=adobe.com", "resume/direct/missing_parameters_fallback"),
        ] {
            caller.status = AdobeCaller.partnerStatus("granted", provider)
            let answer = caller.v2("POST", "sessions/sso/Apple", body)
            #expect(answer.session == expected, "\(provider)")
            #expect(answer.text("code").utf8.count == SimulatedAdobe.codeLength)
            #expect(!answer.text("mvpd").isEmpty)
        }
    }

    @Test func `a SAML response that is escaped twice, not Base64 or split over lines is refused`() {
        var caller = AdobeCaller.registered()
        caller.status = AdobeCaller.partnerStatus()
        let lines = "SAMLResponse=" + percentEncoded(AdobeCaller.base64("<samlp:Response\n/>"))
        let twice = "SAMLResponse=" + percentEncoded(percentEncoded(AdobeCaller.base64("<samlp:Response ID=\"_12\"/>")))
        for body in ["SAMLResponse=%3Cx%3E", lines, twice, "x=y"] {
            #expect(caller.v2("POST", "profiles/sso/Apple", body).outcome == "400 invalid_parameter_saml_response", "\(body)")
        }
    }

    @Test func `a partner profile needs its own status with every decision`() {
        var caller = AdobeCaller.registered()
        caller.status = AdobeCaller.partnerStatus()
        _ = caller.v2("POST", "profiles/sso/Apple", saml)
        let body = #"{"resources":["REF30"]}"#
        #expect(caller.v2("POST", "decisions/authorize/Cablevision", body).text("decisions.0.authorized") == "1")
        caller.status = nil
        let unseen = caller.v2("POST", "decisions/authorize/Cablevision", body)
        #expect(unseen.text("decisions.0.error.code") == "authenticated_profile_missing")
        caller.status = AdobeCaller.partnerStatus("granted", "AppleMSO_Spectrum")
        #expect(caller.v2("POST", "decisions/authorize/Cablevision", body).outcome == "400 invalid_header_pfs_provider_id_mismatch")
    }
}
