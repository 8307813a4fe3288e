#if !hasFeature(Embedded)
    /// The form that the JSON of a value must have.
    package indirect enum JSONSchema: Equatable, Sendable {
        /// A whole number within the bounds.
        case integer(ClosedRange<Int64>)
        /// True or false.
        case boolean
        /// A text with a minimum and a maximum number of bytes that matches a regular expression. `nil` means that the length or the
        /// content is not restricted.
        case text(length: ClosedRange<Int>?, pattern: String?)
        /// A reference to a secret of one of the `kinds`, in the form `kind#number`.
        case reference(kinds: [String])
        /// One of the words in the list.
        case words([String])
        /// A list whose elements have the given schema.
        case list(JSONSchema)
        /// An object with the given fields. It may also have fields that a later version adds.
        case object([Field])
        /// An object that has one of the given schemas, one for each case of an enum.
        case oneOf([JSONSchema])
        /// An object that has the fields of all the given schemas.
        case allOf([JSONSchema])
        /// The type with the given name.
        case named(String)

        /// A field of an object.
        package struct Field: Equatable, Sendable {
            package let name: String
            package let schema: JSONSchema
            package let isRequired: Bool
        }
    }
#endif
