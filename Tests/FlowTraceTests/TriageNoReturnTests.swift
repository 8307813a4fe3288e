import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The point of no return in the triage of one launch.
@Suite struct TriageNoReturnTests {
    private static let denied = "\(Repository.path)/Specs/scenarios/denied-second-screen/log.jsonl"

    @Test func `the triage of one launch says after which event it was too late`() {
        let run = Run(["triage", Self.denied])
        #expect(flat(run.output).contains("too late After event 19, nothing that could happen would have fulfilled it."), "\(run.output)")
        let json = Run(["triage", "--json", Self.denied]).output
        #expect(json.contains(#""pointOfNoReturn":{"fulfillment":{"possible":"after","event":19}"#), "\(json)")
        #expect(json.contains(#""pointOfNoReturn":null"#), "a fulfilled request has none")
    }

    @Test func `among several launches it is not looked for`() {
        let run = Run(["triage", "--json", Self.denied, "\(Repository.path)/Specs/scenarios/happy-apple-sso/log.jsonl"])
        #expect(!run.output.contains(#""pointOfNoReturn":{"#))
    }

    @Test func `of many failed requests, the first are searched, and the text says so`() throws {
        var flow = Flows.secondScreen()
        for number in 10..<20 {
            flow.user(400 + Double(number), .play(WishID(Int64(number)), resource: SecretRef(.resource, 1), under: .signedIn))
        }
        let folder = TemporaryFolder()
        let path = try folder.write(LogBytes.of(flow.records, header: flow.header), "many.jsonl")
        let run = Run(["triage", "--full", path])
        #expect(flat(run.output).contains("looked for only for the requests above that say so"), "\(run.output)")
    }

    @Test func `each sentence says one thing, and a bound that was hit is named`() throws {
        let content = try LogContent([UInt8](try Data(contentsOf: URL(filePath: Self.denied))))
        let bounded = try #require(PointOfNoReturn(WishID(3), in: content, PointOfNoReturn.Bounds(each: 1, all: 1)))
        #expect(bounded.sentences.contains("was not found: the search stopped at event"), "\(bounded.sentences)")
    }
}
