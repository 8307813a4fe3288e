/// The members of one kind of JSON object. The help prints them, and a test compares them with the JSON that the tool writes.
package struct JSONShape: Sendable {
    /// The name of the kind of object, such as `A cause`.
    package let title: String
    package let fields: [Field]

    package init(_ title: String, _ fields: [Field]) { (self.title, self.fields) = (title, fields) }

    /// A member of the JSON object.
    package struct Field: Sendable {
        package let name: String
        /// The member's value in words. Consecutive members with the same meaning share a row of the help.
        package let meaning: String
        package let content: Content

        /// Creates a member. `content` describes the objects in its value.
        package init(_ name: String, _ meaning: String, _ content: Content = .plain) {
            (self.name, self.meaning, self.content) = (name, meaning, content)
        }
    }

    /// The objects that the value of a member contains, directly or in a list.
    package enum Content: Sendable {
        /// The value contains no object.
        case plain
        /// The value contains objects of these shapes.
        case objects([JSONShape])
        /// The value is an object whose members have arbitrary names and contain objects of these shapes.
        case map([JSONShape])
        /// The value contains objects that another document describes.
        case elsewhere

        /// The shapes of the objects.
        package var shapes: [JSONShape] {
            switch self {
            case .plain, .elsewhere: []
            case .objects(let shapes), .map(let shapes): shapes
            }
        }
    }
}
