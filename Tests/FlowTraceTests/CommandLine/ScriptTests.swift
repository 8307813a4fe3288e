import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The scripts of `flow-trace help scripts` do what is said above them.
@Suite(.enabled(if: PseudoTerminal.tool != nil, "the tool is not beside the tests")) struct ScriptTests {
    private let folder = TemporaryFolder()

    private static let good = "\(Repository.path)/\(Story.folder)/happy-apple-sso/log.jsonl"
    private static let denied = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"
    private static let hasJQ = ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"].contains { (path: String) in
        FileManager.default.isExecutableFile(atPath: path)
    }

    /// The scripts: the indented lines below each paragraph.
    private static let scripts = Run(["help", "scripts"]).output.components(separatedBy: "\n\n").filter { $0.hasPrefix("  ") }

    /// Runs a script with a log as `$1`, in a folder of its own.
    private func run(_ script: String, _ log: String) throws -> (code: Int32, output: String) {
        let tool = try #require(PseudoTerminal.tool)
        if !FileManager.default.fileExists(atPath: "\(folder.path)/flow-trace") {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/flow-trace", withDestinationPath: tool)
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "sh", log]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = ["PATH": "\(folder.path):/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    private func damaged() throws -> String {
        var bytes = try LogFile.read(Self.good).bytes
        bytes[bytes.count / 2] ^= 1
        return try folder.write(bytes, "damaged.jsonl")
    }

    @Test func `there are five scripts`() { #expect(Self.scripts.count == 5) }

    @Test func `the gate passes a good log, and no other`() throws {
        let gate = Self.scripts[0]
        #expect(try run(gate, Self.good).code == 0)
        #expect(try run(gate, Self.denied).code == 1)
        #expect(try run(gate, damaged()).code == 1)
        #expect(try run(gate, "\(folder.path)/missing").code == 3)
    }

    @Test(.enabled(if: hasJQ, "jq is not installed")) func `the gate for several versions passes what another version decides differently`()
        throws
    {
        let gate = Self.scripts[1]
        let old = "\(Repository.path)/Specs/changes/0.2.0/apple-logout.jsonl"
        #expect(try run(gate, Self.denied).code == 0)
        #expect(try run(gate, old).code == 0 && run(Self.scripts[0], old).code == 1)
        #expect(try run(gate, "\(Repository.path)/\(OutputLogs.folder)/other-rule.jsonl").code == 1)
        #expect(try run(gate, damaged()).code == 1)
        #expect(try run(gate, "\(folder.path)/missing").code == 2)
    }

    @Test(.enabled(if: hasJQ, "jq is not installed")) func `the report counts causes, and stays if the next one cannot be made`() throws {
        let report = Self.scripts[2]
        let (code, output) = try run(report, Self.denied)
        #expect(code == 0)
        #expect(output.contains("1 provider: denied: authorization_denied_by_mvpd\n"))
        let page = try String(contentsOfFile: "\(folder.path)/report.txt", encoding: .utf8)
        #expect(page.contains("denied at event 19"))
        #expect(try run(report, "\(folder.path)/missing").code == 2)
        #expect(try String(contentsOfFile: "\(folder.path)/report.txt", encoding: .utf8) == page)
    }

    @Test(.enabled(if: hasJQ, "jq is not installed")) func `the report by version counts the launches of each version`() throws {
        let logs = folder.path + "/logs"
        try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: false)
        for (name, log) in [("a", Self.denied), ("b", Self.good), ("c", "\(Repository.path)/Specs/changes/0.2.0/apple-logout.jsonl")] {
            try FileManager.default.copyItem(atPath: log, toPath: "\(logs)/\(name).jsonl")
        }
        let (code, output) = try run(Self.scripts[3], logs)
        #expect(code == 0)
        let now = "DemoTV/1.0, library \(LogHeader.library): launches: 2, with a request that was not fulfilled: 1\n  1 denied (provider)\n"
        let before = "DemoTV/1.0, library 0.2.0: launches: 1, with a request that was not fulfilled: 0\n"
        #expect(output.hasPrefix(before) && output.hasSuffix(now), "\(output)")
        #expect(try String(contentsOfFile: "\(folder.path)/report.err", encoding: .utf8).contains("c.jsonl:11: this build decides"))
        #expect(try run(Self.scripts[3], "\(folder.path)/missing").code == 2)
    }

    @Test(.enabled(if: hasJQ, "jq is not installed")) func `the watch prints a line per problem`() throws {
        let watch = Self.scripts[4].replacingOccurrences(of: "flow-trace watch", with: "flow-trace watch --until-idle 0")
        let (code, output) = try run(watch, Self.denied)
        #expect(code == 0)
        #expect(output == "event 19: reply 12: deny resource#2  authorization_denied_by_mvpd\n")
    }
}
