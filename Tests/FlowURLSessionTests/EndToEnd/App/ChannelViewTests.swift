import FlowEffects
import FlowSimulation
import FlowTestSupport
import Testing

@Suite("The README's view") struct ChannelViewTests {
    #if !canImport(SwiftUI)
        @Test @MainActor func `the README's view plays a channel, and shows a denial in the provider's words`() async throws {
            let household = try Household(SimulatedPartnerFramework(account: Household.account).answeringAlone) {
                $0.denials = [.init(resource: "movie", details: "Ask for Gold.")]
            }
            let flow = try household.launch()
            let (started, start) = AsyncStream.makeStream(of: String.self)
            let show = ChannelView(flow: flow, channel: "show") { start.yield($0) }
            try #require(Screen(show).buttons.first).press()
            var tokens = started.makeAsyncIterator()
            let token = await tokens.next()
            #expect(token?.isEmpty == false)

            let movie = ChannelView(flow: flow, channel: "movie") { _ in Issue.record("a denied channel was started") }
            try #require(Screen(movie).buttons.first).press()
            while Screen(movie).texts != ["Ask for Gold."] { await Redraws.next() }

            let all = Screen(ChannelsView(flow: flow) { _ in })
            #expect(all.buttons.map { $0.title } == ["Watch", "Watch"])
            #expect(all.tasks.count == 1, "one view follows the flow's screens")
            await flow.shutDown()
        }
    #endif
}
