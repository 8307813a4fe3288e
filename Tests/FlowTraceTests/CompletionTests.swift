import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The scripts for shells, and the manual page. Installed shells parse the scripts for zsh and fish;
/// their completions were tried by hand, with zsh 5.9 and fish 3.6.
@Suite struct CompletionTests {
    private let folder = TemporaryFolder()

    private static func path(of tool: String) -> String? {
        ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + tool }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Runs a program; returns its status and everything that it wrote.
    private func run(_ tool: String, _ arguments: [String]) throws -> (status: Int32, output: String)? {
        guard let path = Self.path(of: tool) else { return nil }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// The completions that bash offers for a line whose last word is being entered.
    private func offers(_ words: [String]) throws -> [String] {
        let script = try folder.write(Array(BashCompletion.script.utf8), "flow-trace.bash")
        let quoted = words.map(Completion.quoted).joined(separator: " ")
        let program =
            "source '\(script)'; COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _flow_trace; printf '%s\\n' \"${COMPREPLY[@]}\""
        let run = try #require(try run("bash", ["--norc", "-c", program]))
        return run.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("bash: line") }
    }

    @Test(.enabled(if: Self.path(of: "bash") != nil)) func `bash completes commands, options and values`() throws {
        #expect(try offers(["flow-trace", "rend"]) == ["render"])
        #expect(try offers(["flow-trace", ""]) == Command.allCases.map(\.rawValue) + ["--help", "--version"])
        #expect(try offers(["flow-trace", "render", "--as", ""]) == LogDrawing.Kind.allCases.map(\.rawValue))
        #expect(try offers(["flow-trace", "render", "--as", "=", "st"]) == ["states"])
        #expect(try offers(["flow-trace", "render", "--as", "="]) == LogDrawing.Kind.allCases.map(\.rawValue))
        #expect(try offers(["flow-trace", "render", "--ascii", "--as"]) == ["--as"])
        #expect(try offers(["flow-trace", "simulate", "--faults", "crash,to"]) == ["crash,torn"])
        #expect(try offers(["flow-trace", "help", "rules", "V2-C-18"]) == ["V2-C-18"])
        #expect(try offers(["flow-trace", "help", "exit"]) == ["exit-codes"])
        #expect(try offers(["flow-trace", "completions", ""]) == ["bash", "zsh", "fish"])
        // A log without a command: the options of triage.
        #expect(try offers(["flow-trace", "app.jsonl", "--js"]) == ["--json"])
        // No completions for a log: bash offers files.
        #expect(try offers(["flow-trace", "render", "app"]) == [])
        for command in Command.allCases {
            #expect(try offers(["flow-trace", command.rawValue, "--"]) == command.syntax.listed.map(\.name), "\(command)")
        }
    }

    @Test func `each script names every command, option and value`() {
        for shell in CompletionsCommand.Shell.allCases {
            let script = Run(["completions", shell.rawValue]).output
            for command in Command.allCases {
                #expect(script.contains(command.rawValue), "\(shell) \(command)")
                for option in command.syntax.listed {
                    #expect(script.contains(shell == .fish ? "-l \(option.name.dropFirst(2))" : option.name), "\(shell) \(option.name)")
                    for word in option.words { #expect(script.contains(word), "\(shell) \(word)") }
                }
            }
        }
    }

    @Test(arguments: CompletionsCommand.Shell.allCases) func `each installed shell parses its script`(
        _ shell: CompletionsCommand.Shell
    ) throws {
        let script = try folder.write(Array(Run(["completions", shell.rawValue]).output.utf8), "script")
        guard let run = try run(shell.rawValue, [shell == .fish ? "--no-execute" : "-n", script]) else { return }
        #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }

    @Test func `the manual page has every command and option, and groff reads it without a warning`() throws {
        let page = Run(["man"]).output
        for command in Command.allCases {
            #expect(page.contains("\n.SS flow\\-trace \(ManualPage.escaped(command.rawValue))\n"), "\(command)")
            for option in command.syntax.listed { #expect(page.contains("\\fB\(ManualPage.escaped(option.name))\\fR"), "\(option.name)") }
        }
        #expect(page.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        let path = try folder.write(Array(page.utf8), "flow-trace.1")
        guard let run = try run("groff", ["-man", "-Tascii", "-ww", "-z", path]) else { return }
        #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }

    @Test func `text in the manual page is never read as a groff request`() {
        #expect(ManualPage.escaped(#"a-b \ 'c' "d" ~é"#) == #"a\-b \e \(aqc\(aq \(dqd\(dq \(ti\[u00E9]"#)
    }
}
