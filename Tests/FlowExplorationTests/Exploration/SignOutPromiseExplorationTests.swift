import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

/// Sign-outs that do not reach Adobe, in every order of events.
@Suite struct SignOutPromiseExplorationTests {
    /// A launch with an owed logout, or with a viewer signed in; the connection may be lost permanently.
    private static func alphabet(_ api: FlowSettings.API) -> Alphabet {
        var alphabet = Alphabet.pinned
        alphabet.settings = .exploredBare
        alphabet.settings.api = api
        let token = AccessToken(ref: SecretRef(.token, 0), notAfter: Alphabet.start.advanced(by: .seconds(21_600)))
        let owed: OwedLogout = api == .restV1 ? .device : .mvpd(alphabet.mvpds[0])
        alphabet.launches = [[], [owed]].map { PersistedState(client: SecretRef(.client, 0), token: token, owedLogouts: $0) }
        alphabet.wishes = [.play, .signOut]
        alphabet.faults = 1
        alphabet.allowsLostConnection = true
        return alphabet
    }

    @Test(arguments: [FlowSettings.API.restV2, .restV1])
    func `no order of events lets a viewer watch under a profile that was signed out`(api: FlowSettings.API) {
        var explorer = Explorer(Self.alphabet(api))
        // Beyond this depth there is nothing new except a code that is polled.
        explorer.maximumDepth = 11
        let found = explorer.run()
        #expect(found.violation.map { "\($0.violation)\n" + String(decoding: $0.log, as: UTF8.self) } == nil)
        #expect(found.states > 500, "\(found.states)")
    }

    /// The launch's logout is lost, both times, and then the wish's.
    @Test(arguments: [FlowSettings.API.restV2, .restV1])
    func `two attempts in a row can be used up, and then the wish is refused`(api: FlowSettings.API) throws {
        var alphabet = Self.alphabet(api)
        alphabet.launches = alphabet.launches.filter { !$0.owedLogouts.isEmpty }
        var explorer = Explorer(alphabet)
        explorer.maximumDepth = 14
        // The legacy API is first asked how the viewer had signed in.
        let least: Int64 = api == .restV1 ? 6 : 4
        explorer.forbidden = { event, model, effects in
            guard case .reply(let request, _) = event.origin, request.number >= least else { return nil }
            let isRefused = effects.contains {
                if case .answer(_, .refused(let refusal)) = $0 { refusal.reason == .unreachable } else { false }
            }
            return isRefused && model.state.name == "loggedOut" ? "refused" : nil
        }
        let violation = try #require(explorer.run().violation)
        #expect(violation.violation == "refused")
        let lost = violation.events.filter {
            if case .reply(_, let reply) = $0.origin { reply.result == .failed(.transport(.connection)) } else { false }
        }
        #expect(lost.count >= 4, "each was sent twice")
    }

    @Test func `a profile is gone after a sign-out that Adobe answered and present after one it did not`() {
        let alphabet = Self.alphabet(.restV2)
        let mvpd = alphabet.mvpds[0]
        let profile = Reply.Result.profiles([Profile(mvpd: mvpd, type: .regular, notAfter: Alphabet.start.advanced(by: .seconds(9)))])
        var gone: [OwedLogout] = []
        #expect(!gone.contradict(profile, to: .profiles(status: nil)))
        gone.note(.logouts([]), to: .logout(mvpd))
        #expect(gone.contradict(profile, to: .profiles(status: nil)))
        #expect(gone.contradict(profile, to: .profile(mvpd, status: nil)))
        #expect(!gone.contradict(.profiles([]), to: .profiles(status: nil)))
        gone.note(profile, to: .profileForCode(SecretRef(.code, 1)))
        #expect(!gone.contradict(profile, to: .profiles(status: nil)))
        let owed = OwedLogout.mvpd(mvpd)
        #expect(owed.isHeld(in: profile, to: .profiles(status: nil)))
        #expect(!owed.isHeld(in: .profiles([]), to: .profiles(status: nil)))
        #expect(!owed.isHeld(in: .profiles([]), to: .profile(mvpd, status: nil)))
        #expect(owed.isHeld(in: .logouts([]), to: .logout(mvpd)))
    }
}
