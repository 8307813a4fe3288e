import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The table of endings is what the commands do, and what their help prints.
@Suite struct ExitCodeTests {
    private let folder = TemporaryFolder()

    private static let log = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"
    private static let good = "\(Repository.path)/\(Story.folder)/happy-apple-sso/log.jsonl"
    private static let captures = "\(Repository.path)/Tests/Fixtures/captures"

    /// What no run shows: no build that passes its tests violates an invariant, and servers have tests of their own.
    private static let untried: [Command: Set<Ending>] = [
        .check: [.violated], .simulate: [.violated], .serve: [.done, .portInUse],
        // They read the input of the tests: the next tests are about them, and those of `step` on a terminal.
        .mcp: [.done], .step: [.done],
    ]

    /// The words of a run that ends so.
    private func words(_ command: Command, _ ending: Ending) throws -> [String]? {
        let name = command.rawValue
        let missing = "\(folder.path)/missing.jsonl"
        let options = self.options(of: command)
        switch ending {
        case .done: return done(command)
        case .usage: return [name, "--nonsense"]
        case .noEvent: return [name, command == .render ? "--from" : "--at", "999", Self.log] + (command == .diff ? [Self.log] : [])
        case .unreadable:
            switch command {
            case .demo: return [name, "--folder", "/nonexistent/folder"]
            case .check: return [name, "--only", "pinned", "--depth", "2", "-o", "/nonexistent/file"]
            case .simulate: return [name, "--seeds", "1", "-o", "/nonexistent/file"]
            case .spec, .man: return [name, "-o", "/nonexistent/file"]
            case .help: return [name, "logs", "-o", "/nonexistent/file"]
            case .completions: return [name, "bash", "-o", "/nonexistent/file"]
            case .diff: return [name, missing, Self.log]
            case _: return [name] + options + [missing]
            }
        case .damaged where command == .step: return [name, try folder.write(Array("no log\n".utf8), "text.jsonl")]
        case .damaged: return [name] + options + [try damaged()] + (command == .diff ? [Self.log] : [])
        case .noLine: return [name, try folder.write(Array("no log\n".utf8), "text.jsonl")]
        case .differs: return [name] + options + [try differing()]
        case .logsDiffer: return [name, Self.log, Self.good]
        case .unfulfilled: return [name, "--exit-code", Self.log]
        case .unreached: return [name, "--require-all", Self.log]
        case .untrue: return [name, "--while", "rule:V2-E-07", Self.log]
        case .broken: return [name, "\(Self.captures)/java-bad.har"]
        case .noCapture: return [name, Self.log]
        case .violated, .portInUse: return nil
        }
    }

    /// What a command needs beside its log.
    private func options(of command: Command) -> [String] {
        switch command {
        case .watch: ["--until-idle", "0"]
        case .whatIf: ["--without", "5"]
        case .minimize: ["--while", "outcome:denied"]
        case .share: ["--out", "\(folder.path)/share-\(UUID().uuidString).jsonl"]
        case _: []
        }
    }

    private func done(_ command: Command) -> [String] {
        switch command {
        case .demo: [command.rawValue, "--folder", folder.path]
        case .check: [command.rawValue, "--only", "pinned", "--depth", "2"]
        case .simulate: [command.rawValue, "--seeds", "1"]
        case .completions: [command.rawValue, "bash"]
        case .spec, .help, .man: [command.rawValue]
        case .import: [command.rawValue, "\(Self.captures)/java-good.har"]
        case .diff: [command.rawValue, Self.log, Self.log]
        case _: [command.rawValue] + options(of: command) + [Self.log]
        }
    }

    private func damaged() throws -> String {
        var bytes = try LogFile.read(Self.log).bytes
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        bytes[lines[15].startIndex + 20] ^= 1
        return try folder.write(bytes, "damaged.jsonl")
    }

    private func differing() throws -> String {
        var records = Flows.partner().records
        records[4] = records[4].changed(rule: "V2-X-13")
        return try folder.write(LogBytes.of(records), "differs.jsonl")
    }

    @Test(arguments: Command.allCases) func `each ending of a command has the exit code in the table`(command: Command) throws {
        for ending in command.endings {
            if Self.untried[command]?.contains(ending) == true { continue }
            let line = try #require(try words(command, ending), "\(command) \(ending)")
            let run = Run(line, columns: command == .step ? 100 : nil)
            #expect(run.code == ending.code, "\(line): \(run.errors)")
            #expect((run.code == .fine) == (ending == .done))
        }
    }

    @Test(arguments: Command.allCases) func `the help of a command prints its exit codes, and no other command's`(command: Command) {
        let help = flat(Run([command.rawValue, "--help"]).output)
        for ending in Ending.allCases {
            #expect(help.contains(ending.text) == command.endings.contains(ending) || ending == .done, "\(ending)")
        }
        #expect(Set(command.endings).count == command.endings.count)
        #expect(Run(["help", "exit-codes"]).output.contains("  3  a file cannot be read or written"))
    }

    @Test func `a file that is missing has the same code and message everywhere`() {
        let missing = "\(folder.path)/missing.jsonl"
        let text = "\(missing): cannot be read: No such file or directory: check the path\n"
        for words in [[missing], ["-q", missing]] {
            let run = Run(words)
            #expect(run.code == .unreadable && run.errors == text, "\(words)")
        }
        for command in Command.allCases where command.endings.contains(.unreadable) && command.syntax.takesLogs && command != .diff {
            let run = Run([command.rawValue] + options(of: command) + [missing], columns: command == .step ? 100 : nil)
            #expect(run.code == .unreadable && run.errors == text, "\(command): \(run.errors)")
        }
        #expect(Run(["what-if", "--change", "3", missing, Self.log]).errors == text)
    }

    @Test(.enabled(if: PseudoTerminal.tool != nil, "the tool is not beside the tests")) func `mcp is done when its input ends`() throws {
        let process = Process()
        process.executableURL = URL(filePath: try #require(PseudoTerminal.tool))
        process.arguments = ["mcp", Self.log]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
        process.waitUntilExit()
        #expect(process.terminationStatus == ExitCode.fine.rawValue)
    }

    @Test func `quiet prints only what is wrong with files, and judges the requests`() {
        let run = Run(["-q", Self.log])
        #expect(run.code == .logFails && run.output.isEmpty && run.errors.isEmpty)
        #expect(Run(["-q", Self.good]).code == .fine)
        #expect(Run(["triage", Self.log]).code == .fine)
        #expect(Run(["verify", "--quiet", Self.log]).output.isEmpty)
    }

    @Test func `a difference from this build is printed on standard output, and damage on standard error`() throws {
        let (damaged, differs) = (try damaged(), try differing())
        let verify = Run(["verify", damaged, differs])
        #expect(verify.errors.hasPrefix("\(damaged):16:") && !verify.errors.contains(differs))
        #expect(verify.output.contains("\(differs):6: this build makes a different decision"))
        #expect(Run(["replay", differs]).output.contains("this build makes a different decision"))
        #expect(Run(["replay", differs]).errors.isEmpty)
        #expect(Run(["render", damaged]).errors.hasPrefix("\(damaged):16:"))
        // JSON contains the finding, so its lines stay JSON.
        #expect(lines(Run(["verify", "--json", damaged, differs]).output).count == 2)
    }
}
