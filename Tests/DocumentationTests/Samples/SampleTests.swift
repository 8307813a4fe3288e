import FlowEffects
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing
import UIKitStandIn

@Suite("The articles' code in use") struct SampleTests {
    private let folder = TemporaryFolder()

    /// An app with a simulated viewer before it, who may not use the device's account.
    private struct Home {
        let flow: Flow
        let adobe = SharedAdobe()
        let sofa: Task<Void, Never>

        init(log: any EventLog = MemoryEventLog(), change: (inout SimulatedAdobe) -> Void = { _ in }) throws {
            adobe.withAdobe { change(&$0) }
            let partner = SharedPartnerFramework(SimulatedPartnerFramework(permission: .denied))
            flow = try Flow(
                .simulated(.iPhone), vault: .inMemory(), log: log,
                ports: FlowPorts(
                    transport: InProcessTransport(adobe: adobe), partnerFramework: partner, device: { .iPhone },
                    throttle: HostThrottle()))
            let viewer = SimulatedViewer(habits: [
                .picks("SmallCo"), .usesUserAgent(), .finishesSignOutPage(),
            ])
            sofa = Task { [flow, adobe] in await viewer.use(flow, adobe: adobe, partner: partner) }
        }

        func leave() async {
            await flow.shutDown()
            await sofa.value
        }
    }

    @Test @MainActor func `the article's app signs a viewer in and plays, over a real socket`() async throws {
        let adobe = try LoopbackAdobe(SimulatedAdobe(domainNames: ["example.com"]))
        defer { adobe.stop() }
        var app = demoApp(on: .iOS, statement: "simulated.software.statement")
        app.settings.host = adobe.host
        let access = try TVAccess(app, caches: folder.url(), root: { nil })
        let flow = access.flow
        let viewer = Task {
            for await shown in flow.presentation {
                switch shown {
                case .providerPicker(let picker):
                    if let small = picker.providers.first(where: { $0.mvpd.text == "SmallCo" }) {
                        await flow.send(picker.choice(of: small))
                    }
                case .userAgent(let page):
                    let code = page.url.lastPathComponent
                    adobe.withAdobe { _ = $0.completeSignIn(code: code, mvpd: nil, at: SystemClock().now) }
                    if let back = URL(string: "demotv://signed-in") { await opened(back, flow, elsewhere: { _ in }) }
                case _: continue
                }
            }
        }
        var (tokens, texts): ([String], [String]) = ([], [])
        await watch("channel-1", with: flow, start: { tokens.append($0) }, tell: { texts.append($0) })
        #expect(tokens.count == 1)
        #expect(texts.isEmpty)
        await sceneChanged(isActive: false, isInBackground: true, flow)
        await sceneChanged(isActive: true, isInBackground: false, flow)
        await flow.shutDown()
        await viewer.value
    }

    @Test @MainActor func `a denial is shown in the provider's words and logged without them`() async throws {
        let home = try Home { $0.denials = [.init(resource: "channel-9", details: "Ask for the Gold package.")] }
        var texts: [String] = []
        await watch("channel-9", with: home.flow, start: { _ in }, tell: { texts.append($0) })
        #expect(texts == ["Ask for the Gold package."])
        do {
            _ = try await home.flow.play("channel-9")
        } catch let refusal as FlowRefusal {
            let line = logLine(for: refusal, in: home.flow)
            #expect(line.hasPrefix("FlowRefusal: denied (authorization_denied_by_mvpd), trace "))
            #expect(line.hasSuffix(home.flow.supportID) && !line.contains("Gold") && !line.contains("channel-9"))
        }
        await home.leave()
    }

    @Test @MainActor func `the article's whole app plays a channel, and shows the support id`() async throws {
        let home = try Home()
        let view = HomeView(flow: home.flow)
        try #require(Screen(view).buttons.first { $0.title == "News" }).press()
        while Screen(view).texts != ["Playing news"] { await Redraws.next() }
        try #require(Screen(view).buttons.first { $0.title == "Support" }).press()
        #expect(Screen(view).texts == ["Support id: \(home.flow.supportID)"])
        try #require(Screen(view).buttons.first { $0.title == "Back" }).press()
        #expect(Screen(view).buttons.map { $0.title } == ["News", "Movies", "Support"])
        await home.leave()
    }

    @Test func `autoplay shows no screen, and the hint names the permission`() async throws {
        let home = try Home()
        #expect(try await autoplay("channel-1", with: home.flow) == nil)
        try await home.flow.signIn()
        #expect(hint(about: home.flow.singleSignOn.value)?.contains("Settings") == true)
        #expect(try await autoplay("channel-1", with: home.flow) != nil)
        await home.leave()
    }

    @Test func `an exported log is read, decides the same and names its rules`() async throws {
        let home = try Home(log: FileEventLog(folder: folder.url("log")))
        try await home.flow.signIn()
        let support = URL(filePath: folder.path)
        #expect(try await exportLog(of: home.flow, into: support) == home.flow.supportID)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }
        let file = try #require(files.first)
        let bytes = [UInt8](try Data(contentsOf: support.appendingPathComponent(file)))
        #expect(try rules(in: bytes).first == "V2-A-02")
        #expect(try isDecidedTheSame(bytes))
        await home.leave()
    }

    @Test func `forgetting the viewer signs them out at Adobe and deletes the logs`() async throws {
        let home = try Home(log: FileEventLog(folder: folder.url("log")))
        try await home.flow.signIn()
        #expect(try await forgetEverything(home.flow))
        let received = home.adobe.withAdobe { $0.received }
        #expect(received.contains(.logout))
        let left = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/log")) ?? []
        #expect(left.filter { $0.hasSuffix(".jsonl") }.isEmpty)
        await home.leave()
    }
}
