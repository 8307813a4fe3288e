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
        var entries: [DifferenceEntry] = []
        func compare(_ what: String, _ left: String, _ right: String) {
            if left != right { entries.append(DifferenceEntry(what: what, left: left, right: right)) }
        }
        let leaves = (Tree(left.settings).leaves, Tree(right.settings).leaves)
        let known = Dictionary(leaves.1.map { ($0.path, $0.text) }, uniquingKeysWith: { one, _ in one })
        let told = Set(leaves.0.map(\.path))
        for (path, text) in leaves.0 { compare(path, value(text, path), known[path].map { value($0, path) } ?? missing(path)) }
        for (path, text) in leaves.1 where !told.contains(path) { compare(path, missing(path), value(text, path)) }
        return entries
    }

    private static func missing(_ path: String) -> String { path.hasPrefix("policy.") ? "the default" : "none" }

    /// Lengths of time are milliseconds in the log.
    static func value(_ text: String, _ path: String) -> String {
        let lengths = ["Interval", "Grace", "Lifetime", "Margin", "Age", "Timeout", "Delay", "Hold", "Pause"]
        guard lengths.contains(where: { path.hasSuffix($0) }), let milliseconds = Int64(text) else { return text }
        return TimeWords.length(milliseconds)
    }
}
