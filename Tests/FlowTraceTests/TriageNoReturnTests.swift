import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The point of no return in the triage of one launch.
@Suite struct TriageNoReturnTests {
    private static let denied = "\(Repository.path)/Specs/scenarios/denied-second-screen/log.jsonl"

    @Test func `triage of one launch says after which event it was too late, unless that is the answer`() {
        #expect(!Run(["triage", Self.denied]).output.contains("too late"))
        let early = Run(["triage", "\(Repository.path)/Specs/scenarios/play-if-signed-in/log.jsonl"])
        #expect(
            flat(early.output).contains("too late Nothing that could happen after the request would have fulfilled it."), "\(early.output)")
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
        #expect(flat(run.output).contains("was looked for only for the first 4"), "\(run.output)")
    }

    @Test func `each sentence says one thing, and a bound that was hit is named`() throws {
        let content = try LogContent([UInt8](try Data(contentsOf: URL(filePath: Self.denied))))
        let bounded = try #require(PointOfNoReturn(WishID(3), in: content, PointOfNoReturn.Bounds(each: 1, all: 1)))
        let text = bounded.sentences(answeredAt: nil)
        #expect(text.contains("it could still be fulfilled; the search stopped there"), "\(text)")
    }
}
