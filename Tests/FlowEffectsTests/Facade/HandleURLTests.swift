import Foundation
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowEffects

@Suite("A URL that opens the app") struct HandleURLTests {
    @Test(arguments: [
        ("https://example.com/done", "https://example.com/done", true),
        ("https://example.com/done", "HTTPS://Example.COM/done", true),
        ("https://example.com/done", "https://example.com/done/", true),
        ("https://example.com/done", "https://example.com/done/there?code=1#top", true),
        ("https://example.com/done", "https://example.com/done?code=https://other.com/", true),
        ("https://example.com/done", "https://example.com/done#top", true),
        ("https://example.com/done", "https://example.com/done2", false),
        ("https://example.com/done", "https://example.com/Done", false),
        ("https://example.com/done", "https://example.com/", false),
        ("https://example.com/done", "https://example.com", false),
        ("https://example.com/done", "http://example.com/done", false),
        ("https://example.com/done", "https://example.com.other.com/done", false),
        ("https://example.com/done", "https://example.com@other.com/done", false),
        ("https://example.com/done", "https://example.com:8443/done", false),
        ("https://example.com:8443/done", "https://example.com:8443/done", true),
        ("https://example.com/done/", "https://example.com/done", true),
        ("https://example.com/done/", "https://example.com/done2", false),
        ("https://example.com", "https://example.com/anywhere", true),
        ("https://example.com/", "https://example.com", true),
        ("https://example.com/done?app=1", "https://example.com/done?app=1&code=2", true),
        ("https://example.com/done?app=1", "https://example.com/done?app=12", false),
        ("https://example.com/done?app=1", "https://example.com/done", false),
        ("adobepass://com.example.demotv", "adobepass://com.example.demotv", true),
        ("adobepass://com.example.demotv", "AdobePass://COM.example.demotv/?x#y", true),
        ("adobepass://com.example.demotv", "adobepass://com.example.demotv2", false),
        ("adobepass:done", "adobepass:done?x", true), ("adobepass:done", "adobepass://done", false),
        ("adobepass:done", "", false), ("adobepass:done", ":done", false), ("adobepass:done", "done", false),
        ("", "", false), ("", "https://example.com", false), ("no scheme://x", "no scheme://x", false),
    ])
    func `a URL belongs to the flow if it starts with the redirect URL, up to a boundary`(redirect: String, url: String, isReached: Bool) {
        #expect((RedirectURL(redirect)?.isReached(by: url) ?? false) == isReached)
    }

    @Test(
        arguments: [
            ("https://Example.com:8443/done", "example.com"), ("https://[::1]:8443/done", "[::1]"), ("https://[::1]/done", "[::1]"),
            ("adobepass://com.example.demotv", "com.example.demotv"), ("adobepass:done", nil), ("https:///done", nil),
        ] as [(String, String?)])
    func `the redirect URL's host is read without its port`(url: String, host: String?) throws {
        #expect(try #require(RedirectURL(url)).host == host)
    }

    /// A phone with a user agent, connected to the simulated Adobe in this process.
    private func phone(_ settings: FlowSettings = .iPhone) throws -> (flow: Flow, adobe: SharedAdobe) {
        let clock = ManualClock(SimulatedWorld.start.milliseconds)
        let adobe = SharedAdobe(now: { clock.now })
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let flow = try Flow(
            .simulated(settings), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { .iPhone }, clock: clock,
                throttle: HostThrottle()))
        return (flow, adobe)
    }

    @Test func `a redirect URL ends the user agent of a sign-in once and otherwise belongs to the app`() async throws {
        let (flow, adobe) = try phone()
        let redirect = FlowSettings.iPhone.redirectURL
        await flow.status { $0 == .signedOut }
        #expect(await flow.handle(redirect) == false)
        let permit = Task { try await flow.play("channel-1") }
        let picker = try #require(await flow.shown(\.picker))
        #expect(await flow.handle(redirect) == false)
        #expect(flow.presentation.value == .providerPicker(picker))
        await flow.send(picker.choice(of: try #require(MVPDID("SmallCo"))))
        let page = try #require(await flow.shown(\.page))
        adobe.completeSignIn(code: page.url.lastPathComponent)
        #expect(await flow.handle("https://example.com/article") == false)
        #expect(await flow.handle(try #require(URL(string: "https://example.com/article"))) == false)
        #expect(flow.presentation.value == .userAgent(page))
        #expect(await flow.handle("ADOBEPASS://com.example.demotv?success=1"))
        #expect(try await permit.value.resource == "channel-1")
        #expect(await flow.handle(redirect) == false)
        await flow.shutDown()
        #expect(await flow.handle(redirect) == false)
    }

    @Test func `a redirect URL ends the user agent of a sign-out`() async throws {
        let (flow, adobe) = try phone()
        let viewer = SimulatedViewer(habits: [.picks("SmallCo"), .usesUserAgent()])
        let sofa = Task { await viewer.use(flow, adobe: adobe) }
        _ = try await flow.play("channel-1")
        sofa.cancel()
        await sofa.value
        let leaving = Task { try await flow.signOut() }
        _ = try #require(await flow.shown(\.page))
        #expect(await flow.handle(FlowSettings.iPhone.redirectURL))
        #expect(try await leaving.value == .complete)
        #expect(flow.presentation.value == nil)
        await flow.shutDown()
    }

    // MARK: State

    @Test(arguments: ["adobepass://com.example.demotv", "https://example.com/done?app=1", "https://example.com/done#top", "adobepass:done"])
    func `with a state, only a callback that carries it belongs to the flow`(url: String) throws {
        let state = RedirectState.random()
        let redirect = try #require(RedirectURL(url, state: state))
        let sent = state.added(to: url)
        #expect(redirect.isReached(by: sent))
        #expect(!redirect.isReached(by: url))
        #expect(!redirect.isReached(by: RedirectState.random().added(to: url)))
        #expect(!redirect.isReached(by: sent.replacingOccurrences(of: state.text, with: state.text + "0")))
        #expect(!"\(state) \(String(reflecting: state))".contains(state.text))
        #expect(Mirror(reflecting: state).children.isEmpty)
        #expect(state != .random())
    }

    @Test func `the state is sent with a sign-in and a sign-out, and not with the registration`() throws {
        let state = RedirectState.random()
        let store = InMemorySecretStore()
        for api in [FlowSettings.API.restV2, .restV1] {
            var settings = FlowSettings.iPhone
            settings.api = api
            let adobe = AdobePass(
                .test(settings, statement: "statement"), secrets: store, deviceIdentifier: { "device" }, device: { .iPhone },
                redirectState: state)
            let token = store.put(.token("token"))
            func carries(_ endpoint: Endpoint) throws -> Bool {
                let request = try adobe.request(for: Call(token: token, endpoint: endpoint))
                return (request.url + String(decoding: request.body ?? [], as: UTF8.self)).contains(state.text)
            }
            #expect(try !carries(.register))
            if api == .restV2 {
                #expect(try carries(.createSession(mvpd: nil)))
                #expect(try carries(.logout(ScriptedAdobe.provider)))
            } else {
                #expect(adobe.authenticateLink(code: "ABC", mvpd: ScriptedAdobe.provider).contains(state.text))
            }
        }
    }
}
