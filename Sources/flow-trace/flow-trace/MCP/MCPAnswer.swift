import FlowReading

/// What a tool answers: members that are there once, and at most one list, which comes in pages. However much a log contains, and whatever is
/// in it, the answer has at most `mostBytes`.
struct MCPAnswer {
    private let members: [Tree.Member]
    private var list: List?

    private struct List {
        let name: String
        /// The values from `offset` on that one page can have.
        let values: [Tree]
        let offset: Int
        let count: Int
    }

    /// The most bytes of an answer as JSON.
    static let mostBytes = 40_000
    /// The most bytes of what is there once, beside a page.
    private static let mostBesidePage = 16_000

    init(_ members: [Tree.Member]) { self.members = members }

    /// An answer that is one object.
    init(_ object: Tree) { members = object.members }

    /// - Parameters:
    ///   - name: the name of the list.
    ///   - values: all values of the list.
    ///   - offset: the first that the page has.
    ///   - most: the most values that a page has.
    init(_ members: [Tree.Member], _ name: String, _ values: [Tree], from offset: Int, most: Int) {
        self.init(members, name, Array(values.dropFirst(offset).prefix(most)), from: offset, of: values.count)
    }

    /// - Parameters:
    ///   - values: the values from `offset` on that one page can have.
    ///   - count: how many values there are in all.
    init(_ members: [Tree.Member], _ name: String, _ values: [Tree], from offset: Int, of count: Int) {
        self.members = members
        list = List(name: name, values: values, offset: offset, count: count)
    }

    /// The answer: what is too long is shortened and says so, and a cursor says where the next page begins.
    var tree: Tree {
        let once = Tree.object(members).printable.bounded(to: list == nil ? MCPAnswer.mostBytes : MCPAnswer.mostBesidePage)
        guard let list else { return once }
        // The cursor, and the names and marks around the list.
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
    /// The members of an object; none of anything else.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The values of a list; none of anything else.
    var list: [Tree] { if case .list(let list) = self { list } else { [] } }

    subscript(name: String) -> Tree? { members.first { $0.name == name }?.value }

    /// An object with these members alone, as far as it has them.
    func picked(_ names: [String]) -> Tree { .object(members.filter { names.contains($0.name) }) }

    /// A list with its first values, and a text that says how many more there are.
    func beginning(_ most: Int) -> Tree {
        let list = list
        return list.count > most ? .list(list.prefix(most) + [.text("… \(list.count - most) more")]) : self
    }

    /// The same in at most `bytes` bytes of JSON: lists and texts that are too long end early, and say so.
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

    /// The same with every text as it can be shown: what a log names cannot hide or turn around text.
    fileprivate var printable: Tree {
        switch self {
        case .text(let text): .text(Printable.text(text, ascii: false))
        case .list(let list): .list(list.map(\.printable))
        case .object(let members): .object(members.map { Member($0.name, $0.value.printable) })
        case .null, .number, .instant, .truth, .fraction, .word: self
        }
    }
}
