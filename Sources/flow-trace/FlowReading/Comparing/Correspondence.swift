import FlowMachine

/// Records which numbers and references of two logs correspond to each other, as the compared rows show.
struct Correspondence {
    private let words: (left: Wording, right: Wording)
    private var resources: (toRight: [SecretRef: SecretRef], toLeft: [SecretRef: SecretRef]) = ([:], [:])
    /// The pairs of provider names that have been reported as different; each pair is reported only once.
    private var names: Set<[String]> = []

    /// The fields that contain the name of a provider. If two launches use different providers, all these fields differ.
    private static let named: Set<String> = ["mvpd", "mapping", "provider"]

    init(_ left: LogHeader, _ right: LogHeader) { words = (Wording(left), Wording(right)) }

    typealias Leaf = (path: String, part: Meaning.Part)

    /// Returns the differences between two values that belong to events at different times.
    ///
    /// - Parameters:
    ///   - leftTime: The time of the left event. Times in the left value are compared by their distance from it.
    ///   - rightTime: The time of the right event.
    ///   - isWait: Whether the values belong to a timer that waits for an interval. Its times are compared more strictly.
    mutating func differences<T: LogValue>(_ left: T, at leftTime: Instant, _ right: T, at rightTime: Instant, isWait: Bool = false)
        -> [DifferenceEntry]
    {
        differences(
            NamedProviders.leaves(Meaning.of(left, at: leftTime)), NamedProviders.leaves(Meaning.of(right, at: rightTime)), isWait: isWait)
    }

    private mutating func differences(_ lefts: [Leaf], _ rights: [Leaf], isWait: Bool) -> [DifferenceEntry] {
        let known = Dictionary(first: rights.map { ($0.path, $0.part) })
        var entries: [DifferenceEntry] = []
        for (path, part) in lefts {
            guard let other = known[path] else { continue }
            if isSame(part, other, path, isWait: isWait) { continue }
            entries.append(
                DifferenceEntry(
                    what: path, left: text(part, words.left), right: text(other, words.right), isWorded: part.isKind || part.isTruth))
        }
        let paths = Set(lefts.map { $0.path })
        for parent in Correspondence.parents(lefts.filter { known[$0.path] == nil }, knowing: rights.map({ $0.path })) {
            let isTruth = parent.parts.count == 1 && parent.parts.allSatisfy { $0.isTruth }
            if NamedProviders.isProvider(parent.path) {
                entries.append(DifferenceEntry(what: parent.path, left: "listed", right: "not listed"))
                continue
            }
            entries.append(
                DifferenceEntry(
                    what: parent.path, left: text(parent.parts, words.left), right: nil, isWorded: parent.isKind || isTruth))
        }
        for parent in Correspondence.parents(rights.filter { !paths.contains($0.path) }, knowing: lefts.map({ $0.path })) {
            if NamedProviders.isProvider(parent.path) {
                entries.append(DifferenceEntry(what: parent.path, left: "not listed", right: "listed"))
                continue
            }
            entries.append(
                DifferenceEntry(what: parent.path, left: nil, right: text(parent.parts, words.right), isWorded: parent.isKind))
        }
        return entries
    }

    /// The outermost value that only one side has.
    private struct Parent {
        let path: String
        var parts: [Meaning.Part]
        /// Whether the only difference is the kind of a value that both sides have.
        let isKind: Bool
    }

    /// Groups the values that only one side has under the outermost value that the other side lacks.
    private static func parents(_ leaves: [Leaf], knowing paths: [String]) -> [Parent] {
        if leaves.isEmpty { return [] }
        let known = Set(paths.flatMap { Correspondence.prefixes($0) })
        var groups: [Parent] = []
        for (path, part) in leaves {
            let parent = prefixes(path).first { !known.contains($0) } ?? path
            if groups.last?.path == parent {
                groups[groups.count - 1].parts.append(part)
            } else {
                groups.append(Parent(path: parent, parts: [part], isKind: parent == path && part.isKind))
            }
        }
        return groups
    }

    /// Returns the path and every path that contains it: `a`, `a.b` and `a.b[0]` for `a.b[0]`.
    private static func prefixes(_ path: String) -> [String] {
        path.indices.filter { path[$0] == "." || path[$0] == "[" }.map { String(path[..<$0]) } + [path]
    }

    private mutating func isSame(_ left: Meaning.Part, _ right: Meaning.Part, _ path: String, isWait: Bool) -> Bool {
        switch (left, right) {
        case (.text(let one), .text(let other)):
            if one == other { return true }
            guard Correspondence.named.contains(path.split(separator: ".").last.map(String.init) ?? "") else { return false }
            return !names.insert([one, other]).inserted
        case (.kind(let one), .kind(let other)): return one == other
        case (.truth(let one), .truth(let other)): return one == other
        case (.time(let one), .time(let other)): return Correspondence.isSame(one, other, isWait: isWait)
        case (.resource(let one), .resource(let other)): return isSame(one, other)
        case (.text, _), (.kind, _), (.truth, _), (.time, _), (.resource, _): return false
        }
    }

    /// Returns whether two times, in milliseconds after their events, have the same meaning.
    ///
    /// Two times have the same meaning if both are past, if both are more than an hour ahead, or if they are about equal. With `isWait`, they must
    /// always be about equal.
    private static func isSame(_ left: Int64, _ right: Int64, isWait: Bool) -> Bool {
        let (shorter, longer) = (min(left, right), max(left, right))
        if longer <= 0 { return true }
        if isWait { return longer - max(shorter, 0) <= longer / 4 + 500 }
        if shorter <= 0 { return false }
        return shorter > 3_600_000 || longer / 2 <= shorter + 1000
    }

    /// Returns whether two resources correspond. Two resources that both occur here for the first time are recorded as corresponding.
    private mutating func isSame(_ left: SecretRef, _ right: SecretRef) -> Bool {
        let names = (words.left.ref(left), words.right.ref(right))
        if names.0 != left.name, names.1 != right.name { return names.0 == names.1 }
        switch (resources.toRight[left], resources.toLeft[right]) {
        case (nil, nil):
            resources.toRight[left] = right
            resources.toLeft[right] = left
            return true
        case (let known, _): return known == right
        }
    }

    private func text(_ parts: [Meaning.Part], _ words: Wording) -> String {
        parts.map { text($0, words) }.joined(separator: ", ")
    }

    private func text(_ part: Meaning.Part, _ words: Wording) -> String {
        switch part {
        case .text(let text), .kind(let text): return text
        case .truth(let truth): return truth ? "yes" : "no"
        case .resource(let ref): return words.ref(ref)
        case .time(let away) where away <= 0: return away == 0 ? "now" : "\(TimeWords.length(-away)) ago"
        case .time(let away): return "in \(TimeWords.term(away))"
        }
    }
}
