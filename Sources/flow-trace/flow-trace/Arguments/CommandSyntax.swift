import FlowReading

/// A command line that works as written, and its purpose.
struct Example {
    /// The words after `flow-trace`. A log is called `app.jsonl`, an older log `old.jsonl`, and a folder of logs `logs`.
    let words: String
    let purpose: String

    init(_ words: String, _ purpose: String) {
        self.words = words
        self.purpose = purpose
    }
}

/// The options and operands that can follow a command's name. The help, the completions and the manual page are made from this description.
struct CommandSyntax {
    let name: String
    /// The purpose of the command, in one line.
    let summary: String
    /// The placeholder for the command's operands in the help; empty if the command takes none.
    let operands: String
    /// The examples, which are the first paragraph of the help.
    let examples: [Example]
    let options: [Option]
    private let describeNotes: @Sendable () -> [String]
    /// The possible words for the first operand; empty if the first operand is a log or an arbitrary text.
    let operandWords: [String]

    /// Whether a pipe on standard input is read as the log if no log is named.
    let readsPipe: Bool

    /// - Parameter notes: The paragraphs of the help after the list of options. They are created when they are printed, because every command
    ///   needs its syntax, and the tables in the paragraphs take a tenth of the time of a short command.
    init(
        name: String, summary: String, operands: String, examples: [Example] = [], options: [Option],
        notes: @autoclosure @escaping @Sendable () -> [String], operandWords: [String] = [], readsPipe: Bool = true
    ) {
        (self.name, self.summary, self.operands, self.examples, self.options) = (name, summary, operands, examples, options)
        describeNotes = notes
        (self.operandWords, self.readsPipe) = (operandWords, readsPipe)
    }

    /// The paragraphs of the help after the list of options.
    var notes: [String] { describeNotes() }

    /// Whether the command's operands are logs.
    var takesLogs: Bool { !operands.isEmpty && operandWords.isEmpty }

    /// The maximum number of columns of a line in a help text.
    static let columns = 100

    /// The options of the command, followed by the options that it shares with other commands.
    var listed: [Option] {
        let shared = Command(rawValue: name)?.sharedOptions ?? []
        return options + shared.filter { option in !options.contains { $0.name == option.name } } + [.help]
    }

    /// The line `flow-trace name [options] operands`, wrapped.
    var usage: String {
        let words = ["flow-trace", name] + options.map { "[\($0.name)\($0.value.map { " " + $0 } ?? "")]" }
        var lines: [String] = []
        var line = ""
        for word in words + (operands.isEmpty ? [] : [operands]) {
            if !line.isEmpty, line.count + 1 + word.count > 72 {
                lines.append(line)
                line = String(repeating: " ", count: "flow-trace \(name)".count)
            }
            line += line.isEmpty ? word : " " + word
        }
        return (lines + [line]).joined(separator: "\n       ")
    }

    /// The text of `--help`.
    var help: String {
        var text = "\(summary)\n\n"
        if !examples.isEmpty {
            text += CommandSyntax.columns(examples.map { ("flow-trace " + $0.words, $0.purpose) }) + "\n"
        }
        text += "Usage: \(usage)\n\nOptions:\n"
        text += CommandSyntax.columns(listed.map { ($0.title, $0.help) })
        for note in notes { text += "\n\(CommandSyntax.filled(note))\n" }
        return text + "\nExit codes:\n" + exitCodes
    }

    /// The exit codes with their meanings for this command, one per line.
    var exitCodes: String { Ending.table(Command(rawValue: name)?.endings ?? []) }

    /// Returns `text` with its paragraphs wrapped to `columns`. A paragraph with an indented line is a table and stays as it is.
    static func filled(_ text: String) -> String {
        var paragraphs: [[Substring]] = [[]]
        for line in (text.hasSuffix("\n") ? text.dropLast() : text[...]).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1].append(line) }
        }
        return paragraphs.map { lines in
            if lines.isEmpty || lines.contains(where: { $0.hasPrefix(" ") }) { return lines.joined(separator: "\n") }
            return wrapped(lines.joined(separator: " "), to: columns).joined(separator: "\n")
        }.joined(separator: "\n\n") + (text.hasSuffix("\n") ? "\n" : "")
    }

    /// Returns a table: the names on the left, at least `atLeast` columns wide, and the wrapped text about each name on the right.
    static func columns(_ rows: [(name: String, text: String)], indent: Int = 2, atLeast: Int = 0) -> String {
        let widest = rows.reduce(atLeast) { max($0, $1.name.count) }
        let left = String(repeating: " ", count: indent)
        // If the widest name leaves too little room for the texts, every name has a line of its own.
        let column = widest > 46 ? indent + 4 : indent + widest + 2
        var text = ""
        for (name, said) in rows {
            let lines = wrapped(said.split(separator: "\n").joined(separator: " "), to: columns - column)
            let rest: ArraySlice<String>
            if widest > 46 {
                text += left + name + "\n"
                rest = lines[...]
            } else {
                text += left + padded(name, to: widest) + "  " + (lines.first ?? "") + "\n"
                rest = lines.dropFirst()
            }
            for line in rest { text += String(repeating: " ", count: column) + line + "\n" }
        }
        return text
    }
}
