import FlowReading

/// The answer of a tool: single members, and at most one list that is split into pages. Whatever a log contains, the answer has at most `mostBytes`.
struct MCPAnswer {
    private let members: [Tree.Member]
    private var list: List?

    private struct List {
        let name: String
        /// The values that one page may contain, starting with number `offset`.
        let values: [Tree]
        let offset: Int
        let count: Int
    }

    /// The maximum size of an answer as JSON, in bytes.
    static let mostBytes = 40_000
    /// The maximum size of the single members in an answer with a list, in bytes.
    private static let mostBesidePage = 16_000

    init(_ members: [Tree.Member]) { self.members = members }

    /// Creates an answer from the members of one object.
    init(_ object: Tree) { members = object.members }

    /// Creates an answer with one page of a list.
    ///
    /// - Parameters:
    ///   - name: The name of the list.
    ///   - values: All values of the list.
    ///   - offset: The index of the first value on the page.
    ///   - most: The maximum number of values on the page.
    init(_ members: [Tree.Member], _ name: String, _ values: [Tree], from offset: Int, most: Int) {
        self.init(members, name, Array(values.dropFirst(offset).prefix(most)), from: offset, of: values.count)
    }

    /// Creates an answer with one page of a list. The caller has already left out the values of all other pages.
    ///
    /// - Parameters:
    ///   - values: The values that one page may contain, starting with number `offset`.
    ///   - count: The number of all values of the list.
    init(_ members: [Tree.Member], _ name: String, _ values: [Tree], from offset: Int, of count: Int) {
        self.members = members
        list = List(name: name, values: values, offset: offset, count: count)
    }

    /// The answer as JSON. A value that is too long is shortened, and says so. `nextCursor` says where the next page begins.
    var tree: Tree {
        let once = Tree.object(members).printable.bounded(to: list == nil ? MCPAnswer.mostBytes : MCPAnswer.mostBesidePage)
        guard let list else { return once }
        // Leaves 100 bytes for the cursor, the list's name and the punctuation.
        var left = MCPAnswer.mostBytes - once.json.utf8.count - 100
        var values: [Tree] = []
        for value in list.values {
            let value = value.printable.bounded(to: values.isEmpty ? left : .max)
            left -= value.json.utf8.count + 1
            if left < 0 { break }
            values.append(value)
        }
        let next = list.offset + values.count
        let cursor = next < list.count && !values.isEmpty ? [Tree.Member("nextCursor", .text(String(next)))] : []
        return .object(once.members + [Tree.Member(list.name, .list(values))] + cursor)
    }
}

extension Tree {
    /// The members of an object; empty for any other value.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The values of a list; empty for any other value.
    var list: [Tree] { if case .list(let list) = self { list } else { [] } }

    subscript(name: String) -> Tree? { members.first { $0.name == name }?.value }

    /// Returns an object with only the members that have one of these names.
    func picked(_ names: [String]) -> Tree { .object(members.filter { names.contains($0.name) }) }

    /// Returns a list with its first `most` values, and a text that says how many more there are.
    func beginning(_ most: Int) -> Tree {
        let list = list
        return list.count > most ? .list(list.prefix(most) + [.text("… \(list.count - most) more")]) : self
    }

    /// Returns the value in at most `bytes` bytes of JSON. Lists and texts that are too long end early and say so.
    fileprivate func bounded(to bytes: Int) -> Tree {
        if json.utf8.count <= bytes { return self }
        for (most, length) in [(50, 2000), (20, 500), (8, 300), (3, 100), (1, 50)] {
            let shorter = shortened(most, length)
            if shorter.json.utf8.count <= bytes { return shorter }
        }
        return .object([Member("leftOut", .text("this is longer than an answer: use flow-trace in a terminal"))])
    }

    private func shortened(_ most: Int, _ length: Int) -> Tree {
        switch self {
        case .text(let text): .text(text.utf8.count > length ? String(text.prefix(length)) + "…" : text)
        case .list: .list(beginning(most).list.map { $0.shortened(most, length) })
        case .object(let members): .object(members.map { Member($0.name, $0.value.shortened(most, length)) })
        case .null, .number, .instant, .truth, .fraction, .word: self
        }
    }

    /// The value with all texts made printable: no control character from a log can hide or reorder text.
    fileprivate var printable: Tree {
        switch self {
        case .text(let text): .text(Printable.text(text, ascii: false))
        case .list(let list): .list(list.map(\.printable))
        case .object(let members): .object(members.map { Member($0.name, $0.value.printable) })
        case .null, .number, .instant, .truth, .fraction, .word: self
        }
    }
}
