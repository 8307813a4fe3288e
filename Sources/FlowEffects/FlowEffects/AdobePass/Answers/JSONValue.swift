/// Any JSON value, unchanged: numbers keep their digits, and members keep their order. Names are compared byte by byte, because to Adobe the
/// composed and the decomposed "é" are different names, whereas Swift's own `==` treats them as equal.
package enum JSONValue {
    case null
    case boolean(Bool)
    /// A number as text, because no numeric type would keep all of its digits.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object.
    package struct Member {
        package let name: String
        package let value: JSONValue
    }

    /// The value as JSON text, with the members of objects sorted by name.
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

    /// The text of a string; `nil` for any other kind of value.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
}

extension [JSONValue.Member] {
    /// The members sorted by name, byte by byte. This order does not depend on the server.
    var sortedByName: [JSONValue.Member] { sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
}

extension String {
    /// Returns whether two texts have the same bytes, which is how Adobe compares texts.
    func isSameText(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
