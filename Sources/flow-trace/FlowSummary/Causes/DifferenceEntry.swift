import FlowMachine

/// One difference between two sides, such as two logs, in words.
package struct DifferenceEntry: Equatable, Sendable {
    /// The name of the part that differs, with its place, for example `effects[2].at`.
    package let what: String
    /// The value on the left side; `nil` if that side has none.
    package let left: String?
    package let right: String?
    package var part = Part.field
    /// Whether the value is a kind or a Boolean. The entry for the whole part already contains such a value in words.
    package var isWorded = false

    package init(what: String, left: String?, right: String?, part: Part = .field, isWorded: Bool = false) {
        self.what = what
        self.left = left
        self.right = right
        self.part = part
        self.isWorded = isWorded
    }

    /// The parts of a record that can differ. All but fields are shown without their names.
    package enum Part: Sendable { case rule, state, effect, field }

    /// Both values as text.
    package var texts: (left: String, right: String) { (left ?? "nothing", right ?? "nothing") }
}
