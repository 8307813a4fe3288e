import FlowEffects
import FlowMachine
import FlowStories
import Testing

@testable import FlowSimulation

/// The drill: from one moment on, the legacy API answers no more, in each of the ways that are imaginable, before each request of it.
@Suite("The end of life of the legacy API")
struct EndOfLifeTests {
    /// A viewer's story under the legacy API, which the API's end interrupts.
    struct Story: Sendable, CustomStringConvertible {
        let description: String
        let world: @Sendable () -> SimulatedWorld
        let begin: @Sendable (inout SimulatedWorld) -> Void
        var goOn: @Sendable (inout SimulatedWorld) -> Void = { _ in }
    }

    private static let habits: [SimulatedViewer.Habit] = [
        .picks("Cablevision", after: .seconds(3)), .once(.codeExpired, .newCode, after: .seconds(2)),
        SimulatedViewer.Habit(on: .codeExpired, [SimulatedViewer.TimedAction(after: .seconds(2), .choose(.cancel))]),
        SimulatedViewer.Habit(on: .problem, [SimulatedViewer.TimedAction(after: .seconds(2), .choose(.cancel))]),
        SimulatedViewer.Habit(on: .legacySignOut, [SimulatedViewer.TimedAction(after: .seconds(2), .choose(.redirectReached))]),
        .signsOutInSettings(),
    ]

    private static func tv(_ partner: SimulatedPartnerFramework, _ more: [SimulatedViewer.Habit] = []) -> SimulatedWorld {
        var world = SimulatedWorld.legacyTV(partner, habits + more)
        world.adobe.codeLifetime = .seconds(60)
        return world
    }

    static let stories: [Story] = [
        Story(description: "a code on a TV") {
            tv(.denied, [.usesCode(after: .seconds(30))])
        } begin: {
            $0.launch()
            $0.signIn()
        },
        Story(description: "a page on a phone") {
            var world = SimulatedWorld.legacyPhone(.legacyPhone, .denied, habits + [.usesUserAgent()])
            world.adobe.codeLifetime = .seconds(60)
            return world
        } begin: {
            $0.launch()
            $0.signIn()
        },
        Story(description: "Apple's account") {
            tv(.onCablevision)
        } begin: {
            $0.launch()
            $0.signIn()
        },
        Story(description: "a playback") {
            tv(.denied)
        } begin: {
            $0.launchAndSignIn(holding: [("Cablevision", .regular)])
        } goOn: {
            $0.play("REF30")
        },
        Story(description: "a preview and metadata") {
            tv(.denied)
        } begin: {
            $0.launchAndSignIn(holding: [("Cablevision", .regular)])
        } goOn: {
            $0.preview(["resource1", "resource2"])
            $0.run(for: .seconds(5))
            $0.userMetadata()
        },
        Story(description: "temporary access") {
            tv(.denied)
        } begin: {
            $0.launch()
            $0.runUntilIdle()
        } goOn: {
            $0.play("REF30", under: .temporary(identity: nil))
        },
        Story(description: "a sign-out after Apple's sign-on") {
            tv(.onCablevision)
        } begin: {
            $0.launchAndSignIn()
        } goOn: {
            $0.signOut()
        },
        Story(description: "a silent check at the launch") {
            tv(.denied)
        } begin: {
            $0.launch()
        },
    ]

    /// The story until the legacy API has received `count` requests since `begin`; then it has ended. `nil` if there are fewer.
    private func interrupted(_ story: Story, after count: Int, _ end: SimulatedAdobe.LegacyEnd) -> SimulatedWorld? {
        var world = story.world()
        story.begin(&world)
        let before = world.adobe.receivedLegacy.count
        story.goOn(&world)
        // The registration is not part of the legacy API, so the story continues until the moment has come.
        while world.adobe.receivedLegacy.count < before + count {
            if world.isQuiet { return nil }
            world.run(for: Interval(milliseconds: 10))
        }
        world.adobe.legacyEnd = end
        return world
    }

    private func isTold(_ world: SimulatedWorld) -> Bool {
        world.presentations.contains { if case .problem(let problem) = $0.presentation { problem.reason == .apiEnded } else { false } }
            || world.answers.contains { if case .refused(let refusal) = $0.answer { refusal.reason == .apiEnded } else { false } }
    }

    @Test(arguments: SimulatedAdobe.LegacyEnd.allCases)
    func `whenever the legacy API ends, a viewer who asks for something is asked to update the app`(end: SimulatedAdobe.LegacyEnd) throws {
        var moments = 0
        for story in Self.stories {
            for count in 0... {
                guard var world = interrupted(story, after: count, end) else { break }
                moments += 1
                let place = "\(end.rawValue), \(story), after \(count) requests (\(world.model.state.name).\(world.model.state.step))"
                let remembered = world.vault.relaunchedProvider
                let shown = world.presentations.count
                world.runUntilIdle()
                world.signIn()
                world.runUntilIdle()
                world.play("REF30")
                world.runUntilIdle()
                #expect(isTold(world), "\(place): the viewer reads nothing")
                promise(world, since: shown, remembered, place)
                checkLog(world, place)
            }
        }
        #expect(moments > 30, "the drill was interrupted at \(moments) moments")
    }

    /// After the end: at most the code that was on its way is shown, none after the viewer has read why; nothing offers what cannot help; the
    /// provider that the viewer used is still known, and every wish is answered.
    private func promise(_ world: SimulatedWorld, since shown: Int, _ remembered: RememberedProvider?, _ place: String) {
        var codes = 0
        var isTold = false
        for record in world.presentations.dropFirst(shown) {
            switch record.presentation {
            case .code, .userAgent:
                codes += 1
                if isTold { Issue.record("\(place): a code after the viewer has read it") }
            case .problem(let problem) where problem.reason == .apiEnded:
                isTold = true
                if problem.options != [.cancel] { Issue.record("\(place): offers \(problem.options)") }
            case _: continue
            }
        }
        if codes > 1 { Issue.record("\(place): \(codes) codes in vain") }
        if let remembered, world.wishes.count < 5, world.vault.relaunchedProvider == nil, !place.contains("sign-out") {
            Issue.record("\(place): \(remembered.mvpd.text) is forgotten")
        }
        for wish in world.wishes where world.answer(to: wish) == nil { Issue.record("\(place): a wish is not answered") }
        for answer in world.answers {
            if case .refused(let refusal) = answer.answer, refusal.reason == .apiEnded, refusal.options != [.cancel] {
                Issue.record("\(place): a refusal offers \(refusal.options)")
            }
        }
    }

    private func checkLog(_ world: SimulatedWorld, _ place: String) {
        for segment in world.segments {
            guard var replay = try? Replay(segment) else {
                Issue.record("\(place): the log cannot be read")
                continue
            }
            var checker = InvariantChecker(settings: world.settings)
            while let record = try? replay.next() {
                let broken = checker.check(record.event, replay.model, record.effects)
                if !broken.isEmpty { Issue.record("\(place), event \(record.number): \(broken.map(\.rawValue))") }
            }
        }
    }

    @Test func `while the legacy API works, no story finds that it has ended`() {
        for story in Self.stories {
            var world = story.world()
            story.begin(&world)
            story.goOn(&world)
            world.runUntilIdle()
            world.signIn()
            world.runUntilIdle()
            world.play("REF30")
            world.runUntilIdle()
            #expect(!isTold(world), "\(story)")
        }
    }

    @Test func `an outage of one endpoint, of the whole legacy API or of the network is not its end`() {
        for status in [403, 404, 410, 200, 503] {
            var world = Self.tv(.denied)
            world.adobe.answerNext(legacy: .createCode, with: .page(status: status), times: 9)
            world.launchAndSignIn()
            world.signIn()
            world.runUntilIdle()
            #expect(!isTold(world), "createCode answers \(status)")
        }
        var world = Self.tv(.denied)
        for kind in RESTV1Endpoint.Kind.allCases { world.adobe.answerNext(legacy: kind, with: .page(status: 503), times: 99) }
        world.launchAndSignIn()
        #expect(!isTold(world))
    }

    @Test func `a legacy API that works again is used again`() {
        var world = Self.tv(.denied, [.usesCode(after: .seconds(5))])
        world.adobe.legacyEnd = .gone
        world.launchAndSignIn()
        #expect(isTold(world))
        world.adobe.legacyEnd = nil
        let wish = world.signIn()
        world.runUntilIdle()
        guard case .signedIn? = world.answer(to: wish) else {
            Issue.record("not signed in")
            return
        }
    }
}

extension SimulatedVault {
    fileprivate var relaunchedProvider: RememberedProvider? {
        fact(.provider).flatMap { if case .provider(let known) = $0 { known } else { nil } }
    }
}
