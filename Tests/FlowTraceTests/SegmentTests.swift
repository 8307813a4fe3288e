import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// A launch whose log was written in segments.
@Suite struct SegmentTests {
    private let folder = TemporaryFolder()

    private func write(_ segments: [[UInt8]]) throws {
        // By name alone the tenth would precede the second.
        for (index, bytes) in segments.enumerated() { _ = try folder.write(bytes, "flow-4711-\([1, 2, 10][index]).jsonl") }
    }

    @Test func `segments that continue each other are verified, drawn, replayed and explained`() throws {
        try write(Flows.segments([4, 5]))
        let verify = Run(["verify", folder.path])
        #expect(verify.code == .fine, "\(verify.errors)")
        let told = lines(verify.output)
        try #require(told.count == 3)
        #expect(told[0].hasSuffix("verified"))
        #expect(told[1].hasSuffix("verified; continues file 1 of the same launch"))
        #expect(told[2].contains("-10.jsonl"))
        #expect(told[2].hasSuffix("verified; continues file 2 of the same launch"))
        for words in [["render"], ["render", "--as", "states"], ["render", "--as", "timeline"], ["replay"], ["explain"], ["coverage"]] {
            let run = Run(words + [folder.path])
            #expect(run.code == .fine, "\(words): \(run.errors)")
            #expect(run.errors.isEmpty, "\(words): \(run.errors)")
        }
        #expect(Run(["explain", "--at", "7", "\(folder.path)/flow-4711-2.jsonl"]).code == .fine)
    }

    @Test func `a gap is reported and is not a break`() throws {
        try write(Flows.segments([4, 5], .gap(from: 3, .writing)))
        let verify = Run(["verify", folder.path])
        #expect(verify.code == .fine)
        #expect(verify.output.contains("events 3 to 4 may not have been kept (writing)"))
        try write(Flows.segments([4, 5], .gap(from: 4, .writing)))
        #expect(Run(["verify", folder.path]).output.contains("; event 4 may not have been kept (writing)"))
        try write(Flows.segments([4, 5], .gap(from: 3, .writing)))
        #expect(Run(["verify", "--json", folder.path]).output.contains("\"beginning\":\"events 3 to 4 may not have been kept"))
    }

    @Test func `a segment that does not continue the previous one is a break`() throws {
        let good = Flows.segments([4, 5])
        let other = Flows.segments([6, 3])
        try write([good[0], other[1], other[2]])
        let verify = Run(["verify", folder.path])
        #expect(verify.code == .logFails)
        #expect(verify.errors.contains("does not continue the previous segment"))
        #expect(verify.errors.contains("flow-4711-1.jsonl ends with event 4"))
        #expect(Run(["verify", "--json", folder.path]).output.contains("\"breach\":"))
    }

    @Test func `copies of one log in two folders do not continue each other`() throws {
        let whole = Flows.segments([4, 5])
        for (place, kept) in [("early", whole[..<2]), ("late", whole[1...])] {
            for (index, bytes) in zip(kept.indices, kept) {
                _ = try writeFile(bytes, named: "flow-4711-000\(index + 1).jsonl", in: "\(folder.path)/\(place)")
            }
        }
        let verify = Run(["verify", folder.path])
        #expect(verify.code == .fine, "\(verify.errors)")
        #expect(lines(verify.output).count == 4, "\(verify.errors)")
        #expect(lines(verify.output)[2].hasSuffix("verified; continues a missing file, with event 5"))
    }

    @Test func `after damage in the middle, the rest is read on request`() throws {
        var bytes = Flows.partner().bytes
        let place = bytes.count / 2
        bytes[place] ^= 1
        let line = bytes[..<place].count { $0 == 0x0A } + 1
        let path = try folder.write(bytes, "damaged.jsonl")
        let verify = Run(["verify", path])
        #expect(verify.code == .logFails)
        #expect(verify.errors.contains("  Line \(line) says: "))
        #expect(verify.errors.contains("  Read the lines after the damage: flow-trace render --past-damage "))
        #expect(Run(["verify", "--json", path]).output.contains("\"untrusted\":[[\(line),\(line)]]"))
        let render = Run(["render", "--past-damage", path])
        #expect(render.code == .logFails)
        #expect(lines(render.output).first?.contains("\(Flows.partner().records.count - 1) events") == true)
    }
}
