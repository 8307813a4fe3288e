/// A defect somebody might make, as a change of one place. `#` in the new text holds when the defect is chosen.
struct Defect {
    let name: String
    let path: String
    let old: String
    let new: String
    /// The test target that must notice it; empty for what the core's mutants are tried against.
    let suite: String

    init(_ name: String, _ path: String, _ old: String, _ new: String, suite: String = "") {
        self.name = name
        self.path = path
        self.old = old
        self.new = new
        self.suite = suite
    }

    /// As a mutant of this file. The old text must stand there exactly once.
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
