import FlowMachine

/// The error for an edit that cannot be read, with advice.
package struct EditFailure: Error, Equatable {
    package let text: String
    /// The unknown name of a policy; `nil` if the failure has another reason.
    package var unknownPolicy: String?
}

extension LogEdit {
    /// Reads a signed duration such as `+2s`, `-500ms` or `+5min`, in milliseconds.
    package static func milliseconds(_ text: String) throws(EditFailure) -> Int64 {
        guard let shift = PlaceReader.shift(text) else {
            throw EditFailure(text: "\"\(text)\" is no time: write +2s, -500ms, +5min, +2h or +1d")
        }
        return shift
    }

    /// Returns `policy` with one value changed. `text` contains the name and the value, such as `attempts=1`.
    package static func policy(_ text: String, changing policy: Policy) throws(EditFailure) -> Policy {
        let advice = EditFailure(text: "write NAME=VALUE, for example attempts=1")
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
        guard parts.count == 2 else { throw advice }
        let value: Tree =
            Int64(parts[1]).map { .number($0) }
            ?? (parts[1] == "true" ? .truth(true) : parts[1] == "false" ? .truth(false) : .text(parts[1]))
        var policy = policy
        let rejected: [RejectedPolicyValue]
        do throws(CodingFailure) {
            rejected = try policy.update(json: Array(Tree.object([Tree.Member(parts[0], value)]).json.utf8))
        } catch {
            throw advice
        }
        if let first = rejected.first {
            throw EditFailure(text: first.text, unknownPolicy: LogEdit.policies.contains(first.name) ? nil : first.name)
        }
        return policy
    }

    /// The names of all policies.
    package static let policies: [String] = {
        var names: [String] = []
        // A log omits these two policies if they are 0, so they are set first.
        var policy = Policy()
        policy.longestPollInterval = .seconds(1)
        policy.sessionLifetime = .seconds(1)
        if case .object(let members) = Tree(policy) { names = members.map { $0.name } }
        // This policy is the older form of `statusWithoutExpiry`.
        return names.filter { $0 != "acceptsStatusWithoutExpiry" }
    }()
}
