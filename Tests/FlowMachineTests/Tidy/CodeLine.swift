import FlowTestSupport

/// A line of Swift without its comment and without the contents of its string literals.
struct CodeLine {
    let code: String
    let place: String

    /// The lines of a file that contain code.
    static func all(in file: TextFile) -> [CodeLine] {
        var lines: [CodeLine] = []
        var isInText = false
        for (index, line) in file.lines.enumerated() {
            let marks = line.matches(of: /"""/).count
            let wasInText = isInText
            if marks % 2 == 1 { isInText.toggle() }
            if wasInText || marks > 0 { continue }
            let code = stripped(line)
            if !code.allSatisfy({ $0 == " " }) { lines.append(CodeLine(code: code, place: file.place(index))) }
        }
        return lines
    }

    private static func stripped(_ line: String) -> String {
        var code: [Character] = []
        var isInLiteral = false
        var isEscaped = false
        for character in line {
            if isInLiteral {
                if character == "\"", !isEscaped { isInLiteral = false }
                isEscaped = character == "\\" && !isEscaped
                if isInLiteral { continue }
            } else if character == "\"" {
                isInLiteral = true
            } else if character == "/", code.last == "/" {
                code.removeLast()
                break
            }
            code.append(character)
        }
        return String(code)
    }
}
