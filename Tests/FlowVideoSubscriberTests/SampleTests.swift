import FlowEffects
import FlowTestSupport
import FlowVideoSubscriber
import Testing
import VideoSubscriberAccount

/// Apple's single sign-on, with its screens over whatever the app shows.
@MainActor func partnerFramework(
    over root: UIViewController
) -> VideoSubscriberFramework {
    VideoSubscriberFramework(over: { [weak root] in root })
}

/// Opens the page of the system's settings where viewers leave their TV provider.
@MainActor func openProviderSettings() async -> Bool {
    guard let url = VideoSubscriberFramework.settingsURL else { return false }
    return await UIApplication.shared.open(url)
}

@Suite("What the article's partner framework code does") struct SampleTests {
    @Test @MainActor func `the article's code shows the framework's picker over the app's own screen`() async {
        let (root, settings, picker) = (UIViewController(inWindow: UIWindow()), UIViewController(), UIViewController())
        root.present(settings, animated: false)
        let framework = partnerFramework(over: root)
        let up = Journal<Bool>()
        let device = StandInDevice(access: { $0.answer(.granted) }) { request in
            Task { @MainActor in
                await request.tellDelegate(.present, of: picker)
                up.note(settings.presentedViewController === picker)
                await request.tellDelegate(.dismiss, of: picker)
                request.answer(.init(provider: "AppleMSO_Dish"))
            }
        }
        let outcome = await StandInDevice.$current.withValue(device) {
            await framework.ask(PartnerQuestion(isPromptAllowed: true, isInterruptionAllowed: true))
        }
        #expect(outcome.mapping == "AppleMSO_Dish")
        #expect(up.entries == [true])
        #expect(picker.viewIfLoaded?.window == nil)
        #expect(root.presentedViewController === settings)
    }

    @Test @MainActor func `the article's code opens the TV provider settings with the system's own URL`() async {
        #expect(await openProviderSettings())
        #expect(UIApplication.shared.opened.map(\.absoluteString) == [VSOpenTVProviderSettingsURLString])
    }
}
