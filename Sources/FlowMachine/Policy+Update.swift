/// A value that an update of the policy rejected, with the reason.
public struct RejectedPolicyValue: Equatable, Sendable {
    /// The policy's name in the JSON.
    public let name: String
    /// The reason for the rejection: the name is unknown, or the value does not have the policy's type.
    public let failure: CodingFailure

    /// A description with the policy's name and the problem. It does not contain the value.
    public var text: String { plainText.string }

    var plainText: PlainText {
        guard let expected = ExpectedValue(ofPolicy: name) else { return "\"\(name)\" is no policy of this version" }
        return switch expected {
        case .number: "\(name) must be a whole number"
        case .truth: "\(name) must be true or false"
        case .word(let words): "\(name) must be one of these words: \(words)"
        }
    }
}

extension RejectedPolicyValue: CustomStringConvertible {
    /// A description of the rejected value, equal to `text`.
    public var description: String { text }
}

/// The kind of JSON value that a policy accepts.
private enum ExpectedValue {
    case number
    case truth
    case word(PlainText)

    /// Determines the kind by trying values; `nil` if there is no policy called `name`.
    init?(ofPolicy name: String) {
        if Self.isTaken("1", by: name) {
            self = .number
        } else if Self.isTaken("true", by: name) {
            self = .truth
        } else {
            var words: PlainText?
            let known = Policy.ProfileChoice.allCases.map { $0.rawValue } + Policy.StatusWithoutExpiry.allCases.map { $0.rawValue }
            for word in known where Self.isTaken("\"\(word)\"", by: name) {
                words = words.map { "\($0), \(word)" } ?? "\(word)"
            }
            guard let words else { return nil }
            self = .word(words)
        }
    }

    private static func isTaken(_ json: String, by name: String) -> Bool {
        var policy = Policy()
        // A name with a quotation mark would end the JSON string early.
        guard !name.utf8.contains(0x22), let rejected = try? policy.update(json: Array("{\"\(name)\":\(json)}".utf8)) else { return false }
        return rejected.isEmpty
    }
}

extension Policy {
    /// Changes this policy by the values of a JSON object. An app's server can send such an object to change policies without a release of
    /// the app.
    ///
    /// The object has the names of this type's properties, like the object `policy` in a log's header. Times are in milliseconds:
    /// `{"pollInterval":8000,"signsOutEverywhere":false}`. A policy that the object does not name does not change. A value outside its
    /// bounds is accepted, and the flow limits the value when it uses it.
    ///
    /// A flow keeps its policy for the whole launch, because its log is replayed with that policy. Store the server's object, and use the
    /// object for the flow of the next launch.
    ///
    /// ```swift
    /// let rejected = try settings.policy.update(json: Array(#"{"pollInterval":8000}"#.utf8))
    /// for value in rejected { report(value.failure.text) }
    /// ```
    /// - Returns: the rejected values, whose policies have not changed. Report them: a newer version of the app may know these values.
    /// - Throws: `CodingFailure` if the bytes are not a JSON object. In this case, no policy has changed.
    public mutating func update(json: [UInt8]) throws(CodingFailure) -> [RejectedPolicyValue] {
        var rejected: [RejectedPolicyValue] = []
        for member in try Policy.members(of: json) {
            var reader = Reader(strict: member.object)
            var changed = self
            do throws(CodingFailure) {
                try reader.update(&changed)
                self = changed
            } catch {
                rejected.append(RejectedPolicyValue(name: member.name, failure: error))
            }
        }
        return rejected
    }

    /// Returns the members of a JSON object, each as a separate object.
    private static func members(of json: [UInt8]) throws(CodingFailure) -> [(name: String, object: [UInt8])] {
        var reader = Reader(json)
        var members: [(name: String, object: [UInt8])] = []
        try reader.expect(0x7B)
        reader.skipSpace()
        while reader.here != 0x7D {
            if !members.isEmpty { try reader.expect(0x2C) }
            reader.skipSpace()
            let start = reader.position
            let name = try reader.text()
            try reader.expect(0x3A)
            try reader.skipValue()
            members.append((name, [0x7B] + json[start..<reader.position] + [0x7D]))
            reader.skipSpace()
        }
        try reader.expect(0x7D)
        try reader.finish()
        return members
    }
}

extension Reader {
    /// Changes `policy` by the fields of an object. If `leavesDefaults` is true, policies without a field do not change.
    fileprivate mutating func update(_ policy: inout Policy) throws(CodingFailure) {
        var object = try beginObject()
        readWithCare(&object)
        try policy.takeFields(from: &self)
        _ = try isComplete(object)
    }
}
