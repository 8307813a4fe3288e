// Written by `flow-trace test`: the recorded events decide again, and the expectations are what was recorded.
// swift-format-ignore-file
import FlowMachine
import Foundation
import Testing

/// Sign in: canceled by the viewer at event 8.
/// Cause: The app showed a problem, and the viewer canceled: 403, not an answer from Adobe.
/// Owner: the network.
/// Support id simulated, DemoTV/1.0, library 0.3.0-dev.
@Test func `canceled by the viewer at event 8, simulated`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Blocked.jsonl")
    let reader = try LogReader(Array(Data(contentsOf: file)))
    var flow = FlowRecorder(header: reader.header)
    var answers: [String] = []
    var rules: [String] = []
    for line in reader.records() {
        let record = try line.get()
        let decided = flow.record(record.event, by: record.by)
        rules.append("\(record.number) \(decided.rule.rawValue)")
        for case .answer(let wish, let answer) in decided.effects {
            answers.append("event \(record.number): request \(wish.number) \(words(answer))")
        }
    }
    #expect(
        answers == [
            "event 8: request 1 refused, cancelled",
        ])
    #expect(
        rules == [
            "1 V2-A-02", "2 FM-16", "3 V2-A-03", "4 V2-A-07", "5 V1-50", "6 V2-A-08", "7 FM-13", "8 FM-08",
        ])
}

/// An answer to a request, with its reason.
private func words(_ answer: WishAnswer) -> String {
    switch answer {
    case .denied(_, let error): "denied" + (error.code.map { ", \($0.text)" } ?? "")
    case .refused(let refusal): "refused, \(refusal.reason.rawValue)" + (refusal.error?.code.map { ", \($0.text)" } ?? "")
    default: answer.kind.rawValue
    }
}
