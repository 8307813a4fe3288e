@_spi(Testing) import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowEffects

/// Which addresses requests are sent to and viewers are led to.
@Suite struct AddressTests {
    @Test func `nothing is sent in cleartext, except to this device`() throws {
        let hosts: [(String, String)] = [
            ("http://own.example", "https://own.example"), ("HTTP://own.example:8080/", "https://own.example:8080"),
            ("http://127.0.0.1.example", "https://127.0.0.1.example"), ("http://localhost.example", "https://localhost.example"),
            ("http://1.2.3.127", "https://1.2.3.127"), ("http://[::2]", "https://[::2]"), ("http://127.0.0.256", "https://127.0.0.256"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"), ("http://LocalHost:1", "http://LocalHost:1"),
            ("http://a.localhost", "http://a.localhost"), ("http://[::1]:80", "http://[::1]:80"), ("https://a", "https://a"),
        ]
        for (host, used) in hosts {
            #expect(LinkResolver(host).host == used)
            #expect(try Interpreter(host: host).request(.configuration).url == "\(used)/api/v2/REF30/configuration")
        }
        #expect(AdobeHosts("http://sp.auth.adobe.com") == .production)
    }

    @Test func `a link from Adobe leads the viewer to an encrypted page, or to no page`() {
        let links = LinkResolver("https://host")
        let cases: [(String, String?)] = [
            ("http://provider.example/login", "https://provider.example/login"), ("http://127.0.0.1/", "http://127.0.0.1/"),
            ("https://adobe.com@evil.example/", nil), ("//adobe.com@evil.example/", nil), ("https://a/@b", "https://a/@b"),
        ]
        for (url, resolved) in cases { #expect(links.resolve(url) == resolved, "\(url)") }
        #expect(LinkResolver("http://127.0.0.1:80").resolve("//other/a") == "https://other/a")
    }

    @Test func `a logo's URL is made absolute, and is left out if it must not be opened`() throws {
        let logos: [(String, String?)] = [
            ("https://example.net/a.png", "https://example.net/a.png"), ("http://example.net/a.png", "https://example.net/a.png"),
            ("/logo.png", "https://sp.auth.adobe.com/logo.png"), ("file:///etc/passwd", nil), ("javascript:alert(1)", nil),
            ("https://u@evil/a.png", nil),
        ]
        for (url, shown) in logos {
            let interpreter = Interpreter()
            let answer = #"{"requestor":{"mvpds":[{"id":"A","displayName":"A","logoUrl":"\#(url)"}]}}"#
            guard case .configuration(let configuration) = interpreter.reply(.configuration, answer).result,
                case .configuration(let directory)? = interpreter.store.secret(configuration.ref)
            else {
                Issue.record("no configuration")
                return
            }
            #expect(directory.entries.map { $0.logoURL?.absoluteString } == [shown], "\(url)")
        }
        for (kept, shown) in [("file:///etc", nil), ("/a.png", nil), ("https://a/b.png", "https://a/b.png")] as [(String, String?)] {
            #expect(LinkResolver.absolute(kept) == shown)
        }
    }

    @Test func `a call whose path would have a dot segment is not sent`() throws {
        let interpreter = Interpreter()
        let calls: [Endpoint] = [
            .profile(try #require(MVPDID("..")), status: nil), .logout(try #require(MVPDID("."))),
            .profileForCode(interpreter.store.put(.code(".."))),
        ]
        for endpoint in calls {
            #expect(throws: CallFailure.transport(.unreadable)) { try interpreter.request(endpoint) }
        }
        #expect(throws: CallFailure.transport(.unreadable)) { try Interpreter(serviceProvider: "..").request(.configuration) }
        let odd = try interpreter.request(.logout(try #require(MVPDID("../a"))))
        #expect(odd.url.contains("/logout/..%2Fa?"))
    }

    @Test func `an error's trace that is not a UUID is kept out of the log`() {
        let interpreter = Interpreter()
        for (trace, isKept) in [("12f6fef9-d2e0-422b-a9d7-60d799abe353", true), ("AB12CD34", false), ("eyJhbGciOiJIUzI1NiJ9", false)] {
            let body = #"{"action":"retry","status":403,"code":"c","trace":"\#(trace)"}"#
            guard case .failed(.refused(_, let error)) = interpreter.reply(.profiles(status: nil), body, status: 403).result else {
                Issue.record("not refused")
                continue
            }
            #expect(error.trace?.text == (isKept ? trace : nil))
        }
    }

    @Test func `user information in the settings' URLs is neither logged nor in the vault's place nor sent`() throws {
        let mark = "Zq7kXvMark"
        var settings = FlowSettings(
            serviceProvider: "REF30", host: "https://user:\(mark)@proxy.example:8443/", domainName: "d",
            redirectURL: "demo://\(mark)@signed-in/x@y", activationURL: "https://\(mark)@tv.example?a=b@c", platform: .tvOS)
        for _ in 0..<2 {
            #expect(settings.host == "https://proxy.example:8443/")
            #expect(settings.redirectURL == "demo://signed-in/x@y")
            #expect(settings.activationURL == "https://tv.example?a=b@c")
            let header = LogWriter(header: LogHeader(app: "Test/1", support: "TEST", settings: settings)).headerLine
            #expect(SecretSearch([mark]).found(in: header + Array(FlowVault.namespace(settings).utf8)).isEmpty)
            settings.host = "https://user:a@\(mark)@proxy.example:8443/"
            settings.redirectURL = "demo://\(mark):\(mark)@signed-in/x@y"
            settings.activationURL = "https://\(mark)@tv.example?a=b@c"
        }
        settings.activationURL = nil
        settings.redirectURL = "demo:signed-in?a=//b@c"
        #expect(settings.activationURL == nil)
        #expect(settings.redirectURL == "demo:signed-in?a=//b@c")
        #expect(LinkResolver("https://user:\(mark)@own.example").host == "https://own.example")
    }
}
