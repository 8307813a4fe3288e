import AuthenticationServices
import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@testable import FlowWebAuthentication

@Suite("The web authentication session as the user agent") @MainActor struct WebAuthenticationTests {
    private let window = UIWindow()
    private let pages = Journal<StandInBrowser.Page>()
    private let choices = Journal<Choice>()
    private let adobe: SharedAdobe
    private let clock = ManualClock(SimulatedWorld.start.milliseconds)

    init() {
        let clock = clock
        adobe = SharedAdobe(now: { clock.now })
    }

    /// A phone connected to the simulated Adobe in this process, whose events the test sees.
    private func phone(redirect: String? = nil) throws -> Flow {
        var settings = FlowSettings.iPhone
        if let redirect { settings.redirectURL = redirect }
        let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
        let flow = try Flow(
            .simulated(settings), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { .iPhone }, clock: clock,
                throttle: HostThrottle()))
        let records = flow.records()
        Task { [choices] in
            for await record in records { if case .user(.chose(_, let choice)) = record.event.origin { choices.note(choice) } }
        }
        return flow
    }

    private func browser(starts: Bool = true) -> StandInBrowser {
        StandInBrowser(starts: starts) { [pages] in pages.note($0) }
    }

    private func serve(_ agent: WebAuthentication, _ browser: StandInBrowser? = nil) -> Task<Void, Never> {
        let browser = browser ?? self.browser()
        return Task { await StandInBrowser.$current.withValue(browser) { await agent.run() } }
    }

    private func agent(_ flow: Flow, ephemeral: Bool = false, callbacks: Bool = true) -> WebAuthentication {
        WebAuthentication(flow, prefersEphemeralWebBrowserSession: ephemeral, usesCallbacks: callbacks) { [window] in window }
    }

    /// Requests a playback and picks a provider.
    private func play(_ flow: Flow) async throws -> Task<Permit, any Error> {
        let permit = Task { try await flow.play("channel-1") }
        let provider = try #require(MVPDID("SmallCo"))
        for await shown in flow.presentation {
            switch shown {
            case .providerPicker(let picker): await flow.send(picker.choice(of: provider))
            case .providerConfirmation(let last): await flow.send(last.confirm)
            case _: continue
            }
            break
        }
        return permit
    }

    private func signIn(on page: StandInBrowser.Page) {
        adobe.completeSignIn(code: page.url.lastPathComponent)
    }

    /// The page with this number, from 1.
    private func page(_ number: Int) async -> StandInBrowser.Page {
        await pages.until { $0.count >= number }
        return pages.entries[number - 1]
    }

    @Test func `sign-in and sign-out each use a page of their own that ends at the redirect URL`() async throws {
        let flow = try phone()
        let serving = serve(agent(flow, ephemeral: true))
        let permit = try await play(flow)
        let first = await page(1)
        #expect(first.scheme == "adobepass")
        #expect(first.host == nil)
        #expect(first.isEphemeral)
        signIn(on: first)
        first.reach("adobepass://com.example.demotv?success=1")
        #expect(try await permit.value.resource == "channel-1")
        let leaving = Task { try await flow.signOut() }
        let second = await page(2)
        second.reach("adobepass://com.example.demotv")
        #expect(try await leaving.value == .complete)
        await choices.until { $0.filter { $0 == .redirectReached }.count == 2 }
        await flow.shutDown()
        await serving.value
        #expect(pages.entries.map(\.isCanceled) == [false, false])
    }

    @Test(
        arguments: [
            ("https://example.com/done", "example.com", "/done", nil, true), ("https://Example.com", "example.com", "/", nil, true),
            ("https://example.com/done/", "example.com", "/done/", nil, true), ("https://example.com/done", nil, nil, nil, false),
            ("http://example.com/done", nil, nil, nil, true), ("AdobePass://com.example.demotv", nil, nil, "adobepass", true),
        ] as [(String, String?, String?, String?, Bool)])
    func `a session waits for the redirect URL by host and path, or by custom scheme`(
        redirect: String, host: String?, path: String?, scheme: String?, callbacks: Bool
    ) async throws {
        let flow = try phone(redirect: redirect)
        let serving = serve(agent(flow, callbacks: callbacks))
        let permit = try await play(flow)
        let page = await page(1)
        #expect(page.host == host)
        #expect(page.path == path)
        #expect(page.scheme == scheme)
        #expect(!page.isEphemeral)
        signIn(on: page)
        if host == nil, scheme == nil { page.fail(.canceledLogin) } else { page.reach(redirect + "?code=1") }
        #expect(try await permit.value.resource == "channel-1")
        await choices.until(host == nil && scheme == nil ? .userAgentClosed : .redirectReached)
        await flow.shutDown()
        await serving.value
    }

    @Test(arguments: [
        (1, ASWebAuthenticationSessionErrorDomain, Choice.userAgentClosed), (2, ASWebAuthenticationSessionErrorDomain, .cancel),
        (3, ASWebAuthenticationSessionErrorDomain, .cancel), (99, ASWebAuthenticationSessionErrorDomain, .userAgentClosed),
        (2, NSCocoaErrorDomain, .userAgentClosed),
    ])
    func `a page that the viewer closes is followed by a check; one that cannot be shown is canceled`(
        code: Int, domain: String, choice: Choice
    ) async throws {
        let flow = try phone()
        let serving = serve(agent(flow))
        let permit = try await play(flow)
        let page = await page(1)
        page.fail(code, in: domain)
        await choices.until { $0.count >= 2 }
        #expect(choices.entries.last == choice)
        permit.cancel()
        await flow.shutDown()
        await serving.value
        _ = await permit.result
    }

    @Test func `another URL with the redirect URL's scheme is treated as a closed page`() async throws {
        let flow = try phone()
        let serving = serve(agent(flow))
        let permit = try await play(flow)
        await page(1).reach("adobepass://elsewhere")
        await choices.until { $0.count >= 2 }
        #expect(choices.entries.last == .userAgentClosed)
        permit.cancel()
        await flow.shutDown()
        await serving.value
        _ = await permit.result
    }

    @Test(arguments: [
        ("https://example.com/page", true), ("HTTP://example.com", true), ("ftp://example.com", false), ("adobepass://x", false),
        ("javascript:x", false), ("example.com", false),
    ])
    func `only a web page is given to a session`(url: String, isShown: Bool) throws {
        #expect(WebAuthentication.isWebPage(try #require(URL(string: url))) == isShown)
    }

    @Test(arguments: [true, false])
    func `a page that cannot start ends the sign-in, and nothing stays on screen`(hasWindow: Bool) async throws {
        let flow = try phone()
        let window = window
        let agent = WebAuthentication(flow) { hasWindow ? window : nil }
        let serving = serve(agent, browser(starts: false))
        let permit = try await play(flow)
        await #expect(throws: FlowRefusal.self) { try await permit.value }
        await choices.until(.cancel)
        #expect(pages.entries.isEmpty)
        #expect(flow.presentation.value == nil)
        await flow.shutDown()
        await serving.value
    }

    @Test func `a page whose presentation has ended is closed, and its later reports are ignored`() async throws {
        let flow = try phone()
        let serving = serve(agent(flow))
        let permit = try await play(flow)
        let page = await page(1)
        await flow.send(try #require(flow.presentation.value).cancel)
        await #expect(throws: FlowRefusal.self) { try await permit.value }
        while !page.isCanceled {
            try Task.checkCancellation()
            await Task.yield()
        }
        page.reach("adobepass://com.example.demotv")
        let again = try await play(flow)
        let other = await self.page(2)
        page.fail(.presentationContextInvalid)
        for _ in 0..<100 { await Task.yield() }
        signIn(on: other)
        other.reach("adobepass://com.example.demotv")
        #expect(try await again.value.resource == "channel-1")
        await choices.until(.redirectReached)
        #expect(choices.entries.filter { $0 == .redirectReached }.count == 1)
        #expect(choices.entries.filter { $0 == .cancel }.count == 1)
        await flow.shutDown()
        await serving.value
    }

    @Test(arguments: [true, false])
    func `shutdown and canceling the task close the page`(byShutdown: Bool) async throws {
        let flow = try phone()
        let serving = serve(agent(flow))
        let permit = try await play(flow)
        let page = await page(1)
        if byShutdown { await flow.shutDown() } else { serving.cancel() }
        await serving.value
        #expect(page.isCanceled)
        permit.cancel()
        await flow.shutDown()
        _ = await permit.result
    }
}
