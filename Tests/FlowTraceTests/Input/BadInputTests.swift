import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// For any bad input, every command ends as documented, reports the error, and writes no terminal control characters.
@Suite struct BadInputTests {
    private let folder = TemporaryFolder()

    /// The command lines that read logs, without the log.
    private func commands() throws -> [[String]] {
        let good = TemporaryFolder.kept
        return [
            ["triage"], ["triage", "--json"], ["render"], ["render", "--as", "states", "--format", "svg"], ["replay"],
            ["replay", "--past-damage", "--json"], ["explain"], ["verify"], ["verify", "--json"], ["verify", "--all"],
            ["verify", "--repair-to", "\(folder.path)/repaired.jsonl"], ["diff", "--against-build"], ["diff", good], ["coverage"],
            ["watch", "--until-idle", "0"], ["share", "--out", "\(folder.path)/public.jsonl"], ["test"], ["what-if", "--without", "2"],
            ["minimize", "--while", "rule:V2-A-02"], ["view", "--out", "\(folder.path)/page.html"],
            ["table"], ["table", "--of", "events", "--format", "csv"], ["import"], ["import", "--json"], ["step"],
        ]
    }

    @Test(arguments: BadInput.all) func `every command reports the error in bad input`(_ input: BadInput) throws {
        try check(input)
    }

    @Test(.enabled(if: getuid() != 0)) func `every command reports a file that it may not read`() throws { try check(BadInput.locked) }

    private func check(_ input: BadInput) throws {
        let path = try input.make(folder)
        for words in try commands() {
            // Where a log can be begun, it would read the keys of the terminal that runs the tests.
            if words == ["step"], !input.cannotBegin { continue }
            let run = Run(words + [path], columns: words == ["step"] ? 100 : nil)
            let command = words.joined(separator: " ")
            // The copy of what is before the damage.
            defer { try? FileManager.default.removeItem(atPath: "\(folder.path)/public.jsonl") }
            // This command restores one bit.
            if words.contains("--repair-to"), input.name.hasPrefix("damage in ") {
                #expect(run.code == .fine && run.output.contains("One bit was repaired."), "\(command)\n\(run.errors)")
                try FileManager.default.removeItem(atPath: "\(folder.path)/repaired.jsonl")
                continue
            }
            #expect(run.code == input.code(of: words[0]), "\(command): \(run.code)\n\(run.errors)")
            let printed = (run.output + run.errors).unicodeScalars
            #expect(printed.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(command)")
            // Only a name of the user's can have one.
            if !input.name.contains("control characters") { #expect(!run.errors.contains("\\u{a}"), "\(command): \(run.errors)") }
            if words == ["verify", "--json"], input.code == .logFails {
                #expect(run.output.contains(#""result":"damaged""#) && run.output.contains(#""line":"#), "\(command)")
            }
            if run.code == .fine, words[0] == "table" {
                let tellsDamage = words.count > 1 || ["damaged", "torn"].contains { run.output.contains(#""log_state":"\#($0)""#) }
                #expect(run.errors.isEmpty && tellsDamage, "\(command): \(run.output)")
                continue
            }
            #expect(run.errors.hasSuffix("\n"), "\(command) says nothing")
            let name = Printable.text(path, ascii: false)
            if ["watch", "import"].contains(words[0]) {
                #expect(run.errors.hasPrefix("\(name):"), "\(command): \(run.errors)")
            } else {
                #expect(run.errors.hasPrefix(name + input.complaint), "\(command): \(run.errors)")
            }
            #expect(!LogFile.exists("\(folder.path)/repaired.jsonl"), "\(command)")
        }
    }

    @Test(arguments: BadInput.all) func `an answer to an agent names the error in bad input`(_ input: BadInput) throws {
        let path = try input.make(folder)
        let server = MCPServer(MCPDesk(try MCPFolders([folder.path])))
        let name = Tree.text(path).json.dropLast().dropFirst()
        for tool in MCPTool.allCases where tool.arguments.contains(where: { $0.name == "path" }) {
            let number = tool.arguments.contains { $0.name == "event" } ? #","event":3"# : ""
            let call = #""name":"\#(tool.rawValue)","arguments":{"path":"\#(name)"\#(number)}"#
            let answer = try #require(
                server.answer(Array(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{\#(call)}}"#.utf8)))
            #expect(answer.utf8.count < 3 * MCPAnswer.mostBytes, "\(tool)")
            let isRefused = answer.contains(#""isError":true"#)
            switch tool {
            // The answer has what can be read.
            case .overview: #expect(isRefused == (input.code == .unreadable && !LogFile.exists(path)), "\(answer)")
            case .verify: #expect(isRefused || answer.contains(#""result":"damaged""#), "\(answer)")
            case _: #expect(isRefused || !input.cannotBegin, "\(tool): \(answer)")
            }
        }
    }

    @Test func `for a file that does not start as a log, the error asks whether it is one`() throws {
        // Nothing was written, or a header that is damaged or newer.
        let mayBeLogs: Set = ["an empty file", "a file of spaces", "a header of a newer format", "damage in the first line"]
        for input in BadInput.all where input.complaint.hasPrefix(":1:") {
            let run = Run(["render", try input.make(folder)])
            let asks = run.errors.contains("This does not look like a log of FlowMachine: its first line must be a header.")
            #expect(asks != mayBeLogs.contains(input.name), "\(input.name)")
        }
    }

    @Test func `a log of another model revision is read without its digests`() throws {
        let lines = FormatSamples.lines(Flows.secondScreen().bytes)
        let other = FormatSamples.sealed(
            FormatSamples.replaced(lines, 0, "\"modelRevision\":\(LogHeader.modelRevision)", #""modelRevision":2"#))
        #expect(other[0] != lines[0])
        let path = try folder.write(Array(other.joined()), "old.jsonl")
        // A capture is no log, and keys are read from a terminal.
        for words in try commands() where (words.count == 1 || words[0] == "watch") && !["import", "step"].contains(words[0]) {
            let run = Run(words + [path])
            #expect(run.code == .fine, "\(words): \(run.errors)")
            #expect(run.errors.isEmpty, "\(words): \(run.errors)")
        }
        #expect(Run(["verify", path]).output.contains("digest"))
    }

    @Test func `a bad file among good ones is reported, and the others are read`() throws {
        let good = Flows.partner().bytes
        _ = try folder.write(good, "a.jsonl")
        _ = try folder.write(Array("no log".utf8), "b.jsonl")
        _ = try folder.write(good, "c.jsonl")
        for words in [["triage"], ["render"], ["replay"], ["explain"], ["verify"], ["coverage"]] {
            let run = Run(words + [folder.path])
            #expect(run.code == .logFails, "\(words)")
            #expect(run.errors.hasPrefix("\(folder.path)/b.jsonl:1:"), "\(words): \(run.errors)")
            if words != ["coverage"] { #expect(run.output.contains("c.jsonl"), "\(words)") }
        }
    }
}

extension TemporaryFolder {
    /// A good log for all tests to read.
    fileprivate static let kept = "\(Repository.path)/\(Story.folder)/denied-second-screen/log.jsonl"
}
