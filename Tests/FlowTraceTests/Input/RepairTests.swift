import FlowMachine
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// `verify --repair-to`.
@Suite struct RepairTests {
    private let folder = TemporaryFolder()
    private let good = Flows.secondScreen().bytes
    private var target: String { "\(folder.path)/repaired.jsonl" }

    /// The good log with a flipped bit at each of these fractions of its length.
    private func turned(_ parts: [Double]) -> [UInt8] {
        var bytes = good
        for part in parts { bytes[Int(Double(bytes.count) * part)] ^= 4 }
        return bytes
    }

    private func repair(_ bytes: [UInt8]) throws -> Run { Run(["verify", "--repair-to", target, try folder.write(bytes, "bad.jsonl")]) }

    @Test func `one flipped bit is restored in a copy, and the log stays unchanged`() throws {
        let bad = turned([0.5])
        let run = try repair(bad)
        #expect(run.code == .fine && run.errors.isEmpty, "\(run.errors)")
        #expect(run.output.contains("One flipped bit explains it: byte "))
        #expect(run.output.hasSuffix("One bit was repaired. The copy is \(target); check it: flow-trace verify \(target)\n"))
        #expect(try LogFile.read(target).bytes == good)
        #expect(try LogFile.read("\(folder.path)/bad.jsonl").bytes == bad)
    }

    @Test func `two flipped bits on different lines are both restored`() throws {
        let run = try repair(turned([0.3, 0.7]))
        #expect(run.code == .fine, "\(run.errors)")
        #expect(run.output.contains("2 bits were repaired."))
        #expect(run.output.matches(of: /One flipped bit explains it/).count == 2)
        #expect(try LogFile.read(target).bytes == good)
    }

    @Test func `a flipped bit on the first line is also restored`() throws {
        var bad = good
        bad[20] ^= 1
        #expect(try repair(bad).code == .fine)
        #expect(try LogFile.read(target).bytes == good)
    }

    @Test func `an undamaged log is not copied`() throws {
        let run = try repair(good)
        #expect(run.code == .fine && run.errors.isEmpty)
        #expect(run.output == "\(folder.path)/bad.jsonl is not damaged: nothing was written.\n")
        #expect(!LogFile.exists(target))
    }

    @Test func `an existing file is not overwritten`() throws {
        _ = try folder.write([0x61], "repaired.jsonl")
        let run = try repair(turned([0.5]))
        #expect(run.code == .unreadable)
        #expect(run.errors == "\(target): already exists: name a file that does not exist\n")
        #expect(try LogFile.read(target).bytes == [0x61])
    }

    @Test func `a copy that cannot be written is reported`() throws {
        let run = Run(["verify", "--repair-to", "\(folder.path)/no/such/folder/a.jsonl", try folder.write(turned([0.5]), "bad.jsonl")])
        #expect(run.code == .unreadable)
        #expect(run.errors.hasPrefix("\(folder.path)/no/such/folder/a.jsonl: cannot be written: "))
    }

    @Test func `a log with damage that no single bit explains is not copied`() throws {
        var bad = good
        let middle = bad.count / 2
        bad.removeSubrange(middle..<middle + 3)
        let run = try repair(bad)
        #expect(run.code == .logFails)
        #expect(run.errors.contains("checksum"))
        #expect(run.errors.hasSuffix("  No single bit explains this damage.\n"))
        #expect(!run.output.contains("The copy is"))
        #expect(!LogFile.exists(target))
    }

    @Test func `damage from a single bit is repaired next to other damage, which is reported`() throws {
        var bad = turned([0.3])
        let late = bad.count * 3 / 4
        bad.removeSubrange(late..<late + 3)
        let run = try repair(bad)
        #expect(run.code == .logFails)
        #expect(run.output.contains("One bit was repaired. The copy is \(target)"))
        #expect(run.errors.hasSuffix("  No single bit explains this damage.\n"))
        var expected = good
        expected.removeSubrange(late..<late + 3)
        #expect(try LogFile.read(target).bytes == expected)
    }

    @Test func `a torn line is not repaired`() throws {
        let run = try repair(Array(good.dropLast(10)))
        #expect(run.code == .logFails)
        #expect(run.errors.contains("the last line is incomplete"))
        #expect(!LogFile.exists(target))
    }

    @Test func `repair takes one log and neither --all nor --json`() throws {
        let log = try folder.write(good, "a.jsonl")
        #expect(Run(["verify", "--repair-to", target, log, log]).errors.contains("--repair-to repairs one log, but got 2"))
        #expect(Run(["verify", "--repair-to", target]).code == .usage)
        #expect(Run(["verify", "--repair-to", target, "--all", log]).code == .usage)
        #expect(Run(["verify", "--repair-to", target, "--json", log]).code == .usage)
    }
}
