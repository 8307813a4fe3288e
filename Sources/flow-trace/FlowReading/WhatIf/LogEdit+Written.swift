import FlowMachine

/// Words that are no edit, and what to write instead.
package struct EditFailure: Error, Equatable {
    package let text: String
    /// The name of a policy that there is not.
    package var unknownPolicy: String?
}

extension LogEdit {
    /// How much later, as the user writes it: `+2s`, `-500ms`, `+5min`; in milliseconds, negative for earlier.
    package static func milliseconds(_ text: String) throws(EditFailure) -> Int64 {
        guard let shift = PlaceReader.shift(text) else {
            throw EditFailure(text: "\"\(text)\" is no time: write +2s, -500ms, +5min, +2h or +1d")
        }
        return shift
    }

    /// The policy with one value changed, as the user writes it: `attempts=1`.
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
        // A log leaves out what is 0 or absent.
        var policy = Policy()
        policy.longestPollInterval = .seconds(1)
        policy.sessionLifetime = .seconds(1)
        if case .object(let members) = Tree(policy) { names = members.map { $0.name } }
        // Its newer form has another name.
        return names.filter { $0 != "acceptsStatusWithoutExpiry" }
    }()
}
