/// Any JSON, exactly as it was written: numbers keep their digits, members keep their order, and names are compared byte by byte. Swift's
/// own `==` treats the composed and the decomposed "é" as equal; to Adobe they are two names.
package enum JSONValue {
    case null
    case boolean(Bool)
    /// The number as Adobe wrote it: no numeric type would keep all of its digits.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    package struct Member {
        package let name: String
        package let value: JSONValue
    }

    /// The value as JSON, members sorted by name.
    package var text: String {
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .number(let digits): return digits
        case .string(let value): return JSONText.quoted(value)
        case .array(let values): return "[\(values.map(\.text).joined(separator: ","))]"
        case .object(let members):
            var json = JSONText()
            for member in members.sortedByName { json.add(member.name, json: member.value.text) }
            return json.text
        }
    }

    /// The value of a string; `nil` for anything else.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
}

extension [JSONValue.Member] {
    /// The members sorted by name, byte by byte: an order that does not depend on the server.
    var sortedByName: [JSONValue.Member] { sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
}

extension String {
    /// Whether both texts are the same byte for byte, as Adobe compares them.
    func isSameText(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
