import FlowTestSupport
import Foundation
import Testing

@testable import flow_trace

/// In the README and in articles, a block that starts with `$ flow-trace …` shows that command and its output, or, with `| head -N` after it,
/// the first lines of the output.
@Suite("Specs: the articles' commands", .serialized) struct SpecsArticleTests {
    private static let prompt = "$ flow-trace "
    private static let isRecording = ProcessInfo.processInfo.environment["SPECS_RECORD"] == "1"

    @Test func `every command in the README or an article prints the output that is shown there`() throws {
        var commands = 0
        for article in try Article.withReadme() {
            var lines = article.lines
            for block in article.blocks.reversed() {
                guard let command = block.lines.first, command.hasPrefix(Self.prompt) else { continue }
                commands += 1
                let printed = [command] + Self.output(of: command)
                if printed == block.lines { continue }
                if Self.isRecording {
                    lines.replaceSubrange((block.start + 1)..<(block.start + 1 + block.lines.count), with: printed)
                } else {
                    let same = zip(printed, block.lines).prefix { $0 == $1 }.count
                    let (there, here) = (block.lines.dropFirst(same).first, printed.dropFirst(same).first)
                    Issue.record(
                        """
                        \(article.path):\(block.start + 2 + same): differs
                          recorded    \(there ?? "(the end)")
                          this build  \(here ?? "(the end)")
                        If this is intended: SPECS_RECORD=1 swift test --filter Specs, then check the changes with git diff.
                        """)
                }
            }
            if lines != article.lines {
                try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: "\(Repository.path)/\(article.path)"))
            }
        }
        #expect(commands > 5, "the commands of the articles are not found")
    }

    /// The command's output as lines; for a command that ends with `| head -N`, only that many.
    private static func output(of command: String) -> [String] {
        var words = command.dropFirst(prompt.count).split(separator: " ").map(String.init)
        var count: Int?
        if let pipe = words.firstIndex(of: "|") {
            count = words.last.flatMap { Int($0.dropFirst()) }
            words = Array(words[..<pipe])
        }
        // The paths in an article are relative to the repository.
        _ = FileManager.default.changeCurrentDirectoryPath(Repository.path)
        var text = ""
        let console = Console(
            columns: nil, usesColor: false, invocation: "flow-trace", write: { text += $0 }, complain: { text += $0 + "\n" })
        _ = Tool.run(words, console)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return count.map { Array(lines.prefix($0)) } ?? lines
    }
}
