import FlowMachine

/// A value of the log as a tree of named parts: listed for people, written as JSON for machines.
indirect enum Tree: Equatable {
    case null
    case number(Int64)
    case instant(Instant)
    case truth(Bool)
    case text(String)
    case list([Tree])
    case object([Member])

    /// A named part.
    struct Member: Equatable {
        let name: String
        let value: Tree

        init(_ name: String, _ value: Tree) {
            self.name = name
            self.value = value
        }
    }

    /// The tree of any value that the log can hold.
    init<T: LogValue>(_ value: T) {
        var builder = TreeBuilder()
        // Building cannot fail: nothing is read.
        _ = try? T.pass(value, through: &builder)
        self = builder.value
    }

    /// The tree as JSON on one line.
    var json: String {
        switch self {
        case .null: "null"
        case .number(let number): String(number)
        case .instant(let instant): String(instant.milliseconds)
        case .truth(let truth): truth ? "true" : "false"
        case .text(let text): Tree.quoted(text)
        case .list(let list): "[" + list.map(\.json).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\(Tree.quoted($0.name)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: json += "\\\""
            case 0x5C: json += "\\\\"
            case 0..<0x20, 0x7F:
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            case _: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    /// The leaves with their paths, `reply.result.profiles[0].mvpd`.
    var leaves: [(path: String, text: String)] {
        var all: [(path: String, text: String)] = []
        collect("", &all)
        return all
    }

    private func collect(_ path: String, _ all: inout [(path: String, text: String)]) {
        switch self {
        case .null: all.append((path, "none"))
        case .number(let number): all.append((path, String(number)))
        case .instant(let instant): all.append((path, "\(instant.milliseconds), \(TimeWords.utc(instant))"))
        case .truth(let truth): all.append((path, truth ? "yes" : "no"))
        case .text(let text): all.append((path, text))
        case .list(let list):
            if list.isEmpty { all.append((path, "none")) }
            for (index, value) in list.enumerated() { value.collect("\(path)[\(index)]", &all) }
        case .object(let members):
            for member in members { member.value.collect(path.isEmpty ? member.name : path + "." + member.name, &all) }
        }
    }
}

/// Collects the fields that a value passes.
private struct TreeBuilder: Archive {
    var value = Tree.null
    private var members: [Tree.Member] = []

    private func present<T>(_ old: T?) throws(CodingFailure) -> T {
        guard let old else { throw CodingFailure(.syntax, column: 0) }
        return old
    }

    private mutating func leaf<T>(_ old: T?, _ tree: (T) -> Tree) throws(CodingFailure) -> T {
        let old = try present(old)
        value = tree(old)
        return old
    }

    private static func hex(_ number: UInt64) -> Tree {
        let digits = String(number, radix: 16)
        return .text(String(repeating: "0", count: 16 - digits.count) + digits)
    }

    mutating func integer(_ old: Int64?) throws(CodingFailure) -> Int64 { try leaf(old) { .number($0) } }
    mutating func instant(_ old: Int64?) throws(CodingFailure) -> Int64 { try leaf(old) { .instant(Instant(milliseconds: $0)) } }
    mutating func identifier(_ old: Int64?) throws(CodingFailure) -> Int64 { try leaf(old) { .number($0) } }
    mutating func boolean(_ old: Bool?) throws(CodingFailure) -> Bool { try leaf(old) { .truth($0) } }
    mutating func text(_ old: String?) throws(CodingFailure) -> String { try leaf(old) { .text($0) } }
    mutating func hex64(_ old: UInt64?) throws(CodingFailure) -> UInt64 { try leaf(old, TreeBuilder.hex) }
    mutating func reference(_ old: SecretRef?) throws(CodingFailure) -> SecretRef { try leaf(old) { .text($0.name) } }
    mutating func word<W: Word>(_ old: W?) throws(CodingFailure) -> W { try leaf(old) { .text($0.rawValue) } }

    mutating func kind<W: Word>(_ old: W?) throws(CodingFailure) -> W {
        let old = try present(old)
        members.append(Tree.Member("kind", .text(old.rawValue)))
        return old
    }

    mutating func object<T>(_ body: (inout Self) throws(CodingFailure) -> T) throws(CodingFailure) -> T {
        let outer = members
        members = []
        let result = try body(&self)
        value = .object(members)
        members = outer
        return result
    }

    mutating func field<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        let result = try T.pass(try present(old), through: &self)
        members.append(Tree.Member("\(name)", value))
        return result
    }

    mutating func optional<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T? {
        guard let old else { return nil }
        return try field(name, old)
    }

    mutating func list<T: LogValue>(_ old: [T]?) throws(CodingFailure) -> [T] {
        let old = try present(old)
        var trees: [Tree] = []
        for element in old {
            _ = try T.pass(element, through: &self)
            trees.append(value)
        }
        value = .list(trees)
        return old
    }
}
