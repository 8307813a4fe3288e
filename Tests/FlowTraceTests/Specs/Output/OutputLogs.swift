import FlowMachine
import Foundation
import FlowTestSupport

@testable import FlowReading
@testable import flow_trace

/// `Specs/output/logs`: logs that no scenario writes, as input for the recorded outputs.
enum OutputLogs {
    static let folder = "Specs/output/logs"

    /// Every log, generated again.
    static let all: [Golden.File] = [
        file("damaged.jsonl", damaged), file("damaged-twice.jsonl", damagedTwice), file("torn.jsonl", second.dropLast(40)),
        file("differs.jsonl", differs), file("other-rule.jsonl", otherRule), file("hand-made.jsonl", LogBytes.of(HandMade.story)),
        file("many-polls.jsonl", Polled.flow(40).bytes), file("other-provider.jsonl", Polled.flow(12, provider: "Cablevision").bytes),
        file("wide-names.jsonl", Flows.partner("東京テレビ 👩‍👩‍👧‍👦 Cafe\u{301}").bytes),
        file("control-characters.jsonl", Flows.partner("a\u{1B}[31mred\u{202E}b").bytes),
        file("launch/flow-4711-0001.jsonl", segments.first ?? []), file("launch/flow-4711-0002.jsonl", segments.last ?? []),
    ]

    /// Makes the repository the current folder, so that paths in the outputs are the same everywhere, and writes the logs if
    /// outputs are recorded.
    static let areReady: Bool = {
        guard FileManager.default.changeCurrentDirectoryPath(Repository.path) else { return false }
        guard Golden.isRecording else { return true }
        return all.allSatisfy { (try? Golden.write($0)) != nil }
    }()

    private static func file(_ name: String, _ bytes: some Sequence<UInt8>) -> Golden.File {
        Golden.File("\(folder)/\(name)", Array(bytes))
    }

    private static let second = Flows.secondScreen().bytes

    /// Returns the place of a byte in `second`. Lines and columns count from 0, so that the length of the header, which contains the library's version, does
    /// not move the damage.
    private static func place(_ line: Int, _ column: Int) -> Int {
        second.split(separator: 10, omittingEmptySubsequences: false)[line].startIndex + column
    }

    /// One bit is flipped.
    private static let damaged: [UInt8] = {
        var bytes = second
        bytes[place(25, 13)] ^= 1
        return bytes
    }()

    /// One bit is flipped, and far after it three bytes are lost.
    private static let damagedTwice: [UInt8] = {
        var bytes = second
        bytes[place(14, 361)] ^= 4
        let third = place(40, 60)
        bytes.removeSubrange(third..<third + 3)
        return bytes
    }()

    /// Another build spaced the polls one second apart.
    private static let differs: [UInt8] = LogBytes.of(
        Polled.flow(4).records.map { record in
            record.changed(
                effects: record.effects.map { effect in
                    if case .arm(let id, .poll, _) = effect { return .arm(id, .poll, at: record.event.time.advanced(by: .seconds(1))) }
                    return effect
                })
        })

    /// Another build decided the fifth event by another rule.
    private static let otherRule: [UInt8] = LogBytes.of(
        Flows.partner().records.map { $0.number == 5 ? $0.changed(rule: "V2-B-99") : $0 })

    /// A launch in two files, between which a failing disk lost events.
    private static let segments: [[UInt8]] = {
        let flow = Flows.partner()
        var recorder = FlowRecorder(header: flow.header)
        var segments = [recorder.headerLine]
        for record in flow.records {
            if record.number == 6 { segments.append(recorder.beginSegment(.gap(from: 4, .writing))) }
            segments[segments.count - 1] += recorder.record(record.event, by: record.by).line
        }
        return segments
    }()
}
