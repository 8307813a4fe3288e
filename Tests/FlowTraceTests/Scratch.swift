import Testing
@testable import flow_trace
import FlowMachine
import FlowSimulation
@Test func scratch() throws {
    _ = try writeFile(Flows.partner().bytes, named: "happy.jsonl", in: "/tmp/ft")
    _ = try writeFile(Flows.secondScreen().bytes, named: "denied.jsonl", in: "/tmp/ft")
    for s in Scenario.all { for (i, b) in s.run().segments.enumerated() { _ = try writeFile(b, named: "\(s.name)-\(i).jsonl", in: "/tmp/all") } }
}
