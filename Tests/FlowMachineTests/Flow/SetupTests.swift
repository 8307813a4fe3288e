import FlowTestSupport
import Testing

@testable import FlowMachine

/// An app whose redirect URL, domain or service provider Adobe does not accept.
@Suite struct SetupTests {
    private static let codes = ["invalid_parameter_redirect_url", "invalid_parameter_domain_name", "invalid_parameter_service_provider"]

    private static func refusal(_ code: String) -> Reply.Result { .failed(.refused(http: 400, .named(code))) }

    @Test(arguments: codes) func `a wrong setup is a cause of its own, and nothing is offered that sends the same again`(code: String) {
        for place in [Place.creatingSession, .partnerSession, .checking] {
            var script = place.script
            script.reply(Self.refusal(code))
            let problem = Problem(reason: .setup, error: .named(code), options: [.cancel])
            #expect(script.effects.contains(.present(script.model.context.presented ?? PresentationID(0), .problem(problem))), "\(place)")
            #expect(script.called.isEmpty, "\(place)")
        }
    }

    @Test(arguments: codes) func `a decision that is refused for a wrong setup offers no retry`(code: String) {
        var script = Place.authorizing.script
        script.reply(Self.refusal(code))
        #expect(script.answer == .refused(Refusal(reason: .setup, error: .named(code), options: [.cancel])))
    }
}
