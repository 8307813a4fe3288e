import FlowTestSupport

/// A page with one heading, and so one anchor, for each rule or each error code of Specs.
struct ReferencePage {
    let name: String
    let text: String

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

            A *rule* is a row of the tables in `Specs/rules` of the repository, from which this page is generated. Its anchor is its id, in lower case on
            some sites. *Level* is how binding its source makes it; `ours` and `inferred` are rules where Adobe's documents are silent. *Enforced by* says
            which part of the system follows it: only those that a `transition` enforces appear in logs.
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

    private static func codes(_ files: [TextFile]) -> ReferencePage {
        var lines = """
            # Adobe's error codes, one by one

            What each error code of Adobe Pass means for the flow, and who can act on it.

            ## Overview

            This page is generated from `Specs/rules/ERR-errors.md` in the repository. The anchor of a code is the code. *Where* is the endpoint whose answer
            is described; any code can occur anywhere, and elsewhere the action decides. *Who can act* follows from action and status; for a launch of yours,
            `flow-trace LOG` decides it from the whole log. <doc:WhenThingsGoWrong> has all codes in one table.
            """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let rows = files.flatMap { MarkdownTables.rows($0, under: codeColumns) }
        var names: [String] = []
        var byName: [String: [MarkdownTables.Row]] = [:]
        for row in rows {
            if byName[row.cells[0]] == nil { names.append(row.cells[0]) }
            byName[row.cells[0], default: []].append(row)
        }
        for name in names {
            lines += ["", "### \(name)"]
            for row in byName[name] ?? [] {
                lines += [
                    "", "- Where: \(row.cells[3]), with status \(row.cells[1]) and the action `\(row.cells[2])`",
                    "- What the flow does: \(row.cells[5])", "- Rule: <doc:RuleReference#\(row.cells[4])>",
                    "- Who can act: \(owner(action: row.cells[2], status: row.cells[1]))",
                ]
            }
        }
        return ReferencePage(name: "ErrorReference", text: lines.joined(separator: "\n") + "\n")
    }

    private static func owner(action: String, status: String) -> String {
        switch (action, status) {
        case ("none", "403"): "the TV provider, or the viewer by another package"
        case ("none", "400"): "the app's team: compare the app's settings with what is registered at Adobe"
        case ("none", _): "Adobe: quote the trace id"
        case ("configuration", _): "the app's team, in Adobe's dashboard for the service provider"
        case ("authentication", _): "the viewer, by signing in again; Adobe, if the code returns after a sign-in"
        case ("authorization", _): "nobody: the flow asks for the decision again"
        case ("retry", _): "nobody at first: the flow tries again; Adobe or the TV provider, if it lasts"
        case (_, _): "the app's team: the software statement or the registration"
        }
    }
}
