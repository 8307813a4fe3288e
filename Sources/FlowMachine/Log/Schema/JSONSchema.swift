#if !hasFeature(Embedded)
    /// The form that the JSON of a value can have.
    package indirect enum JSONSchema: Equatable, Sendable {
        /// A whole number within these bounds.
        case integer(ClosedRange<Int64>)
        /// True or false.
        case boolean
        /// A text with a minimum and a maximum number of bytes that matches a regular expression; `nil` means no restriction.
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
        /// An object that has the fields of all these objects.
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
