import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading

/// Stepping through a log, key by key, without a terminal.
@Suite struct StepperTests {
    private static let denied = "Specs/scenarios/denied-second-screen/log.jsonl"

    private func stepper(_ path: String = denied, columns: Int = 80, rows: Int = 24, _ look: Look = Look()) throws -> Stepper {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/\(path)")))
        var stepper = try #require(Stepper(path, try LogContent(bytes), bytes, look))
        stepper.resize(columns: columns, rows: rows)
        return stepper
    }

    private func press(_ text: String, _ stepper: inout Stepper) {
        for character in text { _ = stepper.press(character == "\n" ? .enter : .character(character)) }
    }

    /// The last line.
    private func status(_ stepper: inout Stepper) -> String { stepper.screen().last ?? "" }

    // MARK: Moving

    @Test func `keys go forward and back, and stop at both ends`() throws {
        var stepper = try stepper()
        #expect(stepper.event == 1)
        for key in [StepKey.right, .down, .character("j"), .character(" ")] { _ = stepper.press(key) }
        #expect(stepper.event == 5)
        _ = stepper.press(.left)
        #expect(stepper.event == 4)
        _ = stepper.press(.pageUp)
        #expect(stepper.event == 1)
        _ = stepper.press(.up)
        #expect(stepper.event == 1)
        #expect(status(&stepper) == "this is the first event")
        _ = stepper.press(.end)
        #expect(stepper.event == 19)
        _ = stepper.press(.right)
        #expect(status(&stepper) == "this is the last event")
    }

    @Test(arguments: [
        ("9", 9), ("+14.9s", 9), ("00:00:20", 12), ("D-13", 19), ("v2-d-13", 19), ("V2-D-10", 16), ("X-01", 1), ("99", 1), ("nonsense", 1),
    ])
    func `a place is an event, a time or a rule; another text says what is missing`(text: String, event: Int64) throws {
        var stepper = try stepper()
        press("g\(text)\n", &stepper)
        #expect(stepper.event == event)
        #expect((stepper.message == "") == (event > 1), "\(stepper.message)")
    }

    @Test func `a rule behind its last event continues at the first`() throws {
        var stepper = try stepper()
        press("gD-10\n", &stepper)
        let first = stepper.event
        press("gD-10\n", &stepper)
        #expect(stepper.event > first)
        press("gD-10\n", &stepper)
        #expect(stepper.event == first)
        #expect(stepper.message == "continued at the first event")
    }

    @Test func `the next problem, state, cause and event of the same rule are one key away`() throws {
        var stepper = try stepper()
        press("p", &stepper)
        #expect(stepper.event == 19)
        press("c", &stepper)
        #expect(stepper.event == 18)
        press("R", &stepper)
        #expect(stepper.event == 16)
        press("R", &stepper)
        #expect(stepper.message == "no earlier event was decided by V2-D-10")
        press("<", &stepper)
        var states: [String] = []
        while stepper.message.isEmpty {
            states.append(stepper.record.state)
            press("s", &stepper)
        }
        #expect(states == ["unregistered", "checking", "partnerAuth", "basicAuthFallback", "deciding"])
        press("P", &stepper)
        #expect(stepper.message == "no earlier event has a problem")
    }

    @Test func `n repeats a search, N repeats it backward, without regard to case`() throws {
        var stepper = try stepper()
        press("/CABLEVISION\n", &stepper)
        let first = stepper.event
        press("n", &stepper)
        #expect(stepper.event > first)
        press("N", &stepper)
        #expect(stepper.event == first)
        press("/no such text\n", &stepper)
        #expect(stepper.event == first)
        #expect(stepper.message == "no later event has \"no such text\"")
    }

    @Test func `Escape and Backspace leave a question unanswered`() throws {
        var stepper = try stepper()
        press("g1", &stepper)
        _ = stepper.press(.escape)
        press("g", &stepper)
        _ = stepper.press(.backspace)
        #expect(stepper.event == 1 && stepper.prompt == nil)
        _ = stepper.press(.right)
        #expect(stepper.event == 2)
    }

    // MARK: What is shown

    @Test func `each recorded story fits into 80 by 24 at each of its events, and the drawing marks the event`() throws {
        let paths = Repository.files(under: "Specs/scenarios").filter { $0.hasSuffix("log.jsonl") }
        #expect(paths.count > 50)
        for (index, path) in paths.enumerated() where index % 40 == 0 {
            var stepper = try stepper(path)
            var last: Int64 = 0
            while stepper.event != last {
                last = stepper.event
                let screen = stepper.screen()
                #expect(screen.count == 24)
                #expect(screen.allSatisfy { DisplayedWidth.of($0) <= 80 }, "\(path), event \(last)")
                let marked = screen.filter { $0.hasPrefix("▶ ") }
                #expect(
                    marked.first.map { $0.split { !$0.isNumber }.first.map(String.init) == "\(last)" } == true, "\(path), event \(last)")
                _ = stepper.press(.right)
            }
        }
    }

    @Test func `the panes say the event, what changed, the effects and what is outstanding`() throws {
        var stepper = try stepper()
        press("g4\n", &stepper)
        let texts = StepPane.Kind.allCases.map { kind in stepper.pane(kind).entries.map(\.text) }
        #expect(texts[1].first?.contains("token#1") == true)
        #expect(texts[1].contains { $0.hasPrefix("V2-A-07: ") })
        #expect(texts[2].first == "unregistered.gettingToken → checking.partnerStatus", "\(texts[2])")
        #expect(texts[2].contains { $0.hasPrefix("+ access token: token#1, valid until ") }, "\(texts[2])")
        #expect(texts[3].first == "keep token#1", "\(texts[3])")
        #expect(texts[4].contains { $0.hasPrefix("wish 1: sign in") }, "\(texts[4])")
        #expect(texts[4].contains { $0 == "request 3: status, may ask permission, the viewer decides" }, "\(texts[4])")
    }

    @Test func `what this build decides differently is shown as recorded, without a state that it cannot know`() throws {
        let script = Flows.partner()
        var records = script.records
        let changed = records[4]
        records[4] = LogRecord(
            number: changed.number, by: changed.by, event: changed.event, rule: "V2-D-13", state: changed.state, step: changed.step,
            effects: changed.effects, digest: changed.digest)
        let bytes = LogBytes.of(records, header: script.header)
        var stepper = try #require(Stepper("x", try LogContent(bytes), bytes))
        stepper.resize(columns: 80, rows: 24)
        press("g5\n", &stepper)
        #expect(stepper.pane(.state).entries.last?.text.contains("this build decides event 5 differently") == true)
        #expect(stepper.pane(.effects).entries.count == changed.effects.count)
        _ = stepper.press(.end)
        #expect(stepper.pane(.state).entries.last?.text.contains("this build decides event 5 differently") == true)
    }

    @Test func `what was open before a segment is outstanding at its first event`() throws {
        let segment = try #require(Flows.segments([6]).last)
        var stepper = try #require(Stepper("second", try LogContent(segment), segment))
        #expect(stepper.event == 7)
        stepper.resize(columns: 80, rows: 24)
        #expect(stepper.pane(.outstanding).entries.contains { $0.text.hasPrefix("wish 1: sign in") })
        #expect(stepper.screen().count == 24)
    }

    @Test func `a screen that is too small says so, and any size is survived`() throws {
        var stepper = try stepper()
        for (columns, rows) in [(1, 1), (79, 24), (80, 23), (20, 5)] {
            stepper.resize(columns: columns, rows: rows)
            let screen = stepper.screen()
            #expect(screen.count <= rows)
            #expect(screen.joined().hasPrefix("T"))
        }
        stepper.resize(columns: 200, rows: 70)
        #expect(stepper.screen().count == 70)
    }

    @Test func `a pane, the keys and an explanation open in full, scroll, and close`() throws {
        var stepper = try stepper()
        _ = stepper.press(.end)
        press("3", &stepper)
        #expect(stepper.screen()[1] == "3 state")
        press("3", &stepper)
        #expect(stepper.screen().contains { $0.contains("5 outstanding") })
        press("?", &stepper)
        #expect(stepper.screen().contains { $0.hasSuffix("the next problem") })
        _ = stepper.press(.end)
        let scrolled = stepper.screen()
        #expect(scrolled.contains { $0.hasSuffix("quit, or close what is open") })
        _ = stepper.press(.home)
        #expect(stepper.screen() != scrolled)
        #expect(stepper.press(.character("q")) == nil)
        press("e", &stepper)
        #expect(stepper.screen()[0] == "Explanation of event 19")
        press("q", &stepper)
        #expect(stepper.press(.character("q")) == .quit)
    }

    @Test func `each key does one thing, and the list of keys fits into 80 columns`() throws {
        let keys = StepAction.allCases.flatMap { $0.keys }
        #expect(Set(keys).count == keys.count)
        var stepper = try stepper()
        #expect(stepper.keyLines.allSatisfy { DisplayedWidth.of($0) <= 80 })
        #expect(stepper.keyLines.count <= 22 || stepper.rows == 24)
        _ = stepper.press(.character("Z"))
        #expect(stepper.message == "Z does nothing here: ? lists the keys")
    }

    @Test func `without Unicode, every character is ASCII`() throws {
        var stepper = try stepper(Self.denied, Look(glyphs: .ascii))
        for key in ["", "?", "q", "3", "q", "e", "q", ">", "d", "v"] {
            press(key, &stepper)
            #expect(stepper.screen().joined().allSatisfy { $0.isASCII }, "after \(key)")
        }
    }

    // MARK: What if

    @Test func `an event that is dropped makes another log, which is written and taken back`() throws {
        var stepper = try stepper()
        press("w", &stepper)
        #expect(stepper.message == "nothing was changed: there is nothing to write")
        press(">d", &stepper)
        #expect(stepper.versions.count == 2)
        #expect(stepper.screen()[0].contains("what if: 1 edit"))
        _ = stepper.press(.end)
        #expect(stepper.screen()[0].contains("simulated"))
        #expect(stepper.pane(.event).entries.contains { $0.text == "Simulated: the recording does not tell this." })
        press("v", &stepper)
        #expect(stepper.screen().contains { $0.contains("play resource#2") })
        press("q", &stepper)
        press("wother.jsonl", &stepper)
        guard case .write(let bytes, let path) = stepper.press(.enter) else {
            Issue.record("nothing is written")
            return
        }
        #expect(path == "other.jsonl")
        #expect(try LogContent(bytes).header.derivation?.hasPrefix("what-if: without event 19") == true)
        press("u", &stepper)
        #expect(stepper.versions.count == 1)
        press("u", &stepper)
        #expect(stepper.message == "there is no what-if to take back")
    }

    @Test func `edits follow each other: a moved event, then another policy`() throws {
        var stepper = try stepper()
        press(">m+40s\n", &stepper)
        let moved = stepper.log.records.count
        #expect(moved > 19)
        press("=attempts=1\n", &stepper)
        #expect(stepper.log.content.header.settings.policy.attempts == 1)
        #expect(stepper.log.records.count != moved)
        #expect(stepper.log.content.header.derivation?.contains("attempts") == true, "\(stepper.log.content.header.derivation ?? "")")
        press("uu", &stepper)
        #expect(stepper.log.records.count == 19)
    }

    @Test func `what-ifs after each other are compared with the recording`() throws {
        var stepper = try stepper()
        press(">d", &stepper)
        press("=attempts=1\n", &stepper)
        let report = try #require(stepper.log.edit?.report)
        #expect(report.edits.count == 2)
        #expect(report.requests.last?.recorded?.outcome == .denied, "the recording's outcome, not that of the first what-if")
        #expect(report.left == [19])
        #expect(report.simulated.allSatisfy { $0 > 18 } && !report.simulated.isEmpty)
    }

    @Test func `another answer is chosen from a list, and takes the place of the recorded one`() throws {
        var stepper = try stepper()
        _ = stepper.press(.end)
        press("x", &stepper)
        let offered = stepper.screen()
        #expect(offered[0] == "What if: choose by number")
        let permit = try #require(offered.first { $0.contains("permit") }?.split(separator: " ").first.flatMap { Int($0) })
        press("\(permit)\n", &stepper)
        #expect(stepper.versions.count == 2)
        #expect(stepper.log.edit?.report.requests.last?.edited?.outcome == .permitted, "\(stepper.message)")
        press("x99\n", &stepper)
        #expect(stepper.message == "the list has no number 99")
        press("x", &stepper)
        _ = stepper.press(.escape)
        #expect(stepper.prompt == nil && stepper.screen().contains { $0.contains("5 outstanding") })
    }

    @Test func `a request is inserted, from the list or from a file`() throws {
        var stepper = try stepper()
        _ = stepper.press(.end)
        press("i", &stepper)
        let signOut = try #require(stepper.screen().first { $0.contains("sign out") }?.split(separator: " ").first.flatMap { Int($0) })
        press("\(signOut)\n", &stepper)
        #expect(stepper.log.edit?.report.requests.last?.edited?.outcome == .signedOut, "\(stepper.message)")
        press("iplay.json", &stepper)
        #expect(stepper.press(.enter) == .read("play.json"))
        stepper.takeEvent(Array(#"{"event":{"time":0,"origin":{"#.utf8))
        #expect(stepper.message.hasPrefix("no event: ") && stepper.versions.count == 2)
        stepper.takeEvent(Tree(FlowEvent(time: Instant(milliseconds: 0), origin: .user(.signIn(WishID(90))))).json.utf8.map { $0 })
        #expect(stepper.versions.count == 3, "\(stepper.message)")
    }

    @Test func `q asks once before what-ifs are lost, and not after they were written`() throws {
        var stepper = try stepper()
        press(">d", &stepper)
        #expect(stepper.press(.character("q")) == nil)
        #expect(stepper.message == "1 what-if is not written: w writes the log, q quits without it")
        _ = stepper.press(.left)
        #expect(stepper.press(.character("q")) == nil)
        #expect(stepper.press(.character("q")) == .quit)
        stepper.noteWritten("other.jsonl")
        _ = stepper.press(.left)
        #expect(stepper.press(.character("q")) == .quit)
    }

    @Test(arguments: [("m", "soon"), ("=", "attempts"), ("=", "attempts=many"), ("=", "nothing=1")])
    func `an edit that cannot be read says what to write`(key: String, text: String) throws {
        var stepper = try stepper()
        press("\(key)\(text)\n", &stepper)
        #expect(stepper.versions.count == 1)
        #expect(!stepper.message.isEmpty)
    }
}
