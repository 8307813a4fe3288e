import FlowMachine
import Testing

@testable import flow_trace

@Suite("Specs: the transitions") struct SpecsTransitionTests {
    @Test func `the transitions page in Specs is this build's table`() throws {
        try Golden.check([Golden.File("Specs/transitions.md", SpecText.markdown(MachineRuns.table.entries))])
    }

    @Test func `the tool's transitions are those that the machine takes`() throws {
        let entries = SpecText.rows(MachineRuns.table.entries)
        let files = FlowState.Name.allCases.map { state in
            let name = state.rawValue.prefix(1).uppercased() + state.rawValue.dropFirst()
            let own = entries.filter { SpecText.state($0.from) == state.rawValue }
            let lines = MachineTransitions.text(own).split(separator: "\n").map { "        \($0)\n" }.joined()
            let text = """
                extension MachineTransitions {
                    /// From a step, at a kind of event, by a rule, to a step. Written by the tests with `SPECS_RECORD=1`.
                    static let \(state.rawValue) = #\"""
                \(lines)        \"""#
                }

                """
            return Golden.File("Sources/flow-trace/Spec/Transitions/\(name)Transitions.swift", text)
        }
        try Golden.check(files, inFolder: "Sources/flow-trace/Spec/Transitions")
        // Not while the files are being recorded: this build still has the old ones.
        if !Golden.isRecording { #expect(MachineTransitions.entries == entries) }
    }

    @Test func `the tool knows every step that a run reached`() {
        if Golden.isRecording { return }
        #expect(MachineTransitions.places == Set(MachineRuns.table.entries.flatMap { [$0.from, $0.to] }))
    }
}
