#if !hasFeature(Embedded)
    /// The form that the JSON of a value can have.
    package indirect enum JSONSchema: Equatable, Sendable {
        /// A whole number within these bounds.
        case integer(ClosedRange<Int64>)
        /// Yes or no.
        case boolean
        /// Text with a minimum and maximum number of bytes, from the characters of a pattern.
        case text(length: ClosedRange<Int>?, pattern: String?)
        /// A reference to a secret of one of these kinds: `kind#number`.
        case reference(kinds: [String])
        /// One of these words.
        case words([String])
        /// A list whose elements have this schema.
        case list(JSONSchema)
        /// An object with these fields, and possibly fields of a later version.
        case object([Field])
        /// One of these objects: the cases of an enum.
        case oneOf([JSONSchema])
        /// All of these objects' fields in one object.
        case allOf([JSONSchema])
        /// The type with this name.
        case named(String)

        /// A field of an object.
        package struct Field: Equatable, Sendable {
            package let name: String
            package let schema: JSONSchema
            package let isRequired: Bool
        }
    }
#endif
