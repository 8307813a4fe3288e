#if os(Linux)
    import DemoTVCore
    import DemoTVViews
    import FlowEffects
    import FlowMachine
    import FlowSimulation
    import SwiftUIStandIn
    import Testing
    import UIKitStandIn

    @MainActor @Suite("The example app's views") struct ViewTests {
        private let room: LivingRoom
        private let view: DemoTVView

        init() throws {
            room = try LivingRoom(.demoTV, SimulatedPartnerFramework(permission: .denied))
            view = DemoTVView(room.demo, openSettings: {}, upload: { _, _ in })
        }

        private func press(_ title: String) async throws {
            await until { Screen(view).buttons.contains { $0.title == title } }
            try #require(Screen(view).buttons.first { $0.title == title }).press()
        }

        private func sees(_ text: String) async { await until { Screen(view).texts.contains(text) } }

        @Test func `a viewer watches, is denied, finds the support id and signs out, using only buttons`() async throws {
            try await press("News")
            try await press("SmallCo")
            await until { room.demo.screen?.code != nil }
            let code = try #require(room.demo.screen?.code)
            #expect(Screen(view).texts.contains(code.text))
            #expect(Screen(view).texts.contains(try #require(code.link).absoluteString))
            await room.signInElsewhere(code.text)
            await sees("Playing News")
            try await press("Stop")
            try await press("Movies")
            await sees("Your package has no movies.")
            try await press("Back")
            try await press("Sign out")
            await sees("Not signed in")
            await room.demo.session.flow.shutDown()
        }

        @Test func `the view controller shows the same and passes pressed buttons to the flow`() async throws {
            let controller = SignInViewController(room.demo.session.flow, openSettings: {})
            controller.loadViewIfNeeded()
            let stack = try #require(controller.view as? UIStackView)
            let play = room.demo.play(Channel.all[0])
            await until { room.demo.screen != nil }
            // It follows the flow by itself: let its task run.
            while stack.arrangedSubviews.isEmpty { await Task.yield() }
            #expect((stack.arrangedSubviews.first as? UILabel)?.text == "Choose your TV provider")
            let cancel = stack.arrangedSubviews.compactMap { $0 as? UIButton }.first { $0.title == "Cancel" }
            try #require(cancel).press()
            await play.value
            #expect(room.demo.playback == .idle)
            while !stack.arrangedSubviews.isEmpty { await Task.yield() }
            await room.demo.session.flow.shutDown()
        }
    }
#endif
