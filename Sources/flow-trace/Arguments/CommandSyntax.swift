/// One option of a command.
struct Option {
    /// With its dashes.
    let name: String
    /// What stands for its value in the help; `nil` for an option without one.
    let value: String?
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

/// What can follow a command's name, and its help, from one list.
struct CommandSyntax {
    let name: String
    /// What it does, in one line.
    let summary: String
    /// What stands for its operands in the help; empty if it takes none.
    let operands: String
    let options: [Option]
    /// What else its help says, each a paragraph.
    let notes: [String]

    /// `flow-trace name [options] operands`.
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
        var text = "\(summary)\n\nUsage: \(usage)\n\nOptions:\n"
        let listed = options + [Option("--help", nil, "Print this help.")]
        let names = listed.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
        let widest = names.reduce(0) { max($0, $1.count) }
        for (option, name) in zip(listed, names) {
            let indent = "\n" + String(repeating: " ", count: widest + 4)
            text += "  \(padded(name, to: widest))  \(option.help.split(separator: "\n").joined(separator: indent))\n"
        }
        for note in notes { text += "\n\(note)\n" }
        return text
    }
}
