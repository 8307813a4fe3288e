import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

/// What is read of a session's answer, and what its link carries.
struct SessionAnswerTests {
    private let interpreter = Interpreter()

    @Test(arguments: ["authenticate", "resume", "retry", "authorize", "partner_profile"])
    func `an answer's action type decides nothing`(action: String) {
        let members = #""code":"8ER640M","url":"/api/v2/x","authenticationRequest":{"type":"saml","request":"PD94"},"reasonType":"none""#
        let lines = [
            "", #""actionType":"direct","#, #""actionType":"interactive","#, #""actionType":"partner_interactive","#, #""actionType":7,"#,
        ]
        .map { interpreter.line(.createSession(mvpd: nil), #"{"actionName":"\#(action)",\#($0)\#(members)}"#) }
        #expect(lines[0].hasPrefix("session "))
        #expect(Set(lines.map { String($0.prefix(14)) }).count == 1, "\(lines)")
    }

    @Test(arguments: ["SAML", "saml", "OAUTH2", "oidc", ""])
    func `an authentication request is handed on whatever its type is`(type: String) throws {
        let status = PartnerStatus(permission: .granted, mapping: PlatformMappingID("AppleMSO_Cablevision"), expiry: nil)
        let body =
            #"{"actionName":"partner_profile","authenticationRequest":{"type":"\#(type)","request":"b3BhcXVl","attributesNames":["uid"]}}"#
        let reply = interpreter.reply(.partnerSession(status: status), body)
        guard case .session(.partnerProfile(let ref, _)) = reply.result, case .request(let request)? = interpreter.store.secret(ref) else {
            throw Missing()
        }
        #expect(request == AuthenticationRequest(request: "b3BhcXVl", type: type, attributeNames: ["uid"]))
    }

    @Test func `every call carries the token as bearer, and the link to the sign-in page does not`() throws {
        for endpoint in try interpreter.everyEndpoint() {
            let isRegistration = endpoint.kind == .register || endpoint.kind == .token
            #expect(
                try interpreter.request(endpoint).header("Authorization") == (isRegistration ? nil : "Bearer access"), "\(endpoint.kind)")
        }
        let body = #"{"actionName":"authenticate","code":"8ER640M","url":"/api/v2/authenticate/REF30/8ER640M"}"#
        let reply = interpreter.reply(.createSession(mvpd: nil), body)
        guard case .session(.authenticate(let session)) = reply.result, let ref = session.link,
            case .link(let link)? = interpreter.store.secret(ref)
        else { throw Missing() }
        #expect("\(link)" == "https://sp.auth.adobe.com/api/v2/authenticate/REF30/8ER640M")
    }

    @Test func `a promotional identity is sent in Base64, with the authorization alone`() throws {
        for endpoint in try interpreter.everyEndpoint() {
            let sent = try interpreter.request(endpoint).header("AP-TempPass-Identity")
            #expect(sent == (endpoint.kind == .authorize ? Base64.encode("someone") : nil), "\(endpoint.kind)")
        }
    }
}
