import FlowMachine
import FlowReading

/// The types of the log as a declaration file of TypeScript.
enum SchemaTypeScript {
    static func text(_ schema: LogSchema) -> String {
        let types = schema.types.map { name, schema in
            switch schema {
            case .object(let fields): "export interface \(name) {\n\(fields.map { "    \(field($0));\n" }.joined())}\n"
            case .oneOf(let cases): "export type \(name) =\n\(cases.map { "    | \(type($0))" }.joined(separator: "\n"));\n"
            case .integer, .boolean, .text, .reference, .words, .list, .allOf, .named:
                "\(bounds(schema).map { "/** \($0) */\n" } ?? "")export type \(name) = \(type(schema));\n"
            }
        }
        return head + types.joined(separator: "\n")
    }

    private static let head = """
        // A line of a FlowMachine log is a \(LogSchema.line): format \(LogHeader.format), model revision \(LogHeader.modelRevision), \
        FlowMachine \(LogHeader.library).
        // Made by flow-trace spec --format typescript. A later version may add fields.


        """

    private static func type(_ schema: JSONSchema) -> String {
        switch schema {
        case .integer: "number"
        case .boolean: "boolean"
        case .text: "string"
        case .reference(let kinds): "`${\(union(kinds))}#${number}`"
        case .words(let words): union(words)
        case .list(let element): "Array<\(type(element))>"
        case .object(let fields): "{ \(fields.map(field).joined(separator: "; ")) }"
        case .oneOf(let cases): cases.map(type).joined(separator: " | ")
        case .allOf(let parts): parts.map(type).joined(separator: " & ")
        case .named(let name): name
        }
    }

    private static func field(_ field: JSONSchema.Field) -> String {
        "\(field.name)\(field.isRequired ? "" : "?"): \(type(field.schema))"
    }

    private static func union(_ words: [String]) -> String { words.map { Tree.text($0).json }.joined(separator: " | ") }

    /// Returns the bounds that a type in TypeScript cannot express; `nil` if there are none.
    private static func bounds(_ schema: JSONSchema) -> String? {
        switch schema {
        case .integer(let range): "A whole number from \(range.lowerBound) to \(range.upperBound)."
        case .text(let length?, let pattern):
            "\(length.lowerBound) to \(length.upperBound) bytes of UTF-8\(pattern.map { ", matching \($0)" } ?? "")."
        case .text(nil, let pattern?): "Matches \(pattern)."
        case .text(nil, nil), .boolean, .reference, .words, .list, .object, .oneOf, .allOf, .named: nil
        }
    }
}
