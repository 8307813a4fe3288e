import FlowMachine

/// A type that can be read from the JSON of an answer or of a part of an answer.
protocol JSONReadable {
    /// Reads a value from JSON.
    /// - Throws: `.transport(.unreadable)` if the JSON does not have the form of this type.
    init(_ json: JSONValue) throws(CallFailure)
}

/// A JSON object whose members can be read by name.
struct JSONObject {
    let members: [JSONValue.Member]

    /// Reads an object from JSON.
    /// - Throws: `.transport(.unreadable)` if the JSON is not an object.
    init(_ json: JSONValue) throws(CallFailure) {
        guard case .object(let members) = json else { throw .transport(.unreadable) }
        self.members = members
    }

    /// Returns the value of the member `name`; `nil` if the member is missing or its value is `null`.
    func value(_ name: String) -> JSONValue? {
        guard let value = members.first(where: { $0.name.isSameText(as: name) })?.value else { return nil }
        if case .null = value { return nil }
        return value
    }

    /// Returns the value of the member `name`. Throws if the member is missing, is `null` or has another type.
    func required<Value: JSONReadable>(_ name: String) throws(CallFailure) -> Value {
        guard let value = value(name) else { throw .transport(.unreadable) }
        return try Value(value)
    }

    /// Returns the value of the member `name`; `nil` if the member is missing or `null`. Throws if the member has another type.
    func optional<Value: JSONReadable>(_ name: String) throws(CallFailure) -> Value? {
        guard let value = value(name) else { return nil }
        return try Value(value)
    }

    /// Returns the text of the member `name`; `nil` if the member is missing or not a string.
    func possibleText(_ name: String) -> String? { value(name)?.string }

    /// Returns the members of an object that is a map, sorted by name.
    func entries<Value: JSONReadable>() throws(CallFailure) -> [(name: String, value: Value)] {
        var entries: [(name: String, value: Value)] = []
        for member in members.sortedByName { entries.append((member.name, try Value(member.value))) }
        return entries
    }
}

extension JSONObject: JSONReadable {}

extension JSONValue: JSONReadable {
    init(_ json: JSONValue) { self = json }
}

extension String: JSONReadable {
    init(_ json: JSONValue) throws(CallFailure) {
        guard let text = json.string else { throw .transport(.unreadable) }
        self = text
    }
}

extension Bool: JSONReadable {
    init(_ json: JSONValue) throws(CallFailure) {
        guard case .boolean(let value) = json else { throw .transport(.unreadable) }
        self = value
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    init(_ json: JSONValue) throws(CallFailure) {
        guard case .array(let values) = json else { throw .transport(.unreadable) }
        self = []
        for value in values { append(try Element(value)) }
    }
}
