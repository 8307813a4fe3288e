import FlowTestSupport
import Testing

@testable import FlowMachine

/// The facts that are known in every state, and the bounds of what a call keeps.
@Suite struct ContextTests {
    private static let noon = Instant(milliseconds: 1_767_225_600_000)
    private static let other = MVPDID("Other") ?? .any

    private func profile(_ mvpd: MVPDID, _ type: ProfileType = .regular) -> Profile {
        Profile(mvpd: mvpd, type: type, notAfter: Self.noon)
    }

    private static func after(_ seconds: Int64) -> Instant { noon.advanced(by: .seconds(seconds)) }

    // MARK: Providers

    @Test(arguments: [false, true])
    func `a sign-in that Adobe named is not kept as one that may have happened, if a sign-out concerns all`(all: Bool) {
        var context = Context()
        context.noteSignInRequest(.any, all: all)
        context.noteSignInRequest(.any, all: all)
        context.noteSignInRequest(nil, all: all)
        #expect(context.requestedSignIns == [.any])
        context.noteProviders([profile(.any), profile(Self.other), profile(.any)], all: all)
        #expect(context.signedInProviders == [.any, Self.other])
        #expect(context.requestedSignIns == (all ? [] : [.any]))
        context.noteSignInRequest(Self.other, all: all)
        #expect(context.requestedSignIns == (all ? [] : [.any, Self.other]))
    }

    @Test func `eight possible sign-ins are kept, and eight that Adobe named; temporary ones are none`() {
        var context = Context()
        let many = (1...9).compactMap { MVPDID("M\($0)") }
        for mvpd in many { context.noteSignInRequest(mvpd, all: false) }
        #expect(context.requestedSignIns == Array(many.prefix(8)))
        context.noteProviders(many.map { profile($0) }, all: false)
        #expect(context.signedInProviders == Array(many.prefix(8)))
        context = Context()
        context.noteProviders([profile(.any, .temporary)], all: false)
        #expect(context.signedInProviders == [])
    }

    @Test func `a sign-out concerns the access's provider, unless it is temporary`() {
        let access = Access.serverAuthorization(ServerAuthorization(reason: .authenticated, mvpd: .any))
        let temporary = Access.serverAuthorization(ServerAuthorization(reason: .temporary, mvpd: .any))
        #expect(Context().mvpdsToSignOut(all: true, access) == [.any])
        #expect(Context().mvpdsToSignOut(all: true, temporary) == [])
        #expect(Context().mvpdsToSignOut(all: true, nil) == [])
    }

    // MARK: Sign-out

    @Test func `a launch with a debt and no mark was signed out, from an account that is not known`() {
        for (kept, mark) in [
            (PersistedState(owedLogouts: [.mvpd(.any)]), SignedOutMark(isAccountUnknown: true)), (PersistedState(), nil),
            (PersistedState(signedOut: SignedOutMark(), owedLogouts: [.mvpd(.any)]), SignedOutMark()),
        ] as [(PersistedState, SignedOutMark?)] {
            var context = Context()
            context.restore(kept)
            #expect(context.signedOut == mark)
        }
    }

    @Test func `another account is one that differs from a known one`() {
        let marks: [(SignedOutMark, Bool)] = [
            (SignedOutMark(account: PlatformMappingID("Apple_M")), true), (SignedOutMark(account: PlatformMappingID("Apple_N")), false),
            (SignedOutMark(), true), (SignedOutMark(isAccountUnknown: true), false),
        ]
        for (mark, isOther) in marks {
            var context = Context()
            context.restore(PersistedState(signedOut: mark))
            #expect(!context.hasOtherAccount)
            context.note(PartnerAnswer(status: PartnerStatus(permission: .granted, mapping: PlatformMappingID("Apple_N"))).reading)
            #expect(context.hasOtherAccount == isOther, "\(mark)")
        }
    }

    @Test func `what is noted about one wish concerns no other`() {
        var context = Context()
        for id in 1...2 as ClosedRange<Int64> { _ = context.open(Wish(id: WishID(id), kind: .userMetadata)) }
        context.noteReturn(of: WishID(2), .toCheck)
        context.noteStatusRefused(for: WishID(1))
        #expect(context.wishes.map(\.returned) == [.no, .toCheck])
        #expect(context.wishes.map(\.isStatusRefused) == [true, false])
    }

    // MARK: Clocks

    @Test func `a code ends by Adobe's clock once that is known, until then by the device's`() {
        let known = AdobeClock(offset: .seconds(-10))
        let both = CodeEnd(notAfter: Self.noon, end: Self.noon)
        #expect(both.hasPassed(AdobeClock(), at: Self.noon))
        #expect(!both.hasPassed(AdobeClock(), at: Self.after(-1)))
        #expect(!both.hasPassed(known, at: Self.after(9)))
        #expect(both.hasPassed(known, at: Self.after(10)))
        let open = CodeEnd(notAfter: nil, end: Self.noon)
        #expect(open.hasPassed(known, at: Self.noon), "Adobe gave no expiry")
        #expect(!open.hasPassed(known, at: Self.after(-1)))
    }

    @Test func `both clocks have passed an instant when the later of them shows it`() {
        for (offset, seconds, hasPassed) in [
            (0, 0, true), (0, -1, false), (-2, 0, true), (-3, 0, false), (-3, 1, true), (5, -1, false),
        ] as [(Int64, Int64, Bool)] {
            #expect(
                AdobeClock(offset: .seconds(offset)).hasPassedByBoth(Self.noon, at: Self.after(seconds)) == hasPassed,
                "\(offset) \(seconds)")
        }
    }

    @Test func `an error of Adobe's shows its clock if anything names it, a trace too`() {
        let trace = TraceID("6f1d8d0c-3b9f-4b7e-9d4a-0d2f7d1a9c11")
        #expect(trace != nil)
        func time(_ error: AdobeError) -> Instant? { Reply(.failed(.refused(http: 400, error)), serverTime: Self.noon).adobesTime }
        #expect(time(AdobeError(action: .none, status: 400, code: nil, trace: trace)) == Self.noon)
        #expect(time(AdobeError(action: .none, status: 400, code: nil)) == nil)
        #expect(time(AdobeError(action: .retry, status: 400, code: nil)) == Self.noon)
    }

    // MARK: Parts

    @Test func `a preview is limited to the size that Adobe accepted, if it is larger`() {
        let resources = (1...3).map { SecretRef(.resource, $0) }
        for (size, count) in [(2, 2), (3, 3), (4, 3), (0, 3)] as [(Int64, Int)] {
            let endpoint = Endpoint.preauthorize(.any, resources: resources, status: nil)
            var call = PendingCall(id: CallID(1), question: .adobe(endpoint))
            call.limit(to: size)
            guard case .adobe(let asked) = call.question else { continue }
            #expect(asked.parameters.resources.count == count, "\(size)")
            #expect((call.batch != nil) == (count < 3), "\(size)")
        }
    }
}
