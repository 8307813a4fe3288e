import FlowMachine
import FlowReading

/// `help codes`: prints Adobe's error codes, or explains one code.
enum CodesTopic {
    static var text: String {
        let rows = codes.map { code in (code, ErrorWords.of(code).first?.does ?? "") }
        return """
            Adobe's error codes, each with what the flow does about it. A code has an action, which decides, and a
            status. A code that is not listed is treated by its action.

            \(CommandSyntax.columns(rows))
              flow-trace help codes invalid_client   one code: where it comes from, and who can act
              flow-trace coverage LOG ...            the codes in these logs, and how often

            """
    }

    /// The documented codes, each once.
    static var codes: [String] {
        var codes: [String] = []
        for row in ErrorWords.all where !codes.contains(row.code) { codes.append(row.code) }
        return codes
    }

    static func text(of name: String) throws(UsageFailure) -> String {
        let code = name.lowercased()
        let rows = ErrorWords.of(code)
        guard !rows.isEmpty else {
            throw UsageFailure(
                "Adobe documents no error code \"\(name)\"" + suggestion(for: code, among: codes, else: ": see flow-trace help codes"))
        }
        let parts = rows.map { row in
            CommandSyntax.columns([
                ("where", "\(row.asked), \(row.condition)"), ("then", row.does), ("rule", row.rule),
                ("who can act", row.owner),
            ])
        }
        let place = CommandSyntax.columns([("read at", DocumentationAnchor.code(code) + " on the documentation site")])
        return "\(code)\n\n" + parts.joined(separator: "\n") + "\n" + place + "\nThis is what the rules say; no log was read.\n"
    }
}
