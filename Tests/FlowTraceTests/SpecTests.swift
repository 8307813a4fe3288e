import FlowMachine
import FlowTestSupport
import Testing

@testable import flow_trace

@Suite struct SpecTests {
    @Test func `the page in Specs is the table of this build`() throws {
        try Recording.expect(SpecText.markdown(MachineRuns.table()), at: "Specs/transitions.md")
    }
}
