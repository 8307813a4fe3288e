import FlowMachine

/// The manual page in roff, from the same sources as the help.
enum ManualPage {
    static var text: String {
        var lines = [".TH FLOW\\-TRACE 1 \"\" \"flow\\-trace \(LogHeader.library)\" \"FlowMachine\""]
        lines += [".nh", ".ad l", ".SH NAME", "flow\\-trace \\- \(escaped(Tool.summary))"]
        lines += [".SH SYNOPSIS", ".B flow\\-trace", ".I LOG", "\\&...", ".br", ".B flow\\-trace", ".I COMMAND"]
        lines += ["[\\fIOPTION\\fR ...] [\\fILOG\\fR ...]", ".SH DESCRIPTION"]
        lines += Tool.conventions.flatMap { paragraph($0) }
        for purpose in Purpose.allCases where !purpose.commands.isEmpty {
            // Unlike other headings, the purpose of a group is not in capitals, because it is a question or a phrase, as in the help.
            lines.append(".SH \"\(escaped(purpose.rawValue))\"")
            for command in purpose.commands { lines += section(command.syntax) }
        }
        for (title, topic) in [("LOGS", HelpTopic.logs), ("EVENTS AND TIMES", .times), ("JSON", .json)] {
            lines.append(".SH \(title)")
            lines += paragraphs((try? topic.text(nil)) ?? "")
        }
        lines.append(".SH EXIT STATUS")
        for code in ExitCode.allCases { lines += [".TP", ".B \(code.rawValue)", escaped(code.meaning)] }
        lines.append(".SH ENVIRONMENT")
        for (name, meaning) in Tool.environment { lines += [".TP", ".B \(escaped(name))", escaped(meaning)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ syntax: CommandSyntax) -> [String] {
        var lines = [".SS flow\\-trace \(escaped(syntax.name))"]
        lines += paragraph(syntax.summary)
        lines += [".PP", ".nf"] + usage(syntax) + [".fi"]
        for example in syntax.examples { lines += [".TP", ".B \(escaped("flow-trace " + example.words))", escaped(example.purpose)] }
        for option in syntax.listed {
            let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
            let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
            lines += [".TP", "\(names)\(value)", line(option.help.split(separator: "\n").joined(separator: " "))]
        }
        for note in syntax.notes { lines += paragraphs(note) }
        lines += paragraph("Exit codes:\n" + syntax.exitCodes)
        return lines
    }

    /// Returns the lines of the usage without indentation. In the help, the heading `Usage:` is before the first line, so later lines are indented.
    private static func usage(_ syntax: CommandSyntax) -> [String] {
        syntax.usage.split(separator: "\n").enumerated().map { index, text in
            line(String(index == 0 ? text : text.dropFirst("Usage: ".count)))
        }
    }

    /// Returns the roff source of a text with blank lines between its paragraphs.
    private static func paragraphs(_ text: String) -> [String] {
        var blocks: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(line) }
        }
        return blocks.filter { !$0.isEmpty }.flatMap { paragraph($0.joined(separator: "\n")) }
    }

    /// Returns the roff source of a paragraph. The lines of a table stay as they are; other lines are filled.
    private static func paragraph(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").map { line(String($0)) }
        let isTable = text.split(separator: "\n").contains { $0.hasPrefix("  ") }
        return isTable ? [".PP", ".nf"] + lines + [".fi"] : [".PP"] + lines
    }

    /// Escapes a line of text, so that roff does not read it as a request.
    private static func line(_ text: String) -> String {
        let text = escaped(text)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// Escapes all characters that roff interprets.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _ where scalar.value > 0x7E: escaped += "\\[u\(hexadecimal(scalar.value))]"
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
