import FlowMachine

/// One difference between two sides, such as two logs, in words.
package struct DifferenceEntry: Equatable, Sendable {
    /// The name of the part that differs, with its place, for example `effects[2].at`.
    package let what: String
    /// The value on the left side; `nil` if the part is missing there.
    package let left: String?
    package let right: String?
    package var part = Part.field
    /// Whether the value is a kind or a Boolean, which the entry for the whole part already expresses in words.
    package var isWorded = false

    package init(what: String, left: String?, right: String?, part: Part = .field, isWorded: Bool = false) {
        self.what = what
        self.left = left
        self.right = right
        self.part = part
        self.isWorded = isWorded
    }

    /// The parts of a record that can differ. Only a field is shown with its name.
    package enum Part: Sendable { case rule, state, effect, field }

    /// The left and the right value; `nothing` in place of a missing value.
    package var texts: (left: String, right: String) { (left ?? "nothing", right ?? "nothing") }
}
