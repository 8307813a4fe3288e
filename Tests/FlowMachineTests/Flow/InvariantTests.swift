import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@Suite struct InvariantTests {
    /// 105,600 events in all.
    @Test(arguments: 0..<22) func `no random sequence of events breaks an invariant`(block: Int) {
        let settings: [FlowSettings] = [.box, .phone, .bare]
        let run = PropertyRun(settings: settings[block % 3], seed: UInt64(block * 12 + 1), events: 4_800)
        let violation = run.violation()
        #expect(violation == nil, "\(violation?.text ?? "")")
    }
}
