import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The files that an operand names.
@Suite struct LogFileTests {
    private let folder = TemporaryFolder()

    private func make(_ paths: String...) throws {
        for path in paths {
            let url = URL(filePath: "\(folder.path)/\(path)")
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
        }
    }

    /// The paths in the folder that match a pattern in it.
    private func found(_ pattern: String) throws -> [String] {
        try LogFile.all("\(folder.path)/\(pattern)").paths.map { String($0.dropFirst(folder.path.count + 1)) }
    }

    @Test func `a pattern finds the matching files, in order`() throws {
        try make("b.jsonl", "a.jsonl", "c.txt", "aa.jsonl")
        #expect(try found("*.jsonl") == ["a.jsonl", "aa.jsonl", "b.jsonl"])
        #expect(try found("?.jsonl") == ["a.jsonl", "b.jsonl"])
        #expect(try found("[bc].*") == ["b.jsonl", "c.txt"])
    }

    @Test func `a pattern that matches folders finds the logs in them`() throws {
        try make("one/a.jsonl", "one/deep/z.jsonl", "two/b.jsonl", "two/notes.txt", "three.jsonl")
        #expect(try found("t*") == ["three.jsonl", "two/b.jsonl"])
        #expect(try found("*/*.jsonl") == ["one/a.jsonl", "two/b.jsonl"])
        #expect(try found("o?e") == ["one/a.jsonl", "one/deep/z.jsonl"])
    }

    @Test func `a file whose name contains a pattern's characters is read as that file`() throws {
        try make("[1].jsonl", "1.jsonl", "what?.jsonl")
        #expect(try found("[1].jsonl") == ["[1].jsonl"])
        #expect(try found("what?.jsonl") == ["what?.jsonl"])
        #expect(try found("[12].jsonl") == ["1.jsonl"])
    }

    @Test func `a pattern without matches is reported, and so are folders without logs`() throws {
        try make("empty/notes.txt")
        for pattern in ["*.jsonl", "nowhere/*.jsonl", "[", "em*"] {
            #expect(throws: UnreadableFile.self, "\(pattern)") { try found(pattern) }
            let run = Run(["verify", "\(folder.path)/\(pattern)"])
            #expect(run.code == .unreadable, "\(pattern)")
            #expect(run.errors.hasPrefix(folder.path), "\(pattern): \(run.errors)")
        }
        #expect(Run(["verify", "\(folder.path)/*.log"]).errors == "\(folder.path)/*.log: no file matches this pattern\n")
    }

    @Test func `segments are in the order of their numbers, and hidden files are skipped`() throws {
        try make("flow-x-10.jsonl", "flow-x-9.jsonl", "other.jsonl", ".hidden.jsonl", ".git/a.jsonl")
        #expect(try found("") == ["other.jsonl", "flow-x-9.jsonl", "flow-x-10.jsonl"])
    }

    @Test func `an output replaces a regular file, and is not written to a link, a pipe or a file with two names`() throws {
        let victim = "\(folder.path)/victim.txt"
        try Data("victim".utf8).write(to: URL(filePath: victim))
        let path = "\(folder.path)/out/violation.jsonl"
        func output(_ text: String) throws(UnreadableFile) {
            _ = try writeFile(Array(text.utf8), named: "violation.jsonl", in: "\(folder.path)/out")
        }
        try output("a long first text")
        try output("second")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "second")
        let plants: [(String, () -> CInt)] = [
            ("is a link", { symlink(victim, path) }), ("is a link", { symlink("\(folder.path)/new.txt", path) }),
            ("is not a regular file", { mkfifo(path, 0o600) }), ("is not a regular file", { link(victim, path) }),
        ]
        for (reason, plant) in plants {
            try FileManager.default.removeItem(atPath: path)
            #expect(plant() == 0)
            let failure = #expect(throws: UnreadableFile.self) { try output("overwritten") }
            #expect(failure?.text.contains(reason) == true, "\(failure?.text ?? "")")
        }
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "victim")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new.txt"))
    }

    @Test func `in a folder, links, pipes and devices are refused, each with one complaint`() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/logs", withIntermediateDirectories: true)
        _ = try writeFile(Flows.partner().bytes, named: "a.jsonl", in: "\(folder.path)/logs")
        _ = try folder.write(Flows.partner().bytes, "secret.txt")
        #expect(mkfifo("\(folder.path)/logs/b.jsonl", 0o600) == 0)
        #expect(symlink("/dev/zero", "\(folder.path)/logs/c.jsonl") == 0)
        #expect(symlink("../secret.txt", "\(folder.path)/logs/d.jsonl") == 0)
        #expect(symlink("nowhere", "\(folder.path)/logs/e.jsonl") == 0)
        #expect(mkfifo("\(folder.path)/logs/other", 0o600) == 0)
        let what = "not a file: in a folder, only files are read\n"
        let complaints =
            "\(folder.path)/logs/b.jsonl: is a named pipe, \(what)"
            + ["c", "d", "e"].map { "\(folder.path)/logs/\($0).jsonl: is a link, \(what)" }.joined()
        for command in ["triage", "verify", "coverage", "render", "replay", "explain"] {
            let run = Run([command, "\(folder.path)/logs"])
            #expect(run.code == .unreadable, "\(command)")
            #expect(run.errors == complaints, "\(command)")
            #expect(!run.output.isEmpty, "\(command)")
        }
    }

    @Test func `a link that the user names is read, a device is not`() throws {
        _ = try folder.write(Flows.partner().bytes, "a.jsonl")
        #expect(symlink("a.jsonl", "\(folder.path)/link.jsonl") == 0)
        #expect(Run(["verify", "\(folder.path)/link.jsonl"]).code == .fine)
        #expect(symlink("/dev/zero", "\(folder.path)/zero") == 0)
        for path in ["/dev/zero", "\(folder.path)/zero"] {
            let run = Run(["triage", path])
            #expect(run.code == .unreadable)
            #expect(run.errors == "\(path): is a device, not a file: use - for the standard input\n")
        }
    }

    @Test func `a log whose name begins with a dash is printed as a path`() {
        #expect(shellWord("--json.jsonl") == "./--json.jsonl")
        #expect(shellWord("-a b.jsonl") == "'./-a b.jsonl'")
        #expect(shellWord("-") == "-")
        #expect(shellWord("logs/-a.jsonl") == "logs/-a.jsonl")
    }
}
