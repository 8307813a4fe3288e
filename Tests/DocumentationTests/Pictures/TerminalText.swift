/// What a command prints to a terminal that is 100 columns wide, as text with styles.
struct TerminalText {
    static let columns = 100

    /// Text of one style.
    struct Run {
        let column: Int
        let style: String
        let text: String
    }

    let lines: [[Run]]

    /// - Parameter output: what the command printed, with its escape sequences for bold, dim and alarm.
    init(_ output: [String]) {
        lines = output.map(TerminalText.runs)
    }

    private static func runs(of line: String) -> [Run] {
        var runs: [Run] = []
        var column = 0
        var style = ""
        for (index, part) in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
            var text = part
            if index > 0, let end = part.firstIndex(of: "m") {
                style = TerminalText.style(part[..<end])
                text = part[part.index(after: end)...]
            }
            if text.isEmpty { continue }
            runs.append(Run(column: column, style: style, text: String(text)))
            column += text.count
        }
        return runs
    }

    private static func style(_ code: Substring) -> String {
        switch code {
        case "1": "strong"
        case "2": "faint"
        case "1;31": "alarm"
        default: ""
        }
    }
}
