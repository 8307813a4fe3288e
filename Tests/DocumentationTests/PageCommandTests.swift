import FlowTestSupport
import Testing

@testable import flow_trace

/// What pages say about the tool beside the outputs that they show.
@Suite("The pages' words about flow-trace") struct PageCommandTests {
    @Test func `every command that a page names exists, and has the options that are named with it`() throws {
        var named = 0
        // The changelog names what older versions had.
        for page in try Repository.texts(suffix: ".md") where page.path != "CHANGELOG.md" && !page.path.hasPrefix("Specs/changes/") {
            for (number, line) in page.lines.enumerated() {
                for words in Self.commands(in: line) {
                    guard let name = words.first, !Self.isLog(name) else { continue }
                    guard let command = Command(rawValue: name) else {
                        Issue.record("\(page.path):\(number + 1): there is no command \(name)")
                        continue
                    }
                    named += 1
                    let options = Set(command.syntax.listed.flatMap(\.names))
                    for word in words.dropFirst() where word.hasPrefix("-") && word.count > 1 {
                        let option = word.prefix { $0 != "=" }
                        #expect(options.contains(String(option)), "\(page.path):\(number + 1): \(name) has no option \(word)")
                    }
                }
            }
        }
        #expect(named > 100, "the commands of the pages are not found")
    }

    @Test func `what the tables of symptoms quote of the tool is a text that the tool has`() throws {
        let article = try #require(try Article.all().first { $0.name == "QuestionsBySymptom" })
        let files = try Repository.texts(under: "Sources/flow-trace", suffix: ".swift")
        let sources = files.flatMap(\.lines).joined(separator: "\n").lowercased()
        var phrases = 0
        for line in article.lines where line.hasPrefix("| ") {
            // What the viewer says is in the first cell; what the developer's tool says is, too.
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
            let quoting = cells.first?.contains("flow-trace") == true ? cells.prefix(1) : cells.dropFirst(2).prefix(1)
            for phrase in quoting.flatMap({ Self.between("*", $0) }) {
                phrases += 1
                #expect(sources.contains(phrase.lowercased()), "\(article.path): flow-trace says nothing like \(phrase)")
            }
        }
        #expect(phrases > 8, "the phrases of the tables are not found")
    }

    @Test func `the table of what exit code 1 means says of each command what its help says`() throws {
        let article = try #require(try Article.all().first { $0.name == "Install" })
        for command in Command.allCases {
            let texts = command.endings.filter { $0.code == .logFails }.map(\.text)
            let row = "| `\(command.rawValue)` | \(texts.joined(separator: "; ")) |"
            #expect(texts.isEmpty || article.lines.contains(row), "\(article.path) lacks \(row)")
        }
    }

    /// The words after `flow-trace` in each command that begins the line, a code span or what follows a prompt or `swift run`.
    private static func commands(in line: String) -> [[String]] {
        var commands: [[String]] = []
        for start in ["`flow-trace ", "`swift run flow-trace ", "$ flow-trace "] {
            commands += line.ranges(of: start).map { words(line[$0.upperBound...]) }
        }
        for start in ["flow-trace ", "swift run flow-trace ", ".build/debug/flow-trace "] where line.hasPrefix(start) {
            commands.append(words(line.dropFirst(start.count)))
        }
        return commands
    }

    /// The words of a command up to what ends it: the end of the code span, a pipe, a comment or another command.
    private static func words(_ text: Substring) -> [String] {
        text.prefix { !"`|;>#".contains($0) }.split(separator: " ").map(String.init)
    }

    /// Whether a word stands for a log, a folder or an option of the tool itself, where a command could stand.
    private static func isLog(_ word: String) -> Bool {
        word.hasPrefix("-") || word.contains { "./…".contains($0) } || word == word.uppercased()
    }

    /// The texts between pairs of a mark.
    private static func between(_ mark: Character, _ text: Substring) -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
