import Testing

@testable import flow_trace

@Suite("Specs: the transitions") struct SpecsTransitionTests {
    @Test func `the page in Specs is the table of this build`() throws {
        try Golden.check([Golden.File("Specs/transitions.md", SpecText.markdown(MachineRuns.table))])
    }
}
