import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing

/// The inputs that fuzzing the answers keeps in `Tests/Fuzzing/Corpus/answers`: one for each branch that the readers take.
@Suite struct CorpusTests {
    @Test func `each corpus input is read by its endpoint, and a log stores and returns it`() throws {
        let interpreter = Interpreter()
        let endpoints = try interpreter.everyEndpoint()
        let legacy = try interpreter.everyLegacyEndpoint().map { Endpoint.restV1($0) }
        let header = LogHeader(app: "Fuzz/1", support: "F", settings: .phone)
        var kinds: Set<String> = []
        for name in Repository.files(under: "Tests/Fuzzing/Corpus/answers") {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: "\(Repository.path)/\(name)")))
            let lineEnd = input.firstIndex(of: 0x0A) ?? 0
            let body = Array(input.dropFirst(lineEnd + 1))
            let date = HTTPRequest.Field("Date", String(decoding: input.prefix(lineEnd).dropFirst(), as: UTF8.self))
            let choice = Int(input.first ?? 0)
            let endpoint = choice < 128 ? endpoints[choice % endpoints.count] : legacy[(choice - 128) % legacy.count]
            for status in [200, 400] {
                let reply = interpreter.reply(endpoint, HTTPResponse(status: status, headers: [date], body: body))
                let event = FlowEvent(time: Instant(milliseconds: 1_767_225_600_000), origin: .reply(RequestID(1), reply))
                var recorder = FlowRecorder(header: header)
                var reader = try LogReader(recorder.headerLine + recorder.record(event).line)
                if try reader.next()?.event != event { Issue.record("\(name): \(endpoint.kind) reads back differently") }
                kinds.insert(String(Summary(store: interpreter.store).line(reply.result).prefix { $0 != " " }))
            }
        }
        #expect(kinds.isSuperset(of: ["registered", "token", "configuration", "profiles", "session", "decisions", "logouts"]))
        #expect(kinds.isSuperset(of: ["refused", "registrationRefused", "transport"]))
    }
}
