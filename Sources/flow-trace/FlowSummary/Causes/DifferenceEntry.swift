import FlowMachine

/// One thing that differs, in words.
package struct DifferenceEntry: Equatable, Sendable {
    /// The name of the part, with its place: `effects[2].at`.
    package let what: String
    /// `nil` if this side has nothing of it.
    package let left: String?
    package let right: String?
    package var part = Part.field
    /// Whether the value is the kind of something, or a truth: the words for the whole say that.
    package var isWorded = false

    package init(what: String, left: String?, right: String?, part: Part = .field, isWorded: Bool = false) {
        self.what = what
        self.left = left
        self.right = right
        self.part = part
        self.isWorded = isWorded
    }

    /// The parts that are shown without their names.
    package enum Part: Sendable { case rule, state, effect, field }

    /// Both values as text.
    package var texts: (left: String, right: String) { (left ?? "nothing", right ?? "nothing") }
}
