import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// What `flow-trace test` writes, compiled and run with these tests.
@Suite("Specs: the generated tests") struct SpecsGeneratedTests {
    private static let folder = "Tests/FlowTraceTests/Regression/Generated"

    private func test(_ path: String, name: String? = nil) throws -> RegressionTest {
        try RegressionTest(try #require(Golden.recorded(path)), file: "log.jsonl", name: name)
    }

    @Test func `the generated tests in the repository are what the tool writes`() throws {
        let denied = try test("Specs/scenarios/denied-second-screen/log.jsonl")
        let blocked = try test("Specs/scenarios/legacy-block-page/log.jsonl")
        let launch = try test("Specs/output/logs/launch/flow-4711-0002.jsonl")
        let different = try test("Specs/output/logs/other-rule.jsonl", name: "another build decided an event by another rule")
        #expect(denied.passes && blocked.passes && launch.passes && !different.passes)
        try Golden.check([
            Golden.File("\(Self.folder)/Denied.swift", denied.source(.inSource)),
            Golden.File("\(Self.folder)/Blocked.swift", blocked.source(.beside("Blocked.jsonl"))),
            Golden.File("\(Self.folder)/Blocked.jsonl", blocked.log),
            Golden.File("\(Self.folder)/Launch.swift", launch.source(.inSource)),
            // It fails, so another test calls it.
            Golden.File("\(Self.folder)/Different.swift", different.source(.inSource).replacing("@Test func", with: "func")),
        ])
    }

    @Test func `a generated test fails if this build decides differently from the log`() {
        withKnownIssue { try `another build decided an event by another rule`() }
    }
}

/// `test`.
@Suite struct TestCommandTests {
    private let folder = TemporaryFolder()
    private let log = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"

    @Test func `the test is named after the finding, and its comment has the cause and what to quote`() {
        let run = Run(["test", log])
        #expect(run.code == .fine && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains("func \u{60}denied at event 19, simulated\u{60}() throws {"))
        #expect(run.output.contains("/// Cause: The provider Cablevision denied it (authorization_denied_by_mvpd)."))
        #expect(run.output.contains("/// Support id simulated, DemoTV/1.0, library "))
        #expect(run.output.contains("\"event 19: request 3 denied, authorization_denied_by_mvpd\","))
    }

    @Test func `the log can be beside the test, and the test can have a name`() throws {
        let target = "\(folder.path)/DeniedTests.swift"
        let run = Run(["test", "--out", target, "--log-beside", "--name", "a `denial` \\(1)", log])
        #expect(run.code == .fine && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == "\(target): the test \"a denial (1)\" decides 19 events.\n")
        let text = String(decoding: try LogFile.read(target).bytes, as: UTF8.self)
        #expect(text.contains("func \u{60}a denial (1)\u{60}()") && text.contains("appending(path: \"DeniedTests.jsonl\")"))
        #expect(try LogFile.read("\(folder.path)/DeniedTests.jsonl").bytes == LogFile.read(log).bytes)
        #expect(Run(["test", "--out", target, log]).code == .unreadable)
    }

    @Test func `a scenario has the log and the drawings of the scenarios in Specs`() throws {
        let path = "\(folder.path)/denied-second-screen"
        let run = Run(["test", "--scenario", path + "/", log])
        #expect(run.code == .fine && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output == "\(path): log.jsonl, sequence.txt, states.txt, timeline.txt: denied at event 19.\n")
        let recorded = "\(Repository.path)/\(Story.folder)/denied-second-screen"
        for file in ["log.jsonl", "sequence.txt", "states.txt", "timeline.txt"] {
            let (made, there) = (try LogFile.read("\(path)/\(file)").bytes, try LogFile.read("\(recorded)/\(file)").bytes)
            // Only the titles differ.
            let start = file == "log.jsonl" ? 0 : 2
            let (left, right) = (lines(String(decoding: made, as: UTF8.self)), lines(String(decoding: there, as: UTF8.self)))
            #expect(left.dropFirst(start) == right.dropFirst(start), "\(file)")
        }
        let again = Run(["test", "--scenario", path, log])
        #expect(again.code == .unreadable && again.errors.contains("log.jsonl: already exists: name another folder"))
    }

    @Test func `a log that this build decides differently becomes a test that fails, and the tool reports it`() {
        let run = Run(["test", "\(Repository.path)/Specs/output/logs/other-rule.jsonl"])
        #expect(run.code == .logFails)
        #expect(run.errors.hasSuffix("  The test expects what was recorded, so it fails with this build.\n"))
        // Polls that are spaced differently change no rule and no answer.
        let spaced = Run(["test", "\(Repository.path)/Specs/output/logs/differs.jsonl"])
        #expect(spaced.code == .logFails)
        #expect(spaced.errors.hasSuffix("  Rules and answers are the same, so the test passes with this build.\n"))
        let damaged = Run(["test", "\(Repository.path)/Specs/output/logs/damaged.jsonl"])
        #expect(damaged.code == .logFails && damaged.errors.hasSuffix("  Only the events before the damage are in it.\n"))
    }

    @Test func `what a hostile log says stays in comments and literals`() throws {
        let header = LogHeader(app: "App\n#error(\"x\")\u{2028}y", support: "a`\"\\\n", settings: Script.settings)
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-\"\\(x)\n", "unregistered")
        let bytes = LogBytes.of(made.records, header: header)
        let source = try RegressionTest(bytes, file: "log.jsonl").source(.inSource)
        #expect(source.contains("func \u{60}decided to event 1, a\u{60}()"))
        #expect(source.contains(#""1 V2-\"\\(x)\u{a}","#), "\(source)")
        #expect(!source.contains("\n#error"))
        // A literal may contain it; a comment would end there for some readers.
        let code = try #require(source.split(separator: "private let log").first)
        #expect(!code.contains("\u{2028}"))
    }

    @Test func `a literal is closed by nothing in the log`() throws {
        let lines = FormatSamples.lines(Flows.partner().bytes)
        let hostile = FormatSamples.sealed(FormatSamples.replaced(lines, 1, #""rule":"#, ##""x":"\\#(fatalError())","rule":"##))
        let source = try RegressionTest(Array(hostile.joined()), file: "log.jsonl").source(.inSource)
        #expect(source.contains("private let log = ##\"\"\"\n") && source.hasSuffix("\n\"\"\"##\n"))
    }

    @Test func `wrong uses of test are explained`() {
        let uses: [([String], String)] = [
            (["test"], "flow-trace: test reads one log, but got 0: name a file"),
            (["test", "--log-beside", log], "flow-trace: --log-beside needs --out FILE: the log is written beside that file"),
            (["test", "--out", "x.txt", log], "flow-trace: --out x.txt: name a file that ends with .swift"),
            (["test", "--scenario", "x", "--name", "y", log], "flow-trace: --scenario writes no test: leave out --out, --name"),
            (["test", "--name", "", log], "flow-trace: --name needs a text"),
        ]
        for (words, text) in uses {
            let run = Run(words)
            #expect(run.code == .usage && run.errors.hasPrefix(text), "\(run.errors)")
        }
    }
}
