#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Any JSON: the value of a user metadata attribute.
enum JSONValue: Decodable {
    case null
    case boolean(Bool)
    /// Decimal, so that a number of up to 38 digits stays what it is.
    case number(Decimal)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Decimal.self), value.isFinite {
            self = .number(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The value as JSON, members sorted by name: the decoder does not tell Adobe's order.
    var text: String {
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .number(let value): return value.description
        case .string(let value): return JSONText.quoted(value)
        case .array(let values): return "[\(values.map(\.text).joined(separator: ","))]"
        case .object(let members):
            var json = JSONText()
            for (name, value) in members.sortedByKey { json.add(name, json: value.text) }
            return json.text
        }
    }
}

extension Dictionary where Key == String {
    /// The members of a JSON object by name. A decoded dictionary has lost Adobe's order, and one order is needed that is
    /// the same in every run.
    var sortedByKey: [(key: String, value: Value)] { sorted { $0.key < $1.key } }
}
