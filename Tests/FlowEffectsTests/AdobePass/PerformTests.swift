import FlowEffects
import FlowMachine
import FlowTestSupport
import Testing

struct PerformTests {
    private struct Canned: HTTPTransport {
        let answer: Result<HTTPResponse, HTTPFailure>

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { try answer.get() }
    }

    @Test func `an answer becomes a reply, and so does a missing answer`() async {
        let interpreter = Interpreter()
        let call = Call(token: interpreter.token, endpoint: .profiles(status: nil))
        let cases: [(Result<HTTPResponse, HTTPFailure>, Reply.Result)] = [
            (.success(HTTPResponse(status: 200, body: Array(#"{"profiles":{}}"#.utf8))), .profiles([])),
            (.failure(.timedOut), .failed(.transport(.timedOut))), (.failure(.connection), .failed(.transport(.connection))),
            (.failure(.canceled), .failed(.transport(.connection))), (.failure(.tooBig), .failed(.transport(.unreadable))),
        ]
        for (answer, expected) in cases {
            #expect(await interpreter.adobe.perform(call, over: Canned(answer: answer)).result == expected)
        }
        interpreter.store.remove(interpreter.token)
        let lost = await interpreter.adobe.perform(call, over: Canned(answer: .failure(.connection)))
        #expect(lost.result == .failed(.transport(.secretMissing)))
    }
}
