import FlowMachine

/// Compares the headers of two logs.
enum ComparedHeaders {
    /// Returns the differences in app, library, model revision, system and settings. They often cause all other differences.
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

    /// Returns the differences in the settings.
    static func settings(_ left: LogHeader, _ right: LogHeader) -> [DifferenceEntry] {
        // Most launches of a device have the settings of the launch before.
        if left.settings == right.settings { return [] }
        let rights = Dictionary(first: right.settings.leaves.map { ($0.path, $0) })
        return left.settings.leaves.compactMap { leaf in
            guard let other = rights[leaf.path], other.value != leaf.value else { return nil }
            return DifferenceEntry(what: leaf.path, left: value(leaf), right: value(other))
        }
    }

    /// Returns a setting's value in words. Settings that are durations, recognized by their names, are milliseconds in the log.
    static func value(_ leaf: Tree.Leaf) -> String {
        let lengths = ["Interval", "Grace", "Lifetime", "Margin", "Age", "Timeout", "Delay", "Hold", "Pause"]
        guard case .number(let milliseconds) = leaf.value, lengths.contains(where: { leaf.path.hasSuffix($0) }) else { return leaf.text }
        return length(milliseconds)
    }

    /// Returns the duration that a setting states. Rounding would hide a mistake in the unit, such as 15 ms instead of 15 s.
    static func length(_ milliseconds: Int64) -> String {
        milliseconds % 100 == 0 ? TimeWords.length(milliseconds) : "\(grouped(milliseconds)) ms"
    }
}

extension FlowSettings {
    /// Every setting with its effective value, including the optional settings that a header may omit.
    var leaves: [Tree.Leaf] {
        // `statusWithoutExpiry` contains the value of this older field.
        let written = Tree(self).leaves.filter { $0.path != "policy.acceptsStatusWithoutExpiry" }
        let known = Set(written.map { $0.path })
        let optional: [(path: String, value: Tree)] = [
            ("activationURL", .null), ("temporaryAccess", .null),
            ("policy.statusWithoutExpiry", .word(policy.statusWithoutExpiry.rawValue)),
            ("policy.longestPollInterval", .number(policy.longestPollInterval.milliseconds)),
            ("policy.userAgentGrace", .number(policy.userAgentGrace.milliseconds)),
            ("policy.sessionLifetime", .number(policy.sessionLifetime.milliseconds)),
            ("policy.showsCodeWithUserAgent", .truth(policy.showsCodeWithUserAgent)),
            ("policy.recognizesEndOfLife", .truth(policy.recognizesEndOfLife)),
        ]
        return written + optional.filter { !known.contains($0.path) }.map { Tree.Leaf(path: $0.path, value: $0.value) }
    }
}
