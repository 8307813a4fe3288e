import FlowTestSupport
import Testing

@testable import FlowMachine

/// The judge of what follows a sign-out on the device, fed with single events and effects.
@Suite struct LeavingJudgeTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let end = noon.advanced(by: .seconds(9))
    private static let mark = PersistedState(signedOut: SignedOutMark())
    private static let logout = Endpoint.logout(.any)

    /// A run of events, and the judge that follows it.
    private struct Run {
        private var judge = JudgeAlone(LeavingJudge())
        private(set) var broken: [Invariant] = []
        private var requests: Int64 = 100

        init(_ kept: PersistedState = PersistedState()) { feed(.app(.launched(kept))) }
        init(at model: FlowModel) { judge = JudgeAlone(LeavingJudge(at: model), at: model) }

        mutating func feed(_ origin: FlowEvent.Origin, _ effects: [Effect] = []) {
            broken = judge.judge(FlowEvent(time: LeavingJudgeTests.noon, origin: origin), effects)
        }
        mutating func user(_ event: UserEvent, _ effects: Effect...) { feed(.user(event), effects) }
        mutating func effects(_ effects: Effect...) { feed(.timer(TimerID(99)), effects) }

        /// The partner framework answers a silent question.
        mutating func account(_ permission: Permission, _ provider: String?, error: PartnerError? = nil) {
            requests += 1
            effects(.partner(RequestID(requests), .status(prompt: false)))
            let status = PartnerStatus(permission: permission, mapping: provider.flatMap { PlatformMappingID($0) })
            feed(.reply(RequestID(requests), Reply(.partner(PartnerAnswer(status: status, error: error)))))
        }

        /// What the run breaks if these effects follow now; the run does not remember them.
        func breaks(_ effects: Effect...) -> [Invariant] {
            var copy = self
            copy.feed(.timer(TimerID(99)), effects)
            return copy.broken
        }
        var signsIn: [Invariant] { breaks(call(.profiles(status: nil))) }
    }

    private static func call(_ endpoint: Endpoint) -> Effect { .call(RequestID(5), Call(token: nil, endpoint: endpoint)) }
    private static func show(_ presentation: Presentation) -> Effect { .present(PresentationID(1), presentation) }

    private static func signedOut() -> Run {
        var run = Run()
        run.user(.signOut(WishID(1)))
        run.effects(.answer(WishID(1), .signedOut(owed: false)))
        return run
    }

    // MARK: Nothing signs in by itself

    @Test func `after a sign-out nothing leads to a sign-in that no viewer asked for`() {
        let saml = SecretRef(.saml, 1)
        let endpoints: [Endpoint] = [
            .profiles(status: nil), .profile(.any, status: nil), .profileForCode(SecretRef(.code, 1)), .createSession(mvpd: nil),
            .createPartnerProfile(saml: saml, status: PartnerStatus(permission: .granted)), .configuration,
            .restV1(.checkAuthentication), .restV1(.authenticationToken), .restV1(.exchange(.any, saml: saml)),
            .restV1(.createCode(mvpd: nil)),
        ]
        for endpoint in endpoints {
            #expect(Self.signedOut().breaks(Self.call(endpoint)) == [.noSignInAfterSignOut], "\(endpoint)")
            #expect(Run().breaks(Self.call(endpoint)) == [])
        }
        for endpoint in [Endpoint.register, .restV1(.configuration), .restV1(.userMetadata)] {
            #expect(Self.signedOut().breaks(Self.call(endpoint)) == [], "\(endpoint)")
        }
        let choice = Effect.partner(RequestID(5), .choice(configuration: SecretRef(.configuration, 1)))
        #expect(Self.signedOut().breaks(choice) == [.noSignInAfterSignOut])
        #expect(Self.signedOut().breaks(.partner(RequestID(5), .status(prompt: false))) == [])
    }

    @Test func `a wish that may ask the viewer allows a sign-in, until it is answered`() {
        let resource = SecretRef(.resource, 1)
        let wishes: [(UserEvent, Bool)] = [
            (.signIn(WishID(2)), true), (.otherProvider(WishID(2)), true), (.play(WishID(2), resource: resource, under: .signedIn), true),
            (.play(WishID(2), resource: resource, under: .ifSignedIn), false), (.preview(WishID(2), resources: [resource]), false),
            (.userMetadata(WishID(2)), false),
        ]
        for (wish, allows) in wishes {
            var run = Self.signedOut()
            run.user(wish)
            #expect(run.signsIn == (allows ? [] : [.noSignInAfterSignOut]), "\(wish)")
            run.effects(.answer(WishID(2), .dropped))
            #expect(run.signsIn == [.noSignInAfterSignOut], "nothing has begun")
        }
        var begun = Self.signedOut()
        begun.user(.signIn(WishID(2)), Self.call(.profiles(status: nil)))
        begun.effects(.answer(WishID(2), .dropped))
        #expect(begun.signsIn == [], "a check that has begun goes through")
        var marked = Self.signedOut()
        marked.user(.signIn(WishID(2)), .forget(.fact(.signedOut)))
        marked.effects(.answer(WishID(2), .dropped))
        #expect(marked.signsIn == [], "the mark is gone, so the wish has begun")
        var unmarked = Self.signedOut()
        unmarked.effects(.forget(.fact(.signedOut)))
        #expect(unmarked.signsIn == [.noSignInAfterSignOut], "nobody asked")
        var other = Self.signedOut()
        other.user(.signIn(WishID(2)), .forget(.fact(.code)))
        other.effects(.answer(WishID(2), .dropped))
        #expect(other.signsIn == [.noSignInAfterSignOut])
        var many = Self.signedOut()
        many.user(.signIn(WishID(2)), .answer(WishID(2), .refused(Refusal(reason: .tooManyWishes, options: [.retry]))))
        #expect(many.signsIn == [.noSignInAfterSignOut])
        var two = Self.signedOut()
        two.user(.signIn(WishID(2)))
        two.user(.signIn(WishID(3)))
        two.effects(.answer(WishID(3), .dropped))
        #expect(two.signsIn == [], "the first wish still waits")
    }

    @Test func `a launch remembers the sign-out, by its mark or by what is owed`() {
        #expect(Run(Self.mark).signsIn == [.noSignInAfterSignOut])
        #expect(Run(PersistedState(owedLogouts: [.mvpd(.any)])).signsIn == [.noSignInAfterSignOut])
        #expect(Run().signsIn == [])
        var twice = Run()
        twice.feed(.app(.launched(Self.mark)))
        #expect(twice.signsIn == [], "only the first launch counts")
    }

    @Test func `another account on the device may sign in, the one that left may not`() {
        let left = PlatformMappingID("Apple_M")
        let marks: [(SignedOutMark, String, Bool)] = [
            (SignedOutMark(account: left), "Apple_M", false), (SignedOutMark(account: left), "Apple_N", true),
            (SignedOutMark(), "Apple_N", true), (SignedOutMark(isAccountUnknown: true), "Apple_N", false),
        ]
        for (mark, account, may) in marks {
            var run = Run(PersistedState(signedOut: mark))
            run.account(.granted, account)
            #expect(run.signsIn == (may ? [] : [.noSignInAfterSignOut]), "\(mark) \(account)")
        }
        var unknown = Run(PersistedState(signedOut: SignedOutMark(isAccountUnknown: true)))
        unknown.account(.granted, "Apple_M")
        unknown.account(.granted, "Apple_N")
        #expect(unknown.signsIn == [], "the first account was the one that left")
        var left1 = Run()
        left1.account(.granted, "Apple_M")
        left1.user(.signOut(WishID(1)))
        left1.account(.granted, "Apple_M")
        #expect(left1.signsIn == [.noSignInAfterSignOut])
        left1.account(.granted, nil)
        left1.account(.granted, "Apple_M")
        #expect(left1.signsIn == [], "the account was signed out in Settings meanwhile")
    }

    @Test func `an error and a missing permission say nothing about the account`() {
        for (permission, error) in [(Permission.granted, PartnerError.other(code: 7)), (.denied, nil)] as [(Permission, PartnerError?)] {
            var run = Run()
            run.account(.granted, "Apple_M")
            run.user(.signOut(WishID(1)))
            run.account(permission, nil, error: error)
            run.account(.granted, "Apple_M")
            #expect(run.signsIn == [.noSignInAfterSignOut], "\(permission)")
        }
        var hidden = Run()
        hidden.account(.granted, "Apple_M")
        hidden.account(.denied, nil)
        hidden.user(.signOut(WishID(1)))
        hidden.account(.granted, "Apple_N")
        #expect(hidden.signsIn == [.noSignInAfterSignOut], "which account left is not known")
        var none = Run()
        none.account(.granted, nil)
        none.user(.signOut(WishID(1)))
        none.account(.granted, "Apple_N")
        #expect(none.signsIn == [], "there was none")
        var again = Run()
        again.account(.granted, "Apple_M")
        again.user(.signOut(WishID(1)))
        again.user(.signOut(WishID(2)))
        again.account(.granted, "Apple_M")
        #expect(again.signsIn == [.noSignInAfterSignOut])
    }

    // MARK: What a sign-out leaves

    @Test func `a sign-out forgets the viewer's profile, provider and code at once`() {
        let kept = PersistedState(
            provider: RememberedProvider(mvpd: .any), profile: Profile(mvpd: .any, type: .regular, notAfter: Self.end),
            code: PersistedCode(code: SecretRef(.code, 1), notAfter: Self.end))
        let all: [Effect] = [.forget(.fact(.profile)), .forget(.fact(.provider)), .forget(.fact(.code))]
        for omitted in all.indices {
            var run = Run(kept)
            run.feed(.user(.signOut(WishID(1))), all.enumerated().filter { $0.offset != omitted }.map { $0.element })
            #expect(run.broken == [.signOutForgetsViewer], "\(all[omitted])")
        }
        var run = Run(kept)
        run.feed(.user(.signOut(WishID(1))), all)
        #expect(run.broken == [])
        var silent = Run(kept)
        silent.user(.signOut(WishID(1)))
        #expect(silent.broken == [.signOutForgetsViewer], "without any effect, too")
        var later = Run()
        later.effects(.keep(.profile(Profile(mvpd: .any, type: .regular, notAfter: Self.end))))
        later.user(.signOut(WishID(1)))
        #expect(later.broken == [.signOutForgetsViewer])
        var repeated = Run(kept)
        repeated.user(.preview(WishID(1), resources: [SecretRef(.resource, 1)]))
        repeated.user(.signOut(WishID(1)))
        #expect(repeated.broken == [], "the app awaits this wish already")
    }

    @Test func `a logout is on disk before it is sent`() {
        var run = Self.signedOut()
        #expect(run.breaks(Self.call(Self.logout)) == [.debtIsKeptFirst])
        #expect(run.breaks(.keep(.owedLogouts([.mvpd(.any)])), Self.call(Self.logout)) == [])
        #expect(run.breaks(Self.call(Self.logout), .keep(.owedLogouts([.mvpd(.any)]))) == [.debtIsKeptFirst])
        run.effects(.keep(.owedLogouts([.mvpd(.any)])))
        run.effects(.forget(.fact(.code)))
        #expect(run.breaks(Self.call(Self.logout)) == [])
        run.effects(.forget(.fact(.owedLogouts)))
        #expect(run.breaks(Self.call(Self.logout)) == [.debtIsKeptFirst])
        for (count, isFull) in [(7, false), (8, true)] {
            let others = (1...count).compactMap { MVPDID("M\($0)").map { OwedLogout.mvpd($0) } }
            #expect(Self.signedOut().breaks(.keep(.owedLogouts(others)), Self.call(Self.logout)) == (isFull ? [] : [.debtIsKeptFirst]))
        }
        #expect(Run(PersistedState(owedLogouts: [.mvpd(.any)])).breaks(Self.call(Self.logout)) == [])
    }

    @Test func `the legacy API's logout needs a debt, unless the viewer wants another provider`() {
        let logout = Self.call(.restV1(.logout))
        #expect(Run().breaks(logout) == [.debtIsKeptFirst])
        #expect(Run(PersistedState(owedLogouts: [.device])).breaks(logout) == [])
        for event in [UserEvent.otherProvider(WishID(2)), .chose(PresentationID(1), .otherProvider)] {
            var run = Run()
            run.user(event)
            #expect(run.breaks(logout) == [], "\(event)")
            run.user(.play(WishID(3), resource: SecretRef(.resource, 1), under: .signedIn))
            run.effects(.answer(WishID(3), .denied(resource: SecretRef(.resource, 1), error: .named("x"))))
            #expect(run.breaks(logout) == [.debtIsKeptFirst], "that viewer has signed in")
        }
    }

    @Test func `a screen of the sign-out is shown only to a viewer who is there`() {
        let screens: [Presentation] = [.signOutInSettings, .signOutUserAgent(link: SecretRef(.link, 1)), .legacySignOut]
        for screen in screens {
            #expect(Self.signedOut().breaks(Self.show(screen)) == [.silentDoesNotInterrupt], "\(screen)")
            var waiting = Run()
            waiting.user(.signOut(WishID(1)))
            #expect(waiting.breaks(Self.show(screen)) == [])
            var signingIn = Self.signedOut()
            signingIn.user(.signIn(WishID(2)))
            #expect(signingIn.breaks(Self.show(screen)) == [])
            var acting = Self.signedOut()
            acting.user(.chose(PresentationID(3), .done), Self.show(screen))
            #expect(acting.broken == [])
        }
        #expect(Self.signedOut().breaks(Self.show(.codeExpired)) == [])
    }

    @Test func `a judge that begins in the middle takes over what is known there`() {
        var script = Script.signedIn()
        #expect(Run(at: script.model).signsIn == [])
        script.user(.signOut(WishID(4)))
        let run = Run(at: script.model)
        #expect(run.signsIn == [.noSignInAfterSignOut])
        #expect(run.breaks(Self.call(Self.logout)) == [], "the debt is on disk")
        #expect(run.breaks(Self.show(.signOutInSettings)) == [], "the sign-out waits")
        #expect(run.breaks(Self.call(.restV1(.logout))) == [])
        script.user(.signIn(WishID(5)))
        #expect(Run(at: script.model).signsIn == [])
        var known = Run(at: script.model)
        known.user(.signOut(WishID(5)))
        #expect(known.broken == [], "the app awaits this wish already")
    }
}
