import FlowEffects

/// A JSON value whose members keep their order, so that answers have the same order as Adobe's.
enum JSON: Sendable {
    case string(String)
    case integer(Int64)
    case bool(Bool)
    case null
    case array([JSON])
    case object([(name: String, value: JSON)])

    /// The value as JSON on one line, in UTF-8.
    var bytes: [UInt8] { Array(text.utf8) }

    /// The value as JSON on one line.
    var text: String {
        switch self {
        case .string(let value): JSONText.quoted(value)
        case .integer(let value): String(value)
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { JSONText.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",") + "}"
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { (name: $0, value: $1) }) }
}
