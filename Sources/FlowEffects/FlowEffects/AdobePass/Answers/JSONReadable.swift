import FlowMachine

/// A type that an answer, or a part of one, can be read as.
protocol JSONReadable {
    /// - Throws: `.transport(.unreadable)` if the JSON has another form.
    init(_ json: JSONValue) throws(CallFailure)
}

/// The members of an object, by the names that Adobe documents.
struct JSONObject {
    let members: [JSONValue.Member]

    /// - Throws: `.transport(.unreadable)` if it is not an object.
    init(_ json: JSONValue) throws(CallFailure) {
        guard case .object(let members) = json else { throw .transport(.unreadable) }
        self.members = members
    }

    /// The member's value; `nil` if there is none or it is `null`.
    func value(_ name: String) -> JSONValue? {
        guard let value = members.first(where: { $0.name.isSameText(as: name) })?.value else { return nil }
        if case .null = value { return nil }
        return value
    }

    /// Returns the member `name`, and throws if it is missing.
    func required<Value: JSONReadable>(_ name: String) throws(CallFailure) -> Value {
        guard let value = value(name) else { throw .transport(.unreadable) }
        return try Value(value)
    }

    /// An optional member; a member of another type makes the answer unreadable.
    func optional<Value: JSONReadable>(_ name: String) throws(CallFailure) -> Value? {
        guard let value = value(name) else { return nil }
        return try Value(value)
    }

    /// A member's text; `nil` if the member is not text.
    func possibleText(_ name: String) -> String? { value(name)?.string }

    /// A map's entries, sorted by name.
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
