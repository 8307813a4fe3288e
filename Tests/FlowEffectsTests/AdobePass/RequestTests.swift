import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

struct RequestTests {
    @Test func `ids in a path are percent-encoded`() throws {
        let interpreter = Interpreter(serviceProvider: "a b/c")
        let mvpd = try MVPDID("Müller & Söhne/1?x#y").unwrapped
        let url = try interpreter.request(.profile(mvpd, status: nil)).url
        #expect(url == "https://sp.auth.adobe.com/api/v2/a%20b%2Fc/profiles/M%C3%BCller%20%26%20S%C3%B6hne%2F1%3Fx%23y")
        let code = interpreter.store.put(.code("A/../B"))
        #expect(try interpreter.request(.profileForCode(code)).url.hasSuffix("/profiles/code/A%2F..%2FB"))
    }

    @Test func `form and query values are encoded once, plus signs too`() throws {
        let interpreter = Interpreter(redirectURL: "app://done?a=1+1&b=%20")
        let encoded = "app%3A%2F%2Fdone%3Fa%3D1%2B1%26b%3D%2520"
        #expect(try interpreter.request(.createSession(mvpd: nil)).text == "domainName=adobe.com&redirectUrl=\(encoded)")
        #expect(try interpreter.request(.logout(try MVPDID("A").unwrapped)).url.hasSuffix("/logout/A?redirectUrl=\(encoded)"))
    }

    @Test func `any resource becomes a valid JSON string`() throws {
        let interpreter = Interpreter()
        let resource = interpreter.store.put(.resource("<rss a=\"b\">\n\t\\é\u{1}</rss>"))
        let request = try interpreter.request(.authorize(try MVPDID("A").unwrapped, resource: resource, status: nil, identity: nil))
        #expect(request.text == #"{"resources":["<rss a=\"b\">\n\t\\é\u0001</rss>"]}"#)
    }

    @Test func `a host may end with a slash`() throws {
        #expect(
            try Interpreter(host: "http://127.0.0.1:80/").request(.configuration).url == "http://127.0.0.1:80/api/v2/REF30/configuration")
    }

    @Test(arguments: [false, true])
    func `device headers are sent to the code's endpoints only if they are sent everywhere`(everywhere: Bool) throws {
        let interpreter = Interpreter(everywhere: everywhere)
        for endpoint in try interpreter.everyEndpoint() {
            let request = try interpreter.request(endpoint)
            let isCode = endpoint.kind == .profileForCode || endpoint.kind == .resumeSession
            let isRegistration = endpoint.kind == .register || endpoint.kind == .token
            let wantsIdentifier = !isRegistration && (everywhere || !isCode)
            #expect((request.header("AP-Device-Identifier") != nil) == wantsIdentifier, "\(endpoint.kind)")
            #expect((request.header("X-Device-Info") != nil) == (everywhere || !isCode), "\(endpoint.kind)")
        }
    }

    @Test func `a request without its secret is not built`() throws {
        let complete = Interpreter()
        for (index, endpoint) in try complete.everyEndpoint().enumerated() {
            // The same endpoint with references to an empty store.
            let emptied = Interpreter()
            let call = Call(token: complete.token, endpoint: endpoint)
            emptied.store.remove(emptied.token)
            if endpoint.kind == .register {
                #expect(throws: Never.self) { try emptied.adobe.request(for: call) }
            } else {
                #expect(throws: CallFailure.transport(.secretMissing), "\(index)") { try emptied.adobe.request(for: call) }
            }
            // With the token, requests with a secret of their own still fail.
            let hasOwn: Set<Endpoint.Kind> = [
                .token, .profileForCode, .resumeSession, .createPartnerProfile, .preauthorize, .authorize,
            ]
            let half = Interpreter()
            if hasOwn.contains(endpoint.kind) {
                #expect(throws: CallFailure.transport(.secretMissing), "\(index)") { try half.request(endpoint) }
            } else {
                #expect(throws: Never.self, "\(index)") { try half.request(endpoint) }
            }
        }
    }

    @Test func `a printed request and its headers reveal no secret`() throws {
        let interpreter = Interpreter()
        for endpoint in try interpreter.everyEndpoint() {
            let request = try interpreter.request(endpoint)
            var printed = "\(request) \(request.headers)"
            dump(request, to: &printed)
            dump(request.headers, to: &printed)
            for secret in ["access", "secret", "8ER640M", "identifier", "someone", "channel"] {
                #expect(!printed.contains(secret), "\(endpoint.kind): \(secret)")
            }
        }
    }
}
