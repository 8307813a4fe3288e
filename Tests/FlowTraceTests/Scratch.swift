import Testing
@testable import flow_trace
import FlowMachine
@Test func scratch() throws {
    _ = try writeFile(Flows.partner().bytes, named: "happy.jsonl", in: "/tmp/ft")
    _ = try writeFile(Flows.secondScreen().bytes, named: "denied.jsonl", in: "/tmp/ft")
}
