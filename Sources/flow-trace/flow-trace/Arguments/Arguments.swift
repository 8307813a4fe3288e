/// Incorrect use of the tool: a text with the problem and a suggestion.
struct UsageFailure: Error, Equatable {
    let text: String
    /// The command that was used incorrectly, if the name is a command.
    var command: String?
    /// The exit code: `unreadable` if a file that an option names cannot be read, otherwise `usage`.
    private(set) var code = ExitCode.usage

    init(_ text: String) { self.text = text }

    /// Creates the failure for an unreadable file that an option names.
    init(_ file: UnreadableFile) {
        text = file.text
        code = .unreadable
    }

    /// Creates the failure for an option that got the value `word` but accepts only `words`.
    init(_ option: String, gets word: String, from words: [String]) {
        text = "\(option) accepts \(UsageFailure.list(words)), not \"\(word)\"" + suggestion(for: word, among: words)
    }

    /// Returns the words as a list such as `a, b or c`.
    static func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}

/// The words after a command's name.
struct Arguments {
    /// The words that are not options, in order.
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]
    /// Whether `--help` is one of the words; if so, all other words are ignored.
    private(set) var asksForHelp = false

    /// Sorts `words` into operands and options by `syntax`. `--name=value` means the same as `--name value`; `--` ends the options.
    ///
    /// - Parameter hasPipe: Whether standard input is a pipe or a file. It is read as the log if no log is named.
    init(_ words: [String], _ syntax: CommandSyntax, hasPipe: Bool = false) throws(UsageFailure) {
        if words.prefix(while: { $0 != "--" }).contains(where: Option.help.names.contains) {
            asksForHelp = true
            return
        }
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts.first ?? word
            let options = syntax.listed
            guard let option = options.first(where: { $0.names.contains(name) }) else {
                throw UsageFailure("\(syntax.name) has no option \(name)" + suggestion(for: name, among: options.map(\.name)))
            }
            if values[option.name] != nil, !option.isRepeatable { throw UsageFailure("\(name) was given more than once: use it once") }
            let value = try Arguments.value(of: option, parts, &rest)
            try Arguments.check(value, of: option)
            values[option.name, default: []].append(value)
        }
        if operands.isEmpty, hasPipe, syntax.takesLogs, syntax.readsPipe { operands = ["-"] }
        if syntax.operands.isEmpty, let extra = operands.first {
            throw UsageFailure("\(syntax.name) takes no operand: leave out \"\(extra)\"")
        }
    }

    private static func value(of option: Option, _ parts: [String], _ rest: inout ArraySlice<String>) throws(UsageFailure) -> String {
        guard let value = option.value else {
            if parts.count > 1 { throw UsageFailure("\(option.name) takes no value: write \(option.name) alone") }
            return ""
        }
        var words = Array(parts.dropFirst())
        while words.count < option.valueCount {
            guard let word = rest.popFirst() else { throw UsageFailure("\(option.name) needs a value: \(option.name) \(value)") }
            words.append(word)
        }
        return words.joined(separator: " ")
    }

    /// Checks that a value, or each of several values, is in the list of possible values.
    private static func check(_ value: String, of option: Option) throws(UsageFailure) {
        let parts: [String]
        switch option.values {
        case .oneOf: parts = [value]
        case .someOf: parts = value.split(separator: ",").map(String.init)
        case .anything, .folder, .file: return
        }
        if parts.isEmpty { throw UsageFailure(option.name, gets: value, from: option.words) }
        for part in parts where !option.words.contains(part) { throw UsageFailure(option.name, gets: part, from: option.words) }
    }

    /// Whether an option without a value was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Returns the value of an option; `nil` if the option was not given.
    func text(_ name: String) -> String? { values[name]?.last }

    /// Returns the values of an option that may be used more than once, in order.
    func texts(_ name: String) -> [String] { values[name] ?? [] }

    /// Returns the value of an option as a case of `W`; `standard` if the option was not given.
    func word<W: RawRepresentable & CaseIterable>(_ name: String, else standard: W) throws(UsageFailure) -> W where W.RawValue == String {
        guard let text = text(name) else { return standard }
        if let word = W(rawValue: text) { return word }
        throw UsageFailure(name, gets: text, from: W.allCases.map(\.rawValue))
    }

    /// Returns an option's value, a whole number within `range`; `nil` if the option was not given.
    func number(_ name: String, in range: ClosedRange<Int64>) throws(UsageFailure) -> Int64? {
        guard let text = text(name) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            let bounds = range.upperBound == Int64.max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw UsageFailure("\(name) accepts a whole number \(bounds), not \"\(text)\"")
        }
        return number
    }
}

/// Returns `: did you mean x?` with the word of `words` that is most similar to `word`; `otherwise` if no word is similar.
func suggestion(for word: String, among words: [String], else otherwise: String = "") -> String {
    // No name is this long, and the time of the comparison grows with the length.
    if word.utf8.count > 64 { return otherwise }
    var best: (word: String, distance: Int)?
    for candidate in words {
        let distance = editDistance(Array(word.lowercased()), Array(candidate.lowercased()))
        if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, word.count / 3), best.distance < word.count else { return otherwise }
    return ": did you mean \(best.word)?"
}

/// Returns how many letters must be added, dropped, changed or swapped with a neighbor to turn `left` into `right`.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var before = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            var cost = min(previous[column] + (letter == other ? 0 : 1), min(previous[column + 1], current[column]) + 1)
            if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other { cost = min(cost, before[column - 1] + 1) }
            current.append(cost)
        }
        before = previous
        previous = current
    }
    return previous[right.count]
}
