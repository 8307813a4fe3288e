import FlowMachine
import FlowExploration
import FlowSimulation
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct CheckTests {
    private let folder = TemporaryFolder()

    @Test func `an exploration reports its states, edges and depth, and whether it was cut short`() throws {
        let run = Run(["check", "--only", "pinned", "--depth", "5"])
        #expect(run.code == .fine)
        #expect(run.errors.isEmpty)
        let line = try #require(lines(run.output).last)
        let words = line.split(separator: " ").map(String.init)
        #expect(words.first == "pinned")
        #expect(words.last == "all")
        #expect(words.contains("5"))
    }

    @Test func `random events that break no invariant are reported with their seed`() {
        let run = Run(["check", "--random", "1200", "--seed", "7"])
        #expect(run.code == .fine)
        #expect(run.output.hasPrefix("1,200 random events from seed 7, no violation, in "))
    }

    @Test func `a violation is drawn and written as a log that verifies; the exit code is 1`() throws {
        let launch = FlowEvent(time: Instant(milliseconds: 1_767_225_600_000), origin: .app(.launched(PersistedState())))
        let violation = Counterexample(violation: "answeredOnce", events: [launch], settings: .appleTV)
        let run = Run { CheckCommand.tell(violation, folder.path, $0) }
        #expect(run.code == .logFails)
        #expect(run.output.contains("answeredOnce is violated by the last of these 1 events:"))
        #expect(run.output.contains("launched"))
        #expect(Run(["verify", folder.path + "/violation.jsonl"]).code == .fine)
    }

    @Test func `wrong usage of check is reported with a suggestion`() {
        #expect(Run(["check", "--only", "wishs"]).errors.contains("did you mean wishes?"))
        #expect(Run(["check", "--seed", "3"]).errors.contains("--seed needs --random"))
        #expect(Run(["check", "--faults", "9"]).code == .usage)
        #expect(Run(["check", "log.jsonl"]).code == .usage)
    }

    @Test func `the help says what an exploration leaves out`() {
        let help = Run(["check", "--help"]).output
        #expect(Alphabet.exclusions.allSatisfy { help.contains($0) })
        #expect(Alphabet.all.allSatisfy { help.contains($0.title) })
        // The titles are aligned, whatever the longest name.
        let columns = Alphabet.all.compactMap { alphabet in
            lines(help).first { $0.hasPrefix("  \(alphabet.name) ") && $0.hasSuffix(alphabet.title) }
                .map { $0.count - alphabet.title.count }
        }
        #expect(columns.count == Alphabet.all.count)
        #expect(Set(columns).count == 1)
    }

    @Test func `the JSON output has one object per alphabet and one for a run of random events`() throws {
        let explored = Run(["check", "--only", "pinned", "--depth", "4", "--json"])
        #expect(explored.code == .fine)
        #expect(explored.output.hasPrefix(#"{"alphabet":"pinned","states":"#))
        #expect(explored.output.hasSuffix("\"violation\":null}\n"))
        #expect(explored.output.contains(#""isComplete":false"#))
        let random = Run(["check", "--random", "500", "--seed", "3", "--json"]).output
        #expect(random.hasPrefix(#"{"alphabet":"random","events":500,"seed":3,"#))
    }
}
