/// Writes a JSON object whose members are in the order in which they were added.
package struct JSONText {
    private var members: [String] = []

    /// The object with all members added so far.
    var text: String { "{\(members.joined(separator: ","))}" }

    /// Adds a member whose value is text.
    mutating func add(_ name: String, _ value: String) { add(name, json: JSONText.quoted(value)) }

    /// Adds a member whose value is a number.
    mutating func add(_ name: String, _ value: Int) { add(name, json: "\(value)") }

    /// Adds a member whose value is already JSON.
    mutating func add(_ name: String, json: String) { members.append("\(JSONText.quoted(name)):\(json)") }

    /// Returns `text` as a JSON string, in quotation marks.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            case _: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
