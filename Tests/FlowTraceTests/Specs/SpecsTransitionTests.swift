import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite("Specs: the transitions") struct SpecsTransitionTests {
    @Test func `the transitions page in Specs is this build's table`() throws {
        try Golden.check([Golden.File("Specs/transitions.md", SpecText.markdown(MachineRuns.table.entries))])
    }

    @Test func `the tool's transitions are those that the machine takes`() throws {
        let entries = SpecText.rows(MachineRuns.table.entries)
        try Golden.check([Golden.File("Sources/flow-trace/FlowReading/Recorded/transitions.txt", MachineTransitions.text(entries) + "\n")])
        // Not while the text is being recorded: this build still has the old one.
        if !Golden.isRecording { #expect(MachineTransitions.entries == entries) }
    }

    @Test func `the tool knows every step that a run reached`() {
        if Golden.isRecording { return }
        #expect(MachineTransitions.places == Set(MachineRuns.table.entries.flatMap { [$0.from, $0.to] }))
    }
}
