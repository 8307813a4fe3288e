import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct TreeTests {
    @Test func `a record's JSON is the log's own line without its checksum`() {
        for flow in [Flows.partner("東京\u{1B}\"\\"), Flows.secondScreen()] {
            for (record, line) in zip(flow.records, lines(String(decoding: flow.bytes, as: UTF8.self)).dropFirst()) {
                let end = line.range(of: ",\"crc\"")
                #expect(Tree(record).json == line[..<end] + "}")
            }
        }
    }

    @Test func `leaves are named by their paths`() {
        let event = FlowEvent(time: Script.instant(1), origin: .reply(RequestID(4), Reply(.profiles([]))))
        let leaves = Tree(event).leaves.map { "\($0.path) = \($0.text)" }
        #expect(
            leaves == [
                "time = 1767225601000, 2026-01-01 00:00:01Z", "origin.kind = reply", "origin.request = 4",
                "origin.reply.result.kind = profiles",
                "origin.reply.result.profiles = none",
            ])
    }

    @Test func `fields are printed with the code's words, JSON has the log's`() {
        let problem = Problem(reason: .service, options: [.retry])
        let access = Access.serverAuthorization(ServerAuthorization(reason: .degraded, mvpd: nil, notAfter: nil))
        let effects: [(Effect, log: [String], code: [String])] = [
            (.present(PresentationID(1), .problem(problem)), ["\"ways\":[\"retry\"]"], ["what.problem.options[0] = retry"]),
            (.answer(WishID(1), .signedIn(access)), ["\"kind\":\"serverWord\""], ["answer.access.kind = serverAuthorization"]),
        ]
        for (effect, log, code) in effects {
            #expect(log.allSatisfy { Tree(effect).json.contains($0) })
            let leaves = Tree(effect).leaves.map { "\($0.path) = \($0.text)" }
            #expect(code.allSatisfy { leaves.contains($0) }, "\(leaves)")
            #expect(!leaves.contains { $0.contains("ways") || $0.contains("serverWord") })
        }
        let event = FlowEvent(time: Script.instant(1), origin: .user(.signIn(WishID(1))))
        #expect(Tree(event).json.contains("\"start\""))
        #expect(Tree(event).leaves.contains { $0.path == "origin.user.kind" && $0.text == "signIn" })
        // A text of Adobe's that is spelled like a word of the log is left as it is.
        let denied = Effect.answer(
            WishID(1),
            .denied(resource: SecretRef(.resource, 1), error: AdobeError(action: .none, status: 403, code: ErrorCode("start"))))
        #expect(Tree(denied).leaves.contains { $0.text == "start" })
    }
}

extension String {
    /// The last position of `part`.
    fileprivate func range(of part: String) -> String.Index {
        var index = endIndex
        while index > startIndex {
            index = self.index(before: index)
            if self[index...].hasPrefix(part) { return index }
        }
        return endIndex
    }
}
