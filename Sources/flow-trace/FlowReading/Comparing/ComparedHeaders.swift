import FlowMachine

/// What two logs say about themselves, and where that differs.
enum ComparedHeaders {
    /// What differs in app, library, system and settings: often the cause of all other differences.
    static func differences(_ left: LogHeader, _ right: LogHeader) -> [DifferenceEntry] {
        var entries: [DifferenceEntry] = []
        func compare(_ what: String, _ left: String, _ right: String) {
            if left != right { entries.append(DifferenceEntry(what: what, left: left, right: right)) }
        }
        compare("app", left.app, right.app)
        compare("library", left.library, right.library)
        compare("model revision", "\(left.modelRevision)", "\(right.modelRevision)")
        compare("system", left.system ?? "not recorded", right.system ?? "not recorded")
        return entries + settings(left, right)
    }

    /// What differs in the settings.
    static func settings(_ left: LogHeader, _ right: LogHeader) -> [DifferenceEntry] {
        let leaves = (Tree(left.settings).leaves, Tree(right.settings).leaves)
        let known = Dictionary(leaves.1.map { ($0.path, $0) }, uniquingKeysWith: { one, _ in one })
        let paths = Set(leaves.0.map(\.path))
        func entry(_ path: String, _ left: Tree.Leaf?, _ right: Tree.Leaf?) -> DifferenceEntry? {
            if left?.value == right?.value { return nil }
            return DifferenceEntry(what: path, left: left.map(value) ?? missing(path), right: right.map(value) ?? missing(path))
        }
        return leaves.0.compactMap { entry($0.path, $0, known[$0.path]) }
            + leaves.1.filter { !paths.contains($0.path) }.compactMap { entry($0.path, nil, $0) }
    }

    private static func missing(_ path: String) -> String { path.hasPrefix("policy.") ? "the default" : "none" }

    /// Lengths of time are milliseconds in the log.
    static func value(_ leaf: Tree.Leaf) -> String {
        let lengths = ["Interval", "Grace", "Lifetime", "Margin", "Age", "Timeout", "Delay", "Hold", "Pause"]
        guard case .number(let milliseconds) = leaf.value, lengths.contains(where: { leaf.path.hasSuffix($0) }) else { return leaf.text }
        return TimeWords.length(milliseconds)
    }
}
