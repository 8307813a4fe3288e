import FlowEffects
import FlowTestSupport
import Testing

@Suite("The article's view") struct SignInViewTests {
    #if !canImport(SwiftUI)
        @Test @MainActor func `the article's view signs a viewer in on a second screen, over real sockets`() async throws {
            let household = try Household(.init(permission: .denied))
            let flow = try household.launch()
            let view = SignInView(flow: flow)
            let drawing = Screen(view).tasks.map { work in Task { await work() } }
            let permit = Task { try await flow.play("show") }
            try await press("SmallCo", on: view)
            let code = try await text(on: view) { $0.hasPrefix("Go to https://example.com/activate and type ") }
            try await household.typeElsewhere(#require(code.split(separator: " ").last.map(String.init)))
            _ = try await permit.value.redeem()
            while !Screen(view).buttons.isEmpty { await Redraws.next() }

            // After the cancellation nothing is shown any more, and a press on an old button does nothing.
            let other = Task { await refusal { try await flow.signIn(with: .otherProvider) } }
            while !Screen(view).buttons.contains(where: { $0.title == "Cancel" }) { await Redraws.next() }
            let old = Screen(view)
            try await press("Cancel", on: view)
            #expect(await other.value?.reason == .canceled)
            while !Screen(view).buttons.isEmpty { await Redraws.next() }
            for button in old.buttons { button.press() }
            #expect(flow.presentation.value == nil)
            await flow.shutDown()
            for task in drawing { await task.value }
        }

        @MainActor private func press(_ title: String, on view: SignInView) async throws {
            while true {
                if let button = Screen(view).buttons.first(where: { $0.title == title }) { return button.press() }
                await Redraws.next()
            }
        }

        @MainActor private func text(on view: SignInView, _ isWanted: (String) -> Bool) async throws -> String {
            while true {
                if let text = Screen(view).texts.first(where: isWanted) { return text }
                await Redraws.next()
            }
        }
    #endif
}
