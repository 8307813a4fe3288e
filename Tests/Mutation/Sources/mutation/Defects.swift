/// A defect that a developer might introduce, as a change in one place. `#` in the new text is true when the defect is selected.
struct Defect {
    let name: String
    let path: String
    let old: String
    let new: String
    /// The test target that must detect it; empty for the tests of the core's mutants.
    let suite: String

    init(_ name: String, _ path: String, _ old: String, _ new: String, suite: String = "") {
        self.name = name
        self.path = path
        self.old = old
        self.new = new
        self.suite = suite
    }

    /// The defect as a mutant of this file. The old text must occur there exactly once.
    func mutant(in text: SourceText) throws -> Mutant {
        let old = Array(old.utf8)
        let places = text.bytes.indices.filter { text.bytes[$0...].starts(with: old) }
        guard places.count == 1, let place = places.first else {
            throw Trouble(text: "the defect \"\(name)\" fits \(places.count) places in \(path)")
        }
        var mutant = text.mutant(.defect, place..<place + old.count, before: new, after: "")
        mutant.name = name
        mutant.suite = suite
        mutant.replaces = true
        return mutant
    }
}
