import FlowReading

/// Describes the JSON of a command in its help.
enum JSONHelp {
    /// Returns the tables of the members.
    ///
    /// - Parameters:
    ///   - introduction: The first line, for example `With --json, one object per log`.
    ///   - shapes: The shapes of the printed objects. The objects inside of them get tables of their own.
    static func text(_ introduction: String, _ shapes: JSONShape...) -> String {
        let rows = shapes.map { table($0) }
        let nested = nested(in: shapes).map { "\($0.title) has:\n\(table($0))" }
        let text = (["\(introduction):\n" + rows.joined(separator: "\n")] + nested).joined(separator: "\n")
        return String(text.dropLast())
    }

    /// The maximum width of the names in one row, in columns. Members with the same meaning share a row.
    private static let widest = 36

    private static func table(_ shape: JSONShape) -> String {
        var rows: [(name: String, text: String)] = []
        for field in shape.fields {
            if let last = rows.last, last.text == field.meaning, last.name.count + field.name.count < widest {
                rows[rows.count - 1].name += ", \(field.name)"
            } else {
                rows.append((field.name, field.meaning))
            }
        }
        return CommandSyntax.columns(rows)
    }

    /// Returns the shapes of nested objects, each once, from the outside to the inside.
    private static func nested(in shapes: [JSONShape]) -> [JSONShape] {
        var found: [JSONShape] = []
        var next = shapes
        while !next.isEmpty {
            next = next.flatMap { $0.fields.flatMap { $0.content.shapes } }
            var new: [JSONShape] = []
            for shape in next where !(found + new).contains(where: { $0.title == shape.title }) { new.append(shape) }
            found += new
            next = new
        }
        return found
    }
}
