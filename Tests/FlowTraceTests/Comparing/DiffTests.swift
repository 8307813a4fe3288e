import Foundation
import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// Two logs side by side.
@Suite struct DiffTests {
    private let folder = TemporaryFolder()

    private func diff(_ left: [UInt8], _ right: [UInt8], _ options: [String] = []) throws -> Run {
        let paths = [try folder.write(left, "a.jsonl"), try folder.write(right, "b.jsonl")]
        return Run(["diff"] + options + paths)
    }

    private func rows(_ run: Run, _ mark: String) -> [String] { lines(run.output).filter { $0.hasPrefix("\(mark) ") } }

    @Test func `two logs that differ only in times and numbers are one line, and the exit code is 0`() throws {
        let run = try diff(Polled.flow(5).bytes, Polled.flow(5, slowly: 1.3).bytes)
        #expect(run.code == .fine)
        let events = Polled.flow(5).records.count
        #expect(run.output == "Both logs have the same meaning: \(events) events each.\n")
        var settings = Script.settings
        settings.policy.configurationAge = .seconds(90)
        let other = try diff(Polled.flow(5).bytes, Polled.flow(5, settings: settings).bytes)
        #expect(other.code == .fine)
        #expect(other.output.contains("\nBoth logs have the same meaning, although 1 setting differs: "))
        let built = Run(["diff", "--against-build", try folder.write(Polled.flow(5).bytes, "a.jsonl")])
        #expect(built.output == "This build decides every event as recorded: \(events) events.\n")
    }

    @Test func `300 polls against 20 are one row, and the events after them are matched again`() throws {
        let run = try diff(Polled.flow(300).bytes, Polled.flow(20).bytes)
        #expect(run.code == .logFails)
        #expect(rows(run, "!").count == 1)
        #expect(rows(run, "<").isEmpty)
        #expect(rows(run, ">").isEmpty)
        #expect(run.output.contains("repeated: 300 times"))
        #expect(run.output.contains("repeated: 20 times"))
        #expect(run.output.contains("The logs differ only in the number of repetitions."))
    }

    @Test func `the first difference is printed with the state before it and the numbers of both logs`() throws {
        let run = try diff(Polled.flow(3).bytes, Polled.flow(3, extraLook: true).bytes)
        #expect(run.code == .logFails)
        #expect(lines(run.output).contains("First difference: after event 1, both in unregistered.registering."))
        #expect(rows(run, ">").count == 2)
        #expect(rows(run, "<").isEmpty)
        // The following events have other numbers and are equal.
        #expect(run.output.contains("=     2    0.0  sign in                       │     4    0.0  sign in"))
        #expect(run.output.contains("Rows: = "))
    }

    @Test func `a decision that differs is one row with both values below it`() throws {
        let flow = Polled.flow(0)
        var records = flow.records
        let place = try #require(records.firstIndex { $0.rule == "V2-F-14" })
        let effects = records[place].effects.map { effect -> Effect in
            if case .arm(let id, .poll, _) = effect {
                return .arm(id, .poll, at: records[place].event.time.advanced(by: .seconds(1)))
            }
            return effect
        }
        records[place] = records[place].changed(rule: "V2-F-99", effects: effects)
        let run = try diff(flow.bytes, LogBytes.of(records))
        #expect(rows(run, "!").count == 1)
        #expect(lines(run.output).contains("  Both: waiting for profileForCode; on the screen: code."))
        #expect(run.output.contains("rule F-14 "))
        #expect(run.output.contains("rule F-99"))
        #expect(run.output.contains("→ arm 6 poll in 5 s"))
        #expect(run.output.contains("→ arm 6 poll in 1 s"))
    }

    @Test func `differences in app and settings are first, and provider names are reported once`() throws {
        var settings = Script.settings
        settings.policy.configurationAge = .seconds(90)
        let run = try diff(Polled.flow(0).bytes, Polled.flow(0, provider: "Cablevision", settings: settings).bytes)
        let told = lines(run.output)
        let setting = try #require(told.firstIndex { $0.hasPrefix("  policy.configurationAge") })
        #expect(told[setting].contains("2 min 30 s") && told[setting].contains("90.0 s"))
        #expect(setting < (told.firstIndex { $0.hasPrefix("First difference") } ?? 0))
        let choice = try #require(rows(run, "!").first)
        #expect(choice.contains("chose Dish") && choice.contains("chose Cablevision"))
        #expect(!rows(run, "!").contains { $0.contains("profileForCode") }, "the pair of names is already known")
    }

    @Test func `equal stretches are folded, and --all shows them`() throws {
        let (left, right) = (Polled.flow(3).bytes, Polled.flow(3, extraLook: true).bytes)
        let folded = try diff(left, right)
        let all = try diff(left, right, ["--all"])
        #expect(folded.output.contains("rows are the same"))
        #expect(!all.output.contains("rows are the same"))
        #expect(rows(all, "=").count > rows(folded, "=").count)
    }

    @Test func `each line of the JSON output is an object: the logs, each differing row, the totals`() throws {
        let run = try diff(Polled.flow(3).bytes, Polled.flow(3, extraLook: true).bytes, ["--json"])
        let objects = try lines(run.output).map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        #expect(objects.map { $0["kind"] as? String } == ["logs", "row", "row", "total"])
        #expect(objects[1]["mark"] as? String == ">")
        #expect((objects[1]["b"] as? [String: Any])?["event"] as? Int == 2)
        #expect(objects[1]["a"] is NSNull)
        #expect(objects[3]["onlyB"] as? Int == 2)
        #expect(objects[3]["onlyA"] as? Int == 0)
    }

    @Test func `no line is wider than asked, and with --ascii every character is ASCII`() throws {
        let scenarios = "\(Repository.path)/Specs/scenarios"
        let pairs = [("happy-apple-sso", "denied-second-screen"), ("poll-throttled", "legacy-second-screen")]
        for (left, right) in pairs {
            for width in [80, 97, 140] {
                let run = Run(
                    [
                        "diff", "--ascii", "--utc", "--width", "\(width)", "\(scenarios)/\(left)/log.jsonl",
                        "\(scenarios)/\(right)/log.jsonl",
                    ])
                #expect(run.code == .logFails)
                for line in lines(run.output) {
                    #expect(line.utf8.count <= width, "\(line)")
                    #expect(line.utf8.allSatisfy { $0 < 0x7F }, "\(line)")
                }
            }
        }
    }

    @Test func `a launch in several files equals the same launch in one file`() throws {
        let flow = Polled.flow(3)
        var recorder = FlowRecorder(header: flow.header)
        var first = recorder.headerLine
        for record in flow.records.prefix(6) { first += recorder.record(record.event, by: record.by).line }
        var second = recorder.beginSegment(.rotation)
        for record in flow.records.dropFirst(6) { second += recorder.record(record.event, by: record.by).line }
        for (number, bytes) in [(1, first), (2, second)] {
            _ = try writeFile(bytes, named: "flow-4711-000\(number).jsonl", in: folder.path + "/launch")
        }
        let whole = try folder.write(flow.bytes, "whole.jsonl")
        #expect(Run(["diff", folder.path + "/launch", whole]).code == .fine)
        let built = Run(["diff", "--against-build", "--json", folder.path + "/launch"])
        #expect(built.code == .fine)
        #expect(built.output.contains("{\"kind\":\"total\",\"same\":\(flow.records.count),"))
        let many = Run(["diff", folder.path + "/launch", "\(Repository.path)/Specs/scenarios/clock-ahead"])
        #expect(many.code == .unreadable)
        #expect(many.errors.contains("contains more than one launch"))
    }

    @Test func `wrong usage exits with 2, an unreadable file with 3, and damage is reported`() throws {
        let good = try folder.write(Polled.flow(0).bytes, "good.jsonl")
        #expect(Run(["diff", good]).code == .usage)
        #expect(Run(["diff", "--against-build", good, good]).code == .usage)
        #expect(Run(["diff", "-", "-"]).code == .usage)
        #expect(Run(["diff", "--at", "99", good, good]).code == .usage)
        #expect(Run(["diff", good, folder.path + "/missing.jsonl"]).code == .unreadable)
        #expect(Run(["diff", good, try folder.write([], "empty.jsonl")]).code == .logFails)
        var bytes = Polled.flow(0).bytes
        bytes[bytes.count / 2] ^= 1
        let damaged = Run(["diff", good, try folder.write(bytes, "damaged.jsonl")])
        #expect(damaged.code == .logFails)
        #expect(damaged.errors.contains("checksum does not match"))
    }

    @Test func `against this build, each event that differs is one row with the recorded event on both sides`() throws {
        var settings = Script.settings
        settings.partner = .absent
        // Recorded with Apple's framework, reduced again as if the device had none.
        let path = try folder.write(LogBytes.of(Polled.flow(0).records, header: Script(settings).header), "other.jsonl")
        let run = Run(["diff", "--against-build", path])
        #expect(run.code == .logFails)
        #expect(lines(run.output).contains("First difference: after event 3, both in unregistered.gettingToken."))
        #expect(rows(run, "!").count == 1)
        #expect(lines(run.output).contains("  Both: waiting for token."))
        #expect(run.output.contains("in checking.partnerStatus"))
        #expect(run.output.contains("in checking.profiles"))
        let apart = try #require(rows(run, "~").first)
        #expect(apart.components(separatedBy: "status, may ask permission").count == 3)
        #expect(rows(run, "~").contains { $0.contains("are not compared") })
        let alone = Run(["diff", "--against-build", "--at", "4", path])
        #expect(lines(alone.output).count { $0.hasPrefix("! ") || $0.hasPrefix("= ") || $0.hasPrefix("~ ") } == 1)
    }

    @Test func `after damage, possible consequences of missing events are not reported as differences`() throws {
        var bytes = Flows.partner().bytes
        let place = bytes.count / 2
        bytes[place] ^= 1
        let lost = bytes[..<place].count { $0 == 0x0A }
        let path = try folder.write(bytes, "damaged.jsonl")
        let run = Run(["diff", "--against-build", "--past-damage", path])
        #expect(run.code == .logFails)
        #expect(rows(run, "!").isEmpty)
        #expect(!rows(run, "~").isEmpty)
        #expect(run.output.contains("Events are missing, so the events after them are not compared: after event \(lost - 1), "))
        #expect(Run(["diff", "--against-build", path]).output.contains("as recorded: \(lost - 1) events."))
    }

    @Test func `every log in Specs equals itself and this build's decisions`() throws {
        let scenarios = "\(Repository.path)/Specs/scenarios"
        let logs = try FileManager.default.subpathsOfDirectory(atPath: scenarios).filter { $0.hasSuffix(".jsonl") }
        #expect(logs.count > 100)
        for log in logs {
            let path = "\(scenarios)/\(log)"
            #expect(Run(["diff", path, path]).code == .fine, "\(log)")
            #expect(Run(["diff", "--against-build", path]).code == .fine, "\(log)")
        }
    }

    @Test func `a reading failure is reported with its line and column`() throws {
        let run = Run(["diff", "--against-build", try folder.write([], "empty.jsonl")])
        #expect(run.errors == "\(folder.path)/empty.jsonl:1:1: the log is empty: it has no header.\n")
    }

    @Test func `text in a log cannot control the terminal`() throws {
        let header = LogHeader(app: "Demo\u{1B}[31mTV", support: "4711", settings: Script.settings)
        let records = [Flows.partner().records[0].changed(rule: "\u{1B}[2J a rule that is far too long for its column")]
        let run = try diff(LogBytes.of(records, header: header), LogBytes.of([]))
        #expect(rows(run, "<").count == 1)
        #expect(!run.output.contains("\u{1B}"))
        for line in lines(run.output) { #expect(DisplayedWidth.of(line) <= 100, "\(line)") }
        let verify = Run(["verify", "--all", folder.path + "/a.jsonl"])
        #expect(!verify.output.contains("\u{1B}"))
        #expect(verify.code == .logFails)
    }
}
