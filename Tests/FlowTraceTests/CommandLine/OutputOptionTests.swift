import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The options for the output as a whole: a file, color, a pipe as the log, and the width of the help.
@Suite struct OutputOptionTests {
    private let folder = TemporaryFolder()
    private static let log = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"

    private func text(_ path: String) -> String { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }

    @Test func `an output file contains what the command prints, and replaces an older one`() throws {
        let path = "\(folder.path)/report.txt"
        for words in [["-o", path], ["--out", path], ["--out=\(path)"]] {
            let run = Run(["render"] + words + [Self.log])
            #expect(run.code == .fine && run.output.isEmpty && run.errors.isEmpty, "\(words)")
            #expect(text(path) == Run(["render", Self.log]).output)
            _ = try folder.write(Array("old\n".utf8), "report.txt")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.txt"])
    }

    @Test func `an output file stays as it was if there is no result`() throws {
        let path = try folder.write(Array("old\n".utf8), "report.txt")
        for words in [["render", "-o", path, "\(folder.path)/missing.jsonl"], ["render", "-o", path, "--width", "3", Self.log]] {
            #expect(Run(words).code != .fine, "\(words)")
            #expect(text(path) == "old\n")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.txt"])
        // A result with trouble is a result.
        #expect(Run(["verify", "-o", path, Self.log, "\(folder.path)/missing.jsonl"]).code == .unreadable)
        #expect(text(path).contains("verified"))
        #expect(Run(["render", "-o", "\(folder.path)/no/report.txt", Self.log]).code == .unreadable)
        #expect(Run(["render", "-q", "-o", path, Self.log]).code == .usage && text(path).contains("verified"))
    }

    @Test func `an output file that is an input is refused, also by a link and as a log of the folder`() throws {
        let path = try folder.write(LogFile.read(Self.log).bytes, "a.jsonl")
        symlink(path, folder.path + "/link.txt")
        for words in [[path, path], [folder.path + "/link.txt", path], [path, folder.path], ["\(folder.path)/./a.jsonl", folder.path]] {
            let run = Run(["triage", "-o"] + words)
            #expect(run.code == .usage && run.errors.contains("reads, too"), "\(words): \(run.errors)")
            #expect(Run(["verify", path]).code == .fine)
        }
        #expect(Run(["triage", "-o", "\(folder.path)/report.txt", folder.path]).code == .fine, "a report among the logs is none")
    }

    @Test func `an output file that is a link is written where it leads`() throws {
        let target = try folder.write([], "target.txt")
        symlink(target, folder.path + "/link.txt")
        #expect(Run(["verify", "-o", folder.path + "/link.txt", Self.log]).code == .fine)
        #expect(text(target).contains("verified"))
    }

    @Test func `color is used as the option says, else as the variables say, else on a terminal`() {
        let isColored = { (run: Run) in run.output.contains("\u{1B}[") }
        #expect(isColored(Run(["render", "--color", "always", Self.log])))
        #expect(!isColored(Run(["render", "--color=never", Self.log], color: true)))
        #expect(isColored(Run(["render", "--color", "auto", Self.log], color: true)))
        let path = "\(folder.path)/colored.txt"
        #expect(Run(["render", "-o", path, Self.log], color: true).code == .fine && !text(path).contains("\u{1B}["))
        #expect(Run(["render", "-o", path, "--color", "always", Self.log]).code == .fine && text(path).contains("\u{1B}["))
        func uses(_ canShowColor: Bool, _ variables: [String: String]) -> Bool { Console.usesColor(canShowColor) { variables[$0] } }
        #expect(uses(true, [:]) && !uses(false, [:]))
        #expect(uses(false, ["CLICOLOR_FORCE": "1"]) && !uses(false, ["CLICOLOR_FORCE": "0"]) && !uses(false, ["CLICOLOR_FORCE": ""]))
        #expect(!uses(true, ["NO_COLOR": "1"]) && uses(true, ["NO_COLOR": ""]) && !uses(false, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]))
    }

    @Test func `the pager is the one that the user chose, or less, or none`() {
        func pager(_ variables: [String: String]) -> String? { Console.pager { variables[$0] } }
        #expect(pager(["PAGER": "more"]) == "more")
        #expect(pager(["PAGER": "more", "FLOW_TRACE_PAGER": "less -S"]) == "less -S")
        #expect(pager(["PAGER": "cat"]) == nil && pager(["PAGER": "more", "FLOW_TRACE_PAGER": ""]) == nil)
        #expect(pager(["PATH": folder.path]) == nil)
    }

    @Test func `long output is written to the pager, which is waited for`() throws {
        let path = "\(folder.path)/paged.txt"
        var output = ""
        var console = Console(columns: 100, usesColor: false, invocation: "", write: { output += $0 }, complain: { output += $0 })
        console.pager = "cat > '\(path)'"
        #expect(Tool.run(["render", Self.log], console) == .fine)
        #expect(output.isEmpty && text(path) == Run(["render", Self.log], columns: 100).output)
        // What is not for reading is not paged.
        #expect(Tool.run(["completions", "bash"], console) == .fine && output.contains("_flow_trace"))
    }

    @Test func `a pipe is read as the log if no other is named`() throws {
        func log(_ words: [String], _ syntax: CommandSyntax) throws -> [String] {
            try Arguments(words, syntax, hasPipe: true).operands
        }
        for command in Command.allCases where command.syntax.takesLogs && command.syntax.readsPipe {
            #expect(try log([], command.syntax) == ["-"], "\(command)")
            #expect(try log(["app.jsonl"], command.syntax) == ["app.jsonl"], "\(command)")
        }
        #expect(try log([], SpecCommand.syntax).isEmpty)
        #expect(try log([], HelpCommand.syntax).isEmpty)
        #expect(try Arguments([], VerifyCommand.syntax).operands.isEmpty)
    }

    @Test(arguments: [40, 60, 80, 99]) func `the help fits a narrow terminal, and no word is lost`(columns: Int) {
        for words in [["--help"]] + Command.allCases.map({ [$0.rawValue, "--help"] }) + HelpTopic.allCases.map({ ["help", $0.rawValue] }) {
            let (wide, narrow) = (Run(words).output, Run(words, columns: columns).output)
            #expect(flat(narrow) == flat(wide), "\(words)")
            for line in lines(narrow) where DisplayedWidth.of(line) > columns {
                // A command to be copied, a name alone, and a usage without a blank to break at stay whole.
                let rest = line.drop { $0 == " " }
                #expect(lines(wide).contains(line) || !rest.contains("  "), "\(words): \(line)")
            }
        }
        #expect(Run(["demo", "--help"], columns: 200).output == Run(["demo", "--help"]).output)
    }
}
