import FlowTestSupport
import Testing

@testable import FlowMachine

/// The judge of screens, fed with single events and effects: when one may be shown, replaced, taken down, and how often it may return.
@Suite struct ScreenJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let code = SecretRef(.code, 1)
    private static let kept = PersistedState(code: PersistedCode(code: code, notAfter: noon.advanced(by: .seconds(9))))
    private static let picker = Presentation.providerPicker(configuration: SecretRef(.configuration, 1))
    private static let problem = Presentation.problem(Problem(reason: .service, options: [.retry]))
    private static let aCode = Presentation.code(code, notAfter: nil, isSlow: false)
    private static let call = Effect.call(RequestID(70), Call(token: nil, endpoint: .profiles(status: nil)))

    private struct Run {
        private var judge = JudgeAlone(ScreenJudge())

        init(_ kept: PersistedState = PersistedState()) { feed(.app(.launched(kept))) }
        init(at model: FlowModel) {
            judge = JudgeAlone(ScreenJudge(at: model))
            feed(.app(.launched(PersistedState())))
        }
        /// A viewer who has asked to sign in.
        static var asked: Run {
            var run = Run()
            run.user(.signIn(WishID(1)))
            return run
        }

        @discardableResult
        mutating func feed(_ origin: FlowEvent.Origin, _ effects: [Effect] = []) -> [Invariant] {
            judge.judge(FlowEvent(time: ScreenJudgeTests.noon, origin: origin), effects)
        }
        @discardableResult
        mutating func user(_ event: UserEvent, _ effects: Effect...) -> [Invariant] { feed(.user(event), effects) }
        @discardableResult
        mutating func effects(_ effects: Effect...) -> [Invariant] { feed(.timer(TimerID(99)), effects) }
        @discardableResult
        mutating func show(_ id: Int64, _ presentation: Presentation) -> [Invariant] {
            effects(.present(PresentationID(id), presentation))
        }
        @discardableResult
        mutating func choose(_ id: Int64, _ choice: Choice, _ effects: Effect...) -> [Invariant] {
            feed(.user(.chose(PresentationID(id), choice)), effects)
        }
        /// What the run breaks if this is shown now; the run does not remember it.
        func showing(_ id: Int64, _ presentation: Presentation) -> [Invariant] {
            var copy = self
            return copy.show(id, presentation)
        }
    }

    // MARK: Numbers

    @Test func `a screen has a newer number than all before, and only the code that is shown is updated`() {
        var run = Run.asked
        #expect(run.show(5, Self.picker) == [])
        #expect(run.showing(6, Self.picker) == [])
        for id in [4, 5] as [Int64] { #expect(run.showing(id, Self.picker) == [.shownOnlyWhileAwaited], "\(id)") }
        #expect(run.showing(5, .nothing) == [])
        #expect(run.showing(6, .nothing) == [.shownOnlyWhileAwaited], "that one is not shown")
        run.show(5, .nothing)
        #expect(run.showing(5, .nothing) == [.shownOnlyWhileAwaited], "nothing is shown any more")
        #expect(run.showing(5, Self.picker) == [.shownOnlyWhileAwaited], "an old number")
        #expect(run.show(6, Self.aCode) == [])
        #expect(run.showing(6, Self.aCode) == [])
        #expect(run.showing(6, Self.picker) == [.shownOnlyWhileAwaited])
    }

    @Test func `a judge that begins in the middle knows the screen that is shown there`() {
        let script = Place.polling.script
        let id = script.model.context.presented?.number ?? 0
        var run = Run(at: script.model)
        run.user(.signIn(WishID(50)))
        #expect(run.showing(id, .nothing) == [])
        #expect(run.showing(id, Self.aCode) == [])
        #expect(run.showing(id - 1, Self.aCode) == [.shownOnlyWhileAwaited])
        #expect(run.showing(id + 1, Self.picker) == [])
    }

    // MARK: Who may be asked

    @Test func `a screen interrupts only a viewer who asked, and one of a sign-out also a viewer who leaves`() {
        var leaving = Run()
        leaving.user(.signOut(WishID(1)))
        for (screen, isSignOut) in [(Self.picker, false), (.signOutInSettings, true), (.legacySignOut, true), (Self.aCode, false)] {
            #expect(Run().showing(1, screen) == [.silentDoesNotInterrupt], "\(screen)")
            #expect(Run.asked.showing(1, screen) == [], "\(screen)")
            #expect(leaving.showing(1, screen) == (isSignOut ? [] : [.silentDoesNotInterrupt]), "\(screen)")
        }
        var previewing = Run()
        previewing.user(.preview(WishID(1), resources: [SecretRef(.resource, 1)]))
        #expect(previewing.showing(1, Self.picker) == [.silentDoesNotInterrupt])
        var two = Run.asked
        two.user(.preview(WishID(2), resources: [SecretRef(.resource, 1)]))
        #expect(two.showing(1, Self.picker) == [], "one of them asked")
    }

    @Test func `a choice of the viewer allows a screen, if it is about the one that is shown`() {
        var run = Run.asked
        run.show(3, Self.problem)
        run.effects(.answer(WishID(1), .dropped))
        for (id, may) in [(3, true), (2, false)] as [(Int64, Bool)] {
            var chosen = run
            #expect(chosen.choose(id, .retry, .present(PresentationID(4), Self.picker)) == (may ? [] : [.silentDoesNotInterrupt]))
        }
        #expect(run.showing(4, Self.picker) == [.silentDoesNotInterrupt])
    }

    @Test func `an attempt of an earlier launch may show its code until the viewer leaves, or it has ended`() {
        #expect(Run(Self.kept).showing(1, Self.aCode) == [])
        var twice = Run()
        twice.feed(.app(.launched(Self.kept)))
        #expect(twice.showing(1, Self.aCode) == [.silentDoesNotInterrupt])
        var left = Run(Self.kept)
        left.user(.signOut(WishID(1)))
        left.effects(.answer(WishID(1), .signedOut(owed: false)))
        #expect(left.showing(1, Self.aCode) == [.silentDoesNotInterrupt])
        var asking = Run(Self.kept)
        asking.user(.signIn(WishID(1)))
        asking.effects(.answer(WishID(1), .dropped))
        #expect(asking.showing(1, Self.aCode) == [], "only a sign-out ends it")
        var ended = Run(Self.kept)
        ended.effects(.forget(.fact(.code)))
        #expect(ended.showing(1, Self.aCode) == [.silentDoesNotInterrupt])
        var replaced = Run(Self.kept)
        replaced.effects(.forget(.fact(.code)), .forget(.fact(.client)))
        #expect(replaced.showing(1, Self.aCode) == [], "new credentials end the code, not the attempt")
        var chosen = Run(Self.kept)
        chosen.choose(1, .newCode, .forget(.fact(.code)))
        #expect(chosen.showing(1, Self.aCode) == [], "the viewer asked for another code")
    }

    @Test func `the check after the end of a kept code belongs to its attempt, and so do its repetitions`() {
        var checking = Run(Self.kept)
        checking.effects(.forget(.fact(.code)), Self.call)
        #expect(checking.showing(1, .codeExpired) == [])
        var found = checking
        found.feed(.reply(RequestID(70), Reply(.profiles([]))))
        #expect(found.showing(1, .codeExpired) == [.silentDoesNotInterrupt])
        for purpose in [TimerPurpose.retry, .hold] {
            var waiting = checking
            let failed = FlowEvent.Origin.reply(RequestID(70), Reply(.failed(.transport(.connection))))
            waiting.feed(failed, [.arm(TimerID(5), purpose, at: Self.noon.advanced(by: .seconds(5)))])
            #expect(waiting.showing(1, .codeExpired) == [], "\(purpose)")
        }
        var renewed = checking
        renewed.feed(.reply(RequestID(70), Reply(.profiles([]))), [.present(PresentationID(1), .codeExpired)])
        renewed.choose(1, .newCode, .present(PresentationID(1), .nothing), .call(RequestID(71), Call(token: nil, endpoint: .configuration)))
        let kept = Effect.keep(.code(PersistedCode(code: Self.code, notAfter: Self.noon)))
        renewed.feed(.reply(RequestID(71), Reply(.failed(.transport(.timedOut)))), [kept, .present(PresentationID(2), Self.aCode)])
        renewed.choose(2, .redirectReached, .present(PresentationID(2), .nothing))
        renewed.effects()
        #expect(renewed.showing(3, .codeExpired) == [], "the new code belongs to the attempt, too")
        var again = checking
        again.feed(.reply(RequestID(70), Reply(.profiles([]))), [.keep(.code(PersistedCode(code: Self.code, notAfter: Self.noon)))])
        #expect(again.showing(1, Self.aCode) == [], "the code is in use again")
    }

    @Test func `a kept code that signed the viewer in is over with its screen`() {
        let profile = Profile(mvpd: .any, type: .regular, notAfter: Self.noon.advanced(by: .seconds(9)))
        for (keeps, takesDown, isOver) in [(true, true, true), (true, false, false), (false, true, false)] {
            var run = Run(Self.kept)
            run.show(1, Self.aCode)
            var effects: [Effect] = takesDown ? [.present(PresentationID(1), .nothing)] : []
            if keeps { effects.append(.keep(.profile(profile))) }
            run.feed(.timer(TimerID(99)), effects)
            #expect(run.showing(2, Self.picker) == (isOver ? [.silentDoesNotInterrupt] : []), "\(keeps) \(takesDown)")
        }
    }

    // MARK: How often

    /// The viewer answers this screen `times` times; each answer leads to the next number.
    private func answered(_ presentation: Presentation, _ choice: Choice, times: Int64) -> Run {
        var run = Run.asked
        for id in 1...times {
            run.show(id, presentation)
            run.choose(id, choice)
        }
        return run
    }

    @Test func `a screen that was answered returns at most twice`() {
        #expect(answered(Self.picker, .provider(.any), times: 2).showing(3, Self.picker) == [])
        #expect(answered(Self.picker, .provider(.any), times: 3).showing(4, Self.picker) == [.noEndlessScreens])
        #expect(answered(Self.picker, .provider(.any), times: 3).showing(4, Self.aCode) == [], "another screen")
        var twice = answered(Self.picker, .provider(.any), times: 2)
        twice.choose(2, .provider(.other))
        #expect(twice.showing(3, Self.picker) == [], "a second answer to the same screen is ignored (FM-04)")
        var shown = answered(Self.aCode, .done, times: 3)
        #expect(shown.show(4, Self.aCode) == [.noEndlessScreens])
        #expect(shown.showing(4, Self.aCode) == [], "an update of the one that is shown")
        for told in [Self.problem, .codeExpired] {
            var run = answered(Self.picker, .provider(.any), times: 3)
            run.show(4, told)
            #expect(run.showing(5, Self.picker) == [], "the flow said what is wrong")
        }
        var answer = answered(Self.picker, .provider(.any), times: 3)
        answer.effects(.answer(WishID(1), .dropped))
        answer.user(.preview(WishID(3), resources: []))
        #expect(!answer.showing(4, Self.picker).contains(.noEndlessScreens))
        var other = answered(Self.picker, .provider(.any), times: 3)
        other.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn))
        #expect(other.showing(4, Self.picker) == [], "the viewer wants something else")
        var mixed = answered(Self.picker, .provider(.any), times: 2)
        mixed.show(3, Self.aCode)
        mixed.choose(3, .newCode)
        #expect(mixed.showing(4, Self.picker) == [], "an answer to another screen")
    }

    @Test func `a viewer who is signed in sees no screen of a sign-in`() {
        let signedIn = Effect.answer(WishID(1), .signedIn(.serverAuthorization(ServerAuthorization(reason: .authenticated, mvpd: .any))))
        for (screen, isLeft) in [(Self.picker, true), (.signOutInSettings, false)] {
            var run = Run.asked
            run.show(1, screen)
            #expect(run.effects(signedIn) == (isLeft ? [.shownOnlyWhileAwaited] : []), "\(screen)")
        }
        var down = Run.asked
        down.show(1, Self.picker)
        #expect(down.effects(.present(PresentationID(1), .nothing), signedIn) == [])
    }
}
