import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct SpecTests {
    @Test func `the runs reach all states and all rules`() {
        let entries = MachineRuns.table.entries
        #expect(Set(entries.map { SpecText.state($0.to) }) == Set(FlowStateName.allCases.map(\.rawValue)))
        let missing = Set(Rule.allCases.map(\.id)).subtracting(entries.map(\.rule))
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    @Test func `a walk is the same for one seed and differs for another`() {
        func walk(_ seed: UInt64) -> [TransitionTable.Entry: Int] {
            var walk = Walk(seed: seed, settings: .box)
            walk.run(300)
            return walk.table.counts
        }
        #expect(walk(7) == walk(7))
        #expect(walk(7) != walk(8))
    }

    @Test func `a table is written exactly like this`() {
        var table = TransitionTable()
        table.add(Flows.registered().records)
        #expect(
            SpecText.lines(table.entries, Look()).drop { !$0.hasPrefix("from ") }.joined(separator: "\n") == """
                from                       event             rule     to
                unregistered.gettingToken  reply token       V2-A-07  checking.partnerStatus
                unregistered.registering   reply registered  V2-A-03  unregistered.gettingToken
                                           wish sign in      FM-16    stays
                unregistered.waiting       launched          V2-A-02  unregistered.registering
                """)
    }

    @Test func `each format is written with no line wider than a terminal`() {
        let text = Run(["spec"], columns: 80)
        #expect(text.code == .fine)
        #expect(lines(text.output).allSatisfy { DisplayedWidth.of($0) <= 80 })
        let ascii = Run(["spec", "--ascii"])
        #expect(ascii.output.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        let mermaid = lines(Run(["spec", "--format", "mermaid"]).output)
        #expect(mermaid.first == "stateDiagram-v2")
        for line in mermaid.dropFirst() {
            let isKnown = [" state \"", " --> ", "}"].contains { line.contains($0) }
            #expect(isKnown, "\(line)")
        }
        #expect(Run(["spec", "--format", "markdown"]).output == SpecText.markdown(MachineRuns.table.entries))
    }
}
