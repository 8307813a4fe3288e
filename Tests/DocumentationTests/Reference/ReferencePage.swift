import FlowReading
import FlowTestSupport

/// A page with one heading, and so one anchor, for each rule or each error code of Specs.
struct ReferencePage {
    let name: String
    let text: String

    /// The addresses of its headings in the site that DocC makes, which leaves out what code is marked with, and underscores.
    var addresses: [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { heading in
            "documentation/floweffects/\(name.lowercased())/#\(heading.dropFirst(4).filter { $0 != "`" && $0 != "_" })"
        }
    }

    static let folder = "Sources/FlowEffects/FlowEffects/FlowEffects.docc/Articles"

    /// - Throws: errors of reading the tables.
    static func all() throws -> [ReferencePage] {
        let files = try Repository.texts(under: "Specs/rules", suffix: ".md")
        return [rules(files), codes(files)]
    }

    // MARK: Rules

    private static let ruleColumns = ["id", "when", "then", "level", "source", "enforced by", "covered with", "proved by"]

    private static func rules(_ files: [TextFile]) -> ReferencePage {
        var lines = """
            # The rules, one by one

            Every rule that a log or a drawing can name, with the sentence that it follows and its source.

            ## Overview

            A *rule* is a row of the tables in `Specs/rules` of the repository, from which this page is generated. The id of a rule is its anchor; some
            sites write the anchor in lower case. *Level* says how binding the source makes the rule; `ours` and `inferred` are rules where Adobe's
            documents are silent. *Enforced by* names the part of the system that follows the rule; only rules that a `transition` enforces appear in logs.
            """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for file in files {
            let rows = MarkdownTables.rows(file, under: ruleColumns)
            guard !rows.isEmpty, let title = file.lines.first?.dropFirst(2) else { continue }
            lines += ["", "## \(title)"]
            for row in rows {
                lines += ["", "### \(row.cells[0])", "", "- When: \(row.cells[1])", "- Then: \(row.cells[2])"]
                lines.append("- Level: \(row.cells[3]). Source: \(row.cells[4]). Enforced by: \(row.cells[5])")
                if row.cells[6] != "-" { lines.append("- Covered with: \(row.cells[6])") }
                if row.cells[7] != "-" { lines.append("- Proved by the test: \(row.cells[7])") }
            }
        }
        return ReferencePage(name: "RuleReference", text: lines.joined(separator: "\n") + "\n")
    }

    // MARK: Codes

    private static let codeColumns = ["code", "status", "action", "asked", "rule", "what the flow does"]

    /// What Specs says about each code, in the order of the page.
    static func codeRows(_ files: [TextFile]) -> [ErrorWords] {
        files.flatMap { MarkdownTables.rows($0, under: codeColumns) }.map { row in
            ErrorWords(
                code: row.cells[0].filter { $0 != "`" }, status: row.cells[1], action: row.cells[2], asked: row.cells[3],
                rule: row.cells[4], does: row.cells[5])
        }
    }

    private static func codes(_ files: [TextFile]) -> ReferencePage {
        var lines = """
            # Adobe's error codes, one by one

            What each error code of Adobe Pass means for the flow, and who can act on it.

            ## Overview

            This page is generated from `Specs/rules/ERR-errors.md` in the repository; `flow-trace help codes CODE` prints the same. Each code is its own
            anchor; sites made by DocC leave out the underscores. The endpoint whose answer is described is in bold. Any code can occur anywhere. At other
            endpoints, the flow follows the action that Adobe sends, as for a code that is not listed. *Who can act* follows from code, action and status; for a launch of yours,
            `flow-trace LOG` decides it from the whole log. <doc:WhenThingsGoWrong> has all codes in one table.
            """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let rows = codeRows(files)
        var names: [String] = []
        for row in rows where !names.contains(row.code) { names.append(row.code) }
        for name in names {
            lines += ["", "### \(name)"]
            for row in rows where row.code == name {
                // A paragraph between the lists keeps them apart.
                lines += [
                    "", "**\(row.asked)**, \(row.condition)", "", "- What the flow does: \(row.does)",
                    "- Rule: <doc:RuleReference#\(row.rule)>", "- Who can act: \(row.owner)",
                ]
            }
        }
        return ReferencePage(name: "ErrorReference", text: lines.joined(separator: "\n") + "\n")
    }
}
