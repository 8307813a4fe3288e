import FlowMachine
import FlowReading

/// The types of the log as a JSON Schema (2020-12) of one line.
enum SchemaJSON {
    /// The schema, with one type per line.
    static func text(_ schema: LogSchema) -> String {
        let head = [
            ("$schema", Tree.text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("A line of a FlowMachine log")),
            ("description", .text(description)), ("$ref", reference(LogSchema.line)),
        ]
        let lines = head.map { "\(Tree.text($0).json):\($1.json),\n" }.joined()
        let types = schema.types.map { "\(Tree.text($0.name).json):\(tree($0.schema).json)" }
        return "{\n\(lines)\"$defs\":{\n\(types.joined(separator: ",\n"))\n}\n}\n"
    }

    private static let description = """
        Format \(LogHeader.format), model revision \(LogHeader.modelRevision), FlowMachine \(LogHeader.library). \
        Readers skip fields that they do not know. A text's maximum length is in bytes of UTF-8.
        """

    private static func tree(_ schema: JSONSchema) -> Tree {
        switch schema {
        case .integer(let range):
            return members([("type", .text("integer")), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))])
        case .boolean: return members([("type", .text("boolean"))])
        case .text(let length, let pattern):
            var list: [(String, Tree)] = [("type", .text("string"))]
            if let length {
                // JSON Schema counts characters, and the log counts bytes. A text with the minimum number of bytes may be a single character.
                list.append(("minLength", .number(Int64(min(length.lowerBound, 1)))))
                list.append(("maxLength", .number(Int64(length.upperBound))))
            }
            if let pattern { list.append(("pattern", .text(pattern))) }
            return members(list)
        case .reference(let kinds):
            return members([("type", .text("string")), ("pattern", .text("^(\(kinds.joined(separator: "|")))#[0-9]+$"))])
        case .words(let words): return members([("enum", texts(words))])
        case .list(let element): return members([("type", .text("array")), ("items", tree(element))])
        case .object(let fields):
            return members([
                ("type", .text("object")), ("properties", members(fields.map { ($0.name, tree($0.schema)) })),
                ("required", texts(fields.filter(\.isRequired).map(\.name))),
            ])
        case .oneOf(let cases): return members([("oneOf", .list(cases.map(tree)))])
        case .allOf(let parts): return members([("allOf", .list(parts.map(tree)))])
        case .named(let name): return members([("$ref", reference(name))])
        }
    }

    private static func reference(_ name: String) -> Tree { .text("#/$defs/\(name)") }

    private static func texts(_ texts: [String]) -> Tree { .list(texts.map { .text($0) }) }

    private static func members(_ list: [(String, Tree)]) -> Tree { .object(list.map { Tree.Member($0, $1) }) }
}
