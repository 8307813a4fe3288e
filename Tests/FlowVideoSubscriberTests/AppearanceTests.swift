import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing
import VideoSubscriberAccount

@testable import FlowVideoSubscriber

@Suite("A framework screen that is not shown") @MainActor struct AppearanceTests {
    private let clock = ManualClock()
    private let requests = Journal<StandInRequest>()
    private let dismissed = Journal<ObjectIdentifier>()
    private let choice = PartnerQuestion(isPromptAllowed: true, isInterruptionAllowed: true)

    /// A device that gives its metadata requests to the test.
    private func device() -> StandInDevice {
        StandInDevice(access: { $0.answer(.granted) }, metadata: { [requests] in requests.note($0) })
    }

    /// Asks `framework`; returns the task and the framework's request.
    private func ask(_ framework: VideoSubscriberFramework) async -> (Task<PartnerOutcome, Never>, StandInRequest) {
        let (device, choice) = (device(), choice)
        let asking = Task { await StandInDevice.$current.withValue(device) { await framework.ask(choice) } }
        await requests.until { !$0.isEmpty }
        return (asking, requests.entries[0])
    }

    /// Moves the clock past all checks for a screen, each as soon as one is pending.
    private func passAllLooks(_ appearance: Int64 = 3000) async {
        let begin = clock.now
        for look in 1...10 {
            let next = begin.advanced(by: Interval(milliseconds: appearance / 10 * Int64(look)))
            await clock.asleep.until(next)
            clock.advance(to: next)
        }
    }

    private let notShown = PartnerOutcome(permission: .granted, error: .notShown)

    @Test func `a screen that the app cannot show ends the question at once`() async {
        let (first, second) = (UIViewController(), UIViewController())
        let framework = VideoSubscriberFramework(
            present: { $0 === first }, dismiss: { [dismissed] in dismissed.note(ObjectIdentifier($0)) }, clock: clock)
        let (asking, request) = await ask(framework)
        await request.tellDelegate(.present, of: first)
        await request.tellDelegate(.present, of: second)
        #expect(await asking.value == notShown)
        #expect(request.cancelled == 1)
        // The first screen had been shown; the second never was.
        #expect(dismissed.entries == [ObjectIdentifier(first)])
        #expect(clock.sleepers == 0)
    }

    @Test(arguments: [3000, 500]) func `a screen that UIKit drops ends the question in time`(appearance: Int64) async {
        let (root, own, picker) = (UIViewController(inWindow: UIWindow()), UIViewController(), UIViewController())
        root.present(own, animated: false)
        let framework = VideoSubscriberFramework(
            present: { screen in
                root.present(screen, animated: true)
                return true
            },
            dismiss: { [dismissed] in dismissed.note(ObjectIdentifier($0)) }, appearance: .milliseconds(appearance), clock: clock)
        let (asking, request) = await ask(framework)
        await request.tellDelegate(.present, of: picker)
        await passAllLooks(appearance)
        #expect(await asking.value == notShown)
        #expect(request.cancelled == 1)
        #expect(dismissed.entries == [ObjectIdentifier(picker)])
        #expect(root.presentedViewController === own)
        // Later answers of the framework are ignored.
        request.answer(.init(provider: "AppleMSO_Dish"))
    }

    @Test func `a screen that is shown has no timeout`() async {
        let (root, picker) = (UIViewController(inWindow: UIWindow()), UIViewController())
        let framework = VideoSubscriberFramework(over: { root }, clock: clock)
        let (asking, request) = await ask(framework)
        await request.tellDelegate(.present, of: picker)
        let look = clock.now.advanced(by: Interval(milliseconds: 300))
        await clock.asleep.until(look)
        clock.advance(to: look)
        // Long enough for a second check to be pending, if there were one.
        for _ in 0..<100 { await Task.yield() }
        clock.advance(to: clock.now.advanced(by: .seconds(86_400)))
        #expect(clock.asleep.entries == [look])
        request.answer(.init(provider: "AppleMSO_Dish"))
        #expect(await asking.value == PartnerOutcome(permission: .granted, mapping: "AppleMSO_Dish"))
        #expect(picker.viewIfLoaded?.window == nil)
    }

    @Test func `a screen that is covered or dismissed is not treated as dropped`() async {
        let (root, picker) = (UIViewController(inWindow: UIWindow()), UIViewController())
        let (page, brief) = (UIViewController(), UIViewController())
        let framework = VideoSubscriberFramework(over: { root }, clock: clock)
        let (asking, request) = await ask(framework)
        await request.tellDelegate(.present, of: picker)
        await request.tellDelegate(.present, of: page)
        picker.viewIfLoaded?.window = nil
        await request.tellDelegate(.present, of: brief)
        await request.tellDelegate(.dismiss, of: brief)
        let look = clock.now.advanced(by: Interval(milliseconds: 300))
        await clock.asleep.until { $0.count == 3 }
        clock.advance(to: look)
        for _ in 0..<100 { await Task.yield() }
        #expect(clock.sleepers == 0)
        clock.advance(to: clock.now.advanced(by: .seconds(60)))
        request.answer(.init(provider: "AppleMSO_Dish"))
        #expect(await asking.value.error == nil)
        #expect(root.presentedViewController == nil)
    }

    @Test(arguments: [false, true])
    func `a screen waits for a view controller of the app that is being dismissed`(isCancelled: Bool) async {
        let (root, own, picker) = (UIViewController(inWindow: UIWindow()), UIViewController(), UIViewController())
        root.present(own, animated: false)
        let closing = own.beginDismissal()
        let framework = VideoSubscriberFramework(over: { root }, clock: clock)
        let (asking, request) = await ask(framework)
        await request.tellDelegate(.present, of: picker)
        #expect(picker.presentingViewController == nil)
        closing.end(isCancelled: isCancelled)
        #expect(picker.presentingViewController === (isCancelled ? own : root))
        request.answer(.init(provider: "AppleMSO_Dish"))
        #expect(await asking.value.mapping == "AppleMSO_Dish")
        #expect(picker.presentingViewController == nil)
        #expect(root.presentedViewController === (isCancelled ? own : nil))
    }

    @Test func `a screen still waiting when its question ends is not shown later`() async {
        let (root, own, picker) = (UIViewController(inWindow: UIWindow()), UIViewController(), UIViewController())
        root.present(own, animated: false)
        let closing = own.beginDismissal()
        let framework = VideoSubscriberFramework(over: { root }, clock: clock)
        let (asking, request) = await ask(framework)
        await request.tellDelegate(.present, of: picker)
        asking.cancel()
        #expect(await asking.value == PartnerOutcome(permission: .granted, error: .canceled))
        closing.end()
        #expect(root.presentedViewController == nil)
        #expect(picker.viewIfLoaded?.window == nil)
    }

    @Test func `without a window to show a screen in, the question ends at once`() async {
        let framework = VideoSubscriberFramework(over: { nil }, clock: clock)
        let (asking, request) = await ask(framework)
        await request.tellDelegate(.present, of: UIViewController())
        #expect(await asking.value == notShown)
        #expect(request.cancelled == 1)
    }

    @Test func `a picker over a view without a window leads to a sign-in with the app's own picker`() async {
        let framework = VideoSubscriberFramework(over: { UIViewController() }, clock: clock)
        let store = InMemorySecretStore()
        let ref = store.put(.configuration(ProviderDirectory(entries: [], supported: [], featured: [])))
        let interpreter = PartnerInterpreter(framework: framework, secrets: store)
        let device = device()
        let asking = Task { await StandInDevice.$current.withValue(device) { await interpreter.perform(.choice(configuration: ref)) } }
        await requests.until { !$0.isEmpty }
        await requests.entries[0].tellDelegate(.present, of: UIViewController())
        await passAllLooks()
        guard case .partner(let answer) = await asking.value.result else {
            Issue.record("not an answer of the framework")
            return
        }
        #expect(answer.error == .notShown)
        #expect(answer.status.permission == .granted)
    }
}
