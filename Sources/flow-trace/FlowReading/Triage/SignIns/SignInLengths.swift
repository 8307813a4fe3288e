import FlowMachine

/// How long sign-ins take, by version, platform and way. A median of all sign-ins changes when other platforms or ways become more frequent, so each of
/// these is compared by itself.
struct SignInLengths {
    /// Sign-ins that are alike except for the version of the app.
    struct Group: Hashable, Comparable {
        let platform: FlowSettings.Platform
        let way: CompletedSignIn.Way

        init(_ one: SignInCensus.One) { (platform, way) = (one.platform, one.signIn.way) }

        fileprivate var words: String { "on \(platform.rawValue) \(way.rawValue)" }

        static func < (left: Group, right: Group) -> Bool { left.words < right.words }
    }

    /// The versions with enough sign-ins, in the order of their first sign-ins.
    private let versions: [String]
    private let groups: [Group: [String: [Int64]]]

    /// The fewest sign-ins with a version that are compared.
    private static let fewest = 5
    /// The fewest sign-ins of a group with a version that are compared.
    private static let fewestInGroup = 3
    private static let mostLines = 20

    init(_ census: SignInCensus) {
        var groups: [Group: [String: [Int64]]] = [:]
        var counts: [String: (count: Int, first: Instant)] = [:]
        for one in census.all {
            groups[Group(one), default: [:]][one.version, default: []].append(one.signIn.took)
            let seen = counts[one.version] ?? (0, one.unit.start)
            counts[one.version] = (seen.count + 1, min(seen.first, one.unit.start))
        }
        self.groups = groups
        versions = counts.filter { $0.value.count >= SignInLengths.fewest }
            .ordered { ($0.value.first, $0.key) < ($1.value.first, $1.key) }.map { $0.key }
    }

    /// The median of the durations, in milliseconds; `nil` without sign-ins.
    static func median(_ ones: [SignInCensus.One]) -> Int64? { median(ones.map { $0.signIn.took }) }

    private static func median(_ lengths: [Int64]) -> Int64? {
        let sorted = lengths.ordered { $0 < $1 }
        return sorted.isEmpty ? nil : sorted[sorted.count / 2]
    }

    /// The duration above which a sign-in took long, for each group with enough sign-ins, in milliseconds. At most three of ten took long in each group,
    /// so that no group explains a difference by itself.
    var limits: [Group: Int64] {
        groups.compactMapValues { versions in
            let sorted = versions.values.flatMap { $0 }.ordered { $0 < $1 }
            return sorted.count < SignInLengths.fewest * 2 ? nil : max(sorted[sorted.count * 7 / 10], sorted[sorted.count / 2] * 14 / 10)
        }
    }

    /// One line for each platform, way and version, such as `on tvOS with a code on a second screen, DemoTV/2.0: 16, half within 98 s`.
    var lines: [String] {
        let lines = groups.ordered { $0.key < $1.key }.flatMap { group, versions in
            versions.ordered { $0.key < $1.key }.map { version, lengths in
                "\(group.words), \(version): \(lengths.count), half within \(TimeWords.term(SignInLengths.median(lengths) ?? 0))"
            }
        }
        return lines.prefix(SignInLengths.mostLines)
            + (lines.count > SignInLengths.mostLines ? ["and \(lines.count - SignInLengths.mostLines) more"] : [])
    }

    /// Two sentences: whether sign-ins take as long with the last version as with the first, and whether their mixture changed. `nil` if fewer than
    /// two versions can be compared, or if the durations of a group differ between these two versions.
    var sentences: String? {
        guard let old = versions.first, let new = versions.last, old != new else { return nil }
        let compared = groups.ordered { $0.key < $1.key }.compactMap {
            group, versions -> (words: String, isAlike: Bool, from: Int, to: Int)? in
            let (before, after) = (versions[old] ?? [], versions[new] ?? [])
            guard min(before.count, after.count) >= SignInLengths.fewestInGroup, let first = SignInLengths.median(before),
                let second = SignInLengths.median(after)
            else { return nil }
            let words = "\(group.words) \(TimeWords.term(first)) (\(before.count)) and \(TimeWords.term(second)) (\(after.count))"
            return (words, max(first, second) * 10 < min(first, second) * 14, before.count, after.count)
        }
        guard !compared.isEmpty, compared.allSatisfy({ $0.isAlike }) else { return nil }
        return
            "Sign-ins take as long with \(new) as with \(old): half within, \(compared.map { $0.words }.joined(separator: "; ")).\(mixture(old, new))"
    }

    /// A sentence if the share of sign-ins with a code on a second screen changed; otherwise empty. These sign-ins take longest, so their share
    /// affects the median.
    private func mixture(_ old: String, _ new: String) -> String {
        func count(_ version: String) -> Correlation.Count {
            groups.reduce(Correlation.Count()) { sum, one in
                let count = one.value[version]?.count ?? 0
                return sum + Correlation.Count(affected: one.key.way == .code ? count : 0, all: count)
            }
        }
        let (before, after) = (count(old), count(new))
        let both = before + after
        guard min(after.probability(in: both), before.probability(in: both)) <= CorrelationFinder.significance else { return "" }
        return
            " But \(after.text) sign-ins with \(new) use a code on a second screen, \(before.text) with \(old): the median of all changes by this mixture alone."
    }
}
