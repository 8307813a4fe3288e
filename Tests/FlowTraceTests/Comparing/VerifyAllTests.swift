import Foundation
import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// Every difference between this build and many logs.
@Suite struct VerifyAllTests {
    private let folder = TemporaryFolder()

    /// A flow with polls that another build spaced one second apart.
    private func hasty(_ polls: Int) -> [UInt8] {
        let records = Polled.flow(polls).records.map { record in
            record.changed(
                effects: record.effects.map { effect in
                    if case .arm(let id, .poll, _) = effect { return .arm(id, .poll, at: record.event.time.advanced(by: .seconds(1))) }
                    return effect
                })
        }
        return LogBytes.of(records)
    }

    private func objects(_ run: Run) throws -> [[String: Any]] {
        try lines(run.output).map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    @Test func `logs that agree are reported on one line, and the exit code is 0`() throws {
        _ = try folder.write(Polled.flow(2).bytes, "a.jsonl")
        _ = try folder.write(Flows.partner().bytes, "b.jsonl")
        let events = Polled.flow(2).records.count + Flows.partner().records.count
        let run = Run(["verify", "--all", folder.path])
        #expect(run.code == .fine)
        #expect(run.output == "2 logs, \(events) events: this build decides every event as recorded.\n")
    }

    @Test func `differences are counted by rule and field, most frequent first, each with an example`() throws {
        _ = try folder.write(hasty(6), "a.jsonl")
        _ = try folder.write(hasty(2), "b.jsonl")
        var records = Flows.partner().records
        records[4] = records[4].changed(rule: "V2-B-99")
        _ = try folder.write(LogBytes.of(records), "c.jsonl")
        let run = Run(["verify", "--all", folder.path])
        #expect(run.code == .logFails)
        let told = lines(run.output)
        #expect(told.first?.contains("this build decides 11 events differently, in 3 logs.") == true)
        let polls = try #require(told.firstIndex(of: "10 events in 2 logs: V2-F-14, same rule"))
        #expect(told[polls + 1] == "  effect \"arm poll\": at")
        #expect(run.output.contains("example: \(folder.path)/a.jsonl:12, event 11: "))
        #expect(told.contains { $0.contains("arm 6 poll in 1 s") && $0.contains("arm 6 poll in 5 s") })
        #expect(told.contains("    show it: flow-trace diff --against-build --at 11 \(folder.path)/a.jsonl"))
        let rule = try #require(told.firstIndex { $0.hasPrefix("1 event in 1 log: V2-B-99 → ") })
        #expect(rule > polls)
        #expect(told[rule + 1] == "  only the rule")
        #expect(run.output.contains("After the first difference in a log, the comparison continues with the recorded"))
    }

    @Test func `the JSON output has one object per kind of difference and ends with the totals`() throws {
        let path = try folder.write(hasty(6), "a.jsonl")
        let all = try objects(Run(["verify", "--all", "--json", path]))
        #expect(all.map { $0["kind"] as? String } == ["difference", "total"])
        #expect(all[0]["recordedRule"] as? String == "V2-F-14")
        #expect(all[0]["thisBuildRule"] as? String == "V2-F-14")
        #expect(all[0]["what"] as? [String] == ["effect \"arm poll\": at"])
        #expect(all[0]["events"] as? Int == 7)
        #expect(all[0]["line"] as? Int == 12)
        #expect(all[1]["differing"] as? Int == 7)
        #expect(all[1]["notCompared"] as? Int == 0)
        #expect(all[1]["logsThatDiffer"] as? Int == 1)
    }

    @Test func `requests that another build numbered differently are matched by their content`() throws {
        // From the third request on, the other build's numbers are 100 higher.
        func renumbered(_ id: RequestID) -> RequestID { id.number >= 3 ? RequestID(id.number + 100) : id }
        let records = Flows.partner().records.map { record in
            var origin = record.event.origin
            if case .reply(let id, let reply) = origin { origin = .reply(renumbered(id), reply) }
            let effects = record.effects.map { effect -> Effect in
                switch effect {
                case .call(let id, let call): .call(renumbered(id), call)
                case .partner(let id, let request): .partner(renumbered(id), request)
                case .cancel(let id): .cancel(renumbered(id))
                case .present, .answer, .arm, .disarm, .keep, .forget: effect
                }
            }
            return LogRecord(
                number: record.number, by: record.by, event: FlowEvent(time: record.event.time, origin: origin), rule: record.rule,
                state: record.state, step: record.step, effects: effects, digest: record.digest)
        }
        let all = try objects(Run(["verify", "--all", "--json", try folder.write(LogBytes.of(records), "a.jsonl")]))
        #expect(all.count == 2, "the other numbers are reported as one difference")
        #expect(all.first?["what"] as? [String] == ["effect \"ask Apple's framework: status\": request"])
        #expect(all.last?["differing"] as? Int == 1)
        #expect(all.last?["notCompared"] as? Int == 0)
    }

    @Test func `consequences of an earlier difference are not compared until both builds reach one state`() throws {
        // Another build rested for two events where this one did not, and then continued as this one does.
        var records = Flows.partner().records
        for place in 4...5 {
            let record = records[place]
            records[place] = LogRecord(
                number: record.number, by: record.by, event: record.event, rule: record.rule, state: "registered", step: "resting",
                effects: record.effects, digest: record.digest)
        }
        let last = records.count - 1
        records[last] = records[last].changed(rule: "V2-D-99")
        let all = try objects(Run(["verify", "--all", "--json", try folder.write(LogBytes.of(records), "a.jsonl")]))
        let total = try #require(all.last)
        #expect(total["differing"] as? Int == 2, "where the states diverge, and the last event")
        #expect(total["notCompared"] as? Int == 2, "the second event at rest, and the event at which both agree again")
        let whats = all.compactMap { $0["what"] as? [String] }.flatMap(\.self)
        #expect(whats.contains { $0.hasPrefix("state registered.resting -> ") })
    }

    @Test func `an answer to a request that this build never made is not compared`() throws {
        // This build does not request the partner status, the recorded one did.
        var settings = Script.settings
        settings.partner = .absent
        let bytes = LogBytes.of(Flows.partner().records, header: Script(settings).header)
        let all = try objects(Run(["verify", "--all", "--json", try folder.write(bytes, "a.jsonl")]))
        let total = try #require(all.last)
        #expect(total["differing"] as? Int == 1)
        #expect(total["notCompared"] as? Int == Flows.partner().records.count - 4)
    }

    @Test func `an answer to another build's additional request is not compared, later events are`() throws {
        let records = Flows.partner().records
        let place = 11
        var changed = Array(records[...place])
        let extra = HandMade.call(50, .configuration)
        changed[place] = records[place].changed(effects: records[place].effects + [extra])
        func numbered(_ record: LogRecord, _ origin: FlowEvent.Origin?, _ rule: String) -> LogRecord {
            LogRecord(
                number: Int64(changed.count + 1), by: nil, event: FlowEvent(time: record.event.time, origin: origin ?? record.event.origin),
                rule: rule, state: record.state, step: record.step, effects: origin == nil ? record.effects : [], digest: record.digest)
        }
        changed.append(numbered(records[place], HandMade.reply(50, .configuration(Flows.configuration)), "V2-C-02"))
        for record in records[(place + 1)...] { changed.append(numbered(record, nil, record.rule)) }
        let all = try objects(Run(["verify", "--all", "--json", try folder.write(LogBytes.of(changed), "a.jsonl")]))
        #expect(all.count == 2)
        #expect(all.first?["what"] as? [String] == ["effect \"call configuration\" only recorded"])
        #expect(all.last?["differing"] as? Int == 1)
        #expect(all.last?["notCompared"] as? Int == 1)
    }

    @Test func `a difference in a digest alone is counted, and later digests are not compared`() throws {
        var records = Flows.partner().records
        for place in 4...7 { records[place] = records[place].changed(digest: 1) }
        let all = try objects(Run(["verify", "--all", "--json", try folder.write(LogBytes.of(records), "a.jsonl")]))
        #expect(all.last?["differing"] as? Int == 1)
        #expect((all.first?["what"] as? [String])?.first?.hasPrefix("only the digest") == true)
    }

    @Test func `a segment starts from its snapshot, and a damaged log is counted as far as it can be read`() throws {
        let records = Flows.partner().records
        var recorder = FlowRecorder(header: Flows.partner().header)
        for record in records.prefix(6) { _ = recorder.record(record.event, by: record.by) }
        var segment = recorder.beginSegment(.rotation)
        for record in records.dropFirst(6) { segment += recorder.record(record.event, by: record.by).line }
        let good = Run(["verify", "--all", try folder.write(segment, "segment.jsonl")])
        #expect(good.code == .fine, "\(good.output)")
        let place = segment.count - 300
        segment[place] ^= 1
        let damaged = Run(["verify", "--all", "--json", try folder.write(segment, "damaged.jsonl")])
        #expect(damaged.code == .logFails)
        #expect(damaged.errors.contains("checksum does not match"))
        #expect(try objects(damaged).last?["logsNotRead"] as? Int == 1)
        let empty = Run(["verify", "--all", try folder.write([], "empty.jsonl")])
        #expect(empty.code == .logFails)
    }

    @Test func `many logs are compared on all processors, with the same output every time`() throws {
        for index in 0..<60 { _ = try folder.write(hasty(index % 7), "log-\(index + 100).jsonl") }
        let runs = (0..<3).map { _ in Run(["verify", "--all", folder.path]).output }
        #expect(Set(runs).count == 1)
        #expect(runs[0].contains("/log-100.jsonl:12, event 11"), "the first log is the example")
    }
}
