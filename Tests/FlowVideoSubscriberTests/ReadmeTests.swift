import FlowEffects
import FlowTestSupport
import FlowVideoSubscriber
import Testing
import VideoSubscriberAccount

// README: begin
/// Apple's single sign-on, with its screens over `root`.
@MainActor func partnerFramework(over root: UIViewController) -> VideoSubscriberFramework {
    VideoSubscriberFramework(
        present: { root.present($0, animated: true) },
        dismiss: { $0.dismiss(animated: true) })
}
// README: end

@Suite("The README's partner framework", .timeLimit(.minutes(15))) struct ReadmeTests {
    @Test func `stands there as it is compiled and run here`() throws {
        let mine = try #require(try Repository.texts(suffix: "FlowVideoSubscriberTests/ReadmeTests.swift").first).lines
        let begin = try #require(mine.firstIndex(of: "// README: begin"))
        let end = try #require(mine.firstIndex(of: "// README: end"))
        let code = Array(mine[(begin + 1)..<end])
        let readme = try #require(try Repository.texts(suffix: "README.md").first { $0.path == "README.md" }).lines
        let place = try #require(readme.firstIndex(of: code[0]), "README.md lacks the code of ReadmeTests.swift")
        #expect(Array(readme.dropFirst(place).prefix(code.count)) == code, "README.md:\(place + 1) differs from ReadmeTests.swift")
    }

    @MainActor private final class Root: UIViewController {
        var presented: [ObjectIdentifier] = []

        override func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil) {
            presented.append(ObjectIdentifier(viewControllerToPresent))
        }
    }

    @MainActor private final class Picker: UIViewController {
        var dismissals = 0

        override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { dismissals += 1 }
    }

    @Test @MainActor func `shows the framework's picker over the app's own screen`() async {
        let (root, picker) = (Root(), Picker())
        let framework = partnerFramework(over: root)
        let device = StandInDevice(access: { $0.answer(.granted) }) { request in
            Task {
                await request.tellDelegate(.present, of: picker)
                await request.tellDelegate(.dismiss, of: picker)
                request.answer(.init(provider: "AppleMSO_Dish"))
            }
        }
        let outcome = await StandInDevice.$current.withValue(device) {
            await framework.ask(PartnerQuestion(prompt: true, interruption: true))
        }
        #expect(outcome.provider == "AppleMSO_Dish")
        #expect(root.presented == [ObjectIdentifier(picker)])
        #expect(picker.dismissals == 1)
    }
}
