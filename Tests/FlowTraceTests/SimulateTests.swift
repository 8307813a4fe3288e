import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation
@testable import FlowReading
@testable import flow_trace

@Suite struct SimulateTests {
    private let folder = TemporaryFolder()

    @Test func `sessions are reported with the states they reached, and their logs can be verified`() {
        let run = Run(["simulate", "--seeds", "3", "--from", "5", "--logs", "--folder", folder.path])
        #expect(run.code == .fine)
        #expect(run.errors.isEmpty)
        #expect(run.output.hasPrefix("3 sessions from seed 5 with all faults, no violation: "))
        for state in FlowStateName.allCases { #expect(run.output.contains("\n\(state.rawValue)"), "\(state)") }
        let verify = Run(["verify", folder.path])
        #expect(verify.code == .fine)
        #expect(verify.output.contains("seed-5-launch-1-0001.jsonl"))
    }

    @Test func `without faults, no faults are reported`() {
        let run = Run(["simulate", "--seeds", "2", "--faults", "none"])
        #expect(run.code == .fine)
        #expect(run.output.contains("with 0 of \(Fault.allCases.count) faults"))
        #expect(!run.output.contains("lost 1"))
    }

    @Test func `a failing session is reported with its faults, drawn, and written as a log that verifies`() {
        var plan = FaultPlan(seed: 3)
        plan.options.patience = 0
        let run = Run { SimulateCommand.tell("", SimulatedSession(plan), folder.path, $0) }
        #expect(run.code == .logFails)
        #expect(run.output.hasPrefix("seed 3: the faults are over, but the viewer cannot sign in: "))
        #expect(run.output.contains("with 0 of its \(plan.entries.count) faults, in launch 1:"))
        #expect(run.output.contains("\n  faultsOneIn = [3, 5, 8, 15, 40]\n"))
        #expect(run.output.contains("launched"))
        #expect(Run(["verify", folder.path + "/violation.jsonl"]).code == .fine)
    }

    @Test func `wrong usage of simulate is reported with a suggestion`() {
        #expect(Run(["simulate", "--faults", "lots"]).errors.contains("did you mean lost?"))
        #expect(Run(["simulate", "--faults", "torn"]).errors.contains("torn also needs crash"))
        #expect(Run(["simulate", "--seeds", "0"]).code == .usage)
        let help = Run(["simulate", "--help"]).output
        #expect(Fault.allCases.allSatisfy { help.contains($0.title) })
    }

    @Test func `the JSON output of a run is one object with the reached states`() {
        let run = Run(["simulate", "--seeds", "3", "--from", "7", "--json"])
        #expect(run.code == .fine)
        #expect(run.output.hasPrefix(#"{"sessions":3,"seed":7,"events":"#))
        #expect(run.output.contains(#""steps":{""#) && run.output.hasSuffix("\"violation\":null}\n"))
        #expect(lines(run.output).count == 1)
    }
}
