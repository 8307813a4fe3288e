import FlowMachine

/// A value of the log as a tree of named parts, which is printed as a list of fields or as JSON.
package indirect enum Tree: Hashable, Sendable {
    case null
    case number(Int64)
    case instant(Instant)
    case truth(Bool)
    /// A number from 0 to 1. It is written with two significant digits, in the notation of JavaScript.
    case fraction(Double)
    case text(String)
    /// A word that belongs to the log's format.
    case word(String)
    case list([Tree])
    case object([Member])

    /// A member of an object: its name and its value.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: Tree

        package init(_ name: String, _ value: Tree) {
            self.name = name
            self.value = value
        }
    }

    /// Creates the tree of any value that the log can contain.
    package init<T: LogValue>(_ value: T) {
        var builder = TreeBuilder()
        for part in ValueTape(value).parts { builder.take(part) }
        self = builder.value
    }

    /// The tree as JSON on one line.
    package var json: String {
        switch self {
        case .null: "null"
        case .number(let number): String(number)
        case .instant(let instant): String(instant.milliseconds)
        case .truth(let truth): truth ? "true" : "false"
        case .fraction(let fraction): Tree.digits(fraction)
        case .text(let text), .word(let text): Tree.quoted(text)
        case .list(let list): "[" + list.map { $0.json }.joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\(Tree.quoted($0.name)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    /// Returns a fraction such as `0.0032` or `3.2e-7`.
    private static func digits(_ fraction: Double) -> String {
        // Smaller numbers are not exact in other programs.
        guard fraction >= 1e-300 else { return "0" }
        var (scaled, exponent) = (fraction, 0)
        while scaled < 1 { (scaled, exponent) = (scaled * 10, exponent + 1) }
        var digits = Int(scaled * 10 + 0.5)
        if digits == 100 { (digits, exponent) = (10, exponent - 1) }
        if exponent < 1 { return "1" }
        let (first, second) = (digits / 10, digits % 10)
        if exponent > 6 { return "\(first)\(second == 0 ? "" : ".\(second)")e-\(exponent)" }
        return "0.\(String(repeating: "0", count: exponent - 1))\(first)\(second == 0 ? "" : "\(second)")"
    }

    private static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: json += "\\\""
            case 0x5C: json += "\\\\"
            case 0x20..<0x7F: json.unicodeScalars.append(scalar)
            case _ where isHidden(scalar):
                for unit in String(Character(scalar)).utf16 {
                    let digits = String(unit, radix: 16)
                    json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            case _: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    /// Returns whether the character is invisible on a terminal, or can reverse the direction of text.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        case _: false
        }
    }

    /// A part of a tree that has no parts itself.
    struct Leaf {
        /// The path of the part, such as `reply.result.profiles[0].mvpd`.
        let path: String
        let value: Tree

        /// The value in words, with times in UTC.
        var text: String { text(.utc) }

        /// Returns the value in words, with times by `clock`.
        func text(_ clock: DisplayedClock) -> String {
            switch value {
            case .null, .list, .object: "none"
            case .number(let number): String(number)
            case .instant(let instant): "\(instant.milliseconds), \(TimeWords.second(instant, clock))"
            case .truth(let truth): truth ? "yes" : "no"
            case .fraction(let fraction): Tree.digits(fraction)
            case .text(let text): text
            case .word(let word): CodeWords.name(word)
            }
        }
    }

    /// All parts of the tree that have no parts themselves.
    var leaves: [Leaf] {
        var all: [Leaf] = []
        collect("", &all)
        return all
    }

    private func collect(_ path: String, _ all: inout [Leaf]) {
        switch self {
        case .null, .number, .instant, .truth, .fraction, .text, .word: all.append(Leaf(path: path, value: self))
        case .list(let list):
            if list.isEmpty { all.append(Leaf(path: path, value: self)) }
            for (index, value) in list.enumerated() { value.collect("\(path)[\(index)]", &all) }
        case .object(let members):
            for member in members {
                let name = CodeWords.name(member.name)
                member.value.collect(path.isEmpty ? name : path + "." + name, &all)
            }
        }
    }
}

/// Builds the tree of a value from its parts.
private struct TreeBuilder {
    /// The tree of the whole value; `null` until the value is complete.
    private(set) var value = Tree.null
    /// The objects and lists that are not complete yet, the outermost first.
    private var containers: [Container] = []

    /// An object or a list. Values are appended in place, because copying the container for each value would take quadratic time.
    private struct Container {
        let isObject: Bool
        var members: [Tree.Member] = []
        var key = ""
        var list: [Tree] = []
    }

    private mutating func add(_ tree: Tree) {
        guard let last = containers.indices.last else {
            value = tree
            return
        }
        if containers[last].isObject {
            containers[last].members.append(Tree.Member(containers[last].key, tree))
        } else {
            containers[last].list.append(tree)
        }
    }

    mutating func take(_ part: ValueTape.Part) {
        switch part {
        case .number(let value), .identifier(let value): add(.number(value))
        case .instant(let value): add(.instant(Instant(milliseconds: value)))
        case .truth(let value): add(.truth(value))
        case .text(let value): add(.text(value))
        case .word(let word): add(.word(word))
        case .bits(let value):
            let digits = String(value, radix: 16)
            add(.text(String(repeating: "0", count: 16 - digits.count) + digits))
        case .reference(let value): add(.text(value.name))
        case .open: containers.append(Container(isObject: true))
        case .key(let name): if let last = containers.indices.last { containers[last].key = "\(name)" }
        case .openList: containers.append(Container(isObject: false))
        case .close, .closeList:
            guard let container = containers.popLast() else { return }
            add(container.isObject ? .object(container.members) : .list(container.list))
        case .absent, .present: break
        }
    }
}
