import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowMachine

/// The policies in the documentation of the package for JavaScript: the comments of `Policy`, which its types and its README repeat.
@Suite("Specs: the policies for JavaScript") struct SpecsPolicyTests {
    private static let readme = "Sources/FlowMachine/JavaScript/README.md"

    /// A policy: its name, its comment, its type in TypeScript and its default in JSON.
    private struct Entry {
        let name: String
        let comment: String
        let type: String
        let standard: String
        /// The words that it can be, with their comments.
        var words: [(name: String, comment: String)] = []
    }

    /// The comments before the declarations in `Policy` that begin with `keyword`, by the name that is declared.
    private func comments(_ keyword: String, in lines: [String]) -> [String: String] {
        var found: [String: String] = [:]
        var comment: [Substring] = []
        for line in lines {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("///") {
                comment.append(code.dropFirst(4))
                continue
            }
            if code.hasPrefix(keyword) {
                let name = code.dropFirst(keyword.count).prefix { $0.isLetter }
                found[String(name)] = comment.joined(separator: " ").split(separator: "``").joined(separator: "`")
            }
            comment = []
        }
        return found
    }

    private func entries() throws -> [Entry] {
        let lines = try Repository.texts(under: "Sources/FlowMachine", suffix: "/FlowSettings.swift").flatMap(\.lines)
        let begin = try #require(lines.firstIndex { $0.hasPrefix("public struct Policy") })
        let body = lines[begin...].prefix { !$0.hasPrefix("}") }
        let texts = comments("public var ", in: Array(body))
        return try Mirror(reflecting: Policy()).children.map { child in
            let name = try #require(child.label)
            let comment = try #require(texts[name], "\(name) has no comment")
            func words<W: Word>(_ value: W) throws -> Entry {
                let own = body.drop { !$0.contains("enum \(W.self):") }.prefix { $0 != "    }" }
                let comments = comments("case ", in: Array(own))
                return Entry(
                    name: name, comment: comment, type: W.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " | "),
                    standard: "\"\(value.rawValue)\"", words: try W.allCases.map { ($0.rawValue, try #require(comments[$0.rawValue])) })
            }
            switch child.value {
            case let value as Bool: return Entry(name: name, comment: comment, type: "boolean", standard: "\(value)")
            case let value as Int64: return Entry(name: name, comment: comment, type: "number", standard: "\(value)")
            case let value as Interval: return Entry(name: name, comment: comment, type: "number", standard: "\(value.milliseconds)")
            case let value as Policy.ProfileChoice: return try words(value)
            case let value as Policy.StatusWithoutExpiry: return try words(value)
            case let value:
                Issue.record("a policy of another type: \(name) \(value)")
                return Entry(name: name, comment: comment, type: "unknown", standard: "")
            }
        }
    }

    private func types(_ entries: [Entry]) -> String {
        let fields = entries.map { entry in
            let words = entry.words.map { "     * - `\($0.name)`: \($0.comment)\n" }.joined()
            return """
                    /**
                     * \(entry.comment)
                \(words)     * @default \(entry.standard)
                     */
                    \(entry.name)?: \(entry.type);
                """
        }
        return """
            // The policies, with the comments of Policy in FlowSettings.swift: SPECS_RECORD=1 swift test --filter Specs writes this file.

            /**
             * The choices that Adobe's cookbook leaves to the app, and how long the flow waits. Each has a default. Times are milliseconds.
             * For a value outside its bounds, the nearest bound is used. An id such as V2-F-12 is a rule, which `flow-trace help rules` prints.
             */
            export interface Policies {
            \(fields.joined(separator: "\n"))
            }

            """
    }

    private func table(_ entries: [Entry]) -> String {
        let rows = entries.map { entry in
            let words = entry.words.map { " `\($0.name)`: \($0.comment)" }.joined()
            return "| `\(entry.name)` | `\(entry.standard)` | \(entry.comment)\(words) |"
        }
        return "| policy | default | |\n|---|---|---|\n" + rows.joined(separator: "\n") + "\n"
    }

    @Test func `types and README of the package document each policy as Swift does`() throws {
        let entries = try entries()
        try #require(entries.count > 20)
        var readme = try Repository.texts(under: "Sources/FlowMachine/JavaScript", suffix: "JavaScript/README.md").flatMap(\.lines)
        let (begin, end) = (
            try #require(readme.firstIndex(of: "<!-- policies -->")), try #require(readme.firstIndex(of: "<!-- /policies -->"))
        )
        readme.replaceSubrange(begin + 1..<end, with: [table(entries)])
        try Golden.check([
            Golden.File("Sources/FlowMachine/JavaScript/package/policies.d.ts", types(entries)),
            Golden.File(Self.readme, readme.joined(separator: "\n")),
        ])
    }
}
