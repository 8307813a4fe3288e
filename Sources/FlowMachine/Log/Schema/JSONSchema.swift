#if !hasFeature(Embedded)
    /// The form that the JSON of a value can have.
    package indirect enum JSONSchema: Equatable, Sendable {
        /// A whole number.
        case integer(ClosedRange<Int64>)
        /// Yes or no.
        case boolean
        /// Text with a minimum and maximum number of bytes, from the characters of a pattern.
        case text(length: ClosedRange<Int>?, pattern: String?)
        /// One of these words.
        case words([String])
        /// A list.
        case list(JSONSchema)
        /// An object with these fields, and possibly fields of a later version.
        case object([Field])
        /// One of these objects: the cases of an enum.
        case oneOf([JSONSchema])

        /// A field of an object.
        package struct Field: Equatable, Sendable {
            let name: String
            let schema: JSONSchema
            let isRequired: Bool
        }

        /// The schema as JSON, in the vocabulary of JSON Schema 2020-12.
        package var json: String {
            switch self {
            case .integer(let range): #"{"type":"integer","minimum":\#(range.lowerBound),"maximum":\#(range.upperBound)}"#
            case .boolean: #"{"type":"boolean"}"#
            case .text(let length, let pattern):
                #"{"type":"string""#
                    + (length.map { #","minLength":\#(min($0.lowerBound, 1)),"maxLength":\#($0.upperBound)"# } ?? "")
                    + (pattern.map { #","pattern":"\#($0)""# } ?? "") + "}"
            case .words(let words): #"{"enum":[\#(JSONSchema.quoted(words))]}"#
            case .list(let element): #"{"type":"array","items":\#(element.json)}"#
            case .object(let fields):
                #"{"type":"object","properties":{"#
                    + fields.map { #""\#($0.name)":\#($0.schema.json)"# }.joined(separator: ",")
                    + #"},"required":[\#(JSONSchema.quoted(fields.filter(\.isRequired).map(\.name)))]}"#
            case .oneOf(let cases): #"{"oneOf":[\#(cases.map(\.json).joined(separator: ","))]}"#
            }
        }

        private static func quoted(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ",") }
    }

    extension JSONSchema {
        /// The schema of `type`.
        /// - Throws: `CodingFailure` if a value of the type cannot be created from samples of its parts.
        package static func of<T: LogValue>(_ type: T.Type) throws(CodingFailure) -> JSONSchema {
            var source = SchemaSource()
            _ = try T.read(from: &source)
            return source.schema
        }
    }
#endif
