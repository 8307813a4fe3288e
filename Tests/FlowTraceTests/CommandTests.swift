import FlowEffects
import FlowMachine
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct CommandTests {
    private let folder = TemporaryFolder()

    @Test func `a good log is verified, drawn and replayed`() throws {
        let path = try folder.write(Flows.partner().bytes, "good.jsonl")
        let verify = Run(["verify", path])
        #expect(verify.output == "\(path)      \(Flows.partner().records.count) events  verified\n")
        #expect(verify.errors.isEmpty)
        #expect(verify.code == .fine)
        for words in [["render"], ["render", "--as", "states"], ["render", "--as", "timeline"], ["replay"], ["replay", "--at", "3"]] {
            let run = Run(words + [path])
            #expect(run.code == .fine, "\(words)")
            #expect(run.errors.isEmpty, "\(words)")
            #expect(!run.output.isEmpty, "\(words)")
        }
    }

    @Test func `a damaged log is drawn up to the damage, reported with line and column, and exits with 1`() throws {
        var bytes = Flows.partner().bytes
        let place = bytes.count / 2
        bytes[place] ^= 1
        let path = try folder.write(bytes, "damaged.jsonl")
        let line = bytes[..<place].count { $0 == 0x0A } + 1
        let run = Run(["render", path])
        #expect(run.code == .logFails)
        #expect(run.errors.hasPrefix("\(path):\(line):"))
        #expect(lines(run.output).first?.contains("\(line - 2) events") == true)
        let verify = Run(["verify", path])
        #expect(verify.code == .logFails)
        let row = "\(path)  \(padded("\(line - 2)", to: 6, right: true)) events  damaged at line \(line)"
        #expect(verify.output == row + "\n")
        let json = Run(["verify", "--json", path]).output
        #expect(json.contains(#""result":"damaged","library":"\#(LogHeader.library)","skipsDigests":false,"line":\#(line),"column":"#))
    }

    @Test func `a torn last line keeps all earlier lines`() throws {
        let bytes = Flows.partner().bytes
        let path = try folder.write(Array(bytes.dropLast(5)), "torn.jsonl")
        let run = Run(["verify", path])
        #expect(run.output.contains("\(Flows.partner().records.count - 1) events  damaged at line \(Flows.partner().records.count + 1)"))
        #expect(run.errors.contains("writing it was interrupted"))
    }

    @Test func `a file that is not a log is reported as such`() throws {
        for bytes in [[], Array("hello\n".utf8), [0xFF, 0x0A]] {
            let path = try folder.write(bytes, "none.jsonl")
            for command in ["render", "verify", "replay"] {
                let run = Run([command, path])
                #expect(run.code == .logFails, "\(command)")
                #expect(run.errors.hasPrefix("\(path):1:"), "\(command)")
            }
        }
    }

    @Test func `a log with different decisions is reported field by field and exits with 1`() throws {
        var records = Flows.partner().records
        let time = records[10].event.time
        let effects: [Effect] = [.partner(RequestID(99), .status(prompt: false))] + records[10].effects.dropFirst()
        records[10] = records[10].changed(rule: "V2-X-13", effects: effects)
        let path = try folder.write(LogBytes.of(records), "differs.jsonl")
        let run = Run(["verify", path])
        let first = Wording(Script().header).effect(Flows.partner().records[10].effects[0], at: time)
        #expect(run.code == .logFails)
        #expect(lines(run.output).first == "\(path)      \(records.count) events; first difference at event 11")
        #expect(run.errors.isEmpty)
        let told = Array(lines(run.output).dropFirst())
        #expect(told.first == "\(path):12: this build makes a different decision")
        #expect(told.contains { $0.hasPrefix("  rule              V2-X-13  ") })
        #expect(told.contains { $0.hasPrefix("  effects[0]        partner 99 status, silent  ") && $0.hasSuffix(first) })
        #expect(told.count { $0.hasPrefix("  effects[") } == 1)
        #expect(told.contains("  Events 1 to 10 agree."))
        let json = Run(["verify", "--json", path])
        #expect(
            json.output.contains(
                "\"total\":\(records.count),\"event\":11,\"differences\":[{\"field\":\"rule\",\"recorded\":\"\\\"V2-X-13\\\"\""))
        let replay = Run(["replay", path])
        #expect(replay.code == .logFails)
        #expect(replay.output.contains("\n 10 "))
        #expect(!replay.output.contains("\n 11 "))
        #expect(Run(["replay", "--at", "11", path]).output.hasPrefix("event 11   "))
    }

    @Test func `a difference in the digest alone says that the decision is the same`() throws {
        var records = Flows.partner().records
        records[4] = records[4].changed(digest: 1)
        let path = try folder.write(LogBytes.of(records), "digest.jsonl")
        #expect(Run(["verify", path]).output.contains("The decision is the same, but the model is not."))
    }

    @Test func `unreadable files are reported, the others are read, and the worst exit code is returned`() throws {
        let good = try folder.write(Flows.partner().bytes, "good.jsonl")
        let missing = folder.path + "/missing.jsonl"
        let run = Run(["verify", missing, good])
        #expect(run.code == .unreadable)
        #expect(run.output.contains("verified"))
        #expect(run.errors == "\(missing): cannot be read: No such file or directory: check the path\n")
    }

    @Test func `many logs are verified on all processors and printed in order`() throws {
        let whole = [Flows.partner().bytes, Flows.secondScreen().bytes, Flows.registered().bytes]
        var expected: [String] = []
        for index in 0..<90 {
            var bytes = whole[index % 3]
            if index == 40 { bytes[bytes.count / 2] ^= 1 }
            let path = try folder.write(bytes, "log-\(index + 100).jsonl")
            expected.append("\(path) \(index == 40 ? "damaged" : "verified")")
        }
        let missing = folder.path + "/missing.jsonl"
        for words in [["verify", missing, folder.path], ["verify", "--json", missing, folder.path]] {
            let run = Run(words)
            #expect(run.code == .unreadable)
            let told = lines(run.output).map { line in
                let result = line.contains("verified") ? "verified" : "damaged"
                return "\(line.split { " \"".contains($0) }.first { $0.hasSuffix(".jsonl") } ?? "") \(result)"
            }
            #expect(told == expected)
        }
        let errors = lines(Run(["verify", missing, folder.path]).errors)
        #expect(errors.first == "\(missing): cannot be read: No such file or directory: check the path")
        #expect(errors.dropFirst().first?.hasPrefix("\(folder.path)/log-140.jsonl:") == true)
        #expect(Run(["verify", folder.path]).code == .logFails)
    }

    @Test func `the results of many elements are taken in order, with few elements in progress`() {
        let working = Lock((now: 0, most: 0))
        var taken: [Int] = []
        Workers.run(Array(0..<500), threads: 3) { number in
            working.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            return number * 2
        } take: { result in
            taken.append(result)
            working.withLock { $0.now -= 1 }
        }
        #expect(taken == (0..<500).map { $0 * 2 })
        #expect(working.withLock { $0.most } <= 3 * 8 + 1)
        Workers.run([Int](), threads: 3, work: { $0 }, take: { _ in Issue.record("there is nothing to take") })
    }

    @Test func `work that another thread does meanwhile is done once, and its result is waited for`() {
        let times = Lock(0)
        for number in 0..<100 {
            let meanwhile = Meanwhile {
                times.withLock { $0 += 1 }
                return number
            }
            #expect(meanwhile.value == number)
            #expect(meanwhile.value == number)
        }
        #expect(times.withLock { $0 } == 100)
    }

    @Test func `a log that is replayed while it is read is reported like a short one`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "unregistered")
        let short = try folder.write(LogBytes.of(made.records, header: HandMade.header), "short.jsonl")
        for second in 1...8000 { made.add(Double(second), .app(.foregrounded), "V2-A-02", "unregistered") }
        let bytes = LogBytes.of(made.records, header: HandMade.header)
        #expect(bytes.count > 1 << 20)
        for path in [short, try folder.write(bytes, "long.jsonl")] {
            let run = Run(["triage", path])
            #expect(run.code == .logFails)
            #expect(flat(run.output).contains("made a different decision than this build (\(LogHeader.library)) at event 1"))
            #expect(run.errors == "\(path):2: this build decides event 1 differently.\n")
        }
    }

    @Test func `a command is found by the name in its help`() {
        for command in Command.allCases { #expect(command.rawValue == command.syntax.name) }
    }

    @Test func `a folder names its logs in the order of their names`() throws {
        for name in ["b.jsonl", "a.jsonl", "C.jsonl", "note.txt"] { _ = try folder.write(Flows.registered().bytes, name) }
        let names = lines(Run(["verify", folder.path]).output).map { $0.prefix { $0 != " " } }
        #expect(names == ["C", "a", "b"].map { "\(folder.path)/\($0).jsonl" })
        #expect(try writeFile([], named: "note.txt", in: folder.path).hasSuffix("note.txt"))
    }

    @Test func `a folder is read with its subfolders, each on its own`() throws {
        let names = ["later.jsonl", "a/2.jsonl", "a/b/1.jsonl", "c/3.jsonl", ".hidden/4.jsonl", "c/note.txt"]
        for name in names {
            let parts = name.split(separator: "/").map(String.init)
            var place = folder.path
            for part in parts.dropLast() {
                place += "/" + part
                _ = try writeFile([], named: ".made", in: place)
            }
            _ = try writeFile(Flows.registered().bytes, named: parts.last ?? "", in: place)
        }
        symlink(folder.path, folder.path + "/a/round")
        let told = lines(Run(["verify", folder.path]).output).map { String($0.prefix { $0 != " " }) }
        #expect(told == ["later", "a/2", "a/b/1", "c/3"].map { "\(folder.path)/\($0).jsonl" })
        #expect(Run(["coverage", folder.path]).output.hasPrefix("logs           4, with 16 events\n"))
    }

    @Test func `a replay prints one line per event, and a trace id on a line of its own`() throws {
        let flow = Flows.secondScreen()
        let path = try folder.write(flow.bytes, "flow.jsonl")
        let table = lines(Run(["replay", path]).output).dropFirst(3)
        #expect(table.count == flow.records.count + 2)
        #expect(table.last?.contains("Adobe's trace id 12f6fef9-82b1") == true)
        let json = lines(Run(["replay", "--json", path]).output)
        #expect(json.count == flow.records.count)
        #expect(json.allSatisfy { $0.hasPrefix("{\"record\":{\"number\":") && $0.hasSuffix("}}") })
        #expect(
            Run(["replay", "--at", "99", path]).errors
                == "\(path): there is no event 99: this log has events 1 to \(flow.records.count), from 2026-01-01 00:00:00Z to 2026-01-01 00:01:52Z\n"
        )
    }

    @Test func `the demo writes two verified logs and draws them in 100 columns`() throws {
        let run = Run(["demo", "--folder", folder.path])
        #expect(run.code == .fine)
        #expect(run.errors.isEmpty)
        for line in lines(run.output) { #expect(DisplayedWidth.of(line) <= 100 || line.hasPrefix("  flow-trace "), "\(line)") }
        #expect(DemoCommand.scenarios.allSatisfy { run.output.contains("\(folder.path)/\($0).jsonl") })
        let verify = Run(["verify", folder.path])
        #expect(verify.code == .fine)
        #expect(lines(verify.output).count == 2)
        // Every command that it suggests works.
        let proposed = lines(run.output).filter { $0.hasPrefix("  flow-trace ") }
        #expect(proposed.count == 6)
        for line in proposed {
            let command = line.dropFirst(2).split(separator: "   ").first ?? ""
            let words = command.split(separator: " ").dropFirst().map(String.init)
            #expect(Run(words).code == .fine, "\(command)")
        }
    }
}
