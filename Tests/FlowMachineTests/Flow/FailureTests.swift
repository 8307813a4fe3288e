import FlowTestSupport
import Testing

@testable import FlowMachine

/// How the kind of a failed request affects the next one.
@Suite struct FailureTests {
    struct Meaning: Sendable {
        let failure: CallFailure
        /// Whether the same request may succeed a little later.
        var mayPass = false
        /// Whether Adobe gave no answer this time.
        var isWantOfAnswer = false
        /// Whether only the answer was lost.
        var mayHaveSucceeded = false
    }

    @Test(arguments: [
        Meaning(failure: .status(http: 499)),
        Meaning(failure: .status(http: 500), mayPass: true, isWantOfAnswer: true, mayHaveSucceeded: true),
        Meaning(failure: .refused(http: 499, .named("any"))),
        Meaning(failure: .refused(http: 500, .named("any")), isWantOfAnswer: true),
        Meaning(failure: .throttled, isWantOfAnswer: true),
        Meaning(failure: .unauthorized(nil)),
        Meaning(failure: .registrationRefused(.any)),
        Meaning(failure: .transport(.timedOut), mayPass: true, isWantOfAnswer: true, mayHaveSucceeded: true),
        Meaning(failure: .transport(.unreadable), mayHaveSucceeded: true),
        Meaning(failure: .transport(.secretMissing)),
    ])
    func `a failure reports whether it may pass, whether an answer is missing, and what may have succeeded`(meaning: Meaning) {
        #expect(meaning.failure.mayPass == meaning.mayPass)
        #expect(meaning.failure.isWantOfAnswer == meaning.isWantOfAnswer)
        #expect(meaning.failure.mayHaveSucceeded == meaning.mayHaveSucceeded)
    }

    @Test func `a refused registration names its error, and offers neither retry nor another provider`() {
        let refused = Problem(.registrationRefused(.any))
        #expect(refused.options == [.cancel])
        #expect(refused.error?.code == .any)
        #expect(Problem(.unauthorized(nil)).options == [.retry, .cancel])
    }

    @Test func `a refusal resets the count of consecutive connection failures`() {
        var script = Script.signedIn(.regular, .bare)
        script.play(1)
        script.reply(.failed(.transport(.connection)))
        #expect(script.model.calls.failures == 1)
        script.fire(.retry)
        script.reply(.failed(.refused(http: 400, .named("invalid_request"))))
        #expect(script.model.calls.failures == 0)
    }

    @Test func `a token that Adobe refuses after a sign-out is dropped without another request`() {
        var script = Place.polling.script
        let poll = script.request ?? RequestID(0)
        script.user(.signOut(WishID(2)))
        script.feed(.reply(poll, Reply(.failed(.unauthorized(nil)))))
        #expect(script.called == [])
        #expect(script.effects.contains(.forget(.fact(.token))))
        #expect(script.model.calls.token == nil)
    }

    @Test func `only a partner request accepts an answer of the partner framework`() {
        var calls = Calls()
        var turn = Turn(FlowReducer(settings: .bare).shared)
        let partner = calls.ask(.partner(.status(prompt: false)), &turn)
        let adobe = calls.ask(.adobe(.configuration), &turn)
        #expect(calls.asksPartner(partner))
        #expect(!calls.asksPartner(adobe))
    }
}
